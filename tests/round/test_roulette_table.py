"""A roulette table on the bench: when a number counts, and when it must not (rules/roulette.md, field standards 5)."""

from __future__ import annotations

import pytest
from round.bench import Bench

from devices.readings import (
    LinkChanged,
    RotorOutOfBand,
    WheelDisagreement,
    WheelNumberAnnounced,
    WheelRestarted,
    WheelResult,
    WheelStopped,
    WheelUnresolved,
    WheelWarningRaised,
)
from studio.games.procedure import Spin, TakeBets
from studio.messages import events


@pytest.fixture
def betting() -> Bench:
    bench = Bench(game="roulette")
    bench.open()
    bench.wheel("place_bets", 7)
    assert isinstance(bench.request, TakeBets)
    return bench


@pytest.fixture
def spinning(betting: Bench) -> Bench:
    betting.wheel("ball_in_rim", 7)
    betting.wheel("no_more_bets", 7)
    assert isinstance(betting.request, Spin)
    return betting


def test_no_round_opens_before_the_wheel_is_ready_for_bets() -> None:
    bench = Bench(game="roulette")
    bench.open()
    assert bench.view.prompt.key == "wait_for_wheel"
    bench.wheel("winning_number", 6)
    assert bench.view.prompt.key == "wait_for_wheel"
    bench.wheel("place_bets", 7)
    assert bench.view.state == "betting"


def test_the_timer_closes_the_bets(betting: Bench) -> None:
    betting.close_bets()
    assert betting.published(events.BetsClosed)[0].why == "timer"
    assert betting.view.prompt.key == "spin"


def test_the_ball_closes_the_bets_at_the_latest(betting: Bench) -> None:
    """roulette.md C11: the ball may be launched before the close; at no more bets they are closed."""
    betting.wheel("ball_in_rim", 7)
    assert isinstance(betting.request, TakeBets)
    betting.wheel("no_more_bets", 7)
    assert betting.published(events.BetsClosed)[0].why == "ball_in_play"
    assert betting.view.prompt.key == "ball_in_play"


def test_a_house_that_launches_after_the_close_holds_an_early_ball() -> None:
    bench = Bench(game="roulette", launch_before_close=False)
    bench.open()
    bench.wheel("place_bets", 7)
    bench.wheel("ball_in_rim", 7)
    assert bench.table.irregularity is not None
    assert bench.table.irregularity.kind == "early_ball"


def test_the_number_of_the_spin_in_play_is_the_result(spinning: Bench) -> None:
    spinning.read(WheelNumberAnnounced("17"))
    assert spinning.published(events.RoundResult) == [], "a bare number is a pre-announcement"
    spinning.read(WheelResult("17", 7))
    result = spinning.published(events.RoundResult)[0]
    assert (result.outcome, result.numbers, result.bets["straight:17"].pays) == ("17", ["17"], "35:1")


def test_the_same_number_seven_times_is_legal() -> None:
    """standards.md 5.19: repeats are legal, stale readings are not."""
    bench = Bench(game="roulette")
    bench.open()
    for spin in range(1, 8):
        bench.spin(spin, "19")
    assert [result.outcome for result in bench.published(events.RoundResult)] == ["19"] * 7


def test_a_number_without_fresh_motion_never_counts(betting: Bench) -> None:
    """standards.md 4 case 21: each result needs fresh activity since the close."""
    betting.close_bets()
    betting.read(WheelResult("5", 7))
    assert betting.published(events.RoundResult) == []
    assert betting.table.irregularity is not None
    assert betting.table.irregularity.kind == "result_out_of_turn"


def test_the_number_of_another_spin_never_counts(spinning: Bench) -> None:
    spinning.read(WheelResult("5", 6))
    assert spinning.published(events.RoundResult) == []
    assert spinning.view.state == "held"


def test_a_number_while_no_round_is_open_is_only_on_record() -> None:
    bench = Bench(game="roulette")
    bench.open()
    bench.read(WheelResult("5", 6))
    assert bench.view.state == "not_ready"
    assert bench.published(events.RoundResult) == []


@pytest.mark.parametrize(
    "reading",
    [
        WheelUnresolved(7, "21", 8),
        WheelStopped(7, in_game=True),
        WheelRestarted(in_game=True),
        WheelWarningRaised("component_fault", "no_more_bets", 7, confirmed=True),
    ],
)
def test_a_dead_game_is_void_by_the_houses_rule_and_its_number_never_paid(spinning: Bench, reading: object) -> None:
    """devices.md 6, inputs 5 to 8."""
    spinning.read(reading)  # type: ignore[arg-type]
    assert spinning.published(events.RoundVoided)[0].by == "house rule"
    spinning.read(WheelResult("21", 7))
    assert spinning.published(events.RoundResult) == []


@pytest.mark.parametrize(
    ("reading", "kind"),
    [
        (WheelDisagreement("5", "1", 7), "wheel_disagreement"),
        (RotorOutOfBand(953, "no_more_bets", 7), "rotor_out_of_band"),
        (WheelWarningRaised("ball_not_sensed", "no_more_bets", 7, confirmed=True), "ball_not_sensed"),
    ],
)
def test_a_doubtful_game_waits_for_the_pit_boss(spinning: Bench, reading: object, kind: str) -> None:
    spinning.read(reading)  # type: ignore[arg-type]
    assert spinning.view.irregularity is not None
    assert spinning.view.irregularity.kind == kind
    spinning.read(WheelResult("1", 7))
    assert spinning.published(events.RoundResult) == []


def test_a_warning_that_may_pass_holds_nothing(spinning: Bench) -> None:
    spinning.read(WheelWarningRaised("ball_not_sensed", "no_more_bets", 7, confirmed=False))
    assert spinning.view.state == "playing"


def test_a_silence_in_the_spin_holds_and_the_same_spin_goes_on(spinning: Bench) -> None:
    """devices.md 6, input 11: if the spin is unchanged when the wheel is heard again, the round goes on."""
    spinning.read(LinkChanged("stale"))
    assert spinning.view.state == "playing", "stale is a mark, not a hold"
    spinning.read(LinkChanged("down"))
    assert spinning.view.state == "held"
    spinning.read(LinkChanged("ready"), WheelResult("21", 7))
    assert spinning.published(events.RoundResult)[0].outcome == "21"


def test_a_silence_after_which_another_spin_runs_voids_the_round(spinning: Bench) -> None:
    spinning.read(LinkChanged("down"), LinkChanged("ready"))
    spinning.wheel("place_bets", 8)
    assert spinning.published(events.RoundVoided)[0].kind == "wheel_unresolved"


def test_a_silence_in_the_betting_closes_the_bets_and_a_spin_missed_meanwhile_voids(betting: Bench) -> None:
    betting.read(LinkChanged("down"))
    assert betting.published(events.BetsClosed)[0].why == "irregularity"
    betting.read(LinkChanged("ready"))
    betting.wheel("place_bets", 8)
    assert betting.published(events.RoundVoided)[0].kind == "wheel_unresolved"


def test_a_restart_in_the_spin_goes_on_with_the_same_spin(spinning: Bench) -> None:
    spinning.restart()
    assert spinning.view.state == "held"
    spinning.read(LinkChanged("ready"))
    spinning.wheel("no_more_bets", 7)
    spinning.read(WheelResult("30", 7))
    assert [result.outcome for result in spinning.published(events.RoundResult)] == ["30"]
