"""`studio torture --kills N --seed S`: kill everything at random moments, and show that nothing is lost or doubled."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import msgspec

from studio import logs
from studio.commands.progress import progress_bar
from studio.commands.run import positive
from studio.torture.report import TortureReport
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
    """Exit status 0 when nothing was lost, doubled, reordered or differs on replay; 1 else."""
    logs.configure("error")
    if args.kills < 1:
        print(f"--kills {args.kills}: kill at least once", file=sys.stderr)
        return 2
    with ExitStack() as stack:
        rig = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="studio-rig-")))
        data = args.data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="studio-torture-")))
        if any(data.glob("*.journal")):
            print(f"{data}: holds journals already; name an empty folder", file=sys.stderr)
            return 2
        try:
            report = _with_progress(args, data, rig)
        except NotBack as error:
            print(f"NOT BACK: {error}", file=sys.stderr)
            for log in sorted((data / "logs").glob("*.log")):
                print(f"--- {log.name}\n{log.read_text()[-1500:]}", file=sys.stderr)
            return 1
    print(msgspec.json.encode(report).decode() if args.json else report.in_words())
    return 0 if report.good else 1


def _with_progress(args: argparse.Namespace, data: Path, rig: Path) -> TortureReport:
    done = 0
    with progress_bar(args.kills, "starting") as tell:

        def killed(victim: Victim, table: str, back_s: float) -> None:
            nonlocal done
            done += 1
            tell(done, f"{victim} {table}: {back_s:.2f} s")

        return asyncio.run(
            torture(
                data,
                rig,
                kills=args.kills,
                seed=args.seed,
                speed=args.speed,
                tables=args.table or TABLES,
                on_kill=killed,
            )
        )
