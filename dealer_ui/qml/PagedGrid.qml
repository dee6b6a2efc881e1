// Buttons in a grid, as many as there is room for; further ones by turning the page, since nothing is swiped.
import QtQuick
import QtQuick.Layouts

ColumnLayout {
    id: grid

    property var entries: [] // each with `text`, `spoken`, and whatever the form needs
    property int columns: 2
    property real type: 30
    property int page: 0
    readonly property int rows: Math.max(1, Math.floor((height + Theme.gap) / (Theme.target + Theme.gap)))
    readonly property bool turns: entries.length > rows * columns
    readonly property int size: (turns ? Math.max(1, rows - 1) : rows) * columns
    readonly property int pages: Math.max(1, Math.ceil(entries.length / size))
    readonly property int shown: Math.min(page, pages - 1)
    signal chosen(var entry)

    spacing: Theme.gap

    GridLayout {
        columns: grid.columns
        columnSpacing: Theme.gap
        rowSpacing: Theme.gap
        uniformCellWidths: true
        Layout.fillWidth: true
        Repeater {
            model: grid.entries.slice(grid.shown * grid.size, (grid.shown + 1) * grid.size)
            TouchButton {
                required property var modelData
                text: modelData.text
                spoken: modelData.spoken ?? modelData.text
                chosen: modelData.chosen ?? false
                type: grid.type * 0.95
                implicitWidth: Theme.target
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                onTapped: grid.chosen(modelData)
            }
        }
    }
    Item { Layout.fillHeight: true }
    RowLayout {
        visible: grid.turns
        spacing: Theme.gap
        Layout.fillWidth: true
        TouchButton {
            text: "▲"
            spoken: qsTr("Page before")
            type: grid.type
            implicitWidth: Theme.target
            allowed: grid.shown > 0
            onTapped: grid.page = grid.shown - 1
        }
        Line {
            text: (grid.shown + 1) + " / " + grid.pages
            Accessible.name: qsTr("Page %1 of %2").arg(grid.shown + 1).arg(grid.pages)
            font.pixelSize: grid.type
            horizontalAlignment: Text.AlignHCenter
            Layout.fillWidth: true
        }
        TouchButton {
            text: "▼"
            spoken: qsTr("Page after")
            type: grid.type
            implicitWidth: Theme.target
            allowed: grid.shown < grid.pages - 1
            onTapped: grid.page = grid.shown + 1
        }
    }
}
