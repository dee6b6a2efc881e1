// The pit boss's window: the wall of all tables, or one table opened.
import QtQuick
import QtQuick.Layouts
import QtQuick.Window

Window {
    id: root

    required property QtObject words
    required property QtObject ticker
    required property QtObject screen
    readonly property QtObject entrance: screen.door
    required property var table
    required property var wall
    required property real mm

    // Type of the wall and the page: by the size of the window, since everything on it must be seen at once.
    readonly property real unit: Math.min(width / 1920, height / 1080)
    readonly property real type: Math.max(25, 32 * unit)

    function askForRuling() {
        dialog.active = true
    }

    title: screen.floor
    color: Theme.ground

    Binding {
        target: Theme
        property: "mm"
        value: root.mm
    }

    PitHeader {
        id: header
        visible: !root.entrance.open
        anchors.top: parent.top
        width: parent.width
        type: root.type
        screen: root.screen
        words: root.words
        ticker: root.ticker
    }
    Wall {
        anchors.top: header.bottom
        anchors.bottom: parent.bottom
        width: parent.width
        visible: root.screen.opened === "" && !root.entrance.open
        wall: root.wall
        ticker: root.ticker
        onChosen: place => root.screen.open(place)
        onAcknowledged: (place, alarm) => root.screen.deskOf(place).acknowledge(alarm)
    }
    Loader {
        id: opened
        anchors.top: header.bottom
        anchors.bottom: parent.bottom
        width: parent.width
        active: root.screen.opened !== ""
        visible: !root.entrance.open
        sourceComponent: TablePage {
            table: root.table
            desk: root.screen.desk
            ticker: root.ticker
            type: root.type
            silent: root.screen.silent
            onRulingWanted: root.askForRuling()
        }
    }
    Loader {
        id: dialog
        anchors.fill: parent
        active: false
        visible: !root.entrance.open
        sourceComponent: RulingDialog {
            table: root.table
            desk: root.screen.desk
            type: root.type
            silent: root.screen.silent
            onClosed: dialog.active = false
            onEntryWanted: {
                dialog.active = false
                opened.item.form = "entry"
            }
        }
    }
    Doorway {
        anchors.fill: parent
        entrance: root.entrance
        ticker: root.ticker
    }
    Connections {
        target: root.screen
        function onChanged() {
            if (dialog.active && !root.table.held.id)
                dialog.active = false
        }
    }
}
