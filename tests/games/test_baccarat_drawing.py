"""The drawing table, card by card, against an oracle written from rules/baccarat.md 1 and not from the program."""

from __future__ import annotations

from itertools import product

import pytest

from studio.cards import RANKS, SUITS, Card
from studio.games.baccarat_rules import BaccaratRules
from studio.games.procedure import Deal

from .baccarat_table import requests, rules_of

POINTS = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(number): number for number in range(2, 10)}

PLAYER_DRAWS = ["draws", "draws", "draws", "draws", "draws", "draws", "stands", "stands", "natural", "natural"]
"""By Player's two-card total, 0 to 9 (rules/baccarat.md 1, first table)."""

BANKER_AFTER_STAND = ["draws", "draws", "draws", "draws", "draws", "draws", "stands", "stands", "natural", "natural"]
"""By Banker's two-card total, when Player stood (second table, first column)."""

BANKER_AFTER_DRAW = {
    0: "0 1 2 3 4 5 6 7 8 9",
    1: "0 1 2 3 4 5 6 7 8 9",
    2: "0 1 2 3 4 5 6 7 8 9",
    3: "0 1 2 3 4 5 6 7 9",
    4: "2 3 4 5 6 7",
    5: "4 5 6 7",
    6: "6 7",
    7: "",
}
"""Banker's two-card total to the third cards of Player on which Banker draws (second table, second column)."""

FIRST_TWO = {total: ("T", str(total)) if total > 1 else ("T", "A") if total == 1 else ("T", "K") for total in range(10)}


def expected(player: int, banker: int, third: str, fourth: str) -> tuple[list[str], int, int]:
    """Which cards are dealt after the first four, and the totals, by the tables above."""
    if player >= 8 or banker >= 8:
        return [], player, banker
    if PLAYER_DRAWS[player] == "draws":
        total = (player + POINTS[third]) % 10
        if str(POINTS[third]) in BANKER_AFTER_DRAW[banker].split():
            return ["player-3", "banker-3"], total, (banker + POINTS[fourth]) % 10
        return ["player-3"], total, banker
    if BANKER_AFTER_STAND[banker] == "draws":
        return ["banker-3"], player, (banker + POINTS[third]) % 10
    return [], player, banker


@pytest.fixture(scope="module", params=["pokerok", "oasis"])
def rules(request: pytest.FixtureRequest) -> BaccaratRules:
    return rules_of(request.param)


@pytest.mark.parametrize("player", range(10))
def test_every_total_of_banker_with_every_third_card_goes_as_the_table_says(rules: BaccaratRules, player: int) -> None:
    for banker, third, fourth in product(range(10), RANKS, RANKS):
        first, second = FIRST_TWO[player], FIRST_TWO[banker]
        ranks = (first[0], second[0], first[1], second[1], third, fourth)
        asked, outcome = requests(rules, [Card(rank, "s") for rank in ranks])
        dealt = [request.to for request in asked if isinstance(request, Deal)]
        more, player_total, banker_total = expected(player, banker, third, fourth)
        assert dealt == ["player-1", "banker-1", "player-2", "banker-2", *more], (player, banker, third, fourth)
        assert outcome.hands is not None
        assert outcome.hands["player"].total == player_total
        assert outcome.hands["banker"].total == banker_total
        who = "tie" if player_total == banker_total else "player" if player_total > banker_total else "banker"
        assert outcome.outcome == who
        assert outcome.hands["player"].natural == (player >= 8)
        assert outcome.hands["banker"].natural == (banker >= 8)


def test_a_card_counts_the_same_in_every_suit(rules: BaccaratRules) -> None:
    for rank, suit in product(RANKS, SUITS):
        _, outcome = requests(rules, [Card(rank, suit), Card("T", "s"), Card("K", "d"), Card("7", "c"), Card("T", "h")])
        assert outcome.hands is not None
        assert outcome.hands["player"].total == POINTS[rank]


def test_three_cards_of_27_count_seven(rules: BaccaratRules) -> None:
    """Not `subtract ten` but the last digit (C5): the most that a drawing hand can reach is 5 + 9, and 4 = 9 + 5."""
    _, outcome = requests(rules, [Card(rank, "s") for rank in ("9", "T", "6", "7", "9")])
    assert outcome.hands is not None
    assert outcome.hands["player"].cards == ["9s", "6s", "9s"]
    assert outcome.hands["player"].total == 4
