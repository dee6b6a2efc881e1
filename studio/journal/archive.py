"""Rotation: a journal at rest, wholly acknowledged, becomes a compressed archive with a line in a manifest.

Nothing is deleted that has not been acknowledged, proved, copied to every second place that the table has, archived,
and read back from the archive.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import lzma
import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from studio.journal import file
from studio.journal.copy import CopyPlace, check_rows, copy_whole
from studio.journal.errors import JournalError
from studio.journal.lock import WriterLock
from studio.journal.proof import Proof, prove
from studio.journal.signatures import Signers
from studio.journal.store import Journal

MANIFEST: Final = "manifest.jsonl"
_PIECE: Final = 1 << 20


class NotArchived(JournalError):  # noqa: N818 - what became of the journal
    """The journal may not go yet: something of it is not acknowledged or copied, or the archive does not read back."""


def gaming_day(utc: str, begins_hour: int) -> str:
    """The gaming day of a moment (`2026-11-30T05:59:00.000Z`), as `2026-11-29`; a day begins at `begins_hour` UTC."""
    moment = datetime.datetime.fromisoformat(utc) - datetime.timedelta(hours=begins_hour)
    return moment.date().isoformat()


def archive(
    path: Path, folder: Path, utc: str, signers: Signers | None = None, copies: Sequence[CopyPlace] = ()
) -> Path:
    """Put the journal at rest at `path` into `folder`, and remove it. Returns the archive. `utc` is now.

    The archive is `TABLE-EPOCH.journal.xz`; a line in `manifest.jsonl` says what is in it. `copies` are the second
    places: each must hold the whole journal before it goes. What the next journal follows upon is left beside it, see
    `former`. Raises `NotArchived`, `JournalInUse`, `JournalDamaged` and OSError; the journal is then where it was.
    """
    Journal.open(path, signers=signers).close()  # folds the write-ahead log into the file
    lock = WriterLock(path)
    try:
        proof = prove(path, signers)
        if proof.acknowledged < proof.extent.events:
            wrong = f"is acknowledged up to event {proof.acknowledged} of {proof.extent.events} only"
            raise NotArchived(str(path), None, wrong, "Let the backend take what it lacks: `studio journal deliver`")
        for place in copies:
            _must_hold(place, path, proof)
        target = folder / f"{proof.table}-{proof.epoch}.journal.xz"
        folder.mkdir(parents=True, exist_ok=True)
        _write(target, path)
        with path.open("rb") as journal, lzma.open(target) as archived:
            digest = _sha256(journal)
            if _sha256(archived) != digest:
                raise NotArchived(str(target), None, "does not read back as it was written", "Check the archive's disk")
        told = _manifest(target, digest, proof, path, utc)
        _note(folder / MANIFEST, told)
        _leave(path, told)
        for name in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            name.unlink(missing_ok=True)
    finally:
        lock.release()
    return target


def former(path: Path) -> dict[str, Any] | None:
    """What was in the journal that lay at `path` last, as its manifest says; None when none was archived from there."""
    left = _left_beside(path)
    return json.loads(left.read_text(encoding="utf-8")) if left.exists() else None


def restore(archived: Path, to: Path) -> Path:
    """Take a journal out of its archive, to be verified, replayed or exported. Raises OSError, `lzma.LZMAError`."""
    journal = to / archived.name.removesuffix(".xz")
    with lzma.open(archived) as packed, journal.open("xb") as unpacked:
        shutil.copyfileobj(packed, unpacked, _PIECE)
    return journal


def restore_copy(meta: file.Meta, rows: Iterable[file.Row], to: Path) -> Path:
    """Make a journal of a second copy, and prove it. Acknowledgements are not in a copy: everything is sent again.

    Raises `JournalExists`, `JournalDamaged`, OSError.
    """
    journal = to / f"{meta.table}.journal"
    lock = WriterLock(journal)
    try:
        file.write_new(journal, meta)
        try:
            file.fill(journal, rows)
            prove(journal)
        except BaseException:
            journal.unlink()
            raise
    finally:
        lock.release()
    return journal


def _must_hold(place: CopyPlace, path: Path, proof: Proof) -> None:
    """The place holds the whole journal, as it was written: caught up, read back and proved."""
    remedy = "Make the place reachable again; the journal stays until it holds everything"
    meta = file.Meta(proof.table, proof.epoch, Journal.open_read_only(path).created_utc)
    try:
        copy_whole(path, place)
        held = check_rows(place.name, meta, place.rows(meta))
    except (OSError, JournalError) as error:
        raise NotArchived(str(path), None, f"is not whole in its second place ({error})", remedy) from error
    if held != proof.extent:
        wrong = f"is in {place.name} up to input {held.inputs} of {proof.extent.inputs} only"
        raise NotArchived(str(path), None, wrong, remedy)


def _manifest(target: Path, digest: str, proof: Proof, path: Path, utc: str) -> dict[str, Any]:
    journal = Journal.open_read_only(path)
    with target.open("rb") as archived:
        packed = _sha256(archived)
    return {
        "archive": target.name,
        "sha256": packed,
        "journal_sha256": digest,
        "table": proof.table,
        "epoch": proof.epoch,
        "inputs": proof.extent.inputs,
        "events": proof.extent.events,
        "head": proof.extent.hash.hex(),
        "signatures": len(proof.signatures),
        "signed_up_to_input": proof.signatures[-1].input_seq if proof.signatures else 0,
        "first_utc": journal.utc_of(1),
        "last_utc": journal.utc_of(proof.extent.inputs),
        "archived_utc": utc,
    }


def _sha256(content: BinaryIO | lzma.LZMAFile) -> str:
    digest = hashlib.sha256()
    while piece := content.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest()


def _write(target: Path, path: Path) -> None:
    draft = target.with_name(target.name + ".new")
    with path.open("rb") as journal, draft.open("wb") as file_, lzma.open(file_, "wb", preset=6) as packed:
        shutil.copyfileobj(journal, packed, _PIECE)
    _sync(draft)
    draft.replace(target)


def _note(manifest: Path, told: dict[str, Any]) -> None:
    with manifest.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(told) + "\n")
    _sync(manifest)


def _leave(path: Path, told: dict[str, Any]) -> None:
    left = _left_beside(path)
    draft = left.with_name(left.name + ".new")
    draft.write_text(json.dumps(told) + "\n", encoding="utf-8")
    _sync(draft)
    draft.replace(left)


def _left_beside(path: Path) -> Path:
    return path.with_name(path.name + ".former")


def _sync(written: Path) -> None:
    with written.open("rb") as handle:
        os.fsync(handle.fileno())
