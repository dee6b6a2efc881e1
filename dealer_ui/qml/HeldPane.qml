// An irregularity takes the whole screen: what happened, what was read, what was due, what to do with it now.
import QtQuick
import QtQuick.Layouts

Rectangle {
    id: pane

    required property var table
    required property QtObject desk
    property bool silent: false

    readonly property string keypad: table.ask.command === "enter" ? table.ask.keypad : ""

    // A low screen that also needs a keypad: what was due is what is to be entered, and what was read steps back.
    readonly property bool tight: keypad !== "" && height < 130 * Theme.mm

    // An order that waits for this person takes the place of the cards.
    readonly property bool asked: table.seconds.length > 0

    color: Theme.ground

    Rectangle {
        id: band
        width: parent.width
        height: parent.height * (pane.tight || pane.asked ? 0.17 : 0.24)
        color: Theme.high
        Line {
            id: stop
            anchors.left: parent.left
            anchors.leftMargin: 3 * Theme.gap
            anchors.verticalCenter: parent.verticalCenter
            text: "■ " + qsTr("STOP")
            color: Theme.actionText
            font.bold: true
            font.pixelSize: Math.min(26 * Theme.mm, parent.height * 0.6, pane.width * 0.09)
        }
        Fitted {
            anchors.left: stop.right
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            anchors.margins: 2 * Theme.gap
            anchors.leftMargin: 4 * Theme.gap
            text: pane.table.held.what ?? ""
            color: Theme.actionText
            largest: 15 * Theme.mm
            smallest: 6 * Theme.mm
        }
    }

    ColumnLayout {
        anchors.top: band.bottom
        anchors.bottom: parent.bottom
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.margins: 2 * Theme.gap
        spacing: Theme.gap

        RowLayout {
            opacity: pane.silent ? 0.35 : 1
            spacing: 2 * Theme.gap
            Layout.fillWidth: true
            Layout.fillHeight: true

            ColumnLayout {
                spacing: Theme.gap
                Layout.fillWidth: true
                Layout.fillHeight: true

                RowLayout {
                    spacing: 2 * Theme.gap
                    Layout.fillWidth: true
                    Repeater {
                        model: [[qsTr("Read"), pane.table.held.read], [qsTr("Due"), pane.table.held.expected]].slice(pane.tight ? 1 : 0)
                        Rectangle {
                            required property var modelData
                            color: Theme.panel
                            radius: 1.5 * Theme.mm
                            Layout.fillWidth: true
                            Layout.preferredWidth: 1
                            Layout.preferredHeight: 26 * Theme.mm
                            Line {
                                id: head
                                anchors.left: parent.left
                                anchors.top: parent.top
                                anchors.leftMargin: Theme.gap
                                text: parent.modelData[0]
                                color: Theme.quiet
                            }
                            Fitted {
                                anchors.top: head.bottom
                                anchors.bottom: parent.bottom
                                anchors.left: parent.left
                                anchors.right: parent.right
                                anchors.margins: Theme.gap
                                anchors.topMargin: 0
                                largest: 12 * Theme.mm
                                smallest: 5.5 * Theme.mm
                                text: parent.modelData[1] ?? ""
                                font.bold: true
                            }
                        }
                    }
                }
                Line {
                    visible: text !== "" && !pane.tight
                    text: (pane.table.held.alsoRead ?? []).length > 0 ? qsTr("Also read since: %1").arg(pane.table.held.alsoRead.slice(-3).join(", ")) : ""
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 4.6 * Theme.mm
                    Layout.fillWidth: true
                }
                Fitted {
                    text: pane.table.held.remedy ?? ""
                    largest: 17 * Theme.mm
                    smallest: (pane.asked ? 6 : 8) * Theme.mm
                    font.bold: true
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    Layout.preferredHeight: 40 * Theme.mm
                }
                TableArea {
                    table: pane.table
                    visible: pane.height > 150 * Theme.mm && !pane.asked
                    Layout.fillWidth: true
                    Layout.preferredHeight: pane.height * 0.24
                }
            }
            Loader {
                active: pane.keypad !== ""
                visible: active
                Layout.fillHeight: true
                Layout.preferredWidth: item ? item.implicitWidth : 0
                sourceComponent: values
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
        }
        RowLayout {
            spacing: 2 * Theme.gap
            Layout.fillWidth: true
            TouchButton {
                text: qsTr("Call pit boss")
                primary: !pane.table.held.dealerRules
                type: 8 * Theme.mm
                implicitHeight: Theme.primary
                waiting: pane.desk.waiting.includes("call_pit_boss")
                allowed: !pane.silent
                why: qsTr("No link to the table: call by voice")
                onTapped: pane.desk.callPitBoss()
            }
            Fitted {
                visible: !pane.table.held.dealerRules
                text: qsTr("Wait for the pit boss")
                largest: 10 * Theme.mm
                horizontalAlignment: Text.AlignHCenter
                Layout.fillWidth: true
                Layout.preferredHeight: Theme.primary
            }
            Repeater {
                model: pane.table.held.dealerRules ? pane.table.held.rulings : []
                HoldButton {
                    required property var modelData
                    text: modelData.word
                    type: 8 * Theme.mm
                    implicitHeight: Theme.primary
                    waiting: pane.desk.waiting.includes("rule")
                    allowed: !pane.silent
                    Layout.fillWidth: true
                    onConfirmed: pane.desk.rule(pane.table.held.id, modelData.key, "dealer")
                }
            }
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
