"""Angel Eye II-EX, the baccarat shoe: its frames, and the protocol that turns its bytes into readings. Pure.

Source: devices.md 2.1 (two third-party parsers that agree); nothing here was seen on a shoe, which is why the driver
is trusted "on paper" only. `docs/devices/angel-eye.md` says what is deduced. RS-232, 4800 8N1, no flow control.

The driver sends nothing by itself. The host commands at the end are for whoever is told to use them.
"""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Final, Literal, NamedTuple

from devices.noise import NoiseWatch
from devices.readings import AnyReading, DeviceRefused, DeviceReply, MalformedFrame
from devices.shoe.angel_eye_messages import NAK_REASONS, Unreadable, decode

STX: Final = 0x02
ETX: Final = 0x03
ENQ: Final = 0x05
ACK: Final = 0x06
NAK: Final = 0x15

MAX_FRAME: Final = 64
"""Bytes without an end after which a frame is given up; the longest known one has twelve."""

BccSpan = Literal["without_start", "with_start"]
"""Whether the start byte counts in the check. Sources say it does not inbound and does outbound; unverified."""

_STARTS: Final = frozenset((STX, ENQ, ACK, NAK))
_HEX: Final = frozenset(b"0123456789ABCDEF")


class _LastFrame(NamedTuple):
    sequence: int
    content: bytes


def bcc(span: bytes) -> bytes:
    """The check of `span` (which ends with ETX): the exclusive-or of its bytes as two ASCII hex capitals."""
    return b"%02X" % reduce(xor, span, 0)


