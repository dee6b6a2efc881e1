// A road: its grid and its beads. Player, Banker and tie differ by shape as well as by shade.
import QtQuick

Rectangle {
    id: road

    property var beads: []
    property real cell: 20
    property int columns: 24
    property bool filled: false
    property string name: ""
    // The last columns are shown; what went before has moved out on the left.
    readonly property int first: beads.reduce((most, bead) => Math.max(most, bead.column + 1), columns) - columns

    width: columns * cell
    height: 6 * cell
    color: Theme.panel
    border.color: Theme.line
    border.width: 1

    Accessible.role: Accessible.Graphic
    Accessible.name: qsTr("%1: %2 rounds").arg(name).arg(beads.length)

    Repeater {
        model: road.beads
        Rectangle {
            id: bead
            required property var modelData
            readonly property bool banker: modelData.winner === "banker"
            readonly property bool tie: modelData.winner === "tie"
            readonly property string letter: banker ? qsTr("B") : tie ? qsTr("T") : qsTr("P")
            visible: modelData.column >= road.first
            x: (modelData.column - road.first) * road.cell + road.cell * 0.08
            y: modelData.row * road.cell + road.cell * 0.08
            width: road.cell * 0.84
            height: width
            radius: tie ? width * 0.15 : width / 2
            color: road.filled || banker ? (banker ? Theme.quiet : tie ? Theme.line : "#f4f5f6") : "transparent"
            border.color: Theme.quiet
            border.width: Math.max(1, road.cell * 0.1)
            Text {
                anchors.centerIn: parent
                text: road.filled ? bead.letter : bead.modelData.ties > 0 ? bead.modelData.ties : ""
                color: bead.banker ? "#ffffff" : Theme.text
                font.bold: true
                font.pixelSize: road.cell * 0.5
                Accessible.ignored: true
            }
        }
    }
}
