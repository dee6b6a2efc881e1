"""`studio dealer RESULTS TELEMETRY --wheel|--shoe CONTROL`: a simulated dealer at a running table."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from devices.clock import SystemClock
from studio import logs
from studio.client import TableClient
from studio.commands.connection import add_key_arguments, key_from
from studio.commands.run import positive
from studio.rig.dealer import Kind, SimulatedDealer
from studio.rig.hand import Hand

HELP = "a simulated dealer at a running table"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`dealer RESULTS TELEMETRY [--wheel CONTROL] [--shoe CONTROL] [--speed X]`."""
    parser.add_argument("results", metavar="RESULTS", help="the table's result endpoint")
    parser.add_argument("telemetry", metavar="TELEMETRY", help="the table's telemetry endpoint")
    parser.add_argument("--wheel", type=Path, metavar="CONTROL", help="control socket of the simulated wheel")
    parser.add_argument("--shoe", type=Path, metavar="CONTROL", help="control socket of the simulated shoe")
    parser.add_argument("--drawer", type=Path, metavar="CONTROL", help="control socket of the simulated ball drawer")
    add_key_arguments(parser)
    parser.add_argument("--speed", type=positive, default=1.0, metavar="X", help="work X times as fast")


def run(args: argparse.Namespace) -> int:
    """Until Ctrl-C."""
    logs.configure()
    asyncio.run(_work(args))
    return 0


async def _work(args: argparse.Namespace) -> None:
    places: dict[Kind, Path | None] = {"wheel": args.wheel, "shoe": args.shoe, "drawer": args.drawer}
    hands = {kind: Hand(control) for kind, control in places.items() if control is not None}
    keys = key_from(args)
    person = "simulated dealer"
    async with TableClient(args.results, args.telemetry, person=person, role="dealer", keys=keys) as table:
        await SimulatedDealer(table, hands, SystemClock(args.speed)).work()
