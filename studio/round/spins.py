"""Where the ball fell on one wheel, and how far that is from an even wheel. Source: roulette.md 1.2 (sectors)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from studio.games.roulette_layout import POCKETS, Wheel
from studio.messages.telemetry import BiasPoint, WheelRecord

SPINS_A_POINT: Final = 50
POINTS_KEPT: Final = 60

_ORDER: Final = POCKETS["european37"]


def _from(first: str, last: str) -> tuple[str, ...]:
    """The pockets of the single-zero wheel from one to another, the way round that they are named."""
    start, end = _ORDER.index(first), _ORDER.index(last)
    return _ORDER[start : end + 1] if start <= end else _ORDER[start:] + _ORDER[: end + 1]


SECTORS: Final = {
    "voisins": _from("22", "25"),
    "orphelins": (*_from("17", "6"), *_from("1", "9")),
    "tiers": _from("27", "33"),
}
"""17, 8 and 12 pockets of the single-zero wheel."""


def chi_square(counts: Counter[str], cells: Iterable[Sequence[str]]) -> float:
    """The counts of cells (groups of pockets) against those of an even wheel; 0 before the first spin."""
    groups = list(cells)
    spins, pockets = counts.total(), sum(map(len, groups))
    if spins == 0:
        return 0.0
    due = [spins * len(group) / pockets for group in groups]
    seen = [sum(counts[pocket] for pocket in group) for group in groups]
    return sum((found - expected) ** 2 / expected for found, expected in zip(seen, due, strict=True))


class SpinCount:
    """Where the ball fell on one wheel."""

    def __init__(self, wheel: Wheel) -> None:
        self.wheel = wheel
        self.counts: Counter[str] = Counter()
        self.history: list[BiasPoint] = []
        self._spins = 0

    def fell(self, numbers: Iterable[str]) -> None:
        """A round's numbers, one for each ball."""
        for number in numbers:
            self.counts[number] += 1
            self._spins += 1
            if self._spins % SPINS_A_POINT == 0:
                self.history = [*self.history, self._point()][-POINTS_KEPT:]

    def instead(self, before: Iterable[str], after: Iterable[str]) -> None:
        """A result was corrected: the ball had fallen elsewhere than was read."""
        self.counts.subtract(before)
        self.counts.update(after)

    def shown(self) -> WheelRecord:
        """As screens see it."""
        pockets = {pocket: self.counts[pocket] for pocket in POCKETS[self.wheel] if self.counts[pocket] > 0}
        return WheelRecord(self._spins, pockets, self.history)

    def _point(self) -> BiasPoint:
        pockets = chi_square(self.counts, [(pocket,) for pocket in POCKETS[self.wheel]])
        sectors = chi_square(self.counts, SECTORS.values()) if self.wheel == "european37" else None
        return BiasPoint(self._spins, round(pockets, 3), None if sectors is None else round(sectors, 3))
