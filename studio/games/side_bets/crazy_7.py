"""Crazy 7: sevens among the box's first three cards. Source: blackjack.md 2 (000, 497-518).

No card is dealt for this bet alone: who stands on two sevens is paid for two. Of split sevens, the second card dealt
to the first hand is the third.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from studio.cards import Card
from studio.games.house import Odds
from studio.games.side_bets.pay_table import PayTable


class Crazy7Pays(PayTable):
    """Pays of Crazy 7."""

    three_suited: Odds
    three: Odds
    two_suited: Odds
    two: Odds
    first: Odds
    """The first card alone is a seven."""


Row = Literal["three_suited", "three", "two_suited", "two", "first"]


def crazy_7(cards: Sequence[Card]) -> Row | None:
    """The row that the box's first cards make, two or three of them."""
    sevens = 0
    for card in cards[:3]:
        if card.rank != "7":
            break
        sevens += 1
    if sevens == 0:
        return None
    if sevens == 1:
        return "first"
    suited = len({card.suit for card in cards[:sevens]}) == 1
    if sevens == 2:
        return "two_suited" if suited else "two"
    return "three_suited" if suited else "three"


def crazy_7_is_open(cards: Sequence[Card]) -> bool:
    """Whether a third card would still change the row."""
    return len(cards) == 2 and cards[0].rank == cards[1].rank == "7"
