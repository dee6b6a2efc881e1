// A reason: one of the usual ones by tapping through them, or typed.
import QtQuick
import QtQuick.Layouts

RowLayout {
    id: field

    property real type: 30
    property string name: ""
    property alias text: input.text
    readonly property bool given: input.text.trim() !== ""
    property string hint: qsTr("Reason")
    property var usual: [qsTr("seen on video"), qsTr("dealer's error"), qsTr("device fault"), qsTr("end of shift"), qsTr("order of the house")]
    property int at: -1

    spacing: Theme.gap / 2

    Rectangle {
        color: "#ffffff"
        border.color: input.activeFocus ? Theme.action : Theme.line
        border.width: input.activeFocus ? 3 : 1
        radius: 4
        implicitHeight: Theme.target
        implicitWidth: field.type * 8
        Layout.fillWidth: true

        TextInput {
            id: input
            objectName: field.name
            anchors.fill: parent
            anchors.margins: field.type * 0.3
            verticalAlignment: TextInput.AlignVCenter
            color: Theme.text
            font.pixelSize: field.type
            maximumLength: 200
            clip: true
            Accessible.role: Accessible.EditableText
            Accessible.name: field.hint
        }
        Text {
            anchors.fill: input
            visible: input.text === ""
            verticalAlignment: Text.AlignVCenter
            text: field.hint
            color: Theme.quiet
            font.pixelSize: field.type
            elide: Text.ElideRight
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
    }
    TouchButton {
        text: "▾"
        spoken: qsTr("Next usual: %1").arg(field.hint)
        type: field.type
        implicitWidth: Theme.target
        onTapped: {
            field.at = (field.at + 1) % field.usual.length
            input.text = field.usual[field.at]
        }
    }
}
