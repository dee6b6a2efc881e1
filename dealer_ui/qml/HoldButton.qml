// For what cannot be taken back: it is done only when it has been held down to the end.
import QtQuick

TouchButton {
    id: button

    property int holdMs: 1200
    property real held: 0
    signal confirmed

    onTapped: button.explained(qsTr("Hold the button until it is full"))

    Rectangle {
        z: 1
        anchors.left: parent.left
        anchors.bottom: parent.bottom
        anchors.margins: parent.border.width
        height: 2 * Theme.mm
        width: (parent.width - 2 * parent.border.width) * button.held
        color: Theme.high
        radius: 1 * Theme.mm
        Accessible.ignored: true
    }

    NumberAnimation {
        id: filling
        target: button
        property: "held"
        from: 0
        to: 1
        duration: button.holdMs
        onFinished: {
            button.held = 0
            button.confirmed()
        }
    }

    onDownChanged: {
        if (button.down && button.allowed && !button.waiting) {
            filling.restart()
        } else {
            filling.stop()
            button.held = 0
        }
    }
}
