"""The seam for time and chance."""

from __future__ import annotations

import asyncio
import re

import pytest

from devices.clock import SteppedClock, SystemClock, entropy, seeded, utc_text


def test_utc_is_iso_8601_with_milliseconds_and_z() -> None:
    assert utc_text(0.0) == "1970-01-01T00:00:00.000Z"
    assert utc_text(1_762_351_387.25) == "2025-11-05T14:03:07.250Z"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", SystemClock().utc())


def test_a_stepped_clock_fires_due_timers_in_order_each_at_its_own_time() -> None:
    clock = SteppedClock(1_000.0)
    fired: list[tuple[str, float]] = []

    def note(name: str) -> None:
        fired.append((name, clock.monotonic_s()))

    def first() -> None:
        note("first")
        clock.call_later(0.5, lambda: note("set by first"))

    clock.call_later(3.0, lambda: note("third"))
    clock.call_later(1.0, first)
    clock.call_later(1.0, lambda: note("beside first"))
    clock.call_later(2.0, lambda: note("called off")).cancel()
    clock.call_later(9.0, lambda: note("not yet"))
    clock.advance_to(5.0)
    assert fired == [("first", 1.0), ("beside first", 1.0), ("set by first", 1.5), ("third", 3.0)]
    assert clock.next_timer_s() == 9.0
    assert clock.utc() == "1970-01-01T00:16:45.000Z"
    assert clock.monotonic_ns() == 5_000_000_000


def test_a_stepped_clock_does_not_go_back() -> None:
    clock = SteppedClock()
    clock.advance_by(2.0)
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance_to(1.0)


async def test_speed_divides_the_delays_of_the_table_and_not_those_of_lines() -> None:
    clock = SystemClock(speed=1000)
    began_s = clock.monotonic_s()
    physical, real = asyncio.Event(), asyncio.Event()
    clock.call_later(20.0, physical.set)
    clock.call_later_real(0.2, real.set)
    await physical.wait()
    assert not real.is_set()
    await real.wait()
    assert 0.15 < clock.monotonic_s() - began_s < 5


@pytest.mark.parametrize("speed", [0, -1, float("nan")])
def test_a_speed_that_is_not_positive_is_refused(speed: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        SystemClock(speed)


def test_chance_is_the_same_for_the_same_seed_and_entropy_never() -> None:
    assert [seeded("7/numbers").randint(0, 36) for _ in range(3)] == [seeded("7/numbers").randint(0, 36)] * 3
    assert seeded(7).random() != seeded(8).random()
    assert entropy(4) != entropy(4)
    assert len(entropy(4)) == 8
