"""`studio watch RESULTS TELEMETRY`: a running table in this terminal."""

from __future__ import annotations

import argparse
import asyncio

import msgspec
from rich.live import Live

from studio.client import TableClient, TableSilent
from studio.rig.board import board

HELP = "a running table in this terminal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`watch RESULTS TELEMETRY [--json]`."""
    parser.add_argument("results", metavar="RESULTS", help="the table's result endpoint")
    parser.add_argument("telemetry", metavar="TELEMETRY", help="the table's telemetry endpoint")
    parser.add_argument("--json", action="store_true", help="each view as a JSON line instead")


def run(args: argparse.Namespace) -> int:
    """Until Ctrl-C."""
    asyncio.run(_watch(args))
    return 0


async def _watch(args: argparse.Namespace) -> None:
    async with TableClient(args.results, args.telemetry, person="watcher", role="technician") as table:
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
