// Roulette: the number, digit by digit. It begins empty.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: pad

    property bool allowed: true
    property bool announces: true
    property bool waiting: false
    property string typed: ""
    readonly property bool whole: /^(00|[0-9]|[12][0-9]|3[0-6])$/.test(typed)
    signal entered(string value)

    implicitWidth: 4 * 22 * Theme.mm + 3 * Theme.gap
    spacing: Theme.gap

    Line {
        text: pad.typed === "" ? (pad.announces ? qsTr("Announced number") : qsTr("Number seen")) : pad.typed
        color: pad.typed === "" ? Theme.quiet : Theme.text
        font.pixelSize: pad.typed === "" ? Theme.small : 13 * Theme.mm
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 5 * Theme.mm
        font.bold: pad.typed !== ""
        horizontalAlignment: Text.AlignHCenter
        Layout.fillWidth: true
        Layout.preferredHeight: 13 * Theme.mm
    }
    GridLayout {
        columns: 4
        columnSpacing: Theme.gap
        rowSpacing: Theme.gap
        Layout.fillWidth: true
        Layout.fillHeight: true
        Repeater {
            model: ["1", "2", "3", "✕", "4", "5", "6", "0", "7", "8", "9", "✓"]
            TouchButton {
                required property string modelData
                text: modelData
                spoken: modelData === "✕" ? qsTr("Delete") : modelData === "✓" ? qsTr("Enter") : modelData
                type: 10 * Theme.mm
                primary: modelData === "✓"
                implicitWidth: 20 * Theme.mm
                implicitHeight: Theme.target
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.minimumHeight: modelData === "✓" ? 20 * Theme.mm : Theme.target
                Layout.maximumHeight: 26 * Theme.mm
                waiting: modelData === "✓" && pad.waiting
                allowed: pad.allowed && (modelData !== "✓" || pad.whole)
                onTapped: {
                    if (modelData === "✕")
                        pad.typed = ""
                    else if (modelData === "✓")
                        pad.entered(pad.typed)
                    else if (pad.typed.length < 2)
                        pad.typed += modelData
                }
            }
        }
    }
}
