"""How many alarms an operator is given in an hour. The aim is one in ten minutes (EEMUA 191, ISA-18.2).

The tables say when an alarm called for somebody, so that the figure is the same on every monitor, also on one that has
just been started.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

HOUR_S: Final = 3600.0
PEAK_S: Final = 600.0
AIM_PER_HOUR: Final = 6
FLOOD_BEGINS: Final = 10
"""More than so many in ten minutes are a flood, which is over when there are fewer than `FLOOD_ENDS`."""
FLOOD_ENDS: Final = 5


class AlarmLoad:
    """The calls of all tables of one monitor, whoever stands at it. Times are seconds of one clock, UTC."""

    def __init__(self) -> None:
        self._called_s: dict[str, Sequence[float]] = {}
        self._flood = False

    def see(self, table: str, called_s: Sequence[float]) -> None:
        """When the alarms of a table called for somebody, as it says now."""
        self._called_s[table] = called_s

    def per_hour(self, now_s: float) -> int:
        """Calls within the last hour."""
        return self._within(HOUR_S, now_s)

    def in_flood(self, now_s: float) -> bool:
        """Whether more come than anybody can answer."""
        peak = self._within(PEAK_S, now_s)
        self._flood = peak > FLOOD_BEGINS or (self._flood and peak >= FLOOD_ENDS)
        return self._flood

    def _within(self, seconds: float, now_s: float) -> int:
        return sum(now_s - at_s < seconds for called in self._called_s.values() for at_s in called)
