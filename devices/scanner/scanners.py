"""Barcode scanners: one that types, one on a serial line. Pure.

Format as studios print it (devices.md 2.2): suit letter and rank, `H10` or `ST`, then Enter or a line end; any other
comes by the table. What is not in the table is unreadable, never the nearest card.
"""

from __future__ import annotations

from typing import Final

from devices.keys.codes import ENTERS, SHIFTS, character
from devices.keys.events import Press
from devices.keys.protocol import KeyProtocol
from devices.lines import Fragment, LineSplitter, Overlong, Piece
from devices.noise import NoiseWatch
from devices.readings import AnyReading, CardRead, CardUnreadable, CutCardOut, MalformedFrame
from devices.scanner.codes import LONGEST_CODE, CardCodes
from devices.scanner.presence import Presence

UNKNOWN_CODE: Final = 1
EVENTS_LOST: Final = 2
TOO_LONG: Final = 3


class CodeReader:
    """Codes to cards by their table and their presence."""

    def __init__(self, codes: CardCodes, gap_s: float) -> None:
        self._codes = codes
        self._presence = Presence(gap_s)
        self.repeats = 0

    def read(self, code: str, at_s: float) -> list[AnyReading]:
        """What a code means that was read at `at_s`."""
        if code == self._codes.no_read:
            self._presence.left()
            return []
        if not self._presence.arrived(code, at_s):
            self.repeats += 1
            return []
        if code == self._codes.cut_card:
            return [CutCardOut()]
        card = self._codes.cards.get(code)
        if card is None:
            return [CardUnreadable(code=UNKNOWN_CODE, reason=f"code {code!r} is not in {self._codes.codes}")]
        return [CardRead(card=card)]

    def forget(self) -> None:
        """Nothing lies before the scanner."""
        self._presence.left()


class KeyboardScanner(KeyProtocol):
    """A scanner that types a code and Enter. `gap_s` as for `Presence`."""

    name = "scanner-keys"

    def __init__(self, codes: CardCodes, gap_s: float = 0.5) -> None:
        super().__init__()
        self._reader = CodeReader(codes, gap_s)
        self._typed = ""
        self._spoilt: CardUnreadable | None = None

    def _pressed(self, press: Press, at_s: float) -> list[AnyReading]:
        if press.code in ENTERS:
            typed, spoilt = self._typed, self._spoilt
            self._forget_typed()
            if spoilt is not None:
                return [spoilt]
            return self._reader.read(typed, at_s) if typed else []
        typed_character = character(press.code, press.shift)
        if typed_character is None:
            if press.code not in SHIFTS:
                self._spoilt = CardUnreadable(code=UNKNOWN_CODE, reason=f"key {press.code} types nothing")
        elif len(self._typed) < LONGEST_CODE:
            self._typed += typed_character
        else:
            self._spoilt = CardUnreadable(code=TOO_LONG, reason=f"a code longer than {LONGEST_CODE} characters")
        return []

    def _lost(self) -> list[AnyReading]:
        self._spoilt = CardUnreadable(code=EVENTS_LOST, reason="key events were lost within a code")
        return []

    def _forget_typed(self) -> None:
        self._typed, self._spoilt = "", None

    def _forget(self) -> None:
        self._forget_typed()
        self._reader.forget()


class SerialScanner:
    """A scanner that sends a code a line, as a `devices.device.DeviceProtocol`. `gap_s` as for `Presence`."""

    name = "scanner-lines"

    def __init__(self, codes: CardCodes, gap_s: float = 0.5) -> None:
        self._reader = CodeReader(codes, gap_s)
        self._splitter = LineSplitter(limit=LONGEST_CODE)
        self._noise = NoiseWatch()
        self.frames_well_formed = 0
        self.frames_malformed = 0

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings that `data` completes at `at_s` (monotonic seconds)."""
        readings: list[AnyReading] = []
        for piece in self._splitter.feed(data):
            self._take(piece, at_s, readings)
        return readings

    def link_opened(self, at_s: float) -> bytes:
        """Drop the partial code: the first line may be the end of one. A card that was there may have left."""
        self._splitter.drop_until_boundary()
        self._reader.forget()
        return b""

    def poll(self, at_s: float) -> bytes:
        """Nothing: it speaks when it sees a code."""
        return b""

    def _take(self, piece: Piece, at_s: float, readings: list[AnyReading]) -> None:
        if isinstance(piece, Overlong):
            self._malformed(piece.head, "a line longer than any code; its beginning", at_s, readings)
            return
        line = piece.raw if isinstance(piece, Fragment) else piece
        if any(not 0x20 <= byte < 0x7F for byte in line):
            self._malformed(line, "not printable ASCII", at_s, readings)
            return
        self.frames_well_formed += 1
        self._noise.record(at_s, malformed=0, well_formed=1)
        # A first line is used: a scanner is silent between cards, so that it is whole but for a port opened within it,
        # and the end of a code is no code of a table whose codes have one length or differ in their ends.
        readings += self._reader.read(line.decode("ascii"), at_s)

    def _malformed(self, raw: bytes, reason: str, at_s: float, readings: list[AnyReading]) -> None:
        self.frames_malformed += 1
        readings.append(MalformedFrame(raw=raw.hex(), reason=reason))
        if (noisy := self._noise.record(at_s, malformed=1, well_formed=0)) is not None:
            readings.append(noisy)
