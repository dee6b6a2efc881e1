"""The screens at a real table with keys and a list of people: logging in by finger, and two people at one screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from e2e.stage import Stage
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from screen_hands import Backstage, Hands, settle

from dealer_ui.dealer import DealerScreen
from dealer_ui.link import TableLink
from dealer_ui.pit import PitScreen
from dealer_ui.places import of_table, reached
from dealer_ui.window import Screen, Ticker
from dealer_ui.words import Words
from studio.keys.files import make
from studio.pins import hash_pin

NAME = "baccarat-1"
UTC = "2026-01-01T00:00:00.000Z"
PEOPLE = f"""
[[people]]
name = "Eva"
roles = ["dealer"]
number = "11"
badge = "EVA00011"
pin = "{hash_pin("402718")}"
licences = {{ baccarat = 2090-12-31 }}

[[people]]
name = "Ana"
roles = ["pit_boss"]
number = "21"
badge = "ANA00021"
pin = "{hash_pin("580297")}"

[[people]]
name = "Boris"
roles = ["pit_boss"]
number = "22"
pin = "{hash_pin("764103")}"
"""


class House:
    """A table whose sockets take keys, its shoe, and both screens, in one test's folder."""

    def __init__(self, data: Path, words: Words) -> None:
        self.backstage, self.words = Backstage(), words
        self.stage = Stage(data, NAME, "shoe", speed=50.0)
        self.keys = data / "keys"
        self.opened: list[tuple[TableLink, Screen]] = []
        for name, role in ((NAME, "table"), ("screen-1", "dealer_screen"), ("pit-1", "pit_screen")):
            make(self.keys, name, role, UTC)  # type: ignore[arg-type]
        (data / "people.toml").write_text(PEOPLE)
        document: Any = tomlkit.parse(self.stage.file.read_text())
        document["bus"]["plain"] = False
        settings = {"keys": "keys", "people": "people.toml", "open_at_start": True, **document}
        # What holds the table here is ruled on by two.
        settings["open_at_start"] = True
        settings["irregularities"] = {
            "early_card": [{"phases": ["betting"], "rulings": ["next_card", "void"], "by": "both"}]
        }
        self.stage.file.write_text(tomlkit.dumps(settings))
        self.backstage.do(self.stage.start_simulator())
        self.backstage.do(self.stage.start_table())

    def open(self, kind: type[Any], key: str) -> Hands:
        link, ticker = TableLink(reached([of_table(self.stage.file)], own=self.keys / f"{key}.key")), Ticker()
        if kind is DealerScreen:
            behind: Any = DealerScreen(NAME, link, self.words, ticker, "a name that counts for nothing", "dealer")
        else:
            behind = PitScreen("Floor 1", [NAME], link, self.words, ticker, "a name that counts for nothing")
        link.viewed.connect(behind.see)
        link.start()
        qml = "Dealer.qml" if kind is DealerScreen else "Pit.qml"
        screen = Screen(qml, behind.given(), self.words, mm=1 / 0.2588, size=(1280, 800), ticker=ticker)
        self.opened.append((link, screen))
        return Hands(screen, behind)

    def close_last(self) -> None:
        link, screen = self.opened.pop()
        screen.close()
        link.close()

    def end(self) -> None:
        while self.opened:
            self.close_last()
        self.backstage.do(self.stage.end())
        self.backstage.close()


@pytest.fixture
def house(tmp_path: Path, words: Words, app: QGuiApplication) -> Iterator[House]:
    made = House(tmp_path, words)
    yield made
    made.end()


def log_in(hands: Hands, number: str, pin: str) -> None:
    for key in (*number, "Enter", *pin, "Enter"):
        hands.tap(key)


def test_a_shift_at_the_screens_from_the_log_in_to_a_ruling_of_two(house: House) -> None:
    dealer = house.open(DealerScreen, "screen-1")
    dealer.until(lambda: dealer.reads("Show your badge"), "nobody is there")
    log_in(dealer, "11", "999999")
    dealer.until(lambda: dealer.reads("wrong PIN"), "the refusal")
    log_in(dealer, "11", "402718")
    dealer.until(lambda: dealer.says("Shuffle, then confirm"), "Eva is on duty")
    assert dealer.says("Eva")
    # Killed and started again, the screen speaks for her.
    house.close_last()
    dealer = house.open(DealerScreen, "screen-1")
    dealer.until(lambda: dealer.says("Shuffle, then confirm"), "the table as it is")
    dealer.tap("Confirm")
    dealer.until(lambda: dealer.says("Cut and place the cut card, then confirm"), "the cut is asked for")
    dealer.tap("Confirm")
    dealer.until(lambda: dealer.says("Load the shoe"), "the shoe is to be loaded")
    house.backstage.do(house.stage.order("load"))
    dealer.until(lambda: dealer.says("Wait: bets are open"), "bets are open")
    house.backstage.do(house.stage.order("draw"))
    dealer.until(lambda: dealer.reads("STOP"), "the table is held")

    pit = house.open(PitScreen, "pit-1")
    pit.until(lambda: pit.reads("HELD"), "the wall shows it")
    pit.behind.open(NAME)
    pit.until(lambda: pit.has("Log in"), "nobody has logged in")
    pit.tap("Log in")
    for key in "ANA00021":
        QTest.keyClick(pit.screen.window, key)
    QTest.keyClick(pit.screen.window, Qt.Key.Key_Return)
    pit.until(lambda: pit.says("Ana"), "Ana is logged in")
    pit.tap("Rule")
    pit.tap("The card is the next one dealt")
    pit.screen.window.findChild(type(pit.root), "ruling reason").setProperty("text", "seen on video")
    settle()
    pit.hold("Hold to rule", 1500)
    pit.until(lambda: pit.reads("Second person"), "a second person is asked for")
    log_in(pit, "21", "580297")
    pit.until(lambda: pit.reads("another person must give the same order"), "the same person is not two")
    log_in(pit, "22", "764103")
    pit.until(lambda: not pit.behind.desk.view.irregularity, "two have ruled")
    line = [(entry.who, entry.what) for entry in pit.behind.desk.view.time_line]
    assert ("Ana", "rule") in line
    assert ("Boris", "rule") in line
    dealer.until(lambda: dealer.says("Card to BANKER 1"), "the card counts as the first one dealt")
    for pin in ("402718", "580297", "764103", "999999"):
        for file in house.stage.data.rglob("*"):
            if file.is_file() and file.name != "people.toml":
                assert pin.encode() not in file.read_bytes(), file.name
