// The look of both screens: a calm grey ground, and saturated colour only for what needs somebody.
pragma Singleton
import QtQuick

QtObject {
    property real mm: 4 // pixels a millimetre; the window sets it

    readonly property color ground: "#c8ccd0"
    readonly property color panel: "#dde0e3"
    readonly property color line: "#9aa1a8"
    readonly property color text: "#14181c"
    readonly property color quiet: "#3f474e"
    readonly property color greyed: "#b9bec3"
    readonly property color greyedText: "#59626a"
    readonly property color button: "#eef0f2"
    readonly property color pressed: "#95a9bb"
    readonly property color action: "#1b4f7c"
    readonly property color actionText: "#ffffff"
    readonly property color high: "#b3141b"
    readonly property color medium: "#f0a800"
    readonly property color low: "#5b4a9a"
    readonly property color cardFace: "#ffffff"
    readonly property color cardBack: "#5d6f80"
    readonly property color suitRed: "#c4161c"
    readonly property color pocketRed: "#b8292f"
    readonly property color pocketBlack: "#1c1f22"
    readonly property color pocketGreen: "#1d7044"

    readonly property real target: 16 * mm
    readonly property real primary: 22 * mm
    readonly property real gap: 2.5 * mm
    readonly property real small: 7 * mm
    readonly property real middle: 9 * mm

    function priority(name) {
        return name === "high" ? high : name === "medium" ? medium : low
    }

    function priorityText(name) {
        return name === "medium" ? text : actionText
    }

    function priorityShape(name) {
        return name === "high" ? "■" : name === "medium" ? "▲" : "●"
    }

    function pocket(name) {
        return name === "red" ? pocketRed : name === "green" ? pocketGreen : pocketBlack
    }

    function minutes(ms) {
        const seconds = Math.max(0, Math.floor(ms / 1000))
        const two = n => String(n).padStart(2, "0")
        const hours = Math.floor(seconds / 3600)
        return (hours ? hours + ":" + two(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)) + ":" + two(seconds % 60)
    }
}
