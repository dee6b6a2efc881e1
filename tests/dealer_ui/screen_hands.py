"""Hands and eyes for the tests: find what is on a screen, press it, measure it, and hear what it gives."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from dealer_ui.window import Screen
from studio.messages.bus import Admission, LogIn
from studio.messages.commands import AnyCommand, Role

T = TypeVar("T")
WITHIN_S = 20.0


class Heard(QObject):
    """Stands where the link does, and keeps what was given."""

    answered = Signal(str, bool, str)
    admitted = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.commands: list[AnyCommand] = []
        self.sessions: list[str | None] = []
        self.asked: list[tuple[str, LogIn]] = []
        self.logged_out: list[str] = []

    def give(self, place: str, command: AnyCommand, session: str | None = None) -> None:
        self.commands.append(command)
        self.sessions.append(session)

    def log_in(self, place: str, asked: LogIn) -> None:
        self.asked.append((place, asked))

    def log_out(self, place: str) -> None:
        self.logged_out.append(place)

    def admit(self, person: str | None, role: Role | None = None, **more: Any) -> None:
        """Answer the last attempt."""
        place, asked = self.asked[-1]
        self.admitted.emit(place, Admission(asked.id, person, role, **more))

    def answer(self, accepted: bool, why: str = "") -> None:
        self.answered.emit(self.commands[-1].id, accepted, why)


class Hands:
    """One screen, seen and touched."""

    def __init__(self, screen: Screen, behind: Any) -> None:
        self.screen = screen
        self.behind = behind
        settle()

    @property
    def root(self) -> QQuickItem:
        return self.screen.window.contentItem()

    def items(self) -> Iterator[QQuickItem]:
        """Everything that can be seen."""
        waiting = [self.root]
        while waiting:
            item = waiting.pop()
            if item.isVisible() and item.opacity() > 0:
                yield item
                waiting.extend(item.childItems())

    def targets(self) -> list[QQuickItem]:
        """Everything that can be pressed."""
        return [item for item in self.items() if has(item, "isTarget") and item.property("isTarget") is True]

    def place(self, item: QQuickItem) -> tuple[float, float, float, float]:
        """Left, top, right, bottom in the window."""
        corner = item.mapToScene(QPointF(0, 0))
        return corner.x(), corner.y(), corner.x() + item.width(), corner.y() + item.height()

    def named(self, name: str) -> QQuickItem:
        """The one target of this accessible name."""
        found = [item for item in self.targets() if name_of(item) == name]
        assert len(found) == 1, (name, sorted(filter(None, map(name_of, self.targets()))))
        return found[0]

    def has(self, name: str) -> bool:
        return any(name_of(item) == name for item in self.targets())

    def tap(self, name: str) -> None:
        item = self.named(name)
        QTest.mouseClick(self.screen.window, Qt.MouseButton.LeftButton, pos=self.middle(item))
        settle()

    def hold(self, name: str, ms: int) -> None:
        at = self.middle(self.named(name))
        QTest.mousePress(self.screen.window, Qt.MouseButton.LeftButton, pos=at)
        QTest.qWait(ms)
        QTest.mouseRelease(self.screen.window, Qt.MouseButton.LeftButton, pos=at)
        settle()

    def middle(self, item: QQuickItem) -> QPoint:
        left, top, right, bottom = self.place(item)
        return QPoint(round((left + right) / 2), round((top + bottom) / 2))

    def texts(self) -> list[str]:
        """Everything that can be read."""
        return [str(item.property("text")) for item in self.items() if item.inherits("QQuickText")]

    def reads(self, words: str) -> bool:
        return any(words in text for text in self.texts())

    def says(self, words: str) -> bool:
        """Whether just this stands somewhere."""
        return words in self.texts()

    def until(self, so: Callable[[], bool], what: str) -> None:
        try:
            until(so, what)
        except AssertionError as error:
            raise AssertionError(f"{error}; on the screen: {self.texts()}") from None


def has(item: QObject, name: str) -> bool:
    """Whether an item has a property; asking for one that it has not costs a reference to None each time."""
    return item.metaObject().indexOfProperty(name) >= 0


def name_of(item: QObject) -> str:
    """What an item is called by a screen reader."""
    face = QAccessible.queryAccessibleInterface(item)
    return face.text(QAccessible.Text.Name) if face is not None else ""


def is_ignored(item: QObject) -> bool:
    """Whether a screen reader passes over an item."""
    face = QAccessible.queryAccessibleInterface(item)
    return face is None or bool(face.state().invisible)


def settle(ms: int = 30) -> None:
    QTest.qWait(ms)


def until(so: Callable[[], bool], what: str, within_s: float = WITHIN_S) -> None:
    """Wait for a state while Qt works."""
    ends = time.monotonic() + within_s
    while not so():
        assert time.monotonic() < ends, f"not within {within_s} s: {what}"
        QCoreApplication.processEvents()
        QTest.qWait(10)


class Backstage:
    """An event loop in a thread of its own, for what the tests do at the table while Qt has this one."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T], within_s: float = 40.0) -> T:
        """Do something there, and let Qt work meanwhile."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        until(future.done, "work backstage", within_s)
        return future.result()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
