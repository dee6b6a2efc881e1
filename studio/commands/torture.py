"""`studio torture --kills N --seed S`: kill everything at random moments, and show that nothing is lost or doubled."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

import msgspec

from studio import logs
from studio.commands.progress import progress_bar
from studio.commands.run import on_stop_signals, positive
from studio.commands.trial_folders import FolderInUseError, tell_logs, trial_folders
from studio.torture.report import Back, TortureReport
from studio.torture.run import TABLES, torture
from studio.torture.stand import NotBack, Victim

HELP = "kill tables, backends, devices and screens at random moments, spoil the links; then compare everything"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`torture [--kills N] [--seed S] [--speed X] [--table NAME]… [--data DIR] [--json]`."""
    parser.add_argument("--kills", type=int, default=200, metavar="N", help="how many SIGKILLs (200)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="victims, moments, cards and link faults (1)")
    parser.add_argument("--speed", type=positive, default=50.0, metavar="X", help="compress the physical times (50)")
    parser.add_argument("--table", action="append", choices=TABLES, help="this table alone; may be given again")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep journals, logs and the backend's store here")
    parser.add_argument("--json", action="store_true", help="the report as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when nothing was lost, doubled, reordered or differs on replay; 1 else; 130 after Ctrl-C."""
    logs.configure("error")
    if args.kills < 1:
        print(f"--kills {args.kills}: kill at least once", file=sys.stderr)
        return 2
    try:
        with trial_folders("torture", args.data) as (data, rig):
            try:
                report = asyncio.run(_torture(args, data, rig))
            except NotBack as error:
                print(f"NOT BACK: {error}", file=sys.stderr)
                tell_logs(data / "logs")
                return 1
    except FolderInUseError as error:
        print(error, file=sys.stderr)
        return 2
    print(msgspec.json.encode(report).decode() if args.json else report.in_words())
    return 1 if not report.good else 0 if report.kills == report.wanted else 130


async def _torture(args: argparse.Namespace, data: Path, rig: Path) -> TortureReport:
    """Kill until all is done, or until Ctrl-C: then what there was is compared."""
    stopping = asyncio.Event()
    on_stop_signals(stopping.set)
    done = 0
    with progress_bar(args.kills, "starting") as tell:

        def killed(victim: Victim, table: str, back: Back) -> None:
            nonlocal done
            done += 1
            tell(done, f"{victim} {table}: {back.wall_s:.2f} s")

        return await torture(
            data,
            rig,
            kills=args.kills,
            seed=args.seed,
            speed=args.speed,
            tables=args.table or TABLES,
            on_kill=killed,
            stopped=stopping.is_set,
        )
