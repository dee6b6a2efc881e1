"""Which spots win on which number, and at what odds: worked out once for a house's rules. Source: roulette.md 1.1."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from studio.games.procedure import spell_odds, win
from studio.games.roulette_draws import ImpossibleDraw
from studio.games.roulette_layout import ZEROS, Spot, layout, numbers_of
from studio.games.roulette_rules import RouletteRules
from studio.messages.outcomes import BetOutcome

T = TypeVar("T")

RULES_KEPT = 256
"""Of how many rules tables are kept for reuse: more than a floor has houses and variants."""


class PayTable:
    """The layout of a house with the odds of its rules. `winners` maps a number to the spots that win or come back."""

    __slots__ = ("rules", "spots", "winners")

    def __init__(self, rules: RouletteRules) -> None:
        self.rules: Final = rules
        self.spots: Final = tuple(spot for spot in layout(rules.wheel) if rules.pays.of(spot.kind) is not None)
        self.winners: Final = {number: self._winners(number) for number in numbers_of(rules.wheel)}

    def refuse_unknown(self, number: str) -> None:
        """Raise ImpossibleDraw when the wheel has no such number."""
        if type(number) is not str or number not in self.winners:
            allowed = f"a pocket of {self.rules.wheel}: {' '.join(self.winners)}"
            raise ImpossibleDraw("the ball's number", number, allowed)

    def on(self, number: str) -> dict[str, BetOutcome]:
        """Every spot that wins on `number`, one of the wheel, or gives something back; the caller's own to change."""
        return self.winners[number].copy()

    def _winners(self, number: str) -> dict[str, BetOutcome]:
        outcomes = ((spot, self._outcome(spot, number)) for spot in self.spots)
        return {spot.name: outcome for spot, outcome in outcomes if outcome is not None}

    def _outcome(self, spot: Spot, number: str) -> BetOutcome | None:
        """A zero loses every spot that does not hold it (roulette.md C9), but for what La Partage gives back."""
        if number in spot.numbers:
            pays = self.rules.pays.of(spot.kind)
            return None if pays is None else win(pays)
        returned = self.rules.returned_on_zero
        if number in ZEROS and spot.kind == "even_chance" and returned > 0:
            return BetOutcome("push", "0:1", None if returned == 1 else spell_odds(returned))
        return None


def once_for_rules(build: Callable[[RouletteRules], T]) -> Callable[[RouletteRules], T]:
    """What `build` makes of rules, kept for when the same rules come again.

    Rules hold a mapping and have no hash, so they are known by identity; what is kept holds them too, so that none is
    taken for another. Rules that were read again, and are equal, share what was built for the first.
    """
    kept: dict[int, tuple[RouletteRules, T]] = {}

    def found(rules: RouletteRules) -> T:
        entry = kept.get(id(rules))
        if entry is None:
            if len(kept) >= RULES_KEPT:
                kept.pop(next(iter(kept)))
            equal = [built for known, built in kept.values() if known == rules]
            entry = kept[id(rules)] = rules, equal[0] if equal else build(rules)
        return entry[1]

    return found


pay_table: Final = once_for_rules(PayTable)
"""The pay table of these rules, built the first time that they are asked for."""


@cache
def _wins(profit: int) -> BetOutcome:
    return win(profit)


def multiplied(rules: RouletteRules, times: int) -> BetOutcome:
    """A win of `times` the stake: the stake is in it (roulette.md G3, C5) unless the house reads it otherwise."""
    return _wins(times - 1 if rules.multiplier_includes_stake else times)


def table_of(rules: RouletteRules, table: T | None) -> T:
    """The table of a house's file that its variant needs. Raises ValueError for rules made without it."""
    if table is None:
        raise ValueError(f"the rules of {rules.house} for {rules.variant} lack the table that this variant needs")
    return table
