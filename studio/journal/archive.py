"""Rotation: a journal of an earlier gaming day, wholly acknowledged, becomes a compressed archive with a manifest.

Nothing is deleted that has not been acknowledged, proved, archived, and read back from the archive.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import lzma
import os
from pathlib import Path
from typing import Any, Final

from studio.journal.errors import JournalError
from studio.journal.lock import WriterLock
from studio.journal.proof import Proof, prove
from studio.journal.signatures import Signers
from studio.journal.store import Journal

MANIFEST: Final = "manifest.jsonl"


class NotArchived(JournalError):  # noqa: N818 - what became of the journal
    """The journal may not go yet: something of it is not acknowledged, or the archive could not be read back."""


def gaming_day(utc: str, begins_hour: int) -> str:
    """The gaming day of a moment (`2026-11-30T05:59:00.000Z`), as `2026-11-29`; a day begins at `begins_hour` UTC."""
    moment = datetime.datetime.fromisoformat(utc) - datetime.timedelta(hours=begins_hour)
    return moment.date().isoformat()


def archive(path: Path, folder: Path, utc: str, signers: Signers | None = None) -> Path:
    """Put the journal at rest at `path` into `folder`, and remove it. Returns the archive. `utc` is now.

    The archive is `TABLE-EPOCH.journal.xz`; a line in `manifest.jsonl` says what is in it. Raises `NotArchived`,
    `JournalInUse`, `JournalDamaged` and OSError; the journal is then where it was.
    """
    Journal.open(path, signers=signers).close()  # folds the write-ahead log into the file
    lock = WriterLock(path)
    try:
        proof = prove(path, signers)
        if proof.acknowledged < proof.extent.events:
            wrong = f"is acknowledged up to event {proof.acknowledged} of {proof.extent.events} only"
            raise NotArchived(str(path), None, wrong, "Start its table and let the backend take what it lacks")
        target = folder / f"{proof.table}-{proof.epoch}.journal.xz"
        content = path.read_bytes()
        folder.mkdir(parents=True, exist_ok=True)
        _write(target, lzma.compress(content, preset=6))
        if lzma.decompress(target.read_bytes()) != content:
            raise NotArchived(str(target), None, "does not read back as it was written", "Check the archive's disk")
        _note(folder / MANIFEST, _manifest(target, content, proof, path, utc))
        for name in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            name.unlink(missing_ok=True)
    finally:
        lock.release()
    return target


def restore(archived: Path, to: Path) -> Path:
    """Take a journal out of its archive, to be verified, replayed or exported. Raises OSError, `lzma.LZMAError`."""
    journal = to / archived.name.removesuffix(".xz")
    journal.write_bytes(lzma.decompress(archived.read_bytes()))
    return journal


def _manifest(target: Path, content: bytes, proof: Proof, path: Path, utc: str) -> dict[str, Any]:
    times = [given.utc for _, given in Journal.open_read_only(path).inputs()]
    return {
        "archive": target.name,
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "journal_sha256": hashlib.sha256(content).hexdigest(),
        "table": proof.table,
        "epoch": proof.epoch,
        "inputs": proof.extent.inputs,
        "events": proof.extent.events,
        "head": proof.extent.hash.hex(),
        "signatures": len(proof.signatures),
        "signed_up_to_input": proof.signatures[-1].input_seq if proof.signatures else 0,
        "first_utc": times[0] if times else None,
        "last_utc": times[-1] if times else None,
        "archived_utc": utc,
    }


def _write(target: Path, content: bytes) -> None:
    draft = target.with_name(target.name + ".new")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(target)


def _note(manifest: Path, told: dict[str, Any]) -> None:
    with manifest.open("a", encoding="utf-8") as file:
        file.write(json.dumps(told) + "\n")
        file.flush()
        os.fsync(file.fileno())
