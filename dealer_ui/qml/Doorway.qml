// The pane where somebody logs in, over everything else, while it is called for or a second person is.
import QtQuick

Loader {
    id: doorway

    required property QtObject entrance
    required property QtObject ticker
    property string heading: qsTr("Show your badge, or type staff number and PIN")
    property bool canLeave: false
    property bool silent: false
    signal gone

    active: entrance.open
    sourceComponent: Rectangle {
        color: Theme.ground
        Accessible.role: Accessible.Dialog
        Accessible.name: pane.heading
        MouseArea { anchors.fill: parent }
        LogInPane {
            id: pane
            anchors.fill: parent
            entrance: doorway.entrance
            ticker: doorway.ticker
            silent: doorway.silent
            heading: doorway.entrance.second ? qsTr("Second person: show your badge, or type staff number and PIN") : doorway.heading
            canBack: true
            canLeave: doorway.canLeave && !doorway.entrance.second
            onGone: doorway.gone()
        }
    }
}
