"""Double Ball against the table of roulette.md 2.1, worked out here pair by pair from the printed odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from studio.games.procedure import Agree, Announce, Spin, TakeBets
from studio.games.roulette_draws import ImpossibleDraw
from studio.games.roulette_layout import layout, numbers_of

from .wheel_play import changed, house, play, returned

RULES = house("double_ball")
NUMBERS = numbers_of("european37")
PROFITS_ADD = changed(RULES, double_ball__double_win="profits_add")


@pytest.fixture(scope="module")
def means() -> dict[str, Fraction]:
    """Each bet's mean return over all pairs of numbers."""
    sums: dict[str, Fraction] = {}
    for first, second in product(NUMBERS, repeat=2):
        for name, bet in play(RULES, first, second).bets.items():
            sums[name] = sums.get(name, Fraction(0)) + returned(bet)
    return {name: total / 37**2 for name, total in sums.items()}


def test_two_balls_are_spun_one_after_the_other_and_both_numbers_agreed() -> None:
    assert play(RULES, "17", "4").asked == [
        TakeBets(),
        Spin(ball=1),
        Spin(ball=2),
        Agree(value="17"),
        Agree(value="4"),
        Announce(words="roulette.two_numbers"),
    ]


def test_the_outcome_keeps_the_order_of_the_balls_and_the_odds_do_not_ask() -> None:
    """Roulette.md G9."""
    one, other = play(RULES, "17", "4").outcome, play(RULES, "4", "17").outcome
    assert one is not None
    assert other is not None
    assert (one.numbers, other.numbers) == (["17", "4"], ["4", "17"])
    assert (one.outcome, other.outcome) == ("17 4", "4 17")
    assert one.bets == other.bets


def test_inside_bets_win_with_one_ball_and_outside_bets_need_both() -> None:
    played = play(RULES, "1", "36")
    assert played.pays("straight:1") == played.pays("straight:36") == "17:1"
    assert played.pays("split:1-2") == "8:1"
    assert played.pays("street:34-35-36") == "5:1"
    assert played.pays("corner:1-2-4-5") == "7:2"
    assert played.pays("six_line:1-2-3-4-5-6") == "2:1"
    assert played.pays("red") == "3:1"
    assert not {"low", "high", "odd", "even", "column:1", "dozen:1", "dozen:3", "black"} & set(played.bets)
    both = play(RULES, "1", "4")
    assert both.pays("column:1") == both.pays("dozen:1") == "8:1"
    assert both.pays("low") == "3:1"


def test_red_and_black_is_one_ball_on_each() -> None:
    assert play(RULES, "1", "2").pays("red_and_black") == "1:1"
    for first, second in (("1", "3"), ("2", "4"), ("0", "1"), ("0", "0")):
        assert "red_and_black" not in play(RULES, first, second).bets


def test_both_balls_on_one_number_pay_any_and_the_chosen_one() -> None:
    played = play(RULES, "17", "17")
    assert (played.pays("same_number"), played.pays("same_number:17")) == ("35:1", "1300:1")
    assert not any(name.startswith("same_number") for name in play(RULES, "17", "18").bets)


def test_a_double_win_returns_twice_what_a_single_one_does() -> None:
    played = play(RULES, "17", "17")
    assert played.pays("straight:17") == "35:1"
    assert played.pays("corner:16-17-19-20") == "8:1"
    assert play(RULES, "17", "18").pays("split:17-18") == "17:1"


def test_the_other_reading_of_a_double_win_doubles_the_profit_alone() -> None:
    played = play(PROFITS_ADD, "17", "17")
    assert played.pays("straight:17") == "34:1"
    assert played.pays("corner:16-17-19-20") == "7:1"


def test_all_inside_bets_return_the_same_97_3_percent(means: dict[str, Fraction]) -> None:
    """Roulette.md 2.1: straight 2 x 18/37, all inside bets same."""
    inside = [spot.name for spot in layout("european37") if spot.kind not in ("column", "dozen", "even_chance")]
    assert {means[name] for name in inside} == {2 * Fraction(18, 37)}
    assert round(float(means["straight:17"]), 3) == 0.973


def test_outside_bets_return_94_7_percent(means: dict[str, Fraction]) -> None:
    """Roulette.md 2.1: red 4 x (18/37)^2; columns and dozens 9 x (12/37)^2 are the same."""
    outside = [spot.name for spot in layout("european37") if spot.kind in ("column", "dozen", "even_chance")]
    assert {means[name] for name in outside} == {4 * Fraction(18, 37) ** 2}
    assert means["red_and_black"] == 2 * 2 * Fraction(18, 37) ** 2
    assert round(float(means["red"]), 3) == 0.947


def test_same_number_bets_return_what_their_odds_make_of_a_37th(means: dict[str, Fraction]) -> None:
    assert means["same_number"] == Fraction(36, 37)
    assert {means[f"same_number:{number}"] for number in NUMBERS} == {Fraction(1301, 37**2)}


@pytest.mark.parametrize("numbers", [("37", "1"), ("1", "00")])
def test_either_ball_must_lie_in_a_pocket(numbers: tuple[str, str]) -> None:
    with pytest.raises(ImpossibleDraw, match="the ball's number"):
        play(RULES, *numbers)
