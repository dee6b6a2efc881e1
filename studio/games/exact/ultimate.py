"""How likely a number of Ultimate bears which multiplier, exactly. Source: rules/roulette.md, 2.2, C15 and C16.

A number bears what is given to it, summed, or what spreads to it, whichever is higher. Lucky numbers and each extra
multiplier are drawn independently, so their joint chances of (given, spread) are worked out one by one and combined.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import TypeAlias

from studio.games.roulette_bonus_rules import MOST_NEIGHBOURS, LuckyNumbers, UltimateExtras
from studio.games.roulette_draws import Extra
from studio.games.roulette_layout import numbers_of
from studio.games.roulette_pays import table_of
from studio.games.roulette_rules import RouletteRules
from studio.games.ultimate_roulette import extra_value

Joint: TypeAlias = dict[tuple[int, int], Fraction]
"""(sum given to a number, highest that spreads to it) to its chance; 0 is none."""

Weights: TypeAlias = tuple[tuple[int, int], ...]


def ultimate_multipliers(rules: RouletteRules, bought: int) -> dict[int, Fraction]:
    """Multiplier to the chance that a number bears it for who bought this many extras; the rest is no multiplier."""
    lucky, offered = table_of(rules, rules.lucky), table_of(rules, rules.ultimate)
    joint = _lucky(lucky, len(numbers_of(rules.wheel)))
    for place in range(bought):
        joint = _together(joint, _extra(offered, len(numbers_of(rules.wheel)), may_double=place > 0))
    chances: dict[int, Fraction] = {}
    for (given, spread), chance in joint.items():
        total = given if offered.sum_cap is None else min(given, offered.sum_cap)
        multiplier = max(total, spread)
        if multiplier:
            chances[multiplier] = chances.get(multiplier, Fraction(0)) + chance
    return chances


def _together(one: Joint, other: Joint) -> Joint:
    both: Joint = {}
    for (given, spread), chance in one.items():
        for (more, wider), part in other.items():
            key = (given + more, max(spread, wider))
            both[key] = both.get(key, Fraction(0)) + chance * part
    return both


def _chances(weights: Weights) -> list[tuple[int, Fraction]]:
    whole = sum(weight for _, weight in weights)
    return [(value, Fraction(weight, whole)) for value, weight in weights]


def _lucky(lucky: LuckyNumbers, pockets: int) -> Joint:
    """Each of the pockets within reach may be lucky, and spread this far or not; their multipliers are independent."""
    reaching = _reaching(lucky.spread_weights or ((0, 1),))
    values = _chances(lucky.value_weights)
    window = 2 * MOST_NEIGHBOURS
    joint: Joint = {}
    for count, chance in _chances(lucky.count_weights):
        for own in (0, 1):
            for near, by_reach in enumerate(reaching):
                others = count - own - near
                if others < 0 or others > pockets - 1 - window:
                    continue
                here = chance * Fraction(comb(pockets - 1 - window, others), comb(pockets, count))
                for reach, part in enumerate(by_reach):
                    for spread, of_spread in _highest(values, reach):
                        for given, of_given in values if own else [(0, Fraction(1))]:
                            key = (given, spread)
                            joint[key] = joint.get(key, Fraction(0)) + here * part * of_spread * of_given
    return joint


def _reaching(spreads: Weights) -> list[list[Fraction]]:
    """[n][m]: over all sets of n of the pockets within reach, the sum of chances that m of a set spread to the number.

    The pocket d places away reaches it when its spread on that side is at least d.
    """
    sets = [[Fraction(1)]]
    for distance in (*range(1, MOST_NEIGHBOURS + 1), *range(1, MOST_NEIGHBOURS + 1)):
        reaches = sum(
            (chance * Fraction(max(0, spread - distance + 1), spread + 1) for spread, chance in _chances(spreads)),
            Fraction(0),
        )
        grown = [[Fraction(0)] * (size + 1) for size in range(len(sets) + 1)]
        for size, row in enumerate(sets):
            for reach, chance in enumerate(row):
                grown[size][reach] += chance
                grown[size + 1][reach] += chance * (1 - reaches)
                grown[size + 1][reach + 1] += chance * reaches
        sets = grown
    return sets


def _highest(values: Iterable[tuple[int, Fraction]], count: int) -> list[tuple[int, Fraction]]:
    """The highest of `count` independent values; 0 when there is none."""
    if count == 0:
        return [(0, Fraction(1))]
    found: list[tuple[int, Fraction]] = []
    below = Fraction(0)
    for value, chance in sorted(values):
        found.append((value, (below + chance) ** count - below**count))
        below += chance
    return found


def _extra(offered: UltimateExtras, pockets: int, *, may_double: bool) -> Joint:
    """One multiplier on several numbers, spreading alike from each."""
    joint: Joint = {}
    doubled = dict(_chances(offered.double_weights)) if may_double else {0: Fraction(1)}
    for value, of_value in _chances(offered.value_weights):
        for twice, of_twice in doubled.items():
            multiplier = extra_value(offered, Extra([], value, doubled=twice == 1))
            for spread, of_spread in _chances(offered.spread_weights):
                for count, of_count in _chances(offered.number_weights):
                    chance = of_value * of_twice * of_spread * of_count
                    for own in (0, 1):
                        if count < own:
                            continue
                        there = Fraction(comb(pockets - 1, count - own), comb(pockets, count))
                        none_near = Fraction(comb(pockets - 1 - spread, count - own), comb(pockets, count))
                        for near, part in ((0, none_near), (multiplier, there - none_near)):
                            key = (multiplier * own, near)
                            joint[key] = joint.get(key, Fraction(0)) + chance * part
    return joint
