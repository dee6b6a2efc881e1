"""The code on a card: its grammar, its check character, and the table of the codes that one set of decks has. Pure.

A code is ten characters from 0-9 and A-Z, which a DataMatrix of 14 x 14 modules holds:

    K 7QX AS 0F3 M
    | |   |  |   check character, ISO/IEC 7064 MOD 37,36, over the nine before it
    | |   |  serial: no two cards of a set have the same
    | |   face: rank and suit; CC is a cut card, SS the start card
    | set of decks
    prefix: what does not begin with it is no card of this studio

Readers of codes have given wrong values with confidence (devices.md 5: zxing-cpp issues 775, 990, 273), so a text is
accepted only if length, prefix and check character are right **and** it is in the table of the set in play. Serials are
drawn at random, so that no code can be worked out from another.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from devices.tables import TableError

ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PREFIX: Final = "K"
LENGTH: Final = 10
CUT_FACE: Final = "CC"
START_FACE: Final = "SS"
RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards, as two-character codes."""

_SET_LENGTH: Final = 3
_SERIAL_LENGTH: Final = 3
_DRAWN_FROM: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""For sets and serials: without I, L, O and U, which a person typing a code would mistake."""

FORMAT: Final = 1
"""Version of the table file."""


@dataclass(frozen=True, slots=True)
class Code:
    """A text that keeps the grammar. `face` is a card (`As`), or `CC` or `SS`."""

    text: str
    deck_set: str
    face: str
    serial: str


@dataclass(frozen=True, slots=True)
class CardCode:
    """The code of a card of the set on the table."""

    text: str
    card: str


@dataclass(frozen=True, slots=True)
class CutCode:
    """The code of a cut card of the set."""

    text: str


@dataclass(frozen=True, slots=True)
class StartCode:
    """The code of the start card, which is shown when a shoe was loaded."""

    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that is no code of this table. `reason` says why, in words; `foreign`: it keeps the grammar."""

    text: str
    reason: str
    foreign: bool


Looked: TypeAlias = CardCode | CutCode | StartCode | Refused


def check_character(body: str) -> str:
    """The check character of `body` by ISO/IEC 7064 MOD 37,36.

    It finds every single wrong character and every swap of neighbours but that of `0` and `Z` in some places. Raises
    ValueError for a character that is not of the alphabet.
    """
    product = 36
    for character in body:
        total = (ALPHABET.index(character) + product) % 36 or 36
        product = total * 2 % 37
    return ALPHABET[(37 - product) % 36]


def make_code(deck_set: str, face: str, serial: str) -> str:
    """The code of a card. Raises ValueError for a part of another length, or another alphabet."""
    if len(deck_set) != _SET_LENGTH or len(face) != 2 or len(serial) != _SERIAL_LENGTH:
        raise ValueError(f"{deck_set!r}, {face!r}, {serial!r}: a set has 3 characters, a face 2, a serial 3")
    body = PREFIX + deck_set + face.upper() + serial
    return body + check_character(body)


def parse_code(text: str) -> Code | str:
    """The code written `text`, or what is wrong with it, in words."""
    if len(text) != LENGTH:
        return f"{len(text)} characters, not {LENGTH}"
    if any(character not in ALPHABET for character in text):
        return "a character that no code has"
    if not text.startswith(PREFIX):
        return f"it does not begin with {PREFIX}"
    if check_character(text[:-1]) != text[-1]:
        return "the check character is wrong"
    face = text[4:6]
    if face not in (CUT_FACE, START_FACE):
        face = face[0] + face[1].lower()
        if face not in DECK:
            return f"{face} is no card"
    return Code(text, text[1:4], face, text[6:9])


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal[1]
    deck_set: Annotated[str, msgspec.Meta(pattern="^[0-9A-Z]{3}$")]
    decks: Annotated[int, msgspec.Meta(ge=1, le=12)]
    start_card: str
    cut_cards: list[str]
    cards: dict[str, str]


