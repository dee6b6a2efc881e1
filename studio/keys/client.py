"""What a backend, a screen or a technician needs to connect to a table: the own key, and the table's public one."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import zmq

from studio.keys.files import KeysError, PrivateKey, PublicKey, read_private, read_public


class ClientKeys(NamedTuple):
    """`table` is whom the socket expects at the other end: another one is not talked to."""

    own: PrivateKey
    table: PublicKey

    def options(self) -> dict[int, int | bytes]:
        """Options of a socket that connects to the table."""
        public, secret = self.own.curve_pair
        return {
            zmq.CURVE_SERVERKEY: self.table.curve.encode(),
            zmq.CURVE_PUBLICKEY: public,
            zmq.CURVE_SECRETKEY: secret,
        }


def client_keys(own: Path, table: Path) -> ClientKeys:
    """The keys from their files: `NAME.key`, private, and the table's `.pub`. Raises `KeysError`."""
    known = read_public(table)
    if known.role != "table":
        raise KeysError(f"{table}: is the key of a {known.role}, not of a table")
    return ClientKeys(read_private(own), known)
