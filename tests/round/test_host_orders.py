"""A wheel must be as it was approved; the table ends a dead spin by one order, and people order what it allows."""

from __future__ import annotations

from typing import Any

import pytest
from round.bench import Bench, Spin

from devices.readings import (
    CommandAnswered,
    DeviceMuted,
    DeviceParameters,
    LinkChanged,
    SelfTested,
    WheelDisagreement,
    WheelRestarted,
    WheelResult,
    WheelWarningRaised,
)
from studio.games.procedure import TakeBets
from studio.messages import events
from studio.messages.commands import OrderDevice, ReportIrregularity, VoidRound
from studio.round.effects import Answer, SendOrder
from studio.round.inputs import CommandGiven

APPROVED = {"firmware": "V2.50", "speed_change": "1.5"}
GOOD = DeviceParameters({"pockets": "37", "firmware": "V2.50", "speed_change": "1.50"}, {})
FAST = DeviceParameters({"pockets": "37", "firmware": "V2.50", "speed_change": "20000.0"}, {})
DIFFERENCE = (
    "wheel: speed_change is 20000.0, approved is 1.5: "
    "order set_parameter and then store_parameters, or have the new value approved"
)
ALL = ("restart_game", "start_game", "unmute", "mute", "self_test", "set_parameter", "power_off")


def table(*commands: str, approved: dict[str, str] | None = None) -> Bench:
    """A roulette table, open, its wheel there and ready to play."""
    bench = Bench(
        game="roulette", more_settings={"commands": {"wheel": commands}, "approved": {"wheel": approved or {}}}
    )
    bench.open()
    return bench


def playing(*commands: str) -> Bench:
    """A round with bets open in spin 7."""
    bench = table(*commands)
    bench.wheel("place_bets", 7)
    return bench


def mis_spun(*commands: str) -> Bench:
    bench = playing(*commands)
    bench.wheel("ball_in_rim", 7)
    bench.close_bets()
    bench.read(WheelWarningRaised("wrong_direction", "ball_in_rim", 7, confirmed=True))
    return bench


def sent(bench: Bench) -> list[tuple[str, str]]:
    """What the table has given the wheel to do."""
    orders = [effect for effect in bench.effects if isinstance(effect, SendOrder)]
    assert {order.device for order in orders} <= {"wheel"}
    assert [order for order in bench.replayed() if isinstance(order, SendOrder)] == orders
    return [(order.order, order.value) for order in orders]


def ordered(bench: Bench, order: str, value: str = "", *, role: str = "technician", **more: Any) -> list[Answer]:
    """The answers at once to a person's order."""
    bench.commands_given += 1
    about = {"id": f"c{bench.commands_given}", "person": "Tim", "role": role, "device": "wheel", **more}
    effects = bench.give(CommandGiven, command=OrderDevice(order=order, value=value, **about))  # type: ignore[arg-type]
    return [effect for effect in effects if isinstance(effect, Answer)]


def alarms(bench: Bench) -> list[tuple[str, str]]:
    return [(alarm.what, alarm.detail) for alarm in bench.view.alarms]


# --- as approved -------------------------------------------------------------------------------------------------


def test_no_round_is_opened_before_the_wheel_has_said_that_it_is_as_approved() -> None:
    bench = table(approved=APPROVED)
    bench.wheel("place_bets", 7)
    assert bench.view.prompt.text == "Wait: wheel has not said how it is set"
    bench.read(GOOD)
    assert isinstance(bench.request, TakeBets)


def test_a_difference_that_is_read_twice_keeps_the_table_shut_and_names_everything_about_it() -> None:
    bench = table(approved=APPROVED)
    bench.wheel("place_bets", 7)
    bench.read(FAST)
    assert sent(bench) == [("read_parameters", "")], "a damaged line makes a wrong value too: it is read again"
    assert alarms(bench) == []
    bench.read(FAST)
    assert alarms(bench) == [("wheel_not_approved", DIFFERENCE)]
    assert bench.view.prompt.text == f"Wait: {DIFFERENCE}"
    assert bench.request is None
    bench.read(GOOD)
    assert isinstance(bench.request, TakeBets)


def test_a_value_that_was_damaged_on_the_line_is_forgotten_when_it_is_right_the_second_time() -> None:
    bench = table(approved=APPROVED)
    bench.wheel("place_bets", 7)
    bench.read(FAST, GOOD)
    assert alarms(bench) == []
    assert isinstance(bench.request, TakeBets)


