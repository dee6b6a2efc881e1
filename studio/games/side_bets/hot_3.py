"""Hot 3: the box's first two cards and the dealer's up card. Source: blackjack.md 2 (000, 520-529) and C7."""

from __future__ import annotations

from typing import Literal

from studio.cards import Card
from studio.games.blackjack_totals import total_of
from studio.games.house import Odds
from studio.games.side_bets.pay_table import PayTable


class Hot3Pays(PayTable):
    """Pays of Hot 3."""

    any_777: Odds
    suited_21: Odds
    any_21: Odds
    any_20: Odds
    any_19: Odds


Row = Literal["any_777", "suited_21", "any_21", "any_20", "any_19"]


def hot_3(first: Card, second: Card, up: Card) -> Row | None:
    """The row that the box's first two cards and the dealer's up card make; aces count as in a hand."""
    total = total_of((first, second, up))
    if total == 20:
        return "any_20"
    if total == 19:
        return "any_19"
    if total != 21:
        return None
    if first.rank == second.rank == up.rank:  # three sevens are the only three equal cards that come to 21
        return "any_777"
    return "suited_21" if first.suit == second.suit == up.suit else "any_21"
