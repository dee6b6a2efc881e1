"""The house rules that procedures read: data, never code. One TOML a house and game under `config/houses/`.

Each game's own rules stand beside its procedure and derive from `HouseRules`; this file holds what all games share.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from studio.games.procedure import parse_odds, spell_odds


def _odds(value: Any) -> Fraction:
    if isinstance(value, Fraction):
        return value
    if not isinstance(value, str):
        raise ValueError('odds are text, profit:stake in whole numbers, as in "11:1" or "19:20"')
    return parse_odds(value)


Odds = Annotated[Fraction, BeforeValidator(_odds), PlainSerializer(spell_odds, return_type=str)]
"""Profit to stake: `"11:1"` in a file, an exact fraction in the rules."""


class Rules(BaseModel):
    """Base of everything read from a house's file: frozen, strict, unknown keys refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True, defer_build=True)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with some values changed, which takes nothing along that was worked out from the old ones."""
        copy = super().model_copy(update=update, deep=deep)
        for name in copy.__dict__.keys() - type(self).model_fields.keys():
            del copy.__dict__[name]
        return copy


class ShoeRules(Rules):
    """The shoe of a house: how many decks, how they are burned and cut, which hand is the last."""

    decks: int = Field(ge=1, le=8)
    cut_from_back_cards: int = Field(ge=1)
    """Cards behind the cut card."""
    burn: Literal["none", "first_card_value", "fixed"]
    """`first_card_value`: first card face up, then as many face down as it is worth (ace 1, ten and court cards 10).
    `fixed`: `burn_count` cards face down."""
    burn_count: int = Field(default=0, ge=0, le=20)
    burn_each_round: int = Field(default=0, ge=0, le=5)
    """Cards burned face down before each round but the first of the shoe."""
    burn_for_new_dealer: bool = False
    """Whether each incoming dealer burns one."""
    last_hand: Literal["current_round", "one_more", "one_more_unless_first"]
    """Which round is the last once the cut card is out: the present one; one more; or one more unless the cut card came
    as the first card of a round, which then is the last."""


class HouseRules(Rules):
    """What every game of every house has."""

    house: str
    game: str
    """The family: its procedure and its model of rules."""
    variant: str = "classic"
    """Which game of the family (`cocktail`, `lightning`; `power`, `one`)."""
    title: str
    """The game's name as the house prints it."""
    source: str
    """Which document these rules are taken from."""
    doubtful: dict[str, str] = {}
    """Rules that the source leaves open or contradicts itself on: where (`C8`, `pays.tie`) to the reading taken."""
