"""The SQLite file of a journal: its tables, opening it without touching it, and the one pass that proves its chain."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from studio.journal.chain import FORMAT, genesis, link, published_in
from studio.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalExists,
    JournalMissing,
    JournalTooNew,
    JournalUnreadable,
)
from studio.journal.rows import Entry, Extent, OutboxRow

APPLICATION_ID = 0x53544A31
"""Stands in the header of the SQLite file: this is a studio journal."""

_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE inputs (seq INTEGER PRIMARY KEY, body BLOB NOT NULL, effects BLOB NOT NULL, hash BLOB NOT NULL)",
    "CREATE TABLE outbox (seq INTEGER PRIMARY KEY, input_seq INTEGER NOT NULL, id BLOB NOT NULL, body BLOB NOT NULL)",
    "CREATE TABLE acks (seq INTEGER PRIMARY KEY, utc TEXT NOT NULL, check_sum INTEGER NOT NULL)",
)
_INPUTS = "SELECT seq, body, effects, hash FROM inputs WHERE seq > ? ORDER BY seq"
_OUTBOX = "SELECT seq, id, body, input_seq FROM outbox WHERE seq > ? ORDER BY seq"

_RESTORE = "The file was left as it is: keep it, and put a whole copy in its place, or begin a new journal"


class Meta(NamedTuple):
    """What a journal says of itself."""

    table: str
    epoch: str
    created_utc: str


class Row(NamedTuple):
    """One transaction as it lies in the file; `events` are (seq, id, body) of each."""

    seq: int
    input_json: bytes
    effects_json: bytes
    events: list[tuple[int, bytes, bytes]]
    hash: bytes


def write_new(path: Path, meta: Meta) -> None:
    """Write an empty journal; it is at `path` whole or not at all. The caller holds the lock.

    Raises `JournalExists`, `JournalUnreadable`.
    """
    if path.exists():
        raise JournalExists(str(path), None, "lies there already", "Open it, or name another file for a new journal")
    draft = path.with_name(path.name + ".new")
    try:
        draft.unlink(missing_ok=True)
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN")
            for table in _TABLES:
                connection.execute(table)
            words = {"format": str(FORMAT), **meta._asdict(), "genesis": genesis(*meta).hex()}
            connection.executemany("INSERT INTO meta VALUES (?, ?)", words.items())
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.execute("COMMIT")
        draft.rename(path)
        _sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        raise _unreadable(path, error) from error


def fill(path: Path, rows: Iterable[Row]) -> None:
    """Write transactions into an empty journal, all of them or none. Raises `JournalUnreadable`."""
    connection = connect_for_writing(path, "FULL")
    try:
        connection.execute("BEGIN IMMEDIATE")
        for row in rows:
            connection.execute("INSERT INTO inputs VALUES (?, ?, ?, ?)", (row.seq, *row[1:3], row.hash))
            events = [(event, row.seq, event_id, body) for event, event_id, body in row.events]
            connection.executemany("INSERT INTO outbox VALUES (?, ?, ?, ?)", events)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise _unreadable(path, error) from error
    finally:
        connection.close()


def connect_for_writing(path: Path, synchronous: str) -> sqlite3.Connection:
    """A connection that commits by hand; `synchronous` is `FULL` or `NORMAL`. Raises `JournalUnreadable`."""
    uri = f"{path.resolve().as_uri()}?mode=rw"
    try:
        # The caller's own lock lets one thread in at a time.
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise _unreadable(path, error) from error
    try:
        connection.text_factory = bytes
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("SELECT count(*) FROM meta").fetchone()
    except sqlite3.Error as error:
        connection.close()
        raise _unreadable(path, error) from error
    return connection


def must_be_there(path: Path) -> None:
    """Raises `JournalMissing`."""
    if not path.is_file():
        raise JournalMissing(
            str(path), None, "is not there", "Check the name; a table's journal is named in its settings"
        )


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """One unchanging view of the file, which stays as it is; a table may go on writing to it.

    Text comes as bytes. Raises `JournalMissing`, `JournalUnreadable`, `JournalDamaged`.
    """
    must_be_there(path)
    # Without a write-ahead log nobody has the file open: it can be read as it lies, and nothing is put beside it.
    still = not _log_of(path).exists()
    before = path.stat()
    uri = f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if still else ''}"

    def moved() -> bool:
        after = path.stat()
        return still and (
            _log_of(path).exists() or (after.st_mtime_ns, after.st_size) != (before.st_mtime_ns, before.st_size)
        )

    try:
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
            connection.text_factory = bytes
            connection.execute("BEGIN")
            _read_schema(path, connection)
            yield connection
    except sqlite3.Error as error:
        if moved():
            raise _moved(path) from error
        raise translated(path, error) from error
    except JournalDamaged as error:
        if moved():
            raise _moved(path) from error
        raise
    if moved():
        raise _moved(path)


def read_meta(path: Path, connection: sqlite3.Connection) -> Meta:
    """What the journal says of itself. Raises `JournalDamaged`, `JournalTooNew`."""
    name = str(path)
    application, version = (
        connection.execute(f"PRAGMA {of}").fetchone()[0] for of in ("application_id", "user_version")
    )
    if application != APPLICATION_ID:
        raise JournalDamaged(name, None, "is no journal of a table", "Check the name; the file was left as it is")
    words = {text(key): text(value) for key, value in connection.execute("SELECT key, value FROM meta")}
    said = words.get("format", "")
    newest = max(version, int(said) if said.isdecimal() else 0)
    if newest > FORMAT:
        raise JournalTooNew(
            name,
            None,
            f"has format {newest}, and this software reads up to format {FORMAT}",
            "The file was left as it is: use the software that wrote it, or a later one",
        )
    try:
        meta = Meta(words["table"], words["epoch"], words["created_utc"])
        whole = version == FORMAT and said == str(FORMAT) and words["genesis"] == genesis(*meta).hex()
    except KeyError as error:
        raise JournalDamaged(name, "meta", f"{error.args[0]} is missing", _RESTORE) from error
    if not whole:
        raise JournalDamaged(name, "meta", "format, table, epoch or time of creation is not what was written", _RESTORE)
    return meta


def proved(path: Path, connection: sqlite3.Connection, meta: Meta, after: Extent | None = None) -> Iterator[Entry]:
    """All transactions in order, or those that follow `after`, each after its place in the chain was checked.

    Raises `JournalDamaged` with the row at the first that does not fit, also when rows of the outbox are left over.
    """
    name = str(path)
    begun, before_events, before = after or Extent(0, 0, genesis(*meta))
    due = begun + 1
    event_due = before_events + 1
    try:
        events = connection.execute(_OUTBOX, (before_events,))
        event = events.fetchone()
        for seq, body, effects, stored in connection.execute(_INPUTS, (begun,)):
            if seq != due:
                raise JournalDamaged(name, f"input {due}", f"is missing; input {seq} follows instead", _RESTORE)
            outbox: list[tuple[int, bytes, bytes]] = []
            while event is not None and event[3] <= seq:
                if event[0] != event_due:
                    raise JournalDamaged(name, f"event {event_due}", f"is missing; event {event[0]} follows", _RESTORE)
                outbox.append(event[:3])
                event_due += 1
                event = events.fetchone()
            before = link(before, seq, body, effects, outbox)
            if before != stored:
                raise _misfit(name, connection, seq, effects, outbox)
            yield Entry(name, seq, body, effects, [OutboxRow(n, i.decode(), b) for n, i, b in outbox], before)
            due += 1
    except sqlite3.Error as error:
        raise translated(path, error, f"input {due} or what follows from it") from error
    except (TypeError, ValueError) as error:
        raise JournalDamaged(name, f"input {due}", f"cannot be read ({error})", _RESTORE) from error
    if event is not None:
        wrong = f"belongs to input {event[3]}, which is missing; the last is input {due - 1}"
        raise JournalDamaged(name, f"event {event[0]}", wrong, _RESTORE)


def extent_before(path: Path, connection: sqlite3.Connection, meta: Meta, seq: int) -> Extent:
    """How far the journal goes without input `seq` and what follows, unproved. Raises `JournalDamaged`."""
    head = head_after(connection, meta, seq - 1)
    if head is None:
        raise JournalDamaged(str(path), f"input {seq - 1}", "is missing", _RESTORE)
    return Extent(seq - 1, last_event_of(connection, seq - 1), head)


def head_after(connection: sqlite3.Connection, meta: Meta, seq: int) -> bytes | None:
    """The hash after input `seq`, unproved; None when there is no such input."""
    if seq == 0:
        return genesis(*meta)
    row = connection.execute("SELECT hash FROM inputs WHERE seq = ?", (seq,)).fetchone()
    return bytes(row[0]) if row else None


def input_of(connection: sqlite3.Connection, event_seq: int) -> int | None:
    """The input that published the event; None when there is no such event."""
    row = connection.execute("SELECT input_seq FROM outbox WHERE seq = ?", (event_seq,)).fetchone()
    return int(row[0]) if row else None


def last_ack(connection: sqlite3.Connection) -> int:
    """The last acknowledged event, unproved; 0 if none is."""
    return int(connection.execute("SELECT ifnull(max(seq), 0) FROM acks").fetchone()[0])


def check_acks(
    path: Path, connection: sqlite3.Connection, epoch: str, last_event: int, *, last_only: bool = False
) -> int:
    """The last acknowledged event, 0 if none is; `last_only` leaves those before it. Raises `JournalDamaged`."""
    seq = 0
    rows = "SELECT seq, utc, check_sum FROM acks WHERE seq >= ? ORDER BY seq"
    for seq, utc, check_sum in connection.execute(rows, (last_ack(connection) if last_only else 0,)):
        if check_sum != ack_sum(epoch, seq, text(utc)):
            raise JournalDamaged(str(path), f"acknowledgement {seq}", "is not what was written", _RESTORE)
    if seq > last_event:
        wrong = f"is for an event after the last, which is {last_event}: the end of the journal is lost"
        raise JournalDamaged(str(path), f"acknowledgement {seq}", wrong, _RESTORE)
    return int(seq)


def ack_sum(epoch: str, seq: int, utc: str) -> int:
    """The check sum of an acknowledgement, which lies outside the chain."""
    return zlib.crc32(f"{epoch}:{seq}:{utc}".encode())


def rows_after(connection: sqlite3.Connection, seq: int, event_seq: int, limit: int) -> list[Row]:
    """At most `limit` transactions after input `seq`, in order, unproved; `event_seq` is its last event."""
    inputs = "SELECT seq, body, effects, hash FROM inputs WHERE seq > ? ORDER BY seq LIMIT ?"
    found = connection.execute(inputs, (seq, limit)).fetchall()
    rows = {number: Row(number, body, effects, [], head) for number, body, effects, head in found}
    outbox = "SELECT input_seq, seq, id, body FROM outbox WHERE seq > ? ORDER BY seq"
    for input_seq, event, event_id, body in connection.execute(outbox, (event_seq,)):
        if input_seq not in rows:
            break
        rows[input_seq].events.append((event, event_id, body))
    return list(rows.values())


def last_event_of(connection: sqlite3.Connection, seq: int) -> int:
    """The last event that was published up to input `seq`."""
    # Inputs and events grow together: halving needs a few rows where a search without an index reads them all.
    low, high = 0, int(connection.execute("SELECT ifnull(max(seq), 0) FROM outbox").fetchone()[0])
    while low < high:
        middle = (low + high + 1) // 2
        at = input_of(connection, middle)
        low, high = (middle, high) if at is not None and at <= seq else (low, middle - 1)
    return low


def extent(connection: sqlite3.Connection, meta: Meta) -> Extent:
    """How far the journal goes, unproved."""
    last = connection.execute("SELECT seq, hash FROM inputs ORDER BY seq DESC LIMIT 1").fetchone()
    events = connection.execute("SELECT max(seq) FROM outbox").fetchone()[0]
    return Extent(last[0], events or 0, last[1]) if last else Extent(0, 0, genesis(*meta))


def text(cell: object) -> str:
    """A cell as text, whatever damage has made of it."""
    return cell.decode(errors="replace") if isinstance(cell, bytes) else repr(cell)


def _read_schema(path: Path, connection: sqlite3.Connection) -> None:
    """The first read of a file: from here on the view is fixed."""
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except UnicodeDecodeError as error:  # of SQLite's own message about the damage
        raise JournalDamaged(str(path), None, "is damaged (the description of its tables)", _RESTORE) from error


def _misfit(
    name: str, connection: sqlite3.Connection, seq: int, effects: bytes, outbox: list[tuple[int, bytes, bytes]]
) -> JournalDamaged:
    """What to say of a transaction whose hash does not fit."""
    there = [event for event, _, _ in outbox]
    known = "SELECT 1 FROM outbox WHERE seq = ?"
    missing = [event for event in published_in(effects) if connection.execute(known, (event,)).fetchone() is None]
    if missing:
        return JournalDamaged(name, f"event {missing[0]}", f"is missing; input {seq} published it", _RESTORE)
    events = (
        "" if not there else f" and event {there[0]}" if len(there) == 1 else f" and events {there[0]} to {there[-1]}"
    )
    wrong = f"with its effects{events} is not what was written: changed, cut or swapped with another"
    return JournalDamaged(name, f"input {seq}", wrong, _RESTORE)


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _moved(path: Path) -> JournalError:
    return JournalUnreadable(str(path), None, "a table began to write it while it was being read", "Read it again")


def translated(path: Path, error: sqlite3.Error, row: str | None = None) -> JournalError:
    """What an error of SQLite means for the person who reads the file."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF == sqlite3.SQLITE_NOTADB:
        return JournalDamaged(str(path), None, "is no SQLite file", "Check the name; the file was left as it is")
    if code is None or code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT):
        return JournalDamaged(str(path), row, f"is damaged ({error})", _RESTORE)
    return _unreadable(path, error)


def _unreadable(path: Path, error: Exception) -> JournalError:
    return JournalUnreadable(
        str(path),
        None,
        f"cannot be opened ({error})",
        "Check the disk, its free space, and the rights of the file and its folder",
    )


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
