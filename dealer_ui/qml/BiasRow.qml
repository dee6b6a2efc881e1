// A wheel's bias over pockets or sectors: the figure in words, and how its chance came to be what it is.
import QtQuick
import QtQuick.Layouts

RowLayout {
    id: row

    property var figure: ({})
    property real type: 30
    spacing: type * 0.5

    Line {
        text: (row.figure.suspect ? "▲ " : "") + qsTr("%1: χ² %2 (%3 df), chance %4").arg(row.figure.over).arg(row.figure.chiSquare).arg(row.figure.freedom).arg(row.figure.chance)
              + (row.figure.enough ? "" : "  " + qsTr("too few spins"))
        font.pixelSize: row.type * 0.85
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: row.type * 0.65
        font.bold: !!row.figure.suspect
        color: row.figure.suspect ? Theme.high : Theme.text
        Layout.fillWidth: true
    }
    Rectangle {
        id: past
        readonly property var bars: (row.figure.history ?? []).slice(-60)
        visible: bars.length > 0
        color: Theme.panel
        implicitWidth: row.type * 9
        implicitHeight: row.type * 1.4
        Accessible.role: Accessible.Graphic
        Accessible.name: qsTr("History of the chance: %1").arg(bars.map(part => Math.round(part * 100) + " %").join(", "))

        Row {
            anchors.fill: parent
            spacing: 1
            Repeater {
                model: past.bars
                Rectangle {
                    required property real modelData
                    anchors.bottom: parent.bottom
                    width: Math.max(2, past.width / Math.max(20, past.bars.length) - 1)
                    height: Math.max(2, past.height * modelData)
                    color: modelData < 0.01 ? Theme.high : Theme.quiet
                }
            }
        }
    }
}
