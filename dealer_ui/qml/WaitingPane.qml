// Nothing has been heard of the table yet.
import QtQuick

Item {
    id: pane
    property bool silent: false

    Fitted {
        anchors.fill: parent
        anchors.margins: 4 * Theme.gap
        horizontalAlignment: Text.AlignHCenter
        text: pane.silent ? qsTr("No link to the table. Call the technician.") : qsTr("Connecting to the table")
        color: pane.silent ? Theme.high : Theme.quiet
    }
}
