// A button for a finger. Greyed when it may not be pressed; pressed then, it explains.
import QtQuick

Rectangle {
    id: button

    property string text: ""
    property string sign: "" // a picture of what is meant, beside the word
    property string why: ""
    property bool primary: false
    property bool chosen: false
    property bool allowed: true
    property bool waiting: false
    property real type: primary ? 10 * Theme.mm : Theme.small
    property string spoken: text
    readonly property bool isTarget: true
    readonly property bool isPrimary: primary
    readonly property bool down: area.pressed

    signal tapped
    signal explained(string why)

    function tap() {
        if (button.waiting)
            return
        if (button.allowed)
            button.tapped()
        else
            button.explained(button.why)
    }

    implicitWidth: Math.max(primary ? 60 * Theme.mm : 30 * Theme.mm, label.implicitWidth + 4 * Theme.gap)
    implicitHeight: primary ? Theme.primary : Theme.target
    radius: 2 * Theme.mm
    color: !allowed ? Theme.greyed
                    : area.pressed || waiting ? Theme.pressed
                                              : primary || chosen ? Theme.action : Theme.button
    border.color: area.pressed ? Theme.text : allowed ? Theme.quiet : Theme.line
    border.width: Math.max(1, (chosen || area.pressed ? 0.8 : 0.35) * Theme.mm)

    Accessible.role: Accessible.Button
    Accessible.name: spoken
    Accessible.description: allowed ? "" : why
    Accessible.onPressAction: button.tap()

    Text {
        id: picture
        visible: button.sign !== ""
        anchors.left: parent.left
        anchors.leftMargin: Theme.gap
        anchors.verticalCenter: parent.verticalCenter
        width: Math.min(24 * Theme.mm, button.width * 0.32)
        horizontalAlignment: Text.AlignHCenter
        text: button.sign
        color: label.color
        font.pixelSize: Math.min(button.height * 0.7, 16 * Theme.mm)
        fontSizeMode: Text.HorizontalFit
        Accessible.ignored: true
    }
    Text {
        id: label
        anchors.fill: parent
        anchors.margins: Theme.gap / 2
        anchors.leftMargin: button.sign === "" ? Theme.gap / 2 : picture.width + 2 * Theme.gap
        text: button.text + (button.waiting ? " …" : "")
        textFormat: Text.PlainText
        color: !button.allowed ? Theme.greyedText
                               : (button.primary || button.chosen) && !area.pressed && !button.waiting ? Theme.actionText : Theme.text
        font.pixelSize: button.type
        font.bold: button.primary
        fontSizeMode: Text.Fit
        minimumPixelSize: Math.min(button.type, 5 * Theme.mm)
        wrapMode: Text.WordWrap
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
        Accessible.ignored: true
    }

    MouseArea {
        id: area
        anchors.fill: parent
        onClicked: button.tap()
    }
}
