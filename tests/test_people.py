"""Who stands on a list of people: the file, badges, licences; and what a PIN is kept as."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.config_errors import ConfigError
from studio.people import load_people, named
from studio.pins import check_pin, hash_pin, why_weak
from studio.rig import people as rig_people

PIN = hash_pin("2468")


def test_a_pin_is_kept_as_argon2id_and_never_twice_alike() -> None:
    assert PIN.startswith("$argon2id$")
    assert hash_pin("2468") != PIN
    assert check_pin(PIN, "2468")
    assert not check_pin(PIN, "2469")
    assert not check_pin(None, "2468")


@pytest.mark.parametrize("pin", ["", "123", "12a4", "12 4", "1234567890123", "٤٤٤٥"])
def test_what_is_no_pin_is_refused(pin: str) -> None:
    with pytest.raises(ValueError, match="at least 4 digits"):
        hash_pin(pin)
    assert why_weak(pin) is not None


@pytest.mark.parametrize(
    ("pin", "says"),
    [
        ("7777", "the same"),
        ("1234", "up or down"),
        ("9876", "up or down"),
        ("8901", "up or down"),
        ("2525", "twice"),
        ("1987", "year"),
        ("0042", "staff number"),
    ],
)
def test_a_pin_that_is_guessed_among_the_first_is_weak(pin: str, says: str) -> None:
    assert says in str(why_weak(pin, number="42"))


@given(st.integers(0, 9999).map("{:04}".format))
def test_nine_pins_of_ten_are_good_and_none_of_them_is_short(pin: str) -> None:
    why = why_weak(pin)
    assert why is None or len(set(pin)) < 4 or pin[:2] in ("19", "20") or abs(int(pin[1]) - int(pin[0])) in (1, 9)


def file_with(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "people.toml"
    file.write_text(text, encoding="utf-8")
    return file


ONE = f"""
[[people]]
name = "Ana M."
roles = ["dealer"]
number = "7"
badge = "B007"
pin = "{PIN}"
licences = {{ baccarat = 2026-12-31 }}
"""
TWO = ONE.replace("Ana M.", "Lilit H.").replace('"7"', '"8"')


def test_the_people_file(tmp_path: Path) -> None:
    people = load_people(file_with(tmp_path, ONE))
    ana = people.by_badge("B007")
    assert ana is not None
    assert ana.licences == {"baccarat": date(2026, 12, 31)}
    assert people.by_number("7") == named(people.people, "Ana M.") == ana
    assert people.by_badge("B008") is people.by_number("8") is None


def test_what_a_table_knows_of_people_has_no_secret_in_it(tmp_path: Path) -> None:
    bare = load_people(file_with(tmp_path, ONE)).people[0].without_secrets()
    text = bare.model_dump_json()
    assert bare.name == "Ana M."
    for secret in (PIN, "B007", '"7"'):
        assert secret not in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (ONE.replace(PIN, "2468"), "argon2"),
        (ONE + ONE, "name 'Ana M.' stands twice"),
        (ONE + TWO, "badge of Ana M. and Lilit H. stands twice"),
        (ONE.replace("dealer", "owner"), "roles"),
        (ONE.replace('"7"', '"seven"'), "number"),
        (ONE.replace('number = "7"\n', ""), "Ana M. has no staff number"),
        (ONE.replace("B007", "B-7"), "badge"),
        ("people = []\n", "people"),
    ],
)
def test_a_people_file_that_does_not_hold_together_is_refused_by_name(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says) as refused:
        load_people(file_with(tmp_path, text))
    for secret in ("2468", "B007", "B-7", PIN):
        assert secret not in str(refused.value)


def test_the_people_file_of_the_repository_is_good_and_has_the_pins_that_it_names() -> None:
    example = Path(__file__).resolve().parents[1] / "config" / "people.toml"
    people = load_people(example).people
    assert [person.number for person in people] == ["1", "2", "3"]
    for person, pin in zip(people, ("1379", "2468", "3579"), strict=True):
        assert pin in example.read_text()
        assert check_pin(person.pin, pin)


def test_the_simulated_people_have_the_pins_that_they_type() -> None:
    for (number, pin), hashed in rig_people.HASHES.items():
        assert check_pin(hashed, pin), number
