// Baccarat: what the dealer has announced. Nothing is offered beforehand.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: pad

    property bool allowed: true
    signal chosen(string value)

    implicitWidth: 80 * Theme.mm
    spacing: Theme.gap

    Repeater {
        model: [["player", qsTr("Player wins")], ["banker", qsTr("Banker wins")], ["tie", qsTr("Tie")]]
        TouchButton {
            required property var modelData
            text: modelData[1]
            type: 10 * Theme.mm
            allowed: pad.allowed
            implicitHeight: Theme.primary
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.maximumHeight: 34 * Theme.mm
            onTapped: pad.chosen(modelData[0])
        }
    }
    Item { Layout.fillHeight: true }
}
