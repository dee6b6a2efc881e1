"""The signatures in a journal's file: beside the chain, so that they are copied with it, and outside of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from studio.journal.errors import JournalDamaged
from studio.journal.rows import Entry
from studio.keys.signing import Signature, is_genuine

Signers: TypeAlias = Mapping[str, Ed25519PublicKey]
"""Fingerprint to the key that proves its signatures."""

_TABLE = (
    "CREATE TABLE IF NOT EXISTS signatures (input_seq INTEGER PRIMARY KEY, head BLOB NOT NULL, utc TEXT NOT NULL,"
    " key TEXT NOT NULL, signature BLOB NOT NULL)"
)
_KEEP = "The file was left as it is: keep it for whoever looks into this, and put a whole copy in its place"


def read(connection: sqlite3.Connection) -> dict[int, Signature]:
    """Input to the signature over the head after it; empty for a journal that was never signed."""
    known = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'signatures'").fetchone()[0]
    if not known:
        return {}
    rows = connection.execute("SELECT input_seq, head, utc, key, signature FROM signatures ORDER BY input_seq")
    return {seq: Signature(seq, _bytes(head), _text(utc), _text(key), _bytes(sig)) for seq, head, utc, key, sig in rows}


def write(connection: sqlite3.Connection, signature: Signature) -> None:
    """Keep a signature, durably when this returns. Raises `sqlite3.Error`."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(_TABLE)
    connection.execute("INSERT OR REPLACE INTO signatures VALUES (?, ?, ?, ?, ?)", signature)
    connection.execute("COMMIT")


def checked(
    name: str,
    table: str,
    epoch: str,
    entries: Iterator[Entry],
    signatures: Mapping[int, Signature],
    signers: Signers | None,
) -> Iterator[Entry]:
    """The proved transactions, each with the signature after it checked. Raises `JournalDamaged`."""
    left = dict(signatures)
    for entry in entries:
        signature = left.pop(entry.seq, None)
        if signature is not None:
            _check(name, table, epoch, signature, entry.hash, signers)
        yield entry
    for signature in left.values():
        _check(name, table, epoch, signature, None, signers)


def _check(
    name: str, table: str, epoch: str, signature: Signature, head: bytes | None, signers: Signers | None
) -> None:
    """A signature must be over the head of the chain at its place (None: there is no such input), by a known key.

    With `signers` None its bytes are compared and its maker is not. Raises `JournalDamaged`.
    """
    row = f"signature after input {signature.input_seq}"
    if head is None:
        wrong = "is over an input that is not there: the end of the journal is lost"
        raise JournalDamaged(name, row, wrong, _KEEP)
    if signature.head != head:
        wrong = "is over another content: the journal was written anew, or the signature was changed"
        raise JournalDamaged(name, row, wrong, _KEEP)
    if signers is None:
        return
    key = signers.get(signature.key)
    if key is None:
        wrong = f"is by a key that is not given ({signature.key}); known are {', '.join(signers) or 'none'}"
        raise JournalDamaged(name, row, wrong, "Give the public key of the table that wrote it, also a revoked one")
    if not is_genuine(key, table, epoch, signature):
        raise JournalDamaged(name, row, f"is not by the key {signature.key}: changed or forged", _KEEP)


def _text(cell: object) -> str:
    return cell.decode(errors="replace") if isinstance(cell, bytes) else repr(cell)


def _bytes(cell: object) -> bytes:
    return cell if isinstance(cell, bytes) else b""
