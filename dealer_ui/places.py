"""Where tables are, and the keys to them: from a table's own file, a floor's file, or endpoints as they were typed.

A table's socket is keyed unless its file says `plain = true`, which is for one host alone; so is a screen's end of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from studio.client import ClientKeys, client_keys

ANY_ADDRESS: Final = ("*", "0.0.0.0")
"""Where a table listens on every address of its host: a screen needs one of them."""
_LOCAL: Final = ("tcp://127.", "tcp://localhost:", "ipc://")


class PlaceError(ValueError):
    """What was said of a table is not enough to reach it: names file, key and remedy."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is reached. `name` is what a floor calls it until the table has said its own."""

    name: str
    results: str
    telemetry: str
    keys: ClientKeys | None = None
    table_key: Path | None = None
    """The table's public key, where its file says where that lies."""
    keyed: bool = False
    """Whether the table's file says that its sockets ask for keys."""


@dataclass(frozen=True, slots=True)
class Floor:
    """Tables that one monitor shows."""

    name: str
    places: list[Place]


class _Bus(msgspec.Struct):
    results: str
    telemetry: str
    plain: bool = False


class _TableFile(msgspec.Struct):
    """What a screen reads of a table's file; the rest is the table's own business."""

    table: str
    bus: _Bus
    keys: str | None = None


class _FloorFile(msgspec.Struct, forbid_unknown_fields=True):
    floor: str
    tables: list[str]


class _FloorTable(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    results: str
    telemetry: str
    key: str | None = None


class _FloorList(msgspec.Struct, forbid_unknown_fields=True):
    floor: str
    tables: list[_FloorTable]


def of_table(file: Path) -> Place:
    """The table that a table's own file describes. Raises PlaceError."""
    told = _read(file, _TableFile)
    folder = (file.parent / told.keys).resolve() if told.keys is not None and not told.bus.plain else None
    public = folder / f"{told.table}.pub" if folder is not None else None
    return Place(told.table, told.bus.results, told.bus.telemetry, table_key=public, keyed=not told.bus.plain)


def of_floor(file: Path) -> Floor:
    """The tables of a floor: its own file (TOML, the tables' files by name), or a list of endpoints (JSON).

    Raises PlaceError.
    """
    if file.suffix == ".toml":
        floor = _read(file, _FloorFile)
        return Floor(floor.floor, [of_table(file.parent / table) for table in floor.tables])
    listed = _read(file, _FloorList)
    return Floor(
        listed.floor,
        [
            Place(
                table.name,
                table.results,
                table.telemetry,
                table_key=(file.parent / table.key).resolve() if table.key is not None else None,
                keyed=table.key is not None,
            )
            for table in listed.tables
        ],
    )


def of_endpoints(tables: Sequence[str]) -> Floor:
    """Tables as `RESULTS,TELEMETRY`. Raises PlaceError for what is no pair."""
    found = []
    for number, text in enumerate(tables, start=1):
        results, comma, telemetry = text.partition(",")
        if not comma:
            raise PlaceError(f"--table {text!r}: write it as RESULTS,TELEMETRY")
        found.append(Place(f"table {number}", results, telemetry))
    return Floor("", found)


def reached(
    places: Sequence[Place], *, host: str | None = None, own: Path | None = None, table_keys: Path | None = None
) -> list[Place]:
    """The places with the keys for them, and at `host` where a table listens on every address.

    `own` is the screen's private key; `table_keys` the public key of the one table, or a folder with `TABLE.pub` of
    each. Raises PlaceError where a key is missing, KeysError for a file that is none.
    """
    return [_reached(place, host, own, table_keys) for place in places]


def _reached(place: Place, host: str | None, own: Path | None, table_keys: Path | None) -> Place:
    place = replace(place, results=_at(place.results, host), telemetry=_at(place.telemetry, host))
    public = place.table_key
    if table_keys is not None:
        public = table_keys / f"{place.name}.pub" if table_keys.is_dir() else table_keys
    if own is None:
        if place.keyed or public is not None:
            raise PlaceError(f"{place.name} asks for keys: give --key, the screen's own (`studio keys new --role …`)")
        if not all(end.startswith(_LOCAL) for end in (place.results, place.telemetry)):
            raise PlaceError(
                f"{place.results}: a table on another host is reached with keys: give --key and --table-key"
            )
        return place
    if public is None:
        raise PlaceError(f"{place.name}: give --table-key, the table's public key (`{place.name}.pub`) or its folder")
    return replace(place, keys=client_keys(own, public))


def _at(endpoint: str, host: str | None) -> str:
    scheme, _, address = endpoint.partition("://")
    listens, _, port = address.rpartition(":")
    if scheme != "tcp" or not (host or listens in ANY_ADDRESS):
        return endpoint
    return f"tcp://{host or '127.0.0.1'}:{port}"


def _read(file: Path, kind: type[Any]) -> Any:
    try:
        if file.suffix == ".toml":
            return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), kind)
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise PlaceError(f"{file}: {error}") from error
