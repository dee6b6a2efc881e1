// The link to the table is lost: says so at once, above what can no longer be vouched for.
import QtQuick

Rectangle {
    id: banner
    color: Theme.high
    implicitHeight: words.implicitHeight + 2 * Theme.gap
    Line {
        id: words
        anchors.centerIn: parent
        width: parent.width - 4 * Theme.gap
        horizontalAlignment: Text.AlignHCenter
        text: "■ " + qsTr("No link to the table. What stands below may be old. Deal nothing, call the pit boss by voice.")
        color: Theme.actionText
        font.bold: true
        font.pixelSize: Theme.middle
        wrapMode: Text.WordWrap
        elide: Text.ElideNone
    }
}
