"""What cards count at blackjack (blackjack.md, head): 2 to 10 their face, court cards 10, an ace 1 or 11."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from studio.cards import BLACKJACK_VALUE, Card

VALUE: Final = BLACKJACK_VALUE
"""A rank's count, the ace as 1."""

ACE: Final = 1
"""What an ace counts before one of them is 11."""

TENS: Final = frozenset("TJQK")
"""The ranks that count ten."""


def best_total(hard: int, has_ace: bool) -> int:
    """The total that counts, of cards that come to `hard` with every ace as 1: one ace is 11 where that fits."""
    return hard + 10 if has_ace and hard <= 11 else hard


def total_of(cards: Iterable[Card]) -> int:
    """The total that counts, of these cards."""
    hard, has_ace = 0, False
    for card in cards:
        count = card.blackjack
        hard += count
        if count == ACE:
            has_ace = True
    return best_total(hard, has_ace)


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """What some cards come to, made once: the same count is the same object."""

    total: int
    """The total that counts."""
    soft: bool
    """Whether an ace counts 11 in it."""
    with_card: dict[int, Count] = field(repr=False)
    """The count with one more card, by what that counts; none is laid to more than 21."""


@cache
def _count(hard: int, has_ace: bool) -> Count:
    more = {value: _count(hard + value, has_ace or value == ACE) for value in range(1, 11)} if hard <= 21 else {}
    return Count(best_total(hard, has_ace), has_ace and hard <= 11, more)


NO_CARDS: Final = _count(0, False)
"""The count of a hand before its first card."""
