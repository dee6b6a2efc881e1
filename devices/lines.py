"""Bytes to lines, however the bytes are cut. Pure.

A line ends with CR and/or LF (a device may mix them: devices.md 1.1), an empty line is none, and a line counts only
with its terminator, so that half a line is never taken for a whole one.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

MAX_LINE: Final = 256
"""Bytes without a terminator after which a line is given up."""

KEPT: Final = 64
"""How much of a line that was given up is kept, for the log."""


class Overlong(NamedTuple):
    """More than `MAX_LINE` bytes came without a terminator; all up to the next one are dropped. `head` begins it."""

    head: bytes


class Fragment(NamedTuple):
    """What came before the first boundary after a link opened, and may be the tail of a line."""

    raw: bytes


Piece: TypeAlias = bytes | Overlong | Fragment


class LineSplitter:
    """Splits a stream into lines with a bounded memory.

    `start` is the byte string with which the protocol's lines begin, if they have one: a first line after the link
    opened that begins with it is whole from its beginning and is kept.
    """

    def __init__(self, start: bytes | None = None, limit: int = MAX_LINE) -> None:
        self._start = start
        self._limit = limit
        self._tail = b""
        self._overlong = False
        self._first = False

    def drop_until_boundary(self) -> None:
        """A (new) link opened: forget the partial line; the first line may have lost its beginning."""
        self._tail = b""
        self._overlong = False
        self._first = True

    def feed(self, data: bytes) -> list[Piece]:
        """The pieces that `data` completes. An overlong line is told once, at the byte that makes it so."""
        parts = data.replace(b"\r", b"\n").split(b"\n")
        last = len(parts) - 1
        pieces: list[Piece] = []
        for index, part in enumerate(parts):
            terminated = index < last
            if self._overlong:
                self._overlong = not terminated
                continue
            line = self._tail + part if self._tail else part
            self._tail = b""
            if len(line) > self._limit:
                pieces.append(Overlong(line[: min(KEPT, self._limit)]))  # no more than any chunking has of it
                self._overlong = not terminated
                self._first = False
            elif not terminated:
                self._tail = line
            elif self._first:
                self._first = False
                if line:
                    whole = self._start is not None and line.startswith(self._start)
                    pieces.append(line if whole else Fragment(line))
            elif line:
                pieces.append(line)
        return pieces
