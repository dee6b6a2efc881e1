"""Lucky Lucky: the box's first two cards and the dealer's up card. Source: blackjack.md 2 (000, 476-486) and G5."""

from __future__ import annotations

from typing import Literal

from studio.cards import Card
from studio.games.blackjack_totals import total_of
from studio.games.house import Odds
from studio.games.side_bets.pay_table import PayTable

SIX_SEVEN_EIGHT = frozenset("678")


class LuckyLuckyPays(PayTable):
    """Pays of Lucky Lucky."""

    suited_777: Odds
    suited_678: Odds
    any_777: Odds
    any_678: Odds
    suited_21: Odds
    any_21: Odds
    any_20: Odds
    any_19: Odds


Row = Literal["suited_777", "suited_678", "any_777", "any_678", "suited_21", "any_21", "any_20", "any_19"]


def lucky_lucky(first: Card, second: Card, up: Card) -> Row | None:
    """The row that the box's first two cards and the dealer's up card make; aces count as in a hand."""
    total = total_of((first, second, up))
    if total == 20:
        return "any_20"
    if total == 19:
        return "any_19"
    if total != 21:
        return None
    suited = first.suit == second.suit == up.suit
    if first.rank == second.rank == up.rank:  # three sevens are the only three equal cards that come to 21
        return "suited_777" if suited else "any_777"
    if {first.rank, second.rank, up.rank} == SIX_SEVEN_EIGHT:
        return "suited_678" if suited else "any_678"
    return "suited_21" if suited else "any_21"
