"""The roulette wheel as a screen needs it: order of the pockets, colours, the sectors of the race-track.

Source: roulette.md 1.2 and 3.1.
"""

from __future__ import annotations

from typing import Final


def _pockets(text: str) -> tuple[str, ...]:
    return tuple(text.split())


EUROPEAN: Final[tuple[str, ...]] = _pockets(
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
)
AMERICAN: Final[tuple[str, ...]] = _pockets(
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
)
RED: Final = frozenset(_pockets("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36"))
SECTORS: Final[dict[str, frozenset[str]]] = {
    "voisins": frozenset(_pockets("22 18 29 7 28 12 35 3 26 0 32 15 19 4 21 2 25")),
    "orphelins": frozenset(_pockets("17 34 6 1 20 14 31 9")),
    "tiers": frozenset(_pockets("27 13 36 11 30 8 23 10 5 24 16 33")),
}
"""The sectors of the single-zero wheel: 17, 8 and 12 pockets."""


def colour(number: str) -> str:
    """`red`, `black` or `green`."""
    if number in ("0", "00"):
        return "green"
    return "red" if number in RED else "black"


def is_pocket(number: str) -> bool:
    """Whether `number` is a pocket of either wheel."""
    return number in AMERICAN
