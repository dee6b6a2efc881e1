"""The houses' files: `config/houses/HOUSE/GAME*.toml`, one a game and variant, found, read and checked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pydantic

from studio.config_errors import ConfigError, explain, read_toml, read_toml_head
from studio.games.catalogue import FAMILIES, family, rules_data, rules_digest, rules_from_data
from studio.games.house import HouseRules

__all__ = [
    "config_dir",
    "houses",
    "list_rules",
    "load_rules",
    "read_rules",
    "rules_data",
    "rules_digest",
    "rules_from_data",
]


def config_dir() -> Path:
    """Where the configuration lies: `$STUDIO_CONFIG`, else `./config`, else the one beside the package.

    Raises ConfigError when none of them has a folder `houses`.
    """
    named = os.environ.get("STUDIO_CONFIG")
    places = [Path(named)] if named else [Path("config"), Path(__file__).resolve().parent.parent / "config"]
    for place in places:
        if (place / "houses").is_dir():
            return place
    raise ConfigError(
        [f"{place / 'houses'}: no such folder; set STUDIO_CONFIG to the folder that holds it" for place in places]
    )


def houses() -> list[str]:
    """The names of the houses. Raises ConfigError when there is no configuration."""
    return sorted(place.name for place in (config_dir() / "houses").iterdir() if place.is_dir())


def load_rules(house: str, game: str, variant: str = "classic") -> HouseRules:
    """The rules of `house` for `variant` of `game`.

    Raises ConfigError: no such house, game or variant (with those that there are), or what is wrong in the file.
    """
    if house not in houses():
        raise ConfigError([f"no house is called {house!r}: there are {', '.join(houses())}"])
    if game not in FAMILIES:
        raise ConfigError([f"no game is called {game!r}: there are {', '.join(FAMILIES)}"])
    variants: dict[str, list[Path]] = {}
    for file in _files(house, game):
        named = read_toml_head(file).get("variant", "classic")
        variants.setdefault(str(named), []).append(file)
    if not variants:
        offered = [known for known in FAMILIES if any(_files(house, known))]
        raise ConfigError([f"{house} has no {game}: it offers {', '.join(offered)}"])
    if variant not in variants:
        raise ConfigError([f"{house} has no {game} called {variant!r}: there are {', '.join(sorted(variants))}"])
    if len(variants[variant]) > 1:
        first, second, *_ = variants[variant]
        raise ConfigError([f"{second}: variant = {variant!r}: {first} has that already"])
    return read_rules(variants[variant][0])


def list_rules() -> list[HouseRules]:
    """The rules of every house, game and variant, in that order. Raises ConfigError with all that is wrong in any."""
    found: list[HouseRules] = []
    problems: list[str] = []
    for house in houses():
        for game in FAMILIES:
            for file in _files(house, game):
                try:
                    found.append(read_rules(file))
                except ConfigError as error:
                    problems += error.problems
    if problems:
        raise ConfigError(problems)
    return found


def read_rules(file: Path) -> HouseRules:
    """The rules in one house's file. Raises ConfigError, which names file, key, value and what is allowed."""
    data = read_toml(file)
    problems = list(_misplaced(file, data))
    if problems:
        raise ConfigError(problems)
    try:
        return rules_from_data(data)
    except pydantic.ValidationError as error:
        raise ConfigError(explain(file, error, family(data["game"]).rules)) from None
    except TypeError as error:  # a TOML date: no rule is one
        raise ConfigError([f"{file}: {error}"]) from None


def _files(house: str, game: str) -> Iterator[Path]:
    """The files of a game: `roulette.toml`, `roulette_cocktail.toml`; those of the first name before the others."""
    folder = config_dir() / "houses" / house
    plain = folder / f"{game}.toml"
    if plain.is_file():
        yield plain
    yield from sorted(folder.glob(f"{game}_*.toml"))


def _misplaced(file: Path, data: dict[str, Any]) -> Iterator[str]:
    """A file lies with its house, under the name of its game."""
    game = str(data.get("game"))
    if game not in FAMILIES:
        yield f"{file}: game = {game!r}: allowed are {', '.join(FAMILIES)}"
    elif file.stem != game and not file.stem.startswith(f"{game}_"):
        yield f"{file}: game = {game!r}: the file's name must begin with it"
    if data.get("house") != file.parent.name:
        yield f"{file}: house = {data.get('house')!r}: the file lies with {file.parent.name!r}"
