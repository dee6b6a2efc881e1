// A value typed by hand, whatever is asked for: a card, a pocket, balls, the reel, a sector. It begins empty.
import QtQuick
import QtQuick.Layouts

Loader {
    id: pad

    property string what: "deal"
    property int count: 1
    property bool allowed: true
    property bool waiting: false
    signal entered(string value)

    sourceComponent: what === "deal" ? card : number

    Component {
        id: card
        CardKeypad {
            allowed: pad.allowed
            waiting: pad.waiting
            onEntered: value => pad.entered(value)
        }
    }
    Component {
        id: number
        NumberKeypad {
            announces: false
            kind: pad.what
            count: pad.count
            allowed: pad.allowed
            waiting: pad.waiting
            onEntered: value => pad.entered(value)
        }
    }
}
