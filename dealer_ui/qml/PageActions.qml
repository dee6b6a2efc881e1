// What a pit boss may do with a table. What cannot be taken back is held down, and asks for a reason.
import QtQuick
import QtQuick.Layouts

RowLayout {
    id: actions

    required property var table
    required property QtObject desk
    property real type: 30
    property bool silent: false
    signal rulingWanted
    signal explained(string why)

    readonly property string noReason: qsTr("Choose or type a reason first")
    readonly property string noLink: qsTr("No link to the table")

    spacing: Theme.gap

    TouchButton {
        visible: !!actions.table.held.id
        primary: true
        text: qsTr("Rule")
        type: actions.type * 1.2
        implicitWidth: 60 * Theme.mm
        allowed: !actions.silent
        why: actions.noLink
        onTapped: actions.rulingWanted()
        onExplained: why => actions.explained(why)
    }
    ReasonField {
        id: reason
        type: actions.type
        Layout.fillWidth: true
        Layout.preferredWidth: actions.type * 16
        Layout.minimumWidth: actions.type * 9
    }
    HoldButton {
        visible: actions.table.inRound || !actions.table.resultStands
        text: qsTr("Void the round")
        type: actions.type
        Layout.fillWidth: true
        Layout.minimumWidth: 20 * Theme.mm
        allowed: !actions.silent && actions.table.inRound && reason.given
        why: actions.silent ? actions.noLink : actions.table.inRound ? actions.noReason : qsTr("No round is in progress")
        waiting: actions.desk.waiting.includes("void_round")
        onConfirmed: actions.desk.voidRound(reason.text)
        onExplained: why => actions.explained(why)
    }
    HoldButton {
        visible: !actions.table.inRound && actions.table.resultStands
        text: qsTr("Void the last result")
        type: actions.type
        Layout.fillWidth: true
        Layout.minimumWidth: 20 * Theme.mm
        allowed: !actions.silent && reason.given
        why: actions.silent ? actions.noLink : actions.noReason
        waiting: actions.desk.waiting.includes("void_result")
        onConfirmed: actions.desk.voidLastResult(reason.text)
        onExplained: why => actions.explained(why)
    }
    TouchButton {
        visible: actions.table.hasShoe
        text: qsTr("Shuffle")
        type: actions.type
        Layout.fillWidth: true
        Layout.minimumWidth: 20 * Theme.mm
        allowed: !actions.silent && reason.given
        why: actions.silent ? actions.noLink : actions.noReason
        waiting: actions.desk.waiting.includes("order_shuffle")
        onTapped: actions.desk.orderShuffle(reason.text)
        onExplained: why => actions.explained(why)
    }
    TouchButton {
        visible: actions.table.dealer !== ""
        text: qsTr("Dealer off")
        type: actions.type
        Layout.fillWidth: true
        Layout.minimumWidth: 20 * Theme.mm
        allowed: !actions.silent && (!actions.table.logIn || reason.given)
        why: actions.silent ? actions.noLink : actions.noReason
        waiting: actions.desk.waiting.includes("go_off_duty") || actions.desk.waiting.includes("relieve_dealer")
        onTapped: actions.desk.relieveDealer(reason.text)
        onExplained: why => actions.explained(why)
    }
    TouchButton {
        visible: actions.table.gameKey === "baccarat"
        text: qsTr("Free hand")
        type: actions.type
        Layout.fillWidth: true
        Layout.minimumWidth: 20 * Theme.mm
        allowed: !actions.silent
        why: actions.noLink
        waiting: actions.desk.waiting.includes("order_free_hand")
        onTapped: actions.desk.orderFreeHand()
        onExplained: why => actions.explained(why)
    }
    TouchButton {
        visible: !actions.table.isOpen
        text: qsTr("Open table")
        type: actions.type
        Layout.fillWidth: true
        Layout.minimumWidth: 20 * Theme.mm
        allowed: !actions.silent
        why: actions.noLink
        waiting: actions.desk.waiting.includes("open_table")
        onTapped: actions.desk.openTable()
        onExplained: why => actions.explained(why)
    }
    HoldButton {
        visible: actions.table.isOpen
        text: qsTr("Close table")
        type: actions.type
        Layout.fillWidth: true
        Layout.minimumWidth: 20 * Theme.mm
        allowed: !actions.silent && reason.given
        why: actions.silent ? actions.noLink : actions.noReason
        waiting: actions.desk.waiting.includes("close_table")
        onConfirmed: actions.desk.closeTable(reason.text)
        onExplained: why => actions.explained(why)
    }
}
