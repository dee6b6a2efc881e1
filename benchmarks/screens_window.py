"""One window of `benchmarks.screens`, in a process of its own.

`bare`: a QML window with a rectangle and a text; `dealer RESULTS TELEMETRY`: the dealer's screen. Both print `shown` at
the first correct picture. `storm RESULTS TELEMETRY SECONDS`: the dealer's screen while the table changes; prints one
JSON object with frame and tap times in milliseconds and the views that it has heard of.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import msgspec
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickItem, QQuickWindow
from PySide6.QtTest import QTest

BARE = b"""
import QtQuick
import QtQuick.Window
Window { visible: true; width: 1280; height: 800
    Rectangle { anchors.fill: parent; color: "gray"
        Text { anchors.centerIn: parent; text: "Card to PLAYER 3"; font.pixelSize: 100 } } }
"""
TAP_EVERY_MS = 150


def bare() -> None:
    """A window with nothing of ours in it."""
    app = QGuiApplication(sys.argv[:1])
    engine = QQmlApplicationEngine()
    engine.loadData(BARE)
    window = engine.rootObjects()[0]
    assert isinstance(window, QQuickWindow)
    window.frameSwapped.connect(lambda: QTimer.singleShot(0, app.quit))
    app.exec()
    print("shown", flush=True)


def open_dealer(results: str, telemetry: str) -> tuple[Any, Any, Any]:
    """The dealer's screen as `studio-dealer` opens it: link, what stands behind, window."""
    from dealer_ui.dealer import DealerScreen
    from dealer_ui.link import TableLink
    from dealer_ui.places import Place
    from dealer_ui.window import Screen, Ticker, application
    from dealer_ui.words import Words

    application()
    words, ticker = Words("en"), Ticker()
    link = TableLink([Place("table", results, telemetry)])
    behind = DealerScreen("table", link, words, ticker, "Ana M.", "dealer")
    link.viewed.connect(behind.see)
    link.start()
    given = behind.given()
    return link, behind, Screen("Dealer.qml", given, words, mm=1 / 0.2588, size=(1280, 800), ticker=ticker)


def dealer(results: str, telemetry: str) -> None:
    """The dealer's screen until its first picture of the table as it is."""
    link, behind, screen = open_dealer(results, telemetry)

    def swapped() -> None:
        if behind.desk.view is not None:
            # Not within the frame: to quit closes the window, and takes away what is just being drawn with.
            QTimer.singleShot(0, QCoreApplication.quit)

    screen.window.frameSwapped.connect(swapped)
    QCoreApplication.exec()
    print("shown", flush=True)
    link.close()
    screen.close()


def storm(results: str, telemetry: str, seconds: float) -> None:
    """Frame times while every frame asks for the next, and taps on a button that is always there."""
    link, _, screen = open_dealer(results, telemetry)
    window = screen.window
    frames: list[float] = []
    taps: list[float] = []
    seen: list[int] = []
    last = [time.perf_counter(), time.thread_time()]
    own: list[float] = []
    pressed: list[float] = []
    button = find(window.contentItem(), "Call pit boss")
    resting = button.property("color").name()
    at = button.mapRectToScene(QRectF(0, 0, button.width(), button.height())).center()

    def swapped() -> None:
        now = time.perf_counter()
        used = time.thread_time()
        frames.append((now - last[0]) * 1000)
        own.append((used - last[1]) * 1000)
        last[:] = [now, used]
        if pressed and button.property("color").name() != resting:
            taps.append((now - pressed.pop()) * 1000)
            QTimer.singleShot(0, lambda: touch(window, QEvent.Type.MouseButtonRelease, QPointF(0, 0)))
        window.update()

    def press() -> None:
        if not pressed:
            pressed.append(time.perf_counter())
            touch(window, QEvent.Type.MouseButtonPress, at)

    def count(_: str, view: Any) -> None:
        seen.append(view.n)

    link.viewed.connect(count)
    window.frameSwapped.connect(swapped)
    pressing = QTimer(interval=TAP_EVERY_MS)
    pressing.timeout.connect(press)
    QTimer.singleShot(500, lambda: (frames.clear(), own.clear(), pressing.start()))
    QTimer.singleShot(int(500 + seconds * 1000), QCoreApplication.quit)
    window.update()
    QCoreApplication.exec()
    link.close()
    told = {"frames": frames, "own": own, "taps": taps, "first": seen[0], "last": seen[-1]}
    print(msgspec.json.encode(told).decode(), flush=True)
    screen.close()


def touch(window: QQuickWindow, kind: QEvent.Type, at: QPointF) -> None:
    """A finger comes down or goes up. Handed to the window at once: Qt's own test hands work through all other events
    first, and a picture that is drawn within a picture ends the program."""
    left = Qt.MouseButton.LeftButton
    held = left if kind == QEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
    QCoreApplication.sendEvent(window, QMouseEvent(kind, at, at, left, held, Qt.KeyboardModifier.NoModifier))


def find(item: QQuickItem, text: str) -> QQuickItem:
    """The visible button that says `text`; before the first view it is waited for."""
    while True:
        waiting = [item]
        while waiting:
            found = waiting.pop()
            if found.isVisible():
                names = found.metaObject()
                if names.indexOfProperty("isTarget") >= 0 and found.property("text") == text:
                    return found
                waiting.extend(found.childItems())
        QTest.qWait(20)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bare"]:
            bare()
        case ["dealer", results, telemetry]:
            dealer(results, telemetry)
        case ["storm", results, telemetry, seconds]:
            storm(results, telemetry, float(seconds))
        case _:
            sys.exit(__doc__)
