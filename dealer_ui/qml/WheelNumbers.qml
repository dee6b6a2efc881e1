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
        spacing: wheel.type * 0.2
        Layout.fillWidth: true
        Repeater {
            model: wheel.table.bias.figures ?? []
            Line {
                required property var modelData
                text: (modelData.suspect ? "▲ " : "") + qsTr("χ² over %1: %2 (%3 df), chance %4").arg(modelData.over).arg(modelData.chiSquare).arg(modelData.freedom).arg(modelData.chance)
                      + (modelData.enough ? "" : "  " + qsTr("too few spins"))
                font.pixelSize: wheel.type * 0.85
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: wheel.type * 0.65
                font.bold: modelData.suspect
                color: modelData.suspect ? Theme.high : Theme.text
                Layout.fillWidth: true
            }
        }
        RowLayout {
            spacing: wheel.type * 0.5
            Layout.fillWidth: true
            Line {
                text: qsTr("Spins: %1").arg(wheel.table.bias.spins ?? 0)
                font.pixelSize: wheel.type * 0.85
                color: Theme.quiet
            }
            Row {
                id: past
                Layout.fillWidth: true
                Layout.preferredHeight: wheel.type * 1.6
                spacing: 3
                Accessible.role: Accessible.Graphic
                Accessible.name: qsTr("History of the chance: %1").arg((wheel.table.bias.history ?? []).map(part => Math.round(part * 100) + " %").join(", "))
                Repeater {
                    model: (wheel.table.bias.history ?? []).slice(-40)
                    Rectangle {
                        required property real modelData
                        anchors.bottom: parent.bottom
                        width: Math.max(4, past.width / 40 - 3)
                        height: Math.max(2, past.height * modelData)
                        color: modelData < 0.01 ? Theme.high : Theme.quiet
                    }
                }
            }
        }
    }
    Item { Layout.fillHeight: true }
}
