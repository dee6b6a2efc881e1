"""What a journal holds and what it can be asked, whether it lies on a disk or in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from studio.journal.chain import decode_effects, decode_input
from studio.round.effects import AnyEffect
from studio.round.inputs import AnyInput, SnapshotTaken

Transaction: TypeAlias = tuple[AnyInput, Sequence[AnyEffect]]
"""An input with all that followed from it: written whole or not at all."""


class OutboxRow(NamedTuple):
    """A published event: its number, its id, and the JSON of it as it goes over the wire, the same at each resend."""

    seq: int
    id: str
    body: bytes


class Entry(NamedTuple):
    """One transaction: an input and all that followed from it, as the bytes that were stored.

    In `effects_json` a published event is only named by its `seq`; its body is in `outbox`.
    """

    name: str
    """The journal, for error messages."""
    seq: int
    input_json: bytes
    effects_json: bytes
    outbox: list[OutboxRow]
    hash: bytes

    def input(self) -> AnyInput:
        """The input. Raises `JournalDamaged` when this software does not know such an input."""
        return decode_input(self.name, self.seq, self.input_json)

    def effects(self) -> list[AnyEffect]:
        """The effects, in order, each `Publish` with its event. Raises `JournalDamaged` as `input` does."""
        return decode_effects(self.name, self.seq, self.effects_json, [row.body for row in self.outbox])


class Extent(NamedTuple):
    """How far a journal goes: the last input, the last event, and the hash that stands for all of it (32 bytes)."""

    inputs: int
    events: int
    hash: bytes


class JournalStore(Protocol):
    """A journal on a disk or in memory. Errors are those of `studio.journal.errors`."""

    @property
    def name(self) -> str:
        """The file's path, or a word for a journal in memory."""
        ...

    @property
    def table(self) -> str:
        """Whose journal it is."""
        ...

    @property
    def epoch(self) -> str:
        """Drawn once for this journal; part of each event's id."""
        ...

    @property
    def created_utc(self) -> str:
        """When the journal was begun."""
        ...

    @property
    def last_input_seq(self) -> int:
        """The number of the last input, 0 in an empty journal."""
        ...

    @property
    def last_event_seq(self) -> int:
        """The number of the last published event, 0 when there is none."""
        ...

    @property
    def acknowledged_seq(self) -> int:
        """Every event up to and including this one is acknowledged; 0 when none is."""
        ...

    def append(self, given: AnyInput, effects: Sequence[AnyEffect]) -> int:
        """Write an input with what follows from it, in one transaction, durably; return the input's number.

        Events must go on where the last one ended: `seq` without gap, `id` as `table:epoch:seq`.
        Raises `JournalHalted` when it was not written, and at every call after that.
        """
        ...

    def append_all(self, group: Sequence[Transaction]) -> list[OutboxRow]:
        """Write inputs that came together, each with what follows from it, all or none; return the new events.

        Each input has its own number and its own place in the chain, as if they had been appended one by one.
        Raises as `append` does.
        """
        ...

    def keep(self, given: SnapshotTaken, snapshot: bytes) -> int:
        """Write the input that names a snapshot, and the snapshot with it, durably; return the input's number.

        Raises `ValueError` when it does not name it, and as `append` does.
        """
        ...

    def inputs(self) -> Iterator[tuple[int, AnyInput]]:
        """All inputs in order, numbered from 1. Raises `JournalDamaged` at the first row that does not fit."""
        ...

    def entries(self) -> Iterator[Entry]:
        """All transactions in order. Raises as `inputs` does."""
        ...

    def outbox_after(self, seq: int, limit: int) -> list[OutboxRow]:
        """At most `limit` events that follow event `seq`, in order."""
        ...

    def acknowledge(self, seq: int, utc: str) -> None:
        """Every event up to and including `seq` is acknowledged; a lower `seq` than before changes nothing.

        Raises `ValueError` for an event that was never published, `JournalHalted` when it cannot be written.
        """
        ...

    def acknowledged_at(self, seq: int) -> str | None:
        """When the event was acknowledged (UTC), or None."""
        ...

    def close(self) -> None:
        """Let go of the file. A closed journal is opened again, not reused."""
        ...
