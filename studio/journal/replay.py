"""Deriving everything again from the journaled inputs: to prove a journal, and to come back after a stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from studio.journal.chain import Encoded, encode
from studio.journal.errors import ReplayDiffers
from studio.journal.rows import Entry, JournalStore
from studio.journal.signatures import Signers
from studio.journal.snapshots import TakesUp, digest_of
from studio.journal.store import Journal
from studio.round.effects import AnyEffect
from studio.round.inputs import AnyInput, CommandGiven, DeviceSaid, SnapshotTaken, TimerEnded

_SNAPSHOT: Final = b'{"input":"snapshot"'


class Handler(Protocol):
    """What derives effects from inputs, and from inputs alone: the orchestrator of a table, fresh."""

    def handle(self, given: AnyInput, /) -> Sequence[AnyEffect]:
        """All that follows from the input, in order."""
        ...


class Takes(NamedTuple):
    """How this software takes a snapshot of a handler (raises ValueError when it cannot now), and its digest."""

    software: str
    snapshot: Callable[[Any], bytes]


class Difference(NamedTuple):
    """The first place where the journal and the rules part. `stored` and `derived` are JSON, or a word for nothing."""

    input_seq: int
    input_kind: str
    utc: str
    what: str
    """`effect 2` (of the input, counted from 1), `event 17`, or `the state`."""
    stored: str
    derived: str

    def __str__(self) -> str:
        return (
            f"input {self.input_seq} ({self.input_kind}) of {self.utc}: {self.what} differs\n"
            f"  stored:  {self.stored}\n"
            f"  derived: {self.derived}"
        )


class ReplayReport(NamedTuple):
    """How many inputs and events were derived again and found identical, byte for byte, before the first difference."""

    inputs: int
    events: int
    identical: bool
    first_difference: Difference | None
    snapshots: int = 0
    """Snapshots that are the state to which the inputs lead; those of other software are not compared."""


def replay(journal: JournalStore, make: Callable[[], Handler], takes: Takes | None = None) -> ReplayReport:
    """Derive every effect and event again with the handler that `make` makes, and compare with what was stored.

    With `takes` every snapshot that this software took must be the state to which the inputs lead, too.
    Stops at the first difference: what follows would only be its consequence. A handler that raises differs.
    Raises `JournalDamaged` where the chain does not fit, or this software does not know an input.
    """
    handler = make()
    inputs = events = snapshots = 0
    for entry in journal.entries():
        difference = None
        if takes is not None and entry.input_json.startswith(_SNAPSHOT):
            named = entry.input()
            if isinstance(named, SnapshotTaken) and named.software == takes.software:
                difference = _other_state(handler, entry, named, takes)
                snapshots += difference is None
        difference = difference or _compare(handler, entry)
        if difference is not None:
            return ReplayReport(inputs, events, False, difference, snapshots)
        inputs += 1
        events += len(entry.outbox)
    return ReplayReport(inputs, events, True, None, snapshots)


def recover(journal: JournalStore, handler: Handler) -> int:
    """Bring a fresh handler to where the journal ends; return how many inputs it was fed.

    Nothing is carried out: the effects have been. Raises `ReplayDiffers` where an effect is not the stored one (the
    handler is then of no use), `JournalDamaged`.
    """
    fed = 0
    for entry in journal.entries():
        _feed(handler, entry)
        fed += 1
    return fed


def open_and_recover(
    path: Path | str, handler: Handler, signers: Signers | None = None, takes_up: TakesUp | None = None
) -> Journal:
    """`Journal.open` and `recover` in one pass over the file. Raises what either raises; the file is then untouched.

    With `takes_up`, which brings the same `handler` to a snapshot, only what came after the snapshot is fed.
    """
    return Journal.open(path, lambda entry: _feed(handler, entry), signers, takes_up)


def kind_of(given: AnyInput) -> str:
    """The input in a few words: `card.read from shoe-1`, `command confirm`, `timer bets`, `configured`."""
    if isinstance(given, DeviceSaid):
        return f"{_tag(given.reading)} from {given.device}"
    if isinstance(given, CommandGiven):
        return f"command {_tag(given.command)}"
    if isinstance(given, TimerEnded):
        return f"timer {given.timer}"
    return _tag(given)


def _tag(struct: msgspec.Struct) -> str:
    return str(struct.__struct_config__.tag)


def _feed(handler: Handler, entry: Entry) -> None:
    difference = _compare(handler, entry)
    if difference is not None:
        raise ReplayDiffers(
            entry.name,
            f"input {entry.seq}",
            f"{difference.what} is not what was stored: other rules or other software wrote the journal",
            "Start the table with those; or begin a new journal that names this one, by `studio journal deliver` and "
            f"`studio journal close`. The first difference is\n{difference}",
        )


def _other_state(handler: Handler, entry: Entry, named: SnapshotTaken, takes: Takes) -> Difference | None:
    """What differs when a snapshot is not the state to which the inputs before it lead."""
    try:
        derived = digest_of(takes.snapshot(handler))
    except ValueError as error:
        derived = f"none: {error}"
    if derived == named.digest:
        return None
    return Difference(entry.seq, kind_of(named), named.utc, "the state before it", named.digest, derived)


def _compare(handler: Handler, entry: Entry) -> Difference | None:
    given = entry.input()
    try:
        derived = encode(given, handler.handle(given))
    except Exception as error:
        found = ("the handling", "done", f"{type(error).__name__}: {error}")
        return Difference(entry.seq, kind_of(given), given.utc, *found)
    # An outbox row holds text where the encoder gives bytes; bodies tell them apart first, ids are in the bodies.
    bodies = [(row.seq, row.body) for row in entry.outbox]
    if derived.effects_json == entry.effects_json and [(seq, body) for seq, _, body in derived.outbox] == bodies:
        return None
    return Difference(entry.seq, kind_of(given), given.utc, *_first(entry, derived))


def _first(entry: Entry, derived: Encoded) -> tuple[str, str, str]:
    """What differs first, as stored and as derived."""
    stored_effects = _spelled(entry.effects_json, {row.seq: row.body for row in entry.outbox})
    derived_effects = _spelled(derived.effects_json, {seq: body for seq, _, body in derived.outbox})
    nothing = ("nothing", "nothing")
    for place in range(max(len(stored_effects), len(derived_effects))):
        name, stored = stored_effects[place] if place < len(stored_effects) else nothing
        derived_name, again = derived_effects[place] if place < len(derived_effects) else nothing
        if stored != again:
            event = name if name.startswith("event") else derived_name
            return (event if event.startswith("event") else f"effect {place + 1}"), stored, again
    return "the encoding", entry.effects_json.decode(), derived.effects_json.decode()


def _spelled(effects_json: bytes, bodies: dict[int, bytes]) -> list[tuple[str, str]]:
    """Each effect with its name and its JSON, an event with its own."""
    spelled: list[tuple[str, str]] = []
    for raw in msgspec.json.decode(effects_json, type=list[msgspec.Raw]):
        effect = msgspec.json.decode(raw)
        body = bodies.get(effect.get("seq", 0)) if effect["effect"] == "publish" else None
        if body is not None:
            spelled.append((f"event {effect['seq']}", body.decode()))
        else:
            spelled.append(("effect", bytes(raw).decode()))
    return spelled
