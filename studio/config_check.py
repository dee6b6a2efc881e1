"""What is wrong in any file that `config/` may hold. What sort a file is, its folder says, or a key of its own.

Each sort is read by whoever uses it, so that what is good here is good at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from devices.buttons.table import FOLDER as BUTTONS
from devices.buttons.table import ButtonTable
from devices.camera.codes import parse_table
from devices.camera.options import DECKS
from devices.catalogue import GRAMMAR, CatalogueError, driver
from devices.grammar.file import FOLDER as GRAMMARS
from devices.lottery.ball_set import FOLDER as BALL_SETS
from devices.lottery.ball_set import BallSet
from devices.scanner.codes import FOLDER as CODES
from devices.scanner.codes import CardCodes
from devices.tables import TableError
from devices.tables import load as load_device_table
from studio.buttons import without_meaning
from studio.config_errors import ConfigError, named_in, read_toml
from studio.houses import load_rules, read_rules
from studio.keys.files import KeysError, read_folder, read_private, read_public
from studio.people import load_people
from studio.policy import HouseRulings
from studio.settings import desk_settings, load, load_floor, load_table


class Sort(NamedTuple):
    """A sort of file. `key` is the one that no other sort has; `folder` where such files lie, where it says so."""

    what: str
    key: str
    folder: str | None
    check: Callable[[Path], str]


def check_file(file: Path) -> str:
    """Check one file as what it is; returns what that is, in words. Raises ConfigError, which names file and key."""
    if file.suffix in _KEY_HALVES:
        return _KEY_HALVES[file.suffix](file)
    data = read_toml(file)
    with _as_config_error():
        return _sort_of(file, data).check(file)


def check_folder(folder: Path) -> Iterator[tuple[Path, str | ConfigError]]:
    """Every file below `folder`, by name, with what it is, what is wrong in it, or why it was not looked at."""
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        if file.suffix != ".toml" and file.suffix not in _KEY_HALVES:
            yield file, ""
            continue
        try:
            yield file, check_file(file)
        except ConfigError as error:
            yield file, error
    for keys in sorted({file.parent for file in folder.rglob("*.pub")}):
        try:
            read_folder(keys)
        except KeysError as error:
            yield keys, ConfigError([str(error)])


def sorts_in_words() -> str:
    """The sorts of files and the key by which each is known, for a person."""
    return "; ".join(f"{sort.what} ({sort.key})" for sort in _SORTS)


def _sort_of(file: Path, data: dict[str, Any]) -> Sort:
    for sort in _SORTS:
        if sort.folder == file.parent.name:
            return sort
    for sort in _SORTS:
        if sort.key in data:
            return sort
    raise ConfigError([f"{file}: is no configuration: one of these keys says what a file is: {sorts_in_words()}"])


@contextmanager
def _as_config_error() -> Iterator[None]:
    try:
        yield
    except (TableError, CatalogueError) as error:
        raise ConfigError(str(error).splitlines()) from None


def _floor(file: Path) -> str:
    floor = load_floor(file)
    for table in floor.tables:
        check_file(file.parent / table)
    return f"floor {floor.floor}, {len(floor.tables)} tables"


def _table(file: Path) -> str:
    table = load_table(file)
    with named_in(file):
        load_rules(table.house, table.game, table.variant)
        desk_settings(table)
    return f"table {table.table}, {table.game} of {table.house}"


def _people(file: Path) -> str:
    return f"{len(load_people(file).people)} people"


def _irregularities(file: Path) -> str:
    return f"irregularities of {load(file, HouseRulings).house}"


def _rules(file: Path) -> str:
    rules = read_rules(file)
    return f"{rules.title} of {rules.house}"


def _grammar(file: Path) -> str:
    try:
        found = driver(f"{GRAMMAR}{file}")
        _known_buttons(file, getattr(found.build({}), "buttons", frozenset()))
    except CatalogueError as error:
        prefix = f"protocol {GRAMMAR}{file}: "
        raise ConfigError([line.removeprefix(prefix) for line in str(error).splitlines()]) from None
    return f"line grammar ({found.kind}): {found.title}"


def _ball_set(file: Path) -> str:
    return f"ball set {load_device_table(file, BallSet).ball_set}"


def _buttons(file: Path) -> str:
    table = load_device_table(file, ButtonTable)
    _known_buttons(file, frozenset(table.keys.values()))
    return f"buttons {table.buttons}: {', '.join(table.keys.values())}"


def _known_buttons(file: Path, buttons: frozenset[str]) -> None:
    if (wrong := without_meaning(buttons)) is not None:
        raise ConfigError([f"{file}: {wrong}"])


def _codes(file: Path) -> str:
    return f"card codes {load_device_table(file, CardCodes).codes}"


def _deck(file: Path) -> str:
    deck = parse_table(file.read_text(encoding="utf-8"), str(file))
    return f"deck table {deck.deck_set}, {deck.decks} decks"


def _key(file: Path) -> str:
    try:
        half = read_private(file) if file.suffix == ".key" else read_public(file)
    except KeysError as error:
        raise ConfigError([str(error)]) from None
    return f"{'private' if file.suffix == '.key' else 'public'} half of key {half.name}, {half.role.replace('_', ' ')}"


_KEY_HALVES: Final = {".key": _key, ".pub": _key}

_SORTS: Final = (
    Sort("a floor", "floor", None, _floor),
    Sort("a table", "table", "tables", _table),
    Sort("people", "people", None, _people),
    Sort("a house's irregularities", "games", None, _irregularities),
    Sort("a house's game", "game", None, _rules),
    Sort("a line grammar", "grammar", GRAMMARS, _grammar),
    Sort("a ball set", "ball_set", BALL_SETS, _ball_set),
    Sort("buttons", "buttons", BUTTONS, _buttons),
    Sort("card codes", "codes", CODES, _codes),
    Sort("a deck table", "deck_set", DECKS, _deck),
)
