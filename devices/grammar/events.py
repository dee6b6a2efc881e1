"""The grammar of a device that says one thing a line: a shuffler, a contact box, a badge reader, a shoe. Pure.

    [[says]]
    pattern = 'B(?P<button>[1-4])(?P<level>[01])'
    reading = "button.pressed"
    maps.button = { 1 = "confirm", 2 = "call", 3 = "void", 4 = "bets" }
    level = "1"              # a press is the change to this level; a level that is repeated is none

`pattern`'s groups are fields of the reading, except `level` and `sequence`: lines with the same `sequence` and the same
content are one line sent again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec
from pydantic import Field, model_validator

from devices.grammar.file import Grammar, GrammarKind, Pattern, compiled, groups
from devices.lines import Fragment, LineSplitter, Overlong, Piece
from devices.noise import NoiseWatch
from devices.readings import (
    AnyReading,
    BadgeRead,
    ButtonPressed,
    CardRead,
    CardUnreadable,
    CutCardOut,
    MalformedFrame,
    Reading,
    ShoeFault,
    ShoeFaultCleared,
    ShoeLocked,
    ShoeResult,
    ShoeStandby,
    ShoeStarted,
    ShufflerJam,
    ShufflerState,
)
from devices.tables import Checked

_OF_KIND: Final[dict[GrammarKind, tuple[type[Reading], ...]]] = {
    "wheel": (),
    "shoe": (
        *(CardRead, CardUnreadable, CutCardOut, ShoeStarted, ShoeStandby, ShoeResult),
        *(ShoeFault, ShoeFaultCleared, ShoeLocked),
    ),
    "shuffler": (ShufflerState, ShufflerJam),
    "buttons": (ButtonPressed,),
    "badge": (BadgeRead,),
}
READINGS: Final[dict[GrammarKind, dict[str, type[Reading]]]] = {
    kind: {str(reading.__struct_config__.tag): reading for reading in readings} for kind, readings in _OF_KIND.items()
}
"""Kind of device to what it may say, by the kind of reading."""

_LEVEL: Final = "level"
_SEQUENCE: Final = "sequence"
_MOST_LEVELS: Final = 64


class Says(Checked):
    """One kind of line. `fields` are constants of the reading; `maps` translate a group's text; `edge`: told only
    when it differs from the last reading of its kind."""

    pattern: Pattern
    reading: str
    fields: dict[str, str | int | bool] = Field(default_factory=dict)
    maps: dict[str, dict[str, str]] = Field(default_factory=dict)
    edge: bool = False
    level: str | None = None

    @model_validator(mode="after")
    def _groups_fit(self) -> Says:
        named = groups(self.pattern)
        strange = sorted(set(self.maps) - named)
        if strange:
            raise ValueError(f"maps.{strange[0]}: the pattern has no group of that name; it has {_listed(named)}")
        if (self.level is not None) != (_LEVEL in named):
            raise ValueError("level and a group called `level` in the pattern belong together")
        return self


class EventGrammarFile(Grammar):
    """A grammar file of this sort."""

    says: tuple[Says, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _readings_fit(self) -> EventGrammarFile:
        allowed = READINGS[self.kind]
        for number, line in enumerate(self.says):
            where = f"says.{number}"
            reading = allowed.get(line.reading)
            if reading is None:
                raise ValueError(f"{where}.reading = {line.reading!r}: a {self.kind} says {_listed(allowed)}")
            known = set(reading.__struct_fields__)
            given = groups(line.pattern) - {_LEVEL, _SEQUENCE}
            unknown = sorted((given | set(line.fields)) - known)
            if unknown:
                raise ValueError(f"{where}: {line.reading} has no field {unknown[0]!r}; it has {_listed(known)}")
            needed = {field.name for field in msgspec.structs.fields(reading) if field.required}
            if missing := sorted(needed - given - set(line.fields)):
                raise ValueError(f"{where}: nothing gives {missing[0]!r} of {line.reading}")
            if reading is ButtonPressed and "button" in given and "button" not in line.maps:
                raise ValueError(f"{where}: maps.button is missing: it gives each contact the name of its button")
            _check_values(where, line, reading)
        return self

    @property
    def buttons(self) -> frozenset[str]:
        """The names of the buttons that its lines tell of."""
        pressed = [line for line in self.says if READINGS[self.kind][line.reading] is ButtonPressed]
        named = [*(line.maps.get("button", {}).values() for line in pressed)]
        fixed = [str(line.fields["button"]) for line in pressed if "button" in line.fields]
        return frozenset(fixed).union(*named)


def _listed(names: Any) -> str:
    return ", ".join(sorted(names)) or "none"


def _check_values(where: str, line: Says, reading: type[Reading]) -> None:
    """Every value that the file itself gives must be one of the field's."""
    types = {field.name: field.type for field in msgspec.structs.fields(reading)}
    values: list[tuple[str, Any]] = list(line.fields.items())
    values += [(group, text) for group, texts in line.maps.items() if group in types for text in texts.values()]
    for name, value in values:
        try:
            msgspec.convert(value, types[name], strict=False)
        except msgspec.ValidationError as error:
            raise ValueError(f"{where}: {name} = {value!r}: {error}") from None


