"""One card that lies before a scanner is one card, however often it is read. Pure.

Never by equal faces: in eight decks the next card has the same face about seven times a shoe (devices.md 2.2). Two
equal codes are one card only while it has not left: no other code, no "no read" and no silence of `gap_s` between.
"""

from __future__ import annotations


class Presence:
    """`gap_s`: how long a thing must not have been seen to have left; 0 for a reader that says each thing once."""

    def __init__(self, gap_s: float) -> None:
        if gap_s < 0:
            raise ValueError(f"presence gap is {gap_s} s: it must not be below 0")
        self._gap_s = gap_s
        self._there: str | None = None
        self._seen_s = 0.0

    def arrived(self, what: str, at_s: float) -> bool:
        """`what` is seen at `at_s`: whether it has newly come."""
        still_there = what == self._there and at_s - self._seen_s < self._gap_s
        self._there, self._seen_s = what, at_s
        return not still_there

    def left(self) -> None:
        """Nothing is seen any more."""
        self._there = None
