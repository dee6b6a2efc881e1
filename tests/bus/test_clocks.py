"""The difference between the backend's wall clock and the table's is measured, bounded, shown, and alarms."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.clock import SteppedClock, SystemClock
from studio.backend import BackendStore
from studio.bus.backend_clock import ASK_EVERY_S, BackendClock, answer
from studio.bus.consumer import ResultConsumer
from studio.messages.bus import Heartbeat

from .ends import Peer, Sockets, open_table, until


class OffClock(SystemClock):
    """A clock on another host, whose wall time is wrong."""

    def __init__(self, ahead_s: float) -> None:
        super().__init__()
        self.ahead_s = ahead_s

    def utc_s(self) -> float:
        return super().utc_s() + self.ahead_s


def ask(table: SteppedClock, measured: BackendClock, ahead_ms: float, there_ms: float, back_ms: float) -> None:
    """One heartbeat to a backend that is ahead by so much, and its answer."""
    backend = SteppedClock(ahead_ms / 1000)
    question = measured.ask()
    table.advance_by(there_ms / 1000)
    backend.advance_to(table.monotonic_s())
    said = answer(question, backend)
    table.advance_by(back_ms / 1000)
    measured.answered(said)


WAY_MS = st.integers(0, 400)


@given(st.integers(-5_000_000, 5_000_000), st.lists(st.tuples(WAY_MS, WAY_MS), min_size=1, max_size=20))
def test_the_true_difference_lies_within_the_error_whatever_the_ways_take(
    ahead_ms: int, ways: list[tuple[int, int]]
) -> None:
    table = SteppedClock(1_800_000_000.0)
    measured = BackendClock(table, 500)
    for there_ms, back_ms in ways:
        ask(table, measured, ahead_ms + 1_800_000_000_000, there_ms, back_ms)
        assert measured.offset is not None
        assert abs(measured.offset.offset_ms - ahead_ms) <= measured.offset.error_ms + 0.01
    shortest = min(there + back for there, back in ways[-8:])
    assert measured.offset is not None
    assert measured.offset.error_ms == pytest.approx(shortest / 2, abs=0.01)


def test_it_is_told_when_the_limit_is_passed_for_certain_and_when_the_clocks_agree_again() -> None:
    table, told = SteppedClock(), list[tuple[bool, str]]()
    measured = BackendClock(table, 500, lambda *what: told.append(what))
    ask(table, measured, 700, 300, 300)
    assert told == []  # 700 ms, give or take 300: it may be within the limit.
    ask(table, measured, 700, 5, 5)
    assert told == [(False, "+700.0 ms, give or take 5.0 ms")]
    for _ in range(5):
        ask(table, measured, 700, 5, 5)
    ask(table, measured, 450, 5, 5)  # set, but not by enough
    assert len(told) == 1
    ask(table, measured, -3, 5, 5)
    assert told[1:] == [(True, "-3.0 ms, give or take 5.0 ms")]


@pytest.mark.parametrize(
    "said",
    [
        Heartbeat(answers=99, heard_us=1, sent_us=1),
        Heartbeat(answers=1),
        Heartbeat(answers=1, heard_us=5),
        Heartbeat(answers=1, heard_us=10**15, sent_us=0),
        Heartbeat(answers=1, heard_us=0, sent_us=10**15),
        Heartbeat(answers=-1, heard_us=0, sent_us=0),
    ],
)
def test_an_answer_that_cannot_be_measures_nothing(said: Heartbeat) -> None:
    table = SteppedClock()
    measured = BackendClock(table, 500)
    measured.ask()
    table.advance_by(0.01)
    measured.answered(said)
    assert measured.offset is None


@pytest.mark.parametrize("ahead_s", [0.0, 90.0, -3600.0])
async def test_the_difference_is_measured_over_the_socket_and_beyond_the_limit_somebody_is_told(
    ahead_s: float,
) -> None:
    table = open_table()
    store = BackendStore()
    consumer = ResultConsumer([table.bus.results_endpoint], "backend", store, clock=OffClock(ahead_s))
    work = asyncio.create_task(consumer.run())
    await until(lambda: table.bus.delivery_stats().clock_offset_ms is not None)
    stats = table.bus.delivery_stats()
    assert stats.clock_offset_ms is not None
    assert stats.clock_error_ms is not None
    assert stats.clock_offset_ms == pytest.approx(ahead_s * 1000, abs=stats.clock_error_ms + 1)
    assert [agree for agree, _ in table.clocks] == ([] if ahead_s == 0 else [False])
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    store.close()


async def test_a_consumer_of_an_older_version_is_not_measured_and_is_served(sockets: Sockets) -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    peer = Peer(sockets, table.bus.results_endpoint)
    await peer.hello()
    await peer.hear("welcome")
    clock.advance_by(ASK_EVERY_S + 0.5)
    question = await peer.hear("heartbeat")
    assert question["n"] == 1
    await peer.say({"frame": "heartbeat"})
    await until(lambda: table.bus.consumer_present)
    assert table.bus.delivery_stats().clock_offset_ms is None


async def test_a_consumer_may_measure_too(sockets: Sockets) -> None:
    table = open_table()
    peer = Peer(sockets, table.bus.results_endpoint)
    await peer.hello()
    await peer.say({"frame": "heartbeat", "n": 41, "sent_us": 1})
    async with asyncio.timeout(10):
        while (answered := await peer.hear("heartbeat")).get("answers") != 41:
            pass
    assert answered["heard_us"] == pytest.approx(SystemClock().utc_s() * 1e6, abs=10e6)
