"""What a house sets for the roulette games with something added to the ball. Source: rules/roulette.md, section 2.

The documents print which counts and values there may be, never how often (roulette.md G2): those weights are the
operator's. What is printed stands here as bounds that no house's file can pass.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BeforeValidator, Field, PlainSerializer, model_validator

from studio.games.house import Odds, Rules


def _weights(table: Any) -> tuple[tuple[int, int], ...]:
    if not isinstance(table, dict) or not table:
        raise ValueError("weights are a table of value to weight, as in { 50 = 3, 100 = 1 }")
    weights: dict[int, int] = {}
    for value, weight in table.items():
        if not str(value).isdecimal():
            raise ValueError(f"{value!r} is not a value: values are whole numbers")
        if type(weight) is not int or weight < 1:
            raise ValueError(f"{value} has weight {weight!r}: weights are whole numbers from 1")
        if int(value) in weights:
            raise ValueError(f"{value} stands there twice")
        weights[int(value)] = weight
    return tuple(sorted(weights.items()))


def _table(weights: tuple[tuple[int, int], ...]) -> dict[str, int]:
    return {str(value): weight for value, weight in weights}


def _in_a_tuple(values: Any) -> tuple[Any, ...]:
    return tuple(values)


Weights = Annotated[
    tuple[tuple[int, int], ...], BeforeValidator(_weights), PlainSerializer(_table, return_type=dict[str, int])
]
"""Value to weight: a table `{ 50 = 3, 100 = 1 }` in a file, pairs in rising order in the rules."""

Values = Annotated[tuple[int, ...], BeforeValidator(_in_a_tuple)]


def refuse_outside(where: str, weights: tuple[tuple[int, int], ...], lowest: int, highest: int) -> None:
    """Raise ValueError when a value that has a weight lies outside what the rules print."""
    for value, _ in weights:
        if not lowest <= value <= highest:
            raise ValueError(f"{where}: {value} is outside what the rules allow, {lowest} to {highest}")


class Printed(NamedTuple):
    """What the documents print of a game's lucky numbers: how many, and which multipliers."""

    fewest: int
    most: int
    lowest: int
    highest: int
    values: tuple[int, ...] = ()
    differ: bool = False


PRINTED: dict[str, Printed] = {
    "lightning": Printed(1, 37, 30, 500),
    "atom": Printed(1, 5, 50, 500, values=(50, 100, 150, 200, 250, 300, 400, 500)),
    "dynamite": Printed(1, 10, 50, 1000),
    "ultimate": Printed(1, 37, 50, 1000),
    "lucky_6": Printed(6, 6, 50, 2088, differ=True),
}
"""Roulette.md 2. Where only `one or more` is printed, there can be no more than the wheel has."""


class LuckyNumbers(Rules):
    """Numbers drawn after the close, each with a multiplier of its own."""

    fewest: int = Field(ge=1)
    most: int = Field(le=37)
    lowest: int = Field(ge=2)
    """The least multiplier; for Lightning 50, though 30 is printed (C4)."""
    highest: int
    values: Values = ()
    """The multipliers, where they are printed one by one; any from lowest to highest where not."""
    differ: bool = False
    """Whether no two numbers may have the same multiplier."""
    count_weights: Weights
    value_weights: Weights
    spread_weights: Weights | None = None
    """Over how many neighbours on the wheel a multiplier spreads (Ultimate; C15)."""

    @model_validator(mode="after")
    def _weights_are_legal(self) -> Self:
        refuse_outside("count_weights", self.count_weights, self.fewest, self.most)
        for value, _ in self.value_weights:
            if not self.allows(value):
                raise ValueError(f"value_weights: {value} is not allowed; allowed is {self.allowed}")
        if self.differ and len(self.value_weights) < self.most:
            raise ValueError(f"value_weights: {self.most} numbers with multipliers that differ need as many values")
        if self.spread_weights is not None:
            refuse_outside("spread_weights", self.spread_weights, 0, MOST_NEIGHBOURS)
        return self

    def allows(self, value: int) -> bool:
        """Whether a number may be given this multiplier."""
        return self.lowest <= value <= self.highest and (not self.values or value in self.values)

    @property
    def allowed(self) -> str:
        """The multipliers in words."""
        return " ".join(map(str, self.values)) if self.values else f"{self.lowest} to {self.highest}"

    def refuse_beyond(self, printed: Printed) -> None:
        """Raise ValueError where the house goes beyond what is printed for its game."""
        refuse_outside("lucky.fewest, lucky.most", ((self.fewest, 1), (self.most, 1)), printed.fewest, printed.most)
        bounds = ((self.lowest, 1), (self.highest, 1))
        refuse_outside("lucky.lowest, lucky.highest", bounds, printed.lowest, printed.highest)
        if set(self.values) - set(printed.values) or bool(self.values) != bool(printed.values):
            raise ValueError(f"lucky.values: {self.values}; printed are {printed.values}")
        if self.differ != printed.differ:
            raise ValueError(f"lucky.differ: must be {str(printed.differ).lower()}")


class DoubleBall(Rules):
    """Two balls (roulette.md 2.1): the odds of the bets that only they make. Outside bets need both balls."""

    red_and_black: Odds = Fraction(1)
    """One ball on red, the other on black."""
    same_number: Odds = Fraction(35)
    """Both balls on whichever number."""
    chosen_number: Odds = Fraction(1300)
    """Both balls on the number chosen."""
    double_win: Literal["returns_add", "profits_add"] = "returns_add"
    """An inside bet hit by both balls: it returns twice what it does for one, stake and all (17:1 becomes 35:1), which
    makes all inside bets return the same 36/37; or its profit alone is doubled (34:1)."""


