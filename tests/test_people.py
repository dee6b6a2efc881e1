"""Who may stand at a table: badges, PINs and their locks, roles, licences, and the file they stand in."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from studio.config_errors import ConfigError
from studio.people import Door, Person, Welcome, check_pin, hash_pin, load_people

NOW = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
PIN = hash_pin("2468")


def ana(**more: object) -> Person:
    fields: dict[str, object] = {
        "name": "Ana M.", "roles": ["dealer"], "number": "7", "badge": "b-7", "pin": PIN,
        "licences": {"baccarat": date(2026, 12, 31), "roulette": date(2026, 11, 29)},
    }  # fmt: skip
    return Person.model_validate(fields | more)


def test_a_pin_is_kept_as_argon2id_and_never_twice_alike() -> None:
    assert PIN.startswith("$argon2id$")
    assert hash_pin("2468") != PIN
    assert check_pin(PIN, "2468")
    assert not check_pin(PIN, "2469")
    assert not check_pin(None, "2468")


@pytest.mark.parametrize("pin", ["", "123", "12a4", "12 4"])
def test_a_pin_that_is_too_short_or_no_number_is_refused(pin: str) -> None:
    with pytest.raises(ValueError, match="at least 4 digits"):
        hash_pin(pin)


def test_a_badge_lets_in_who_wears_it() -> None:
    door = Door([ana()])
    assert door.by_badge("b-7", "dealer", "baccarat", NOW) == Welcome(ana())
    assert door.by_badge("b-8", "dealer", "baccarat", NOW).refusal == "unknown"
    assert door.by_badge("b-7", "pit_boss", None, NOW).refusal == "no_role"


def test_a_licence_holds_to_its_last_day() -> None:
    door = Door([ana()])
    assert door.by_badge("b-7", "dealer", "roulette", NOW).refusal == "no_licence"
    assert door.by_badge("b-7", "dealer", "roulette", NOW - timedelta(days=1)).refusal is None
    assert door.by_badge("b-7", "dealer", "blackjack", NOW).refusal == "no_licence"


def test_five_wrong_pins_lock_for_five_minutes_also_against_the_right_one() -> None:
    door = Door([ana()])
    answers = [door.by_pin("7", "0000", "dealer", "baccarat", NOW) for _ in range(5)]
    assert [answer.refusal for answer in answers] == ["wrong_pin"] * 4 + ["locked"]
    assert answers[-1].locked_until == NOW + timedelta(seconds=300)
    assert door.by_pin("7", "2468", "dealer", "baccarat", NOW + timedelta(seconds=299)).refusal == "locked"
    assert door.by_pin("7", "2468", "dealer", "baccarat", NOW + timedelta(seconds=300)).refusal is None


def test_a_right_pin_forgets_the_wrong_ones_before_it() -> None:
    door = Door([ana()])
    for _ in range(3):
        for _ in range(4):
            door.by_pin("7", "0000", "dealer", "baccarat", NOW)
        assert door.by_pin("7", "2468", "dealer", "baccarat", NOW).refusal is None


def test_a_number_that_nobody_has_locks_like_any_other_so_that_it_does_not_show() -> None:
    door = Door([ana()])
    answers = [door.by_pin("999", "2468", "dealer", "baccarat", NOW).refusal for _ in range(5)]
    assert answers == ["wrong_pin"] * 4 + ["locked"]


def file_with(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "people.toml"
    file.write_text(text, encoding="utf-8")
    return file


ONE = f"""
[[people]]
name = "Ana M."
roles = ["dealer"]
number = "7"
pin = "{PIN}"
licences = {{ baccarat = 2026-12-31 }}
"""


def test_the_people_file(tmp_path: Path) -> None:
    people = load_people(file_with(tmp_path, ONE)).people
    assert people[0].licences == {"baccarat": date(2026, 12, 31)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (ONE.replace(PIN, "2468"), "argon2"),
        (ONE + ONE, "twice"),
        (ONE.replace("dealer", "owner"), "roles"),
        (ONE.replace('"7"', '"seven"'), "number"),
        ("people = []\n", "people"),
    ],
)
def test_a_people_file_that_does_not_hold_together_is_refused_by_name(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        load_people(file_with(tmp_path, text))


def test_the_people_file_of_the_repository_is_good() -> None:
    example = Path(__file__).resolve().parents[1] / "config" / "people.toml"
    names = [person.name for person in load_people(example).people]
    assert names == sorted(set(names))
