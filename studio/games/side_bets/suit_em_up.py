"""Suit'em Up: the box's first two cards are of one suit. Source: blackjack.md 2 (000, 467-474)."""

from __future__ import annotations

from typing import Literal

from studio.cards import Card
from studio.games.blackjack_totals import total_of
from studio.games.house import Odds
from studio.games.side_bets.pay_table import PayTable


class SuitEmUpPays(PayTable):
    """Pays of Suit'em Up."""

    aces: Odds
    blackjack: Odds
    pair: Odds
    eleven: Odds
    """The two cards count eleven together."""
    suited: Odds
    """Any two cards of one suit."""


Row = Literal["aces", "blackjack", "pair", "eleven", "suited"]


def suit_em_up(first: Card, second: Card) -> Row | None:
    """The row that the box's first two cards make."""
    if first.suit != second.suit:
        return None
    if first.rank == second.rank:
        return "aces" if first.rank == "A" else "pair"
    total = total_of((first, second))
    if total == 21:
        return "blackjack"
    return "eleven" if total == 11 else "suited"
