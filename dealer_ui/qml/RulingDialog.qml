// A ruling on what holds the table: only what this house allows here, a reason, and held down to be given.
import QtQuick
import QtQuick.Layouts

Rectangle {
    id: dialog

    required property var table
    required property QtObject desk
    property real type: 30
    property bool silent: false
    property string ruling: ""
    property string message: ""
    signal closed
    signal entryWanted

    readonly property var rulings: (table.held.rulings ?? []).filter(ruling => ruling.key !== "enter")
    readonly property bool byHand: (table.held.rulings ?? []).some(ruling => ruling.key === "enter") && !!table.entry.what

    color: "#80000000"
    Accessible.role: Accessible.Dialog
    Accessible.name: qsTr("Ruling")

    MouseArea { anchors.fill: parent }
    Connections {
        target: dialog.desk
        function onRefused(why) { dialog.message = why }
    }

    Rectangle {
        anchors.centerIn: parent
        width: parent.width * 0.86
        height: parent.height * 0.9
        radius: 8
        color: Theme.ground
        border.color: Theme.high
        border.width: 6
        Accessible.ignored: true

        ColumnLayout {
            anchors.fill: parent
            anchors.margins: dialog.type
            spacing: dialog.type * 0.5

            Line {
                text: "■ " + dialog.table.table + ": " + (dialog.table.held.what ?? "")
                font.pixelSize: dialog.type * 1.3
                font.bold: true
                color: Theme.high
                wrapMode: Text.WordWrap
                elide: Text.ElideNone
                Layout.fillWidth: true
            }
            RowLayout {
                spacing: dialog.type
                Layout.fillWidth: true
                Repeater {
                    model: [[qsTr("Read"), dialog.table.held.read], [qsTr("Due"), dialog.table.held.expected]]
                    Line {
                        required property var modelData
                        text: modelData[0] + ": " + (modelData[1] ?? "")
                        font.pixelSize: dialog.type * 1.2
                        wrapMode: Text.WordWrap
                        elide: Text.ElideNone
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                    }
                }
            }
            TableArea {
                table: dialog.table
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.minimumHeight: dialog.type * 3
            }
            Line {
                visible: (dialog.table.held.rulings ?? []).length === 0
                text: qsTr("No ruling is possible now: a device is missing")
                font.pixelSize: dialog.type * 1.1
            }
            Line {
                visible: text !== ""
                text: (dialog.table.held.alsoRead ?? []).length > 0 ? qsTr("Also read since: %1").arg(dialog.table.held.alsoRead.slice(-4).join(", ")) : ""
                font.pixelSize: dialog.type
                wrapMode: Text.WordWrap
                maximumLineCount: 2
                Layout.fillWidth: true
            }
            GridLayout {
                columns: Math.min(3, Math.max(1, dialog.rulings.length))
                columnSpacing: Theme.gap
                rowSpacing: Theme.gap
                Layout.fillWidth: true
                Repeater {
                    model: dialog.rulings
                    TouchButton {
                        required property var modelData
                        text: (dialog.ruling === modelData.key ? "● " : "○ ") + modelData.word
                        spoken: modelData.word
                        type: dialog.type * 1.1
                        chosen: dialog.ruling === modelData.key
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        onTapped: dialog.ruling = modelData.key
                    }
                }
            }
            Line {
                visible: !!dialog.table.held.twoPeople
                text: qsTr("Two people must rule the same, one of them a pit boss")
                font.pixelSize: dialog.type
                wrapMode: Text.WordWrap
                Layout.fillWidth: true
            }
            ReasonField {
                id: reason
                name: "ruling reason"
                type: dialog.type
                Layout.fillWidth: true
            }
            Line {
                visible: dialog.message !== ""
                text: dialog.message
                font.pixelSize: dialog.type
                font.bold: true
                color: Theme.high
                Layout.fillWidth: true
            }
            RowLayout {
                spacing: 2 * Theme.gap
                Layout.fillWidth: true
                TouchButton {
                    text: qsTr("Back")
                    type: dialog.type * 1.1
                    implicitHeight: Theme.primary
                    onTapped: dialog.closed()
                }
                TouchButton {
                    visible: dialog.byHand
                    text: qsTr("Two people enter it")
                    type: dialog.type * 1.1
                    implicitHeight: Theme.primary
                    onTapped: dialog.entryWanted()
                }
                Item { Layout.fillWidth: true }
                HoldButton {
                    primary: true
                    text: qsTr("Hold to rule")
                    type: dialog.type * 1.2
                    implicitWidth: 80 * Theme.mm
                    allowed: !dialog.silent && dialog.ruling !== "" && reason.given
                    why: dialog.silent ? qsTr("No link to the table") : dialog.ruling === "" ? qsTr("Choose a ruling") : qsTr("Choose or type a reason first")
                    waiting: dialog.desk.waiting.includes("rule")
                    onExplained: why => dialog.message = why
                    onConfirmed: dialog.desk.rule(dialog.table.held.id, dialog.ruling, reason.text)
                }
            }
        }
    }
}