def test_what_the_wheel_did_not_answer_is_not_as_approved() -> None:
    bench = table(approved=APPROVED)
    silent = DeviceParameters({}, {"firmware": "no answer", "speed_change": "no answer", "pockets": "no answer"})
    bench.read(silent, silent)
    assert "firmware was not told (no answer), approved is V2.50" in alarms(bench)[0][1]
    assert "pockets was not told (no answer), approved is 37" in alarms(bench)[0][1]


def test_a_wheel_of_another_size_is_refused_even_where_nothing_was_approved() -> None:
    bench = table()
    double_zero = DeviceParameters({"pockets": "38"}, {})
    bench.read(double_zero, double_zero)
    bench.wheel("place_bets", 7)
    assert alarms(bench) == [
        ("wheel_not_approved", "wheel: pockets is 38, approved is 37: the wheel must be changed, or the game")
    ]
    assert bench.request is None


def test_a_wheel_that_comes_back_in_a_round_holds_it_until_it_is_as_approved() -> None:
    bench = table(approved=APPROVED)
    bench.read(GOOD)
    bench.wheel("place_bets", 7)
    bench.close_bets()
    bench.read(LinkChanged("lost"), LinkChanged("connecting"), LinkChanged("ready"))
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == "link_down", "the house goes on when all is well, and not before"
    bench.read(FAST, FAST)
    assert bench.view.irregularity is not None
    assert "go_on" not in bench.view.irregularity.rulings
    bench.read(GOOD)
    assert bench.view.irregularity is None
    assert isinstance(bench.request, Spin)


def test_a_difference_that_comes_up_in_a_round_holds_it_and_it_goes_on_once_it_is_mended() -> None:
    bench = table(approved=APPROVED)
    bench.read(GOOD)
    bench.wheel("place_bets", 7)
    bench.close_bets()
    bench.read(FAST, FAST, FAST)
    held = bench.view.irregularity
    assert held is not None
    assert (held.kind, held.read) == ("wheel_not_approved", DIFFERENCE)
    assert held.rulings == ["void"]
    assert len(bench.published(events.TablePaused)) == 1
    bench.read(GOOD)
    assert bench.view.irregularity is None


def test_after_a_power_cycle_the_wheel_has_to_say_anew_how_it_is_set() -> None:
    bench = table(approved=APPROVED)
    bench.read(GOOD)
    bench.read(WheelRestarted(in_game=False))
    bench.wheel("place_bets", 1)
    assert bench.view.prompt.text == "Wait: wheel has not said how it is set"


def test_a_line_that_is_set_wrong_is_an_alarm_with_its_remedy() -> None:
    bench = table()
    why = "/dev/wheel: the line was to be 9600 8E1 and is 9600 8N1: the adapter cannot do it. Use another adapter"
    bench.read(LinkChanged("line_wrong", why))
    assert ("line_settings", f"wheel: {why}") in alarms(bench)
    assert bench.view.prompt.text == "Wait: wheel line_wrong"


# --- the table's own orders --------------------------------------------------------------------------------------


def test_after_a_mis_spin_the_game_is_restarted_once_and_only_once() -> None:
    bench = mis_spun("restart_game")
    assert sent(bench) == [("restart_game", "")]
    bench.wheel("no_more_bets", 7)
    bench.read(CommandAnswered("restart_game", "", "done", "*R OK"))
    assert bench.rule("re_spin").accepted
    assert sent(bench) == [("restart_game", "")]


@pytest.mark.parametrize("before_the_ruling", [True, False])
def test_the_next_ball_after_a_restart_is_the_rounds_own(before_the_ruling: bool) -> None:
    bench = mis_spun("restart_game")
    if before_the_ruling:
        bench.wheel("place_bets", 7)
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == "wrong_direction", "that the wheel makes ready anew is no irregularity"
    assert bench.rule("re_spin").accepted
    if not before_the_ruling:
        bench.wheel("place_bets", 7)
    bench.wheel("ball_in_rim", 7)
    assert bench.view.prompt.key == "ball_in_play"
    bench.wheel("no_more_bets", 7)
    bench.read(WheelResult("30", 7))
    [result] = bench.published(events.RoundResult)
    assert (result.outcome, result.round) == ("30", "t1:e1:r1")


def test_a_second_mis_spin_in_the_same_round_is_restarted_too() -> None:
    bench = mis_spun("restart_game")
    bench.wheel("place_bets", 7)
    bench.rule("re_spin")
    bench.wheel("ball_in_rim", 7)
    bench.read(WheelWarningRaised("wrong_direction", "ball_in_rim", 7, confirmed=True))
    assert sent(bench) == [("restart_game", "")] * 2


