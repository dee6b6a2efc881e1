"""The journal of a table on a disk."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from studio.journal import file, signatures, snapshots
from studio.journal.chain import check_order, decode_input, encode, genesis, link
from studio.journal.errors import JournalHalted
from studio.journal.lock import WriterLock
from studio.journal.opening import Proved, prove_to_go_on
from studio.journal.rows import Entry, Extent, OutboxRow, Transaction
from studio.journal.signatures import Signers
from studio.journal.snapshots import TakesUp
from studio.keys.signing import Signature, sign
from studio.round.effects import AnyEffect
from studio.round.inputs import AnyInput, SnapshotTaken


class Journal:
    """One SQLite file, written by one process. Open it by `create`, `open` or `open_read_only`.

    A `JournalStore`. Appends are durable when they return (WAL, synchronous FULL). Acknowledgements go over a
    connection of their own without waiting for the disk (NORMAL): after a power cut some may be missing, and those
    events are sent again. A lock lets one thread in at a time.
    """

    snapshot_seq = 0
    """The input whose snapshot was taken up when the journal was opened; 0 when every input was handled again."""
    proved_after = 0
    """Opening proved the chain after this input; what lies before it is proved by `verify`."""

    def __init__(self, path: Path, meta: file.Meta, writer: _Writer | None) -> None:
        self.path = path
        self.name = str(path)
        self.table = meta.table
        self.epoch = meta.epoch
        self.created_utc = meta.created_utc
        self._meta = meta
        self._writer = writer

    @classmethod
    def create(cls, path: Path | str, table: str, epoch: str, utc: str) -> Journal:
        """Begin a journal for `table`; `epoch` must never have been used for it before. `utc` is now.

        Raises `JournalExists`, `JournalInUse`, `JournalUnreadable`.
        """
        path = Path(path)
        lock = WriterLock(path)
        try:
            file.write_new(path, file.Meta(table, epoch, utc))
            return cls._open(path, lock, prove_to_go_on(path, None, None, None))
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(
        cls,
        path: Path | str,
        each: Callable[[Entry], None] | None = None,
        signers: Signers | None = None,
        takes_up: TakesUp | None = None,
    ) -> Journal:
        """Go on with a journal, once its chain is proved. The file is not touched before that.

        `each` is called with every proved transaction in order, in the same pass (see `replay.open_and_recover`);
        what it raises goes through, and the journal is not opened. With `signers` every signature in the journal must
        be by one of them; in any case each must be over the chain's head at its place.
        With `takes_up` the newest snapshot that fits is taken up, and `each` is called from the input on that names it.
        A journal of more than `PROVED_WHOLE_INPUTS` is then proved only from there, or from the first event on that is
        not acknowledged, where that is earlier.
        Raises `JournalMissing`, `JournalInUse`, `JournalDamaged`, `JournalTooNew`, `JournalUnreadable`.
        """
        path = Path(path)
        file.must_be_there(path)
        lock = WriterLock(path)
        try:
            return cls._open(path, lock, prove_to_go_on(path, each, signers, takes_up))
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open_read_only(cls, path: Path | str) -> Journal:
        """Read a journal, also while a table writes it, and leave it as it is. Each question opens the file anew.

        What the journal says of itself is checked here, its chain by whoever goes through `inputs()`, `entries()` or
        `verify()`. Raises `JournalMissing`, `JournalDamaged`, `JournalTooNew`, `JournalUnreadable`.
        """
        path = Path(path)
        with file.reading(path) as connection:
            return cls(path, file.read_meta(path, connection), None)

    @classmethod
    def _open(cls, path: Path, lock: WriterLock, proved: Proved) -> Journal:
        meta, extent, acknowledged, signed, *_ = proved
        journal = cls(path, meta, _Writer(path, lock, meta, extent, acknowledged, signed))
        journal.snapshot_seq, journal.proved_after = proved.snapshot, proved.after
        return journal

    @property
    def last_input_seq(self) -> int:
        """The number of the last input, 0 in an empty journal."""
        return self._extent().inputs

    @property
    def last_event_seq(self) -> int:
        """The number of the last published event, 0 when there is none."""
        return self._extent().events

    @property
    def head(self) -> bytes:
        """The hash that stands for everything written so far (32 bytes)."""
        return self._extent().hash

    @property
    def acknowledged_seq(self) -> int:
        """Every event up to and including this one is acknowledged; 0 when none is."""
        if self._writer is not None:
            return self._writer.acknowledged
        return int(self._ask("SELECT ifnull(max(seq), 0) FROM acks")[0][0])

    def append(self, given: AnyInput, effects: Sequence[AnyEffect]) -> int:
        """Write an input with what follows from it, in one transaction, durably; return the input's number.

        Events must go on where the last one ended: `seq` without gap, `id` as `table:epoch:seq`.
        Raises `JournalHalted` when it was not written, for whatever reason, and at every call after that.
        """
        self._writing().append([(given, effects)])
        return self.last_input_seq

    def append_all(self, group: Sequence[Transaction]) -> list[OutboxRow]:
        """Write inputs that came together, each with what follows from it, and wait for the disk once.

        All of them are written or none. Each has its own number and its own place in the chain, as if they had been
        appended one by one. Returns the new events. Raises as `append` does.
        """
        return self._writing().append(group)

    def keep(self, given: SnapshotTaken, snapshot: bytes) -> int:
        """Write the input that names a snapshot, and the snapshot with it, durably; return the input's number.

        Raises `ValueError` when it does not name it, and as `append` does.
        """
        if given.digest != snapshots.digest_of(snapshot):
            raise ValueError("the input names another snapshot")
        self._writing().append([(given, ())], snapshot)
        return self.last_input_seq

    def drop_snapshots(self) -> None:
        """Take the snapshots away, so that the next start proves and handles everything. Raises as `append` does."""
        self._writing().drop_snapshots()

    def inputs(self) -> Iterator[tuple[int, AnyInput]]:
        """All inputs in order, numbered from 1. Raises `JournalDamaged` at the first row that does not fit."""
        for entry in self.entries():
            yield entry.seq, entry.input()

    def entries(self) -> Iterator[Entry]:
        """All transactions that were written when this is called for, in order, each proved before it is given.

        Raises `JournalDamaged` at the first row that does not fit the chain, `JournalUnreadable`.
        """
        with file.reading(self.path) as connection:
            yield from file.proved(self.path, connection, self._meta)

    def verify(self) -> Extent:
        """Prove the whole chain and the acknowledgements; return how far they go.

        Raises `JournalDamaged` with the row at the first that does not fit, `JournalTooNew`, `JournalUnreadable`.
        """
        with file.reading(self.path) as connection:
            meta = file.read_meta(self.path, connection)
            found = Extent(0, 0, genesis(*meta))
            for entry in file.proved(self.path, connection, meta):
                found = Extent(entry.seq, found.events + len(entry.outbox), entry.hash)
            file.check_acks(self.path, connection, meta.epoch, found.events)
        return found

    def outbox_after(self, seq: int, limit: int) -> list[OutboxRow]:
        """At most `limit` events that follow event `seq`, in order."""
        rows = self._ask("SELECT seq, id, body FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?", seq, limit)
        return [OutboxRow(number, file.text(event_id), body) for number, event_id, body in rows]

    def acknowledge(self, seq: int, utc: str) -> None:
        """Every event up to and including `seq` is acknowledged; a lower `seq` than before changes nothing.

        Raises `ValueError` for an event that was never published, `JournalHalted` when it cannot be written.
        """
        self._writing().acknowledge(seq, utc)

    def sign(self, key: Ed25519PrivateKey, utc: str) -> Signature | None:
        """Sign everything written so far, durably; None when the last signature covers it already. `utc` is now.

        Raises `JournalHalted` when it cannot be written.
        """
        return self._writing().sign(key, utc)

    def signatures(self) -> list[Signature]:
        """All signatures, in order; whose they are is checked by `open` and by `proof.prove`."""
        with file.reading(self.path) as connection:
            return list(signatures.read(connection).values())

    def utc_of(self, seq: int) -> str | None:
        """The wall clock's time of an input, None when there is none. Raises `JournalDamaged` for an unknown one."""
        rows = self._ask("SELECT body FROM inputs WHERE seq = ?", seq)
        return decode_input(self.name, seq, rows[0][0]).utc if rows else None

    def acknowledged_at(self, seq: int) -> str | None:
        """When the event was acknowledged (UTC), or None."""
        rows = self._ask("SELECT utc FROM acks WHERE seq >= ? ORDER BY seq LIMIT 1", seq)
        return file.text(rows[0][0]) if rows else None

    def close(self) -> None:
        """Fold the write-ahead log into the file and let go of it. A closed journal is opened again, not reused."""
        if self._writer is not None:
            self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _writing(self) -> _Writer:
        if self._writer is None:
            raise JournalHalted(self.name, None, "is open for reading only", "Nothing was written; open it for writing")
        return self._writer

    def _extent(self) -> Extent:
        if self._writer is not None:
            return self._writer.extent
        with file.reading(self.path) as connection:
            return file.extent(connection, self._meta)

    def _ask(self, question: str, *values: int) -> list[tuple[Any, ...]]:
        if self._writer is not None:
            return self._writer.ask(question, values)
        with file.reading(self.path) as connection:
            return connection.execute(question, values).fetchall()


