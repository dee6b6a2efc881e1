// A table opened: what the dealer sees, the round as a time line, roads or numbers, and what a pit boss may do.
import QtQuick
import QtQuick.Layouts

Item {
    id: page
    objectName: "page"

    required property var table
    required property QtObject desk
    required property QtObject ticker
    property real type: 30
    property bool silent: false
    property string message: ""
    property string form: ""
    signal rulingWanted

    function explain(why) {
        page.message = why
        fading.restart()
    }
    Timer {
        id: fading
        interval: 8000
        onTriggered: page.message = ""
    }
    Connections {
        target: page.desk
        function onRefused(why) { page.explain(why) }
        function onChanged() {
            // A form whose matter is over closes: what was entered counts, or the table has gone on.
            if (page.form === "entry" && !page.table.entry.what)
                page.form = ""
        }
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.gap
        spacing: Theme.gap

        SilentBanner {
            visible: page.silent
            Layout.fillWidth: true
        }
        RowLayout {
            opacity: page.silent ? 0.35 : 1
            spacing: Theme.gap
            Layout.fillWidth: true
            Layout.fillHeight: true

            ColumnLayout {
                spacing: Theme.gap
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.preferredWidth: 58

                PageHead {
                    table: page.table
                    now: page.ticker.now
                    type: page.type
                    Layout.fillWidth: true
                }
                TableArea {
                    table: page.table
                    // At roulette the hundred numbers below say it already, unless chance added something.
                    visible: page.table.gameKey !== "roulette" || page.table.bonuses.length > 0 || page.table.balls.length > 0
                    Layout.fillWidth: true
                    Layout.fillHeight: page.table.gameKey === "blackjack"
                    Layout.preferredHeight: page.height * 0.25
                }
                Loader {
                    active: page.table.gameKey === "baccarat" || page.table.gameKey === "roulette"
                    visible: active
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    sourceComponent: page.table.gameKey === "baccarat" ? roads : numbers
                }
            }
            ColumnLayout {
                spacing: Theme.gap
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.preferredWidth: 42

                SecondsList {
                    seconds: page.form === "" ? page.table.seconds : []
                    desk: page.desk
                    type: page.type
                    silent: page.silent
                    asksHere: !!page.table.logIn
                    Layout.fillWidth: true
                    onExplained: why => page.explain(why)
                    onAnotherHere: which => page.desk.askSecond(which)
                }
                Loader {
                    id: form
                    active: page.form !== ""
                    visible: active
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    sourceComponent: ({ orders: orders, correct: correct, cards: cards, inspect: inspect, entry: entry })[page.form] ?? null
                }
                AlarmList {
                    visible: page.form === ""
                    alarms: page.table.alarms
                    type: page.type
                    Layout.fillWidth: true
                    onAcknowledged: alarm => page.desk.acknowledge(alarm)
                }
                TimeLine {
                    visible: page.form === ""
                    entries: page.table.timeLine
                    type: page.type
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                }
            }
        }
        Line {
            visible: page.message !== ""
            text: page.message
            font.pixelSize: page.type
            font.bold: true
            color: Theme.high
            Layout.fillWidth: true
        }
        PageActions {
            table: page.table
            type: page.type
            silent: page.silent
            open: page.form
            onChosen: form => page.form = form
            Layout.fillWidth: true
            onRulingWanted: page.rulingWanted()
            onExplained: why => page.explain(why)
        }
    }

    Component {
        id: orders
        OrdersPanel {
            table: page.table
            desk: page.desk
            type: page.type
            silent: page.silent
            onClosed: page.form = ""
            onExplained: why => page.explain(why)
        }
    }
    Component {
        id: correct
        CorrectPanel {
            table: page.table
            desk: page.desk
            type: page.type
            silent: page.silent
            onClosed: page.form = ""
            onExplained: why => page.explain(why)
        }
    }
    Component {
        id: cards
        CardsPanel {
            table: page.table
            desk: page.desk
            type: page.type
            silent: page.silent
            onClosed: page.form = ""
            onExplained: why => page.explain(why)
        }
    }
    Component {
        id: inspect
        InspectPanel {
            table: page.table
            desk: page.desk
            type: page.type
            silent: page.silent
            onClosed: page.form = ""
            onExplained: why => page.explain(why)
        }
    }
    Component {
        id: entry
        EntryPanel {
            table: page.table
            desk: page.desk
            type: page.type
            silent: page.silent
            onClosed: page.form = ""
            onExplained: why => page.explain(why)
        }
    }
    Component {
        id: roads
        Roads { table: page.table; type: page.type }
    }
    Component {
        id: numbers
        WheelNumbers { table: page.table; type: page.type }
    }
}
