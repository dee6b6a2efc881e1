"""Player's or Banker's hand as the rules see it. Source: rules/baccarat.md 1."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from studio.cards import BACCARAT_VALUE, DECK, Card

VALUE: Final = BACCARAT_VALUE
"""Rank to what it counts; suits have no weight."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """What the rules see in one side's cards, made once: the same points and pairs are the same object.

    `total` is the last digit of the cards' sum (C5); `natural` is eight or nine with two cards.
    """

    total: int
    natural: bool
    pair: bool
    """The first two cards are of one rank; jack and queen are no pair (001, line 557)."""
    suited: bool
    """The first two cards are of one suit."""
    with_third: tuple[Hand, ...] = field(default=(), repr=False)
    """The hand that a third card makes of this one, by what that card counts; empty where none is drawn."""

    @property
    def perfect_pair(self) -> bool:
        """The first two cards are of one rank and suit."""
        return self.pair and self.suited


@cache
def _three_cards(total: int, pair: bool, suited: bool) -> Hand:
    return Hand(total, False, pair, suited)


@cache
def _two_cards(total: int, pair: bool, suited: bool) -> Hand:
    if total >= 8:
        return Hand(total, True, pair, suited)
    drawn = tuple(_three_cards((total + third) % 10, pair, suited) for third in range(10))
    return Hand(total, False, pair, suited, drawn)


def _hand_of(first: Card, second: Card) -> Hand:
    total = (first.baccarat + second.baccarat) % 10
    return _two_cards(total, first.rank == second.rank, first.suit == second.suit)


TWO_CARDS: Final = {first.code: {second.code: _hand_of(first, second) for second in DECK} for first in DECK}
"""The hand that two cards make, by the code of the first and of the second."""
