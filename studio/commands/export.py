"""`studio export JOURNAL --round ID --out DIR`: a round as evidence, as JSON and as a page."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from studio.commands.rules import in_words
from studio.commands.verify import read_signers
from studio.config_errors import ConfigError
from studio.games.catalogue import rules_from_data
from studio.journal.dispute import dispute_file
from studio.journal.dispute_page import dispute_page
from studio.journal.errors import JournalError
from studio.keys.files import KeysError

HELP = "a round as evidence: JSON, and a page that a person can read"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`export JOURNAL --round ID --out DIR [--key PUB]…`."""
    parser.add_argument("journal", type=Path, metavar="JOURNAL", help="a table's journal, also while the table runs")
    parser.add_argument("--round", required=True, metavar="ID", help="a round's id, as `studio journal show` lists it")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the folder for both files; made if absent"
    )
    parser.add_argument(
        "--key", action="append", type=Path, metavar="PUB", help="the table's public key, to prove its signature"
    )


def run(args: argparse.Namespace) -> int:
    """Exit status 0, 1 when the journal does not hold, 2 for a wrong key or a folder that cannot be written."""
    try:
        told = dispute_file(args.journal, args.round, read_signers(args.key) if args.key else None)
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    except KeysError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        words = list(in_words(rules_from_data(told["rules"])))
    except (ConfigError, ValueError):
        words = []  # rules of other software: they stand in the JSON as they were
    name = args.round.replace(":", "_")
    files = {
        args.out / f"{name}.json": json.dumps(told, indent=1, ensure_ascii=False) + "\n",
        args.out / f"{name}.html": dispute_page(told, words),
    }
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            file.write_text(text, encoding="utf-8")
            print(file)
    except OSError as error:
        print(f"{args.out}: cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    return 0
