"""The second copy of a journal, in another place: each transaction with its hash, in order.

It is written beside the table's loop and never holds the table up. What it lacks is caught up from the journal, also
after a restart; that it cannot be written is noticed, and so is that it can be again. Where a place lies: on another
disk (`copy_folder`), or in a PostgreSQL server (`copy_postgres`).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import Final, Protocol

from studio.journal import file
from studio.journal.chain import genesis, link
from studio.journal.errors import JournalDamaged, JournalError
from studio.journal.file import Meta, Row
from studio.journal.rows import Extent

EVERY_S: Final = 1.0
_AT_ONCE: Final = 1000
NOTHING: Final = -1


class CopyPlace(Protocol):
    """Where copies lie. Every method may be called in any thread, one at a time, and raises OSError when it cannot."""

    @property
    def name(self) -> str:
        """How a person calls the place."""
        ...

    def last(self, meta: Meta) -> tuple[int, bytes]:
        """Make the place ready for this journal; the last input that it holds, and the hash with it.

        0 and the genesis when it holds none. Raises `JournalDamaged` when what lies there is no copy of this journal.
        """
        ...

    def append(self, meta: Meta, rows: Sequence[Row]) -> None:
        """Add transactions, durably and all of them or none."""
        ...

    def rows(self, meta: Meta) -> Iterable[Row]:
        """Everything that the place holds of this journal, in order, unproved."""
        ...


class SecondCopy:
    """Copies the journal at `path` to `place`. `noticed` is told `copy_lost` and `copy_back`."""

    def __init__(self, path: Path, place: CopyPlace, noticed: Callable[[str, str], None]) -> None:
        self._path = path
        self._place = place
        self._noticed = noticed
        self.good = True
        self.copied_seq = NOTHING
        """The last input in the copy; `NOTHING` before it was looked at."""
        self._event_seq = 0
        self._one_at_a_time = Lock()

    async def run(self) -> None:
        """Copy each second until cancelled; what is left then, is caught up at the next start."""
        while True:
            await self.catch_up()
            await asyncio.sleep(EVERY_S)

    async def catch_up(self) -> None:
        """Copy what the copy lacks, in a thread of its own; notice when that fails, and when it works again."""
        try:
            while await asyncio.to_thread(self.copy_some):
                pass
        except (OSError, JournalError) as error:
            if self.good:
                self.good = False
                self._noticed("copy_lost", f"{self._place.name}: {error}")
            self.copied_seq = NOTHING  # what the place has kept of the last of it is looked at again
            return
        if not self.good:
            self.good = True
            self._noticed("copy_back", f"{self._place.name}: up to input {self.copied_seq}")

    def copy_some(self) -> bool:
        """Copy up to a thousand transactions durably; whether there may be more. Raises OSError, JournalError."""
        # A thread goes on when the task that waits for it is cancelled: the next one must not copy the same beside it.
        with self._one_at_a_time, file.reading(self._path) as connection:
            return self._copy_some(connection)

    def _copy_some(self, connection: sqlite3.Connection) -> bool:
        meta = file.read_meta(self._path, connection)
        if self.copied_seq == NOTHING:
            held, head = self._place.last(meta)
            _must_be_of(self._place.name, held, head, file.head_after(connection, meta, held))
            self.copied_seq, self._event_seq = held, file.last_event_of(connection, held)
        rows = file.rows_after(connection, self.copied_seq, self._event_seq, _AT_ONCE)
        if rows:
            self._place.append(meta, rows)
            self.copied_seq += len(rows)
            self._event_seq += sum(len(row.events) for row in rows)
        return len(rows) == _AT_ONCE


def copy_whole(path: Path, place: CopyPlace) -> None:
    """Bring the copy of a journal at rest up to its end, now. Raises OSError, JournalError where it cannot."""
    copy = SecondCopy(path, place, lambda *_: None)
    while copy.copy_some():
        pass


def check_rows(name: str, meta: Meta, rows: Iterable[Row]) -> Extent:
    """Prove the chain of a second copy; how far it goes. Raises `JournalDamaged`."""
    seq, events, before = 0, 0, genesis(*meta)
    for row in rows:
        seq += 1
        before = link(before, seq, row.input_json, row.effects_json, row.events)
        events += len(row.events)
        if row.seq != seq or before != row.hash:
            raise JournalDamaged(name, f"input {seq}", "is not what was written", "Compare it with the journal")
    return Extent(seq, events, before)


def _must_be_of(name: str, seq: int, copied: bytes, written: bytes | None) -> None:
    if written is None:
        wrong = f"holds input {seq}, which the journal does not: the end of the journal is lost"
        raise JournalDamaged(
            name, f"input {seq}", wrong, "Keep both; `studio journal restore` makes a journal of a copy"
        )
    if written != copied:
        wrong = "is not what the journal holds: one of the two was changed"
        raise JournalDamaged(name, f"input {seq}", wrong, "Keep both, and prove each: `studio verify`")