GOLD_BARS = (1, 20)


class GoldBar(Rules):
    """Gold bars given away in a round; a bar may later be laid on a number (roulette.md 2 and 2.5)."""

    count_weights: Weights
    times: int = 88
    """What a bar laid on the winning number returns, in its own worth."""

    @model_validator(mode="after")
    def _weights_are_legal(self) -> Self:
        refuse_outside("gold_bar.count_weights", self.count_weights, *GOLD_BARS)
        return self


VAULT_NUMBERS = (5, 20)
VAULT_BARS = (1, 3)


class GoldVault(Rules):
    """Bars on 5 to 20 numbers, up to three on one, and at most one Super bar elsewhere (roulette.md 2)."""

    number_weights: Weights
    bar_weights: Weights
    super_bar_weights: Weights
    """How many Super bars: 0 or 1."""
    bar: int = 50
    super_bar: int = 500

    @model_validator(mode="after")
    def _weights_are_legal(self) -> Self:
        refuse_outside("gold_vault.number_weights", self.number_weights, *VAULT_NUMBERS)
        refuse_outside("gold_vault.bar_weights", self.bar_weights, *VAULT_BARS)
        refuse_outside("gold_vault.super_bar_weights", self.super_bar_weights, 0, 1)
        return self


MOST_NEIGHBOURS = 3
EXTRA_VALUES = (50, 100, 150, 250, 500, 750, 1000)


class UltimateExtras(Rules):
    """The multipliers that a player may buy on top of the lucky numbers (roulette.md 2.2)."""

    offers: int = Field(default=3, ge=1, le=3)
    window_s: int = Field(default=8, ge=1)
    """How long the platform lets players buy (G6)."""
    price: Odds = Fraction(1, 10)
    """Of each, as a part of all that the player has staked in the round."""
    number_weights: Weights
    """On how many numbers an extra multiplier lies."""
    value_weights: Weights
    spread_weights: Weights
    double_weights: Weights
    """How often the second and the third are doubled: 0 no, 1 yes."""
    top: int = 2000
    """No single multiplier is above this (C16)."""
    sum_cap: int | None = None
    """Nor is the sum of those on one number above this; no bound where it is not set (C16)."""

    @model_validator(mode="after")
    def _weights_are_legal(self) -> Self:
        refuse_outside("ultimate.number_weights", self.number_weights, 1, 37)
        refuse_outside("ultimate.spread_weights", self.spread_weights, 0, MOST_NEIGHBOURS)
        refuse_outside("ultimate.double_weights", self.double_weights, 0, 1)
        for value, _ in self.value_weights:
            if value not in EXTRA_VALUES:
                raise ValueError(f"ultimate.value_weights: {value}; printed are {' '.join(map(str, EXTRA_VALUES))}")
        return self


KEYS = (3, 15)
KEY_EXTRAS = (2, 20)
WHEEL_SECTORS = 64
WHEEL_VALUES = (20, 200)


class RedDoor(Rules):
    """Reel, keys and bonus wheel (roulette.md 2.3)."""

    reel_weights: Weights
    """How often the reel stops at each count of keys."""
    extra_weights: Weights
    """What multiplies the wheel for a key: 1 where it has no extra, else 2 to 20."""
    sectors: Weights
    """The bonus wheel: multiplier to how many of its sectors bear it (G8)."""
    double_sectors: int = Field(ge=1)
    top: int = 4000
    """No sector is above this."""

    @model_validator(mode="after")
    def _weights_are_legal(self) -> Self:
        refuse_outside("red_door.reel_weights", self.reel_weights, *KEYS)
        refuse_outside("red_door.extra_weights", self.extra_weights, 1, KEY_EXTRAS[1])
        refuse_outside("red_door.sectors", self.sectors, *WHEEL_VALUES)
        sectors = sum(count for _, count in self.sectors) + self.double_sectors
        if sectors != WHEEL_SECTORS:
            raise ValueError(f"red_door.sectors: {sectors} with the Doubles; the wheel has {WHEEL_SECTORS} (G8)")
        return self


BONUS_NUMBERS = (3, 5)
BONUS_VALUES = (50, 100, 150, 250, 500)
SHAKER_BALLS = 3


class Cocktail(Rules):
    """Bonus numbers and the Shaker (roulette.md 2.4)."""

    count_weights: Weights
    value_weights: Weights
    shaker_weight: int = Field(ge=1)
    """How often a bonus number bears a Shaker, beside `value_weights`."""
    same_number: Odds = Fraction(49)
    """A ball of the Shaker equal to the number on the wheel."""
    shaker_takes: Literal["straight_up", "all_bets"] = "straight_up"
    """Which bets the balls of the Shaker win for (C6). Hits on one bet return its stake and profit once each, as 49:1
    is 24:1 twice over."""

    @model_validator(mode="after")
    def _weights_are_legal(self) -> Self:
        refuse_outside("cocktail.count_weights", self.count_weights, *BONUS_NUMBERS)
        for value, _ in self.value_weights:
            if value not in BONUS_VALUES:
                raise ValueError(f"cocktail.value_weights: {value}; printed are {' '.join(map(str, BONUS_VALUES))}")
        return self
