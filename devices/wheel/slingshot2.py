"""Cammegh SlingShot 2 (SS2): its line grammar, and the protocol that turns its bytes into readings. Pure.

Source: devices.md 1.1 (maker's guide V2.07 and captures of a live wheel); facts only. `docs/devices/slingshot2.md`
says what is verified and what is deduced. RS-232, 9600 8N1, no flow control; lines end with CR and/or LF.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeAlias

from devices.lines import Fragment, LineSplitter, Overlong, Piece
from devices.noise import NoiseWatch
from devices.readings import AnyReading, DeviceReply, MalformedFrame, WheelRestarted
from devices.wheel.slingshot2_host import host_line
from devices.wheel.spins import RotorBand, SpinTracker, Status

POCKETS: Final = (37, 38)

ASK_STATUS: Final = b"*X\r\n"


class BareNumber(NamedTuple):
    """The winning number by itself, some 250 ms before the first line of state 5: a pre-announcement only."""

    number: str


class Reply(NamedTuple):
    """The answer to a command: its letter, and the rest of the line."""

    command: str
    text: str


class BonusLine(NamedTuple):
    """A `*Y` line of firmware 1.22 and later. Nothing is made of it."""

    raw: bytes


class Malformed(NamedTuple):
    """A line that is none of the grammar."""

    raw: bytes
    reason: str


Line: TypeAlias = Status | BareNumber | Reply | BonusLine | Malformed

_STATUS = re.compile(rb"\*X;([1-6]);(\d{3});(  |[ \d]\d);([0-9A-F]);(\d{3});([01])")
_BONUS = re.compile(rb"\*Y;[1-6];\d{3}(?:;\d{1,4})?")
_REPLY = re.compile(rb"\*([!-~]) ([ -)+-~]{1,80})|\*([ -~]) {1,2}(NO)")
_POCKETS = re.compile(r"z (\d{2})")

_FIRST_SPIN: Final = 1
_LAST_SPIN: Final = 256


def number_alphabet(pockets: int) -> dict[bytes, str]:
    """The two characters on the wire to the number's text: right-justified, `00` only where there are 38 pockets.

    Raises ValueError for another number of pockets.
    """
    if pockets not in POCKETS:
        raise ValueError(f"a SlingShot 2 has 37 or 38 pockets, not {pockets}")
    alphabet = {f"{number:2d}".encode(): str(number) for number in range(37)}
    if pockets == 38:
        alphabet[b"00"] = "00"
    return alphabet


def parse_line(line: bytes, alphabet: dict[bytes, str]) -> Line:
    """What one line without its terminator says. Never raises."""
    if (match := _STATUS.fullmatch(line)) is not None:
        return _status(line, match, alphabet)
    if not line.startswith(b"*"):
        number = alphabet.get(line)
        return Malformed(line, "no line of this wheel") if number is None else BareNumber(number)
    if _BONUS.fullmatch(line) is not None:
        return BonusLine(line)
    if (match := _REPLY.fullmatch(line)) is not None:
        command, text = (match[1], match[2]) if match[1] is not None else (match[3], match[4])
        return Reply(command.decode("ascii"), text.decode("ascii"))
    return Malformed(line, "no line of this wheel")


def _status(line: bytes, match: re.Match[bytes], alphabet: dict[bytes, str]) -> Status | Malformed:
    state, spin, shown, warning, speed, direction = match.groups()
    number = None if shown == b"  " else alphabet.get(shown)
    if number is None and shown != b"  ":
        return Malformed(line, f"number {shown.decode('ascii')!r} is not on this wheel")
    if number is None and state == b"5":
        return Malformed(line, "winning number without a number")
    if not _FIRST_SPIN <= int(spin) <= _LAST_SPIN:
        return Malformed(line, f"spin {spin.decode('ascii')} is not within 001 to 256")
    return Status(
        state=int(state),
        spin=int(spin),
        number=number,
        warnings=int(warning, 16),
        rotor_rpm_x10=int(speed),
        counter_clockwise=direction == b"1",
    )


def recover_status(line: bytes, alphabet: dict[bytes, str]) -> Status | None:
    """The whole status line at the end of joined lines, from the last `*`; None when there is none."""
    start = line.rfind(b"*")
    if start <= 0:
        return None
    found = parse_line(line[start:], alphabet)
    return found if isinstance(found, Status) else None


class SlingShot2:
    """The SlingShot 2 as a `devices.device.DeviceProtocol`.

    `pockets`: 37 or 38, checked against each number; `pockets_reported` is what the wheel answers to `*T Z` (None
    until then): whoever opens the table compares the two. `rotor_band`: lowest and highest approved rotor speed in
    rpm x 10, or None for no check. `report_every_s`: the time between two status reports, by which the maker's times
    for warnings become counts of reports; `also_read` names further parameters. `host` is the host's own side: what it
    asks and orders. Raises ValueError for values outside these.
    """

    name = "ss2"

    def __init__(
        self,
        pockets: int = 37,
        rotor_band: tuple[int, int] | None = None,
        report_every_s: float = 0.5,
        also_read: tuple[str, ...] = (),
    ) -> None:
        self.host = host_line(also_read)
        self._alphabet = number_alphabet(pockets)
        self._tracker = SpinTracker(None if rotor_band is None else RotorBand(*rotor_band), report_every_s)
        self._splitter = LineSplitter(start=b"*")
        self._noise = NoiseWatch()
        self._last_line = b""
        self._last_status: Status | None = None
        self.pockets = pockets
        self.pockets_reported: int | None = None
        self.frames_well_formed = 0
        self.frames_malformed = 0

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings that `data` completes at `at_s` (monotonic seconds)."""
        readings: list[AnyReading] = []
        for piece in self._splitter.feed(data):
            if piece == self._last_line and self._last_status is not None and not self.host.muted:
                self._well_formed(at_s, readings)
                readings += self._tracker.on_status(self._last_status)
            else:
                self._take(piece, at_s, readings)
        return readings

    def link_opened(self, at_s: float) -> bytes:
        """Drop the partial line and keep the state: a spin in play goes on if it is seen again (devices.md 6.11).

        Asks who the wheel is and how it is set, the size first.
        """
        self._splitter.drop_until_boundary()
        self.pockets_reported = None
        self.host.link_opened(at_s)
        return self.host.take_unsent()

    def poll(self, at_s: float) -> bytes:
        """A status request; the wheel bears one every 100 ms at most."""
        return ASK_STATUS

    def _take(self, piece: Piece, at_s: float, readings: list[AnyReading]) -> None:
        if isinstance(piece, Overlong):
            self._malformed(piece.head, "a line longer than any of this wheel; its beginning", at_s, readings)
            return
        if isinstance(piece, Fragment):
            self._malformed(piece.raw, "first line after the link opened, without its beginning", at_s, readings)
            return
        parsed = parse_line(piece, self._alphabet)
        if isinstance(parsed, Malformed):
            self._malformed(parsed.raw, parsed.reason, at_s, readings)
            if (recovered := recover_status(piece, self._alphabet)) is not None:
                readings += self._follow(recovered, at_s)
            return
        self._well_formed(at_s, readings)
        if isinstance(parsed, Status):
            self._last_line, self._last_status = piece, parsed
            readings += self.host.on_report(at_s)
            readings += self._follow(parsed, at_s)
        elif isinstance(parsed, BareNumber):
            readings += self._tracker.on_number(parsed.number)
        elif isinstance(parsed, Reply):
            if parsed.command == "T" and (match := _POCKETS.fullmatch(parsed.text)) is not None:
                self.pockets_reported = int(match[1])
            readings.append(DeviceReply(command=parsed.command, text=parsed.text))
            readings += self.host.on_reply(piece, self.frames_well_formed - self.host.replies - 1, at_s)

    def _follow(self, status: Status, at_s: float) -> list[AnyReading]:
        told = self._tracker.on_status(status)
        if told and any(isinstance(reading, WheelRestarted) for reading in told):
            self.host.read_again(at_s)  # what was not stored went with the power
        return told

    def _well_formed(self, at_s: float, readings: list[AnyReading]) -> None:
        self.frames_well_formed += 1
        self._noise.record(at_s, malformed=0, well_formed=1)

    def _malformed(self, raw: bytes, reason: str, at_s: float, readings: list[AnyReading]) -> None:
        self.frames_malformed += 1
        readings.append(MalformedFrame(raw=raw.hex(), reason=reason))
        if (noisy := self._noise.record(at_s, malformed=1, well_formed=0)) is not None:
            readings.append(noisy)
