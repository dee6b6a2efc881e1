// The dealer's window: one thing at a time.
import QtQuick
import QtQuick.Window

Window {
    id: root

    required property QtObject words
    required property QtObject ticker
    required property QtObject screen
    required property QtObject desk
    readonly property QtObject entrance: screen.door
    required property var table
    required property real mm

    title: table.table
    color: Theme.ground
    minimumWidth: 640
    minimumHeight: 400

    Binding {
        target: Theme
        property: "mm"
        value: root.mm
    }

    Strip {
        id: strip
        anchors.top: parent.top
        width: parent.width
        table: root.table
        words: root.words
        desk: root.desk
        silent: root.screen.silent || !root.table.known
        canLeave: root.screen.canLeave
        onGone: root.screen.leave()
    }

    Item {
        id: place
        anchors.top: strip.bottom
        anchors.bottom: parent.bottom
        width: parent.width

        LogInPane {
            anchors.fill: parent
            visible: root.screen.asksWho && !root.entrance.open
            entrance: root.entrance
            ticker: root.ticker
            silent: root.screen.silent
            canCall: true
            onCalled: root.desk.callPitBoss()
        }
        WaitingPane {
            anchors.fill: parent
            visible: !root.screen.asksWho && !root.table.known && !root.entrance.open
            silent: root.screen.silent
        }
        WorkPane {
            id: work
            anchors.fill: parent
            anchors.topMargin: lost.visible ? lost.height : 0
            visible: !root.screen.asksWho && !root.entrance.open && root.table.known && !root.table.held.id
            table: root.table
            desk: root.desk
            ticker: root.ticker
            silent: root.screen.silent
        }
        HeldPane {
            anchors.fill: parent
            anchors.topMargin: lost.visible ? lost.height : 0
            visible: !root.screen.asksWho && !root.entrance.open && root.table.known && !!root.table.held.id
            table: root.table
            desk: root.desk
            silent: root.screen.silent
        }
        SilentBanner {
            id: lost
            anchors.top: parent.top
            width: parent.width
            visible: root.screen.silent && root.table.known
        }
        Doorway {
            anchors.fill: parent
            entrance: root.entrance
            ticker: root.ticker
            silent: root.screen.silent
            heading: qsTr("Who takes over: show your badge, or type staff number and PIN")
            canLeave: true
            onGone: root.screen.logOut()
        }
    }
}
