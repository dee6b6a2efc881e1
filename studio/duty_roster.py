"""Nobody deals at two tables: a lock for each dealer on duty, in a folder that the tables of a host share.

The lock is the operating system's, so that a table that dies gives its dealer free (field standards 5.23).
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from urllib.parse import quote


class DutyRoster:
    """The dealer of one table, held against the other tables of the host."""

    def __init__(self, folder: Path, table: str) -> None:
        self._folder = folder
        self._table = table
        self._held: dict[str, int] = {}

    def take(self, dealer: str) -> str | None:
        """Hold `dealer` for this table; returns why not, naming the table where the dealer is on duty."""
        if dealer in self._held:
            return None
        self._folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(self._folder / f"{quote(dealer, safe='')}.on-duty", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            elsewhere = os.read(lock, 200).decode(errors="replace")
            os.close(lock)
            return f"{dealer} is on duty at {elsewhere or 'another table'}"
        os.ftruncate(lock, 0)
        os.write(lock, self._table.encode())
        self._held[dealer] = lock
        return None

    def keep_only(self, *dealers: str | None) -> None:
        """Let go of everybody but `dealers`."""
        for name in [name for name in self._held if name not in dealers]:
            os.close(self._held.pop(name))

    def close(self) -> None:
        """Let go of everybody."""
        self.keep_only(None)
