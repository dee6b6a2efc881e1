// Sets of cards: counted by two people, shuffled, cut. Each set offers what is due for it.
import QtQuick
import QtQuick.Layouts

Panel {
    id: form

    required property var table
    required property QtObject desk
    property bool silent: false
    property string counting: ""
    signal explained(string why)

    readonly property var counted: table.sets.find(one => one.name === counting) ?? null

    title: counted ? qsTr("Count of the set %1").arg(counted.name) : qsTr("Sets of cards")
    within: counting !== ""
    onStepped: counting = ""

    Repeater {
        model: form.counted === null ? form.table.sets : []
        ColumnLayout {
            id: one
            required property var modelData
            readonly property string state: modelData.state
            spacing: Theme.gap / 2
            Layout.fillWidth: true
            Line {
                text: one.modelData.name + " · " + one.modelData.back + " · " + (one.state === "blocked" ? "■ " : "") + one.modelData.stateWord
                font.pixelSize: form.type
                font.bold: one.state === "blocked"
                wrapMode: Text.WordWrap
                maximumLineCount: 2
                color: one.state === "blocked" ? Theme.high : Theme.text
                Layout.fillWidth: true
            }
            RowLayout {
                visible: ["received", "spent", "blocked", "inspected", "shuffled"].includes(one.state)
                spacing: Theme.gap
                uniformCellSizes: true
                Layout.fillWidth: true
                TouchButton {
                    visible: ["received", "spent", "blocked"].includes(one.state)
                    text: qsTr("Count")
                    spoken: qsTr("Count the set %1").arg(one.modelData.name)
                    type: form.type
                    Layout.fillWidth: true
                    onTapped: form.counting = one.modelData.name
                }
                Repeater {
                    model: one.state === "inspected" ? [["washed", qsTr("Washed")], ["hand", qsTr("Shuffled by hand")], ["machine", qsTr("Shuffled by machine")]] : []
                    TouchButton {
                        required property var modelData
                        text: modelData[1]
                        spoken: one.modelData.name + ": " + modelData[1]
                        type: form.type * 0.9
                        implicitWidth: Theme.target
                        Layout.fillWidth: true
                        allowed: !form.silent
                        waiting: form.desk.waiting.includes("shuffle_cards")
                        onTapped: form.desk.shuffleCards(one.modelData.name, modelData[0])
                    }
                }
                TouchButton {
                    visible: one.state === "shuffled"
                    text: qsTr("Cut, cut card placed")
                    spoken: one.modelData.name + ": " + text
                    type: form.type
                    Layout.fillWidth: true
                    allowed: !form.silent
                    waiting: form.desk.waiting.includes("cut_cards")
                    onTapped: form.desk.cutCards(one.modelData.name)
                }
            }
        }
    }
    Item {
        visible: form.counted === null
        Layout.fillHeight: true
    }
    CountForm {
        visible: form.counted !== null
        set: form.counted ?? ({ name: "", decks: 0, without: "" })
        desk: form.desk
        type: form.type
        silent: form.silent
        Layout.fillWidth: true
        Layout.fillHeight: true
        onExplained: why => form.explained(why)
        onGiven: form.counting = ""
    }
}
