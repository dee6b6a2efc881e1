"""Double Ball: two balls, one after the other, in the same direction. Source: rules/roulette.md, 2.1 and G9.

An inside bet wins if at least one ball hits it, and twice if both do; an outside bet needs both. Which ball is the
first is recorded; the odds do not ask.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from studio.games.procedure import Agree, Announce, Procedure, Spin, TakeBets, win
from studio.games.roulette_bonus_rules import DoubleBall
from studio.games.roulette_layout import INSIDE, colour
from studio.games.roulette_pays import once_for_rules, pay_table, table_of
from studio.games.roulette_rules import RouletteRules
from studio.messages.outcomes import BetOutcome, Outcome


def double_ball_round(rules: RouletteRules) -> Procedure[Outcome]:
    """Bets, two balls, two numbers that may be the same."""
    table = two_ball_table(rules)
    yield TakeBets()
    first: str = yield Spin(ball=1)
    table.single.refuse_unknown(first)
    second: str = yield Spin(ball=2)
    table.single.refuse_unknown(second)
    yield Agree(value=first)
    yield Agree(value=second)
    yield Announce(words="roulette.two_numbers")
    return Outcome(outcome=f"{first} {second}", numbers=[first, second], bets=table.on(first, second))


class TwoBallTable:
    """The layout of a house with what two balls make of its odds."""

    __slots__ = ("double", "inside", "outside", "single", "twice")

    def __init__(self, rules: RouletteRules) -> None:
        self.double: Final = table_of(rules, rules.double_ball)
        self.single: Final = pay_table(rules)
        kinds = {spot.name: spot.kind for spot in self.single.spots}
        self.twice: Final = {
            spot.name: win(twice(self.double, odds))
            for spot in self.single.spots
            if spot.kind in INSIDE and (odds := rules.pays.of(spot.kind)) is not None
        }
        winners = self.single.winners.items()
        self.inside: Final = {
            number: {name: bet for name, bet in bets.items() if kinds[name] in INSIDE} for number, bets in winners
        }
        self.outside: Final = {
            number: {name: bet for name, bet in bets.items() if kinds[name] not in INSIDE} for number, bets in winners
        }

    def on(self, first: str, second: str) -> dict[str, BetOutcome]:
        """Every spot that wins on these two numbers of the wheel."""
        inside, outside = self.inside[second], self.outside[second]
        bets = self.inside[first] | inside
        bets |= {name: self.twice[name] for name in self.inside[first] if name in inside}
        bets |= {name: bet for name, bet in self.outside[first].items() if name in outside}
        if {colour(first), colour(second)} == {"red", "black"}:
            bets["red_and_black"] = win(self.double.red_and_black)
        if first == second:
            bets["same_number"] = win(self.double.same_number)
            bets[f"same_number:{first}"] = win(self.double.chosen_number)
        return bets


two_ball_table: Final = once_for_rules(TwoBallTable)
"""The table of these rules for two balls, built the first time that they are asked for."""


def twice(double: DoubleBall, odds: Fraction) -> Fraction:
    """Odds of an inside bet that both balls hit. Two returns of a stake at 17:1 are 36 of it, thus 35:1."""
    return 2 * odds + 1 if double.double_win == "returns_add" else 2 * odds
