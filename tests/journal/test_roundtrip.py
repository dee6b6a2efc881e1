"""Whatever a table can be told or do comes back from its journal as it went in."""

from __future__ import annotations

import tempfile
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.journal.memory import MemoryJournal
from studio.journal.store import Journal
from studio.messages.events import AnyEvent
from studio.round.effects import AnyEffect, Publish
from studio.round.inputs import AnyInput

from .dealing import BEGUN, EPOCH, TABLE

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=20),
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
    type(None): st.none(),
    msgspec.UnsetType: st.just(msgspec.UNSET),
    Any: JSON,
}


def anything_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type that a contract uses; a new type in a contract must be added here."""
    if kind in PLAIN:
        return PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(anything_of, args))
    if origin is dict:
        return st.dictionaries(anything_of(args[0]), anything_of(args[1]), max_size=3)
    if origin is tuple:
        return st.lists(anything_of(args[0]), max_size=3).map(tuple)
    if origin is list:
        return st.lists(anything_of(args[0]), max_size=3)
    assert issubclass(kind, msgspec.Struct), kind
    hints = get_type_hints(kind)
    names = kind.__struct_fields__
    parts = st.tuples(*(anything_of(hints[name]) for name in names))
    return parts.map(lambda values: kind(**dict(zip(names, values, strict=True))))


INPUTS = anything_of(AnyInput)
EFFECTS = st.lists(st.one_of(*(anything_of(kind) for kind in get_args(AnyEffect) if kind is not Publish)), max_size=4)
EVENTS = st.lists(anything_of(AnyEvent), max_size=3)


def numbered(events: list[AnyEvent], after: int) -> list[AnyEffect]:
    """The events as those that follow event `after`."""
    return [
        Publish(msgspec.structs.replace(event, seq=seq, id=f"{TABLE}:{EPOCH}:{seq}"))
        for seq, event in enumerate(events, start=after + 1)
    ]


@given(INPUTS, EFFECTS, EVENTS)
@settings(max_examples=80, deadline=None)
def test_every_input_effect_and_event_comes_back(
    told: AnyInput, others: list[AnyEffect], events: list[AnyEvent]
) -> None:
    journal = MemoryJournal(TABLE, EPOCH, BEGUN)
    published = numbered(events, 0)
    effects = [*others[:2], *published, *others[2:]]
    journal.append(told, effects)
    assert list(journal.inputs()) == [(1, told)]
    (entry,) = journal.entries()
    assert entry.effects() == effects
    assert [msgspec.json.decode(row.body, type=AnyEvent) for row in entry.outbox] == [
        effect.event for effect in published if isinstance(effect, Publish)
    ]


@given(st.lists(st.tuples(INPUTS, EVENTS), max_size=5))
@settings(max_examples=25, deadline=None)
def test_a_journal_on_disk_holds_what_one_in_memory_holds(rows: list[tuple[AnyInput, list[AnyEvent]]]) -> None:
    memory = MemoryJournal(TABLE, EPOCH, BEGUN)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.journal"
        with Journal.create(path, TABLE, EPOCH, BEGUN) as disk:
            for told, events in rows:
                for journal in (memory, disk):
                    journal.append(told, numbered(events, journal.last_event_seq))
        with Journal.open(path) as disk:
            assert [entry[1:] for entry in disk.entries()] == [entry[1:] for entry in memory.entries()]
            assert list(disk.inputs()) == list(memory.inputs())
            assert disk.outbox_after(0, 100) == memory.outbox_after(0, 100)