class _Writer:
    """The writing half: two connections, one for what must be durable, one for acknowledgements."""

    def __init__(
        self, path: Path, lock: WriterLock, meta: file.Meta, extent: Extent, acknowledged: int, signed: int
    ) -> None:
        self.extent = extent
        self.acknowledged = acknowledged
        self._signed = signed
        self._name = str(path)
        self._meta = meta
        self._lock = lock
        self._one_at_a_time = Lock()
        self._halted: JournalHalted | None = None
        self._durable = file.connect_for_writing(path, "FULL")
        try:
            self._acks = file.connect_for_writing(path, "NORMAL")
        except BaseException:
            self._durable.close()
            raise

    def append(self, group: Sequence[Transaction], snapshot: bytes | None = None) -> list[OutboxRow]:
        with self._one_at_a_time:
            self._refuse_when_halted()
            seq, last_event, head = self.extent
            first = seq + 1
            connection = self._durable
            inputs: list[tuple[int, bytes, bytes, bytes]] = []
            outbox: list[tuple[int, int, bytes, bytes]] = []
            try:
                for given, effects in group:
                    seq += 1
                    encoded = encode(given, effects)
                    check_order(encoded, self._meta.table, self._meta.epoch, last_event)
                    last_event += len(encoded.outbox)
                    head = link(head, seq, *encoded)
                    inputs.append((seq, encoded.input_json, encoded.effects_json, head))
                    outbox += [(event, seq, event_id, body) for event, event_id, body in encoded.outbox]
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("INSERT INTO inputs VALUES (?, ?, ?, ?)", inputs)
                if outbox:
                    connection.executemany("INSERT INTO outbox VALUES (?, ?, ?, ?)", outbox)
                if snapshot is not None:
                    snapshots.write(connection, seq, snapshot)
                connection.execute("COMMIT")
                self.extent = Extent(seq, last_event, head)
            except BaseException as error:
                self._halt(connection, f"input {first}" if seq <= first else f"inputs {first} to {seq}", error)
                raise
            return [OutboxRow(event, event_id.decode(), body) for event, _, event_id, body in outbox]

    def acknowledge(self, seq: int, utc: str) -> None:
        with self._one_at_a_time:
            if seq > self.extent.events:
                raise ValueError(f"event {seq} was never published; the last is {self.extent.events}")
            if seq <= self.acknowledged:
                return
            self._refuse_when_halted()
            try:
                self._acks.execute(
                    "INSERT INTO acks VALUES (?, ?, ?)", (seq, utc, file.ack_sum(self._meta.epoch, seq, utc))
                )
                self.acknowledged = seq
            except BaseException as error:
                self._halt(self._acks, f"acknowledgement {seq}", error)
                raise

    def sign(self, key: Ed25519PrivateKey, utc: str) -> Signature | None:
        with self._one_at_a_time:
            if self.extent.inputs == self._signed:
                return None
            self._refuse_when_halted()
            seq, _, head = self.extent
            signature = sign(key, self._meta.table, self._meta.epoch, seq, head, utc)
            try:
                signatures.write(self._durable, signature)
                self._signed = seq
            except BaseException as error:
                self._halt(self._durable, f"signature after input {seq}", error)
                raise
            return signature

    def drop_snapshots(self) -> None:
        with self._one_at_a_time:
            self._refuse_when_halted()
            try:
                snapshots.drop(self._durable)
            except BaseException as error:
                self._halt(self._durable, "the snapshots", error)
                raise

    def ask(self, question: str, values: tuple[int, ...]) -> list[tuple[Any, ...]]:
        with self._one_at_a_time:
            try:
                return self._durable.execute(question, values).fetchall()
            except sqlite3.Error as error:
                raise file.translated(Path(self._name), error) from error

    def close(self) -> None:
        with self._one_at_a_time:
            if self._halted is None:
                remedy = "Open it again to go on"
                self._halted = JournalHalted(self._name, None, "is closed", remedy)
            self._acks.close()
            self._durable.close()
            self._lock.release()

    def _refuse_when_halted(self) -> None:
        if self._halted is not None:
            raise JournalHalted(self._halted.name, self._halted.row, self._halted.wrong, self._halted.remedy)

    def _halt(self, connection: sqlite3.Connection, row: str, error: BaseException) -> None:
        """Refuse everything from now on; raise `JournalHalted` unless the process itself is being stopped."""
        # What cannot be rolled back was not committed: recovery of the file drops it.
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        remedy = f"{_remedy(error)}, then start the table again: it goes on after input {self.extent.inputs}"
        self._halted = JournalHalted(self._name, row, f"was not written ({_cause(error)})", remedy)
        if isinstance(error, Exception):
            raise self._halted from error


def _cause(error: BaseException) -> str:
    name = getattr(error, "sqlite_errorname", None) or type(error).__name__
    return f"{name}: {error}" if str(error) else name


def _remedy(error: BaseException) -> str:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return "Free space on the disk of the journal"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_AUTH:
            return "Make the file, its folder and its disk writable"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "End the other program that has the file open for writing"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return "Keep the damaged file, put a whole copy in its place"
        case 0:
            return "The fault lies in the software, not on the disk: keep the journal for its makers"
        case _:
            return "Check the disk of the journal (its own log, its free space, a quota)"
