// One table of the wall. Grey while all is well; an alarm has colour, shape and word.
import QtQuick
import QtQuick.Layouts

Rectangle {
    id: place

    property var tile: ({})
    property real now: 0
    property real type: 30
    readonly property var alarm: tile.alarms && tile.alarms.length ? tile.alarms[0] : null
    readonly property bool unseen: alarm !== null && !alarm.acknowledged
    readonly property bool needs: !!tile.silent || tile.state === "held" || unseen
    readonly property color mark: tile.silent ? Theme.high : alarm ? Theme.priority(alarm.priority) : Theme.high
    readonly property bool isTarget: true
    readonly property bool isPrimary: false
    signal tapped
    signal acknowledged(string alarm)

    color: Theme.panel
    radius: 6
    border.width: needs ? 6 : 1
    border.color: needs ? mark : Theme.line
    clip: true

    Accessible.role: Accessible.Button
    Accessible.name: [tile.table, tile.stateWord, tile.silent ? qsTr("no link") : "", alarm ? alarm.what : ""].filter(part => part).join(", ")
    Accessible.onPressAction: place.tapped()

    MouseArea {
        anchors.fill: parent
        onClicked: place.tapped()
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: place.type * 0.4
        spacing: place.type * 0.12

        RowLayout {
            spacing: place.type * 0.4
            Layout.fillWidth: true
            Line {
                text: place.tile.table ?? ""
                font.pixelSize: place.type * 1.1
                font.bold: true
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: place.type * 0.8
                Layout.fillWidth: true
            }
            Line {
                visible: !!place.tile.known && place.tile.sinceMs > 0
                text: Theme.minutes(place.now - (place.tile.sinceMs ?? 0))
                Accessible.name: qsTr("In this state for %1").arg(text)
                font.pixelSize: place.type
                color: Theme.quiet
            }
        }
        Line {
            text: place.tile.silent ? "■ " + qsTr("no link") : place.tile.known ? place.tile.stateWord : qsTr("connecting")
            font.pixelSize: place.type * 1.35
            font.bold: place.needs
            color: place.tile.silent || place.tile.state === "held" ? Theme.high : Theme.text
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: place.type * 0.8
            Layout.fillWidth: true
        }
        Rectangle {
            visible: place.alarm !== null
            color: place.unseen ? place.mark : "transparent"
            border.color: place.mark
            border.width: 3
            radius: 4
            implicitHeight: Math.max(words.implicitHeight + place.type * 0.4, Theme.target)
            Layout.fillWidth: true
            readonly property bool isTarget: place.unseen
            readonly property bool isPrimary: false

            Accessible.role: Accessible.Button
            Accessible.name: words.text
            Accessible.description: place.unseen ? qsTr("Tap to acknowledge") : ""
            Accessible.onPressAction: if (place.unseen) place.acknowledged(place.alarm.id)

            SequentialAnimation on opacity {
                // Only what nobody has acknowledged blinks.
                running: place.unseen && place.visible
                loops: Animation.Infinite
                alwaysRunToEnd: true
                PauseAnimation { duration: 700 }
                NumberAnimation { to: 0.55; duration: 150 }
                PauseAnimation { duration: 250 }
                NumberAnimation { to: 1; duration: 150 }
            }
            Text {
                id: words
                anchors.fill: parent
                anchors.margins: place.type * 0.2
                text: !place.alarm ? "" : (place.alarm.acknowledged ? "✓ " : Theme.priorityShape(place.alarm.priority) + " ")
                                          + place.alarm.what + (place.alarm.count > 1 ? "  ×" + place.alarm.count : "")
                                          + (place.tile.alarms.length > 1 ? "  +" + (place.tile.alarms.length - 1) : "")
                color: place.unseen ? Theme.priorityText(place.alarm.priority) : Theme.text
                font.pixelSize: place.type * 0.85
                wrapMode: Text.WordWrap
                maximumLineCount: 3
                elide: Text.ElideRight
                verticalAlignment: Text.AlignVCenter
                Accessible.ignored: true
            }
            MouseArea {
                anchors.fill: parent
                onClicked: place.unseen ? place.acknowledged(place.alarm.id) : place.tapped()
            }
        }
        Line {
            text: [place.tile.game, place.tile.dealer].filter(part => part).join(" · ")
            font.pixelSize: place.type * 0.85
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: place.type * 0.7
            Layout.fillWidth: true
        }
        Line {
            text: [place.tile.shoeRound, place.tile.cut].filter(part => part).join(" · ")
            font.pixelSize: place.type * 0.85
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: place.type * 0.65
            color: Theme.quiet
            Layout.fillWidth: true
        }
        Row {
            spacing: place.type * 0.2
            Layout.fillWidth: true
            Layout.preferredHeight: place.type * 1.3
            Repeater {
                model: place.tile.last ?? []
                Outcome {
                    required property var modelData
                    outcome: modelData
                    side: Math.min(place.type * 1.3, (place.width - place.type * 2) / 6)
                }
            }
        }
        Item { Layout.fillHeight: true }
        Line {
            visible: !!place.tile.known
            readonly property var bad: (place.tile.devices ?? []).filter(device => !device.good)
            text: bad.length ? "✕ " + bad.map(device => device.name + ": " + device.state).join(", ")
                             : "✓ " + (place.tile.devices ?? []).map(device => device.name).join(", ")
            font.pixelSize: place.type * 0.85
            font.bold: bad.length > 0
            color: bad.length ? Theme.high : Theme.quiet
            Layout.fillWidth: true
        }
        Line {
            visible: !!place.tile.known
            text: (place.tile.backendGood ? "✓ " : "▲ ") + (place.tile.backend ?? "")
            font.pixelSize: place.type * 0.85
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: place.type * 0.65
            font.bold: !place.tile.backendGood
            color: place.tile.backendGood ? Theme.quiet : Theme.text
            Layout.fillWidth: true
        }
    }
}
