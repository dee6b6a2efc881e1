// A number, digit by digit: a pocket, several balls, the count of a reel, a sector of the bonus wheel. It begins empty.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: pad

    property bool allowed: true
    property bool announces: true
    property bool waiting: false
    property string kind: "spin" // spin, draw_balls, turn_reel, turn_bonus_wheel
    property int count: 1 // how many numbers make the value
    property var before: [] // those that are typed already
    property string typed: ""
    readonly property bool pockets: kind === "spin" || kind === "draw_balls"
    readonly property bool whole: pockets ? /^(00|[0-9]|[12][0-9]|3[0-6])$/.test(typed) && !before.includes(typed)
                                          : typed === "double" || /^[1-9][0-9]{0,3}$/.test(typed)
    readonly property string asks: kind === "draw_balls" ? qsTr("Ball %1 of %2").arg(before.length + 1).arg(count)
                                   : kind === "turn_reel" ? qsTr("Keys on the reel")
                                   : kind === "turn_bonus_wheel" ? qsTr("Sector of the bonus wheel")
                                   : announces ? qsTr("Announced number") : qsTr("Number seen")
    signal entered(string value)

    function clear() {
        typed = ""
        before = []
    }

    function enter() {
        const all = [...before, typed]
        if (all.length < count) {
            before = all
            typed = ""
        } else {
            pad.entered(all.join(" "))
        }
    }

    implicitWidth: 4 * 22 * Theme.mm + 3 * Theme.gap
    spacing: Theme.gap

    Line {
        text: pad.typed === "" && pad.before.length === 0 ? pad.asks
              : [...pad.before, pad.typed === "double" ? qsTr("Double") : pad.typed].join("  ")
        color: pad.typed === "" && pad.before.length === 0 ? Theme.quiet : Theme.text
        font.pixelSize: pad.typed === "" && pad.before.length === 0 ? Theme.small : 13 * Theme.mm
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 5 * Theme.mm
        font.bold: pad.typed !== "" || pad.before.length > 0
        horizontalAlignment: Text.AlignHCenter
        Layout.fillWidth: true
        Layout.preferredHeight: 13 * Theme.mm
    }
    TouchButton {
        visible: pad.kind === "turn_bonus_wheel"
        text: qsTr("Double")
        chosen: pad.typed === "double"
        allowed: pad.allowed
        Layout.fillWidth: true
        onTapped: pad.typed = "double"
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
                        pad.clear()
                    else if (modelData === "✓")
                        pad.enter()
                    else if (pad.typed === "double")
                        pad.typed = modelData
                    else if (pad.typed.length < (pad.pockets ? 2 : 4))
                        pad.typed += modelData
                }
            }
        }
    }
}