def test_a_restart_that_the_wheel_refuses_is_an_alarm_and_the_number_of_the_dead_spin_is_no_result() -> None:
    bench = mis_spun("restart_game")
    bench.read(CommandAnswered("restart_game", "", "refused", "*R NO"))
    assert ("order_failed", "wheel: restart_game, refused: *R NO") in alarms(bench)
    bench.rule("re_spin")
    bench.wheel("no_more_bets", 7)
    bench.read(WheelResult("30", 7))
    assert bench.published(events.RoundResult) == []
    assert len(sent(bench)) == 1


def test_a_round_that_is_voided_while_the_ball_runs_ends_the_spin() -> None:
    bench = playing("restart_game")
    bench.wheel("ball_in_rim", 7)
    assert bench.command(VoidRound, reason="power of the studio").accepted
    assert sent(bench) == [("restart_game", "")]


def test_a_wheel_that_ends_its_game_by_itself_is_left_alone() -> None:
    bench = playing("restart_game")
    bench.wheel("ball_in_rim", 7)
    bench.read(WheelWarningRaised("component_fault", "ball_in_rim", 7, confirmed=True))
    assert bench.published(events.RoundVoided)
    assert sent(bench) == []


def test_nothing_is_restarted_when_no_ball_runs() -> None:
    bench = playing("restart_game")
    bench.close_bets()
    bench.command(ReportIrregularity, role="dealer", kind="foreign_object")
    bench.rule("re_spin")
    assert sent(bench) == []


def test_a_disagreement_about_the_number_restarts_nothing() -> None:
    bench = playing("restart_game")
    bench.wheel("ball_in_rim", 7)
    bench.wheel("no_more_bets", 7)
    bench.wheel("winning_number", 7)
    bench.read(WheelDisagreement("5", "17", 7))
    assert sent(bench) == []


def test_a_table_that_only_reads_its_wheel_orders_nothing() -> None:
    bench = mis_spun()
    bench.rule("re_spin")
    bench.read(DeviceMuted(muted=True))
    assert sent(bench) == []


def test_where_the_table_starts_the_game_it_does_so_once_for_each_spin_that_is_due() -> None:
    bench = playing("start_game")
    assert sent(bench) == []
    bench.close_bets()
    assert sent(bench) == [("start_game", "")]
    bench.wheel("place_bets", 7)
    bench.wheel("ball_in_rim", 7)
    bench.command(ReportIrregularity, role="dealer", kind="foreign_object")
    bench.rule("re_spin")
    assert len(sent(bench)) == 1, "the wheel is not ready yet"
    bench.wheel("place_bets", 8)
    assert sent(bench) == [("start_game", "")] * 2


# --- muted -------------------------------------------------------------------------------------------------------


def test_a_wheel_that_is_muted_holds_the_round_and_is_told_to_report_again() -> None:
    bench = playing("unmute")
    bench.close_bets()
    bench.read(DeviceMuted(muted=True))
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == "wheel_muted"
    assert sent(bench) == [("unmute", "")]
    bench.read(CommandAnswered("unmute", "", "done", "*q OK"), DeviceMuted(muted=False))
    assert bench.view.irregularity is None
    assert isinstance(bench.request, Spin)


def test_a_wheel_that_is_muted_between_two_rounds_keeps_the_next_from_being_opened() -> None:
    bench = table()
    bench.read(DeviceMuted(muted=True))
    bench.wheel("place_bets", 7)
    assert bench.view.prompt.text == "Wait: wheel is muted"
    bench.read(DeviceMuted(muted=False))
    assert isinstance(bench.request, TakeBets)


def test_a_wheel_that_was_muted_on_purpose_stays_so() -> None:
    bench = table("mute", "unmute")
    ordered(bench, "mute")
    bench.read(DeviceMuted(muted=True), CommandAnswered("mute", "", "done", "*q OK"))
    assert sent(bench) == [("mute", "")]
    assert bench.view.prompt.text == "Wait: wheel is muted"


# --- people's orders ---------------------------------------------------------------------------------------------


def test_a_person_is_answered_when_the_wheel_has_answered() -> None:
    bench = table(*ALL)
    assert ordered(bench, "set_parameter", "m 1.5") == []
    assert sent(bench) == [("set_parameter", "m 1.5")]
    bench.wheel("place_bets", 7)
    assert bench.view.prompt.text == "Wait: wheel: set_parameter is under way"
    bench.effects.clear()
    bench.read(CommandAnswered("set_parameter", "m 1.5", "done", "*T OK"))
    assert [effect for effect in bench.effects if isinstance(effect, Answer)] == [
        Answer("c2", accepted=True, why="wheel: *T OK")
    ]
    assert isinstance(bench.request, TakeBets)


