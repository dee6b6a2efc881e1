"""Where a card goes at baccarat, as a shoe's own firmware reckons it: a second opinion beside the table's. Pure.

Deliberately apart from the rules of the studio, which `devices` may not know: two reckonings that share code would
agree in error too. Source of the drawing rule: baccarat.md 1.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from devices.shoe.angel_eye_messages import RANKS

Hand: TypeAlias = Literal["player", "banker"]

_FIRST_FOUR: Final[tuple[Hand, ...]] = ("player", "banker", "player", "banker")
_BANKER_DRAWS: Final[dict[int, str]] = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
}
"""Banker's total to the values of Player's third card on which Banker draws."""


def _points(cards: list[str]) -> int:
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards) % 10


class Table:
    """The cards of one round."""

    def __init__(self) -> None:
        self._hands: dict[Hand, list[str]] = {"player": [], "banker": []}

    @property
    def cards_dealt(self) -> int:
        """Cards of this round so far."""
        return sum(len(cards) for cards in self._hands.values())

    def next_place(self) -> tuple[Hand, int] | None:
        """Hand and index (from 1) of the next card; None when the round is complete."""
        player, banker = self._hands["player"], self._hands["banker"]
        if self.cards_dealt < len(_FIRST_FOUR):
            hand = _FIRST_FOUR[self.cards_dealt]
            return hand, len(self._hands[hand]) + 1
        if len(banker) == 3 or max(_points(player[:2]), _points(banker[:2])) >= 8:
            return None
        if len(player) == 2 and _points(player) <= 5:
            return "player", 3
        third = str(_points(player[2:])) if len(player) == 3 else None
        draws = _points(banker) <= 5 if third is None else third in _BANKER_DRAWS.get(_points(banker), "")
        return ("banker", 3) if draws else None

    def place(self, card: str) -> tuple[Hand, int]:
        """Put `card` where it goes, and say where. Raises ValueError when the round is complete."""
        place = self.next_place()
        if place is None:
            raise ValueError(f"no place for {card}: the round is complete")
        self._hands[place[0]].append(card)
        return place

    def winner(self) -> Literal["player", "banker", "tie"]:
        """Who has more points now."""
        player, banker = _points(self._hands["player"]), _points(self._hands["banker"])
        return "tie" if player == banker else "player" if player > banker else "banker"

    def pair(self, hand: Hand) -> bool:
        """Whether the hand's first two cards have the same rank."""
        cards = self._hands[hand]
        return len(cards) >= 2 and cards[0][0] == cards[1][0]
