// Roulette: the last hundred numbers, hot and cold, and the wheel's bias with its history.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: wheel

    required property var table
    property real type: 30
    spacing: type * 0.2

    Line {
        text: qsTr("Last %1 numbers").arg(wheel.table.hundred.length)
        font.pixelSize: wheel.type * 0.85
        color: Theme.quiet
    }
    Grid {
        id: grid
        readonly property real side: Math.min(wheel.width / 20, Math.max(12, (wheel.height - wheel.type * 8) / 5))
        columns: 20
        Repeater {
            model: wheel.table.hundred
            NumberTile {
                required property var modelData
                pocket: modelData
                implicitWidth: grid.side
                radius: 0
            }
        }
    }
    GridLayout {
        columns: 2
        columnSpacing: wheel.type * 0.4
        rowSpacing: wheel.type * 0.15
        Repeater {
            model: [qsTr("Hot"), wheel.table.hot, qsTr("Cold"), wheel.table.cold]
            Loader {
                required property var modelData
                sourceComponent: typeof modelData === "string" ? heading : tiles
                property var given: modelData
            }
        }
    }
    Component {
        id: heading
        Line {
            text: parent.given
            font.pixelSize: wheel.type * 0.95
            font.bold: true
        }
    }
    Component {
        id: tiles
        Row {
            id: row
            spacing: wheel.type * 0.15
            Repeater {
                model: row.parent.given
                NumberTile {
                    required property var modelData
                    pocket: modelData
                    note: "×" + modelData.count
                    implicitWidth: Math.min(wheel.type * 2.4, wheel.width / 9)
                }
            }
        }
    }
    ColumnLayout {
        visible: !!wheel.table.bias.spins
        spacing: wheel.type * 0.25
        Layout.fillWidth: true
        Line {
            text: qsTr("Bias after %1 spins").arg(wheel.table.bias.spins ?? 0)
            font.pixelSize: wheel.type * 0.85
            color: Theme.quiet
        }
        Repeater {
            model: wheel.table.bias.figures ?? []
            BiasRow {
                required property var modelData
                figure: modelData
                type: wheel.type
                Layout.fillWidth: true
            }
        }
    }
    Item { Layout.fillHeight: true }
}
