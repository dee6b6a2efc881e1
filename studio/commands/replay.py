"""`studio replay JOURNAL`: derive every event again from the journaled inputs and compare."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from studio import digests
from studio.journal.errors import JournalError
from studio.journal.replay import Takes, replay
from studio.journal.store import Journal
from studio.round.orchestrator import Orchestrator
from studio.round.snapshot import take_snapshot

HELP = "derive every event of a journal again and compare"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`replay JOURNAL…`."""
    parser.add_argument("journals", nargs="+", type=Path, metavar="JOURNAL", help="journals of tables")
    parser.add_argument("--json", action="store_true", help="one JSON object a journal")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when everything is identical, 1 at a difference, 2 when a journal cannot be read."""
    status = 0
    for file in args.journals:
        try:
            report = replay(Journal.open_read_only(file), Orchestrator, Takes(digests.of_software(), take_snapshot))
        except JournalError as error:
            print(error, file=sys.stderr)
            status = max(status, 2)
            continue
        if args.json:
            print(
                json.dumps(
                    {
                        "journal": str(file),
                        "inputs": report.inputs,
                        "events": report.events,
                        "identical": report.identical,
                        "snapshots": report.snapshots,
                        "first_difference": str(report.first_difference) if report.first_difference else None,
                    }
                )
            )
        elif report.identical:
            states = f", and {report.snapshots} snapshots are the states they lead to" if report.snapshots else ""
            print(f"{file}: {report.inputs} inputs give the same {report.events} events, byte for byte{states}")
        else:
            print(f"{file}: differs after {report.inputs} inputs\n{report.first_difference}")
        status = max(status, 0 if report.identical else 1)
    return status