class _Said(NamedTuple):
    """A pattern made ready."""

    line: Says
    match: Callable[[bytes], Any]
    reading: type[Reading]


class EventGrammar:
    """A device that speaks by an `EventGrammarFile`, as a `devices.device.DeviceProtocol`."""

    def __init__(self, grammar: EventGrammarFile) -> None:
        self.name = f"grammar:{grammar.grammar}"
        self._grammar = grammar
        self.buttons = grammar.buttons
        """The names of its buttons; of no use but for a device of buttons."""
        start = grammar.line.start
        self._splitter = LineSplitter(None if start is None else start.encode(), limit=grammar.line.longest)
        self._says = [
            _Said(line, compiled(line.pattern).fullmatch, READINGS[grammar.kind][line.reading]) for line in grammar.says
        ]
        self._ignore = [compiled(pattern).fullmatch for pattern in grammar.ignore]
        self._noise = NoiseWatch()
        self._levels: dict[tuple[str, ...], str] = {}
        self._last: dict[str, Reading] = {}
        self._last_line = b""  # with its sequence
        self.frames_well_formed = 0
        self.frames_malformed = 0
        self.repeats = 0

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings that `data` completes at `at_s` (monotonic seconds)."""
        readings: list[AnyReading] = []
        for piece in self._splitter.feed(data):
            self._take(piece, at_s, readings)
        return readings

    def link_opened(self, at_s: float) -> bytes:
        """Drop the partial line, and forget levels: a contact that is closed now was not pressed now."""
        self._splitter.drop_until_boundary()
        self._levels.clear()
        self._last_line = b""
        return self._grammar.commands.on_open.encode()

    def poll(self, at_s: float) -> bytes:
        """What the grammar asks for the present state with."""
        return self._grammar.commands.poll.encode()

    def _take(self, piece: Piece, at_s: float, readings: list[AnyReading]) -> None:
        if isinstance(piece, Overlong):
            self._malformed(piece.head, "a line longer than any of this device; its beginning", at_s, readings)
            return
        if isinstance(piece, Fragment) and self._grammar.line.start is not None:
            self._malformed(piece.raw, "first line after the link opened, without its beginning", at_s, readings)
            return
        line = piece.raw if isinstance(piece, Fragment) else piece
        for number, said in enumerate(self._says):
            if (match := said.match(line)) is not None:
                texts = {
                    name: text.decode("ascii", "backslashreplace")
                    for name, text in match.groupdict().items()
                    if text is not None
                }
                self._said(number, said, line, texts, at_s, readings)
                return
        if any(ignored(line) for ignored in self._ignore):
            self._well_formed(at_s)
        else:
            self._malformed(line, "no line of this device", at_s, readings)

    def _said(
        self, number: int, said: _Said, line: bytes, texts: dict[str, str], at_s: float, readings: list[AnyReading]
    ) -> None:
        level = texts.pop(_LEVEL, None)
        values: dict[str, Any] = dict(said.line.fields)
        sequence = texts.pop(_SEQUENCE, None)
        for name, text in texts.items():
            mapped = said.line.maps.get(name)
            if mapped is not None and text not in mapped:
                self._malformed(line, f"{name} {text!r} is none of {_listed(mapped)}", at_s, readings)
                return
            values[name] = text.strip() if mapped is None else mapped[text]
        try:
            reading = msgspec.convert(values | {"kind": said.line.reading}, said.reading, strict=False)
        except msgspec.ValidationError as error:
            self._malformed(line, str(error), at_s, readings)
            return
        self._well_formed(at_s)
        if sequence is not None:
            again = line == self._last_line
            self._last_line = line
            if again:
                self.repeats += 1
                return
        if level is not None and not self._rose(said.line, (str(number), *texts.values()), level):
            return
        if said.line.edge and self._last.get(said.line.reading) == reading:
            self.repeats += 1
            return
        self._last[said.line.reading] = reading
        readings += self._told(reading)

    def _told(self, reading: Any) -> list[AnyReading]:
        """What one reading becomes; a kind of device may make more of it."""
        return [reading]

    def _rose(self, line: Says, contact: tuple[str, ...], level: str) -> bool:
        """Whether a contact came to its pressed level from another that was seen."""
        before = self._levels.get(contact)
        if before is None and len(self._levels) >= _MOST_LEVELS:
            return False
        self._levels[contact] = level
        return before is not None and before != level == line.level

    def _well_formed(self, at_s: float) -> None:
        self.frames_well_formed += 1
        self._noise.record(at_s, malformed=0, well_formed=1)

    def _malformed(self, raw: bytes, reason: str, at_s: float, readings: list[AnyReading]) -> None:
        self.frames_malformed += 1
        readings.append(MalformedFrame(raw=raw.hex(), reason=reason))
        if (noisy := self._noise.record(at_s, malformed=1, well_formed=0)) is not None:
            readings.append(noisy)
