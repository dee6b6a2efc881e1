// A text that carries meaning: what is to be read is also what is read aloud.
import QtQuick

Text {
    color: Theme.text
    font.pixelSize: Theme.small
    elide: Text.ElideRight
    verticalAlignment: Text.AlignVCenter
    textFormat: Text.PlainText
    Accessible.role: Accessible.StaticText
    Accessible.name: text
    Accessible.ignored: text === ""
}
