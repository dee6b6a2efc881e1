"""Player's or Banker's hand, and what its cards count. Source: rules/baccarat.md 1."""

from __future__ import annotations

from studio.cards import Card
from studio.messages.outcomes import HandOutcome

VALUE = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
"""Rank to what it counts; suits have no weight."""


class Hand:
    """One side's cards in the order in which they fell; `total` is the last digit of their sum (C5)."""

    __slots__ = ("cards", "total")

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.total = 0

    @property
    def natural(self) -> bool:
        """Eight or nine with two cards."""
        return self.total >= 8 and len(self.cards) == 2

    @property
    def pair(self) -> bool:
        """The first two cards are of one rank; jack and queen are no pair (001, line 557)."""
        return self.cards[0].rank == self.cards[1].rank

    @property
    def perfect_pair(self) -> bool:
        """The first two cards are of one rank and suit."""
        return self.cards[0] == self.cards[1]

    def add(self, card: Card) -> None:
        """Lay `card` to the hand."""
        self.cards.append(card)
        self.total = (self.total + VALUE[card.rank]) % 10

    def outcome(self) -> HandOutcome:
        """The hand as the result carries it."""
        cards = [card.rank + card.suit for card in self.cards]
        return HandOutcome(cards, self.total, self.total >= 8 and len(cards) == 2)
