"""The TOML file of a line-grammar wheel as a typed model: every key checked before a wheel is believed."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field, model_validator

from devices.grammar.file import Ascii, Grammar, Pattern, groups
from devices.grammar.host import HostGrammar
from devices.readings import RotorDirection, WheelPhase, WheelWarning
from devices.tables import Checked
from devices.wheel.flags import RULES, Rule
from devices.wheel.spins import PHASES

PHASE_STATES: Final[dict[WheelPhase, int]] = {phase: state for state, phase in PHASES.items()}

_NEEDED_PHASES: Final[tuple[WheelPhase, ...]] = ("place_bets", "no_more_bets", "winning_number")
_STATUS_FIELDS: Final = frozenset({"state", "spin", "number", "warning", "speed", "direction"})


class StatusLine(Checked):
    """The line that the wheel repeats. Groups of `pattern`: `state` and `number`, and where it has them `spin`,
    `warning`, `speed`, `direction`. The spin counts from `first_spin` to `last_spin` and begins again."""

    pattern: Pattern
    first_spin: int = Field(default=1, ge=0)
    last_spin: int = Field(default=256, ge=2)
    rpm_x10_per_unit: float = Field(default=1.0, gt=0)
    """How many tenths of a turn a minute one unit of `speed` is."""

    @model_validator(mode="after")
    def _groups_are_fields(self) -> StatusLine:
        named = groups(self.pattern)
        if unknown := sorted(named - _STATUS_FIELDS):
            raise ValueError(
                f"pattern: group {unknown[0]!r} is no field; fields are {', '.join(sorted(_STATUS_FIELDS))}"
            )
        if missing := sorted({"state", "number"} - named):
            raise ValueError(f"pattern: no group {missing[0]!r}: a status without it cannot give a result")
        if self.first_spin >= self.last_spin:
            raise ValueError(f"first_spin {self.first_spin} must be below last_spin {self.last_spin}")
        return self


class Numbers(Checked):
    """How a number is written: ` 7` right_justified, `07` zero_padded, `7` plain. `none`: no result yet."""

    pockets: Literal[37, 38]
    written: Literal["right_justified", "zero_padded", "plain"]
    double_zero: Ascii | None = None
    none: Ascii | None = None

    @model_validator(mode="after")
    def _no_number_twice(self) -> Numbers:
        single = self.on_the_wire(37)
        for name, text in (("double_zero", self.double_zero), ("none", self.none)):
            if text is not None and text.encode() in single:
                raise ValueError(f"{name} = {text!r} is how {single[text.encode()]} is written too")
        if self.pockets == 38 and self.double_zero is None:
            raise ValueError("double_zero: missing, on a wheel of 38 pockets")
        return self

    def on_the_wire(self, pockets: int) -> dict[bytes, str]:
        """Each number as it is on the wire, to its text. Raises ValueError for pockets that cannot be."""
        if pockets not in (37, 38):
            raise ValueError(f"a wheel has 37 or 38 pockets, not {pockets}")
        width = {"right_justified": "2d", "zero_padded": "02d", "plain": "d"}[self.written]
        found = {f"{number:{width}}".encode(): str(number) for number in range(37)}
        if pockets == 38:
            if self.double_zero is None:
                raise ValueError("this grammar does not say how 00 is written: it is for 37 pockets only")
            found[self.double_zero.encode()] = "00"
        return found


class KnownWarning(Checked):
    """One warning: its bit in a sum, or its text; and how long it must last in these phases to be confirmed.
    `phases` left out: in every phase."""

    code: str
    confirmed_after_s: float = Field(ge=0, le=600)
    phases: tuple[WheelPhase, ...] | None = None


class Warnings(Checked):
    """What the group `warning` means: a `sum` of bits written in `base`, or one text at a time (`texts`)."""

    written: Literal["sum", "texts"] = "sum"
    base: Literal[10, 16] = 16
    none: str = "0"
    """The text that means: no warning (for `texts`)."""
    known: dict[WheelWarning, KnownWarning] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _codes_differ(self) -> Warnings:
        codes = [warning.code for warning in self.known.values()]
        if len(set(codes)) != len(codes):
            raise ValueError(f"known: two warnings have the same code: {', '.join(codes)}")
        if self.written == "sum":
            for name, warning in self.known.items():
                if not warning.code.isdecimal() or int(warning.code).bit_count() != 1:
                    raise ValueError(f"known.{name}.code = {warning.code!r}: in a sum each is 1, 2, 4, 8 …")
        return self

    def rules(self) -> tuple[Rule, ...]:
        """The timing of each warning; the bits are this house's own."""
        ours = {rule.warning: rule.bit for rule in RULES}
        return tuple(
            Rule(ours[name], name, None if one.phases is None else frozenset(one.phases), one.confirmed_after_s)
            for name, one in sorted(self.known.items(), key=lambda item: ours[item[0]])
        )

    def sum_of(self, text: bytes | None) -> int | str:
        """The sum of this house's bits that a `warning` field means, or what is wrong with it."""
        if text is None:
            return 0
        ours = {rule.warning: rule.bit for rule in RULES}
        shown = text.decode("ascii", "backslashreplace")
        if self.written == "texts":
            if shown == self.none:
                return 0
            found = next((ours[name] for name, one in self.known.items() if one.code == shown), None)
            return f"warning {shown!r} is not in the grammar" if found is None else found
        try:
            value = int(shown, self.base)
        except ValueError:
            return f"warning {shown!r} is no number in base {self.base}"
        total = 0
        for name, one in self.known.items():
            if value & int(one.code):
                total |= ours[name]
                value &= ~int(one.code)
        return f"warning {shown!r} has a bit that is not in the grammar" if value else total


