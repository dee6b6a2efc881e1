// A pocket of the wheel. Its colour is data, so it stays inside the tile.
import QtQuick

Rectangle {
    id: tile

    property var pocket: ({})
    property string note: ""
    property bool round: false

    implicitWidth: 18 * Theme.mm
    implicitHeight: implicitWidth
    radius: round ? width / 2 : width * 0.1
    color: Theme.pocket(pocket.colour)
    border.color: "#ffffff"
    border.width: Math.max(1, width * 0.02)

    Accessible.role: Accessible.StaticText
    Accessible.name: (pocket.number ?? "") + (note ? " " + note : "")

    Text {
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.verticalCenter: parent.verticalCenter
        anchors.verticalCenterOffset: tile.note ? -tile.height * (tile.round ? 0.16 : 0.13) : 0
        text: tile.pocket.number ?? ""
        color: "#ffffff"
        font.bold: true
        font.pixelSize: tile.height * (tile.note ? 0.42 : 0.54)
        Accessible.ignored: true
    }
    Text {
        anchors.bottom: parent.bottom
        anchors.bottomMargin: tile.height * (tile.round ? 0.15 : 0.06)
        width: parent.width * (tile.round ? 0.7 : 0.92)
        anchors.horizontalCenter: parent.horizontalCenter
        horizontalAlignment: Text.AlignHCenter
        text: tile.note
        color: "#ffffff"
        font.bold: true
        font.pixelSize: tile.height * 0.24
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 8
        Accessible.ignored: true
    }
}
