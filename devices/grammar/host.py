"""What a grammar file says of the host's own side: what it may ask and order, and which lines answer."""

from __future__ import annotations

import re
from typing import Final

from pydantic import Field, model_validator

from devices.grammar.file import Ascii, Pattern, compiled, groups
from devices.host import Exchange, HostLine
from devices.tables import Checked

_VALUE: Final = frozenset({"value"})
_BLANK: Final = "{value}"


class Asked(Checked):
    """One question: `ask` is sent, a line that matches `answer` answers it; its group `value` is what is answered."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    ask: Ascii = Field(min_length=1)
    answer: Pattern
    refused: Pattern | None = None
    within_s: float = Field(default=1.0, gt=0, le=600)

    @model_validator(mode="after")
    def _has_a_value(self) -> Asked:
        if groups(self.answer) != _VALUE:
            raise ValueError("answer: the pattern's only group must be `value`")
        return self

    def exchange(self) -> Exchange:
        """As the host carries it out."""
        return Exchange(self.name, self.ask, compiled(self.answer), _or_none(self.refused), self.within_s)


class Ordered(Checked):
    """One order: `send` is sent, a line that matches `done` says that it was done, one that matches `refused` that it
    was not. `value`: a pattern for what stands in the place of `{value}`, `about_value` says it in words; `same`: the
    answer's group `value` must repeat it. `faults`: the answer is a number of a fault, and what each means, 0 being
    none. `re_read`: questions are asked again after it; `mutes`: it silences the device's reports, or ends that."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    send: Ascii = Field(min_length=1)
    done: Pattern
    refused: Pattern | None = None
    within_s: float = Field(default=1.0, gt=0, le=600)
    value: str | None = None
    about_value: str = ""
    same: bool = False
    faults: dict[str, str] | None = None
    re_read: bool = False
    mutes: bool | None = None

    @model_validator(mode="after")
    def _fits(self) -> Ordered:
        if (self.value is None) != (_BLANK not in self.send):
            raise ValueError("value and a blank {value} in send belong together")
        if self.value is not None:
            try:
                re.compile(self.value)
            except re.error as error:
                raise ValueError(f"value: is no regular expression: {error}") from None
            if not self.about_value:
                raise ValueError("about_value: missing: it says in words what value may be")
        needs = (self.same, "same") if self.same else (self.faults is not None, "faults")
        if needs[0] and groups(self.done) != _VALUE:
            raise ValueError(f"done: with {needs[1]} the pattern's only group must be `value`")
        for code in self.faults or {}:
            if not code.isdecimal():
                raise ValueError(f"faults.{code}: codes are numbers")
        return self

    def exchange(self) -> Exchange:
        """As the host carries it out."""
        return Exchange(
            self.name,
            self.send,
            compiled(self.done),
            _or_none(self.refused),
            self.within_s,
            value=None if self.value is None else re.compile(self.value),
            about_value=self.about_value,
            same=self.same,
            faults=None if self.faults is None else {int(code): what for code, what in self.faults.items()},
            re_read=self.re_read,
            mutes=self.mutes,
        )


class Alive(Checked):
    """What a muted device still answers."""

    ask: Ascii = Field(min_length=1)
    answer: Pattern


class HostGrammar(Checked):
    """Questions in the order in which they are asked on every connection, orders, and what a muted device answers."""

    asks: tuple[Asked, ...] = ()
    orders: tuple[Ordered, ...] = ()
    alive: Alive | None = None
    not_understood: Pattern | None = None

    @model_validator(mode="after")
    def _names_differ(self) -> HostGrammar:
        for names in ([one.name for one in self.asks], [one.name for one in self.orders]):
            if twice := sorted({name for name in names if names.count(name) > 1}):
                raise ValueError(f"{twice[0]}: declared twice")
        if any(order.mutes for order in self.orders) and self.alive is None:
            raise ValueError("alive: missing, though an order mutes: a muted device must be told from a dead one")
        return self

    def line(self) -> HostLine:
        """The host's side of a device of this grammar."""
        alive = None if self.alive is None else Exchange("alive", self.alive.ask, compiled(self.alive.answer))
        return HostLine(
            [one.exchange() for one in self.asks],
            [one.exchange() for one in self.orders],
            alive=alive,
            not_understood=_or_none(self.not_understood),
        )


def _or_none(pattern: str | None) -> re.Pattern[bytes] | None:
    return None if pattern is None else compiled(pattern)