class WheelTiming(Checked):
    """`report_every_s`: the time between two status reports, by which seconds become counts of reports."""

    report_every_s: float = Field(default=0.5, gt=0)


class WheelGrammarFile(Grammar):
    """A wheel's grammar file."""

    kind: Literal["wheel"]
    recover_from_start: bool = False
    """Whether the whole status at the end of joined lines is used, from the last `line.start`."""
    timing_of_wheel: WheelTiming = WheelTiming()
    status: StatusLine
    states: dict[str, WheelPhase]
    directions: dict[str, RotorDirection] = Field(default_factory=dict)
    numbers: Numbers
    warnings: Warnings = Warnings()
    number_alone: Pattern | None = None
    """The bare number, with a group `number`: a pre-announcement only."""
    replies: tuple[Pattern, ...] = ()
    """Answers to commands, with groups `command` and `text`."""
    pockets_reply: Pattern | None = None
    """Of these, the one that says how many pockets there are, with a group `pockets`."""
    host: HostGrammar = HostGrammar()
    """What the host may ask and order. Every line that answers must be among `replies`."""

    @model_validator(mode="after")
    def _all_there(self) -> WheelGrammarFile:
        missing = [phase for phase in _NEEDED_PHASES if phase not in self.states.values()]
        if missing:
            raise ValueError(f"states: none means {missing[0]!r}: without it there is never a result")
        if self.recover_from_start and self.line.start is None:
            raise ValueError("recover_from_start needs line.start")
        if ("direction" in groups(self.status.pattern)) != bool(self.directions):
            raise ValueError("directions and a group `direction` in status.pattern belong together")
        if "warning" in groups(self.status.pattern) and not self.warnings.known:
            raise ValueError("warnings.known: missing, though status.pattern has a group `warning`")
        for name, pattern, needed in (
            ("number_alone", self.number_alone, {"number"}),
            ("pockets_reply", self.pockets_reply, {"pockets"}),
            *((f"replies.{at}", reply, {"command", "text"}) for at, reply in enumerate(self.replies)),
        ):
            if pattern is not None and groups(pattern) != needed:
                raise ValueError(f"{name}: the pattern's groups must be {', '.join(sorted(needed))}")
        return self
