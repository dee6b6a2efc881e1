// A text as large as its place allows, never below what can be read at two metres.
import QtQuick

Line {
    property real largest: 24 * Theme.mm
    property real smallest: Theme.small
    font.pixelSize: largest
    minimumPixelSize: Math.min(smallest, largest)
    fontSizeMode: Text.Fit
    wrapMode: Text.WordWrap
    elide: Text.ElideNone
    lineHeight: 0.95
}
