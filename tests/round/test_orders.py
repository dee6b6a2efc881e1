"""What the pit boss's monitor is told: orders that may be given, sets, inspections, past rounds, seconds, alarms."""

from __future__ import annotations

from typing import Any

import pytest
from round.bench import Bench

from devices.readings import CardRead, LinkChanged, RotorOutOfBand
from studio.cards import composition
from studio.messages.commands import (
    AcknowledgeAlarm,
    AnyCommand,
    CallPitBoss,
    CorrectResult,
    EnterValue,
    InspectCards,
    OpenTable,
    RecordInspection,
    VoidResult,
)
from studio.messages.telemetry import AwaitedEntry, AwaitedSecond, BiasPoint, PlayedView
from studio.messages.wording import ALARMS, IRREGULARITIES
from studio.policy import Cell
from studio.round.spins import SECTORS, SpinCount, chi_square

WHOLE = {str(card): count for card, count in composition(8).items()}


def both(bench: Bench, kind: type[AnyCommand], **fields: Any) -> None:
    assert bench.command(kind, person="Eva", role="dealer", **fields).accepted
    assert bench.command(kind, person="Boris", **fields).accepted


def baccarat(**more: Any) -> Bench:
    bench = Bench("pokerok", **more)
    bench.open()
    bench.make_shoe()
    bench.play_until_idle(["2c", "9d", "Kd"])
    bench.close_bets()
    return bench


def test_what_a_pit_boss_may_order_is_said_and_of_the_rest_why_not() -> None:
    bench = baccarat()
    view = bench.view
    assert {"void_round", "close_table", "order_shuffle", "report"} <= set(view.pit_may)
    assert view.pit_may_not["rule"] == "nothing holds the table"
    assert view.pit_may_not["open_table"] == "the table is open already"
    assert view.pit_may_not["correct_result"] == "no round has a result yet"
    assert view.pit_may_not["inspect_cards"] == "this table keeps no sets of cards"
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    assert {"void_result", "correct_result"} <= set(bench.view.pit_may)
    bench.read(CardRead("5d"))
    assert "rule" in bench.view.pit_may


def test_sets_of_cards_are_shown_with_how_far_they_are() -> None:
    bench = Bench("pokerok", more_settings={"card_sets": ({"name": "red", "back": "red"},)})
    bench.open()
    assert [(one.name, one.state) for one in bench.view.card_sets] == [("red", "received")]
    assert "inspect_cards" in bench.view.pit_may
    assert "shuffle_cards" in bench.view.pit_may_not
    both(bench, InspectCards, card_set="red", counts=WHOLE)
    assert [one.state for one in bench.view.card_sets] == ["inspected"]
    assert "shuffle_cards" in bench.view.pit_may


def test_inspections_are_shown_as_due_until_they_are_done() -> None:
    bench = Bench("pokerok", more_settings={"inspections": ("shoe",)})
    assert [(one.what, one.due) for one in bench.view.inspections] == [("shoe", True)]
    assert bench.command(OpenTable).accepted is False
    assert bench.command(RecordInspection, what="shoe", note="").accepted
    assert [(one.due, one.inspected_utc != "") for one in bench.view.inspections] == [(False, True)]


def test_a_past_round_is_shown_with_what_was_read_at_each_place_and_as_it_was_corrected() -> None:
    bench = baccarat()
    round_id = bench.view.round or ""
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    read = {"player-1": "Ah", "banker-1": "9d", "player-2": "2c", "banker-2": "Kd"}
    assert bench.view.played == [PlayedView(round_id, "banker", read)]
    both(bench, CorrectResult, round=round_id, reason="video", values={"banker-2": "7d", "player-3": "9h"})
    shown = bench.view.played[0]
    assert shown.corrected
    assert shown.values == read | {"banker-2": "7d", "player-3": "9h"}
    assert bench.view.outcomes == [shown.outcome]
    assert bench.view.last_results[-1].outcome == shown.outcome
    both(bench, VoidResult, round=round_id, reason="dealt from the wrong shoe")
    assert bench.view.played[0].voided
    assert bench.view.outcomes == []
    assert bench.view.last_results[-1].outcome == "void"


def test_a_correction_of_a_correction_begins_with_what_the_first_one_said() -> None:
    bench = baccarat()
    round_id = bench.view.round or ""
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    both(bench, CorrectResult, round=round_id, reason="video", values={"banker-2": "7d", "player-3": "9h"})
    both(bench, CorrectResult, round=round_id, reason="video again", values={"player-3": "8h"})
    assert bench.view.played[0].values["banker-2"] == "7d"
    assert bench.view.played[0].values["player-3"] == "8h"


def test_an_order_that_waits_for_a_second_person_is_shown_with_what_to_give_alike() -> None:
    bench = baccarat()
    round_id = bench.view.round or ""
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    bench.command(VoidResult, person="Eva", role="dealer", round=round_id, reason="video")
    assert bench.view.seconds == [AwaitedSecond("void_result", "Eva", "dealer", {"round": round_id}, "video")]
    bench.command(VoidResult, person="Boris", round=round_id, reason="seen too")
    assert bench.view.seconds == []


def test_a_count_that_waits_for_a_second_one_is_shown_without_what_was_counted() -> None:
    bench = Bench("pokerok", more_settings={"card_sets": ({"name": "red", "back": "red"},)})
    bench.open()
    bench.command(InspectCards, person="Eva", role="dealer", card_set="red", counts=WHOLE)
    assert bench.view.seconds == [AwaitedSecond("inspect_cards", "Eva", "dealer", {"card_set": "red"})]


