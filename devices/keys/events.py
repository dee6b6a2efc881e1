"""Key events on a line, and what they are: presses, and nothing else. Pure.

`devices.keys.evdev_link` writes an event a line, so that what a keypad said can be recorded, played and read like any
other line, and a simulated one is only another pseudo-terminal:

    K 16 1     key 16 was pressed (0 released, 2 repeated by the kernel)
    S          end of a packet (SYN_REPORT)
    D          the kernel dropped events (SYN_DROPPED)
    H 42 54    after that: the keys that are down now, as they were read again

A press counts at value 1 only, and only of a key that was up: a held key repeats value 2 many times a second. After a
drop everything up to the next end of packet is void, and the state is what was read again: a press that was lost is not
made up (devices.md 3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from devices.keys.codes import HIGHEST_CODE, SHIFTS
from devices.lines import Overlong, Piece

_EVENT: Final = re.compile(rb"K (\d{1,3}) ([012])|(S)|(D)|H((?: \d{1,3}){0,32})")


class KeyEvent(NamedTuple):
    """A key's code and 1 pressed, 0 released, 2 repeated."""

    code: int
    value: int


class PacketEnd(NamedTuple):
    """SYN_REPORT."""


class Dropped(NamedTuple):
    """SYN_DROPPED."""


class Held(NamedTuple):
    """The keys that are down, read again after a drop."""

    codes: frozenset[int]


class NoEvent(NamedTuple):
    """Bytes that are no line of this sort."""

    raw: bytes


Event: TypeAlias = KeyEvent | PacketEnd | Dropped | Held | NoEvent


class Press(NamedTuple):
    """A key went down, with shift or without."""

    code: int
    shift: bool


class Lost(NamedTuple):
    """Events were dropped: a press may be missing."""


def parse_event(piece: Piece) -> Event:
    """What one line says. Never raises."""
    if isinstance(piece, Overlong):
        return NoEvent(piece.head)
    line = piece if isinstance(piece, bytes) else piece.raw
    match = _EVENT.fullmatch(line)
    if match is None:
        return NoEvent(line)
    if match[1] is not None:
        code = int(match[1])
        return KeyEvent(code, int(match[2])) if code <= HIGHEST_CODE else NoEvent(line)
    if match[3] is not None:
        return PacketEnd()
    if match[4] is not None:
        return Dropped()
    return Held(frozenset(int(code) for code in match[5].split()))


def event_line(event: Event) -> bytes:
    """The line of an event, with its end."""
    match event:
        case KeyEvent(code, value):
            return b"K %d %d\n" % (code, value)
        case PacketEnd():
            return b"S\n"
        case Dropped():
            return b"D\n"
        case Held(codes):
            return b"H%s\n" % b"".join(b" %d" % code for code in sorted(codes)[:32])
        case NoEvent(raw):
            return raw + b"\n"


def tap(codes: Iterable[int]) -> bytes:
    """The lines of keys that are pressed and released one after the other."""
    events: list[Event] = []
    for code in codes:
        events += [KeyEvent(code, 1), PacketEnd(), KeyEvent(code, 0), PacketEnd()]
    return b"".join(event_line(event) for event in events)


class KeyDecoder:
    """Key events to presses. What it holds is bounded by the number of keys."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._void = False  # between a drop and the next end of packet

    def take(self, event: Event) -> Press | Lost | None:
        """The press that `event` is, if it is one."""
        match event:
            case Dropped():
                self._void = True
                return Lost()
            case PacketEnd():
                self._void = False
            case Held(codes):
                self._down = {code for code in codes if code <= HIGHEST_CODE}
            case KeyEvent() if self._void:
                return None
            case KeyEvent(code, 0):
                self._down.discard(code)
            case KeyEvent(code, 1) if code not in self._down:
                self._down.add(code)
                return Press(code, bool(self._down & SHIFTS))
            case _:
                return None
        return None

    def forget(self) -> None:
        """The device went away: no key of it is down, and nothing was released."""
        self._down.clear()
        self._void = False
