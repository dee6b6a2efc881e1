// Who stands here: a badge (its reader types like a keyboard and ends with Enter), or staff number and PIN.
import QtQuick
import QtQuick.Layouts

Item {
    id: pane

    required property QtObject screen
    property string number: ""
    property string pin: ""
    property bool atPin: false
    property string message: ""

    function clear() {
        number = ""
        pin = ""
        atPin = false
    }

    onVisibleChanged: {
        clear()
        message = ""
        badge.text = ""
        if (visible)
            badge.forceActiveFocus()
    }
    Connections {
        target: pane.screen
        function onLoginRefused(why) {
            pane.message = why
            pane.clear()
        }
    }

    RowLayout {
        anchors.fill: parent
        anchors.margins: 3 * Theme.gap
        spacing: 5 * Theme.gap

        ColumnLayout {
            spacing: 2 * Theme.gap
            Layout.fillWidth: true
            Layout.fillHeight: true

            Fitted {
                text: qsTr("Show your badge, or type staff number and PIN")
                largest: 14 * Theme.mm
                font.bold: true
                Layout.fillWidth: true
                Layout.fillHeight: true
            }
            TextInput {
                id: badge
                focus: true
                color: "transparent"
                cursorVisible: false
                cursorDelegate: Item {}
                echoMode: TextInput.Password
                Accessible.role: Accessible.EditableText
                Accessible.name: qsTr("Badge")
                onAccepted: {
                    if (text !== "")
                        pane.screen.logIn(text, "", "")
                    text = ""
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
                    implicitHeight: 18 * Theme.mm
                    Layout.fillWidth: true
                    Line {
                        anchors.fill: parent
                        anchors.leftMargin: 2 * Theme.gap
                        text: parent.modelData[0] + ":  " + parent.modelData[1]
                        font.pixelSize: Theme.middle
                    }
                }
            }
            Fitted {
                text: pane.message === "" ? "" : "■ " + pane.message
                color: Theme.high
                font.bold: true
                largest: Theme.middle
                Layout.fillWidth: true
                Layout.preferredHeight: 18 * Theme.mm
            }
        }
        GridLayout {
            columns: 3
            columnSpacing: Theme.gap
            rowSpacing: Theme.gap
            Repeater {
                model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "✕", "0", "✓"]
                TouchButton {
                    required property string modelData
                    text: modelData
                    spoken: modelData === "✕" ? qsTr("Delete") : modelData === "✓" ? qsTr("Enter") : modelData
                    type: 10 * Theme.mm
                    primary: modelData === "✓"
                    implicitWidth: Theme.primary
                    implicitHeight: Theme.primary
                    allowed: modelData !== "✓" || (pane.atPin ? pane.pin.length >= 4 : pane.number !== "")
                    why: pane.atPin ? qsTr("A PIN has at least four digits") : qsTr("Type your staff number")
                    onExplained: why => pane.message = why
                    onTapped: {
                        pane.message = ""
                        if (modelData === "✕")
                            pane.clear()
                        else if (modelData === "✓" && pane.atPin)
                            pane.screen.logIn("", pane.number, pane.pin)
                        else if (modelData === "✓")
                            pane.atPin = true
                        else if (pane.atPin && pane.pin.length < 12)
                            pane.pin += modelData
                        else if (!pane.atPin && pane.number.length < 6)
                            pane.number += modelData
                        badge.forceActiveFocus()
                    }
                }
            }
        }
    }
}
