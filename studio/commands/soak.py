"""`studio soak --rounds N`: tables play very many rounds at speed; memory and handles must stay flat."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from studio import logs
from studio.commands.progress import progress_bar
from studio.commands.run import on_stop_signals, positive
from studio.commands.trial_folders import FolderInUseError, tell_logs, trial_folders
from studio.torture.soak import EVERY_S, Sample, Soak, SoakReport, Stuck

HELP = "four tables play very many rounds at speed; memory and handles must stay flat"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`soak [--rounds N] [--seed S] [--speed X] [--every S] [--data DIR] [--json]`."""
    parser.add_argument("--rounds", type=int, default=100_000, metavar="N", help="rounds of all tables (100000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same cards and numbers each time (1)")
    parser.add_argument("--speed", type=positive, default=2000.0, metavar="X", help="compress physical times (2000)")
    parser.add_argument(
        "--every", type=positive, default=EVERY_S, metavar="S", help=f"seconds between two samples ({EVERY_S:g})"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep journals, logs and the backend's store here")
    parser.add_argument("--json", action="store_true", help="the report as one JSON object, with all samples")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when every process stayed flat and nothing was lost; 1 else; 130 after Ctrl-C, with a report."""
    logs.configure("error")
    if args.rounds < 1:
        print(f"--rounds {args.rounds}: play at least one", file=sys.stderr)
        return 2
    try:
        with trial_folders("soak", args.data) as (data, rig):
            try:
                report = asyncio.run(_soak(args, data, rig))
            except (Stuck, TimeoutError, RuntimeError) as error:
                print(f"the soak did not go on: {error or 'the tables did not come up'}", file=sys.stderr)
                tell_logs(data / "logs")
                return 1
    except FolderInUseError as error:
        print(error, file=sys.stderr)
        return 2
    print(msgspec.json.encode(report).decode() if args.json else report.in_words())
    return 130 if report.interrupted else 0 if report.good else 1


async def _soak(args: argparse.Namespace, data: Path, rig: Path) -> SoakReport:
    soak = Soak(data, rig, rounds=args.rounds, seed=args.seed, speed=args.speed)
    on_stop_signals(soak.stop)
    with progress_bar(soak.wanted, "starting") as tell:

        def told(rounds: int, samples: Mapping[str, list[Sample]]) -> None:
            if samples:
                largest = max(of[-1].rss_mib for name, of in samples.items() if name.startswith("run "))
                handles = sum(of[-1].handles for of in samples.values())
                tell(rounds, f"largest table {largest:.1f} MiB, {handles} handles")

        return await soak.run(told, args.every)
