// A form beside the live round: its title, its content, and the way back.
import QtQuick
import QtQuick.Layouts

Rectangle {
    id: panel
    objectName: "panel"

    property string title: ""
    property real type: 30
    property bool within: false // a step of the form is open, to which "Back" returns
    default property alias content: body.data
    signal closed
    signal stepped

    color: Theme.panel
    radius: 6
    border.color: Theme.line
    border.width: 1

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.gap
        spacing: Theme.gap

        RowLayout {
            spacing: Theme.gap
            Layout.fillWidth: true
            Line {
                text: panel.title
                font.pixelSize: panel.type * 1.05
                font.bold: true
                wrapMode: Text.WordWrap
                maximumLineCount: 2
                fontSizeMode: Text.Fit
                minimumPixelSize: panel.type * 0.75
                Layout.fillWidth: true
                Layout.maximumHeight: Theme.target
            }
            TouchButton {
                text: panel.within ? qsTr("Back") : qsTr("Close")
                spoken: panel.within ? qsTr("Back one step") : qsTr("Close: %1").arg(panel.title)
                type: panel.type
                implicitWidth: Math.max(Theme.target, panel.type * 5.5)
                onTapped: panel.within ? panel.stepped() : panel.closed()
            }
        }
        ColumnLayout {
            id: body
            spacing: Theme.gap
            Layout.fillWidth: true
            Layout.fillHeight: true
        }
    }
}
