"""How many alarms an operator is given in an hour. The aim is one in ten minutes (EEMUA 191, ISA-18.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from studio.messages.telemetry import AlarmView

HOUR_S: Final = 3600.0
PEAK_S: Final = 600.0
AIM_PER_HOUR: Final = 6
FLOOD_PER_PEAK: Final = 10
"""More than so many in ten minutes is a flood."""


class AlarmLoad:
    """Counts what is announced: a new alarm once, its repetitions not, since they only raise its count."""

    def __init__(self) -> None:
        self._known: dict[str, set[str]] = {}
        self._announced_s: deque[float] = deque()

    def see(self, table: str, alarms: Iterable[AlarmView], now_s: float) -> None:
        """The alarms that a table shows at `now_s`, in seconds of any clock that does not go back."""
        shown = {alarm.id for alarm in alarms}
        fresh = shown - self._known.get(table, set())
        self._known[table] = shown
        self._announced_s.extend([now_s] * len(fresh))
        self._forget(now_s)

    def per_hour(self, now_s: float) -> int:
        """Announced within the last hour."""
        self._forget(now_s)
        return len(self._announced_s)

    def in_flood(self, now_s: float) -> bool:
        """Whether more came in the last ten minutes than anybody can answer."""
        return sum(now_s - at_s < PEAK_S for at_s in self._announced_s) > FLOOD_PER_PEAK

    def _forget(self, now_s: float) -> None:
        while self._announced_s and now_s - self._announced_s[0] >= HOUR_S:
            self._announced_s.popleft()
