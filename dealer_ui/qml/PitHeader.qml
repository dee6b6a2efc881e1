// Floor, time, alarm load, who stands here, language, and the way back to the wall.
import QtQuick
import QtQuick.Layouts

Rectangle {
    id: header

    required property QtObject screen
    required property QtObject words
    required property QtObject ticker
    property real type: 30
    property string hint: ""
    onHintChanged: fading.restart()
    Timer {
        id: fading
        interval: 4000
        onTriggered: header.hint = ""
    }

    color: Theme.panel
    implicitHeight: Theme.target + Theme.gap

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        spacing: 2 * Theme.gap

        TouchButton {
            visible: header.screen.opened !== ""
            text: "◀ " + qsTr("All tables")
            type: header.type
            onTapped: header.screen.open("")
        }
        Line {
            text: header.screen.floor
            font.pixelSize: header.type
            font.bold: true
        }
        TouchButton {
            visible: header.screen.keepsList && header.screen.outside
            chosen: true
            text: qsTr("Log in")
            type: header.type
            implicitWidth: 34 * Theme.mm
            onTapped: header.screen.logIn()
        }
        HoldButton {
            visible: header.screen.keepsList && !header.screen.outside
            text: qsTr("Log out")
            type: header.type
            implicitWidth: 34 * Theme.mm
            onConfirmed: header.screen.logOut()
            onExplained: why => header.hint = why
        }
        Line {
            text: header.hint || header.screen.person
            font.pixelSize: header.type
            color: Theme.quiet
            Layout.fillWidth: true
        }
        Line {
            readonly property bool over: header.screen.alarmsAnHour > header.screen.aim
            text: (header.screen.flood ? "▲ " + qsTr("Alarm flood") + "  " : "")
                  + qsTr("Alarms this hour: %1 (aim %2)").arg(header.screen.alarmsAnHour).arg(header.screen.aim)
            font.pixelSize: header.type
            font.bold: over || header.screen.flood
            color: header.screen.flood ? Theme.high : over ? Theme.text : Theme.quiet
        }
        Line {
            text: new Date(header.ticker.now).toISOString().slice(11, 19) + " UTC"
            font.pixelSize: header.type
        }
        TouchButton {
            text: header.words.next_name
            type: header.type
            spoken: qsTr("Language: %1").arg(header.words.next_name)
            onTapped: header.words.switch()
        }
    }
}
