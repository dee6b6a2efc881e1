"""The one seam for time and chance. Nothing else in `devices` may read a clock, set a timer or draw at random."""

from __future__ import annotations

import asyncio
import datetime
import heapq
import itertools
import random  # noqa: TID251 - this is the seam
import secrets
import time
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

NS_PER_S: Final = 1_000_000_000

Chance: TypeAlias = random.Random
"""A seeded generator, handed in from the edge to whoever simulates. Never for anything that decides a game."""


RandBelow: TypeAlias = Callable[[int], int]
"""Draws from 0 to one below its argument, each equally likely."""


class TimerHandle(Protocol):
    """A timer that was set and may be called off."""

    def cancel(self) -> None:
        """Call the timer off; nothing happens if it has fired or was called off before."""


class Clock(Protocol):
    """Time as the rooms above see it.

    Sequence numbers order events; these readings only describe and measure them.
    """

    def monotonic_s(self) -> float:
        """Seconds since an arbitrary moment, never falling."""

    def monotonic_ns(self) -> int:
        """The same in nanoseconds."""

    def utc(self) -> str:
        """UTC as ISO 8601 with milliseconds and `Z`: `2025-11-05T14:03:07.250Z`."""

    def utc_s(self) -> float:
        """UTC as seconds since 1970."""

    def call_later(self, delay_s: float, callback: Callable[[], None]) -> TimerHandle:
        """Call back after `delay_s` seconds of the table's physical time, which a sped-up table compresses."""

    def call_later_real(self, delay_s: float, callback: Callable[[], None]) -> TimerHandle:
        """Call back after `delay_s` seconds of the wall clock: for lines, which do not run faster with the table."""


def utc_text(utc_s: float) -> str:
    """Seconds since 1970 as ISO 8601 in UTC with milliseconds and `Z`."""
    moment = datetime.datetime.fromtimestamp(utc_s, datetime.UTC)
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


class SystemClock:
    """The machine's clocks, with timers on the running asyncio loop.

    `speed` divides the delay of `call_later` only: at 50, ten seconds of a simulated wheel take 200 ms. What the
    clocks read is never scaled. Raises ValueError for a speed that is not positive.
    """

    def __init__(self, speed: float = 1.0) -> None:
        if not speed > 0:
            raise ValueError(f"speed is {speed}: it must be above 0 (1 is real time, 50 is fifty times faster)")
        self.speed = speed

    def monotonic_s(self) -> float:
        return time.monotonic_ns() / NS_PER_S

    def monotonic_ns(self) -> int:
        return time.monotonic_ns()

    def utc(self) -> str:
        return utc_text(self.utc_s())

    def utc_s(self) -> float:
        return time.time()  # noqa: TID251 - this is the seam

    def call_later(self, delay_s: float, callback: Callable[[], None]) -> TimerHandle:
        return asyncio.get_running_loop().call_later(delay_s / self.speed, callback)

    def call_later_real(self, delay_s: float, callback: Callable[[], None]) -> TimerHandle:
        return asyncio.get_running_loop().call_later(delay_s, callback)


class _SteppedTimer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class SteppedClock:
    """A clock that stands until it is moved, for captures, replay and tests. Its monotonic time begins at 0.

    `start_utc_s` is the UTC of that moment, in seconds since 1970.
    """

    def __init__(self, start_utc_s: float = 0.0) -> None:
        self._start_utc_s = start_utc_s
        self._now_ns = 0
        self._timers: list[tuple[int, int, _SteppedTimer]] = []
        self._order = itertools.count()

    def monotonic_s(self) -> float:
        return self._now_ns / NS_PER_S

    def monotonic_ns(self) -> int:
        return self._now_ns

    def utc(self) -> str:
        return utc_text(self.utc_s())

    def utc_s(self) -> float:
        return self._start_utc_s + self._now_ns / NS_PER_S

    def call_later(self, delay_s: float, callback: Callable[[], None]) -> TimerHandle:
        timer = _SteppedTimer(callback)
        due_ns = self._now_ns + max(0, round(delay_s * NS_PER_S))
        heapq.heappush(self._timers, (due_ns, next(self._order), timer))
        return timer

    def call_later_real(self, delay_s: float, callback: Callable[[], None]) -> TimerHandle:
        return self.call_later(delay_s, callback)

    def next_timer_s(self) -> float | None:
        """When the next timer is due, in monotonic seconds; None when none is set."""
        while self._timers and self._timers[0][2].callback is None:
            heapq.heappop(self._timers)
        return self._timers[0][0] / NS_PER_S if self._timers else None

    def advance_to(self, monotonic_s: float) -> None:
        """Move to `monotonic_s`; due timers fire on the way, in order, each at its own time.

        A timer set by a callback fires in the same move if it is due by then. Raises ValueError when asked to go back.
        """
        target_ns = round(monotonic_s * NS_PER_S)
        if target_ns < self._now_ns:
            raise ValueError(f"the clock stands at {self.monotonic_s()} s and cannot go back to {monotonic_s} s")
        while self._timers and self._timers[0][0] <= target_ns:
            due_ns, _, timer = heapq.heappop(self._timers)
            callback, timer.callback = timer.callback, None
            if callback is not None:
                self._now_ns = max(self._now_ns, due_ns)
                callback()
        self._now_ns = max(self._now_ns, target_ns)

    def advance_by(self, seconds: float) -> None:
        """Move on by `seconds`, as `advance_to` does."""
        self.advance_to((self._now_ns + round(seconds * NS_PER_S)) / NS_PER_S)


def entropy(nbytes: int) -> str:
    """`nbytes` from the system's generator, as lower-case hex: for identities, never for a game."""
    return secrets.token_hex(nbytes)


def randbelow(limit: int) -> int:
    """A whole number from 0 to `limit` - 1, each equally likely, from the system's cryptographic generator."""
    return secrets.randbelow(limit)


def seeded(seed: int | str) -> Chance:
    """A generator that yields the same sequence for the same seed on every machine: for simulators and rigs."""
    return random.Random(seed)
