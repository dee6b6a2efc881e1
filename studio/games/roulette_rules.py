"""A house's roulette as data. Source: rules/roulette.md; marks such as C1 and G3 are those of its section 3."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, Self

from pydantic import Field, model_validator

from studio.games.house import HouseRules, Odds, Rules
from studio.games.roulette_bonus_rules import (
    PRINTED,
    Cocktail,
    DoubleBall,
    GoldBar,
    GoldVault,
    LuckyNumbers,
    RedDoor,
    UltimateExtras,
)
from studio.games.roulette_layout import Kind, Wheel

Variant = Literal[
    "classic",
    "la_partage",
    "double_ball",
    "lightning",
    "gold_bar",
    "atom",
    "dynamite",
    "ultimate",
    "gold_vault",
    "red_door",
    "lucky_6",
    "cocktail",
    "american",
]


NEEDS: dict[str, frozenset[str]] = {
    "double_ball": frozenset({"double_ball"}),
    "lightning": frozenset({"lucky"}),
    "gold_bar": frozenset({"gold_bar"}),
    "atom": frozenset({"lucky"}),
    "dynamite": frozenset({"lucky"}),
    "ultimate": frozenset({"lucky", "ultimate"}),
    "gold_vault": frozenset({"gold_vault"}),
    "red_door": frozenset({"red_door"}),
    "lucky_6": frozenset({"lucky"}),
    "cocktail": frozenset({"cocktail"}),
}
"""The tables of a house's file that a variant needs; the others it may not have."""
TABLES = frozenset[str]().union(*NEEDS.values())


class RoulettePays(Rules):
    """Odds of each kind of spot (roulette.md 1.1).

    The straight-up bet has no default: no table opens without its odds (G1).
    """

    straight: Odds
    split: Odds = Fraction(17)
    street: Odds = Fraction(11)
    corner: Odds = Fraction(8)
    six_line: Odds = Fraction(5)
    column: Odds = Fraction(2)
    dozen: Odds = Fraction(2)
    """4:1 in one document, which would return 162 % (C1)."""
    even_chance: Odds = Fraction(1)
    five_number: Odds | None = None

    def of(self, kind: Kind) -> Fraction | None:
        """Odds of a kind of spot; None where it is not offered."""
        odds: Fraction | None = getattr(self, kind)
        return odds


class RouletteRules(HouseRules):
    """A house's roulette."""

    game: Literal["roulette"]
    variant: Variant = "classic"
    wheel: Wheel
    pays: RoulettePays
    returned_on_zero: Odds = Fraction(0)
    """The part of an even-chance stake that a zero gives back: half under La Partage."""
    min_turns: int = Field(default=3, ge=1)
    """Full turns of the ball round the track below which the spin counts for nothing (G10)."""
    close_mode: Literal["timer", "words", "words_or_timer", "turns_before_stop"] = "timer"
    """What closes the bets: the table's timer, confirmed by the dealer's words; the words alone; whichever comes first;
    or about three turns before the ball stops (C11)."""
    ball_out: Literal["respin", "void"] = "respin"
    """A ball that leaves the wheel: no result and bets open again in the same round, or a void round (C12)."""
    launched_by: Literal["dealer", "device"] = "dealer"
    """On an automatic table the device launches and announces (C18)."""
    call_bets: bool = False
    """Whether the table takes the bets of the race track."""
    multiplier_includes_stake: bool = True
    """Whether Nx returns N stakes in all, thus pays N-1 to one (G3, C5)."""
    double_ball: DoubleBall | None = None
    lucky: LuckyNumbers | None = None
    gold_bar: GoldBar | None = None
    gold_vault: GoldVault | None = None
    ultimate: UltimateExtras | None = None
    red_door: RedDoor | None = None
    cocktail: Cocktail | None = None

    @model_validator(mode="after")
    def _fits_the_wheel(self) -> Self:
        if self.wheel == "american38" and self.call_bets:
            raise ValueError("call_bets: the sectors of the race track exist on european37 only (C19); set it to false")
        if (self.wheel == "american38") != (self.pays.five_number is not None):
            raise ValueError("pays.five_number: american38 needs its odds, european37 has no such place (C14)")
        if not 0 <= self.returned_on_zero <= 1:
            raise ValueError(f"returned_on_zero: {self.returned_on_zero} of a stake; allowed is 0:1 to 1:1")
        return self

    @model_validator(mode="after")
    def _fits_the_variant(self) -> Self:
        needed = NEEDS.get(self.variant, frozenset())
        there = {table for table in TABLES if getattr(self, table) is not None}
        if there != needed:
            names = ", ".join(sorted(needed)) or "none"
            raise ValueError(
                f"{self.variant} needs these tables: {names}; the file has: {', '.join(sorted(there)) or 'none'}"
            )
        if self.lucky is not None:
            self.lucky.refuse_beyond(PRINTED[self.variant])
            if (self.lucky.spread_weights is not None) != (self.variant == "ultimate"):
                raise ValueError("lucky.spread_weights: multipliers spread at Ultimate, and only there")
        if self.wheel == "american38" and self.variant not in ("classic", "american"):
            raise ValueError(f"wheel: {self.variant} has one zero; american38 is for classic and american (C2)")
        if (self.returned_on_zero > 0) != (self.variant == "la_partage"):
            raise ValueError("returned_on_zero: la_partage gives a part of even-chance stakes back, and only it")
        return self
