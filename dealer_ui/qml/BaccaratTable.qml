// Player on the left, Banker on the right, a third card at right angles.
import QtQuick

Row {
    id: row
    required property var table
    spacing: 2 * Theme.gap

    Repeater {
        // As many delegates as there can be hands and cards: none is made anew when a card falls.
        model: 2
        Rectangle {
            id: hand
            required property int index
            readonly property var modelData: row.table.hands[index] ?? { name: "", note: "", total: -1, cards: [], due: false }
            readonly property real tall: Math.max(4, Math.min(height - title.height - 3 * Theme.gap, (width - 4 * Theme.gap) / 2.5))

            width: (row.width - row.spacing) / 2
            height: row.height
            color: Theme.panel
            radius: 2 * Theme.mm
            border.color: modelData.due ? Theme.action : Theme.line
            border.width: (modelData.due ? 1.2 : 0.3) * Theme.mm

            Line {
                id: title
                anchors.top: parent.top
                anchors.left: parent.left
                anchors.margins: Theme.gap
                width: parent.width - 2 * Theme.gap - total.width
                text: (hand.modelData.due ? "▶ " : "") + hand.modelData.name
                      + (hand.modelData.note ? "  " + hand.modelData.note : "")
                font.bold: true
                font.pixelSize: Theme.middle
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: 5.5 * Theme.mm
            }
            Line {
                id: total
                anchors.top: parent.top
                anchors.right: parent.right
                anchors.margins: Theme.gap
                anchors.topMargin: 0
                text: hand.modelData.total >= 0 ? hand.modelData.total : ""
                Accessible.name: text === "" ? "" : qsTr("%1 has %2").arg(hand.modelData.name).arg(text)
                font.pixelSize: 12 * Theme.mm
                font.bold: true
            }
            Row {
                anchors.top: title.bottom
                anchors.topMargin: Theme.gap
                anchors.horizontalCenter: parent.horizontalCenter
                spacing: Theme.gap
                Repeater {
                    model: 3
                    PlayingCard {
                        required property int index
                        visible: index < hand.modelData.cards.length
                        face: hand.modelData.cards[index] ?? {}
                        across: index === 2
                        tall: hand.tall
                    }
                }
            }
        }
    }
}
