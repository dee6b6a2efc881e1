"""How a command line names the keys with which it connects to a table; no command of its own."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.client import ClientKeys, KeysError, client_keys


def add_key_arguments(parser: argparse.ArgumentParser) -> None:
    """`--key FILE --table-key PUB`."""
    parser.add_argument("--key", type=Path, metavar="FILE", help="the own private key, as `studio keys new` made it")
    parser.add_argument(
        "--table-key",
        action="append",
        type=Path,
        metavar="PUB",
        help="the table's public key; once for each table, in their order. Without both the socket is plain",
    )


def keys_from(args: argparse.Namespace, tables: int = 1) -> list[ClientKeys] | None:
    """The keys for so many tables, in their order; None for plain sockets.

    Raises `KeysError` when one is named without the other, or not as many as there are tables.
    """
    public = args.table_key or []
    if args.key is None and not public:
        return None
    if args.key is None:
        raise KeysError("--table-key needs --key, the own private key")
    if len(public) != tables:
        raise KeysError(f"--table-key: {len(public)} given for {tables} tables; name each table's public key, in order")
    return [client_keys(args.key, file) for file in public]


def key_from(args: argparse.Namespace) -> ClientKeys | None:
    """The keys for one table. Raises as `keys_from` does."""
    keys = keys_from(args)
    return keys[0] if keys is not None else None
