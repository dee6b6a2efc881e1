// What no device gave, typed by hand: by two people, each at a screen of their own, and neither sees the other's.
import QtQuick
import QtQuick.Layouts

Panel {
    id: form

    required property var table
    required property QtObject desk
    property bool silent: false
    signal explained(string why)

    readonly property string by: table.entry.by ?? ""
    readonly property bool own: by !== "" && by === desk.person

    title: qsTr("By hand: %1").arg(table.entry.due || qsTr("what is due"))

    Line {
        text: form.own ? qsTr("Entered. Another person enters the same.")
              : form.by !== "" ? qsTr("%1 has entered it. Enter what you have seen.").arg(form.by)
                               : qsTr("Two people enter the same, one of them a pit boss.")
        font.pixelSize: form.type * 0.95
        wrapMode: Text.WordWrap
        Layout.fillWidth: true
    }
    ValuePad {
        active: !form.own
        visible: active
        what: form.table.entry.what ?? "deal"
        count: form.table.entry.count ?? 1
        allowed: !form.silent
        waiting: form.desk.waiting.includes("enter")
        Layout.fillWidth: true
        Layout.fillHeight: true
        onEntered: value => form.desk.enter(value)
    }
    Item { Layout.fillHeight: true }
}
