"""The simulated shoe: what it says is what the driver hears, and it knows by itself where a card goes."""

from __future__ import annotations

from collections import Counter

import pytest
from feeding import only

from devices.readings import (
    AnyReading,
    CardOutsideGame,
    CardRead,
    CardUnreadable,
    CutCardOut,
    DeviceRefused,
    DeviceReply,
    MalformedFrame,
    ShoeFaultCleared,
    ShoeLocked,
    ShoeResult,
    ShoeStandby,
    ShoeStarted,
)
from devices.shoe.angel_eye import AngelEye, clear_error, lock, report_game_process, unlock
from devices.shoe.simulator import SimulatedShoe, burn_count, new_shoe


class Heard:
    """A simulated shoe and a driver that listens to it."""

    def __init__(self, shoe: SimulatedShoe, driver: AngelEye | None = None) -> None:
        self.shoe = shoe
        self.driver = driver or AngelEye()
        self.now_s = 0.0
        self.readings: list[AnyReading] = []

    def order(self, text: str) -> str:
        answer = self.shoe.order(text)
        self.advance(0.0)
        return answer

    def advance(self, by_s: float) -> None:
        self.now_s += by_s
        self.readings += self.driver.feed(self.shoe.advance(self.now_s), self.now_s)

    def host(self, command: bytes) -> None:
        self.readings += self.driver.feed(self.shoe.receive(command), self.now_s)
        self.advance(0.0)

    def round(self, *cards: str) -> list[tuple[str, str | None]]:
        """Draw these cards, wait for the end, and say where they went."""
        self.readings.clear()
        for card in cards:
            assert self.order(f"next {card}").startswith("ok:")
            assert self.order("draw").startswith("ok:")
        self.advance(5.0)
        return [(card.card, card.position) for card in only(CardRead, self.readings)]


def test_a_shoe_holds_its_decks_and_the_same_seed_shuffles_it_the_same() -> None:
    def drawn(seed: int) -> list[str]:
        heard = Heard(SimulatedShoe(seed, decks=6, cut_from_back=0))
        while heard.order("draw").startswith("ok:"):
            pass
        return [card.card for card in only(CardRead, heard.readings)]

    cards = drawn(7)
    assert Counter(cards) == Counter(new_shoe(6))
    assert cards == drawn(7) != drawn(8)


@pytest.mark.parametrize(
    ("cards", "places", "winner"),
    [
        ("9h 2c Ks 5d", ["player-1", "banker-1", "player-2", "banker-2"], "player"),
        ("2h 2c 4s 5d", ["player-1", "banker-1", "player-2", "banker-2"], "banker"),
        ("2h 2c 5s 3d 8c", ["player-1", "banker-1", "player-2", "banker-2", "banker-3"], "player"),
        ("2h 2c 3s Ad 8c", ["player-1", "banker-1", "player-2", "banker-2", "player-3"], "tie"),
        ("2h 2c 3s Ad 9c Kh", ["player-1", "banker-1", "player-2", "banker-2", "player-3", "banker-3"], "player"),
        ("2h 6c 3s Kd 6c Kh", ["player-1", "banker-1", "player-2", "banker-2", "player-3", "banker-3"], "banker"),
        ("2h 6c 3s Kd 5c", ["player-1", "banker-1", "player-2", "banker-2", "player-3"], "banker"),
    ],
)
def test_it_deals_by_the_drawing_rule_and_says_who_won(cards: str, places: list[str], winner: str) -> None:
    heard = Heard(SimulatedShoe(1))
    assert heard.round(*cards.split()) == list(zip(cards.split(), places, strict=True))
    assert [result.winner for result in only(ShoeResult, heard.readings)] == [winner]
    assert isinstance(heard.readings[-1], ShoeStandby)


def test_pairs_are_told_with_the_result() -> None:
    heard = Heard(SimulatedShoe(1))
    heard.round("4h", "4d", "4s", "4c")
    heard.round("9h", "2d", "9s", "7c")
    assert only(ShoeResult, heard.readings) == [ShoeResult("banker", player_pair=True, banker_pair=False)]


def test_the_result_comes_after_its_time_or_before_the_next_card() -> None:
    heard = Heard(SimulatedShoe(1, result_after_s=0.5, standby_after_s=1.0))
    for card in ["9h", "2c", "Ks", "5d"]:
        heard.order(f"next {card}")
        heard.order("draw")
    assert heard.shoe.next_event_s() == 0.5
    heard.advance(0.4)
    assert not only(ShoeResult, heard.readings)
    heard.advance(0.2)
    assert only(ShoeResult, heard.readings)
    assert not only(ShoeStandby, heard.readings)
    heard.order("draw")
    assert [type(reading) for reading in heard.readings[-2:]] == [ShoeStandby, CardRead]


