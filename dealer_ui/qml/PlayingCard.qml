// A card as it lies on the table; face down it shows its back. Rank and suit stand at its top, where a card that lies
// on it does not cover them.
import QtQuick

Item {
    id: card

    property var face: ({})
    property bool across: false // a third card lies at right angles to the first two
    property real tall: 30 * Theme.mm

    readonly property real wide: tall * 0.7
    readonly property color ink: face.red ? Theme.suitRed : Theme.text
    width: across ? tall : wide
    height: tall

    Accessible.role: Accessible.Graphic
    Accessible.name: face.face ? face.face : qsTr("card face down")

    Rectangle {
        anchors.centerIn: parent
        width: card.wide
        height: card.tall
        rotation: card.across ? 90 : 0
        radius: card.tall * 0.06
        color: card.face.face ? Theme.cardFace : Theme.cardBack
        border.color: Theme.quiet
        border.width: Math.max(1, card.tall * 0.012)
    }

    Item {
        // What is printed is kept upright, so that it is read at a glance.
        anchors.centerIn: parent
        width: card.wide
        height: card.across ? card.wide : card.tall
        visible: !!card.face.face
        Text {
            id: rank
            anchors.top: parent.top
            anchors.topMargin: card.tall * 0.015
            anchors.left: parent.left
            anchors.leftMargin: card.tall * (card.face.rank === "J" ? 0.09 : 0.05)
            text: card.face.rank ?? ""
            color: card.ink
            font.pixelSize: card.tall * (card.face.rank === "10" ? 0.3 : 0.34)
            font.letterSpacing: card.face.rank === "10" ? -card.tall * 0.03 : 0
            font.bold: true
            Accessible.ignored: true
        }
        Text {
            anchors.baseline: rank.baseline
            anchors.right: parent.right
            anchors.rightMargin: card.tall * 0.04
            text: card.face.suit ?? ""
            color: card.ink
            font.pixelSize: card.tall * 0.27
            Accessible.ignored: true
        }
        Text {
            anchors.horizontalCenter: parent.horizontalCenter
            anchors.bottom: parent.bottom
            anchors.bottomMargin: card.across ? -card.tall * 0.03 : card.tall * 0.01
            text: card.face.suit ?? ""
            color: card.ink
            font.pixelSize: card.tall * (card.across ? 0.3 : 0.5)
            Accessible.ignored: true
        }
    }
}
