"""What the messages of an Angel Eye II-EX mean, and how they are written. Pure. Source: devices.md 2.1.

Data bytes have bit 7 set, letters are ASCII: so no data byte can be taken for a control character.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from devices.readings import (
    AnyReading,
    CardOutsideGame,
    CardRead,
    CardSentAgain,
    CardUnreadable,
    CutCardOut,
    ShoeFault,
    ShoeFaultCleared,
    ShoeLocked,
    ShoeResult,
    ShoeSettingChanged,
    ShoeStandby,
    ShoeStarted,
)

DATA_BIT: Final = 0x80

SUITS: Final[dict[int, str]] = {1: "d", 2: "c", 3: "s", 4: "h"}
RANKS: Final = "A23456789TJQK"

HANDS: Final[dict[int, str]] = {0: "player", 1: "banker"}
BURNS: Final[dict[int, str]] = {2: "burn", 4: "burn-first", 5: "burn-count"}

Winner = Literal["player", "banker", "tie", "forced_end"]
WINNERS: Final[dict[int, Winner]] = {1: "player", 2: "tie", 4: "banker", 7: "forced_end"}

DeviceState = Literal["locked", "error", "setting", "other"]
STATES: Final[dict[int, DeviceState]] = {0: "locked", 1: "error", 2: "setting"}

ERRORS: Final[dict[int, str]] = {
    1: "cannot read the card",
    2: "too many cards drawn",
    3: "button used wrongly",
    4: "card reversed at the exit",
    5: "card reversed midway",
    6: "card code wrong",
    7: "draw took too long",
}
UNREADABLE: Final = frozenset((1, 6))
"""The errors that mean: a card left the shoe, and its face is not known."""

NAK_REASONS: Final[dict[int, str]] = {
    0x01: "line error",
    0x02: "check wrong",
    0x03: "no end of frame",
    0x11: "format",
    0x12: "address",
    0x13: "command",
    0x14: "type",
    0x21: "busy",
    0x22: "writing",
    0xFF: "other",
}


class Unreadable(NamedTuple):
    """A frame with a right check whose content is none of the protocol."""

    reason: str


class _RefusedError(Exception):
    """The reason is its text. Never leaves this module."""


def decode(content: bytes) -> AnyReading | Unreadable:
    """The reading of a message: its letter and its data, without sequence and check. Never raises."""
    letter, data = content[:1], content[1:]
    entry = _MESSAGES.get(letter)
    if entry is None:
        return Unreadable(f"unknown message {letter!r}")
    length, read = entry
    if len(data) != length:
        return Unreadable(f"message {letter!r} has {len(data)} data bytes, not {length}")
    try:
        return read(data)
    except _RefusedError as refused:
        return Unreadable(str(refused))


def card_bytes(kind: int, index: int, card: str) -> bytes:
    """The two data bytes of a card: `kind` 0 player, 1 banker, 2 burn, 4 first card, 5 burn count; `index` 0 to 15.

    Raises ValueError for a card that is not a rank and a suit as in `Td`.
    """
    suit = next((code for code, letter in SUITS.items() if card[1:] == letter), None)
    if suit is None or len(card) != 2 or card[0] not in RANKS:
        raise ValueError(f"{card!r} is not a card: write rank and suit, as in Ah, Td, 2c")
    return bytes((DATA_BIT | kind << 4 | index, DATA_BIT | suit << 4 | RANKS.index(card[0]) + 1))


def _value(byte: int) -> int:
    if not byte & DATA_BIT:
        raise _RefusedError(f"data byte {byte:02x} has bit 7 clear")
    return byte & 0x7F


def _face(byte: int) -> str:
    value = _value(byte)
    suit, rank = SUITS.get(value >> 4), value & 0x0F
    if suit is None:
        raise _RefusedError(f"suit {value >> 4} is none")
    if not 1 <= rank <= len(RANKS):
        raise _RefusedError(f"rank {rank} is not within 1 to {len(RANKS)}")
    return RANKS[rank - 1] + suit


def _position(byte: int) -> str:
    value = _value(byte)
    kind, index = value >> 4, value & 0x0F
    if kind in HANDS:
        if not 1 <= index <= 3:
            raise _RefusedError(f"card {index} of {HANDS[kind]} is not within 1 to 3")
        return f"{HANDS[kind]}-{index}"
    if kind not in BURNS:
        raise _RefusedError(f"place {kind} is unknown")
    return BURNS[kind]


def _card(data: bytes) -> AnyReading:
    return CardRead(card=_face(data[1]), position=_position(data[0]))


def _card_again(data: bytes) -> AnyReading:
    return CardSentAgain(card=_face(data[1]), position=_position(data[0]))


def _card_outside_game(data: bytes) -> AnyReading:
    return CardOutsideGame(card=_face(data[1]), device_state=STATES.get(_value(data[0]) >> 4, "other"))


def _result(data: bytes) -> AnyReading:
    value = _value(data[0])
    winner = WINNERS.get(value >> 4)
    if winner is None or value & 0x0C:
        raise _RefusedError(f"result {data[0]:02x} is unknown")
    return ShoeResult(winner=winner, player_pair=bool(value & 1), banker_pair=bool(value & 2))


def _error(data: bytes) -> AnyReading:
    code = _value(data[0]) & 0x3F
    reason = ERRORS.get(code, "unknown error")
    return CardUnreadable(code=code, reason=reason) if code in UNREADABLE else ShoeFault(code=code, reason=reason)


def _error_cleared(data: bytes) -> AnyReading:
    return ShoeFaultCleared(code=_value(data[0]))


def _locked(data: bytes) -> AnyReading:
    return ShoeLocked(locked=bool(_value(data[0]) & 1))


def _setting(data: bytes) -> AnyReading:
    if any(not 0x20 <= byte < 0x7F for byte in data):
        raise _RefusedError("setting is not printable text")
    text = data.decode("ascii")
    return ShoeSettingChanged(address=text[:2], value=text[2:])


_MESSAGES: Final[dict[bytes, tuple[int, Callable[[bytes], AnyReading]]]] = {
    b"S": (0, lambda _: ShoeStarted()),
    b"P": (0, lambda _: ShoeStandby()),
    b"D": (2, _card),
    b"d": (2, _card_outside_game),
    b"R": (2, _card_again),
    b"C": (0, lambda _: CutCardOut()),
    b"G": (1, _result),
    b"E": (1, _error),
    b"e": (1, _error_cleared),
    b"L": (1, _locked),
    b"M": (6, _setting),
}
"""Letter to the number of data bytes and what they mean."""
