// Who is there: a badge (its reader types like a keyboard and ends with Enter), or staff number and PIN.
// Nothing that was typed stays here once it is on its way.
import QtQuick
import QtQuick.Layouts

Item {
    id: pane
    objectName: "logInPane"

    required property QtObject entrance
    required property QtObject ticker
    property string heading: qsTr("Show your badge, or type staff number and PIN")
    property bool canBack: false
    property bool canLeave: false // the dealer on duty may log out here
    property bool canCall: false
    property bool silent: false
    property string number: ""
    property string pin: ""
    property bool atPin: false
    property string message: ""
    readonly property bool low: height < 125 * Theme.mm // a panel of ten inches
    readonly property real lockedMs: entrance.lockedUntilMs - ticker.now
    readonly property string told: lockedMs > 0 ? qsTr("Locked for another %1").arg(Theme.minutes(lockedMs))
                                 : message !== "" ? message : entrance.waiting ? qsTr("One moment …") : ""
    signal gone
    signal called

    function clear() {
        number = ""
        pin = ""
        atPin = false
        badge.text = ""
        badge.forceActiveFocus()
    }

    Component.onCompleted: clear()
    onVisibleChanged: {
        message = ""
        clear()
    }
    Connections {
        target: pane.entrance
        function onRefused(why) {
            pane.message = why
            pane.clear()
        }
    }

    RowLayout {
        anchors.fill: parent
        anchors.margins: 3 * Theme.gap
        spacing: 4 * Theme.gap

        ColumnLayout {
            spacing: (pane.low ? 1 : 1.5) * Theme.gap
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.preferredWidth: 1

            Fitted {
                text: pane.heading
                largest: 14 * Theme.mm
                font.bold: true
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.minimumHeight: (pane.low ? 10 : 14) * Theme.mm
            }
            Fitted {
                visible: pane.entrance.second
                text: qsTr("Confirms %1").arg(pane.entrance.what)
                largest: Theme.middle
                Layout.fillWidth: true
                Layout.preferredHeight: (pane.low ? 8 : 14) * Theme.mm
            }
            TextInput {
                id: badge
                focus: true
                color: "transparent"
                cursorVisible: false
                cursorDelegate: Item {}
                echoMode: TextInput.Password
                inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText
                maximumLength: 32
                Accessible.role: Accessible.EditableText
                Accessible.name: qsTr("Badge")
                Layout.preferredHeight: 1
                onAccepted: {
                    const shown = text
                    text = ""
                    pane.message = ""
                    if (shown !== "")
                        pane.entrance.enter(shown, "", "")
                }
            }
            Repeater {
                model: [[qsTr("Staff number"), pane.number, !pane.atPin], [qsTr("PIN"), "●".repeat(pane.pin.length), pane.atPin]]
                Rectangle {
                    required property var modelData
                    color: Theme.panel
                    radius: 1.5 * Theme.mm
                    border.width: (modelData[2] ? 1 : 0.3) * Theme.mm
                    border.color: modelData[2] ? Theme.action : Theme.line
                    implicitHeight: (pane.low ? 12 : 17) * Theme.mm
                    Layout.fillWidth: true
                    Accessible.ignored: true
                    Line {
                        anchors.fill: parent
                        anchors.leftMargin: 2 * Theme.gap
                        anchors.rightMargin: Theme.gap
                        text: parent.modelData[0] + ":  " + parent.modelData[1]
                        // How long a PIN is tells something of it, too.
                        Accessible.name: parent.modelData[0]
                        font.pixelSize: Theme.middle
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: 5 * Theme.mm
                    }
                }
            }
            Fitted {
                text: pane.told === "" ? "" : (pane.entrance.waiting ? "" : "■ ") + pane.told
                color: pane.entrance.waiting ? Theme.text : Theme.high
                font.bold: true
                largest: Theme.middle
                smallest: 5.5 * Theme.mm
                Layout.fillWidth: true
                Layout.preferredHeight: (pane.low ? 9 : 16) * Theme.mm
            }
            RowLayout {
                visible: pane.canBack || pane.canLeave || pane.canCall
                spacing: 2 * Theme.gap
                Layout.fillWidth: true
                TouchButton {
                    visible: pane.canBack
                    text: qsTr("Back")
                    type: 8 * Theme.mm
                    implicitHeight: Theme.primary
                    onTapped: pane.entrance.back()
                }
                HoldButton {
                    visible: pane.canLeave
                    text: qsTr("Hold to log out")
                    type: 8 * Theme.mm
                    implicitHeight: Theme.primary
                    allowed: !pane.silent
                    why: qsTr("No link to the table")
                    Layout.fillWidth: true
                    onConfirmed: pane.gone()
                    onExplained: why => pane.message = why
                }
                TouchButton {
                    visible: pane.canCall
                    text: qsTr("Call pit boss")
                    type: 8 * Theme.mm
                    implicitHeight: Theme.primary
                    allowed: !pane.silent
                    why: qsTr("No link to the table: call by voice")
                    onTapped: pane.called()
                    onExplained: why => pane.message = why
                }
                Item { Layout.fillWidth: true }
            }
        }
        GridLayout {
            columns: 3
            columnSpacing: Theme.gap
            rowSpacing: Theme.gap
            Layout.alignment: Qt.AlignVCenter
            Repeater {
                model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "✕", "0", "✓"]
                TouchButton {
                    required property string modelData
                    text: modelData
                    spoken: modelData === "✕" ? qsTr("Delete") : modelData === "✓" ? qsTr("Enter") : modelData
                    type: 12 * Theme.mm
                    primary: modelData === "✓"
                    implicitWidth: pane.width < 250 * Theme.mm ? Theme.primary : 30 * Theme.mm
                    implicitHeight: pane.low ? Theme.primary : 28 * Theme.mm
                    waiting: modelData === "✓" && pane.entrance.waiting
                    allowed: modelData !== "✓" || (!pane.silent && (pane.atPin ? pane.pin.length >= 4 : pane.number !== ""))
                    why: pane.silent ? qsTr("No link to the table") : pane.atPin ? qsTr("A PIN has at least four digits") : qsTr("Type your staff number")
                    onExplained: why => pane.message = why
                    onTapped: {
                        pane.message = ""
                        if (modelData === "✕") {
                            pane.clear()
                        } else if (modelData === "✓" && pane.atPin) {
                            const typed = [pane.number, pane.pin]
                            pane.clear()
                            pane.entrance.enter("", typed[0], typed[1])
                        } else if (modelData === "✓") {
                            pane.atPin = true
                        } else if (pane.atPin && pane.pin.length < 12) {
                            pane.pin += modelData
                        } else if (!pane.atPin && pane.number.length < 6) {
                            pane.number += modelData
                        }
                        badge.forceActiveFocus()
                    }
                }
            }
        }
    }
}
