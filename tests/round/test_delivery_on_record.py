"""What concerns delivery and clocks is on record: an alarm for a person, an event where the backend must know."""

from __future__ import annotations

from round.bench import Bench

from studio.messages.events import ClockSet
from studio.round.effects import Publish
from studio.round.inputs import ClockWasSet, Noticed, ProcessStarted, ResultAnswered
from studio.round.standing import alarms_standing


def alarms(bench: Bench) -> list[tuple[str, str, str, int]]:
    return [(alarm.priority, alarm.what, alarm.detail, alarm.count) for alarm in bench.table.desk.alarms]


def test_a_jump_of_the_wall_clock_is_an_event_and_an_alarm_and_orders_nothing() -> None:
    bench = Bench(game="roulette")
    before = bench.table.desk.last_event_seq
    effects = bench.give(ClockWasSet, by_ms=-3_600_000)
    (said,) = [effect.event for effect in effects if isinstance(effect, Publish)]
    assert isinstance(said, ClockSet)
    assert (said.by_ms, said.seq, said.contract) == (-3_600_000, before + 1, 2)
    assert alarms(bench) == [("medium", "clock_jumped", "set back by 3600.000 s, to 2026-11-30T12:00:00.000Z", 1)]


def test_a_rejected_event_calls_somebody_with_the_backends_own_reason() -> None:
    bench = Bench(game="roulette")
    bench.give(ResultAnswered, outcome="rejected", event="t1:e1:7", code="not_accepted", why="no such round")
    assert alarms(bench) == [("high", "result_rejected", "t1:e1:7: not_accepted: no such round", 1)]
    assert [alarm.lasts for alarm in alarms_standing(bench.table)] == [True]
    bench.give(ResultAnswered, outcome="acknowledged", event="t1:e1:7")
    assert [alarm.lasts for alarm in alarms_standing(bench.table)] == [False]


def test_a_restarted_table_asks_the_backend_anew_what_it_does_not_take() -> None:
    bench = Bench(game="roulette")
    bench.give(ResultAnswered, outcome="rejected", event="t1:e1:7", code="not_accepted", why="no such round")
    bench.give(ProcessStarted, software="bench")
    assert [alarm.lasts for alarm in alarms_standing(bench.table)] == [False]


def test_clocks_that_differ_are_an_alarm_that_lasts_until_they_agree() -> None:
    bench = Bench(game="roulette")
    bench.give(Noticed, priority="medium", what="clock_drift", detail="more than 500 ms")
    assert [alarm.lasts for alarm in alarms_standing(bench.table)] == [True]
    bench.give(Noticed, priority="low", what="clock_agrees", detail="+3 ms")
    assert [alarm.lasts for alarm in alarms_standing(bench.table)] == [False, False]


def test_a_backend_that_does_not_answer_is_one_alarm_however_often_and_nothing_is_published_about_it() -> None:
    bench = Bench(game="roulette")
    for event in ("t1:e1:7", "t1:e1:9"):
        effects = bench.give(ResultAnswered, outcome="unconfirmed", event=event)
        effects += bench.give(ResultAnswered, outcome="acknowledged", event=event)
        assert not any(isinstance(effect, Publish) for effect in effects)
    assert alarms(bench) == [("medium", "result_unconfirmed", "events were sent and the backend does not answer", 2)]
