"""Which code is on which card: a checked table. Pure but for reading the file.

    codes = "suit-rank"
    cut_card = "CUT"
    [cards]
    HQ = "Qh"
    ST = "Ts"
    H10 = "Th"

A card may have several codes, a code has one card, and every one of the 52 has a code.
"""

from __future__ import annotations

from typing import Final

from pydantic import Field, field_validator, model_validator

from devices.tables import Checked, find, load

FOLDER: Final = "codes"
LONGEST_CODE: Final = 64
CARDS: Final = frozenset(rank + suit for rank in "A23456789TJQK" for suit in "shdc")


class CardCodes(Checked):
    """A table of codes. `cut_card` is the code of the cut card, `no_read` what a scanner sends when it sees none."""

    codes: str
    cut_card: str = Field(min_length=1, max_length=LONGEST_CODE)
    no_read: str | None = None
    cards: dict[str, str]

    @field_validator("cards")
    @classmethod
    def _every_card_has_a_code(cls, cards: dict[str, str]) -> dict[str, str]:
        for code, card in cards.items():
            if card not in CARDS:
                raise ValueError(f"{code} = {card!r} is no card: write rank and suit, as in Ah, Td, 2c")
            if not code.isascii() or not code.isprintable() or len(code) > LONGEST_CODE:
                raise ValueError(f"code {code!r} is not up to {LONGEST_CODE} printable ASCII characters")
        missing = sorted(CARDS - set(cards.values()))
        if missing:
            raise ValueError(f"no code for {', '.join(missing)}")
        return cards

    @model_validator(mode="after")
    def _special_codes_are_their_own(self) -> CardCodes:
        for name, code in (("cut_card", self.cut_card), ("no_read", self.no_read)):
            if code is not None and code in self.cards:
                raise ValueError(f"{name} = {code!r} is the code of {self.cards[code]} too")
        if self.no_read == self.cut_card:
            raise ValueError(f"no_read = {self.no_read!r} is the code of the cut card too")
        return self

    @model_validator(mode="after")
    def _no_code_ends_another(self) -> CardCodes:
        """A code that lost its beginning must not be another card's."""
        codes = {self.cut_card, *self.cards}
        for code in codes:
            ends = [code[start:] for start in range(1, len(code)) if code[start:] in codes]
            if ends:
                raise ValueError(f"code {ends[0]!r} is the end of {code!r}: a cut code would be another card")
        return self


def load_codes(name: str) -> CardCodes:
    """The codes in the file `name`, a path or the name of one under `config/codes`. Raises TableError."""
    return load(find(name, FOLDER), CardCodes)
