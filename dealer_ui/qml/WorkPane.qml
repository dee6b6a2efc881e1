// What to do now, what lies on the table, what follows; and the buttons that are needed for it.
import QtQuick
import QtQuick.Layouts

Item {
    id: pane

    required property var table
    required property QtObject desk
    required property QtObject ticker
    property bool silent: false
    property string message: ""

    property bool reporting: false
    readonly property string keypad: table.ask.keypad ?? ""
    readonly property bool decides: !!table.decision.box

    onSilentChanged: message = ""

    function explain(why) {
        pane.message = why
        fading.restart()
    }

    Timer {
        id: fading
        interval: 6000
        onTriggered: pane.message = ""
    }
    Connections {
        target: pane.desk
        function onRefused(why) { pane.explain(why) }
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: 2 * Theme.gap
        spacing: Theme.gap

        RowLayout {
            opacity: pane.silent ? 0.35 : 1
            spacing: 3 * Theme.gap
            Layout.fillWidth: true
            Layout.fillHeight: true

            ColumnLayout {
                spacing: Theme.gap
                Layout.fillWidth: true
                Layout.fillHeight: true

                Fitted {
                    text: pane.table.prompt
                    largest: 30 * Theme.mm
                    smallest: 10 * Theme.mm
                    font.bold: !pane.table.waits
                    color: pane.table.waits ? Theme.quiet : Theme.text
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    Layout.preferredHeight: (pane.table.gameKey === "blackjack" ? (pane.height < 130 * Theme.mm ? 15 : 22) : 40) * Theme.mm
                    Layout.minimumHeight: 14 * Theme.mm
                }
                Line {
                    visible: text !== ""
                    text: pane.table.announcement ? qsTr("Say: “%1”").arg(pane.table.announcement) : ""
                    font.pixelSize: Theme.middle
                    font.italic: true
                    Layout.fillWidth: true
                }
                TableArea {
                    table: pane.table
                    // While the shoe is made ready, or the table is closed, nothing lies on it.
                    visible: !pane.reporting && pane.table.state !== "shoe_change" && pane.table.state !== "closed"
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    Layout.preferredHeight: 60 * Theme.mm
                }
                ColumnLayout {
                    visible: pane.reporting
                    spacing: Theme.gap
                    Layout.fillWidth: true
                    Repeater {
                        model: pane.reporting ? pane.table.reports : []
                        HoldButton {
                            required property var modelData
                            text: modelData.word
                            type: 8 * Theme.mm
                            implicitHeight: Theme.primary
                            waiting: pane.desk.waiting.includes("report")
                            allowed: !pane.silent
                            why: qsTr("No link to the table: call by voice")
                            Layout.fillWidth: true
                            onConfirmed: {
                                pane.desk.report(modelData.key)
                                pane.reporting = false
                            }
                            onExplained: why => pane.explain(why)
                        }
                    }
                }
                Line {
                    visible: text !== ""
                    text: pane.table.next ? qsTr("Next: %1").arg(pane.table.next) : ""
                    color: Theme.quiet
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 4.6 * Theme.mm
                    Layout.fillWidth: true
                }
            }
            CountdownRing {
                visible: !!pane.table.countdown.endsMs && pane.keypad === "" && !pane.decides
                endsMs: pane.table.countdown.endsMs ?? 0
                lengthMs: pane.table.countdown.lengthMs ?? 1
                now: pane.ticker.now
                implicitWidth: Math.min(pane.width * 0.26, pane.height * 0.5)
                implicitHeight: implicitWidth
                Layout.alignment: Qt.AlignTop
            }
            DecisionPane {
                visible: pane.decides && pane.keypad === ""
                table: pane.table
                desk: pane.desk
                now: pane.ticker.now
                silent: pane.silent
                ringSize: (pane.height < 130 * Theme.mm ? 24 : 46) * Theme.mm
                Layout.fillHeight: true
                Layout.preferredWidth: pane.width * ((pane.table.decision.allowed ?? []).length > 4 ? 0.42 : 0.3)
                onExplained: why => pane.explain(why)
            }
            Loader {
                active: pane.keypad !== ""
                visible: active
                Layout.fillHeight: true
                Layout.preferredWidth: item ? item.implicitWidth : 0
                sourceComponent: pane.keypad === "winner" ? winners : pane.keypad === "value" ? values : digits
            }
        }

        SecondsList {
            seconds: pane.table.seconds
            desk: pane.desk
            type: Theme.small
            silent: pane.silent
            asksHere: !!pane.table.logIn
            onAnotherHere: which => pane.desk.askSecond(which)
            Layout.fillWidth: true
            onExplained: why => pane.explain(why)
        }
        RowLayout {
            spacing: 2 * Theme.gap
            Layout.fillWidth: true

            TouchButton {
                text: qsTr("Call pit boss")
                type: 8 * Theme.mm
                implicitHeight: Theme.primary
                waiting: pane.desk.waiting.includes("call_pit_boss")
                allowed: !pane.silent
                why: qsTr("No link to the table: call by voice")
                onTapped: pane.desk.callPitBoss()
                onExplained: why => pane.explain(why)
            }
            TouchButton {
                visible: pane.table.reports.length > 0 && pane.keypad === "" && !pane.silent
                text: pane.reporting ? qsTr("Back") : qsTr("Report")
                type: 8 * Theme.mm
                implicitHeight: Theme.primary
                onTapped: pane.reporting = !pane.reporting
            }
            Fitted {
                text: pane.message
                largest: Theme.middle
                smallest: 5.5 * Theme.mm
                color: Theme.high
                horizontalAlignment: Text.AlignHCenter
                Layout.fillWidth: true
                Layout.preferredHeight: Theme.primary
            }
            TouchButton {
                visible: pane.table.ask.command === "confirm"
                primary: true
                text: qsTr("Confirm")
                implicitWidth: 80 * Theme.mm
                waiting: pane.desk.waiting.includes("confirm")
                allowed: !pane.silent && !pane.table.mayNot.confirm
                why: pane.table.mayNot.confirm ?? qsTr("No link to the table")
                onTapped: pane.desk.confirm()
                onExplained: why => pane.explain(why)
            }
        }
    }

    Component {
        id: winners
        WinnerKeypad {
            allowed: !pane.silent && !pane.desk.waiting.includes("announce_result")
            onChosen: value => pane.desk.announce(value)
        }
    }
    Component {
        id: digits
        NumberKeypad {
            allowed: !pane.silent
            waiting: pane.desk.waiting.includes("announce_result")
            onEntered: value => pane.desk.announce(value)
        }
    }
    Component {
        id: values
        ValuePad {
            what: pane.table.ask.what ?? "deal"
            count: pane.table.ask.count ?? 1
            allowed: !pane.silent
            waiting: pane.desk.waiting.includes("enter")
            onEntered: value => pane.desk.enter(value)
        }
    }
}
