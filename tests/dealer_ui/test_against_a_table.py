"""The screens against a real table's process: tapped through a round and a ruling, killed and started in mid-round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.stage import Stage
from PySide6.QtGui import QGuiApplication
from screen_hands import Backstage, Hands, until

from dealer_ui.dealer import DealerScreen
from dealer_ui.link import TableLink
from dealer_ui.pit import PitScreen
from dealer_ui.places import Place
from dealer_ui.window import Screen, Ticker
from dealer_ui.words import Words
from studio.bus.view_stream import SILENT_AFTER_S
from studio.client import TableSilent
from studio.rig.hand import Hand

SPEED = 20.0
MM = 1 / 0.2588
SIZE = (1280, 800)


class Studio:
    """A baccarat table with its simulator, and screens that are opened on it and killed."""

    def __init__(self, data: Path, words: Words) -> None:
        self.backstage = Backstage()
        self.stage = Stage(data, "baccarat-1", "shoe", SPEED)
        self.words = words
        self.opened: list[tuple[TableLink, Screen]] = []

    def start(self) -> None:
        self.backstage.do(self.stage.start_simulator())
        self.backstage.do(self.stage.start_table("--open"))
        self.hand = Hand(self.stage.control)

    def open_dealer(self) -> Hands:
        link = self._link()
        ticker = Ticker()
        behind = DealerScreen("table", link, self.words, ticker, "Ana M.", "dealer")
        link.viewed.connect(behind.see)
        return self._show(link, "Dealer.qml", behind, {"desk": behind.desk}, ticker)

    def open_pit(self) -> Hands:
        link = self._link()
        ticker = Ticker()
        behind = PitScreen("Floor 1", ["table"], link, self.words, ticker, "Davit S.")
        link.viewed.connect(behind.see)
        return self._show(link, "Pit.qml", behind, {"wall": behind.wall}, ticker)

    def _link(self) -> TableLink:
        return TableLink([Place("table", self.stage.results, self.stage.telemetry)])

    def _show(self, link: TableLink, qml: str, behind: object, more: dict[str, object], ticker: Ticker) -> Hands:
        link.start()
        given = {"screen": behind, "table": behind.shown.map, **more}  # type: ignore[attr-defined]
        screen = Screen(qml, given, self.words, mm=MM, size=SIZE, ticker=ticker)
        self.opened.append((link, screen))
        return Hands(screen, behind)

    def kill(self) -> None:
        """The screen that was opened last goes, as if its power had been cut."""
        link, screen = self.opened.pop()
        screen.close()
        link.close()

    def do(self, order: str) -> None:
        self.backstage.do(self.hand.do(order))

    def make_shoe(self, hands: Hands) -> None:
        """From the opening to open bets, with the hands of a dealer who reads the screen."""
        hands.until(lambda: hands.says("Shuffle, then confirm"), "the shuffle is asked for")
        hands.tap("Confirm")
        hands.until(lambda: hands.says("Cut and place the cut card, then confirm"), "the cut is asked for")
        hands.tap("Confirm")
        hands.until(lambda: hands.says("Load the shoe"), "the shoe is to be loaded")
        self.do("load")
        hands.until(lambda: hands.says("Wait: bets are open"), "bets are open")

    def end(self) -> None:
        while self.opened:
            self.kill()
        self.backstage.do(self.stage.end())
        self.backstage.close()


@pytest.fixture
def studio(tmp_path: Path, words: Words, app: QGuiApplication) -> Iterator[Studio]:
    made = Studio(tmp_path, words)
    yield made
    made.end()


def test_a_whole_baccarat_round_a_screen_killed_in_it_and_a_ruling(studio: Studio) -> None:
    studio.start()
    hands = studio.open_dealer()
    studio.make_shoe(hands)

    for place in ("PLAYER 1", "BANKER 1"):
        hands.until(lambda place=place: hands.says(f"Card to {place}"), f"a card to {place}")
        studio.do("draw")
    hands.until(lambda: hands.says("Card to PLAYER 2"), "the third card")
    lying = hands.behind.shown.map.value("hands")
    round_name = hands.behind.shown.map.value("round")

    studio.kill()
    hands = studio.open_dealer()
    hands.until(lambda: hands.says("Card to PLAYER 2"), "the screen shows the table as it is")
    assert hands.behind.shown.map.value("hands") == lying
    assert hands.behind.shown.map.value("round") == round_name
    hands.tap("Language: Русский")
    assert hands.reads("Карта: ИГРОК 2")
    hands.tap("Язык: English")

    def cards() -> int:
        return sum(len(hand.cards) for hand in hands.behind.desk.view.hands.values())

    while hands.behind.desk.view.state == "playing":
        lay = cards()
        studio.do("draw")
        hands.until(lambda lay=lay: cards() != lay or hands.behind.desk.view.state != "playing", "the card is seen")
        hands.until(
            lambda: hands.behind.desk.view.prompt.key in ("deal", "between_rounds"), "what follows is asked for"
        )
    view = hands.behind.desk.view
    assert [result.round for result in view.last_results] == [view.last_results[0].round]
    assert view.last_results[0].outcome in ("player", "banker", "tie")

    # A card drawn while bets are open holds the table; the pit boss rules from the wall.
    hands.until(lambda: hands.says("Wait: bets are open"), "the next round")
    pit = studio.open_pit()
    pit.until(lambda: pit.reads("bets open"), "the wall shows the table")
    studio.do("draw")
    hands.until(lambda: hands.reads("STOP"), "the table is held")
    assert hands.reads("A card left the shoe before the bets were closed")
    assert not hands.has("Confirm")
    pit.until(lambda: pit.reads("HELD"), "the wall shows that it is held")
    pit.behind.open("table")
    pit.until(lambda: pit.has("Rule"), "a ruling can be given")
    pit.tap("Rule")
    pit.tap("The card is the next one dealt")
    pit.screen.window.findChild(type(pit.root), "ruling reason").setProperty("text", "seen on video")
    pit.until(
        lambda: not pit.reads("STOP") and pit.named("Hold to rule").property("allowed") is True, "it may be given"
    )
    pit.hold("Hold to rule", 1500)
    until(lambda: hands.behind.desk.view.state != "held", "the table is free again")
    assert not hands.reads("STOP")
    hands.until(lambda: hands.says("Card to BANKER 1"), "the early card is the first one dealt")
    assert len(hands.behind.desk.view.hands["player"].cards) == 1


def test_a_table_that_is_killed_is_said_and_its_screen_recovers_with_it(studio: Studio) -> None:
    studio.backstage.do(studio.stage.start_simulator())
    process = studio.backstage.do(studio.stage.start_table("--open"))
    studio.hand = Hand(studio.stage.control)
    hands = studio.open_dealer()
    hands.until(lambda: hands.says("Shuffle, then confirm"), "the table is there")

    async def kill() -> None:
        process.kill()
        await process.wait()

    said: list[TableSilent] = []
    studio.opened[-1][0].viewed.connect(lambda _, view: said.append(view) if isinstance(view, TableSilent) else None)
    studio.backstage.do(kill())
    hands.until(lambda: hands.reads("What stands below may be old"), "the silence is said")
    assert said[0].silent_s < SILENT_AFTER_S, "a table that has hung up is not waited for"
    assert hands.named("Confirm").property("allowed") is False
    studio.backstage.do(studio.stage.start_table())
    hands.until(lambda: not hands.reads("What stands below may be old"), "the table is back")
    assert hands.named("Confirm").property("allowed") is True
