"""`studio watch RESULTS TELEMETRY`: a running table in this terminal."""

from __future__ import annotations

import argparse
import asyncio
import sys

import msgspec
from rich.live import Live

from studio.client import KeysError, TableClient, TableSilent
from studio.commands.connection import add_key_arguments, key_from
from studio.rig.board import board

HELP = "a running table in this terminal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`watch RESULTS TELEMETRY [--json]`."""
    parser.add_argument("results", metavar="RESULTS", help="the table's result endpoint")
    parser.add_argument("telemetry", metavar="TELEMETRY", help="the table's telemetry endpoint")
    add_key_arguments(parser)
    parser.add_argument("--json", action="store_true", help="each view as a JSON line instead")


def run(args: argparse.Namespace) -> int:
    """Until Ctrl-C; 2 for a key that cannot be used."""
    try:
        asyncio.run(_watch(args))
    except KeysError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


async def _watch(args: argparse.Namespace) -> None:
    keys = key_from(args)
    async with TableClient(args.results, args.telemetry, person="watcher", role="technician", keys=keys) as table:
        if args.json:
            async for view in table.views():
                if not isinstance(view, TableSilent):
                    print(msgspec.json.encode(view).decode(), flush=True)
            return
        with Live(board([None]), refresh_per_second=10) as live:
            async for view in table.views():
                if isinstance(view, TableSilent):
                    live.update(board([None], f"nothing heard for {view.silent_s:.0f} s"))
                else:
                    live.update(board([view]))
