// One box: its number, and its hands one beside the other after a split.
import QtQuick

Rectangle {
    id: place
    property var box: ({})

    readonly property int hands: Math.max(1, box.hands.length)

    color: Theme.panel
    radius: 1.5 * Theme.mm
    border.color: box.turn ? Theme.action : Theme.line
    border.width: (box.turn ? 1.2 : 0.3) * Theme.mm

    Line {
        id: title
        anchors.top: parent.top
        anchors.left: parent.left
        anchors.margins: Theme.gap / 2
        width: parent.width - Theme.gap
        text: (place.box.turn && place.width > 30 * Theme.mm ? "▶ " : "") + place.box.name
        font.bold: place.box.turn
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 4.5 * Theme.mm
    }

    Row {
        anchors.top: title.bottom
        anchors.bottom: parent.bottom
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.margins: Theme.gap / 2
        Repeater {
            model: place.box.hands
            Item {
                id: hand
                required property var modelData
                readonly property real step: cards.tall * 0.42
                width: parent.width / place.hands
                height: parent.height

                Item {
                    id: cards
                    readonly property int count: Math.max(2, hand.modelData.cards.length)
                    readonly property real tall: Math.min((parent.height - total.height) / (1 + 0.42 * (count - 1)), parent.width * 0.9 / 0.7)
                    width: tall * 0.7
                    height: parent.height - total.height
                    anchors.horizontalCenter: parent.horizontalCenter
                    Repeater {
                        model: hand.modelData.cards
                        PlayingCard {
                            required property var modelData
                            required property int index
                            y: index * hand.step
                            face: modelData
                            tall: cards.tall
                        }
                    }
                }
                Rectangle {
                    id: total
                    anchors.bottom: parent.bottom
                    anchors.horizontalCenter: parent.horizontalCenter
                    width: parent.width - Theme.gap / 2
                    // In a narrow box the total stands over what it is.
                    height: (hand.width < 32 * Theme.mm && hand.modelData.note ? 13 : 9) * Theme.mm
                    radius: Theme.mm
                    color: hand.modelData.active ? Theme.action : "transparent"
                    Line {
                        anchors.fill: parent
                        horizontalAlignment: Text.AlignHCenter
                        text: (hand.modelData.total >= 0 ? hand.modelData.total : "")
                              + (hand.modelData.note ? " " + hand.modelData.note : "")
                        color: hand.modelData.active ? Theme.actionText : Theme.text
                        font.bold: true
                        wrapMode: Text.WordWrap
                        lineHeight: 0.85
                        fontSizeMode: Text.Fit
                        minimumPixelSize: 4.5 * Theme.mm
                    }
                }
            }
        }
    }
}
