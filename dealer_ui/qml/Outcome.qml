// The outcome of a round in a small mark: a number in its pocket's colour, or the first letter of who won.
import QtQuick

Rectangle {
    id: mark

    property var outcome: ({})
    property real side: 30
    readonly property bool pocket: !!outcome.colour

    width: side
    height: side
    radius: pocket ? side * 0.1 : side / 2
    color: pocket ? Theme.pocket(outcome.colour) : outcome.key === "banker" ? Theme.quiet : "#f4f5f6"
    border.color: Theme.quiet
    border.width: 1

    Accessible.role: Accessible.StaticText
    Accessible.name: outcome.word ?? ""

    Text {
        anchors.centerIn: parent
        text: mark.pocket ? mark.outcome.key : (mark.outcome.word ?? "").charAt(0)
        color: mark.pocket || mark.outcome.key === "banker" ? "#ffffff" : Theme.text
        font.bold: true
        font.pixelSize: mark.side * 0.56
        Accessible.ignored: true
    }
}
