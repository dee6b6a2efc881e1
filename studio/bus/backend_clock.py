"""How far the backend's wall clock is from the table's, measured as NTP does (RFC 5905, 8): from heartbeats.

A question leaves at t1 and comes back at t4 by the table's clock; it was heard at t2 and answered at t3 by the
backend's. The offset is ((t2 - t1) + (t3 - t4)) / 2, and wrong by no more than half of the round trip, whichever way
took longer. Of the last questions the one with the shortest round trip counts. Nothing is ever ordered by this.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from devices.clock import NS_PER_S, Clock
from studio.messages.bus import Heartbeat

ASK_EVERY_S: Final = 4.0
_KEPT: Final = 8
_ASKED: Final = 16
_STEP_MS: Final = 50.0
"""Two measurements that differ by more than both errors and this: one of the clocks was set in between."""
_BACK_BELOW: Final = 0.8
"""The clocks agree again when the offset is below this part of the limit, so that no alarm flutters."""

OnClock = Callable[[bool, str], None]
"""Told whether the clocks agree, and the measurement in words, each time that this changes."""


class Offset(NamedTuple):
    """The backend's clock is ahead by `offset_ms`, known to within `error_ms`."""

    offset_ms: float
    error_ms: float

    def __str__(self) -> str:
        return f"{self.offset_ms:+.1f} ms, give or take {self.error_ms:.1f} ms"


class _Question(NamedTuple):
    sent_us: int
    monotonic_ns: int


class BackendClock:
    """Asks, takes the answers, and tells `on_clock` when the offset is beyond `limit_ms` for certain."""

    def __init__(self, clock: Clock, limit_ms: float, on_clock: OnClock | None = None) -> None:
        self._clock = clock
        self._limit_ms = limit_ms
        self._on_clock = on_clock or (lambda *_: None)
        self._asked: dict[int, _Question] = {}
        self._number = 0
        self._asked_s: float | None = None
        self._offsets: deque[Offset] = deque(maxlen=_KEPT)
        self.agrees = True

    @property
    def offset(self) -> Offset | None:
        """The best of the last measurements; None when there is none."""
        return min(self._offsets, key=lambda one: one.error_ms, default=None)

    @property
    def due(self) -> bool:
        """Whether it is time to ask again, also when other frames go."""
        return self._asked_s is None or self._clock.monotonic_s() - self._asked_s >= ASK_EVERY_S

    def forget(self) -> None:
        """Another backend speaks from now on, perhaps on another host."""
        self._asked.clear()
        self._offsets.clear()
        self._asked_s = None

    def ask(self) -> Heartbeat:
        """A heartbeat to be answered."""
        self._number += 1
        question = _Question(wall_us(self._clock), self._clock.monotonic_ns())
        self._asked[self._number] = question
        self._asked_s = question.monotonic_ns / NS_PER_S
        while len(self._asked) > _ASKED:
            del self._asked[next(iter(self._asked))]
        return Heartbeat(n=self._number, sent_us=question.sent_us)

    def answered(self, heartbeat: Heartbeat) -> None:
        """Take an answer; one to a question that was not asked, or that cannot be, says nothing."""
        question = self._asked.pop(heartbeat.answers or 0, None)
        if question is None or heartbeat.heard_us is None or heartbeat.sent_us is None:
            return
        # The way there and back by the monotonic clock: it cannot be set in between.
        gone_us = (self._clock.monotonic_ns() - question.monotonic_ns) / 1000
        trip_us = gone_us - (heartbeat.sent_us - heartbeat.heard_us)
        if not 0 <= trip_us <= gone_us:
            return
        back_us = question.sent_us + gone_us
        offset_us = ((heartbeat.heard_us - question.sent_us) + (heartbeat.sent_us - back_us)) / 2
        self._take(Offset(offset_us / 1000, trip_us / 2000))

    def _take(self, new: Offset) -> None:
        best = self.offset
        if best is not None and abs(new.offset_ms - best.offset_ms) > new.error_ms + best.error_ms + _STEP_MS:
            self._offsets.clear()
        self._offsets.append(new)
        best = self.offset
        assert best is not None
        if self.agrees and abs(best.offset_ms) - best.error_ms > self._limit_ms:
            self.agrees = False
            self._on_clock(False, str(best))
        elif not self.agrees and abs(best.offset_ms) < _BACK_BELOW * self._limit_ms:
            self.agrees = True
            self._on_clock(True, str(best))


def wall_us(clock: Clock) -> int:
    """The wall clock in microseconds since 1970, UTC."""
    return round(clock.utc_s() * 1e6)


def answer(question: Heartbeat, clock: Clock) -> Heartbeat:
    """What the asked side says at once."""
    now_us = wall_us(clock)
    return Heartbeat(answers=question.n, heard_us=now_us, sent_us=now_us)
