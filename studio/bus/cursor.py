"""A consumer's own durable cursor, for a backend whose books are not a database that it can commit to by itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeAlias

from studio.bus.errors import EventChanged
from studio.bus.store_file import StoreKind, open_store
from studio.messages.events import AnyEvent

Apply: TypeAlias = Callable[[AnyEvent], Awaitable[None]]

KEPT: Final = 4096
"""Events of a table by which one that comes again is compared; older ones are taken for what they were."""

_KIND: Final = StoreKind(
    0x53435331,  # "SCS1"
    1,
    """
    CREATE TABLE applied (
        table_name TEXT NOT NULL,
        epoch TEXT NOT NULL,
        seq INTEGER NOT NULL,
        digest BLOB NOT NULL,
        PRIMARY KEY (table_name, epoch, seq)
    ) WITHOUT ROWID
    """,
)


class CursorStore:
    """A `ResultStore`: has `apply` do what follows from an event, then remembers, durably, that it is done.

    Between the two a crash is possible: then `apply` is called once more with the same event, as the first after the
    restart. It must therefore change nothing when it has seen `event.id` before; a unique key on it is the usual way.
    What `apply` raises goes through: `EventRejected` has the table told why and hold the event, all else ends the
    consumer, and the event comes again.

    Raises `StoreRefused` as `open_store` does.
    """

    def __init__(self, path: Path, apply: Apply) -> None:
        self._apply = apply
        self._db = open_store(path, _KIND)

    async def have_seq(self, table: str, epoch: str) -> int:
        """The last event of this table and epoch that is done, 0 when there is none."""
        found: int | None = self._db.execute(
            "SELECT max(seq) FROM applied WHERE table_name = ? AND epoch = ?", (table, epoch)
        ).fetchone()[0]
        return found or 0

    async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
        """Have the event applied and remember it; False when it is done already.

        Raises `EventChanged`, `sqlite3.Error`, and what `apply` raises.
        """
        digest = blake2b(body, digest_size=16).digest()
        if event.seq <= await self.have_seq(event.table, epoch):
            key = (event.table, epoch, event.seq)
            known = self._db.execute(
                "SELECT digest FROM applied WHERE table_name = ? AND epoch = ? AND seq = ?", key
            ).fetchone()
            if known is not None and known[0] != digest:
                raise EventChanged(f"{event.id} was applied with another content than the table sent now")
            return False
        await self._apply(event)
        self._db.execute("INSERT INTO applied VALUES (?, ?, ?, ?)", (event.table, epoch, event.seq, digest))
        if event.seq % KEPT == 0:
            self._db.execute(
                "DELETE FROM applied WHERE table_name = ? AND epoch = ? AND seq <= ?",
                (event.table, epoch, event.seq - KEPT),
            )
        return True

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
