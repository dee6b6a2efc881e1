"""What chance brings into a round of roulette: each draw's shape, what the rules allow of it, how it may be made.

| draw                   | what comes, as JSON                                                                     |
| ---------------------- | --------------------------------------------------------------------------------------- |
| VARIANT.lucky_numbers  | `{"17": 500, "4": 50}`: number to multiplier (lightning, atom, dynamite, lucky_6)       |
| ultimate.lucky_numbers | `[{"number": "17", "value": 100, "left": 1, "right": 0}]`: see `LuckyNumber`            |
| ultimate.extras        | `[{"numbers": ["17"], "value": 50, "doubled": false, "left": 0, "right": 2}, ...]`      |
| gold_bar.bars          | `7`: how many bars are given away                                                       |
| gold_vault.bars        | `{"bars": {"17": 3}, "super_bar": "5"}`: bars on each number; `super_bar` may be null   |
| red_door.keys:N        | `{"17": 1, "4": 5}`: N numbers with a key, to what multiplies the bonus wheel for it    |
| cocktail.bonus_numbers | `{"17": 50, "4": "shaker"}`: number to multiplier or Shaker                             |

A multiplier N stands for Nx. Numbers are text, as everywhere. Each `read_...` below takes what came, refuses with
`ImpossibleDraw` what the rules do not allow, and returns it typed. `draw_spec` says how a generator outside the rules
may make a legal one. Source: rules/roulette.md, section 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from studio.games.roulette_bonus_rules import (
    BONUS_NUMBERS,
    BONUS_VALUES,
    EXTRA_VALUES,
    GOLD_BARS,
    KEY_EXTRAS,
    KEYS,
    MOST_NEIGHBOURS,
    VAULT_BARS,
    VAULT_NUMBERS,
)
from studio.games.roulette_layout import numbers_of
from studio.games.roulette_rules import RouletteRules

T = TypeVar("T")

SHAKER: Literal["shaker"] = "shaker"
NO_EXTRA = 1


class ImpossibleDraw(ValueError):  # noqa: N818 - it says what happened at the table
    """Something was drawn that the rules do not know: `what` says which draw, `drawn` what came, `allowed` what may."""

    def __init__(self, what: str, drawn: object, allowed: str) -> None:
        super().__init__(f"{what}: {drawn!r} was drawn; allowed is {allowed}")
        self.what = what
        self.drawn = drawn
        self.allowed = allowed


# --- shapes ------------------------------------------------------------------------------------------------------


class LuckyNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lucky number of Ultimate. Its multiplier spreads over `left` pockets before and `right` behind it (C15)."""

    number: str
    value: int
    left: int = 0
    right: int = 0


