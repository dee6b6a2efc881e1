"""A journal without a disk, for benchmarks and tests: it encodes and chains as the real one does."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from studio.journal.chain import check_order, encode, genesis, link
from studio.journal.rows import Entry, OutboxRow, Transaction
from studio.journal.snapshots import digest_of
from studio.round.effects import AnyEffect
from studio.round.inputs import AnyInput, SnapshotTaken


class MemoryJournal:
    """A `JournalStore` that forgets everything when it goes."""

    def __init__(self, table: str, epoch: str, utc: str) -> None:
        self.name = f"journal of {table} in memory"
        self.table = table
        self.epoch = epoch
        self.created_utc = utc
        self._entries: list[Entry] = []
        self._outbox: list[OutboxRow] = []
        self._acks: list[tuple[int, str]] = []
        self._hash = genesis(table, epoch, utc)

    @property
    def last_input_seq(self) -> int:
        """The number of the last input, 0 in an empty journal."""
        return len(self._entries)

    @property
    def last_event_seq(self) -> int:
        """The number of the last published event, 0 when there is none."""
        return len(self._outbox)

    @property
    def acknowledged_seq(self) -> int:
        """Every event up to and including this one is acknowledged; 0 when none is."""
        return self._acks[-1][0] if self._acks else 0

    def append(self, given: AnyInput, effects: Sequence[AnyEffect]) -> int:
        """Keep an input with what follows from it; return its number.

        Raises `ValueError` for events out of order and what the encoder raises for what JSON cannot hold.
        """
        encoded = encode(given, effects)
        check_order(encoded, self.table, self.epoch, len(self._outbox))
        seq = len(self._entries) + 1
        self._hash = link(self._hash, seq, *encoded)
        rows = [OutboxRow(event_seq, event_id.decode(), body) for event_seq, event_id, body in encoded.outbox]
        self._entries.append(Entry(self.name, seq, encoded.input_json, encoded.effects_json, rows, self._hash))
        self._outbox.extend(rows)
        return seq

    def append_all(self, group: Sequence[Transaction]) -> list[OutboxRow]:
        """Keep inputs that came together; return the new events. Raises as `append` does."""
        before = len(self._outbox)
        for given, effects in group:
            self.append(given, effects)
        return self._outbox[before:]

    def keep(self, given: SnapshotTaken, snapshot: bytes) -> int:
        """Keep the input that names a snapshot; the snapshot itself is of no use here. Raises as `append` does."""
        if given.digest != digest_of(snapshot):
            raise ValueError("the input names another snapshot")
        return self.append(given, ())

    def inputs(self) -> Iterator[tuple[int, AnyInput]]:
        """All inputs in order, numbered from 1."""
        return ((entry.seq, entry.input()) for entry in self.entries())

    def entries(self) -> Iterator[Entry]:
        """All transactions in order, as they are now."""
        return iter(self._entries[:])

    def outbox_after(self, seq: int, limit: int) -> list[OutboxRow]:
        """At most `limit` events that follow event `seq`, in order."""
        return self._outbox[max(seq, 0) : max(seq, 0) + limit]

    def acknowledge(self, seq: int, utc: str) -> None:
        """Every event up to and including `seq` is acknowledged. Raises `ValueError` for one never published."""
        if seq > len(self._outbox):
            raise ValueError(f"event {seq} was never published; the last is {len(self._outbox)}")
        if seq > self.acknowledged_seq:
            self._acks.append((seq, utc))

    def acknowledged_at(self, seq: int) -> str | None:
        """When the event was acknowledged (UTC), or None."""
        place = bisect_left(self._acks, seq, key=lambda ack: ack[0])
        return self._acks[place][1] if place < len(self._acks) else None

    def close(self) -> None:
        """Nothing to let go of."""
