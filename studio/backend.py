"""The reference consumer: a betting backend reduced to its duty. It commits each event once, then acknowledges it.

What a real backend does with an event (settle bets) belongs into the transaction of `BackendStore.commit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from studio.bus.consumer import OnEvent, ResultConsumer
from studio.bus.errors import EventChanged
from studio.bus.store_file import StoreKind, open_store
from studio.keys.client import ClientKeys
from studio.messages.events import AnyEvent

_KIND: Final = StoreKind(
    0x53424B31,  # "SBK1"
    1,
    """
    CREATE TABLE event (
        table_name TEXT NOT NULL,
        epoch TEXT NOT NULL,
        seq INTEGER NOT NULL,
        id TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_name, epoch, seq)
    )
    """,
)


class BackendStore:
    """Events in SQLite: unique by id, numbered by table, epoch and seq. How far it goes is read from its rows.

    `path` None keeps it in memory. Raises `StoreRefused` for a file that is not a store, is of another version, or
    cannot be written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.duplicates = 0
        """Events that came again and were dropped, since the store was opened."""
        self._db = open_store(path, _KIND)

    async def have_seq(self, table: str, epoch: str) -> int:
        """The last event of this table and epoch that is committed, 0 when there is none."""
        found: int | None = self._db.execute(
            "SELECT max(seq) FROM event WHERE table_name = ? AND epoch = ?", (table, epoch)
        ).fetchone()[0]
        return found or 0

    async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
        """Keep the event durably; False when it is there already. Raises `EventChanged`, `sqlite3.Error`."""
        done = self._db.execute(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            (event.table, epoch, event.seq, event.id, event.__struct_config__.tag, body),
        )
        if done.rowcount == 1:
            return True
        if self.body(event.id) != body:
            raise EventChanged(f"{event.id} is stored with another content than the table sent now")
        self.duplicates += 1
        return False

    def body(self, event_id: str) -> bytes | None:
        """The stored JSON of an event, or None."""
        row = self._db.execute("SELECT body FROM event WHERE id = ?", (event_id,)).fetchone()
        return row[0] if row else None

    def ids(self) -> list[str]:
        """All events in the order in which they were committed."""
        return [row[0] for row in self._db.execute("SELECT id FROM event ORDER BY rowid")]

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


async def run_backend(
    endpoints: Sequence[str],
    name: str,
    store_path: Path | None,
    on_event: OnEvent | None = None,
    keys: Sequence[ClientKeys] | None = None,
) -> None:
    """Follow the tables at `endpoints` as consumer `name` until cancelled, each event once, in order a table.

    `on_event` is called after an event is committed and its acknowledgement sent, once an event. Raises
    `StoreRefused`, `EndpointRefused`, `sqlite3.Error` when the store cannot be written.
    """
    store = BackendStore(store_path)
    try:
        await ResultConsumer(endpoints, name, store, on_event, keys=keys).run()
    finally:
        store.close()