class Extra(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A multiplier that players of Ultimate may buy: the first goes to who buys one, the second to who buys two ...

    It lies on each of `numbers` and spreads from each. `value` is what was drawn, before doubling.
    """

    numbers: list[str]
    value: int
    doubled: bool = False
    left: int = 0
    right: int = 0


class VaultBars(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Gold Vault: how many bars lie on which numbers, and the number of the Super bar if there is one."""

    bars: dict[str, int]
    super_bar: str | None = None


BonusNumbers: TypeAlias = dict[str, int | Literal["shaker"]]


# --- checks ------------------------------------------------------------------------------------------------------


def _shaped(what: str, drawn: Any, shape: type[T], allowed: str) -> T:
    try:
        return msgspec.convert(drawn, type=shape)
    except msgspec.ValidationError as error:
        raise ImpossibleDraw(what, drawn, f"{allowed} ({error})") from None


def _numbers(what: str, rules: RouletteRules, drawn: Iterable[str], fewest: int, most: int) -> None:
    numbers = list(drawn)
    if not fewest <= len(numbers) <= most:
        span = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise ImpossibleDraw(f"{what}, how many", len(numbers), f"{span} numbers")
    if len(set(numbers)) < len(numbers):
        raise ImpossibleDraw(what, numbers, "different numbers")
    pockets = numbers_of(rules.wheel)
    for number in numbers:
        if number not in pockets:
            raise ImpossibleDraw(what, number, f"a pocket of {rules.wheel}: {' '.join(pockets)}")


def _values(what: str, drawn: Iterable[int | str], allowed: Sequence[int | str]) -> None:
    for value in drawn:
        if value not in allowed:
            raise ImpossibleDraw(f"{what}, value", value, " ".join(map(str, allowed)))


def _spread(what: str, left: int, right: int) -> None:
    if left < 0 or right < 0 or left + right > MOST_NEIGHBOURS:
        raise ImpossibleDraw(f"{what}, neighbours", left + right, f"0 to {MOST_NEIGHBOURS} neighbours in all")


def read_lucky_numbers(rules: RouletteRules, drawn: Any) -> dict[str, int]:
    """Number to multiplier. Atom 1 to 5, Dynamite 1 to 10, Lucky 6 six with multipliers that differ (roulette.md 2)."""
    what = f"{rules.variant}.lucky_numbers"
    lucky = _shaped(what, drawn, dict[str, int], "a table of number to multiplier")
    _check_lucky(rules, what, list(lucky), list(lucky.values()))
    return lucky


def read_ultimate_lucky_numbers(rules: RouletteRules, drawn: Any) -> list[LuckyNumber]:
    """The lucky numbers of Ultimate: each number once, multipliers 50 to 1000 (roulette.md 2.2)."""
    what = "ultimate.lucky_numbers"
    lucky = _shaped(what, drawn, list[LuckyNumber], "a list of number, value, left and right")
    _check_lucky(rules, what, [each.number for each in lucky], [each.value for each in lucky])
    for each in lucky:
        _spread(what, each.left, each.right)
    return lucky


def _check_lucky(rules: RouletteRules, what: str, numbers: list[str], values: list[int]) -> None:
    data = rules.lucky
    if data is None:
        raise ImpossibleDraw(what, numbers, f"nothing: {rules.variant} has no lucky numbers")
    _numbers(what, rules, numbers, data.fewest, data.most)
    for value in values:
        if not data.allows(value):
            raise ImpossibleDraw(f"{what}, value", value, data.allowed)
    if data.differ and len(set(values)) < len(values):
        raise ImpossibleDraw(f"{what}, values", values, "multipliers that differ")


def read_extras(rules: RouletteRules, drawn: Any) -> list[Extra]:
    """As many extra multipliers as may be bought; only the second and the third can be doubled (roulette.md 2.2)."""
    what = "ultimate.extras"
    extras = _shaped(what, drawn, list[Extra], "a list of numbers, value, doubled, left and right")
    offers = 0 if rules.ultimate is None else rules.ultimate.offers
    if len(extras) != offers:
        raise ImpossibleDraw(f"{what}, how many", len(extras), f"{offers} multipliers")
    for extra in extras:
        _numbers(what, rules, extra.numbers, 1, 37)
        _spread(what, extra.left, extra.right)
    _values(what, (extra.value for extra in extras), EXTRA_VALUES)
    if extras and extras[0].doubled:
        raise ImpossibleDraw(f"{what}, doubled", "the first", "the second and the third")
    return extras


def read_gold_bars(drawn: Any) -> int:
    """How many bars are given away: 1 to 20 (roulette.md 2)."""
    bars = _shaped("gold_bar.bars", drawn, int, "a whole number")
    if not GOLD_BARS[0] <= bars <= GOLD_BARS[1]:
        raise ImpossibleDraw("gold_bar.bars, how many", bars, f"{GOLD_BARS[0]} to {GOLD_BARS[1]}")
    return bars


def read_vault_bars(rules: RouletteRules, drawn: Any) -> VaultBars:
    """Bars on 5 to 20 numbers, up to three on one; a Super bar never on a number that has bars (roulette.md 2)."""
    what = "gold_vault.bars"
    vault = _shaped(what, drawn, VaultBars, "bars on each number, and the number of the Super bar or null")
    _numbers(what, rules, vault.bars, *VAULT_NUMBERS)
    _values(what, vault.bars.values(), range(VAULT_BARS[0], VAULT_BARS[1] + 1))
    if vault.super_bar is not None:
        _numbers(f"{what}, Super bar", rules, [vault.super_bar], 1, 1)
        if vault.super_bar in vault.bars:
            raise ImpossibleDraw(f"{what}, Super bar", vault.super_bar, "a number without bars")
    return vault


def read_keys_count(drawn: Any) -> int:
    """The count of the reel: 3 to 15 keys (roulette.md 2)."""
    count = _shaped("the reel", drawn, int, "a whole number")
    if not KEYS[0] <= count <= KEYS[1]:
        raise ImpossibleDraw("the reel", count, f"{KEYS[0]} to {KEYS[1]} keys")
    return count


def read_keys(rules: RouletteRules, count: int, drawn: Any) -> dict[str, int]:
    """As many different numbers as the reel said, each to its key's extra: 2 to 20, or 1 for none (roulette.md 2)."""
    what = f"red_door.keys:{count}"
    keys = _shaped(what, drawn, dict[str, int], "a table of number to the key's extra")
    _numbers(what, rules, keys, count, count)
    _values(what, keys.values(), (NO_EXTRA, *range(KEY_EXTRAS[0], KEY_EXTRAS[1] + 1)))
    return keys


def read_bonus_numbers(rules: RouletteRules, drawn: Any) -> BonusNumbers:
    """Cocktail's 3 to 5 bonus numbers, each with a printed multiplier or a Shaker (roulette.md 2.4)."""
    what = "cocktail.bonus_numbers"
    bonus = _shaped(what, drawn, BonusNumbers, "a table of number to multiplier or shaker")
    _numbers(what, rules, bonus, *BONUS_NUMBERS)
    _values(what, bonus.values(), (*BONUS_VALUES, SHAKER))
    return bonus


def read_balls(rules: RouletteRules, drawn: Any, count: int) -> tuple[str, ...]:
    """The balls of the drawer in the order of its tube, all different (roulette.md G7)."""
    what = "the ball drawer"
    balls = _shaped(what, drawn, tuple[str, ...], "numbers in the order of the tube")
    _numbers(what, rules, balls, count, count)
    return balls
