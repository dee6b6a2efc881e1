"""A second copy on another disk: `TABLE-EPOCH.copy`, a line of JSON a transaction, readable without this software."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from studio.journal.chain import genesis
from studio.journal.copy import check_rows
from studio.journal.errors import JournalDamaged
from studio.journal.file import Meta, Row
from studio.journal.rows import Extent

_FROM_THE_END: Final = 1 << 16


class FolderCopies:
    """A `CopyPlace`: a folder, which must be there (a disk that is not mounted is noticed)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def name(self) -> str:
        """The folder."""
        return str(self._folder)

    def last(self, meta: Meta) -> tuple[int, bytes]:
        """See `CopyPlace`. A line that was not finished is cut off."""
        target = self._of(meta)
        if not self._folder.is_dir():
            raise FileNotFoundError(f"{self._folder} is not there: is its disk mounted?")
        head = (json.dumps({"studio_copy": 1, **meta._asdict()}) + "\n").encode()
        if not target.exists():
            target.write_bytes(head)
            return 0, genesis(*meta)
        with target.open("r+b") as copy:
            if copy.readline() != head:
                raise JournalDamaged(str(target), None, "is the copy of another journal", "Move it away")
            line = _last_line(copy, len(head))
        if not line:
            return 0, genesis(*meta)
        row = _row(target, line)
        return row.seq, row.hash

    def append(self, meta: Meta, rows: Sequence[Row]) -> None:
        """See `CopyPlace`."""
        with self._of(meta).open("ab") as copy:
            copy.writelines(map(_line, rows))
            copy.flush()
            os.fsync(copy.fileno())

    def rows(self, meta: Meta) -> Iterator[Row]:
        """See `CopyPlace`. Raises `JournalDamaged` for a line that is none."""
        return read_copy(self._of(meta))[1]

    def _of(self, meta: Meta) -> Path:
        return self._folder / f"{meta.table}-{meta.epoch}.copy"


def read_copy(path: Path) -> tuple[Meta, Iterator[Row]]:
    """Whose copy a file is, and what is in it, unproved. Raises OSError, `JournalDamaged`."""
    with path.open("rb") as copy:
        try:
            head = json.loads(copy.readline())
            meta = Meta(head["table"], head["epoch"], head["created_utc"])
        except (ValueError, KeyError, TypeError) as error:
            raise JournalDamaged(
                str(path), None, f"is no copy of a journal ({error})", "Compare it with the journal"
            ) from error
    return meta, _rows(path)


def check_copy(path: Path) -> Extent:
    """Prove the chain of a copy; how far it goes. Raises OSError, `JournalDamaged`."""
    meta, rows = read_copy(path)
    return check_rows(str(path), meta, rows)


def _rows(path: Path) -> Iterator[Row]:
    with path.open("rb") as copy:
        copy.readline()
        for line in copy:
            yield _row(path, line)


def _row(path: Path, line: bytes) -> Row:
    try:
        told = json.loads(line)
        events = [(one["seq"], one["id"].encode(), one["body"].encode()) for one in told["events"]]
        return Row(told["seq"], told["input"].encode(), told["effects"].encode(), events, bytes.fromhex(told["hash"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise JournalDamaged(
            str(path), None, f"is no copy of a journal ({error})", "Compare it with the journal"
        ) from error


def _line(row: Row) -> bytes:
    told: dict[str, Any] = {
        "seq": row.seq,
        "input": row.input_json.decode(),
        "effects": row.effects_json.decode(),
        "events": [{"seq": seq, "id": name.decode(), "body": body.decode()} for seq, name, body in row.events],
        "hash": row.hash.hex(),
    }
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"


def _last_line(copy: BinaryIO, begins: int) -> bytes:
    """The last whole line after place `begins`, empty for none; what follows it is cut off. A copy may be very long."""
    size = copy.seek(0, os.SEEK_END)
    found = b""
    at = size
    while at > begins and found.count(b"\n") < 2:
        step = min(_FROM_THE_END, at - begins)
        at -= step
        copy.seek(at)
        found = copy.read(step) + found
    whole = found[: found.rfind(b"\n") + 1]
    if len(whole) < len(found):
        copy.truncate(at + len(whole))
    return whole[whole.rfind(b"\n", 0, -1) + 1 :]
