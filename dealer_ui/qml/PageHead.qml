// State, time in it, prompt; dealer, shoe and round, cards to the cut card, devices and backend.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: head

    required property var table
    property real now: 0
    property real type: 30
    spacing: 0

    RowLayout {
        spacing: head.type
        Layout.fillWidth: true
        Line {
            text: head.table.table
            font.pixelSize: head.type * 1.2
            font.bold: true
        }
        Line {
            text: (head.table.state === "held" ? "■ " : "") + head.table.stateWord
            font.pixelSize: head.type * 1.2
            font.bold: head.table.state === "held"
            color: head.table.state === "held" ? Theme.high : Theme.text
        }
        Line {
            text: head.table.sinceMs > 0 ? Theme.minutes(head.now - head.table.sinceMs) : ""
            Accessible.name: text === "" ? "" : qsTr("In this state for %1").arg(text)
            font.pixelSize: head.type * 1.2
            color: Theme.quiet
            Layout.fillWidth: true
        }
    }
    Line {
        text: head.table.held.id ? head.table.held.what : head.table.prompt
        font.pixelSize: head.type * 1.2
        wrapMode: Text.WordWrap
        maximumLineCount: 2
        Layout.fillWidth: true
    }
    Line {
        text: [head.table.game, head.table.dealer, head.table.shoe, head.table.round, head.table.cut].filter(part => part).join(" · ")
        font.pixelSize: head.type * 0.9
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: head.type * 0.7
        color: Theme.quiet
        Layout.fillWidth: true
    }
    Line {
        text: head.table.devices.map(device => (device.good ? "✓ " : "✕ ") + device.name + (device.good ? "" : ": " + device.state)).join("   ")
              + "   " + (head.table.backendGood ? "✓ " : "▲ ") + head.table.backend
        font.pixelSize: head.type * 0.9
        color: head.table.backendGood && head.table.devices.every(device => device.good) ? Theme.quiet : Theme.text
        Layout.fillWidth: true
    }
}
