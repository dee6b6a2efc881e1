"""A camera as a protocol like any other: a line a frame comes in, readings go out. Pure.

The link (`devices.camera.link`) sees the pictures and says of each, in one line of JSON, what it shows: so a camera can
be recorded, played back and decoded like a wheel, in a few bytes a frame.

    ["9f3a01c2", 83.2, 0.412, false, ["KYY2ASX4TM"]]

checksum of the window, its mean brightness, its share of paper, whether it moves, and the texts of the codes in it.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from devices.camera.codes import DeckTable
from devices.camera.health import FaultTimes, FrameWatch
from devices.camera.presence import FrameFacts, Presence, PresenceRules
from devices.lines import Fragment, LineSplitter, Overlong
from devices.readings import AnyReading, MalformedFrame

NAME: Final = "camera"
TEXTS_LIMIT: Final = 8
TEXT_LIMIT: Final = 32
"""Texts in a line, and characters of each: a text of another length than a card's code is none anyhow."""
GAP_S: Final = 1.0
"""So long without a frame that shows something, and what happened in the window was not followed."""

_LONGEST_LINE: Final = 2048

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class FrameLine(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What a frame shows, as the link says it."""

    fingerprint: Annotated[str, msgspec.Meta(min_length=1, max_length=16)]
    level: Annotated[float, msgspec.Meta(ge=0, le=255)]
    paper: Share
    moving: bool
    texts: Annotated[list[str], msgspec.Meta(max_length=TEXTS_LIMIT)]


class FrameFault(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A frame that could not be looked at, and why."""

    error: str


def frame_line(fingerprint: int, level: float, paper: float, moving: bool, texts: tuple[str, ...]) -> bytes:
    """The line of a frame, with its end."""
    cut = [text[:TEXT_LIMIT] for text in texts[:TEXTS_LIMIT]]
    return msgspec.json.encode(FrameLine(f"{fingerprint:08x}", round(level, 2), round(paper, 4), moving, cut)) + b"\n"


def fault_line(why: str) -> bytes:
    """The line of a frame that could not be looked at."""
    return msgspec.json.encode(FrameFault(why[:200])) + b"\n"


class CameraProtocol:
    """The readings of one camera over cards of the set `table`. See `devices.device.DeviceProtocol`.

    A frame counts as well formed when it shows something: a frozen or dark camera therefore goes stale and down by the
    age of its last valid frame, and a `frame.malformed` says what is wrong with it, once an episode.
    """

    name = NAME

    def __init__(self, table: DeckTable, rules: PresenceRules | None = None, times: FaultTimes | None = None) -> None:
        self.frames_well_formed = 0
        self.frames_malformed = 0
        self.presence = Presence(table, rules)
        self._watch = FrameWatch(times)
        self._lines = LineSplitter(start=b"[", limit=_LONGEST_LINE)
        self._followed_s: float | None = None  # the last frame that showed something, since the camera is heard
        self._said = ""  # the fault that was told

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings of the frames whose lines `data` completes; `at_s` is when the last of them was taken."""
        readings: list[AnyReading] = []
        for piece in self._lines.feed(data):
            if isinstance(piece, bytes):
                readings += self._line(piece, at_s)
            else:
                readings += self._malformed(piece)
        return readings

    def link_opened(self, at_s: float) -> bytes:
        """The camera was opened (again): what happened before was not seen. A camera is sent nothing."""
        self._lines.drop_until_boundary()
        self._watch.begin(at_s)
        self._followed_s = None
        self._said = ""
        return b""

    def poll(self, at_s: float) -> bytes:
        """A camera is asked for nothing."""
        return b""

    def _line(self, line: bytes, at_s: float) -> list[AnyReading]:
        try:
            said = msgspec.json.decode(line, type=FrameLine)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._no_frame(line, str(error))
        shows = self._watch.frame(at_s, said.fingerprint, said.level)
        if not shows:
            return self._fault(self._watch.fault)
        self.frames_well_formed += 1
        self._said = ""
        if self._followed_s is None or at_s - self._followed_s >= GAP_S:
            self.presence.resumed(at_s)
        self._followed_s = at_s
        return self.presence.frame(FrameFacts(at_s, tuple(said.texts), said.paper, said.moving))

    def _no_frame(self, line: bytes, why: str) -> list[AnyReading]:
        try:
            return self._fault(msgspec.json.decode(line, type=FrameFault).error)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.frames_malformed += 1
            return [MalformedFrame(line[:64].hex(), why)]

    def _fault(self, why: str) -> list[AnyReading]:
        """Something is wrong with the camera: told when it begins, and not with each frame."""
        if not why or why == self._said:
            return []
        self._said = why
        self.frames_malformed += 1
        return [MalformedFrame("", why)]

    def _malformed(self, piece: Overlong | Fragment) -> list[AnyReading]:
        self.frames_malformed += 1
        if isinstance(piece, Overlong):
            return [MalformedFrame(piece.head.hex(), f"more than {_LONGEST_LINE} bytes without an end")]
        return [MalformedFrame(piece.raw[:64].hex(), "the tail of a line")]
