"""What cards count at blackjack (blackjack.md, head): 2 to 10 their face, court cards 10, an ace 1 or 11."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from studio.cards import Card

VALUE: Final[dict[str, int]] = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
"""A rank's count, the ace as 1."""

TENS: Final = frozenset("TJQK")
"""The ranks that count ten."""


def best_total(hard: int, has_ace: bool) -> int:
    """The total that counts, of cards that come to `hard` with every ace as 1: one ace is 11 where that fits."""
    return hard + 10 if has_ace and hard <= 11 else hard


def total_of(cards: Iterable[Card]) -> int:
    """The total that counts, of these cards."""
    hard, has_ace = 0, False
    for card in cards:
        rank = card.rank
        hard += VALUE[rank]
        if rank == "A":
            has_ace = True
    return best_total(hard, has_ace)
