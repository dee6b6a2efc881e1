"""What came of many rounds, beside what exact odds say of it, in standard errors.

A standard error is the square root of a figure's variance over its trials. Rounds dealt from one shoe are not quite
independent; over many shoes that is too little to be seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from studio.games.blackjack_rules import BlackjackRules
from studio.games.exact.baccarat import WITH_ENVELOPE
from studio.games.exact.odds import BetOdds, GameOdds, profit
from studio.games.house import HouseRules
from studio.messages.outcomes import BetOutcome, Outcome

MAIN = "main"
EVEN_MONEY = "even_money"
BOUGHT = ":extras-"
"""Bets of Ultimate whose exact odds count their price as staked too, which no outcome shows: they are left out."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: how it came out over `trials`, what is exact, and how far apart they lie."""

    name: str
    trials: int
    seen: float
    exact: float
    errors: float
    """Standard errors from exact to seen; 0 where there is no doubt about the figure."""


class Tally:
    """Counts outcomes and bets of a house's game."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.rounds = 0
        self.outcomes: Counter[str] = Counter()
        self.bets: dict[str, Counter[BetOutcome]] = {}
        self.main: Counter[Fraction] = Counter()
        """Blackjack: what a box's first stake of one gained in a round, all its hands together, to how often."""
        self._boxes = isinstance(rules, BlackjackRules)

    def add(self, outcome: Outcome) -> None:
        """Count a round."""
        self.rounds += 1
        self.outcomes[outcome.outcome] += 1
        for bet, result in outcome.bets.items():
            if bet not in self.bets:
                self.bets[bet] = Counter()
            self.bets[bet][result] += 1
        if self._boxes:
            self.main[main_profit(outcome)] += 1

    def outcome_figures(self, odds: GameOdds) -> Iterator[Figure]:
        """How often each outcome came. Of a dealer who need not draw there are no exact figures, so none are given."""
        if isinstance(self.rules, BlackjackRules):
            bets = self.rules.side_bets
            if bets.bust is None or not bets.bust_makes_dealer_draw:
                return
        for name, chance in odds.outcomes.items():
            yield _share(name, self.rounds, self.outcomes[name], chance)

    def win_figures(self, odds: GameOdds) -> Iterator[Figure]:
        """How often each bet with exact odds won."""
        for bet, counts, exact in self._with_odds(odds):
            won = sum(count for outcome, count in counts.items() if outcome.result == "win")
            yield _share(bet, counts.total(), won, exact.win)

    def edge_figures(self, odds: GameOdds) -> Iterator[Figure]:
        """What the house kept of each bet with exact odds, of one unit staked."""
        for bet, counts, exact in self._with_odds(odds):
            trials = counts.total()
            edge = float(-sum((count * profit(outcome) for outcome, count in counts.items()), Fraction(0)) / trials)
            yield _figure(bet, trials, edge, float(exact.edge), float(exact.variance))

    def main_edge(self) -> tuple[float, float]:
        """What the house kept of blackjack's main bet, of one unit first staked, and the standard error of that."""
        gains = self.main.items()
        mean = sum(count * gain for gain, count in gains) / self.rounds
        square = sum(count * gain**2 for gain, count in gains) / self.rounds
        return float(-mean), sqrt((square - mean**2) / self.rounds)

    def _with_odds(self, odds: GameOdds) -> Iterator[tuple[str, Counter[BetOutcome], BetOdds]]:
        """Bets that have exact odds: what came, and what is exact. A round that does not list a spot has lost it."""
        for bet, exact in odds.bets.items():
            if bet.endswith(WITH_ENVELOPE) or BOUGHT in bet:
                continue
            counts = Counter(self.bets.get(bet) or self.bets.get(f"{bet}:1") or {})
            if self.rules.game == "roulette":
                counts[BetOutcome("lose", "0:1")] += self.rounds - counts.total()
            if counts:
                yield bet, counts, odds.bets.get(f"{bet}{WITH_ENVELOPE}", exact)


def main_profit(outcome: Outcome) -> Fraction:
    """What one box's main bet gained, in units of its first stake. A hand on the house's own stake cannot lose."""
    stakes = (outcome.draws or {})["stakes"]
    gain = Fraction(0)
    for name, result in outcome.bets.items():
        if name.partition(":")[0] in (MAIN, EVEN_MONEY):
            own = stakes[name]
            gain += profit(result) * own if own else max(profit(result), Fraction(0))
    return gain


def _share(name: str, trials: int, count: int, chance: Fraction) -> Figure:
    exact = float(chance)
    return _figure(name, trials, count / trials, exact, exact * (1 - exact))


def _figure(name: str, trials: int, seen: float, exact: float, variance: float) -> Figure:
    error = sqrt(variance / trials)
    return Figure(name, trials, seen, exact, (seen - exact) / error if error else 0.0)
