"""Playing cards as values: `Card.parse("Ah")`, and the composition of decks and shoes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

_ROUGE: Final = frozenset("dh")

BACCARAT_VALUE: Final = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
"""Rank to points at baccarat (baccarat.md 1)."""

BLACKJACK_VALUE: Final = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
"""Rank to count at blackjack, the ace as 1 (blackjack.md, head)."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card: `rank` is one of 23456789TJQKA, `suit` one of c d h s. Written `Ah`, `Td`, `2c`.

    What is printed on its face and what it is worth go with it, so that nobody looks a rank up: millions are dealt.
    """

    rank: str
    suit: str
    code: str = field(init=False, repr=False, compare=False)
    """The card as it is written: rank and suit."""
    baccarat: int = field(init=False, repr=False, compare=False)
    """Points at baccarat: ace 1, ten and court cards nothing."""
    blackjack: int = field(init=False, repr=False, compare=False)
    """Count at blackjack: ace 1, court cards 10."""

    def __post_init__(self) -> None:
        lay = object.__setattr__  # frozen from here on
        lay(self, "code", self.rank + self.suit)
        lay(self, "baccarat", BACCARAT_VALUE[self.rank])
        lay(self, "blackjack", BLACKJACK_VALUE[self.rank])

    @staticmethod
    def parse(code: str) -> Card:
        """The card written `code`.

        Raises ValueError, naming `code`, when it is not exactly a rank and a suit.
        """
        try:
            return _BY_CODE[code]
        except KeyError:
            raise ValueError(
                f"{code!r} is not a card: write rank and suit, ranks {RANKS}, suits {SUITS}, as in Ah, Td, 2c"
            ) from None

    @staticmethod
    def known(code: str) -> Card | None:
        """The card written `code`, or None when that is no card."""
        return _BY_CODE.get(code)

    @property
    def red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self.suit in _ROUGE

    def __str__(self) -> str:
        return self.code


DECK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards of one deck, in factory order."""

_BY_CODE: Final[dict[str, Card]] = {str(card): card for card in DECK}


def composition(decks: int, without_ranks: str = "") -> Counter[Card]:
    """How many copies of each card `decks` decks hold, less the ranks taken out.

    Power Blackjack plays without 9 and T (blackjack.md 3).
    """
    return Counter({card: decks for card in DECK if card.rank not in without_ranks})
