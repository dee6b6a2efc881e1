"""A table's state as text and back, exactly: what a start needs instead of every input since the journal began.

Taken only while no procedure is in progress, because a procedure is a generator and cannot be written down; everything
else that an orchestrator holds is plain data. Every attribute is taken, so that a new one needs no line here; one of a
kind that cannot be written down is refused by name.

Scalars, lists and dictionaries with text as keys stand as themselves. Everything else is `{"$": kind, "of": content}`:
`card`, `tuple`, `set`, `frozenset`, `Counter`, `dict` (pairs), or `module:class` of this software. An object that is
written a second time (the card set in hand is one of the card sets) is `{"$": "again", "of": which}`.
"""

from __future__ import annotations

import importlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final

import msgspec
from pydantic import BaseModel

from studio.cards import Card
from studio.round.desk import Desk
from studio.round.orchestrator import Orchestrator

_OWN: Final = ("studio.", "devices.")
_NOT_STATE: Final[dict[type, frozenset[str]]] = {
    Desk: frozenset({"effects"}),
    Orchestrator: frozenset({"procedure", "begin", "sent", "request", "foreseen"}),
}
"""What is no part of the state: effects that have gone out, and what belongs to a procedure, of which there is none."""


class NoSnapshot(ValueError):  # noqa: N818 - what there is not
    """No snapshot can be taken now, or what was given is none."""


def may_be_taken(table: Orchestrator) -> bool:
    """Whether nothing is in progress: the moment for a snapshot."""
    return hasattr(table, "desk") and table.procedure is None and table.request is None


def take_snapshot(table: Orchestrator) -> bytes:
    """The whole state as JSON. Two tables with the same bytes go on alike.

    Raises `NoSnapshot` while a procedure is in progress, or naming what cannot be written down.
    """
    if not may_be_taken(table):
        raise NoSnapshot("a procedure is in progress: it cannot be written down")
    return msgspec.json.encode(_Writer().attributes(table, "table"))


def take_up(table: Orchestrator, snapshot: bytes) -> None:
    """Bring a fresh orchestrator to the state of the snapshot. Raises `NoSnapshot` when it is none."""
    if hasattr(table, "desk"):
        raise NoSnapshot("is for a fresh table, and this one is at work")
    try:
        state = _Reader().attributes(Orchestrator, msgspec.json.decode(snapshot))
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError, ImportError, IndexError) as error:
        raise NoSnapshot(f"is no snapshot that this software knows ({type(error).__name__}: {error})") from error
    vars(table).update(state)


class _Writer:
    """Objects to plain data. Objects that can change are numbered as they come, to be named when they come again."""

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}

    def attributes(self, holder: object, where: str) -> dict[str, Any]:
        left_out = _NOT_STATE.get(type(holder), frozenset())
        return {
            name: self.image(value, f"{where}.{name}")
            for name, value in sorted(vars(holder).items())
            if name not in left_out
        }

    def image(self, value: Any, where: str) -> Any:
        kind = type(value)
        if kind is str or kind is int or kind is bool or value is None:
            return value
        if kind is Card:
            return {"$": "card", "of": value.code}
        write = _WRITERS.get(kind)
        if write is not None:
            return write(self, value, where)
        if not kind.__module__.startswith(_OWN):
            raise NoSnapshot(f"{where} holds a {kind.__name__}, which cannot be written down")
        return self._own(value, kind, where)

    def _own(self, value: Any, kind: type, where: str) -> dict[str, Any]:
        name = f"{kind.__module__}:{kind.__qualname__}"
        if isinstance(value, Enum):
            return {"$": name, "of": value.value}
        if isinstance(value, BaseModel):
            return {"$": name, "of": value.model_dump(mode="json")}
        names = _field_names(kind)
        if isinstance(value, msgspec.Struct):
            return {"$": name, "of": {each: self.image(getattr(value, each), where) for each in names or ()}}
        if id(value) in self._seen:
            return {"$": "again", "of": self._seen[id(value)]}
        self._seen[id(value)] = len(self._seen)
        if names is not None:
            return {"$": name, "of": {each: self.image(getattr(value, each), f"{where}.{each}") for each in names}}
        return {"$": name, "of": self.attributes(value, where)}

    def write_number(self, value: float, where: str) -> float:
        if not math.isfinite(value):
            raise NoSnapshot(f"{where} is {value}, which cannot be written down")
        return value

    def write_list(self, value: list[Any], where: str) -> list[Any]:
        return [self.image(each, where) for each in value]

    def write_dict(self, value: dict[Any, Any], where: str) -> dict[str, Any]:
        if all(type(key) is str and key[:1] != "$" for key in value):
            return {key: self.image(each, where) for key, each in value.items()}
        return {"$": "dict", "of": self._pairs(value, where)}

    def write_counter(self, value: Counter[Any], where: str) -> dict[str, Any]:
        return {"$": "Counter", "of": self._pairs(value, where)}

    def write_tuple(self, value: tuple[Any, ...], where: str) -> dict[str, Any]:
        return {"$": "tuple", "of": [self.image(each, where) for each in value]}

    def write_set(self, value: Iterable[Any], where: str) -> dict[str, Any]:
        # A set has no order of its own, so that the same set must not be written in two.
        images = sorted((self.image(each, where) for each in value), key=msgspec.json.encode)
        return {"$": type(value).__name__, "of": images}

    def _pairs(self, value: dict[Any, Any], where: str) -> list[Any]:
        return [[self.image(key, where), self.image(each, where)] for key, each in value.items()]


