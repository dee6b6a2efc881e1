"""`studio cards print`: sheets of coded cards for a camera shoe, and the deck table that its reader checks against."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, get_args

from devices.camera.codes import DeckTable, new_table, table_text
from devices.camera.options import Symbology, read_table
from devices.camera.sheets import print_sheets
from devices.clock import randbelow, seeded

HELP: Final = "print coded cards for a camera shoe"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `studio cards`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    sheets = actions.add_parser(
        "print",
        help="a PDF of cards with their codes, and the deck table beside it",
        description="Write a PDF of cards with their codes, and the deck table beside it.",
        epilog="The deck table (--table) is what options.deck_table of a camera names in a table's settings. Without"
        " --seed the serials come from the system's generator, and nobody can work out a code from another.",
    )
    sheets.set_defaults(action=_print)
    sheets.add_argument("--decks", type=int, default=8, metavar="N", help="decks in the set (default 8)")
    sheets.add_argument("--cut-cards", type=int, default=2, metavar="N", help="cut cards in the set (default 2)")
    sheets.add_argument("--out", type=Path, required=True, metavar="FILE", help="the PDF")
    sheets.add_argument(
        "--table", type=Path, metavar="FILE", help="the deck table (default: beside the PDF, ending in .toml)"
    )
    sheets.add_argument("--seed", help="the same seed gives the same codes: for rigs and tests, never for a studio")
    sheets.add_argument(
        "--again", action="store_true", help="print the set of the deck table that is there, instead of a new one"
    )
    sheets.add_argument("--symbology", choices=get_args(Symbology)[:2], default="datamatrix", help="default datamatrix")


def run(args: argparse.Namespace) -> int:
    """Do what was asked. Returns the exit status."""
    action: Callable[[argparse.Namespace], int] = args.action
    try:
        return action(args)
    except (OSError, ValueError) as error:  # a TableError is a ValueError
        print(f"studio cards: {error}", file=sys.stderr)
        return 2


def _print(args: argparse.Namespace) -> int:
    table_file: Path = args.table or args.out.with_suffix(".toml")
    if args.again:
        table = read_table(table_file)
    else:
        if table_file.exists():
            raise FileExistsError(
                f"{table_file} is there, and its cards may be in use: --again prints them, --table names another file"
            )
        table = _new(args)
    pages = print_sheets(table, args.out, args.symbology)
    if not args.again:
        table_file.write_text(table_text(table), encoding="utf-8")
    cut = len(table.cut_cards)
    print(
        f"{args.out}: {pages} pages, set {table.deck_set}: {len(table.cards)} cards, {cut} cut"
        f" card{'' if cut == 1 else 's'}, the start card; codes in {table_file}"
    )
    return 0


def _new(args: argparse.Namespace) -> DeckTable:
    if not 0 <= args.cut_cards <= 9:
        raise ValueError(f"--cut-cards is {args.cut_cards}: it must be within 0 to 9")
    below = randbelow if args.seed is None else seeded(args.seed).randrange
    return new_table(args.decks, below, cut_cards=args.cut_cards)