@pytest.mark.parametrize("outcome", ["refused", "no_answer", "not_understood", "not_sent"])
def test_what_the_wheel_did_not_do_is_a_refusal_in_its_own_words_and_no_alarm(outcome: str) -> None:
    bench = table(*ALL)
    ordered(bench, "power_off")
    bench.effects.clear()
    bench.read(CommandAnswered("power_off", "", outcome, "*P NO"))  # type: ignore[arg-type]
    told = f"wheel: {outcome.replace('_', ' ')}: *P NO"
    assert Answer("c2", accepted=False, why=told) in bench.effects
    assert alarms(bench) == []


def test_an_order_that_is_sent_again_by_its_sender_is_given_once() -> None:
    bench = table(*ALL)
    order = OrderDevice(id="x", person="Tim", role="technician", device="wheel", order="power_off")
    for _ in range(3):
        bench.give(CommandGiven, command=order)
    assert sent(bench) == [("power_off", "")]
    bench.read(CommandAnswered("power_off", "", "done", "*P OK"))
    bench.give(CommandGiven, command=order)
    assert [effect.accepted for effect in bench.effects if isinstance(effect, Answer)][1:] == [True, True]
    assert len(sent(bench)) == 1


@pytest.mark.parametrize(
    ("order", "more", "why"),
    [
        ("set_mode", {}, "does not allow set_mode for wheel; commands allowed: restart_game, start_game"),
        ("power_off", {"role": "dealer"}, "by a technician or a pit boss"),
        ("power_off", {"device": "shoe"}, "there is no device 'shoe' here: wheel"),
        ("power_off", {}, "power_off is for between two rounds"),
        ("restart_game", {}, "the ball that runs counts"),
    ],
)
def test_an_order_that_may_not_be_given_now_says_why(order: str, more: dict[str, str], why: str) -> None:
    bench = playing(*ALL)
    [answer] = ordered(bench, order, **more)
    assert not answer.accepted
    assert why in answer.why
    assert sent(bench) == []


def test_the_game_is_started_by_hand_only_while_a_spin_is_due() -> None:
    bench = playing("start_game")
    assert ordered(bench, "start_game", role="dealer") == []
    bench.read(CommandAnswered("start_game", "", "done", "*u OK"))
    bench.wheel("ball_in_rim", 7)
    assert ordered(bench, "start_game")[0].why == "the ball is in play"
    bench.command(ReportIrregularity, role="dealer", kind="foreign_object")
    assert "held" in ordered(bench, "start_game")[0].why


def test_a_wheel_that_is_not_there_is_ordered_nothing() -> None:
    bench = table(*ALL)
    bench.read(LinkChanged("lost"))
    assert ordered(bench, "power_off")[0].why == "wheel is lost"


def test_parameters_can_be_asked_for_at_a_table_that_allows_nothing() -> None:
    bench = table(approved=APPROVED)
    ordered(bench, "read_parameters")
    bench.effects.clear()
    bench.read(GOOD)
    assert Answer("c2", accepted=True, why="wheel: as approved") in bench.effects
    ordered(bench, "read_parameters")
    bench.effects.clear()
    bench.read(FAST)
    assert Answer not in {type(effect) for effect in bench.effects}
    bench.read(FAST)
    assert Answer("c3", accepted=False, why=DIFFERENCE) in bench.effects


def test_a_self_test_takes_minutes_so_its_end_is_an_alarm() -> None:
    bench = table(*ALL)
    assert ordered(bench, "self_test") == [Answer("c2", accepted=True, why="")]
    bench.read(SelfTested((5,), "5 motor"), CommandAnswered("self_test", "", "done", "5 motor"))
    assert alarms(bench) == [("self_test_faults", "wheel: 5 motor"), ("self_test_done", "wheel: 5 motor")]


def test_an_order_whose_answer_a_restart_of_the_table_has_lost_is_answered_as_not_known() -> None:
    bench = table(*ALL)
    ordered(bench, "power_off")
    bench.effects.clear()
    bench.restart()
    [answer] = [effect for effect in bench.effects if isinstance(effect, Answer)]
    assert not answer.accepted
    assert "look whether it was done" in answer.why
