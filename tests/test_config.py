"""What is wrong in configuration files is said by file, key, value and what is allowed, before anything starts."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from studio import cli
from studio.config_errors import ConfigError
from studio.houses import config_dir
from studio.settings import load_floor, load_table

ABSENT = object()
CONFIG = config_dir()
Edit = Callable[..., Path]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the configuration, which is the one in force."""
    folder = tmp_path / "config"
    shutil.copytree(CONFIG, folder)
    monkeypatch.setenv("STUDIO_CONFIG", str(folder))
    return folder


@pytest.fixture
def edit(config: Path) -> Edit:
    """Change one key (`devices.wheel.protocol`; ABSENT removes it) of a file in the copy; returns the file."""

    def change(name: str, key: str, value: Any) -> Path:
        file = config / name
        document: Any = tomlkit.parse(file.read_text(encoding="utf-8"))
        *path, last = key.split(".")
        place = document
        for step in path:
            place = place[int(step) if step.isdecimal() else step]
        if value is ABSENT:
            del place[last]
        else:
            place[last] = value
        file.write_text(tomlkit.dumps(document), encoding="utf-8")
        return file

    return change


def check(*files: Path) -> int:
    return cli.main(["config", "check", *map(str, files)])


@pytest.mark.parametrize("file", sorted(CONFIG.rglob("*.toml")), ids=lambda file: str(file.relative_to(CONFIG)))
def test_every_file_of_the_project_is_good(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(file) == 0
    assert capsys.readouterr().out.startswith(f"{file}: good (")


def test_the_whole_folder_is_checked_with_one_word_and_says_what_it_did_not_look_at(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (config / "tables" / "roulette-1.toml~").write_text("")
    assert check(config) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(": good (" in line for line in lines) == len(list(CONFIG.rglob("*.toml")))
    assert [line for line in lines if ": good (" not in line] == [
        f"{config / 'tables/roulette-1.toml~'}: not looked at: neither .toml nor a key"
    ]


def test_every_bad_file_of_a_folder_is_named_beside_the_good_ones(
    edit: Edit, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(ROULETTE, "times.betting_s", -1)
    edit("people.toml", "people", [])
    assert check(config) == 1
    told = capsys.readouterr()
    assert f"{config / ROULETTE}: times.betting_s = -1" in told.err
    assert f"{config / 'people.toml'}: people" in told.err
    assert f"{config / BACCARAT}: good (" in told.out


def test_a_folder_without_a_file_is_no_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path) == 1
    assert f"{tmp_path}: holds no file" in capsys.readouterr().err


def test_keys_in_a_folder_are_checked_and_one_under_two_names_is_refused(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = config / "keys"
    assert cli.main(["keys", "new", "roulette-1", "--role", "table", "--keys", str(keys)]) == 0
    capsys.readouterr()
    assert check(config) == 0
    assert "roulette-1.key: good (private half of key roulette-1, table)" in capsys.readouterr().out
    (keys / "copy.pub").write_text((keys / "roulette-1.pub").read_text().replace('"roulette-1"', '"copy"'))
    (keys / "roulette-1.key").chmod(0o644)
    assert check(config) == 1
    told = capsys.readouterr().err
    assert f"{keys}: roulette-1 and copy are the same key" in told or f"{keys}: copy and roulette-1 are" in told
    assert f"chmod 600 {keys / 'roulette-1.key'}" in told


def test_a_file_that_lacks_its_own_first_key_is_known_by_its_folder(
    edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    file = edit("ballsets/simulated-1.toml", "ball_set", ABSENT)
    assert check(file) == 1
    assert f"{file}: ball_set: missing" in capsys.readouterr().err


ROULETTE, BACCARAT = "tables/roulette-1.toml", "tables/baccarat-1.toml"


@pytest.mark.parametrize(
    ("name", "key", "value", "said"),
    [
        (ROULETTE, "colour", "green", ["colour: unknown key", "known are table, house, game"]),
        (ROULETTE, "times.betting", 15, ["times.betting: unknown key", "betting_s"]),
        (ROULETTE, "bus.result", "tcp://127.0.0.1:1", ["bus.result: unknown key", "results, telemetry, consumer"]),
        (ROULETTE, "table", "Table One", ["table = 'Table One'", "[a-z0-9]"]),
        (ROULETTE, "times.betting_s", -1, ["times.betting_s = -1", "greater than or equal to 0"]),
        (ROULETTE, "times.betting_s", "soon", ["times.betting_s = 'soon'", "valid number"]),
        (ROULETTE, "open_at_start", "perhaps", ["open_at_start = 'perhaps'", "boolean"]),
        (ROULETTE, "game", "poker", ["game = 'poker'", "'baccarat'", "'roulette'"]),
        (ROULETTE, "bus.results", "http://here", ["bus.results = 'http://here'", "tcp|ipc"]),
        (ROULETTE, "bus", ABSENT, ["bus: missing"]),
        (ROULETTE, "devices.wheel.port", ABSENT, ["devices.wheel.port: missing"]),
        (ROULETTE, "devices.wheel.protocol", "morse", ["devices.wheel", "'morse' is unknown", "ss2, angel-eye"]),
        (ROULETTE, "devices.wheel.protocol", "angel-eye", ["devices.wheel", "speaks to a shoe, not to a wheel"]),
        (ROULETTE, "devices.wheel.options", {"pocket": 37}, ["no option 'pocket'", "pockets, rotor_band"]),
        (ROULETTE, "devices.wheel.options", {"pockets": 36}, ["ss2", "36"]),
        (ROULETTE, "devices.wheel.baud", 7, ["devices.wheel.baud = 7", "300"]),
        (ROULETTE, "devices", {}, ["devices"]),
        (BACCARAT, "result_channels", ["camera"], ["result_channels.0 = 'camera'", "'shoe'", "'dealer'"]),
        (ROULETTE, "irregularities", {"ball_eaten": []}, ["ball_eaten", "no such irregularity", "ball_not_sensed"]),
        ("houses/pokerok/roulette.toml", "min_turn", 3, ["min_turn: unknown key", "min_turns"]),
        ("houses/pokerok/roulette.toml", "pays.straight", "35", ["pays.straight", "'35'", "11:1"]),
        ("houses/pokerok/roulette.toml", "house", "oasis", ["house = 'oasis'", "lies with 'pokerok'"]),
        ("houses/pokerok/baccarat.toml", "shoe.decks", 0, ["shoe.decks = 0"]),
        ("houses/pokerok/irregularities.toml", "games.baccarat.early_card", ABSENT, ["baccarat", "early_card"]),
        ("houses/pokerok/irregularities.toml", "games.roulette.ball_eaten", [], ["ball_eaten", "no such irregularity"]),
        ("floor.toml", "tables", [], ["tables"]),
        ("floor.toml", "hall", "A", ["hall: unknown key", "floor, tables"]),
        ("people.toml", "people.0.role", "dealer", ["people.0.role: unknown key", "roles"]),
        ("people.toml", "people.0.roles", ["boss"], ["people.0.roles.0 = 'boss'", "'dealer'", "'pit_boss'"]),
        ("people.toml", "people.1.badge", "DEMO0001", ["badge of Ana Demo and Davit Demo stands twice"]),
        ("people.toml", "people.0.pin", "1111", ["people.0.pin", "not an argon2id hash"]),
        ("grammars/shuffler.toml", "kind", "mixer", ["kind = 'mixer'", "'shuffler'"]),
        ("grammars/shuffler.toml", "timing.stale_s", 3, ["timing.stale_s: unknown key", "stale_after_s"]),
        ("grammars/shuffler.toml", "says.0.reading", "shuffler.lost", ["says.0.reading", "shuffler.state"]),
        ("grammars/slingshot2.toml", "line.baud", 7, ["line.baud = 7", "300"]),
        ("grammars/contact-box.toml", "says.0.pattern", "I(", ["says.0.pattern", "no regular expression"]),
        ("ballsets/simulated-1.toml", "balls.0A00000000", "3", ["more than one tag for ball 3"]),
        ("ballsets/simulated-1.toml", "control_sum", "0", ["control_sum = '0'", "Somebody changed it"]),
        ("buttons/dealer-pad.toml", "keys.KEY_KP1", "void", ["no table knows a button called void", "confirm, call"]),
        ("grammars/contact-box.toml", "says.0.maps.button.8", "pause", ["no table knows a button called pause"]),
        ("grammars/contact-box.toml", "says.0.maps", {}, ["says.0: maps.button is missing"]),
        ("buttons/dealer-pad.toml", "keys.KEY_NONE", "confirm", ["keys", "KEY_NONE is no key", "KEY_F13"]),
        ("codes/suit-rank.toml", "cards.XX", "1h", ["cards", "'1h' is no card"]),
        ("decks/simulated-6.toml", "decks", 8, ["2c is there 6 times, in 8 decks"]),
    ],
)
def test_a_wrong_value_is_named_with_its_file_key_and_what_is_allowed(
    edit: Edit, capsys: pytest.CaptureFixture[str], name: str, key: str, value: Any, said: list[str]
) -> None:
    file = edit(name, key, value)
    assert check(file) == 1
    told = capsys.readouterr().err
    assert str(file) in told
    for words in said:
        assert words in told


@pytest.mark.parametrize(
    ("device", "more", "said"),
    [
        ({"kind": "buttons", "protocol": "buttons-keys", "options": {"buttons": "dealer-pad"}}, {}, "called void"),
        ({"kind": "shuffler", "protocol": "grammar:shuffler"}, {"batches": ["red", "red"]}, "two different colours"),
        (
            {"kind": "shuffler", "protocol": "grammar:shuffler"},
            {"batches": ["red", "blue"], "card_sets": [{"name": "one", "back": "red"}]},
            "without card_sets",
        ),
        ({"kind": "badge", "protocol": "badge-lines"}, {"batches": ["red", "blue"]}, "for a table with a shuffler"),
    ],
)
def test_a_device_beside_the_game_that_does_not_fit_its_table_is_refused(
    edit: Edit, capsys: pytest.CaptureFixture[str], device: dict[str, Any], more: dict[str, Any], said: str
) -> None:
    edit("buttons/dealer-pad.toml", "keys.KEY_KP1", "void")
    edit(BACCARAT, "devices.beside", {"port": "/dev/null", **device})
    for key, value in more.items():
        edit(BACCARAT, key, value)
    assert check(edit(BACCARAT, "open_at_start", False)) == 1
    assert said in capsys.readouterr().err


def test_a_house_or_variant_that_is_not_there_is_refused_with_those_that_are(
    edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    file = edit(ROULETTE, "house", "ritz")
    assert check(file) == 1
    assert f"{file}: no house is called 'ritz': there are oasis, pokerok, totogaming" in capsys.readouterr().err
    edit(ROULETTE, "house", "totogaming")
    assert check(edit(ROULETTE, "variant", "moon")) == 1
    told = capsys.readouterr().err
    assert f"{file}: totogaming has no roulette called 'moon'" in told
    assert "cocktail" in told


def test_all_that_is_wrong_in_a_file_is_told_at_once(edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    edit(ROULETTE, "colour", "green")
    assert check(edit(ROULETTE, "times.betting_s", -1)) == 1
    told = capsys.readouterr().err.splitlines()
    assert len([line for line in told if "colour" in line or "betting_s" in line]) == 2


def test_a_table_of_a_house_without_a_rule_for_an_irregularity_is_refused(edit: Edit, config: Path) -> None:
    file = edit("houses/pokerok/irregularities.toml", "games.baccarat.card_unreadable", ABSENT)
    with pytest.raises(ConfigError, match="card_unreadable") as refused:
        load_and_put_together(config / BACCARAT)
    assert str(file) in str(refused.value)


def load_and_put_together(file: Path) -> None:
    from studio.table_process import TableProcess

    TableProcess(load_table(file), file.parent)


@pytest.mark.parametrize("shared", ["bus.results", "bus.telemetry", "table"])
def test_two_tables_of_a_floor_share_neither_endpoint_nor_name(edit: Edit, config: Path, shared: str) -> None:
    other: Any = tomlkit.parse((config / ROULETTE).read_text())
    for step in shared.split("."):
        other = other[step]
    edit(BACCARAT, shared, str(other))
    floor = config / "floor.toml"
    with pytest.raises(ConfigError) as refused:
        load_floor(floor)
    assert str(floor) in str(refused.value)
    assert "tables/baccarat-1.toml and tables/roulette-1.toml both use" in str(refused.value)
    assert repr(str(other)) in str(refused.value)
    assert check(floor) == 1


def test_a_floor_names_the_table_that_is_not_there(
    config: Path, edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(edit("floor.toml", "tables", ["tables/craps-1.toml"])) == 1
    assert f"{config / 'tables/craps-1.toml'}: cannot be read: No such file" in capsys.readouterr().err


def test_a_file_that_is_not_toml_is_refused_with_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text('table = "a"\nhouse = pokerok\n')
    assert check(file) == 1
    assert f"{file}: is not TOML" in (told := capsys.readouterr().err)
    assert "line 2" in told
    file.write_bytes(b'table = "\xff"')
    assert check(file) == 1
    assert f"{file}: is not TOML" in capsys.readouterr().err


def test_a_file_that_is_no_configuration_is_told_what_it_could_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.toml"
    file.write_text('title = "shopping"\n')
    assert check(file) == 1
    told = capsys.readouterr().err
    assert f"{file}: is no configuration" in told
    for sort in ("a floor (floor)", "a ball set (ball_set)", "a deck table (deck_set)"):
        assert sort in told


def test_an_absent_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path / "absent.toml") == 1
    assert f"{tmp_path / 'absent.toml'}: cannot be read: No such file or directory" in capsys.readouterr().err


def test_good_files_are_still_named_beside_a_bad_one(edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    bad = edit(ROULETTE, "colour", "green")
    good = bad.with_name("baccarat-1.toml")
    assert check(bad, good) == 1
    told = capsys.readouterr()
    assert f"{good}: good" in told.out
    assert str(bad) in told.err


def test_a_table_with_a_bad_configuration_is_refused_before_anything_starts(
    edit: Edit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = edit(ROULETTE, "house", "ritz")
    data = tmp_path / "data"
    assert cli.main(["run", str(file), "--data", str(data)]) == 2
    assert f"{file}: no house is called 'ritz'" in capsys.readouterr().err
    assert not data.exists()


def test_a_configuration_folder_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "nowhere"))
    assert check(CONFIG / ROULETTE) == 1
    told = capsys.readouterr().err
    assert str(tmp_path / "nowhere" / "houses") in told
    assert "set STUDIO_CONFIG" in told
