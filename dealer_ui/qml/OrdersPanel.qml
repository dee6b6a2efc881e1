// What a pit boss may order at this table now. What cannot be taken back is held down; most of it needs a reason.
import QtQuick
import QtQuick.Layouts

Panel {
    id: orders

    required property var table
    required property QtObject desk
    property bool silent: false
    signal explained(string why)

    readonly property string noReason: qsTr("Choose or type a reason first")
    readonly property string noLink: qsTr("No link to the table")

    title: qsTr("Orders")

    function may(tag) {
        return orders.table.pitMay.includes(tag)
    }

    ReasonField {
        id: reason
        name: "order reason"
        type: orders.type
        Layout.fillWidth: true
    }
    GridLayout {
        columns: 2
        columnSpacing: Theme.gap
        rowSpacing: Theme.gap
        uniformCellWidths: true
        Layout.fillWidth: true

        HoldButton {
            visible: orders.may("void_round")
            text: qsTr("Void the round")
            type: orders.type
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            allowed: !orders.silent && reason.given
            why: orders.silent ? orders.noLink : orders.noReason
            waiting: orders.desk.waiting.includes("void_round")
            onConfirmed: orders.desk.voidRound(reason.text)
            onExplained: why => orders.explained(why)
        }
        HoldButton {
            visible: orders.may("close_table")
            text: qsTr("Close table")
            type: orders.type
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            allowed: !orders.silent && reason.given
            why: orders.silent ? orders.noLink : orders.noReason
            waiting: orders.desk.waiting.includes("close_table")
            onConfirmed: orders.desk.closeTable(reason.text)
            onExplained: why => orders.explained(why)
        }
        TouchButton {
            visible: orders.may("open_table")
            text: qsTr("Open table")
            type: orders.type
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            allowed: !orders.silent
            why: orders.noLink
            waiting: orders.desk.waiting.includes("open_table")
            onTapped: orders.desk.openTable()
            onExplained: why => orders.explained(why)
        }
        HoldButton {
            visible: orders.may("order_shuffle")
            text: qsTr("Shuffle after this round")
            type: orders.type
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            allowed: !orders.silent && reason.given
            why: orders.silent ? orders.noLink : orders.noReason
            waiting: orders.desk.waiting.includes("order_shuffle")
            onConfirmed: orders.desk.orderShuffle(reason.text)
            onExplained: why => orders.explained(why)
        }
        TouchButton {
            visible: orders.may("order_free_hand")
            text: qsTr("Free hand")
            type: orders.type
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            allowed: !orders.silent
            why: orders.noLink
            waiting: orders.desk.waiting.includes("order_free_hand")
            onTapped: orders.desk.orderFreeHand()
            onExplained: why => orders.explained(why)
        }
        TouchButton {
            visible: orders.table.dealer !== "" && (orders.table.logIn ? orders.may("relieve_dealer") : orders.may("go_off_duty"))
            text: qsTr("Dealer off")
            type: orders.type
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            allowed: !orders.silent && (!orders.table.logIn || reason.given)
            why: orders.silent ? orders.noLink : orders.noReason
            waiting: orders.desk.waiting.includes("go_off_duty") || orders.desk.waiting.includes("relieve_dealer")
            onTapped: orders.desk.relieveDealer(reason.text)
            onExplained: why => orders.explained(why)
        }
        TouchButton {
            visible: orders.may("confirm")
            text: qsTr("Confirm for the dealer")
            type: orders.type
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            allowed: !orders.silent
            why: orders.noLink
            waiting: orders.desk.waiting.includes("confirm")
            onTapped: orders.desk.confirm()
            onExplained: why => orders.explained(why)
        }
        Repeater {
            model: orders.may("report") ? orders.table.reports : []
            HoldButton {
                required property var modelData
                text: modelData.word
                type: orders.type * 0.9
                implicitHeight: Theme.primary
                Layout.fillWidth: true
                allowed: !orders.silent
                why: orders.noLink
                waiting: orders.desk.waiting.includes("report")
                onConfirmed: orders.desk.report(modelData.key)
                onExplained: why => orders.explained(why)
            }
        }
    }
    Item { Layout.fillHeight: true }
}
