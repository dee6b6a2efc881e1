"""What a bet comes to, and how often: exact probabilities, the return and the house's edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from studio.games.procedure import parse_odds
from studio.messages.outcomes import BetOutcome


def profit(outcome: BetOutcome) -> Fraction:
    """What one unit staked gains: the odds when it wins, less what is not given back when it does not."""
    if outcome.result == "win":
        return parse_odds(outcome.pays)
    if outcome.result == "lose":
        return Fraction(-1)
    return Fraction(0) if outcome.returned is None else parse_odds(outcome.returned) - 1


@dataclass(frozen=True)
class BetOdds:
    """One bet: each outcome that it may have, with its probability. The probabilities add up to 1."""

    bet: str
    outcomes: Mapping[BetOutcome, Fraction]

    @staticmethod
    def weighed(bet: str, outcomes: Iterable[tuple[BetOutcome, int | Fraction]]) -> BetOdds:
        """Odds from outcomes with weights, of which the same may come more than once."""
        weights: dict[BetOutcome, Fraction] = {}
        for outcome, weight in outcomes:
            weights[outcome] = weights.get(outcome, Fraction(0)) + weight
        total = sum(weights.values())
        return BetOdds(bet, {outcome: weight / total for outcome, weight in weights.items() if weight})

    def _probability(self, result: str) -> Fraction:
        return sum((p for outcome, p in self.outcomes.items() if outcome.result == result), Fraction(0))

    @cached_property
    def win(self) -> Fraction:
        """Probability that the bet wins."""
        return self._probability("win")

    @cached_property
    def push(self) -> Fraction:
        """Probability that the stake, or a part of it, comes back."""
        return self._probability("push")

    @cached_property
    def lose(self) -> Fraction:
        """Probability that the stake is lost."""
        return self._probability("lose")

    @cached_property
    def edge(self) -> Fraction:
        """The house's edge: what it keeps of one unit staked, on average; pushed stakes count as staked."""
        return -sum((p * profit(outcome) for outcome, p in self.outcomes.items()), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """Variance of the profit of one unit staked."""
        return sum((p * profit(outcome) ** 2 for outcome, p in self.outcomes.items()), Fraction(0)) - self.edge**2


@dataclass(frozen=True)
class GameOdds:
    """The odds of a house's game. `method` says how they were found."""

    bets: Mapping[str, BetOdds]
    outcomes: Mapping[str, Fraction]
    """Outcome of the round to its probability."""
    method: str
    combinations: Mapping[str, int] | None = None
    """Outcome to the number of equally likely orders of the cards that lead to it, where they were counted so."""
