"""How the bytes of a device fall into frames, and how the check of one is spoilt: what mischief must know. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple


class Shape(NamedTuple):
    """`split` cuts what a device says into frames that together are the same bytes; `spoil` makes one wrong."""

    split: Callable[[bytes], list[bytes]]
    spoil: Callable[[bytes], bytes]


def _splitter(pattern: bytes) -> Callable[[bytes], list[bytes]]:
    """Frames as `pattern` has them; what is between them is a frame too, so that nothing is lost."""
    frame = re.compile(b"(?:" + pattern + rb")|[\x00-\xff]+?(?=" + pattern + rb"|\Z)", re.DOTALL)
    return lambda data: [match[0] for match in frame.finditer(data)]


def _spoil_line(frame: bytes) -> bytes:
    """A line has no check: its last character becomes one that no line has."""
    body = frame.rstrip(b"\r\n")
    return body[:-1] + b"?" + frame[len(body) :] if body else frame


def _spoil_hex(frame: bytes, start: int, end: int) -> bytes:
    """Two check digits become those of the inverted value."""
    try:
        value = int(frame[start:end], 16)
    except ValueError:
        return _spoil_line(frame)
    return frame[:start] + b"%02X" % (value ^ 0xFF) + frame[end:]


def _spoil_shoe(frame: bytes) -> bytes:
    return _spoil_hex(frame, len(frame) - 2, len(frame)) if frame[:1] in (b"\x05", b"\x02") else frame


def _spoil_drawer(frame: bytes) -> bytes:
    return _spoil_hex(frame, 11, 13) if frame[:1] == b"\x02" else _spoil_line(frame)


LINES: Final = Shape(_splitter(rb"[^\r\n]*(?:\r\n|\r|\n)"), _spoil_line)
SHOE: Final = Shape(_splitter(rb"[\x05\x02][^\x03\x05\x02]*\x03[0-9A-F]{2}|\x06|\x15."), _spoil_shoe)
DRAWER: Final = Shape(_splitter(rb"\x02[0-9A-F]{12}\x03|[^\x02\r\n]*\r\n"), _spoil_drawer)
