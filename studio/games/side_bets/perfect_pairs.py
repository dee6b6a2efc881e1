"""Perfect Pairs: the box's first two cards are a pair. Source: blackjack.md 2 (000, 449-454)."""

from __future__ import annotations

from typing import Literal

from studio.cards import Card
from studio.games.house import Odds
from studio.games.side_bets.pay_table import PayTable


class PerfectPairsPays(PayTable):
    """Pays of Perfect Pairs."""

    perfect: Odds
    """Same rank and suit."""
    coloured: Odds
    """Same rank and colour."""
    mixed: Odds
    """Same rank."""


def perfect_pairs(first: Card, second: Card) -> Literal["perfect", "coloured", "mixed"] | None:
    """The row that the box's first two cards make."""
    if first.rank != second.rank:
        return None
    if first.suit == second.suit:
        return "perfect"
    return "coloured" if first.red == second.red else "mixed"
