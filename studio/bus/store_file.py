"""The SQLite file of a consumer: made when absent, known by its header, and left alone when it is something else."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import NamedTuple

from studio.bus.errors import StoreRefused


class StoreKind(NamedTuple):
    """What a file is: the id and version in its header, and its tables."""

    application_id: int
    version: int
    tables: str


def open_store(path: Path | None, kind: StoreKind) -> sqlite3.Connection:
    """A connection that commits each statement durably; `path` None keeps it in memory.

    Raises `StoreRefused` for a file that is not such a store, is of another version, or cannot be written.
    """
    name = str(path) if path else ":memory:"
    try:
        connection = sqlite3.connect(name, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreRefused(f"cannot open the store {name}: {error}; its directory must exist") from error
    try:
        _prepare(connection, name, kind)
    except sqlite3.Error as error:
        connection.close()
        raise StoreRefused(f"cannot use {name} as a store: {error}; name another file") from error
    except StoreRefused:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, name: str, kind: StoreKind) -> None:
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    fresh = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not fresh and application != kind.application_id:
        raise StoreRefused(f"{name} is a database of something else; name another file")
    if not fresh and version != kind.version:
        raise StoreRefused(f"{name} has version {version}, this backend reads {kind.version}; use the backend it is of")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if fresh:
        connection.executescript(
            f"BEGIN; {kind.tables}; PRAGMA application_id = {kind.application_id};"
            f" PRAGMA user_version = {kind.version}; COMMIT"
        )
