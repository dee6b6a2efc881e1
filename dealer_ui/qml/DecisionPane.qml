// For how long a decision is awaited, and what may be decided: a hand sign and a word each.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: pane

    required property var table
    required property QtObject desk
    property real now: 0
    property bool silent: false
    property real ringSize: 46 * Theme.mm
    signal explained(string why)

    spacing: Theme.gap

    CountdownRing {
        endsMs: pane.table.decision.endsMs ?? 0
        lengthMs: pane.table.decision.lengthMs ?? 1
        now: pane.now
        implicitWidth: pane.ringSize
        implicitHeight: implicitWidth
        Layout.alignment: Qt.AlignHCenter
    }
    GridLayout {
        columns: (pane.table.decision.allowed ?? []).length > 4 ? 2 : 1
        columnSpacing: Theme.gap
        rowSpacing: Theme.gap
        Layout.fillWidth: true
        Layout.fillHeight: true
        Repeater {
            model: pane.table.decision.allowed ?? []
            TouchButton {
                required property var modelData
                text: modelData.word
                sign: modelData.sign
                type: 9 * Theme.mm
                waiting: pane.desk.waiting.includes("decide")
                allowed: !pane.silent && !pane.table.mayNot.decide
                why: pane.table.mayNot.decide ?? qsTr("No link to the table")
                implicitHeight: Theme.primary
                Layout.fillWidth: true
                Layout.maximumHeight: 28 * Theme.mm
                Layout.fillHeight: true
                Layout.minimumHeight: Theme.target
                onTapped: pane.desk.decide(modelData.key)
                onExplained: why => pane.explained(why)
            }
        }
        Item { Layout.fillHeight: true }
    }
}
