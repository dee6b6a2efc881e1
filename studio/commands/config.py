"""`studio config check FILE…`: what is wrong in configuration files, by file, key, value and what is allowed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from studio.config_errors import ConfigError, named_in, read_toml
from studio.houses import load_rules, read_rules
from studio.policy import HouseRulings
from studio.settings import FloorSettings, desk_settings, load, load_floor, load_table

HELP = "check configuration files"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`config check FILE…`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="check files; prints nothing wrong or a line a problem, exits 1 if any")
    check.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a floor, table, house game or irregularities"
    )


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when all files are good, 1 otherwise."""
    wrong = False
    for file in args.files:
        try:
            what = check_file(file)
        except ConfigError as error:
            print(error, file=sys.stderr)
            wrong = True
        else:
            print(f"{file}: good ({what})")
    return 1 if wrong else 0


def check_file(file: Path) -> str:
    """Check `file` as what its own keys say that it is; returns what it is. Raises ConfigError."""
    data = read_toml(file)
    if "floor" in data:
        floor = load_floor(file)
        for table in floor.tables:
            check_file(file.parent / table)
        return f"floor {floor.floor}, {len(floor.tables)} tables"
    if "table" in data:
        table_settings = load_table(file)
        with named_in(file):
            load_rules(table_settings.house, table_settings.game, table_settings.variant)
            desk_settings(table_settings)
        return f"table {table_settings.table}, {table_settings.game} of {table_settings.house}"
    if "games" in data:
        return f"irregularities of {load(file, HouseRulings).house}"
    if "game" in data:
        rules = read_rules(file)
        return f"{rules.title} of {rules.house}"
    known = ", ".join((*FloorSettings.model_fields, "table", "games", "game"))
    raise ConfigError(
        [f"{file}: is no floor, table, house game or irregularities file: one of the keys {known} is due"]
    )
