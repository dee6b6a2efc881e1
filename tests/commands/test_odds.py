"""`studio odds`: the figures that a person and a program read."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from studio.houses import list_rules

from .commanding import Studio


def test_baccarat_in_words_has_the_orders_and_the_published_figures(studio: Studio) -> None:
    run = studio("odds", "baccarat", "--house", "pokerok")
    assert run.status == 0
    for figure in ("2,292,252,566,437,888", "2,230,518,282,592,256", "475,627,426,473,216", "4,998,398,275,503,360"):
        assert figure in run.out
    for figure in ("0.458597", "0.446247", "0.095156", "1.0579 %", "1.2351 %", "14.3596 %"):
        assert figure in run.out
    assert "every order in which six cards leave a full shoe" in run.out


def test_six_decks_have_figures_of_their_own(studio: Studio) -> None:
    out = studio("odds", "baccarat", "--house", "oasis").out
    for figure in ("0.458653", "0.446279", "0.095069", "14.4382 %"):
        assert figure in out


def test_as_json_every_probability_is_exact(studio: Studio) -> None:
    data = json.loads(studio("odds", "baccarat", "--house", "totogaming", "--json").out)
    assert (data["game"], data["house"], data["variant"]) == ("baccarat", "totogaming", "classic")
    assert data["combinations"]["banker"] == 2_292_252_566_437_888
    banker = data["bets"]["banker"]
    assert Fraction(banker["win"]["exact"]) == Fraction(2_292_252_566_437_888, 4_998_398_275_503_360)
    assert banker["house_edge_pct"] == pytest.approx(1.0579, abs=5e-5)
    for bet in data["bets"].values():
        shares = [Fraction(bet[result]["exact"]) for result in ("win", "push", "lose")]
        assert sum(shares) == 1
        assert sum(Fraction(way["exact"]) for way in bet["pays"]) == shares[0]


def test_spots_of_one_kind_stand_on_one_line(studio: Studio) -> None:
    run = studio("odds", "roulette", "--house", "pokerok")
    lines = [line.split() for line in run.out.splitlines() if "%" in line]
    assert ["straight", "(37)", "0.027027", "0.000000", "2.7027", "%", "35:1"] in lines
    assert {line[-3] for line in lines} == {"2.7027"}


def test_la_partage_gives_back_half_on_zero(studio: Studio) -> None:
    data = json.loads(studio("odds", "roulette", "--house", "totogaming", "--variant", "la_partage", "--json").out)
    assert Fraction(data["bets"]["red"]["house_edge"]) == Fraction(1, 74)
    assert Fraction(data["bets"]["red"]["push"]["exact"]) == Fraction(1, 37)


def test_what_depends_on_play_is_said_to_and_by_which_method(studio: Studio) -> None:
    run = studio("odds", "blackjack", "--house", "totogaming")
    assert "perfect_pairs" in run.out
    assert "basic strategy" in run.out
    data = json.loads(studio("odds", "blackjack", "--house", "totogaming", "--json").out)
    assert "basic strategy" in data["not_exact"]


def test_every_roulette_has_odds(studio: Studio) -> None:
    for rules in list_rules():
        if rules.game == "roulette":
            run = studio("odds", rules.game, "--house", rules.house, "--variant", rules.variant)
            assert run.status == 0, (rules.variant, run.err)
            assert rules.title in run.out
