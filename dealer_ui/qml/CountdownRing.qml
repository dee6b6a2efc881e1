// The time that is left, as a ring that empties and a number of seconds.
import QtQuick
import QtQuick.Shapes

Item {
    id: ring

    property real endsMs: 0
    property real lengthMs: 1
    property real now: 0
    readonly property real leftMs: Math.max(0, endsMs - now)
    readonly property real part: lengthMs > 0 ? Math.min(1, leftMs / lengthMs) : 0
    readonly property bool last: leftMs < 5000
    readonly property real stroke: width * 0.1

    Accessible.role: Accessible.ProgressBar
    Accessible.name: qsTr("%1 seconds left").arg(Math.ceil(leftMs / 1000))

    Shape {
        anchors.fill: parent
        Accessible.ignored: true

        ShapePath {
            strokeColor: Theme.line
            strokeWidth: ring.stroke
            fillColor: "transparent"
            PathAngleArc {
                centerX: ring.width / 2
                centerY: ring.height / 2
                radiusX: (ring.width - ring.stroke) / 2
                radiusY: radiusX
                startAngle: 0
                sweepAngle: 360
            }
        }
        ShapePath {
            strokeColor: ring.last ? Theme.high : Theme.quiet
            strokeWidth: ring.stroke
            fillColor: "transparent"
            capStyle: ShapePath.FlatCap
            PathAngleArc {
                centerX: ring.width / 2
                centerY: ring.height / 2
                radiusX: (ring.width - ring.stroke) / 2
                radiusY: radiusX
                startAngle: -90
                sweepAngle: 360 * ring.part
            }
        }
    }

    Text {
        anchors.centerIn: parent
        text: Math.ceil(ring.leftMs / 1000)
        color: ring.last ? Theme.high : Theme.text
        font.pixelSize: ring.width * 0.42
        font.bold: true
        Accessible.ignored: true
    }
}
