"""Player's or Banker's hand, and what its cards count. Source: rules/baccarat.md 1."""

from __future__ import annotations

from typing import Final

from studio.cards import Card
from studio.messages.outcomes import HandOutcome

VALUE: Final = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
"""Rank to what it counts; suits have no weight."""


class Hand:
    """One side's cards. `total` is the last digit of their sum (C5); `natural` is eight or nine with two cards."""

    __slots__ = ("codes", "first", "natural", "second", "total")

    def __init__(self, first: Card, second: Card) -> None:
        self.first = first
        self.second = second
        self.codes = [first.rank + first.suit, second.rank + second.suit]
        self.total = (VALUE[first.rank] + VALUE[second.rank]) % 10
        self.natural = self.total >= 8

    @property
    def pair(self) -> bool:
        """The first two cards are of one rank; jack and queen are no pair (001, line 557)."""
        return self.first.rank == self.second.rank

    @property
    def suited(self) -> bool:
        """The first two cards are of one suit."""
        return self.first.suit == self.second.suit

    @property
    def perfect_pair(self) -> bool:
        """The first two cards are of one rank and suit."""
        return self.pair and self.suited

    def draw(self, third: Card) -> int:
        """Lay a third card to the hand, which is no natural; returns what it counts."""
        value = VALUE[third.rank]
        self.codes.append(third.rank + third.suit)
        self.total = (self.total + value) % 10
        return value

    def outcome(self) -> HandOutcome:
        """The hand as the result carries it."""
        return HandOutcome(self.codes, self.total, self.natural)
