"""A signature stands for everything that a journal held at one moment: it is over the head of the chain (Ed25519)."""

from __future__ import annotations

import hashlib
import struct
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_PURPOSE: Final = b"studio journal signature 1\0"


class Signature(NamedTuple):
    """`input_seq` is the last input that it covers, `head` the hash there (32 bytes), `key` the fingerprint."""

    input_seq: int
    head: bytes
    utc: str
    key: str
    signature: bytes


def fingerprint(key: Ed25519PublicKey) -> str:
    """A short name of a signing key: the first 16 hex digits of SHA-256 of its 32 bytes."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:16]


def sign(key: Ed25519PrivateKey, table: str, epoch: str, input_seq: int, head: bytes, utc: str) -> Signature:
    """Sign the head of the chain as it is after input `input_seq`."""
    name = fingerprint(key.public_key())
    return Signature(input_seq, head, utc, name, key.sign(_message(table, epoch, input_seq, head, utc)))


def is_genuine(key: Ed25519PublicKey, table: str, epoch: str, signature: Signature) -> bool:
    """Whether `key` signed exactly this, for this table and epoch."""
    message = _message(table, epoch, signature.input_seq, signature.head, signature.utc)
    try:
        key.verify(signature.signature, message)
    except InvalidSignature:
        return False
    return True


def _message(table: str, epoch: str, input_seq: int, head: bytes, utc: str) -> bytes:
    parts = [_PURPOSE, struct.pack(">Q", input_seq)]
    for part in (table.encode(), epoch.encode(), head, utc.encode()):
        parts += [struct.pack(">Q", len(part)), part]
    return b"".join(parts)
