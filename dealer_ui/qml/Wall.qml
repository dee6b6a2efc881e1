// All tables, the neediest first. As many columns as let every tile be read.
import QtQuick

GridView {
    id: grid

    required property var wall
    required property QtObject ticker
    signal chosen(string place)
    signal acknowledged(string place, string alarm)

    readonly property int columns: count <= 2 ? Math.max(1, count) : count <= 4 ? 2 : count <= 9 && count !== 8 && count !== 7 ? 3 : 4
    readonly property int rows: Math.max(1, Math.ceil(count / columns))

    model: wall
    clip: true
    interactive: contentHeight > height
    cellWidth: Math.floor(width / columns)
    cellHeight: Math.floor(height / Math.min(rows, 3))

    move: Transition { NumberAnimation { properties: "x,y"; duration: 200 } }
    displaced: Transition { NumberAnimation { properties: "x,y"; duration: 200 } }

    delegate: Item {
        id: cell
        required property var tile
        width: grid.cellWidth
        height: grid.cellHeight
        WallTile {
            anchors.fill: parent
            anchors.margins: Theme.gap / 2
            tile: cell.tile
            now: grid.ticker.now
            type: Math.max(20, Math.min(grid.cellHeight / 14.8, grid.cellWidth / 12.5))
            onTapped: grid.chosen(cell.tile.place)
            onAcknowledged: alarm => grid.acknowledged(cell.tile.place, alarm)
        }
    }
}
