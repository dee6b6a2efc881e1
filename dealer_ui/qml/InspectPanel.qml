// Parts of the table that a pit boss inspects before it opens: found good, with person, time and a note.
import QtQuick
import QtQuick.Layouts

Panel {
    id: form

    required property var table
    required property QtObject desk
    property bool silent: false
    signal explained(string why)

    title: qsTr("Inspections")

    ReasonField {
        id: note
        name: "inspection note"
        type: form.type
        hint: qsTr("Note")
        usual: [qsTr("level and clean"), qsTr("part exchanged"), qsTr("seen with the technician")]
        Layout.fillWidth: true
    }
    Repeater {
        model: form.table.inspections
        RowLayout {
            id: part
            required property var modelData
            spacing: Theme.gap
            Layout.fillWidth: true
            Line {
                text: (part.modelData.due ? "▲ " : "✓ ") + part.modelData.word + "\n" + (part.modelData.when ? qsTr("inspected %1 UTC").arg(part.modelData.when) : qsTr("not inspected yet"))
                font.pixelSize: form.type * 0.95
                font.bold: part.modelData.due
                wrapMode: Text.WordWrap
                maximumLineCount: 3
                Layout.fillWidth: true
            }
            TouchButton {
                text: qsTr("Found good")
                spoken: qsTr("%1: found good").arg(part.modelData.word)
                type: form.type
                implicitHeight: Theme.primary
                implicitWidth: 40 * Theme.mm
                allowed: !form.silent
                why: qsTr("No link to the table")
                waiting: form.desk.waiting.includes("inspected")
                onTapped: form.desk.inspected(part.modelData.what, note.text)
                onExplained: why => form.explained(why)
            }
        }
    }
    Item { Layout.fillHeight: true }
}
