"""One process writes a journal: a lock on a file beside it, which the kernel lets go when the process ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from studio.journal.errors import JournalInUse, JournalUnreadable


class WriterLock:
    """Holds `PATH.lock` until `release()`. The file stays; the lock on it is what counts."""

    def __init__(self, path: Path) -> None:
        """Raises `JournalInUse` when another writer holds it, `JournalUnreadable` when the lock file cannot be made."""
        beside = path.with_name(path.name + ".lock")
        try:
            handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            wrong = f"its lock {beside.name} cannot be made ({error.strerror})"
            raise JournalUnreadable(str(path), None, wrong, "Check the disk and the rights of the folder") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(handle, 32).decode(errors="replace").strip() or "unknown"
            os.close(handle)
            wrong = f"is being written by another process (number {holder})"
            remedy = "A table runs once: stop the other process first, or only read the journal"
            raise JournalInUse(str(path), None, wrong, remedy) from error
        self._handle: int | None = handle
        try:
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.release()
            wrong = f"its lock {beside.name} cannot be written ({error.strerror})"
            raise JournalUnreadable(str(path), None, wrong, "Check the disk, its free space and its rights") from error

    def release(self) -> None:
        """Let another writer in. May be called twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
