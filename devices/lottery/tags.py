"""The drawer's line: frames of a 125 kHz tag reader and lines of the pass counter, and the readings they make. Pure.

Tag frame: 02, ten hex digits (the tag), two hex digits (the exclusive-or of the five bytes that the tag spells), 03;
9600 8N1, repeated while the tag is in the field. From general knowledge (devices.md 4), not seen on a device.

Counter lines, which are this house's own since no maker publishes any: a letter, `;`, three characters, CR LF.

    P;003  the third ball of this draw passed the counter        R;000  the balls are back in the chamber: a new draw
    B;003  the third ball went back                              C;037  the chamber holds 37 balls
    H;003  every second: three balls have passed                 F;JAM  jam; DBL two balls at once; AIR no air; 000 over

A ball counts when it was read and then counted. The tag alone is a ball near the reader, the count alone an unread one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Final

from devices.lottery.ball_set import BallSet
from devices.noise import NoiseWatch
from devices.readings import (
    AnyReading,
    BallFellBack,
    BallRead,
    BallUnknown,
    DrawerCounted,
    DrawerFault,
    MalformedFrame,
)

STX: Final = 0x02
ETX: Final = 0x03
TAG_FRAME: Final = 14
MAX_LINE: Final = 32
"""Bytes of a counter line without an end after which it is given up."""
MOST_BALLS: Final = 40
"""More balls than any set has; what the tube is believed to hold stays below."""

FAULTS: Final[dict[bytes, str]] = {b"JAM": "jam", b"DBL": "two balls at once", b"AIR": "no air"}

_LINE: Final = re.compile(rb"(?:([PBRCH]);(\d{3})|F;([A-Z]{3}|000))")
_HEX: Final = frozenset(b"0123456789ABCDEF")
_ENDS: Final = frozenset(b"\r\n")


def tag_frame(tag: str) -> bytes:
    """The frame of a tag of ten hex digits."""
    return bytes((STX,)) + tag.encode("ascii") + tag_check(tag) + bytes((ETX,))


def tag_check(tag: str) -> bytes:
    """The two check digits of a tag."""
    return b"%02X" % reduce(xor, bytes.fromhex(tag), 0)


class BallTags:
    """The drawer's line as a `devices.device.DeviceProtocol`.

    `others`: further ball sets of the house, to name a ball that strayed. `presence_gap_s`: silence of a tag after
    which it has left the field; until then its frames are one presence. Raises ValueError for a gap that is not
    positive.
    """

    name = "ball-tags"

    def __init__(self, balls: BallSet, others: Sequence[BallSet] = (), presence_gap_s: float = 0.5) -> None:
        if not presence_gap_s > 0:
            raise ValueError(f"presence_gap_s is {presence_gap_s}: it must be above 0")
        self._balls = balls
        self._strays = {tag: other.ball_set for other in others for tag in other.balls if tag not in balls.balls}
        self._gap_s = presence_gap_s
        self._buffer = bytearray()
        self._skipping = False
        self._noise = NoiseWatch()
        self._in_field: str | None = None
        self._seen_s = 0.0
        self._waiting: list[str] = []  # tags read, their balls not yet counted; two are enough to know that it is wrong
        self._again: str | None = None  # a ball of the tube that came into the field again
        self._tube: list[str | None] = []  # balls of this draw in order; None for one that was not read
        self._heard = False  # whether the counter was heard at all
        self._fault: bytes | None = None
        self._counted: int | None = None  # what the chamber held, until a ball moved
        self.frames_well_formed = 0
        self.frames_malformed = 0
        self.repeats = 0

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings that `data` completes at `at_s` (monotonic seconds)."""
        readings: list[AnyReading] = []
        for byte in data:
            self._take(byte, at_s, readings)
        return readings

    def link_opened(self, at_s: float) -> bytes:
        """Forget the partial frame and keep the tube: the counter will say whether balls passed meanwhile."""
        self._buffer.clear()
        self._skipping = False
        self._in_field = None
        return b""

    def poll(self, at_s: float) -> bytes:
        """Nothing: the counter speaks every second."""
        return b""

    # --- bytes to frames and lines -------------------------------------------------------------------------------

    def _take(self, byte: int, at_s: float, readings: list[AnyReading]) -> None:
        buffer = self._buffer
        if byte == STX:
            if buffer:
                self._malformed("cut by the start of a tag", at_s, readings)
            self._skipping = False
            buffer.append(byte)
        elif self._skipping:
            self._skipping = byte not in _ENDS
        elif buffer and buffer[0] == STX:
            self._in_frame(byte, at_s, readings)
        elif byte in _ENDS:
            if buffer:
                self._line(at_s, readings)
        else:
            buffer.append(byte)
            if len(buffer) > MAX_LINE:
                self._malformed(f"no end within {MAX_LINE} bytes", at_s, readings)
                self._skipping = True

    def _in_frame(self, byte: int, at_s: float, readings: list[AnyReading]) -> None:
        buffer = self._buffer
        buffer.append(byte)
        if byte == ETX:
            if len(buffer) != TAG_FRAME:
                self._malformed(f"a tag frame of {len(buffer)} bytes, not {TAG_FRAME}", at_s, readings)
                return
            tag, said = buffer[1:11].decode("ascii"), bytes(buffer[11:13])
            if said != tag_check(tag):
                reckoned = tag_check(tag).decode("ascii")
                self._malformed(f"check says {said.decode('ascii')}, reckoned {reckoned}", at_s, readings)
                return
            buffer.clear()
            self._well_formed(at_s)
            self._tag(tag, at_s, readings)
        elif byte not in _HEX or len(buffer) >= TAG_FRAME:
            self._malformed("no tag frame", at_s, readings)
            self._skipping = byte not in _ENDS

    def _line(self, at_s: float, readings: list[AnyReading]) -> None:
        match = _LINE.fullmatch(bytes(self._buffer))
        if match is None or (match[3] is not None and match[3] != b"000" and match[3] not in FAULTS):
            self._malformed("no line of the counter", at_s, readings)
            return
        self._buffer.clear()
        self._well_formed(at_s)
        if match[3] is not None:
            self._faulty(match[3], readings)
            return
        count = int(match[2])
        match match[1]:
            case b"P":
                self._passed(count, readings)
            case b"B":
                self._went_back(count, readings)
            case b"H":
                self._stands_at(count, readings)
            case b"R":
                self._new_draw()
            case _ if count == self._counted:
                self.repeats += 1
            case _:
                self._counted = count
                readings.append(DrawerCounted(balls=count, ball_set=self._balls.ball_set))

    # --- what they mean ------------------------------------------------------------------------------------------

    def _tag(self, tag: str, at_s: float, readings: list[AnyReading]) -> None:
        still_there = tag == self._in_field and at_s - self._seen_s <= self._gap_s
        self._in_field, self._seen_s = tag, at_s
        if still_there or tag in self._waiting:
            self.repeats += 1
            return
        number = self._balls.balls.get(tag)
        if number is None:
            of = self._strays.get(tag)
            reason = f"a ball of set {of}" if of is not None else f"a tag that is not in set {self._balls.ball_set}"
            readings.append(BallUnknown(tag=tag, reason=reason))
        elif number in self._tube:
            self._again = number  # whether it passed again the counter will say
            return
        if len(self._waiting) < 2:
            self._waiting.append(tag)

    def _passed(self, count: int, readings: list[AnyReading]) -> None:
        if self._heard and count == len(self._tube):
            self.repeats += 1
            return
        if self._heard or count == 1:
            self._check_count(count - 1, readings)
        else:
            self._tube = [None] * min(count - 1, MOST_BALLS)
        self._heard, self._counted = True, None
        waiting, again = self._waiting, self._again
        self._waiting, self._again = [], None
        number: str | None = None
        if len(waiting) > 1:
            readings.append(DrawerFault(reason=f"two balls at once: tags {' and '.join(waiting)}"))
        elif waiting:
            number = self._balls.balls.get(waiting[0])  # an unknown one was told when its tag was read
        elif again is not None:
            number = again
        else:
            readings.append(BallUnknown(tag="", reason="passed the counter without its tag being read"))
        if number is not None:
            readings.append(BallRead(number=number, order=count))
        if len(self._tube) < MOST_BALLS:
            self._tube.append(number)

    def _went_back(self, count: int, readings: list[AnyReading]) -> None:
        if not 1 <= count <= len(self._tube):
            readings.append(DrawerFault(reason=f"ball {count} went back, {len(self._tube)} were in the tube"))
            return
        self._counted = None
        number = self._tube.pop(count - 1)
        if number is not None:
            readings.append(BallFellBack(number=number))

    def _stands_at(self, count: int, readings: list[AnyReading]) -> None:
        if self._heard:
            self._check_count(count, readings)
        self._tube += [None] * (min(count, MOST_BALLS) - len(self._tube))
        self._heard = True

    def _check_count(self, count: int, readings: list[AnyReading]) -> None:
        """The counter says that `count` balls have passed so far: as many as were heard, or else it is told."""
        heard = len(self._tube)
        if count > heard:
            readings.append(BallUnknown(tag="", reason=f"{count - heard} of {count} balls passed unheard"))
            self._tube += [None] * (min(count, MOST_BALLS) - heard)
        elif count < heard:
            readings.append(DrawerFault(reason=f"the counter fell from {heard} to {count}"))
            del self._tube[count:]

    def _faulty(self, code: bytes, readings: list[AnyReading]) -> None:
        before, self._fault = self._fault, None if code == b"000" else code
        if self._fault is not None and self._fault != before:
            readings.append(DrawerFault(reason=FAULTS[self._fault]))

    def _new_draw(self) -> None:
        self._heard, self._counted = True, None
        self._tube.clear()
        self._waiting.clear()
        self._again = None

    def _well_formed(self, at_s: float) -> None:
        self.frames_well_formed += 1
        self._noise.record(at_s, malformed=0, well_formed=1)

    def _malformed(self, reason: str, at_s: float, readings: list[AnyReading]) -> None:
        self.frames_malformed += 1
        readings.append(MalformedFrame(raw=bytes(self._buffer).hex(), reason=reason))
        self._buffer.clear()
        if (noisy := self._noise.record(at_s, malformed=1, well_formed=0)) is not None:
            readings.append(noisy)
