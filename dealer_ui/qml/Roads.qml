// Baccarat: the big road, and the bead plate beside it.
import QtQuick

Item {
    id: roads

    required property var table
    property real type: 30
    readonly property int columns: 13
    readonly property real cell: Math.min((height - type * 1.4) / 6, (width - type) / (2 * columns))

    Line {
        id: bigTitle
        text: qsTr("Big road")
        font.pixelSize: roads.type * 0.85
        color: Theme.quiet
    }
    Road {
        id: big
        anchors.top: bigTitle.bottom
        beads: roads.table.bigRoad
        cell: roads.cell
        columns: roads.columns
        name: bigTitle.text
    }
    Line {
        id: plateTitle
        anchors.left: plate.left
        text: qsTr("Bead plate")
        font.pixelSize: roads.type * 0.85
        color: Theme.quiet
    }
    Road {
        id: plate
        anchors.top: bigTitle.bottom
        anchors.left: big.right
        anchors.leftMargin: roads.type
        beads: roads.table.bead
        cell: roads.cell
        columns: roads.columns
        filled: true
        name: plateTitle.text
    }
}
