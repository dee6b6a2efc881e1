"""Recorded lines of a device, and a link that plays them under a clock that is moved by hand.

A capture is a text file, plain or gzip, in one of two forms. Both have three fields a line, separated by tabs:
milliseconds since the first one, direction (`<` from the device, `>` to it), payload.

The first form has a text line of the device as its payload, without the line end, which is CR LF. The second begins
with the line `#capture 2` and whatever is said about it, and its payload is the exact bytes as they came, escaped: a
backslash is `\\\\`, CR and LF are `\\r` and `\\n`, a tab `\\t`, any other byte that is no printable ASCII `\\x` and two
hex digits. Nothing is added to it, so that frames of bytes come back as they were.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, Literal, NamedTuple, cast

from devices.clock import SteppedClock
from devices.transport import OnBytes, OnLink

Direction = Literal["<", ">"]

FROM_DEVICE: Final = b"<"
TO_DEVICE: Final = b">"
LINE_END: Final = b"\r\n"
EXACT: Final = b"#capture 2"
"""How a capture of the second form begins."""

_NAMED: Final = {ord("\\"): b"\\\\", ord("\r"): b"\\r", ord("\n"): b"\\n", ord("\t"): b"\\t"}
_ESCAPES: Final = [_NAMED.get(byte, b"%c" % byte if 0x20 <= byte < 0x7F else b"\\x%02x" % byte) for byte in range(256)]
_ESCAPED: Final = re.compile(rb"\\(?:x([0-9a-f]{2})|(.)|$)", re.DOTALL)
_UNNAMED: Final = {b"\\": b"\\", b"r": b"\r", b"n": b"\n", b"t": b"\t"}


class CaptureLine(NamedTuple):
    """One recorded message: milliseconds since the capture began, its direction, its bytes, and what ends them."""

    at_ms: int
    direction: Direction
    payload: bytes
    end: bytes = LINE_END


def is_capture(path: Path) -> bool:
    """Whether `path` is named as a capture: `.tsv` or `.tsv.gz`."""
    return path.name.endswith((".tsv", ".tsv.gz"))


def escape(data: bytes) -> bytes:
    """`data` on one line, without tabs, as the second form has it."""
    return b"".join([_ESCAPES[byte] for byte in data])


def unescape(text: bytes) -> bytes:
    """The bytes that `escape` was given. Raises ValueError for an escape that there is none of."""

    def one(match: re.Match[bytes]) -> bytes:
        if match[1] is not None:
            return bytes((int(match[1], 16),))
        if match[2] not in _UNNAMED:
            raise ValueError(f"{match[0].decode('ascii', 'replace')} is no escape: allowed are \\\\ \\r \\n \\t \\xNN")
        return _UNNAMED[match[2]]

    return _ESCAPED.sub(one, text)


def read_capture(path: Path) -> Iterator[CaptureLine]:
    """The lines of the capture at `path` (gzip when its name ends in `.gz`), read as they are asked for.

    Raises OSError when it cannot be read, and ValueError naming file and line where it is no capture.
    """
    with cast("BinaryIO", gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb") as lines:
        before_ms = 0
        exact = False
        for number, line in enumerate(lines, start=1):
            if number == 1 and line.startswith(EXACT):
                exact = True
                continue
            if exact and not line.endswith(b"\n"):
                return  # the recorder was killed in the middle of it
            fields = line.rstrip(b"\r\n").split(b"\t", 2)
            if len(fields) != 3 or not fields[0].isdigit() or fields[1] not in (FROM_DEVICE, TO_DEVICE):
                raise ValueError(f"{path}:{number}: expected milliseconds, < or >, and payload, separated by tabs")
            at_ms = int(fields[0])
            if at_ms < before_ms:
                raise ValueError(f"{path}:{number}: {at_ms} ms is before the line above ({before_ms} ms)")
            before_ms = at_ms
            direction: Direction = "<" if fields[1] == FROM_DEVICE else ">"
            if not exact:
                yield CaptureLine(at_ms, direction, fields[2])
                continue
            try:
                payload = unescape(fields[2])
            except ValueError as error:
                raise ValueError(f"{path}:{number}: {error}") from None
            yield CaptureLine(at_ms, direction, payload, b"")


class CaptureLink:
    """A `devices.transport.Link` that plays a capture: nothing happens until it is told to play the next line."""

    def __init__(self, lines: Iterable[CaptureLine], clock: SteppedClock) -> None:
        self._lines = iter(lines)
        self._clock = clock
        self._began_s = 0.0
        self._on_bytes: OnBytes | None = None
        self._on_link: OnLink | None = None
        self.lines_played = 0
        self.bytes_sent = 0

    def start(self, on_bytes: OnBytes, on_link: OnLink) -> None:
        """The capture's beginning is now."""
        self._on_bytes, self._on_link = on_bytes, on_link
        self._began_s = self._clock.monotonic_s()
        on_link("connecting", "a capture is played")

    def send(self, data: bytes) -> bool:
        """Nobody hears it; what the device said then is in the capture."""
        self.bytes_sent += len(data)
        return self._on_bytes is not None

    def close(self) -> None:
        """Play nothing any more."""
        self._on_bytes = self._on_link = None

    def play_next(self) -> bool:
        """Move the clock to the next line's time (timers due until then fire first, at their own times) and deliver
        it as the device sent it. False when the capture is at its end or the link is closed.

        Raises RuntimeError before `start`, and what `read_capture` raises.
        """
        if self._on_bytes is None:
            if self._on_link is None and self.lines_played == 0:
                raise RuntimeError("the capture is not attached: start the device before playing")
            return False
        line = next(self._lines, None)
        if line is None:
            return False
        self._clock.advance_to(max(self._clock.monotonic_s(), self._began_s + line.at_ms / 1000))
        self.lines_played += 1
        if line.direction == "<" and self._on_bytes is not None:
            self._on_bytes(line.payload + line.end, self._clock.monotonic_ns())
        return True

    def play_all(self) -> None:
        """Play to the end."""
        while self.play_next():
            pass
