"""The screens at a real table whose sockets take keys: with the right ones, with those of another role, with none."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from e2e.stage import Stage
from PySide6.QtGui import QGuiApplication
from screen_hands import Backstage, Hands, settle, until

from dealer_ui.dealer import DealerScreen
from dealer_ui.link import TableLink
from dealer_ui.pit import PitScreen
from dealer_ui.places import of_table, reached
from dealer_ui.window import Screen, Ticker
from dealer_ui.words import Words
from studio.keys.files import make
from studio.rig.screenshots import OFFSCREEN

HERE = Path(__file__).resolve().parents[2]
NAME = "roulette-1"
MM = 1 / 0.2588
UTC = "2026-01-01T00:00:00.000Z"


class KeyedTable:
    """A roulette table with keys, whose wheel is not there, and screens that connect to it by its own file."""

    def __init__(self, data: Path, words: Words) -> None:
        self.backstage = Backstage()
        self.stage = Stage(data, NAME, "wheel")
        self.words = words
        self.keys = data / "keys"
        self.opened: list[tuple[TableLink, Screen]] = []
        make(self.keys, NAME, "table", UTC)
        make(self.keys, "screen-1", "dealer_screen", UTC)
        make(self.keys, "pit-1", "pit_screen", UTC)
        document: Any = tomlkit.parse(self.stage.file.read_text())
        document["bus"]["plain"] = False
        self.stage.file.write_text(tomlkit.dumps({"keys": "keys", **document}))
        make(data / "strangers", "screen-1", "dealer_screen", UTC)
        self.backstage.do(self.stage.start_table())

    def open(self, kind: type[Any], key: Path) -> Hands:
        places = reached([of_table(self.stage.file)], own=key)
        link, ticker = TableLink(places), Ticker()
        if kind is DealerScreen:
            behind: Any = DealerScreen(NAME, link, self.words, ticker, "Ana M.", "dealer")
        else:
            behind = PitScreen("Floor 1", [NAME], link, self.words, ticker, "Davit S.")
        link.viewed.connect(behind.see)
        link.start()
        qml = "Dealer.qml" if kind is DealerScreen else "Pit.qml"
        screen = Screen(qml, behind.given(), self.words, mm=MM, size=(1280, 800), ticker=ticker)
        self.opened.append((link, screen))
        return Hands(screen, behind)

    def end(self) -> None:
        for link, screen in self.opened:
            screen.close()
            link.close()
        self.backstage.do(self.stage.end())
        self.backstage.close()


@pytest.fixture
def table(tmp_path: Path, words: Words, app: QGuiApplication) -> Iterator[KeyedTable]:
    made = KeyedTable(tmp_path, words)
    yield made
    made.end()


def test_with_its_key_a_screen_shows_the_table_and_gives_it_orders(table: KeyedTable) -> None:
    pit = table.open(PitScreen, table.keys / "pit-1.key")
    pit.until(lambda: pit.reads("closed"), "the wall shows the table")
    dealer = table.open(DealerScreen, table.keys / "screen-1.key")
    dealer.until(lambda: dealer.says("Table closed"), "the dealer's screen shows it")
    dealer.tap("Call pit boss")
    pit.until(lambda: pit.reads("The dealer asks for the pit boss"), "the call is on the wall")
    pit.behind.open(NAME)
    pit.until(lambda: pit.has("Orders"), "the page")
    pit.tap("Orders")
    pit.until(lambda: pit.has("Open table"), "it may be opened")
    pit.tap("Open table")
    pit.until(lambda: pit.reads("not ready"), "it is open, and waits for its wheel")


def test_the_key_of_another_role_shows_the_table_and_gives_it_nothing(table: KeyedTable) -> None:
    pit = table.open(PitScreen, table.keys / "screen-1.key")
    pit.until(lambda: pit.reads("closed"), "the wall shows the table")
    pit.behind.open(NAME)
    pit.until(lambda: pit.has("Orders"), "the page")
    pit.tap("Orders")
    pit.until(lambda: pit.has("Open table"), "it may be opened")
    pit.tap("Open table")
    until(lambda: "open_table" not in pit.behind.desk.waiting, "the answer")
    settle()
    view = pit.behind.desk.view
    assert view.state == "closed"
    assert any(alarm.detail.startswith("wrong_role") for alarm in view.alarms)


def test_a_stranger_is_shown_nothing_and_told_that_there_is_no_link(table: KeyedTable, tmp_path: Path) -> None:
    stranger = table.open(DealerScreen, tmp_path / "strangers" / "screen-1.key")
    stranger.until(lambda: stranger.reads("No link to the table"), "it says so")
    assert stranger.behind.desk.view is None


def test_a_screens_program_without_a_key_says_that_the_table_asks_for_one(table: KeyedTable) -> None:
    command = [sys.executable, "-m", "dealer_ui.dealer", "--table", str(table.stage.file)]
    done = subprocess.run(
        command, env={**os.environ, **OFFSCREEN}, cwd=HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"{NAME} asks for keys: give --key" in done.stderr
