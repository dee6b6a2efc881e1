"""`studio rules`: every game of every house, and one house's rules in words with what is doubtful in them."""

from __future__ import annotations

import re

import pytest

from studio.houses import list_rules

from .commanding import Studio

VARIANTS = {
    "roulette": {
        "classic", "american", "la_partage", "double_ball", "lightning", "gold_bar", "atom", "dynamite", "ultimate",
        "gold_vault", "red_door", "lucky_6", "cocktail",
    },
    "blackjack": {"classic", "one", "infinite_free_bet", "power", "classic_free_bet"},
    "baccarat": {"classic"},
}  # fmt: skip
"""The named games of rules/roulette.md 2, blackjack.md 3 and baccarat.md."""


def test_every_variant_of_the_rules_files_is_listed_on_a_line_of_its_own(studio: Studio) -> None:
    run = studio("rules")
    assert run.status == 0
    listed = [tuple(line.split()[:3]) for line in run.out.splitlines()]
    assert len(set(listed)) == len(listed) == len(list_rules())
    for game, variants in VARIANTS.items():
        assert {variant for family, _, variant in listed if family == game} == variants
        assert {house for family, house, _ in listed if family == game} == {"oasis", "pokerok", "totogaming"}


def test_one_game_may_be_listed_alone(studio: Studio) -> None:
    assert {line.split()[0] for line in studio("rules", "baccarat").out.splitlines()} == {"baccarat"}


@pytest.mark.parametrize("house", ["oasis", "pokerok", "totogaming"])
def test_doubtful_rules_are_listed_with_mark_and_reading(studio: Studio, house: str) -> None:
    for rules in list_rules():
        if rules.house == house:
            out = studio("rules", rules.game, house, "--variant", rules.variant).out
            head, _, doubts = out.partition("Doubtful:")
            assert rules.source in head
            said = " ".join(doubts.split())
            for mark, reading in rules.doubtful.items():
                assert f"{mark}: {' '.join(reading.split())}" in said


def test_rules_are_spelled_from_the_data_with_units_and_odds(studio: Studio) -> None:
    out = studio("rules", "baccarat", "totogaming").out
    lines = dict(re.findall(r"^ *(\S.*?) {2,}(\S+(?: %)?)", out, flags=re.MULTILINE))
    assert lines["commission"] == "5 %"
    assert lines["both sides"] == "yes"
    assert lines["decks"] == "8"
    assert lines["perfect pair both"] == "200:1"
    assert lines["basis"] == "margin"
    assert "9 at 30:1, 8 at 10:1" in out
    assert "11 (weight 80)" in out
    assert "The bet `perfect_pair` when both hands are." in out


def test_a_bet_that_is_not_offered_is_not_spelled(studio: Studio) -> None:
    offered = studio("rules", "baccarat", "oasis").out, studio("rules", "baccarat", "pokerok").out
    assert ["player pair" in rules for rules in offered] == [True, False]


def test_lines_fit_the_page(studio: Studio) -> None:
    for rules in list_rules():
        out = studio("rules", rules.game, rules.house, "--variant", rules.variant).out
        assert max(len(line) for line in out.splitlines()) <= 120


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("poker",), "'poker': there are baccarat, blackjack, roulette"),
        (("poker", "oasis"), "'poker'"),
        (("baccarat", "nowhere"), "'nowhere': there are oasis, pokerok, totogaming"),
        (("roulette", "oasis", "--variant", "cocktail"), "'cocktail': there are classic"),
    ],
)
def test_what_is_unknown_is_named_with_what_is_known(studio: Studio, arguments: tuple[str, ...], named: str) -> None:
    run = studio("rules", *arguments)
    assert run.status == 2
    assert named in run.err
