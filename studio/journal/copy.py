"""The second copy of a journal, on another disk: each transaction as a line of JSON with its hash, in order.

It is written beside the table's loop and never holds the table up. What it lacks is caught up from the journal, also
after a restart; that it cannot be written is noticed, and so is that it can be again.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from studio.journal import file
from studio.journal.chain import genesis, link
from studio.journal.errors import JournalDamaged, JournalError

EVERY_S: Final = 1.0
_AT_ONCE: Final = 1000


class SecondCopy:
    """Copies the journal at `path` into `folder/TABLE-EPOCH.copy`. `noticed` is told `copy_lost` and `copy_back`."""

    def __init__(self, path: Path, folder: Path, noticed: Callable[[str, str], None]) -> None:
        self._path = path
        self._folder = folder
        self._noticed = noticed
        self.good = True
        self.copied_seq = -1
        """The last input in the copy; -1 before it was looked at."""
        self._event_seq = 0

    async def run(self) -> None:
        """Copy each second until cancelled; what is left then, is caught up at the next start."""
        while True:
            await self.catch_up()
            await asyncio.sleep(EVERY_S)

    async def catch_up(self) -> None:
        """Copy what the copy lacks, in a thread of its own; notice when that fails, and when it works again."""
        try:
            while await asyncio.to_thread(self._copy_some):
                pass
        except (OSError, JournalError) as error:
            if self.good:
                self.good = False
                self._noticed("copy_lost", str(error))
            self.copied_seq = -1  # what the disk has kept of the last lines is looked at again
            return
        if not self.good:
            self.good = True
            self._noticed("copy_back", f"up to input {self.copied_seq}")

    def _copy_some(self) -> bool:
        """Append up to a thousand transactions durably; whether there may be more."""
        with file.reading(self._path) as connection:
            meta = file.read_meta(self._path, connection)
            target = self._folder / f"{meta.table}-{meta.epoch}.copy"
            if self.copied_seq < 0:
                self.copied_seq = _prepare(target, meta)
                self._event_seq = file.last_event_of(connection, self.copied_seq)
            rows = file.rows_after(connection, self.copied_seq, self._event_seq, _AT_ONCE)
        lines = [_line(row) for row in rows]
        if lines:
            with target.open("ab") as copy:
                copy.writelines(lines)
                copy.flush()
                os.fsync(copy.fileno())
            self.copied_seq += len(lines)
            self._event_seq += sum(len(row.events) for row in rows)
        return len(lines) == _AT_ONCE


def check_copy(path: Path) -> int:
    """Prove the chain of a second copy; return how many transactions it holds. Raises `JournalDamaged`."""
    remedy = "Compare it with the journal"
    with path.open(encoding="utf-8") as copy:
        try:
            head = json.loads(copy.readline())
            before = genesis(head["table"], head["epoch"], head["created_utc"])
            seq = 0
            for line in copy:
                row = json.loads(line)
                seq += 1
                events = [(one["seq"], one["id"].encode(), one["body"].encode()) for one in row["events"]]
                before = link(before, seq, row["input"].encode(), row["effects"].encode(), events)
                if row["seq"] != seq or before.hex() != row["hash"]:
                    raise JournalDamaged(str(path), f"input {seq}", "is not what was written", remedy)
        except (ValueError, KeyError, TypeError) as error:
            raise JournalDamaged(str(path), None, f"is no copy of a journal ({error})", remedy) from error
    return seq


def _prepare(target: Path, meta: file.Meta) -> int:
    """Make the copy, or cut off a line that was not finished; the last input that it holds."""
    if not target.parent.is_dir():
        raise FileNotFoundError(f"{target.parent} is not there: is its disk mounted?")
    head = json.dumps({"studio_copy": 1, **meta._asdict()}) + "\n"
    if not target.exists():
        target.write_text(head, encoding="utf-8")
        return 0
    content = target.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        with target.open("r+b") as copy:
            copy.truncate(len(whole))
    lines = whole.splitlines()
    if not lines or lines[0] != head.strip().encode():
        raise JournalDamaged(str(target), None, "is the copy of another journal", "Move it away")
    return len(lines) - 1


def _line(row: file.Row) -> bytes:
    told: dict[str, Any] = {
        "seq": row.seq,
        "input": row.input_json.decode(),
        "effects": row.effects_json.decode(),
        "events": [{"seq": seq, "id": name.decode(), "body": body.decode()} for seq, name, body in row.events],
        "hash": row.hash.hex(),
    }
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"
