"""Screens without a display: Qt draws off screen and in software, whatever the environment says."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"

from collections.abc import Callable, Iterator

import msgspec
import pytest
from PySide6.QtGui import QAccessible, QGuiApplication
from screen_hands import Hands, Heard

from dealer_ui.dealer import DealerScreen
from dealer_ui.pictures import Scene
from dealer_ui.pit import PitScreen
from dealer_ui.window import Screen, Ticker, application
from dealer_ui.words import Words
from studio.messages.telemetry import TableView
from studio.rig import scenes


@pytest.fixture(scope="session")
def app() -> QGuiApplication:
    made = application()
    QAccessible.setActive(True)
    return made


@pytest.fixture
def words(app: QGuiApplication) -> Iterator[Words]:
    spoken = Words("en")
    yield spoken
    spoken.speak("en")


@pytest.fixture
def heard() -> Heard:
    return Heard()


OpenDealer = Callable[..., Hands]


@pytest.fixture
def open_dealer(words: Words, heard: Heard) -> Iterator[OpenDealer]:
    """Opens the dealer's screen on a view, in a size and a resolution."""
    opened: list[Screen] = []

    def make(
        view: TableView | None,
        *,
        size: tuple[int, int] = (1280, 800),
        mm: float = 1 / 0.2588,
        person: str = "Ana M.",
    ) -> Hands:
        ticker = Ticker(lambda: scenes.NOW.timestamp() * 1000)
        behind = DealerScreen("table", heard, words, ticker, person, "dealer")
        if view is not None:
            behind.see("table", view)
        given = behind.given()
        screen = Screen("Dealer.qml", given, words, mm=mm, size=size, ticker=ticker)
        opened.append(screen)
        return Hands(screen, behind)

    yield make
    for screen in opened:
        screen.close()


@pytest.fixture
def open_pit(words: Words, heard: Heard) -> Iterator[OpenDealer]:
    """Opens the pit boss's monitor on views."""
    opened: list[Screen] = []

    def make(views: list[TableView], *, size: tuple[int, int] = (1280, 800), mm: float = 1 / 0.2588) -> Hands:
        ticker = Ticker(lambda: scenes.NOW.timestamp() * 1000)
        behind = PitScreen("Floor 1", [view.table for view in views], heard, words, ticker, "Davit S.")
        for view in views:
            behind.see(view.table, view)
        given = behind.given()
        screen = Screen("Pit.qml", given, words, mm=mm, size=size, ticker=ticker)
        opened.append(screen)
        return Hands(screen, behind)

    yield make
    for screen in opened:
        screen.close()


@pytest.fixture(scope="session")
def all_scenes() -> list[Scene]:
    return msgspec.json.decode(msgspec.json.encode(scenes.scenes()), type=list[Scene])
