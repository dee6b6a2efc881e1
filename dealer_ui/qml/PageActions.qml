// The ruling, when one is due, and the forms that the table has: orders, corrections, cards, inspections, entries.
import QtQuick
import QtQuick.Layouts

RowLayout {
    id: actions

    required property var table
    property real type: 30
    property bool silent: false
    property string open: ""
    signal rulingWanted
    signal chosen(string form)
    signal explained(string why)

    readonly property var forms: [["orders", qsTr("Orders"), true],
                                  ["correct", qsTr("Correct a result"), table.pitMay.includes("correct_result")],
                                  ["cards", qsTr("Cards"), table.sets.length > 0],
                                  ["inspect", qsTr("Inspect"), table.inspections.length > 0],
                                  ["entry", qsTr("Enter by hand"), !!table.entry.what]]

    spacing: Theme.gap

    TouchButton {
        visible: !!actions.table.held.id
        primary: true
        text: qsTr("Rule")
        type: actions.type * 1.2
        implicitWidth: 60 * Theme.mm
        allowed: !actions.silent && (actions.table.held.rulings ?? []).length > 0
        why: actions.silent ? qsTr("No link to the table") : qsTr("Nothing can be ruled while a device is missing")
        onTapped: actions.rulingWanted()
        onExplained: why => actions.explained(why)
    }
    Repeater {
        model: actions.forms.filter(form => form[2])
        TouchButton {
            required property var modelData
            text: modelData[1]
            chosen: actions.open === modelData[0]
            type: actions.type
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            Layout.maximumWidth: 80 * Theme.mm
            onTapped: actions.chosen(actions.open === modelData[0] ? "" : modelData[0])
        }
    }
    Item { Layout.fillWidth: actions.forms.filter(form => form[2]).length < 3 }
}
