"""One set of cards: its name, the colour of its backs, and how far it is on its way to the shoe."""

from __future__ import annotations

from typing import Final, Literal

SetState = Literal["received", "inspected", "shuffled", "cut", "live", "spent", "blocked"]

NEXT: Final[dict[SetState, str]] = {
    "received": "it must be inspected first",
    "inspected": "it must be shuffled first",
    "shuffled": "it must be cut first",
    "cut": "it is ready to be loaded",
    "live": "it is in play",
    "spent": "it must be inspected again first",
    "blocked": "it is blocked: cards are missing or too many",
}


class CardSet:
    """One set: its name, the colour of its backs, how far it is."""

    def __init__(self, name: str, back: str) -> None:
        self.name = name
        self.back = back
        self.state: SetState = "received"
        self.last_shoe: str | None = None
        self.rounds: list[str] = []
        """The rounds of the last shoe dealt from it: those that a bad count puts in doubt."""


def ready_first(sets: dict[str, CardSet], but: str | None = None) -> CardSet | None:
    """The set that is nearest to being loaded; the one called `but` only where there is no other that may be."""
    order: tuple[SetState, ...] = ("cut", "shuffled", "inspected", "received", "spent")
    others = [card_set for card_set in sets.values() if card_set.name != but and card_set.state in order]
    for state in order:
        for card_set in others or sets.values():
            if card_set.state == state:
                return card_set
    return None
