"""`studio backend`: the reference consumer of results."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
from pathlib import Path

from studio import logs
from studio.backend import run_backend
from studio.client import ClientKeys, EndpointRefused, KeysError, OnEvent, StoreRefused
from studio.commands.connection import add_key_arguments, keys_from
from studio.messages.events import AnyEvent, CardDealt, RoundResult

HELP = "receive the results of tables: acknowledge, drop what was seen, print"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `studio backend`."""
    parser.add_argument(
        "--connect",
        action="append",
        required=True,
        metavar="ENDPOINT",
        help="result endpoint of a table, such as tcp://127.0.0.1:5500; once for each table",
    )
    parser.add_argument("--name", default="backend", help="the consumer's name that the tables are set to serve")
    parser.add_argument("--store", type=Path, metavar="FILE", help="where to keep what was received; made when absent")
    add_key_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print each event as one line of JSON, as it was stored")


def run(args: argparse.Namespace) -> int:
    """Receive until interrupted. Status 0 after Ctrl-C or SIGTERM, 2 for a wrong endpoint or store, 1 when it fails."""
    if args.store is None:
        print(
            "studio backend: no --store: what is received is kept in memory and comes again after a restart",
            file=sys.stderr,
        )
    logs.configure()
    show = _show_json if args.json else _show_line
    try:
        keys = keys_from(args, len(args.connect))
        asyncio.run(_until_stopped(args.connect, args.name, args.store, show, keys))
    except (EndpointRefused, StoreRefused, KeysError) as error:
        print(f"studio backend: {error}", file=sys.stderr)
        return 2
    except sqlite3.Error as error:
        print(
            f"studio backend: cannot write the store {args.store}: {error}; nothing further was acknowledged",
            file=sys.stderr,
        )
        return 1
    except BrokenPipeError:
        # Whoever read our lines has gone; what was acknowledged is stored.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


async def _until_stopped(
    endpoints: list[str], name: str, store: Path | None, show: OnEvent, keys: list[ClientKeys] | None
) -> None:
    loop = asyncio.get_running_loop()
    work = asyncio.ensure_future(run_backend(endpoints, name, store, show, keys))
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, work.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await work


def _show_json(event: AnyEvent, body: bytes) -> None:
    print(body.decode(), flush=True)


def _show_line(event: AnyEvent, body: bytes) -> None:
    match event:
        case RoundResult():
            told = event.outcome
        case CardDealt():
            told = f"{event.card} to {event.position}"
        case _:
            told = ""
    kind = event.__struct_config__.tag
    print(
        f"{event.utc} {event.table:<12} {event.seq:>7} {kind:<20} {event.round or '':<24} {told}".rstrip(), flush=True
    )
