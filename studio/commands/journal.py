"""`studio journal show JOURNAL`: the rounds of a journal, or one round as it went."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from studio.journal.errors import JournalError
from studio.journal.page import tell_round
from studio.journal.store import Journal

HELP = "read a table's journal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`journal show JOURNAL [--round ID]`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    show = actions.add_parser("show", help="the rounds of a journal; with --round one of them as it went")
    show.add_argument("journal", type=Path, metavar="JOURNAL", help="a table's journal, also while the table runs")
    show.add_argument("--round", metavar="ID", help="a round's id, as the list has it")


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or 2 when the journal cannot be read or has no such round."""
    try:
        print(tell_round(Journal.open_read_only(args.journal), args.round))
    except JournalError as error:
        print(error, file=sys.stderr)
        return 2
    return 0
