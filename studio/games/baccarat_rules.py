"""A house's baccarat as data. Source: rules/baccarat.md; `000`, `001` and `004` are its documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal, Self

from pydantic import Field, model_validator

from studio.games.baccarat_hand import Hand
from studio.games.house import HouseRules, Odds, Rules, ShoeRules
from studio.games.procedure import win
from studio.messages.outcomes import BetOutcome

Side = Literal["player", "banker"]
EnvelopeBet = Literal["tie", "player_pair", "banker_pair"]


class BaccaratPays(Rules):
    """Odds of the bets that the table offers; a bet without odds is not offered (baccarat.md 3)."""

    player: Odds = Fraction(1)
    banker: Odds = Fraction(1)
    """Before commission."""
    banker_on_six: Odds | None = None
    """Where the house pays Banker's win with six points differently: the no-commission form pays it `1:2`."""
    tie: Odds = Fraction(8)
    player_pair: Odds | None = None
    banker_pair: Odds | None = None
    either_pair: Odds | None = None
    perfect_pair_one: Odds | None = None
    """The bet `perfect_pair` when one hand is a perfect pair."""
    perfect_pair_both: Odds | None = None
    """The bet `perfect_pair` when both hands are."""

    @model_validator(mode="after")
    def _perfect_pair_is_one_bet(self) -> Self:
        if (self.perfect_pair_one is None) != (self.perfect_pair_both is None):
            raise ValueError("perfect_pair_one and perfect_pair_both belong to one bet: give both, or neither")
        return self


class BonusRules(Rules):
    """The bonus on a side that wins well: the bets `player_bonus` and `banker_bonus` (000, lines 2275-2293)."""

    sides: list[Side] = Field(min_length=1)
    basis: Literal["margin", "score"]
    """What a win without a natural is paid by: the points between the hands, or the winner's own (baccarat.md C8)."""
    natural_win: Odds
    natural_tie: Literal["push", "win"]
    """Naturals of the same total: the stake back, or paid as a natural win (C9)."""
    pays: dict[Literal["4", "5", "6", "7", "8", "9"], Odds] = Field(min_length=1)
    """Points to odds; fewer points than any listed lose."""

    @cached_property
    def wins(self) -> dict[int, BetOutcome]:
        """Points to the outcome of a win by them."""
        return {int(points): win(odds) for points, odds in self.pays.items()}

    @cached_property
    def natural(self) -> BetOutcome:
        """The outcome of a natural win."""
        return win(self.natural_win)


class EnvelopeMultipliers(Rules):
    """What a Red Envelope may raise one bet to, as total return for one staked (G2)."""

    least: int = Field(ge=2)
    most: int
    weights: dict[int, int] = Field(min_length=1)
    """Multiplier to its weight in the draw."""

    @model_validator(mode="after")
    def _weights_lie_within(self) -> Self:
        for multiplier, weight in self.weights.items():
            if not self.least <= multiplier <= self.most:
                raise ValueError(f"multiplier {multiplier} lies outside {self.least} to {self.most}")
            if weight < 1:
                raise ValueError(f"multiplier {multiplier} has weight {weight}: write a whole number from 1")
        return self


class RedEnvelopeRules(Rules):
    """The draw that raises the pays of some bets for one round (000, lines 2249-2257)."""

    count_weights: list[int] = Field(min_length=2)
    """Weight of raising 0, 1, 2 … bets in a round; which bets, each combination alike."""
    bets: dict[EnvelopeBet, EnvelopeMultipliers] = Field(min_length=1)

    @model_validator(mode="after")
    def _counts_can_be_drawn(self) -> Self:
        if len(self.count_weights) > len(self.bets) + 1:
            raise ValueError(
                f"count_weights go up to {len(self.count_weights) - 1} bets, but {len(self.bets)} are listed"
            )
        if min(self.count_weights) < 0 or sum(self.count_weights) < 1:
            raise ValueError("count_weights are whole numbers from 0, one of them above 0")
        return self

    @property
    def most_bets(self) -> int:
        """How many bets one round may raise."""
        return len(self.count_weights) - 1


@dataclass(frozen=True, slots=True)
class BaccaratTerms:
    """What every round needs of a house's rules, taken out of them once: thousands of rounds are played a second."""

    red_envelope: RedEnvelopeRules | None
    pairs_across: bool
    """Whether a bet of the table goes by perfect pairs of one card on each side (C7)."""
    settled: dict[tuple[Hand, Hand, int], dict[str, BetOutcome]] = field(default_factory=dict)
    """What every bet comes to, by Player's hand, Banker's, and the perfect pairs across; `settle` enters it."""


class BaccaratRules(HouseRules):
    """A house's baccarat."""

    game: Literal["baccarat"]
    shoe: ShoeRules
    free_hands_per_shoe: int = Field(default=0, ge=0)
    """Rounds without bets that a shoe may see (001, line 547)."""
    both_sides: bool = True
    """Whether one player may back Player and Banker in the same round (C12)."""
    commission_pct: int = Field(ge=0, le=99)
    """What the house keeps of Banker's winnings (G7)."""
    pays: BaccaratPays
    either_pair_is: Literal["same_rank", "same_rank_or_suit"] = "same_rank"
    """What pairs a hand for the bet `either_pair` (C6)."""
    perfect_pair_is: Literal["within_hand", "across_hands"] = "within_hand"
    """Whether the two equal cards lie in one hand, or one on each side (C7)."""
    tie_returns: Literal["main_bets", "all_bets"] = "main_bets"
    """What a tie gives back (C11)."""
    bonus: BonusRules | None = None
    red_envelope: RedEnvelopeRules | None = None

    @model_validator(mode="after")
    def _envelope_raises_pays(self) -> Self:
        for bet, multipliers in self.red_envelope.bets.items() if self.red_envelope else ():
            pays: Fraction | None = getattr(self.pays, bet)
            if pays is None:
                raise ValueError(f"red_envelope raises {bet}, which the table does not offer: give pays.{bet}")
            if multipliers.least - 1 <= pays:
                raise ValueError(
                    f"red_envelope.bets.{bet}.least is {multipliers.least}: it must return more than the bet does"
                )
        return self

    @property
    def banker_pays(self) -> Fraction:
        """What Banker pays after commission."""
        return self.pays.banker * (100 - self.commission_pct) / 100

    @cached_property
    def wins(self) -> dict[str, BetOutcome]:
        """The outcome of a win of each bet that has fixed odds, by the names of `pays`."""
        odds = {name: getattr(self.pays, name) for name in BaccaratPays.model_fields}
        odds["banker"] = self.banker_pays
        return {name: win(pays) for name, pays in odds.items() if pays is not None}

    @cached_property
    def terms(self) -> BaccaratTerms:
        """What every round needs of these rules."""
        across = self.perfect_pair_is == "across_hands" and "perfect_pair" in self.side_bets
        return BaccaratTerms(red_envelope=self.red_envelope, pairs_across=across)

    @cached_property
    def side_bets(self) -> tuple[str, ...]:
        """The side bets that the table offers, by name, in the order in which results list them."""
        pairs = [name for name in ("player_pair", "banker_pair", "either_pair") if name in self.wins]
        perfect = ["perfect_pair"] if "perfect_pair_one" in self.wins else []
        bonuses = [f"{side}_bonus" for side in ("player", "banker") if self.bonus and side in self.bonus.sides]
        return (*pairs, *perfect, *bonuses)
