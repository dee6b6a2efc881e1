// The alarms of a table, unacknowledged ones first; one tap acknowledges.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: list

    property var alarms: []
    property real type: 30
    signal acknowledged(string alarm)
    spacing: Theme.gap / 2

    Line {
        visible: list.alarms.length === 0
        text: "✓ " + qsTr("No alarms")
        font.pixelSize: list.type
        color: Theme.quiet
        Layout.fillWidth: true
    }
    Repeater {
        model: list.alarms.slice(0, 4)
        Rectangle {
            id: row
            required property var modelData
            readonly property bool unseen: !modelData.acknowledged
            color: unseen ? Theme.priority(modelData.priority) : Theme.panel
            border.color: Theme.priority(modelData.priority)
            border.width: 3
            radius: 4
            implicitHeight: Math.max(Theme.target, words.implicitHeight + list.type * 0.5)
            Layout.fillWidth: true

            Line {
                id: words
                anchors.left: parent.left
                anchors.right: seen.visible ? seen.left : parent.right
                anchors.verticalCenter: parent.verticalCenter
                anchors.margins: list.type * 0.4
                text: (row.unseen ? Theme.priorityShape(row.modelData.priority) : "✓") + " " + row.modelData.what
                      + (row.modelData.count > 1 ? "  ×" + row.modelData.count : "")
                      + (row.modelData.detail ? " (" + row.modelData.detail + ")" : "")
                      + (row.unseen ? "" : "  " + qsTr("acknowledged by %1").arg(row.modelData.by))
                color: row.unseen ? Theme.priorityText(row.modelData.priority) : Theme.text
                font.pixelSize: list.type * 0.85
                wrapMode: Text.WordWrap
                maximumLineCount: 3
            }
            TouchButton {
                id: seen
                visible: row.unseen
                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                anchors.rightMargin: 3
                text: qsTr("Seen")
                spoken: qsTr("Acknowledge: %1").arg(row.modelData.what)
                type: list.type * 0.9
                implicitWidth: Math.max(Theme.target, list.type * 4)
                onTapped: list.acknowledged(row.modelData.id)
            }
        }
    }
}