def test_what_was_read_while_the_table_was_held_is_shown() -> None:
    bench = baccarat()
    bench.read(CardRead("5d", "banker-1"))
    assert bench.view.irregularity is not None
    bench.read(CardRead("6d", "player-1"))
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.also_read == ["card.read 6d player-1"]


def test_what_may_be_entered_by_hand_is_shown_and_by_whom_it_was_first_but_never_what() -> None:
    bench = baccarat(more_settings={"manual_entry": ("deal",)})
    assert "enter" in bench.view.may
    assert "enter" in bench.view.pit_may
    assert bench.view.entry == AwaitedEntry("deal", 1, "")
    bench.command(EnterValue, person="Eva", role="dealer", value="9h")
    assert bench.view.entry == AwaitedEntry("deal", 1, "Eva")
    assert "enter" in baccarat().view.may_not


# --- alarms --------------------------------------------------------------------------------------------------------


def call(bench: Bench) -> None:
    bench.command(CallPitBoss, person="Eva", role="dealer")


def acknowledge(bench: Bench, person: str = "Boris") -> None:
    assert bench.command(AcknowledgeAlarm, person=person, alarm=bench.view.alarms[-1].id).accepted


def test_an_alarm_whose_cause_is_gone_leaves_when_it_has_been_seen() -> None:
    bench = baccarat()
    call(bench)
    assert [(alarm.what, alarm.lasts) for alarm in bench.view.alarms] == [("pit_boss_called", False)]
    acknowledge(bench)
    assert bench.view.alarms == []


def test_an_alarm_whose_cause_lasts_stays_with_who_has_seen_it() -> None:
    bench = baccarat()
    bench.read(LinkChanged("down", "silent"))
    acknowledge(bench)
    assert [(alarm.lasts, alarm.acknowledged_by) for alarm in bench.view.alarms] == [(True, "Boris")]
    bench.read(LinkChanged("ready"))
    assert bench.rule("go_on").accepted
    assert bench.view.alarms == []


def test_an_irregularity_alarms_until_it_is_ruled_on() -> None:
    bench = baccarat()
    bench.read(CardRead("5d", "banker-1"))
    acknowledge(bench)
    assert bench.view.alarms[-1].lasts
    assert bench.rule("place").accepted
    assert bench.view.alarms == []


def test_repeated_causes_are_one_alarm_with_a_count_and_call_anew_only_when_they_had_been_seen() -> None:
    bench = baccarat()
    for _ in range(3):
        call(bench)
    assert [alarm.count for alarm in bench.view.alarms] == [3]
    assert len(bench.view.announced_utc) == 1
    acknowledge(bench)
    call(bench)
    assert [(alarm.count, alarm.acknowledged_by) for alarm in bench.view.alarms] == [(4, None)]
    assert len(bench.view.announced_utc) == 2


def test_a_cause_that_comes_with_another_figure_is_the_same_cause() -> None:
    on = Cell(phases=("betting", "dealing", "result"), rulings=("go_on",), automatic="go_on")
    bench = Bench("pokerok", "roulette", overrides={"rotor_out_of_band": (on,)})
    bench.open()
    bench.wheel("place_bets", 7)
    for rpm in (325, 331, 319):
        bench.read(RotorOutOfBand(rpm, "ball_in_rim", 7))
    assert [(alarm.what, alarm.count, alarm.detail) for alarm in bench.view.alarms] == [
        ("rotor_out_of_band", 3, "31.9 rpm")
    ]


@pytest.mark.parametrize("what", ALARMS)
def test_no_alarm_has_the_key_of_an_irregularity(what: str) -> None:
    assert what not in IRREGULARITIES


# --- where the ball fell -------------------------------------------------------------------------------------------


def test_the_pockets_are_counted_by_the_table_and_corrected_with_a_result() -> None:
    bench = Bench("pokerok", "roulette")
    bench.open()
    for spin, number in ((7, "17"), (8, "4"), (9, "17")):
        bench.spin(spin, number)
    assert bench.view.wheel is not None
    assert (bench.view.wheel.spins, bench.view.wheel.pockets) == (3, {"4": 1, "17": 2})
    both(bench, CorrectResult, round=bench.view.played[-1].round, reason="video", values={"ball-1": "34"})
    assert bench.view.wheel.pockets == {"4": 1, "17": 1, "34": 1}
    assert bench.view.outcomes == ["17", "4", "34"]


def test_the_history_of_the_bias_is_kept_each_fifty_spins() -> None:
    count = SpinCount("european37")
    for _ in range(60):
        count.fell(["17"])
    # 50 spins, all in one pocket of 37: (50 - 50/37)^2 / (50/37) + 36 * 50/37; sectors: 8 orphelins hold the 17.
    assert count.shown().history == [BiasPoint(50, 1800.0, 181.25)]
    assert SpinCount("american38").shown().history == []


def test_an_even_wheel_strays_by_nothing() -> None:
    count = SpinCount("european37")
    for sector in SECTORS.values():
        count.fell(sector)
    assert chi_square(count.counts, SECTORS.values()) == 0
    assert sorted(map(len, SECTORS.values())) == [8, 12, 17]