class AngelEye:
    """The Angel Eye II-EX as a `devices.device.DeviceProtocol`.

    `bcc_span` selects how inbound checks are reckoned; a frame whose check differs is dropped, and both reckonings
    are logged. `duplicates` counts repeats (the shoe may say everything three times). Raises ValueError for an
    unknown span.
    """

    name = "angel-eye"

    def __init__(self, bcc_span: BccSpan = "without_start") -> None:
        if bcc_span not in ("without_start", "with_start"):
            raise ValueError(f"bcc_span is {bcc_span!r}: it must be 'without_start' or 'with_start'")
        self._bcc_span = bcc_span
        self._buffer = bytearray()  # from the start byte of a frame, or bytes outside of any
        self._etx_at: int | None = None  # where the frame in the buffer ended, while its check is awaited
        self._skipping = False  # after a frame that was given up, until the next start byte
        self._first = False  # after a link opened, until the first start byte
        self._last: _LastFrame | None = None
        self._noise = NoiseWatch()
        self.frames_well_formed = 0
        self.frames_malformed = 0
        self.duplicates = 0

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings that `data` completes at `at_s` (monotonic seconds)."""
        readings: list[AnyReading] = []
        for byte in data:
            self._take(byte, at_s, readings)
        return readings

    def link_opened(self, at_s: float) -> bytes:
        """Forget the partial frame and the filter of repeats; send nothing (the shoe is only listened to)."""
        self._buffer.clear()
        self._etx_at = None
        self._skipping = False
        self._first = True
        self._last = None
        return b""

    def poll(self, at_s: float) -> bytes:
        """Nothing: the shoe speaks by itself."""
        return b""

    def _take(self, byte: int, at_s: float, readings: list[AnyReading]) -> None:
        buffer = self._buffer
        if buffer and buffer[0] == NAK and byte not in (ENQ, ACK, NAK):
            buffer.clear()
            self._refused(byte, at_s, readings)
        elif byte in _STARTS:
            self._start(byte, at_s, readings)
        elif self._skipping:
            pass
        elif self._etx_at is not None:
            buffer.append(byte)
            if len(buffer) == self._etx_at + 3:
                self._complete(at_s, readings)
        else:
            buffer.append(byte)
            if byte == ETX and buffer[0] in (ENQ, STX):
                self._etx_at = len(buffer) - 1
            elif len(buffer) >= MAX_FRAME:
                within = buffer[0] in (ENQ, STX)
                reason = f"no end within {MAX_FRAME} bytes" if within else "bytes outside of any frame"
                self._malformed(bytes(buffer), reason, at_s, readings)
                buffer.clear()
                self._skipping = True

    def _start(self, byte: int, at_s: float, readings: list[AnyReading]) -> None:
        """A start byte can stand nowhere inside a frame: whatever the buffer holds was cut, or never was a frame."""
        if self._buffer:
            cut = self._buffer[0] in _STARTS
            outside = "beginning of the line after it opened" if self._first else "bytes outside of any frame"
            reason = "cut by the start of another frame" if cut else outside
            self._malformed(bytes(self._buffer), reason, at_s, readings)
        self._buffer.clear()
        self._etx_at = None
        self._skipping = self._first = False
        if byte == ACK:
            self._well_formed(at_s)
            readings.append(DeviceReply(command="ACK", text="accepted"))
        else:
            self._buffer.append(byte)

    def _refused(self, code: int, at_s: float, readings: list[AnyReading]) -> None:
        self._well_formed(at_s)
        readings.append(DeviceRefused(code=f"{code:02X}", reason=NAK_REASONS.get(code, "unknown code")))

    def _complete(self, at_s: float, readings: list[AnyReading]) -> None:
        frame = bytes(self._buffer)
        self._buffer.clear()
        self._etx_at = None
        body, said = frame[:-2], frame[-2:]
        without, with_start = bcc(body[1:]), bcc(body)
        if said != (without if self._bcc_span == "without_start" else with_start):
            shown = said.decode("ascii") if _HEX.issuperset(said) else said.hex()
            reason = (
                f"check says {shown}, reckoned {without.decode('ascii')} without the start byte and "
                f"{with_start.decode('ascii')} with it (bcc_span is {self._bcc_span})"
            )
            self._malformed(frame, reason, at_s, readings)
        elif frame[0] == STX:
            self._well_formed(at_s)
            readings.append(DeviceReply(command="answer", text=_text(body[1:-1])))
        else:
            self._message(frame, body[1:-1], at_s, readings)

    def _message(self, frame: bytes, data: bytes, at_s: float, readings: list[AnyReading]) -> None:
        if len(data) < 2:
            self._malformed(frame, "a frame without a message", at_s, readings)
            return
        current = _LastFrame(data[0], data[1:])
        if current == self._last:
            # Same sequence and same content. Content alone would drop a second card of the same face, the sequence
            # alone would drop the start message after a reboot, since the shoe counts anew from there.
            self.duplicates += 1
            self._well_formed(at_s)
            return
        decoded = decode(current.content)
        if isinstance(decoded, Unreadable):
            self._malformed(frame, decoded.reason, at_s, readings)
            return
        self._last = current
        self._well_formed(at_s)
        readings.append(decoded)

    def _well_formed(self, at_s: float) -> None:
        self.frames_well_formed += 1
        self._noise.record(at_s, malformed=0, well_formed=1)

    def _malformed(self, raw: bytes, reason: str, at_s: float, readings: list[AnyReading]) -> None:
        self.frames_malformed += 1
        readings.append(MalformedFrame(raw=raw.hex(), reason=reason))
        if (noisy := self._noise.record(at_s, malformed=1, well_formed=0)) is not None:
            readings.append(noisy)


def _text(data: bytes) -> str:
    """Bytes as text: printable ASCII as it is, the rest in hex."""
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}" for byte in data)


# --- from the host -----------------------------------------------------------------------------------------------


def host_command(kind: str, number: int) -> bytes:
    """`STX O P <kind> <two digits> ETX bcc`, the check with the start byte in it as in the maker's own example.

    Raises ValueError when `kind` is not two capitals or `number` not within 0 to 99.
    """
    if not (len(kind) == 2 and kind.isascii() and kind.isalpha() and kind.isupper()):
        raise ValueError(f"command {kind!r} must be two capital letters")
    if not 0 <= number <= 99:
        raise ValueError(f"number {number} must be within 0 to 99")
    body = bytes((STX,)) + f"OP{kind}{number:02d}".encode("ascii") + bytes((ETX,))
    return body + bcc(body)


def unlock() -> bytes:
    """Unlock the shoe."""
    return host_command("LK", 1)


def lock() -> bytes:
    """Lock the shoe."""
    return host_command("LK", 2)


def clear_error(code: int) -> bytes:
    """Clear the error `code` (1 to 7)."""
    return host_command("EC", code)


def report_game_process() -> bytes:
    """Ask for the state of the game."""
    return host_command("GP", 0)
