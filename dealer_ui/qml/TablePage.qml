// A table opened: what the dealer sees, the round as a time line, roads or numbers, and what a pit boss may do.
import QtQuick
import QtQuick.Layouts

Item {
    id: page

    required property var table
    required property QtObject desk
    required property QtObject ticker
    property real type: 30
    property bool silent: false
    property string message: ""
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

                AlarmList {
                    alarms: page.table.alarms
                    type: page.type
                    Layout.fillWidth: true
                    onAcknowledged: alarm => page.desk.acknowledge(alarm)
                }
                TimeLine {
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
            desk: page.desk
            type: page.type
            silent: page.silent
            Layout.fillWidth: true
            onRulingWanted: page.rulingWanted()
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
