"""The configurable line-grammar wheel: a wheel whose lines are described by a checked TOML file. Pure.

Other makers' protocols are not public (devices.md 1.2), so a technician who has one writes it down: patterns, and what
their fields mean. The same tracker follows it as follows the built-in driver, so that a result is the same step from
"no more bets" to "winning number" whoever made the wheel. `config/grammars/slingshot2.toml` is the built-in driver's
protocol in this form; `docs/devices/grammar.md` explains each key.
"""

from __future__ import annotations

import re
from typing import Final

from devices.grammar.file import compiled
from devices.lines import Fragment, LineSplitter, Overlong, Piece
from devices.noise import NoiseWatch
from devices.readings import AnyReading, DeviceReply, MalformedFrame, WheelRestarted
from devices.wheel.grammar_file import PHASE_STATES, WheelGrammarFile
from devices.wheel.spins import NO_MORE_BETS, WINNING_NUMBER, RotorBand, SpinTracker, Status

_ENDED: Final = (NO_MORE_BETS, WINNING_NUMBER, 3)
"""States after which "place bets" or "idle" is another spin, for a wheel that does not count its spins."""
_READY: Final = (1, 2)


class GrammarWheel:
    """A wheel that speaks by a `WheelGrammarFile`, as a `devices.device.DeviceProtocol`.

    `pockets`: 37 or 38, in place of the file's; `rotor_band`: as for the built-in driver.
    """

    def __init__(
        self, grammar: WheelGrammarFile, pockets: int | None = None, rotor_band: tuple[int, int] | None = None
    ) -> None:
        self.name = f"grammar:{grammar.grammar}"
        self.pockets = pockets or grammar.numbers.pockets
        self.pockets_reported: int | None = None
        self.host = grammar.host.line()
        self._grammar = grammar
        self._numbers = grammar.numbers.on_the_wire(self.pockets)
        self._none = None if grammar.numbers.none is None else grammar.numbers.none.encode()
        start = None if grammar.line.start is None else grammar.line.start.encode()
        self._start = start if grammar.recover_from_start else None
        self._splitter = LineSplitter(start, limit=grammar.line.longest)
        self._status = compiled(grammar.status.pattern)
        self._alone = None if grammar.number_alone is None else compiled(grammar.number_alone)
        self._replies = [compiled(reply) for reply in grammar.replies]
        self._pockets_reply = None if grammar.pockets_reply is None else compiled(grammar.pockets_reply)
        self._ignore = [compiled(pattern) for pattern in grammar.ignore]
        self._states = {text.encode(): PHASE_STATES[phase] for text, phase in grammar.states.items()}
        self._directions = {text.encode(): way == "counter_clockwise" for text, way in grammar.directions.items()}
        self._tracker = SpinTracker(
            None if rotor_band is None else RotorBand(*rotor_band),
            grammar.timing_of_wheel.report_every_s,
            rules=grammar.warnings.rules(),
            spins=(grammar.status.first_spin, grammar.status.last_spin),
        )
        self._noise = NoiseWatch()
        self._counted_spin = grammar.status.first_spin
        self._counted_state: int | None = None
        self._last_line = b""
        self._last_status: Status | None = None
        self.frames_well_formed = 0
        self.frames_malformed = 0

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings that `data` completes at `at_s` (monotonic seconds)."""
        readings: list[AnyReading] = []
        for piece in self._splitter.feed(data):
            if piece == self._last_line and self._last_status is not None and not self.host.muted:
                self._well_formed(at_s)
                readings += self._tracker.on_status(self._last_status)
            else:
                self._take(piece, at_s, readings)
        return readings

    def link_opened(self, at_s: float) -> bytes:
        """Drop the partial line and keep the state: a spin in play goes on if it is seen again (devices.md 6.11)."""
        self._splitter.drop_until_boundary()
        self.pockets_reported = None
        self.host.link_opened(at_s)
        return self._grammar.commands.on_open.encode() + self.host.take_unsent()

    def poll(self, at_s: float) -> bytes:
        """The status request, if there is one."""
        return self._grammar.commands.poll.encode()

    def _take(self, piece: Piece, at_s: float, readings: list[AnyReading]) -> None:
        if isinstance(piece, Overlong):
            self._malformed(piece.head, "a line longer than any of this wheel; its beginning", at_s, readings)
            return
        if isinstance(piece, Fragment):
            self._malformed(piece.raw, "first line after the link opened, without its beginning", at_s, readings)
            return
        if (match := self._status.fullmatch(piece)) is not None:
            status = self._read(match)
            if isinstance(status, str):
                self._malformed(piece, status, at_s, readings)
                self._recover(piece, at_s, readings)
                return
            self._well_formed(at_s)
            self._last_line, self._last_status = piece, status
            readings += self.host.on_report(at_s)
            readings += self._follow(status, at_s)
        elif (number := self._bare_number(piece)) is not None:
            self._well_formed(at_s)
            readings += self._tracker.on_number(number)
        elif any(pattern.fullmatch(piece) for pattern in self._ignore):
            self._well_formed(at_s)
        elif (reply := self._reply(piece)) is not None:
            self._well_formed(at_s)
            readings.append(reply)
            readings += self.host.on_reply(piece, self.frames_well_formed - self.host.replies - 1, at_s)
        else:
            self._malformed(piece, "no line of this wheel", at_s, readings)
            self._recover(piece, at_s, readings)

    def _follow(self, status: Status, at_s: float) -> list[AnyReading]:
        told = self._tracker.on_status(status)
        if told and any(isinstance(reading, WheelRestarted) for reading in told):
            self.host.read_again(at_s)  # what was not stored went with the power
        return told

    def _recover(self, line: bytes, at_s: float, readings: list[AnyReading]) -> None:
        """The whole status at the end of joined lines."""
        if self._start is None or (at := line.rfind(self._start)) <= 0:
            return
        if (match := self._status.fullmatch(line[at:])) is not None:
            status = self._read(match)
            if isinstance(status, Status):
                readings += self._follow(status, at_s)

    def _bare_number(self, line: bytes) -> str | None:
        if self._alone is None or (match := self._alone.fullmatch(line)) is None:
            return None
        return self._numbers.get(match["number"])

    def _reply(self, line: bytes) -> DeviceReply | None:
        for pattern in self._replies:
            if (match := pattern.fullmatch(line)) is not None:
                told = None if self._pockets_reply is None else self._pockets_reply.fullmatch(line)
                if told is not None and told["pockets"].isdigit():
                    self.pockets_reported = int(told["pockets"])
                return DeviceReply(command=_text(match["command"]), text=_text(match["text"]))
        return None

    def _read(self, match: re.Match[bytes]) -> Status | str:
        """The status in a line, or what is wrong with it."""
        fields = match.groupdict()
        state = self._states.get(fields["state"] or b"")
        if state is None:
            return f"state {_shown(fields['state'] or b'')} is not in the grammar"
        shown = fields["number"]
        number = None if shown is None or shown == self._none else self._numbers.get(shown)
        if number is None and shown is not None and shown != self._none:
            return f"number {_shown(shown)} is not on this wheel"
        if number is None and state == WINNING_NUMBER:
            return "winning number without a number"
        status = self._grammar.status
        spin, speed = fields.get("spin"), fields.get("speed")
        if spin is not None and not (spin.isdigit() and status.first_spin <= int(spin) <= status.last_spin):
            width = len(str(status.last_spin))
            return f"spin {_text(spin)} is not within {status.first_spin:0{width}} to {status.last_spin}"
        if speed is not None and not speed.strip().isdigit():
            return f"speed {_shown(speed)} is no number"
        warnings = self._grammar.warnings.sum_of(fields.get("warning"))
        if isinstance(warnings, str):
            return warnings
        direction = fields.get("direction")
        if direction is not None and direction not in self._directions:
            return f"direction {_shown(direction)} is not in the grammar"
        return Status(
            state=state,
            spin=self._count_spin(state) if spin is None else int(spin),
            number=number,
            warnings=warnings,
            rotor_rpm_x10=0 if speed is None else round(int(speed) * status.rpm_x10_per_unit),
            counter_clockwise=direction is not None and self._directions[direction],
        )

    def _count_spin(self, state: int) -> int:
        """The spin of a wheel that counts none: one more when it makes ready after a ball was in play."""
        if self._counted_state in _ENDED and state in _READY:
            counter = self._grammar.status
            last = self._counted_spin == counter.last_spin
            self._counted_spin = counter.first_spin if last else self._counted_spin + 1
        self._counted_state = state
        return self._counted_spin

    def _well_formed(self, at_s: float) -> None:
        self.frames_well_formed += 1
        self._noise.record(at_s, malformed=0, well_formed=1)

    def _malformed(self, raw: bytes, reason: str, at_s: float, readings: list[AnyReading]) -> None:
        self.frames_malformed += 1
        readings.append(MalformedFrame(raw=raw.hex(), reason=reason))
        if (noisy := self._noise.record(at_s, malformed=1, well_formed=0)) is not None:
            readings.append(noisy)


def _text(text: bytes) -> str:
    return text.decode("ascii", "backslashreplace")


def _shown(text: bytes) -> str:
    return repr(_text(text))