@dataclass(frozen=True, slots=True)
class DeckTable:
    """The codes of one set of `decks` decks: text to card, and those of its cut cards and its start card."""

    deck_set: str
    decks: int
    cards: Mapping[str, str]
    cut_cards: tuple[str, ...]
    start_card: str

    def look_up(self, text: str) -> Looked:
        """What `text` is at this table: a card, the cut card, the start card, or nothing, with the reason."""
        card = self.cards.get(text)
        if card is not None:
            return CardCode(text, card)
        if text in self.cut_cards:
            return CutCode(text)
        if text == self.start_card:
            return StartCode(text)
        code = parse_code(text)
        if isinstance(code, str):
            return Refused(text, f"no code of a card ({code})", foreign=False)
        if code.deck_set != self.deck_set:
            return Refused(text, f"{code.face} of set {code.deck_set}, on the table is set {self.deck_set}", True)
        return Refused(text, f"{code.face} with serial {code.serial}, which set {self.deck_set} does not have", True)


def new_table(decks: int, below: Callable[[int], int], *, cut_cards: int = 2) -> DeckTable:
    """A new set of `decks` decks. `below(n)` draws from 0 to n - 1: `devices.clock.randbelow`, or a seeded generator's
    `randrange` for a set that must come out the same again. Raises ValueError for decks outside 1 to 12."""
    if not 1 <= decks <= 12:
        raise ValueError(f"decks is {decks}: a set has 1 to 12")
    deck_set = "".join(_DRAWN_FROM[below(len(_DRAWN_FROM))] for _ in range(_SET_LENGTH))
    used: set[str] = set()

    def code(face: str) -> str:
        while True:
            serial = "".join(_DRAWN_FROM[below(len(_DRAWN_FROM))] for _ in range(_SERIAL_LENGTH))
            if serial not in used:
                used.add(serial)
                return make_code(deck_set, face, serial)

    start = code(START_FACE)
    cut = tuple(code(CUT_FACE) for _ in range(cut_cards))
    return DeckTable(deck_set, decks, {code(card): card for _ in range(decks) for card in DECK}, cut, start)


def table_text(table: DeckTable) -> str:
    """The table as a TOML file."""
    lines = [
        f"# Codes of the cards of set {table.deck_set}: what is not in here is not accepted at the table.",
        f"format = {FORMAT}",
        f'deck_set = "{table.deck_set}"',
        f"decks = {table.decks}",
        f'start_card = "{table.start_card}"',
        f"cut_cards = [{', '.join(f'{text!r}' for text in table.cut_cards)}]".replace("'", '"'),
        "",
        "[cards]",
        *(f'{text} = "{card}"' for text, card in table.cards.items()),
    ]
    return "\n".join(lines) + "\n"


def parse_table(text: str, name: str = "the deck table") -> DeckTable:
    """The table written in the TOML `text`. Raises TableError, which names `name`, the key and what is wrong."""
    try:
        file = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise TableError([f"{name}: {error}"]) from error
    table = DeckTable(file.deck_set, file.decks, file.cards, tuple(file.cut_cards), file.start_card)
    for code, face in _expected(table):
        parsed = parse_code(code)
        if isinstance(parsed, str):
            raise TableError([f"{name}: {code!r} is no code: {parsed}"])
        if parsed.deck_set != table.deck_set or parsed.face != face:
            raise TableError([f"{name}: {code} is {parsed.face} of set {parsed.deck_set}, entered as {face}"])
    texts = [code for code, _ in _expected(table)]
    serials = {code[6:9] for code in texts}
    if len(serials) != len(texts):
        raise TableError([f"{name}: two cards have the same serial"])
    faces = list(table.cards.values())
    for card in DECK:
        if faces.count(card) != table.decks:
            raise TableError([f"{name}: {card} is there {faces.count(card)} times, in {table.decks} decks"])
    return table


def _expected(table: DeckTable) -> list[tuple[str, str]]:
    return [
        (table.start_card, START_FACE),
        *((text, CUT_FACE) for text in table.cut_cards),
        *table.cards.items(),
    ]
