// The round as it went, newest above: when, who, what.
import QtQuick
import QtQuick.Layouts

Rectangle {
    id: frame

    property var entries: []
    property real type: 30

    color: Theme.panel
    radius: 6

    Line {
        id: title
        anchors.left: parent.left
        anchors.top: parent.top
        anchors.margins: frame.type * 0.4
        text: qsTr("The round")
        font.pixelSize: frame.type
        font.bold: true
    }
    ListView {
        anchors.top: title.bottom
        anchors.bottom: parent.bottom
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.margins: frame.type * 0.4
        clip: true
        model: frame.entries
        spacing: frame.type * 0.15
        delegate: Item {
            id: entry
            required property var modelData
            width: ListView.view.width
            height: Math.max(what.implicitHeight, who.implicitHeight)
            Accessible.role: Accessible.ListItem
            Accessible.name: modelData.utc + " " + modelData.who + ": " + modelData.what
            Text {
                id: who
                width: frame.type * 8.2
                text: entry.modelData.utc + "  " + entry.modelData.who
                color: Theme.quiet
                font.pixelSize: frame.type * 0.85
                elide: Text.ElideRight
                Accessible.ignored: true
            }
            Text {
                id: what
                anchors.left: who.right
                anchors.leftMargin: frame.type * 0.4
                anchors.right: parent.right
                text: entry.modelData.what
                color: Theme.text
                font.pixelSize: frame.type * 0.85
                wrapMode: Text.WordWrap
                Accessible.ignored: true
            }
        }
    }
}
