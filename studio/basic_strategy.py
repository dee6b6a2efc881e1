"""Blackjack by basic strategy: how a careful player plays in a simulation. Never part of a house's rules.

The published strategy for several decks and a dealer who stands on soft 17. Against a ten or an ace whose second card
is not yet known (no hole card, or one not looked at), stakes are not raised: the dealer's blackjack would take them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from studio.cards import Card
from studio.games.blackjack_totals import VALUE, best_total
from studio.games.procedure import Action

ACE: Final = 1

SPLIT: Final[dict[int, frozenset[int]]] = {
    1: frozenset(range(1, 11)),
    2: frozenset(range(2, 8)),
    3: frozenset(range(2, 8)),
    4: frozenset({5, 6}),
    6: frozenset(range(2, 7)),
    7: frozenset(range(2, 8)),
    8: frozenset(range(1, 11)),
    9: frozenset({2, 3, 4, 5, 6, 8, 9}),
}
"""What a card of the pair counts to the up cards against which it is split; an ace counts 1. Fives and tens never."""

DOUBLE_HARD: Final[dict[int, frozenset[int]]] = {
    9: frozenset(range(3, 7)),
    10: frozenset(range(2, 10)),
    11: frozenset(range(2, 11)),
}
DOUBLE_SOFT: Final[dict[int, frozenset[int]]] = {
    13: frozenset({5, 6}),
    14: frozenset({5, 6}),
    15: frozenset({4, 5, 6}),
    16: frozenset({4, 5, 6}),
    17: frozenset({3, 4, 5, 6}),
    18: frozenset({3, 4, 5, 6}),
}
SURRENDER: Final[dict[int, frozenset[int]]] = {15: frozenset({10}), 16: frozenset({9, 10, ACE})}
"""Hard totals to the up cards against which half the stake is given up."""


def decide(cards: Sequence[Card], up: Card, allowed: Sequence[Action], *, blackjack_possible: bool) -> Action:
    """What to do with `cards` against `up`, among `allowed`. Insurance and even money are declined."""
    if Action.DECLINE in allowed:
        return Action.DECLINE
    counts = [VALUE[card.rank] for card in cards]
    against = VALUE[up.rank]
    hard = sum(counts)
    total = best_total(hard, ACE in counts)
    soft = total != hard
    raises = not (blackjack_possible and against in (ACE, 10))
    if Action.SURRENDER in allowed and not soft and against in SURRENDER.get(total, ()) and counts != [8, 8]:
        return Action.SURRENDER
    if Action.SPLIT in allowed and counts[0] == counts[1] and raises and against in SPLIT.get(counts[0], ()):
        return Action.SPLIT
    doubles = DOUBLE_SOFT if soft else DOUBLE_HARD
    if Action.DOUBLE in allowed and raises and against in doubles.get(total, ()):
        return Action.DOUBLE
    if Action.HIT not in allowed:
        return Action.STAND
    return Action.STAND if _stands(total, soft, against) else Action.HIT


def _stands(total: int, soft: bool, against: int) -> bool:
    if soft:
        return total >= 19 or (total == 18 and 2 <= against <= 8)
    return total >= 17 or (total >= 13 and 2 <= against <= 6) or (total == 12 and 4 <= against <= 6)
