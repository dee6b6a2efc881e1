"""The snapshots in a journal's file: a table's state as it was when nothing was in progress, so that a start is quick.

A snapshot's bytes lie beside the chain; its SHA-256 stands in the chain, as the input `SnapshotTaken` that was written
in the same transaction. A start takes up the newest one that is what the chain says, that this very software took, and,
where the table signs, that a signature covers. What does not fit is passed over with its reason, down to none: then
every input is handled again. `studio replay` proves each digest, also of snapshots that are gone.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Container
from typing import Final, NamedTuple

from studio.journal.chain import decode_input
from studio.journal.errors import JournalDamaged
from studio.round.inputs import SnapshotTaken

KEPT: Final = 2
"""How many snapshots a journal keeps: should the newest not fit, the one before it is not far."""

_TABLE = "CREATE TABLE IF NOT EXISTS snapshots (input_seq INTEGER PRIMARY KEY, body BLOB NOT NULL)"


class TakesUp(NamedTuple):
    """What can go on from a snapshot: a fresh handler that `take_up` brings to a state (ValueError for none).

    `software` is the digest of the software that runs now; `passed_over` is told why a snapshot was not taken up.
    """

    software: str
    take_up: Callable[[bytes], None]
    passed_over: Callable[[str], None]


def digest_of(body: bytes) -> str:
    """What the chain holds of a snapshot: SHA-256 of its bytes, in hex."""
    return hashlib.sha256(body).hexdigest()


def write(connection: sqlite3.Connection, input_seq: int, body: bytes) -> None:
    """Keep the snapshot that input `input_seq` names, within the caller's transaction; drop those before the last two.

    Raises `sqlite3.Error`.
    """
    connection.execute(_TABLE)
    connection.execute("INSERT INTO snapshots VALUES (?, ?)", (input_seq, body))
    last = "SELECT input_seq FROM snapshots ORDER BY input_seq DESC LIMIT ?"
    connection.execute(f"DELETE FROM snapshots WHERE input_seq NOT IN ({last})", (KEPT,))


def drop(connection: sqlite3.Connection) -> None:
    """Take all snapshots away: the next start proves and handles everything again. Raises `sqlite3.Error`."""
    connection.execute("DROP TABLE IF EXISTS snapshots")


def taken_up(name: str, connection: sqlite3.Connection, signed: Container[int] | None, by: TakesUp) -> int:
    """Bring `by` to the newest snapshot that fits; return the number of the input that names it, 0 for none.

    `signed` are the inputs after which there is a signature, None where none is asked for. That the input itself is
    what was written, is for whoever proves the chain from there on.
    """
    for seq in _kept(connection, by):
        why = _why_not(name, connection, seq, signed, by)
        if why is None:
            return seq
        by.passed_over(f"the snapshot of input {seq} {why}")
    return 0


def _kept(connection: sqlite3.Connection, by: TakesUp) -> list[int]:
    try:
        if connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'snapshots'").fetchone()[0] == 0:
            return []
        return [seq for (seq,) in connection.execute("SELECT input_seq FROM snapshots ORDER BY input_seq DESC")]
    except sqlite3.Error as error:
        by.passed_over(f"the snapshots cannot be read ({error})")
        return []


def _why_not(
    name: str, connection: sqlite3.Connection, seq: int, signed: Container[int] | None, by: TakesUp
) -> str | None:
    """Why a snapshot is not taken up, in words; None when it has been."""
    try:
        ((body,),) = connection.execute("SELECT body FROM snapshots WHERE input_seq = ?", (seq,))
        named = connection.execute("SELECT body FROM inputs WHERE seq = ?", (seq,)).fetchone()
        given = decode_input(name, seq, named[0]) if named else None
    except (sqlite3.Error, JournalDamaged, TypeError) as error:
        return f"cannot be read ({error})"
    if not isinstance(given, SnapshotTaken):
        return "is not named by the journal"
    if not isinstance(body, bytes) or digest_of(body) != given.digest:
        return "is not what the journal says it was"
    if given.software != by.software:
        return "was taken by other software"
    if signed is not None and seq not in signed:
        return "is not covered by a signature"
    try:
        by.take_up(body)
    except ValueError as error:
        return str(error)
    return None
