"""`studio rules`: the games and houses, and a house's rules as a person reads them, from the table's own data."""

from __future__ import annotations

import argparse
import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from studio.config_errors import ConfigError
from studio.games.catalogue import FAMILIES
from studio.games.house import HouseRules
from studio.games.procedure import spell_odds
from studio.houses import houses, list_rules, load_rules
from studio.irregularity_table import tell_irregularities

HELP: Final = "the games and houses, and a house's rules in words"

IRREGULARITIES: Final = "irregularities"
WIDTH: Final = 118
LABEL: Final = 30
HEAD: Final = frozenset({"house", "game", "variant", "title", "source", "doubtful"})
"""Keys that stand in the heading or at the end, not among the rules."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `studio rules`."""
    parser.add_argument(
        "game", nargs="?", help=f"{', '.join(FAMILIES)}; or irregularities, for a house's table of them"
    )
    parser.add_argument("house", nargs="?", help="print the rules of this house")
    parser.add_argument("--variant", default="classic", help="which game of the family (classic)")


def run(args: argparse.Namespace) -> int:
    """List the games and houses, or print one house's rules. Returns the exit status."""
    house = args.house
    if args.game == IRREGULARITIES:
        if house is None:
            raise ConfigError([f"whose irregularities? There are {', '.join(houses())}"])
        print(tell_irregularities(house))
        return 0
    lines = listed(args.game) if house is None else in_words(load_rules(house, args.game, args.variant))
    for line in lines:
        print(line)
    return 0


def listed(game: str | None = None) -> Iterator[str]:
    """One line for each house, game and variant; of one game only, where it is named. Raises ConfigError."""
    if game is not None and game not in FAMILIES:
        raise ConfigError([f"no game is called {game!r}: there are {', '.join(FAMILIES)}"])
    for rules in list_rules():
        if game in (None, rules.game):
            doubtful = f"{len(rules.doubtful)} doubtful" if rules.doubtful else ""
            yield f"{rules.game:<12}{rules.house:<14}{rules.variant:<22}{doubtful:<14}{rules.title}"


def in_words(rules: HouseRules) -> Iterator[str]:
    """The rules of a house: what it is, from where, every rule with what it means, and the doubtful ones."""
    yield f"{rules.title}: {rules.game}, {rules.variant}, of {rules.house}"
    yield f"Source: {rules.source}"
    yield ""
    yield from _section(rules, "")
    if rules.doubtful:
        yield ""
        yield "Doubtful: what the source leaves open or says in two ways, and the reading that is taken"
        for where, reading in rules.doubtful.items():
            yield from textwrap.wrap(f"{where}: {reading}", WIDTH, initial_indent="  ", subsequent_indent="      ")


def _section(model: BaseModel, indent: str) -> Iterator[str]:
    """The rules of one table of the file: plain ones first, then the tables within it, each under its name."""
    meanings = _meanings(type(model))
    tables: list[tuple[str, BaseModel]] = []
    for key in type(model).model_fields:
        value = getattr(model, key)
        if indent == "" and key in HEAD:
            continue
        if isinstance(value, BaseModel):
            tables.append((key, value))
        elif isinstance(value, Mapping) and value and all(isinstance(held, BaseModel) for held in value.values()):
            tables += ((f"{key} {name}", held) for name, held in value.items())
        elif value is not None:
            yield from _rule(indent, key, spell(key, value), meanings.get(key, ""))
    for name, table in tables:
        yield f"{indent}{_label(name)}"
        yield from _section(table, indent + "  ")


def _rule(indent: str, key: str, value: str, meaning: str) -> Iterator[str]:
    label = f"{indent}{_label(key):<{LABEL}} "
    if meaning and len(label) + len(value) + len(meaning) + 4 <= WIDTH:
        yield f"{label}{value}  ({meaning})"
        return
    space = " " * len(label)
    yield from textwrap.wrap(value, WIDTH, initial_indent=label, subsequent_indent=space)
    if meaning:
        yield from textwrap.wrap(f"({meaning})", WIDTH, initial_indent=space, subsequent_indent=space + " ")


def _label(key: str) -> str:
    """A key in words, without the unit that stands with the value."""
    return key.removesuffix("_pct").removesuffix("_s").replace("_", " ")


def spell(key: str, value: Any) -> str:
    """A rule's value in words: odds as `11:1`, yes and no, percent and seconds by the key's unit."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return spell_odds(value)
        case int() if key.endswith("_pct"):
            return f"{value} %"
        case int() if key.endswith("_s"):
            return f"{value} s"
        case Mapping():
            return ", ".join(_pair(pair) for pair in value.items()) or "none"
        case list() | tuple():
            return ", ".join(_pair(item) if isinstance(item, tuple) else spell("", item) for item in value) or "none"
        case _:
            return str(value).replace("_", " ") or "none"


def _pair(pair: tuple[Any, ...]) -> str:
    """A value with its odds, or with its weight."""
    value, held = pair
    return f"{value} at {spell('', held)}" if isinstance(held, Fraction) else f"{value} (weight {held})"


@cache
def _meanings(model: type[BaseModel]) -> dict[str, str]:
    """What each key means, as the model says it in the text below the field."""
    found: dict[str, str] = {}
    for cls in reversed(model.__mro__):
        if not issubclass(cls, BaseModel) or cls is BaseModel:
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, text in zip(body.body, body.body[1:], strict=False):
            match field, text:
                case ast.AnnAssign(target=ast.Name(id=key)), ast.Expr(value=ast.Constant(value=str(said))):
                    found[key] = " ".join(said.split())
    return found
