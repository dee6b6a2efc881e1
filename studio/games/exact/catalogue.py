"""Exact odds of whichever game."""

from __future__ import annotations

from studio.games.baccarat_rules import BaccaratRules
from studio.games.blackjack_rules import BlackjackRules
from studio.games.exact.baccarat import baccarat_odds
from studio.games.exact.blackjack import blackjack_odds
from studio.games.exact.odds import GameOdds
from studio.games.exact.roulette import roulette_odds
from studio.games.house import HouseRules
from studio.games.roulette_rules import RouletteRules


def exact_odds(rules: HouseRules) -> GameOdds:
    """The exact odds of a house's game, as far as there are any; the way they were found is part of the answer.

    Raises ValueError for rules of a game that has none here.
    """
    match rules:
        case BaccaratRules():
            return baccarat_odds(rules)
        case BlackjackRules():
            return blackjack_odds(rules)
        case RouletteRules():
            return roulette_odds(rules)
        case _:
            raise ValueError(f"no exact odds of {rules.game}")
