"""`studio fuzz --messages N --bytes N --seed S`: nonsense at every socket of a real table, and what became of it."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from studio import logs
from studio.commands.trial_folders import FolderInUseError, tell_logs, trial_folders
from studio.torture.fuzz import FuzzReport, fuzz

HELP = "throw nonsense at every socket of a table, and show that nothing changes"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`fuzz [--messages N] [--bytes N] [--seed S] [--data DIR] [--json]`."""
    parser.add_argument("--messages", type=int, default=100_000, metavar="N", help="messages to each socket (100000)")
    parser.add_argument("--bytes", type=int, default=1_000_000, metavar="N", help="raw bytes to each socket (1000000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same nonsense for the same number (1)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep journal and log here")
    parser.add_argument("--json", action="store_true", help="the report as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when the table went on and nothing changed; 1 else."""
    logs.configure("error")
    if min(args.messages, args.bytes) < 1:
        print("--messages and --bytes: at least 1", file=sys.stderr)
        return 2
    try:
        with trial_folders("fuzz", args.data) as (data, rig):
            try:
                report = _with_progress(args, data, rig)
            except (TimeoutError, RuntimeError) as error:
                print(f"the table did not come up: {error}", file=sys.stderr)
                tell_logs(data)
                return 1
    except FolderInUseError as error:
        print(error, file=sys.stderr)
        return 2
    print(msgspec.json.encode(report).decode() if args.json else report.in_words())
    return 0 if report.good else 1


def _with_progress(args: argparse.Namespace, data: Path, rig: Path) -> FuzzReport:
    columns = (TextColumn("{task.description:<28}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        bars: dict[str, int] = {}

        def on_progress(what: str, done: int, total: int) -> None:
            if what not in bars:
                bars[what] = progress.add_task(what, total=total)
            progress.update(bars[what], completed=done)  # type: ignore[arg-type]

        return asyncio.run(
            fuzz(data, rig, messages=args.messages, raw_bytes=args.bytes, seed=args.seed, on_progress=on_progress)
        )
