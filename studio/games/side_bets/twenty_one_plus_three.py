"""21+3: the box's first two cards and the dealer's up card as a poker hand. Source: blackjack.md 2 (000, 456-463)."""

from __future__ import annotations

from typing import Literal

from studio.cards import RANKS, Card
from studio.games.house import Odds
from studio.games.side_bets.pay_table import PayTable

STRAIGHTS = frozenset(frozenset(("A" + RANKS)[low : low + 3]) for low in range(len(RANKS) - 1))
"""Three ranks in a row; the ace stands below the two and above the king, never between them."""


class TwentyOnePlusThreePays(PayTable):
    """Pays of 21+3."""

    suited_trips: Odds
    """Three of one rank and one suit."""
    straight_flush: Odds
    trips: Odds
    straight: Odds
    flush: Odds


Row = Literal["suited_trips", "straight_flush", "trips", "straight", "flush"]


def twenty_one_plus_three(first: Card, second: Card, up: Card) -> Row | None:
    """The row that the box's first two cards and the dealer's up card make."""
    flush = first.suit == second.suit == up.suit
    if first.rank == second.rank:
        if second.rank == up.rank:
            return "suited_trips" if flush else "trips"
    elif frozenset((first.rank, second.rank, up.rank)) in STRAIGHTS:
        return "straight_flush" if flush else "straight"
    return "flush" if flush else None
