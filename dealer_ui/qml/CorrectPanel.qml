// A published result that was wrong: which round, what was really there, why. It takes two people.
import QtQuick
import QtQuick.Layouts

Panel {
    id: form

    required property var table
    required property QtObject desk
    property bool silent: false
    property string round: ""
    property var place: null
    property var changed: ({})
    signal explained(string why)

    readonly property var chosen: table.played.find(played => played.round === round) ?? null
    readonly property bool any: Object.keys(changed).length > 0

    title: place !== null ? qsTr("%1: what was there?").arg(place.name) : chosen ? qsTr("Round %1: tap what was wrong").arg(chosen.name) : qsTr("Which round?")
    within: round !== ""
    onStepped: {
        if (place !== null) {
            place = null
        } else {
            round = ""
            changed = {}
        }
    }

    function spoken(place) {
        const to = form.changed[place.place]
        return place.name + ": " + (to !== undefined ? "✎ " + form.shown(place, to) : place.value || "—")
    }

    function shown(place, value) {
        const suits = { s: "♠", h: "♥", d: "♦", c: "♣" }
        return place.what === "deal" ? value.replace("T", "10").replace(/[shdc]$/, suit => suits[suit]) : value
    }

    PagedGrid {
        visible: form.round === ""
        entries: form.table.played.map(played => ({ text: played.name + "  " + played.word + (played.mark ? " (" + played.mark + ")" : ""), round: played.round, voided: played.voided }))
        type: form.type
        Layout.fillWidth: true
        Layout.fillHeight: true
        onChosen: entry => entry.voided ? form.explained(qsTr("This round is void already")) : form.round = entry.round
    }
    PagedGrid {
        visible: form.chosen !== null && form.place === null
        entries: form.chosen ? form.chosen.places.map(place => ({ text: form.spoken(place), place: place, chosen: form.changed[place.place] !== undefined })) : []
        type: form.type
        Layout.fillWidth: true
        Layout.fillHeight: true
        onChosen: entry => form.place = entry.place
    }
    ValuePad {
        active: form.place !== null
        visible: active
        what: form.place?.what ?? "deal"
        count: form.place?.count ?? 1
        allowed: !form.silent
        Layout.fillWidth: true
        Layout.fillHeight: true
        onEntered: value => {
            form.changed = Object.assign({}, form.changed, { [form.place.place]: value })
            form.place = null
        }
    }
    ReasonField {
        id: reason
        name: "correction reason"
        visible: form.chosen !== null && form.place === null
        type: form.type
        Layout.fillWidth: true
    }
    RowLayout {
        visible: form.chosen !== null && form.place === null
        spacing: Theme.gap
        uniformCellSizes: true
        Layout.fillWidth: true
        HoldButton {
            text: qsTr("Hold: result does not count")
            type: form.type * 0.9
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            allowed: !form.silent && reason.given && !form.any
            why: form.silent ? qsTr("No link to the table") : form.any ? qsTr("Values were changed: correct the result, or go back") : qsTr("Choose or type a reason first")
            waiting: form.desk.waiting.includes("void_result")
            onConfirmed: form.desk.voidResult(form.round, reason.text)
            onExplained: why => form.explained(why)
        }
        HoldButton {
            text: qsTr("Hold to correct")
            type: form.type
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            allowed: !form.silent && reason.given && form.any
            why: form.silent ? qsTr("No link to the table") : form.any ? qsTr("Choose or type a reason first") : qsTr("Tap what was wrong")
            waiting: form.desk.waiting.includes("correct_result")
            onConfirmed: form.desk.correctResult(form.round, form.changed, reason.text)
            onExplained: why => form.explained(why)
        }
    }
}
