// The last numbers, newest first; above them what chance and the Shaker added to this round.
import QtQuick

Item {
    id: area
    required property var table

    readonly property bool extras: table.bonuses.length > 0 || table.balls.length > 0
    // On a low screen the last numbers give way to what this round has brought.
    readonly property bool low: extras && height < 55 * Theme.mm
    readonly property real row: Math.min((height - 2 * Theme.gap) / (low ? 2 : 3), width / 6, 40 * Theme.mm)
    readonly property real big: Math.min(height, width / 4.2, 80 * Theme.mm)
    readonly property real small: (big - Theme.gap) / 2

    Column {
        visible: area.extras
        spacing: Theme.gap

        Row {
            visible: area.table.balls.length > 0
            spacing: Theme.gap
            Line {
                text: qsTr("Shaker")
                font.bold: true
                font.pixelSize: Theme.middle
                anchors.verticalCenter: parent.verticalCenter
            }
            Repeater {
                model: area.table.balls
                NumberTile {
                    required property var modelData
                    pocket: modelData
                    note: modelData.prize ?? ""
                    round: true
                    implicitWidth: area.row
                }
            }
        }
        Row {
            visible: area.table.bonuses.length > 0
            spacing: Theme.gap
            Repeater {
                model: area.table.bonuses
                NumberTile {
                    required property var modelData
                    pocket: modelData
                    note: modelData.prize
                    implicitWidth: Math.min(area.row, (area.width - Theme.gap * area.table.bonuses.length) / area.table.bonuses.length)
                }
            }
        }
        Row {
            visible: !area.low
            spacing: Theme.gap
            Repeater {
                model: area.table.numbers.slice(0, 8)
                NumberTile {
                    required property var modelData
                    required property int index
                    visible: x + width <= area.width
                    pocket: modelData
                    implicitWidth: index === 0 ? area.row : area.row * 0.62
                    anchors.bottom: parent.bottom
                }
            }
        }
    }

    Row {
        visible: !area.extras
        spacing: Theme.gap
        NumberTile {
            visible: area.table.numbers.length > 0
            pocket: area.table.numbers[0] ?? {}
            implicitWidth: area.big
        }
        Grid {
            columns: 6
            spacing: Theme.gap
            Repeater {
                model: area.table.numbers.slice(1, 13)
                NumberTile {
                    required property var modelData
                    pocket: modelData
                    implicitWidth: area.small
                }
            }
        }
    }
}
