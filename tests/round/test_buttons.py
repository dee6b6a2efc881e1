"""The dealer's buttons are the same orders as the screen's, under the same rule of who may do what when."""

from __future__ import annotations

import pytest
from round.bench import Bench

from devices.readings import ButtonPressed, CardRead
from studio.buttons import MEANINGS
from studio.games.procedure import Agree, Confirm, Decide, TakeBets
from studio.messages import events
from studio.messages.commands import BoxesInPlay
from studio.round.effects import Answer


def test_confirm_confirms_what_is_asked_for_and_nothing_else() -> None:
    bench = Bench("pokerok")
    bench.open()
    for what in ("shuffled", "cut", "shoe_loaded"):
        assert bench.request == Confirm(what)  # type: ignore[arg-type]
        bench.read(ButtonPressed("confirm"))
    assert isinstance(bench.request, TakeBets)
    bench.read(ButtonPressed("confirm"))
    assert isinstance(bench.request, TakeBets), "there is nothing to confirm while bets are open"
    assert "refused, nothing is to be confirmed now" in bench.view.time_line[-1].what


def test_call_calls_the_pit_boss() -> None:
    bench = Bench("pokerok")
    bench.open()
    bench.read(ButtonPressed("call"))
    assert [alarm.what for alarm in bench.view.alarms] == ["pit_boss_called"]


def test_a_button_without_a_meaning_is_on_record_and_changes_nothing() -> None:
    bench = Bench("pokerok")
    bench.open()
    before = bench.request
    bench.read(ButtonPressed("void"))
    assert bench.request == before
    assert bench.published(events.RoundVoided) == []
    assert bench.view.alarms[-1].detail == "button void of shoe has no meaning at this table"


@pytest.mark.parametrize("button", MEANINGS)
def test_each_button_of_the_list_is_an_order_and_is_answered(button: str) -> None:
    bench = Bench("pokerok")
    bench.open()
    bench.read(ButtonPressed(button))
    assert [effect for effect in bench.effects if isinstance(effect, Answer)][-1].command_id == "t1:e1:b1"
    assert not any(alarm.what == "reading_unexpected" for alarm in bench.view.alarms)


def test_a_button_of_one_step_confirms_that_step_and_no_other() -> None:
    bench = Bench("pokerok")
    bench.open()
    bench.read(ButtonPressed("cut"))
    assert bench.request == Confirm("shuffled")
    assert "refused, what is to be confirmed now is: shuffled" in bench.view.time_line[-1].what
    bench.read(ButtonPressed("shuffled"), ButtonPressed("cut"))
    assert bench.request == Confirm("shoe_loaded")


@pytest.mark.parametrize(("button", "agrees"), [("announce_banker", True), ("confirm", True), ("announce_tie", False)])
def test_the_announced_result_is_a_button_and_another_than_the_cards_say_is_disputed(button: str, agrees: bool) -> None:
    bench = Bench("pokerok", channels=("dealer",))
    bench.open()
    bench.make_shoe()
    bench.close_bets()
    bench.read(*(CardRead(card) for card in ("2h", "9d", "Kd", "Ts")))
    assert bench.request == Agree("banker")
    bench.read(ButtonPressed(button))
    assert (bench.published(events.RoundResult) != []) == agrees
    held = bench.view.irregularity
    assert (held.kind if held is not None else None) == (None if agrees else "result_disputed")


def test_a_hand_sign_is_a_button_and_counts_for_the_hand_that_is_asked() -> None:
    bench = Bench("oasis", "blackjack")
    bench.open()
    bench.make_shoe()
    bench.command(BoxesInPlay, role="backend", round=bench.table.desk.round_id, boxes=[2])
    bench.close_bets()
    while not isinstance(bench.request, Decide):
        bench.read(CardRead({"box-2.1.1": "5h", "box-2.1.2": "6h"}.get(bench.view.prompt.about["to"], "7c")))
    bench.read(ButtonPressed("split"))
    assert bench.published(events.DecisionTaken) == []
    bench.read(ButtonPressed("double"))
    assert [(taken.box, taken.action) for taken in bench.published(events.DecisionTaken)] == [(2, "double")]


def test_what_the_dealer_sees_is_reported_by_a_button() -> None:
    bench = Bench("pokerok")
    bench.open()
    bench.make_shoe()
    bench.read(ButtonPressed("report_card_on_floor"))
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == "card_on_floor"


def test_presses_replay_alike() -> None:
    bench = Bench("pokerok")
    bench.open()
    bench.read(ButtonPressed("confirm"), ButtonPressed("call"), ButtonPressed("confirm"))
    assert bench.replayed() == bench.effects
