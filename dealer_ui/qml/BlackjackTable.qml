// Boxes in the order of the table, their hands and splits; the dealer's hand above them.
import QtQuick

Item {
    id: area
    required property var table

    readonly property int columns: Math.max(3, table.boxes.length)
    readonly property real slot: (width - (columns - 1) * Theme.gap) / columns

    Row {
        id: dealer
        anchors.top: parent.top
        anchors.horizontalCenter: parent.horizontalCenter
        height: area.height * 0.34
        spacing: Theme.gap

        Line {
            visible: !!area.table.dealerHand.name
            text: (area.table.dealerHand.name ?? "") + (area.table.dealerHand.total >= 0 ? "  " + area.table.dealerHand.total : "")
            font.bold: true
            font.pixelSize: Theme.middle
            anchors.verticalCenter: parent.verticalCenter
        }
        Repeater {
            model: area.table.dealerHand.cards ?? []
            PlayingCard {
                required property var modelData
                face: modelData
                tall: dealer.height
            }
        }
    }

    Row {
        anchors.top: dealer.bottom
        anchors.topMargin: Theme.gap
        anchors.bottom: parent.bottom
        spacing: Theme.gap
        // Boxes run from the dealer's left, which is on the left of a screen that faces the dealer.
        Repeater {
            model: area.table.boxes
            BlackjackBox {
                required property var modelData
                box: modelData
                width: area.slot
                height: parent.height
            }
        }
    }
}
