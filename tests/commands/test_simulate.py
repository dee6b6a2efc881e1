"""`studio simulate`: rounds from shuffled shoes lie where the exact odds say."""

from __future__ import annotations

import re

import pytest

from .commanding import Studio


def errors(out: str) -> list[float]:
    """The standard errors of every figure printed."""
    return [float(found) for found in re.findall(r"  ([+-]\d+\.\d\d)$", out, flags=re.MULTILINE)]


@pytest.mark.parametrize("house", ["oasis", "totogaming"])
def test_baccarat_lies_within_four_standard_errors(studio: Studio, house: str) -> None:
    run = studio("simulate", "baccarat", "--house", house, "--rounds", "20000", "--seed", "7")
    assert run.status == 0
    assert "20,000 rounds, seed 7" in run.out
    found = errors(run.out)
    assert len(found) >= 9
    assert max(map(abs, found)) < 4


@pytest.mark.parametrize(
    ("game", "variant"), [("roulette", "classic"), ("roulette", "double_ball"), ("blackjack", "one")]
)
def test_the_other_games_lie_there_too(studio: Studio, game: str, variant: str) -> None:
    """Of 157 spots the farthest is shown: five standard errors leave room for that."""
    run = studio("simulate", game, "--house", "totogaming", "--variant", variant, "--rounds", "4000", "--seed", "2")
    assert run.status == 0
    assert max(map(abs, errors(run.out))) < 5


def test_the_same_seed_gives_the_same_rounds_and_another_seed_others(studio: Studio) -> None:
    command = ("simulate", "roulette", "--house", "pokerok", "--rounds", "500", "--seed")
    first = studio(*command, "1").out
    assert studio(*command, "1").out == first
    assert studio(*command, "2").out != first


def test_blackjack_tells_what_basic_strategy_came_to(studio: Studio) -> None:
    out = studio("simulate", "blackjack", "--house", "pokerok", "--rounds", "500").out
    assert re.search(r"main bet by basic strategy: -?\d+\.\d+ % kept by the house, standard error \d+\.\d+ %", out)


@pytest.mark.parametrize("rounds", ["0", "-1", "1.5", "many"])
def test_rounds_are_a_whole_number_from_one(studio: Studio, rounds: str) -> None:
    run = studio("simulate", "baccarat", "--house", "pokerok", f"--rounds={rounds}")
    assert run.status == 2
    assert repr(rounds) in run.err
