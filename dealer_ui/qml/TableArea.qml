// The cards or the last numbers as they lie on the table.
import QtQuick

Item {
    id: area
    required property var table

    Loader {
        anchors.fill: parent
        sourceComponent: area.table.gameKey === "baccarat" ? baccarat
                         : area.table.gameKey === "blackjack" ? blackjack
                         : area.table.gameKey === "roulette" ? roulette : null
    }
    Component {
        id: baccarat
        BaccaratTable { table: area.table }
    }
    Component {
        id: blackjack
        BlackjackTable { table: area.table }
    }
    Component {
        id: roulette
        RouletteTable { table: area.table }
    }
}
