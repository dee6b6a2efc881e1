"""Roulette with one ball and nothing added: the order of the round, what wins, what the house keeps (roulette.md 1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from studio.games.catalogue import rules_data, rules_from_data
from studio.games.procedure import Agree, Announce, Spin, TakeBets
from studio.games.roulette import ROUNDS
from studio.games.roulette_draws import ImpossibleDraw
from studio.games.roulette_layout import layout, numbers_of
from studio.games.roulette_pays import pay_table
from studio.games.roulette_rules import RouletteRules
from studio.messages.outcomes import BetOutcome

from .wheel_play import changed, every_roulette, house, play, returned

CLASSIC = house("classic", "pokerok")
AMERICAN = house("american")
PARTAGE = house("la_partage")

PRINTED = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5, 12: 2, 18: 1}
"""Numbers covered to odds (roulette.md 1.1)."""


def mean_returns(rules: RouletteRules) -> dict[str, Fraction]:
    """Each spot's mean return, by playing every number of the wheel once."""
    numbers = numbers_of(rules.wheel)
    rounds = [play(rules, number).bets for number in numbers]
    return {
        spot.name: sum((returned(bets.get(spot.name)) for bets in rounds), Fraction(0)) / len(numbers)
        for spot in layout(rules.wheel)
    }


def test_a_round_asks_for_bets_ball_agreement_and_the_call_and_nothing_else() -> None:
    assert play(CLASSIC, "17").asked == [
        TakeBets(),
        Spin(ball=1),
        Agree(value="17"),
        Announce(words="roulette.number"),
    ]


def test_the_outcome_is_the_number_and_every_spot_that_holds_it() -> None:
    outcome = play(CLASSIC, "17").outcome
    assert outcome is not None
    assert (outcome.outcome, outcome.numbers, outcome.hands, outcome.draws) == ("17", ["17"], None, None)
    assert {name: bet.pays for name, bet in outcome.bets.items()} == {
        "straight:17": "35:1",
        "split:14-17": "17:1",
        "split:16-17": "17:1",
        "split:17-18": "17:1",
        "split:17-20": "17:1",
        "street:16-17-18": "11:1",
        "corner:13-14-16-17": "8:1",
        "corner:14-15-17-18": "8:1",
        "corner:16-17-19-20": "8:1",
        "corner:17-18-20-21": "8:1",
        "six_line:13-14-15-16-17-18": "5:1",
        "six_line:16-17-18-19-20-21": "5:1",
        "column:2": "2:1",
        "dozen:2": "2:1",
        "low": "1:1",
        "odd": "1:1",
        "black": "1:1",
    }


@pytest.mark.parametrize("number", numbers_of("european37"))
def test_a_spot_wins_exactly_on_its_numbers_at_the_printed_odds(number: str) -> None:
    bets = play(CLASSIC, number).bets
    assert set(bets) == {spot.name for spot in layout("european37") if number in spot.numbers}
    covers = {spot.name: len(spot.numbers) for spot in layout("european37")}
    assert all(bet == BetOutcome("win", f"{PRINTED[covers[name]]}:1") for name, bet in bets.items())


def test_zero_loses_columns_dozens_and_even_chances_but_not_the_spots_that_hold_it() -> None:
    """Roulette.md C9."""
    assert set(play(CLASSIC, "0").bets) == {
        "straight:0",
        "split:0-1",
        "split:0-2",
        "split:0-3",
        "street:0-1-2",
        "street:0-2-3",
        "corner:0-1-2-3",
    }


@pytest.mark.parametrize("name", ["totogaming", "pokerok", "oasis"])
def test_with_one_zero_the_house_keeps_a_37th_of_every_spot(name: str) -> None:
    edges = {spot: 1 - mean for spot, mean in mean_returns(house("classic", name)).items()}
    assert len(edges) == 157
    assert set(edges.values()) == {Fraction(1, 37)}


def test_with_two_zeros_the_house_keeps_two_38ths_and_three_of_the_five_number_bet() -> None:
    edges = {spot: 1 - mean for spot, mean in mean_returns(AMERICAN).items()}
    assert edges.pop("five_number") == Fraction(3, 38)
    assert set(edges.values()) == {Fraction(2, 38)}


def test_double_zero_is_a_number_of_its_own() -> None:
    bets = play(AMERICAN, "00").bets
    assert set(bets) == {
        "straight:00",
        "split:0-00",
        "split:00-2",
        "split:00-3",
        "street:0-00-2",
        "street:00-2-3",
        "five_number",
    }
    assert bets["five_number"] == BetOutcome("win", "6:1")


def test_la_partage_gives_half_of_each_even_chance_back_on_zero() -> None:
    """Roulette.md 2, Auto La Partage."""
    bets = play(PARTAGE, "0").bets
    half = BetOutcome("push", "0:1", returned="1:2")
    assert {name for name, bet in bets.items() if bet == half} == {"low", "high", "red", "black", "even", "odd"}
    assert bets["straight:0"].result == "win"
    assert "dozen:1" not in bets
    assert "column:1" not in bets


