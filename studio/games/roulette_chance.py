"""How a generator outside the rules makes a legal draw: pure data, from a house's own weights (roulette.md G2).

A draw's shape and meaning stand in `studio.games.roulette_draws`. Pools are the numbers of the wheel; a draw takes
different numbers from its pool, each set of them equally likely.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from studio.games.roulette_bonus_rules import (
    Cocktail,
    GoldBar,
    GoldVault,
    LuckyNumbers,
    RedDoor,
    UltimateExtras,
)
from studio.games.roulette_draws import SHAKER, read_keys_count
from studio.games.roulette_layout import numbers_of
from studio.games.roulette_rules import RouletteRules

Weighted: TypeAlias = tuple[tuple[int | str, int], ...]
"""Value to weight: a value comes as often as its weight is a part of the sum."""


class Spec(msgspec.Struct, frozen=True, tag_field="spec"):
    """Base of what can be drawn."""


class CountSpec(Spec, frozen=True, tag="count"):
    """One whole number."""

    counts: Weighted


class NumbersSpec(Spec, frozen=True, tag="numbers"):
    """Different numbers, each with a value of its own; with `differ`, no value comes twice."""

    pool: tuple[str, ...]
    counts: Weighted
    values: Weighted
    differ: bool = False


class VaultSpec(Spec, frozen=True, tag="vault"):
    """Numbers with bars, and perhaps a Super bar on one of the others."""

    pool: tuple[str, ...]
    counts: Weighted
    bars: Weighted
    super_bars: Weighted


class SpreadingSpec(Spec, frozen=True, tag="spreading"):
    """Different numbers, each with a value that spreads over neighbours.

    How many neighbours is drawn from `spreads`; of these 0 to all lie on the left, each split equally likely.
    """

    pool: tuple[str, ...]
    counts: Weighted
    values: Weighted
    spreads: Weighted


class ExtrasSpec(Spec, frozen=True, tag="extras"):
    """`offers` multipliers, each on different numbers of its own, doubled from the second on by `doubled`."""

    offers: int
    pool: tuple[str, ...]
    counts: Weighted
    values: Weighted
    spreads: Weighted
    doubled: Weighted


DrawSpec: TypeAlias = CountSpec | NumbersSpec | VaultSpec | SpreadingSpec | ExtrasSpec


def draw_names(rules: RouletteRules) -> tuple[str, ...]:
    """The draws that a round of these rules asks for, in order; `red_door.keys` is asked for with the reel's count."""
    return {
        "gold_bar": ("gold_bar.bars",),
        "gold_vault": ("gold_vault.bars",),
        "red_door": ("red_door.keys",),
        "cocktail": ("cocktail.bonus_numbers",),
        "ultimate": ("ultimate.lucky_numbers", "ultimate.extras"),
    }.get(rules.variant, () if rules.lucky is None else (f"{rules.variant}.lucky_numbers",))


def draw_spec(rules: RouletteRules, draw_name: str) -> DrawSpec:
    """How to make the draw that a `Chance` request of these rules names.

    Raises ValueError when a round of these rules asks for no such draw, ImpossibleDraw on a count of keys that the reel
    does not have.
    """
    name, colon, count = draw_name.partition(":")
    counted = count.isdecimal() if name == "red_door.keys" else not colon
    if name not in draw_names(rules) or not counted:
        names = ", ".join(draw_names(rules)) or "none"
        raise ValueError(
            f"{rules.variant} asks for no draw {draw_name!r}; its draws are: {names} (red_door.keys:COUNT)"
        )
    pool = numbers_of(rules.wheel)
    data = rules.ultimate if name == "ultimate.extras" else rules.lucky or getattr(rules, rules.variant)
    match data:
        case UltimateExtras():
            spread, double = data.spread_weights, data.double_weights
            return ExtrasSpec(data.offers, pool, data.number_weights, data.value_weights, spread, double)
        case LuckyNumbers(spread_weights=None):
            return NumbersSpec(pool, data.count_weights, data.value_weights, data.differ)
        case LuckyNumbers():
            return SpreadingSpec(pool, data.count_weights, data.value_weights, data.spread_weights or ())
        case GoldBar():
            return CountSpec(data.count_weights)
        case GoldVault():
            return VaultSpec(pool, data.number_weights, data.bar_weights, data.super_bar_weights)
        case RedDoor():
            return NumbersSpec(pool, ((read_keys_count(int(count)), 1),), data.extra_weights)
        case Cocktail():
            values: Weighted = (*data.value_weights, (SHAKER, data.shaker_weight))
            return NumbersSpec(pool, data.count_weights, values)
    raise ValueError(f"{rules.variant} has no data for the draw {draw_name!r}")