_WRITERS: Final[dict[type, Callable[[_Writer, Any, str], Any]]] = {
    float: _Writer.write_number,
    list: _Writer.write_list,
    dict: _Writer.write_dict,
    Counter: _Writer.write_counter,
    tuple: _Writer.write_tuple,
    set: _Writer.write_set,
    frozenset: _Writer.write_set,
}


class _Reader:
    """Plain data to objects; the numbers of objects grow as they did when they were written."""

    def __init__(self) -> None:
        self._made: list[Any] = []

    def attributes(self, kind: type, images: dict[str, Any]) -> dict[str, Any]:
        found = {name: self.value(image) for name, image in images.items()}
        return found if kind is not Desk else found | {"effects": []}

    def value(self, image: Any) -> Any:
        if isinstance(image, list):
            return [self.value(each) for each in image]
        if not isinstance(image, dict):
            return image
        kind = image.get("$")
        if kind is None:
            return {key: self.value(each) for key, each in image.items()}
        of = image["of"]
        read = _READERS.get(kind)
        return read(self, of) if read is not None else self._own(_class(kind), of)

    def _own(self, kind: type, of: Any) -> Any:
        if issubclass(kind, Enum):
            return kind(of)
        if issubclass(kind, BaseModel):
            return kind.model_validate_json(json.dumps(of))
        if issubclass(kind, msgspec.Struct):
            return kind(**{name: self.value(each) for name, each in of.items()})
        place = len(self._made)
        self._made.append(None)
        made: Any
        if is_dataclass(kind):
            made = kind(**{name: self.value(each) for name, each in of.items()})
        else:
            made = kind.__new__(kind)
            vars(made).update(self.attributes(kind, of))
        self._made[place] = made
        return made


_READERS: Final[dict[str, Callable[[_Reader, Any], Any]]] = {
    "card": lambda _, of: Card.parse(of),
    "tuple": lambda reader, of: tuple(map(reader.value, of)),
    "set": lambda reader, of: set(map(reader.value, of)),
    "frozenset": lambda reader, of: frozenset(map(reader.value, of)),
    "dict": lambda reader, of: {reader.value(key): reader.value(each) for key, each in of},
    "Counter": lambda reader, of: Counter({reader.value(key): each for key, each in of}),
    "again": lambda reader, of: reader._made[of],
}


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """The fields of a struct or a dataclass; None for a class of another make."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


@cache
def _class(name: str) -> type:
    """The class named `module:class`. Raises ValueError for one that is not of this software."""
    module, _, qualified = name.partition(":")
    found = getattr(importlib.import_module(module), qualified, None) if module.startswith(_OWN) else None
    if not isinstance(found, type):
        raise ValueError(f"{name!r} is no class of this software")
    return found
