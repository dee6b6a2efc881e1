"""`studio config check FILE|FOLDER…`: what is wrong in configuration, by file, key, value and what is allowed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from studio.config_check import check_file, check_folder, sorts_in_words
from studio.config_errors import ConfigError

HELP = "check configuration files"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`config check FILE|FOLDER…`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    words = f"Known sorts of files, and the key by which each is known: {sorts_in_words()}; keys (.key, .pub)."
    check = actions.add_parser(
        "check",
        help="check files, or all files of a folder",
        description="Says of each file what it is, or what is wrong in it: a line a problem. "
        "Exit status 1 when anything is.",
        epilog=words,
    )
    check.add_argument("places", nargs="+", type=Path, metavar="FILE|FOLDER", help="as config/tables/a.toml, or config")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when all files are good, 1 otherwise."""
    wrong = False
    for place in args.places:
        found = 0
        for file, what in _checked(place):
            found += 1
            if isinstance(what, ConfigError):
                print(what, file=sys.stderr)
                wrong = True
            elif what:
                print(f"{file}: good ({what})")
            else:
                print(f"{file}: not looked at: neither .toml nor a key")
        if not found:
            print(f"{place}: holds no file", file=sys.stderr)
            wrong = True
    return 1 if wrong else 0


def _checked(place: Path) -> Iterator[tuple[Path, str | ConfigError]]:
    if place.is_dir():
        yield from check_folder(place)
        return
    try:
        yield place, check_file(place)
    except ConfigError as error:
        yield place, error