def test_the_cut_card_comes_once_instead_of_a_card_and_dealing_goes_on() -> None:
    heard = Heard(SimulatedShoe(1, decks=1, cut_from_back=49))
    answers = [heard.order("draw") for _ in range(5)]
    assert answers[3] == "ok: cut card"
    assert [type(reading) for reading in heard.readings[:5]] == [CardRead, CardRead, CardRead, CutCardOut, CardRead]


def test_a_new_shoe_starts_with_its_own_message_and_its_burns() -> None:
    heard = Heard(SimulatedShoe(1, burn="first_card_value"))
    heard.order("load")
    heard.order("next 3h")
    for _ in range(5):
        heard.order("draw")
    assert isinstance(heard.readings[0], ShoeStarted)
    places = [card.position for card in only(CardRead, heard.readings)]
    assert places == ["burn-first", "burn", "burn", "burn", "player-1"]


@pytest.mark.parametrize(("card", "count"), [("Ah", 1), ("9c", 9), ("Td", 10), ("Js", 10), ("Kh", 10)])
def test_the_first_card_burns_as_many_as_it_is_worth(card: str, count: int) -> None:
    assert burn_count(card) == count


def test_a_shoe_loaded_in_the_middle_of_a_round_forgets_the_round() -> None:
    heard = Heard(SimulatedShoe(1))
    for order in ("draw", "draw", "load", "draw"):
        heard.order(order)
    assert [card.position for card in only(CardRead, heard.readings)] == ["player-1", "banker-1", "player-1"]


def test_a_round_may_be_ended_by_force() -> None:
    heard = Heard(SimulatedShoe(1))
    heard.order("draw")
    heard.order("end")
    heard.advance(5.0)
    assert [result.winner for result in only(ShoeResult, heard.readings)] == ["forced_end"]
    heard.order("draw")
    assert only(CardRead, heard.readings)[-1].position == "player-1"


def test_frames_sent_three_times_are_one_card_each() -> None:
    heard = Heard(SimulatedShoe(1, repeat=3, decks=1, cut_from_back=0))
    while heard.order("draw").startswith("ok:"):
        pass
    heard.advance(5.0)
    assert len(only(CardRead, heard.readings)) == 52
    assert heard.driver.duplicates > 104
    assert heard.driver.frames_malformed == 0


def test_the_check_may_span_the_start_byte() -> None:
    heard = Heard(SimulatedShoe(1, bcc_span="with_start"), AngelEye("with_start"))
    heard.order("draw")
    deaf = Heard(SimulatedShoe(1, bcc_span="with_start"))
    deaf.order("draw")
    assert [type(reading) for reading in heard.readings + deaf.readings] == [CardRead, MalformedFrame]


def test_a_card_that_is_not_read_puts_the_shoe_into_error_until_it_is_cleared() -> None:
    heard = Heard(SimulatedShoe(1))
    for order in ("misread", "draw", "draw", "clear", "draw"):
        assert heard.order(order).startswith("ok:")
    kinds = [type(reading) for reading in heard.readings]
    assert kinds == [CardUnreadable, CardOutsideGame, ShoeFaultCleared, CardRead]
    assert heard.order("clear").startswith("refused:")


def test_the_host_may_lock_unlock_clear_and_ask() -> None:
    heard = Heard(SimulatedShoe(1))
    heard.host(lock())
    heard.order("draw")
    heard.host(unlock())
    heard.host(clear_error(1))
    heard.host(report_game_process())
    heard.host(lock()[:-1] + b"0")
    heard.host(b"\x02OPXX00\x0300"[:9] + b"\x03" * 40)
    kinds = [type(reading) for reading in heard.readings]
    assert kinds[:3] == [DeviceReply, ShoeLocked, CardOutsideGame]
    assert [reading.locked for reading in only(ShoeLocked, heard.readings)] == [True, False]
    assert only(DeviceReply, heard.readings)[-1] == DeviceReply("answer", "GP00")
    assert only(DeviceRefused, heard.readings)[0].reason == "check wrong"


def test_a_drawn_out_card_cannot_come_next() -> None:
    heard = Heard(SimulatedShoe(1, decks=1))
    heard.order("next Ah")
    heard.order("draw")
    assert heard.order("next Ah").startswith("refused:")
    assert heard.order("next XX").startswith("refused:")


@pytest.mark.parametrize("order", ["", "draw two", "next", "shuffle"])
def test_an_order_that_is_none_is_refused(order: str) -> None:
    assert SimulatedShoe(1).order(order).startswith("refused:")


def test_it_says_how_it_stands() -> None:
    shoe = SimulatedShoe(1, burn="first_card_value")
    assert shoe.order("status") == "ok: ready, 416 cards left, 402 cards ahead of the cut card, next place burn-first"
    shoe.order("next 2h")
    shoe.order("draw")
    assert "next place burn (2 left)" in shoe.order("status")


@pytest.mark.parametrize("settings", [{"decks": 0}, {"decks": 13}, {"cut_from_back": 416}, {"repeat": 0}])
def test_settings_that_cannot_be_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"must be within|holds"):
        SimulatedShoe(1, **settings)  # type: ignore[arg-type]
