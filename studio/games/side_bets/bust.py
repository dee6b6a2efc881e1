"""Bust: with how many cards the dealer goes over 21. Source: blackjack.md 2 (000, 488-495)."""

from __future__ import annotations

from typing import Literal

from studio.games.house import Odds
from studio.games.side_bets.pay_table import PayTable


class BustPays(PayTable):
    """Pays of Bust."""

    eight_or_more: Odds
    seven: Odds
    six: Odds
    five: Odds
    three_or_four: Odds


Row = Literal["eight_or_more", "seven", "six", "five", "three_or_four"]

_BY_CARDS: dict[int, Row] = {3: "three_or_four", 4: "three_or_four", 5: "five", 6: "six", 7: "seven"}


def bust(total: int, cards: int) -> Row | None:
    """The row of a dealer who ends with `total` in `cards` cards."""
    return _BY_CARDS.get(cards, "eight_or_more") if total > 21 else None
