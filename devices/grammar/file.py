"""What every grammar file says, whatever kind of device it is for.

A grammar is a TOML file: what the device is, its line, its timing, and patterns for its lines. Patterns are regular
expressions for a whole line without its end, matched against ASCII bytes; a named group is a field. A line that no
pattern matches is malformed. Write patterns without nested repeats: a line has 256 bytes at most, but a pattern that
tries everything on them is slow all the same.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from devices.lines import MAX_LINE
from devices.tables import Checked

FOLDER: Final = "grammars"
"""Where grammars lie below the configuration."""

GrammarKind: TypeAlias = Literal["wheel", "shoe", "shuffler", "buttons", "badge"]


def _whole_ascii(text: str) -> str:
    if not text.isascii():
        raise ValueError("only ASCII can be on the line")
    return text


def _compiles(text: str) -> str:
    try:
        re.compile(_whole_ascii(text).encode("ascii"))
    except re.error as error:
        raise ValueError(f"is no regular expression: {error}") from None
    return text


Pattern: TypeAlias = Annotated[str, AfterValidator(_compiles)]
Ascii: TypeAlias = Annotated[str, AfterValidator(_whole_ascii)]


def compiled(pattern: str) -> re.Pattern[bytes]:
    """A pattern of a grammar, for bytes."""
    return re.compile(pattern.encode("ascii"))


def groups(pattern: str) -> frozenset[str]:
    """The names of a pattern's groups."""
    return frozenset(compiled(pattern).groupindex)


class Line(Checked):
    """The serial line. `start`: what every line begins with, if there is such a thing."""

    baud: int = Field(default=9600, ge=300, le=921_600)
    start: Ascii | None = None
    longest: int = Field(default=MAX_LINE, ge=8, le=1024)


class Commands(Checked):
    """What is sent: when the port opens, and to ask for the present state. Empty: nothing."""

    on_open: Ascii = ""
    poll: Ascii = ""


class GrammarTiming(Checked):
    """As `devices.catalogue.Timing`. `stale_after_s` and `down_after_s` are left out for a device silent by nature."""

    stale_after_s: float | None = Field(default=None, gt=0)
    down_after_s: float | None = Field(default=None, gt=0)
    ready_after_frames: int = Field(default=0, ge=0, le=100)
    poll_every_s: float | None = Field(default=None, gt=0)

    @model_validator(mode="after")
    def _in_order(self) -> GrammarTiming:
        if self.stale_after_s is not None and self.down_after_s is not None and self.stale_after_s > self.down_after_s:
            raise ValueError(f"stale_after_s {self.stale_after_s} must not be after down_after_s {self.down_after_s}")
        if self.poll_every_s is None and self.stale_after_s is not None and self.ready_after_frames == 0:
            raise ValueError("a device that can be stale is ready after a frame: set ready_after_frames to 1 or more")
        return self


class Grammar(Checked):
    """What all grammars have. `trust` says how far it can be believed: hardware, captures or paper."""

    grammar: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")
    kind: GrammarKind
    title: str
    trust: Literal["hardware", "captures", "paper"]
    line: Line = Line()
    commands: Commands = Commands()
    timing: GrammarTiming = GrammarTiming()
    ignore: tuple[Pattern, ...] = ()
    """Lines of which nothing is made."""
