// The line that is always there: which table, which round, who, what is connected, and the language.
import QtQuick
import QtQuick.Layouts

Rectangle {
    id: strip

    required property var table
    required property QtObject words
    required property QtObject desk
    property bool silent: false
    property bool canLeave: false
    readonly property bool narrow: width < 280 * Theme.mm
    signal gone

    // Where there is no room, those that are well are only counted.
    function briefly(devices) {
        const bad = devices.filter(device => !device.good)
        return bad.length ? bad : [{ good: true, name: devices.length, state: "" }]
    }

    color: Theme.panel
    implicitHeight: Theme.target + Theme.gap

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        spacing: 2 * Theme.gap

        Line {
            text: strip.table.table + (strip.table.game && !strip.narrow ? "  ·  " + strip.table.game : "")
            font.bold: true
            Layout.maximumWidth: strip.width * 0.42
        }
        Line {
            visible: text !== "" && !strip.narrow
            text: [strip.table.shoe, strip.table.round].filter(part => part).join(" · ")
        }
        Line {
            text: (strip.table.dealer || strip.desk.person) + (strip.table.relief ? " → " + strip.table.relief : strip.table.leaving ? " → ○" : "")
            Accessible.name: strip.table.relief ? qsTr("%1 takes over from %2").arg(strip.table.relief).arg(strip.table.dealer)
                           : strip.table.leaving ? qsTr("%1 leaves after this round").arg(strip.table.dealer) : text
            Layout.fillWidth: true
            Layout.minimumWidth: 10 * Theme.mm
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 4.6 * Theme.mm
            color: Theme.quiet
        }
        Repeater {
            model: strip.silent ? [] : strip.narrow ? strip.briefly(strip.table.devices) : strip.table.devices
            Rectangle {
                required property var modelData
                implicitWidth: state.implicitWidth + 2 * Theme.gap
                implicitHeight: state.implicitHeight + Theme.gap
                radius: Theme.mm
                color: modelData.good ? "transparent" : Theme.high
                Line {
                    id: state
                    anchors.centerIn: parent
                    text: (parent.modelData.good ? "✓ " : "✕ ") + parent.modelData.name
                          + (parent.modelData.good ? "" : ": " + parent.modelData.state)
                    color: parent.modelData.good ? Theme.quiet : Theme.actionText
                    font.bold: !parent.modelData.good
                }
            }
        }
        TouchButton {
            visible: strip.table.known && strip.table.dealer === "" && strip.desk.person !== ""
            text: qsTr("Go on duty")
            implicitWidth: 32 * Theme.mm
            waiting: strip.desk.waiting.includes("go_on_duty")
            onTapped: strip.desk.goOnDuty()
        }
        TouchButton {
            visible: strip.canLeave || (strip.table.dealer !== "" && strip.table.dealer === strip.desk.person)
            text: strip.table.logIn ? qsTr("Shift") : qsTr("Leave")
            implicitWidth: 26 * Theme.mm
            waiting: strip.desk.waiting.includes("go_off_duty")
            onTapped: strip.gone()
        }
        TouchButton {
            text: strip.words.next_name
            implicitWidth: 32 * Theme.mm
            spoken: qsTr("Language: %1").arg(strip.words.next_name)
            onTapped: strip.words.switch()
        }
    }
}
