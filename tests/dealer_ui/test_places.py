"""Where tables are, and with which keys: from their files, refused with what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_ui.places import Place, PlaceError, of_endpoints, of_floor, of_table, reached
from studio.client import KeysError
from studio.houses import config_dir
from studio.keys.files import make

UTC = "2026-01-01T00:00:00.000Z"
PLAIN = Place("t", "tcp://127.0.0.1:1", "tcp://127.0.0.1:2")


def test_a_tables_own_file_says_where_it_is_and_where_its_public_key_lies() -> None:
    file = config_dir() / "tables" / "baccarat-1.toml"
    place = of_table(file)
    assert (place.name, place.results, place.keyed) == ("baccarat-1", "tcp://127.0.0.1:5611", True)
    assert place.table_key == (config_dir() / "keys" / "baccarat-1.pub").resolve()


def test_a_floors_own_file_names_its_tables() -> None:
    floor = of_floor(config_dir() / "floor.toml")
    assert (floor.name, [place.name for place in floor.places]) == ("demo", ["roulette-1", "baccarat-1"])


def test_a_list_of_endpoints_names_tables_and_their_keys(tmp_path: Path) -> None:
    file = tmp_path / "floor.json"
    file.write_text(
        '{"floor": "A", "tables": [{"name": "b-1", "results": "tcp://h:1", "telemetry": "tcp://h:2","key": "b-1.pub"}]}'
    )
    assert of_floor(file).places == [
        Place("b-1", "tcp://h:1", "tcp://h:2", table_key=(tmp_path / "b-1.pub").resolve(), keyed=True)
    ]
    assert of_endpoints(["tcp://h:1,tcp://h:2"]).places == [Place("table 1", "tcp://h:1", "tcp://h:2")]
    with pytest.raises(PlaceError, match="RESULTS,TELEMETRY"):
        of_endpoints(["tcp://h:1"])


def test_a_file_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(PlaceError, match=r"nowhere\.toml"):
        of_table(tmp_path / "nowhere.toml")
    (tmp_path / "bad.json").write_text('{"floor": 3}')
    with pytest.raises(PlaceError, match=r"bad\.json: .*\$\.floor"):
        of_floor(tmp_path / "bad.json")


def test_a_screen_has_keys_unless_the_table_is_plain_and_on_its_own_host(tmp_path: Path) -> None:
    make(tmp_path, "t", "table", UTC)
    make(tmp_path, "pit-1", "pit_screen", UTC)
    own = tmp_path / "pit-1.key"
    assert reached([PLAIN]) == [PLAIN]
    keyed = Place("t", "tcp://0.0.0.0:1", "tcp://*:2", keyed=True)
    for given in ({}, {"table_keys": tmp_path}):
        with pytest.raises(PlaceError, match="t asks for keys: give --key"):
            reached([keyed], **given)  # type: ignore[arg-type]
    with pytest.raises(PlaceError, match="give --table-key"):
        reached([keyed], own=own)
    with pytest.raises(PlaceError, match="on another host"):
        reached([PLAIN], host="pit.example")
    for given_key in (tmp_path, tmp_path / "t.pub"):
        place = reached([keyed], own=own, table_keys=given_key)[0]
        assert (place.results, place.telemetry) == ("tcp://127.0.0.1:1", "tcp://127.0.0.1:2")
        assert place.keys is not None
        assert place.keys.own.name == "pit-1"
    assert reached([keyed], own=own, table_keys=tmp_path, host="h")[0].results == "tcp://h:1"
    with pytest.raises(KeysError, match="is the key of a pit_screen, not of a table"):
        reached([keyed], own=own, table_keys=tmp_path / "pit-1.pub")
