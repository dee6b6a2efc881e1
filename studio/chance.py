"""The generator of what the rules leave to chance. It knows the specifications of draws, never a round or a bet.

Where its numbers come from is injected: `secrets.randbelow` at a table, a seeded source in a simulation. What it draws
is journaled by its caller before anything follows from it, and the rules check it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from studio.games.roulette_chance import (
    CountSpec,
    DrawSpec,
    ExtrasSpec,
    NumbersSpec,
    SpreadingSpec,
    VaultSpec,
    Weighted,
)


class Generator:
    """Draws by specification. `randbelow(n)` must give 0 to n-1, each equally likely and independent of all before."""

    def __init__(self, randbelow: Callable[[int], int]) -> None:
        self._randbelow = randbelow

    def draw(self, spec: DrawSpec) -> Any:
        """A draw as plain JSON values, in the shape that `studio.games.roulette_draws` describes."""
        match spec:
            case CountSpec():
                return self._weighted(spec.counts)
            case NumbersSpec():
                return self._numbers(spec)
            case VaultSpec():
                return self._vault(spec)
            case SpreadingSpec():
                numbers = self._different(spec.pool, self._count(spec.counts))
                return [
                    {"number": number, "value": self._weighted(spec.values), **self._sides(spec.spreads)}
                    for number in numbers
                ]
            case ExtrasSpec():
                return [self._extra(spec, first=offer == 0) for offer in range(spec.offers)]

    def _numbers(self, spec: NumbersSpec) -> dict[str, int | str]:
        left = list(spec.values)
        drawn: dict[str, int | str] = {}
        for number in self._different(spec.pool, self._count(spec.counts)):
            value = self._weighted(left)
            drawn[number] = value
            if spec.differ:
                left = [pair for pair in left if pair[0] != value]
        return drawn

    def _vault(self, spec: VaultSpec) -> dict[str, Any]:
        count, supers = self._count(spec.counts), self._count(spec.super_bars)
        numbers = self._different(spec.pool, count + supers)
        bars = {number: self._weighted(spec.bars) for number in numbers[:count]}
        return {"bars": bars, "super_bar": numbers[count] if supers else None}

    def _extra(self, spec: ExtrasSpec, *, first: bool) -> dict[str, Any]:
        numbers = self._different(spec.pool, self._count(spec.counts))
        value = self._weighted(spec.values)
        doubled = not first and self._weighted(spec.doubled) == 1
        return {"numbers": numbers, "value": value, "doubled": doubled, **self._sides(spec.spreads)}

    def _sides(self, spreads: Weighted) -> dict[str, int]:
        neighbours = self._count(spreads)
        left = self._randbelow(neighbours + 1)
        return {"left": left, "right": neighbours - left}

    def _different(self, pool: Sequence[str], count: int) -> list[str]:
        left = list(pool)
        return [left.pop(self._randbelow(len(left))) for _ in range(count)]

    def _count(self, counts: Weighted) -> int:
        return int(self._weighted(counts))

    def _weighted(self, weighted: Sequence[tuple[int | str, int]]) -> int | str:
        ticket = self._randbelow(sum(weight for _, weight in weighted))
        for value, weight in weighted:
            if ticket < weight:
                return value
            ticket -= weight
        raise ValueError(f"randbelow gave more than it was asked for: no value of {weighted!r} is left")
