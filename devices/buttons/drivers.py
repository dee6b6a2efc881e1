"""Keypads and pedals, and badge readers by keyboard and by serial line. Pure.

Contact boxes on a serial line speak by a grammar (`devices.grammar.events`, `config/grammars/contact-box.toml`).
"""

from __future__ import annotations

import re
from typing import Final

from devices.buttons.table import ButtonTable
from devices.keys.codes import ENTERS, SHIFTS, character
from devices.keys.events import Press
from devices.keys.protocol import KeyProtocol
from devices.lines import Fragment, LineSplitter, Overlong
from devices.noise import NoiseWatch
from devices.readings import AnyReading, BadgeRead, ButtonPressed, MalformedFrame
from devices.scanner.presence import Presence

LONGEST_BADGE: Final = 32
BADGE: Final = re.compile(r"[0-9A-Za-z]{4,32}")


class KeyboardButtons(KeyProtocol):
    """A keypad or a pedal: presses only, never repeats. A key that is not in the table is no button."""

    name = "buttons-keys"

    def __init__(self, buttons: ButtonTable) -> None:
        super().__init__()
        self._buttons = buttons.by_code()
        self.buttons = frozenset(self._buttons.values())
        """The names of its buttons."""

    def _pressed(self, press: Press, at_s: float) -> list[AnyReading]:
        button = self._buttons.get(press.code)
        return [] if button is None else [ButtonPressed(button=button)]

    def _lost(self) -> list[AnyReading]:
        return [MalformedFrame(raw=b"D".hex(), reason="key events were lost: a press may be missing")]

    def _forget(self) -> None:
        """Nothing is kept between presses."""


class _Badges:
    """What was read as a badge, once a presence."""

    def __init__(self, gap_s: float) -> None:
        self._presence = Presence(gap_s)

    def read(self, text: str, at_s: float) -> list[AnyReading]:
        if BADGE.fullmatch(text) is None:
            return [MalformedFrame(raw=text.encode().hex(), reason="no badge: 4 to 32 letters and digits")]
        return [BadgeRead(badge=text)] if self._presence.arrived(text, at_s) else []

    def forget(self) -> None:
        self._presence.left()


class KeyboardBadge(KeyProtocol):
    """A badge reader that types the badge and Enter. `gap_s` as for `devices.scanner.presence.Presence`."""

    name = "badge-keys"

    def __init__(self, gap_s: float = 1.0) -> None:
        super().__init__()
        self._badges = _Badges(gap_s)
        self._typed = ""
        self._spoilt = False

    def _pressed(self, press: Press, at_s: float) -> list[AnyReading]:
        if press.code in ENTERS:
            typed, spoilt = self._typed, self._spoilt
            self._typed, self._spoilt = "", False
            if spoilt:
                return [MalformedFrame(raw=typed.encode().hex(), reason="key events were lost within a badge")]
            return self._badges.read(typed, at_s) if typed else []
        typed_character = character(press.code, press.shift)
        if typed_character is not None and len(self._typed) <= LONGEST_BADGE:
            self._typed += typed_character  # one more than the longest is kept, so that it is seen to be none
        elif typed_character is None and press.code not in SHIFTS:
            self._spoilt = True
        return []

    def _lost(self) -> list[AnyReading]:
        self._spoilt = True
        return []

    def _forget(self) -> None:
        self._typed, self._spoilt = "", False
        self._badges.forget()


class SerialBadge:
    """A badge reader that sends a badge a line, as a `devices.device.DeviceProtocol`."""

    name = "badge-lines"

    def __init__(self, gap_s: float = 1.0) -> None:
        self._badges = _Badges(gap_s)
        self._splitter = LineSplitter(limit=LONGEST_BADGE)
        self._noise = NoiseWatch()
        self.frames_well_formed = 0
        self.frames_malformed = 0

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings that `data` completes at `at_s` (monotonic seconds)."""
        readings: list[AnyReading] = []
        for piece in self._splitter.feed(data):
            if isinstance(piece, Overlong):
                told: list[AnyReading] = [MalformedFrame(raw=piece.head.hex(), reason="a line longer than any badge")]
            elif isinstance(piece, Fragment):
                # The end of a badge may be another's: the first line after the port opened is not believed.
                reason = "first line after the link opened, without its beginning"
                told = [MalformedFrame(raw=piece.raw.hex(), reason=reason)]
            else:
                told = self._badges.read(piece.decode("ascii", "backslashreplace"), at_s)
            bad = any(isinstance(reading, MalformedFrame) for reading in told)
            self.frames_malformed += bad
            self.frames_well_formed += not bad
            readings += told
            if (noisy := self._noise.record(at_s, malformed=int(bad), well_formed=int(not bad))) is not None:
                readings.append(noisy)
        return readings

    def link_opened(self, at_s: float) -> bytes:
        """Drop the partial badge."""
        self._splitter.drop_until_boundary()
        self._badges.forget()
        return b""

    def poll(self, at_s: float) -> bytes:
        """Nothing: it speaks when a badge is held to it."""
        return b""
