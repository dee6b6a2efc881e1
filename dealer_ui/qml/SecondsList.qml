// Orders that wait for a second person. Whoever stands here and has not given one holds it down to give it alike.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: list

    property var seconds: []
    property QtObject desk: null
    property real type: 30
    property bool silent: false
    property bool asksHere: false // another person can show here who it is
    signal explained(string why)
    signal anotherHere(int which)

    visible: seconds.length > 0
    spacing: Theme.gap / 2

    Repeater {
        model: list.seconds.slice(0, 2)
        Rectangle {
            id: row
            required property var modelData
            readonly property bool own: !!list.desk && list.desk.person === modelData.by
            color: Theme.panel
            border.color: Theme.action
            border.width: 3
            radius: 4
            implicitHeight: inside.implicitHeight + Theme.gap
            Layout.fillWidth: true

            RowLayout {
                id: inside
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                anchors.margins: Theme.gap / 2
                spacing: Theme.gap / 2
                Line {
                    text: row.modelData.words + "\n" + (row.own ? qsTr("A second person must give the same order") : qsTr("ordered by %1, %2").arg(row.modelData.by).arg(row.modelData.role))
                          + (row.modelData.reason ? " · " + row.modelData.reason : "")
                    font.pixelSize: list.type * 0.85
                    wrapMode: Text.WordWrap
                    maximumLineCount: 4
                    fontSizeMode: Text.Fit
                    minimumPixelSize: list.type * 0.65
                    Layout.fillWidth: true
                    Layout.minimumHeight: Theme.target
                }
                HoldButton {
                    visible: !row.own && !row.modelData.counted
                    text: qsTr("Hold to agree")
                    spoken: qsTr("Hold to agree: %1").arg(row.modelData.words)
                    type: list.type * 0.9
                    implicitWidth: Math.max(30 * Theme.mm, list.type * 6)
                    implicitHeight: Theme.primary
                    allowed: !list.silent
                    why: qsTr("No link to the table")
                    onConfirmed: list.desk.second(row.modelData.which)
                    onExplained: why => list.explained(why)
                }
                TouchButton {
                    visible: row.own && list.asksHere && !row.modelData.counted
                    text: qsTr("Second person here")
                    type: list.type * 0.9
                    implicitWidth: Math.max(30 * Theme.mm, list.type * 6)
                    allowed: !list.silent
                    onTapped: list.anotherHere(row.modelData.which)
                }
            }
        }
    }
}
