"""House files are found, checked and named where they are wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pydantic
import pytest

from studio.config_errors import ConfigError, explain
from studio.games.baccarat_rules import BaccaratRules
from studio.games.catalogue import family
from studio.houses import config_dir, list_rules, load_rules, rules_data, rules_digest, rules_from_data

SHIPPED = Path(__file__).parents[1] / "config"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the houses, which the environment points to."""
    shutil.copytree(SHIPPED / "houses", tmp_path / "houses")
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path))
    return tmp_path


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def problem(house: str = "oasis", game: str = "baccarat", variant: str = "classic") -> str:
    """The one thing that is wrong."""
    with pytest.raises(ConfigError) as refused:
        load_rules(house, game, variant)
    assert len(refused.value.problems) == 1
    return refused.value.problems[0]


# --- where they lie --------------------------------------------------------------------------------------------------


def test_the_environment_comes_first(config: Path) -> None:
    assert config_dir() == config


def test_then_the_working_folder_then_the_one_beside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STUDIO_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)
    assert config_dir() == SHIPPED
    (tmp_path / "config" / "houses").mkdir(parents=True)
    assert config_dir() == Path("config")


def test_a_folder_without_houses_is_named_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path))
    with pytest.raises(ConfigError, match=r"houses: no such folder; set STUDIO_CONFIG"):
        config_dir()


# --- what is known ---------------------------------------------------------------------------------------------------


def test_every_shipped_file_is_read_and_every_house_has_every_game() -> None:
    rules = list_rules()
    files = [file for file in (SHIPPED / "houses").glob("*/*.toml") if file.stem != "irregularities"]
    assert len(rules) == len(files)
    assert len({(each.house, each.game, each.variant) for each in rules}) == len(rules)
    for each in rules:
        assert load_rules(each.house, each.game, each.variant) == each


def test_the_unknown_is_named_with_what_is_known() -> None:
    assert problem("nowhere") == "no house is called 'nowhere': there are oasis, pokerok, totogaming"
    assert problem(game="poker") == "no game is called 'poker': there are baccarat, blackjack, roulette"
    assert problem(variant="power") == "oasis has no baccarat called 'power': there are classic"
    with pytest.raises(ValueError, match="no game is called 'poker'"):
        family("poker")


def test_a_house_without_the_game_says_which_it_has(config: Path) -> None:
    (config / "houses" / "oasis" / "baccarat.toml").unlink()
    assert problem() == "oasis has no baccarat: it offers blackjack, roulette"


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("decks = 6", "decks = 9", "shoe.decks = 9: input should be less than or equal to 8"),
        ("decks = 6", 'decks = "6"', "shoe.decks = '6': input should be a valid integer"),
        ("decks = 6", "deks = 6", "shoe.deks: unknown key; known are decks, cut_from_back_cards, burn"),
        (
            'burn = "first_card_value"',
            'burn = "one"',
            "shoe.burn = 'one': input should be 'none', 'first_card_value'",
        ),
        ('tie = "8:1"', 'tie = "8"', "pays.tie = '8': '8' are not odds: write profit:stake"),
        ('tie = "8:1"', "tie = 8", "pays.tie = 8: odds are text"),
        ("commission_pct = 5", "", "commission_pct: missing"),
        ("free_hands_per_shoe = 10", "free_hands_per_shoe = -1", "free_hands_per_shoe = -1: input should be greater"),
    ],
)
def test_file_key_value_and_what_is_allowed_are_named(config: Path, old: str, new: str, said: str) -> None:
    file = config / "houses" / "oasis" / "baccarat.toml"
    change(file, old, new)
    with pytest.raises(ConfigError) as refused:
        load_rules("oasis", "baccarat")
    problems = refused.value.problems
    assert any(line.startswith(f"{file}: {said}") for line in problems), problems


def test_each_thing_that_is_wrong_has_its_line(config: Path) -> None:
    file = config / "houses" / "oasis" / "baccarat.toml"
    change(file, "decks = 6", "decks = 9")
    change(file, 'tie = "8:1"', "tie = 8")
    with pytest.raises(ConfigError) as refused:
        list_rules()
    assert [line.split(": ")[1].split(" ")[0] for line in refused.value.problems] == ["shoe.decks", "pays.tie"]
    assert str(refused.value).count("\n") == 1


def test_what_is_not_toml_is_named_with_its_line(config: Path) -> None:
    file = config / "houses" / "oasis" / "baccarat.toml"
    file.write_text('house = "oasis"\ngame = \n', encoding="utf-8")
    assert problem().startswith(f"{file}: is not TOML: ")
    assert "line 2" in problem()


def test_a_file_that_cannot_be_read_is_named(config: Path) -> None:
    file = config / "houses" / "oasis" / "baccarat.toml"
    file.write_bytes(b"\xff\xfe")
    assert problem().startswith(f"{file}: is not TOML: ")


def test_a_file_lies_with_its_house_under_its_games_name(config: Path) -> None:
    file = config / "houses" / "oasis" / "baccarat.toml"
    change(file, 'house = "oasis"', 'house = "pokerok"')
    assert problem() == f"{file}: house = 'pokerok': the file lies with 'oasis'"
    change(file, 'house = "pokerok"\ngame = "baccarat"', 'house = "oasis"\ngame = "roulette"')
    assert problem() == f"{file}: game = 'roulette': the file's name must begin with it"
    change(file, 'game = "roulette"', "game = 7")
    assert problem() == f"{file}: game = '7': allowed are baccarat, blackjack, roulette"


def test_two_files_of_one_variant_are_refused(config: Path) -> None:
    folder = config / "houses" / "oasis"
    shutil.copy(folder / "baccarat.toml", folder / "baccarat_again.toml")
    assert (
        problem()
        == f"{folder / 'baccarat_again.toml'}: variant = 'classic': {folder / 'baccarat.toml'} has that already"
    )


def test_a_date_is_no_rule(config: Path) -> None:
    file = config / "houses" / "oasis" / "baccarat.toml"
    change(file, "commission_pct = 5", "commission_pct = 2024-01-01")
    assert problem().startswith(f"{file}: ")


# --- data and digest -------------------------------------------------------------------------------------------------


def test_rules_survive_as_plain_data_with_the_same_digest() -> None:
    for rules in list_rules():
        again = rules_from_data(rules_data(rules))
        assert again == rules
        assert rules_digest(again) == rules_digest(rules)
        assert len(rules_digest(rules)) == 64


def test_any_change_of_a_rule_changes_the_digest() -> None:
    rules = load_rules("oasis", "baccarat")
    digests = {rules_digest(rules)}
    for key, value in {"free_hands_per_shoe": 9, "commission_pct": 4, "both_sides": True}.items():
        digests.add(rules_digest(rules_from_data({**rules_data(rules), key: value})))
    assert len(digests) == 4


def test_data_of_no_game_are_refused() -> None:
    with pytest.raises(ValueError, match="no game is called 'None'"):
        rules_from_data({})


def test_explaining_without_the_model_still_names_the_key() -> None:
    with pytest.raises(pydantic.ValidationError) as refused:
        BaccaratRules.model_validate({**rules_data(load_rules("oasis", "baccarat")), "tip": 1})
    lines = explain(Path("x.toml"), refused.value)
    assert "x.toml: tip: unknown key" in lines