def test_la_partage_halves_the_edge_of_even_chances_alone() -> None:
    edges = {spot: 1 - mean for spot, mean in mean_returns(PARTAGE).items()}
    even = {"low", "high", "red", "black", "even", "odd"}
    assert {edges.pop(spot) for spot in even} == {Fraction(1, 74)}
    assert set(edges.values()) == {Fraction(1, 37)}


def test_a_whole_stake_given_back_is_a_plain_push() -> None:
    bets = play(changed(PARTAGE, returned_on_zero="1:1"), "0").bets
    assert bets["red"] == BetOutcome("push", "0:1")


def test_the_dozen_at_four_to_one_would_return_162_percent() -> None:
    """Roulette.md C1: why 2:1 is the reading, and that the other is one key away."""
    assert mean_returns(changed(house(), pays__dozen="4:1"))["dozen:2"] == Fraction(60, 37)


@pytest.mark.parametrize("number", ["37", "00", "-1", "", "017", 17, None])
def test_a_number_that_the_wheel_does_not_have_is_refused(number: object) -> None:
    with pytest.raises(
        ImpossibleDraw, match=r"the ball's number: .* was drawn; allowed is a pocket of european37: 0 1"
    ):
        play(CLASSIC, number)  # type: ignore[arg-type]


def test_the_outcome_of_one_round_cannot_change_that_of_the_next() -> None:
    play(CLASSIC, "17").bets.clear()
    assert "straight:17" in play(CLASSIC, "17").bets


def test_the_pay_table_is_built_once_for_rules_and_apart_for_others() -> None:
    assert pay_table(CLASSIC) is pay_table(CLASSIC)
    dearer = changed(CLASSIC, pays__straight="34:1")
    assert play(dearer, "17").pays("straight:17") == "34:1"
    assert play(CLASSIC, "17").pays("straight:17") == "35:1"


# --- houses' files -----------------------------------------------------------------------------------------------


def test_the_houses_have_the_variants_of_their_documents() -> None:
    found: dict[str, set[str]] = {}
    for rules in every_roulette():
        found.setdefault(rules.house, set()).add(rules.variant)
    assert found == {"totogaming": set(ROUNDS), "pokerok": {"classic"}, "oasis": {"classic"}}


@pytest.mark.parametrize("rules", every_roulette(), ids=lambda rules: f"{rules.house}-{rules.variant}")
def test_every_file_names_its_source_and_the_readings_it_takes(rules: RouletteRules) -> None:
    document = {"totogaming": "(000)", "pokerok": "(004)", "oasis": "(001)"}[rules.house]
    assert document in rules.source
    assert rules.min_turns == 3
    assert {"C9", "C11", "C12"} <= {mark.split()[0] for mark in rules.doubtful}
    assert all(reading.endswith(".") for reading in rules.doubtful.values())


@pytest.mark.parametrize("rules", every_roulette(), ids=lambda rules: f"{rules.house}-{rules.variant}")
def test_rules_come_back_from_the_journal_as_they_were(rules: RouletteRules) -> None:
    assert rules_from_data(rules_data(rules)) == rules


def test_odds_that_the_operator_set_are_listed_as_doubtful() -> None:
    """Roulette.md G1: printed for Dynamite, Red Door, Cocktail and the plain games only."""
    marked = {rules.variant for rules in every_roulette() if any(mark.startswith("G1 ") for mark in rules.doubtful)}
    assert marked == {"lightning", "atom", "ultimate", "lucky_6", "gold_vault", "gold_bar"}
    assert {house(variant).pays.straight for variant in marked} == {29}


def test_call_bets_are_taken_only_with_one_zero() -> None:
    """Roulette.md C19."""
    assert house().call_bets
    with pytest.raises(ValueError, match="call_bets: the sectors of the race track exist on european37 only"):
        changed(AMERICAN, call_bets=True)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"pays__straight": None}, "straight"),
        ({"pays__five_number": "6:1"}, "C14"),
        ({"wheel": "american38"}, "five_number"),
        ({"variant": "lightning"}, "lightning needs these tables: lucky"),
        ({"returned_on_zero": "1:2"}, "la_partage"),
        ({"pays__corner": "eight"}, "are not odds"),
        ({"min_turns": 0}, "greater than or equal to 1"),
        ({"wheels": 2}, "Extra inputs"),
    ],
)
def test_rules_that_do_not_hold_together_are_refused(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        changed(CLASSIC, **changes)


def test_the_other_reading_of_the_wheel_is_two_keys_away() -> None:
    """Roulette.md C2: the table called American of 001."""
    other = changed(house("classic", "oasis"), wheel="american38", call_bets=False, pays__five_number="6:1")
    assert play(other, "00").pays("straight:00") == "35:1"
