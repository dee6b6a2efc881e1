// A card that the shoe could not read: rank and suit, each to be tapped. Neither is offered beforehand.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: pad

    property bool allowed: true
    property bool waiting: false
    property string rank: ""
    property string suit: ""
    property string enters: qsTr("Enter")
    signal entered(string value)

    implicitWidth: 7 * 17 * Theme.mm + 6 * Theme.gap
    spacing: Theme.gap

    GridLayout {
        columns: 7
        columnSpacing: Theme.gap
        rowSpacing: Theme.gap
        Layout.fillWidth: true
        Repeater {
            model: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
            TouchButton {
                required property string modelData
                text: modelData === "T" ? "10" : modelData
                chosen: pad.rank === modelData
                allowed: pad.allowed
                implicitWidth: Theme.target
                Layout.fillWidth: true
                onTapped: pad.rank = modelData
            }
        }
    }
    RowLayout {
        spacing: Theme.gap
        Layout.fillWidth: true
        Repeater {
            model: [["s", "♠", qsTr("spades")], ["h", "♥", qsTr("hearts")], ["d", "♦", qsTr("diamonds")], ["c", "♣", qsTr("clubs")]]
            TouchButton {
                required property var modelData
                text: modelData[1]
                spoken: modelData[2]
                type: 10 * Theme.mm
                chosen: pad.suit === modelData[0]
                allowed: pad.allowed
                implicitWidth: Theme.target
                implicitHeight: Theme.primary
                onTapped: pad.suit = modelData[0]
            }
        }
        TouchButton {
            primary: true
            text: pad.enters
            implicitWidth: 40 * Theme.mm
            waiting: pad.waiting
            allowed: pad.allowed && pad.rank !== "" && pad.suit !== ""
            Layout.fillWidth: true
            onTapped: {
                const value = pad.rank + pad.suit
                pad.rank = ""
                pad.suit = ""
                pad.entered(value)
            }
        }
    }
    Item { Layout.fillHeight: true }
}
