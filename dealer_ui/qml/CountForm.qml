// A set counted by identity: what is missing or too many, card by card; nothing is taken for counted beforehand.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: count

    property var set: ({})
    required property QtObject desk
    property real type: 30
    property bool silent: false
    property bool looked: false // all cards have been gone through; differences are noted below
    property string card: ""
    property var off: ({})
    signal explained(string why)
    signal given

    readonly property var ranks: "A23456789TJQK".split("").filter(rank => !set.without.includes(rank))
    readonly property int whole: ranks.length * 4 * set.decks
    readonly property int sum: whole + Object.values(off).reduce((all, by) => all + by, 0)

    function counts() {
        const all = {}
        for (const rank of count.ranks)
            for (const suit of "shdc")
                all[rank + suit] = count.set.decks + (count.off[rank + suit] ?? 0)
        return all
    }

    function spell(card) {
        return card.replace("T", "10").replace("s", "♠").replace("h", "♥").replace("d", "♦").replace("c", "♣")
    }

    function change(by) {
        const next = Math.max(-count.set.decks, (count.off[count.card] ?? 0) + by)
        const changed = Object.assign({}, count.off, { [count.card]: next })
        if (next === 0)
            delete changed[count.card]
        count.off = changed
    }

    spacing: Theme.gap
    onVisibleChanged: {
        looked = false
        card = ""
        off = {}
    }

    Line {
        text: Object.keys(count.off).length === 0 ? qsTr("%1 decks, %2 cards: no difference noted").arg(count.set.decks).arg(count.whole)
              : qsTr("%1 cards. ").arg(count.sum) + Object.entries(count.off).map(([card, by]) => count.spell(card) + (by < 0 ? " −" + -by : " +" + by)).join("  ")
        font.pixelSize: count.type * 0.95
        wrapMode: Text.WordWrap
        maximumLineCount: 3
        font.bold: Object.keys(count.off).length > 0
        Layout.fillWidth: true
    }
    CardKeypad {
        visible: count.card === ""
        enters: qsTr("Missing or too many …")
        allowed: !count.silent
        Layout.fillWidth: true
        onEntered: value => count.card = value
    }
    RowLayout {
        visible: count.card !== ""
        spacing: Theme.gap
        Layout.fillWidth: true
        Line {
            text: count.spell(count.card) + ":  " + (count.set.decks + (count.off[count.card] ?? 0)) + " / " + count.set.decks
            font.pixelSize: count.type * 1.3
            font.bold: true
            Layout.fillWidth: true
        }
        TouchButton {
            text: "−"
            spoken: qsTr("One fewer")
            type: count.type * 1.3
            implicitWidth: Theme.primary
            implicitHeight: Theme.primary
            onTapped: count.change(-1)
        }
        TouchButton {
            text: "+"
            spoken: qsTr("One more")
            type: count.type * 1.3
            implicitWidth: Theme.primary
            implicitHeight: Theme.primary
            onTapped: count.change(1)
        }
        TouchButton {
            text: "✓"
            spoken: qsTr("Done with this card")
            type: count.type * 1.3
            implicitWidth: Theme.primary
            implicitHeight: Theme.primary
            onTapped: count.card = ""
        }
    }
    Item { Layout.fillHeight: true }
    TouchButton {
        text: (count.looked ? "● " : "○ ") + qsTr("Every card was counted by identity")
        chosen: count.looked
        type: count.type * 0.95
        Layout.fillWidth: true
        onTapped: count.looked = !count.looked
    }
    HoldButton {
        text: qsTr("Hold: this is the count")
        type: count.type
        implicitHeight: Theme.primary
        Layout.fillWidth: true
        allowed: !count.silent && count.looked && count.card === ""
        why: count.silent ? qsTr("No link to the table") : qsTr("Say first that every card was counted")
        waiting: count.desk.waiting.includes("inspect_cards")
        onConfirmed: {
            count.desk.countCards(count.set.name, count.counts())
            count.given()
        }
        onExplained: why => count.explained(why)
    }
}
