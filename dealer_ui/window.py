"""What both screens share: the application, its clock, the QML engine and its window."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import shiboken6
from PySide6.QtCore import Property, QDateTime, QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine, QQmlPropertyMap
from PySide6.QtQuick import QQuickWindow

from dealer_ui.facts import Facts
from dealer_ui.words import Words

QML: Final = Path(__file__).parent / "qml"
TICK_MS: Final = 100
LEAK_CALLS: Final = 100


def utc_ms() -> float:
    """Now, in milliseconds since 1970."""
    return float(QDateTime.currentMSecsSinceEpoch())


class Ticker(QObject):
    """The time on the screen, by which rings turn and times in a state grow."""

    changed = Signal()

    def __init__(self, now_ms: Callable[[], float] = utc_ms, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now_ms = now_ms
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self.changed)
        self._timer.start()

    def _get_now(self) -> float:
        return self.now_ms()

    now = Property(float, _get_now, notify=changed)


class Shown:
    """Facts as QML reads them; only what has changed is told, so that a picture costs what is new in it."""

    def __init__(self, parent: QObject) -> None:
        self.map = QQmlPropertyMap.create(parent)
        self._facts: Facts = {}

    def show(self, facts: Facts) -> None:
        """Show `facts` in place of what was."""
        for name, value in facts.items():
            if name not in self._facts or self._facts[name] != value:
                self._facts[name] = value
                self.map.insert(name, value)


def application() -> QGuiApplication:
    """The one application of this process. Raises RuntimeError where Qt's Python binding cannot be relied on."""
    present = QGuiApplication.instance()
    if isinstance(present, QGuiApplication):
        return present
    made = QGuiApplication(sys.argv[:1])
    made.setFont(QFont("DejaVu Sans"))
    refuse_leaking_binding(made)
    return made


def refuse_leaking_binding(app: QGuiApplication) -> None:
    """PySide6 6.12.0 under Python 3.11 gives away a reference to None with every call that returns nothing, and the
    process is aborted when the last is gone, within minutes. Raises RuntimeError where that is so."""
    before = sys.getrefcount(None)
    for _ in range(LEAK_CALLS):
        app.setObjectName("studio")
    if before - sys.getrefcount(None) > LEAK_CALLS // 2:
        raise RuntimeError("this PySide6 loses references to None and would end the screen: install another version")


class Screen(QObject):
    """One window of QML. `given` are the properties that its root asks for."""

    def __init__(
        self,
        qml: str,
        given: Mapping[str, Any],
        words: Words,
        *,
        mm: float,
        size: tuple[int, int],
        ticker: Ticker,
        full_screen: bool = False,
    ) -> None:
        super().__init__()
        self.engine = QQmlApplicationEngine()
        self.words = words
        self.ticker = ticker
        width, height = size
        properties: dict[str, Any] = {"words": words, "ticker": ticker, "mm": mm, "width": width, "height": height}
        self.engine.setInitialProperties({**properties, **given})
        problems: list[str] = []
        self.engine.warnings.connect(lambda errors: problems.extend(error.toString() for error in errors))
        self.engine.load(QUrl.fromLocalFile(str(QML / qml)))
        roots = self.engine.rootObjects()
        if not roots:
            raise RuntimeError(f"{qml} does not load: {'; '.join(problems)}")
        root = roots[0]
        assert isinstance(root, QQuickWindow)
        self.window: QQuickWindow = root
        self.problems = problems
        words.changed.connect(self.engine.retranslate)
        if full_screen:
            self.window.showFullScreen()
        else:
            self.window.show()

    def close(self) -> None:
        """Take the window down."""
        self.words.changed.disconnect(self.engine.retranslate)
        self.window.close()
        # At once, since what the bindings read goes when Python lets go of it.
        shiboken6.delete(self.engine)
