"""The games that add something to the ball: order of the round and what the winning number pays (roulette.md 2)."""

from __future__ import annotations

from typing import Any

import pytest

from studio.games.procedure import DOUBLE, Chance
from studio.messages.outcomes import BetOutcome

from .wheel_play import Played, changed, house, play

END = ["Agree", "Announce"]


def lucky(variant: str, number: str, drawn: dict[str, int]) -> Played:
    return play(house(variant), number, draws={f"{variant}.lucky_numbers": drawn})


LUCKY: list[tuple[str, dict[str, int]]] = [
    ("lightning", {"17": 500, "0": 50}),
    ("atom", {"17": 400}),
    ("dynamite", {"17": 1000, "36": 73}),
    ("lucky_6", {"17": 100, "2": 60, "3": 88, "4": 188, "5": 588, "6": 2088}),
]


@pytest.mark.parametrize(("variant", "drawn"), LUCKY)
def test_lucky_numbers_are_drawn_after_the_close_and_told_before_the_ball(variant: str, drawn: dict[str, int]) -> None:
    """Roulette.md G4."""
    played = lucky(variant, "17", drawn)
    chance = f"Chance {variant}.lucky_numbers"
    assert played.order == ["TakeBets", chance, "Tell multipliers_drawn", "Spin 1", *END]
    assert played.asked[1] == Chance(draw=f"{variant}.lucky_numbers")
    assert played.told["multipliers_drawn"] == drawn
    assert played.draws == {"lucky_numbers": drawn}


@pytest.mark.parametrize(("variant", "drawn"), LUCKY)
def test_a_multiplier_replaces_the_odds_of_its_number_and_of_nothing_else(variant: str, drawn: dict[str, int]) -> None:
    """Nx is the total return (roulette.md G3)."""
    swapped = {{"17": "18"}.get(number, number): value for number, value in drawn.items()}
    with_luck, without = lucky(variant, "17", drawn).bets, lucky(variant, "17", swapped).bets
    assert with_luck.pop("straight:17") == BetOutcome("win", f"{drawn['17'] - 1}:1")
    assert without.pop("straight:17") == BetOutcome("win", "29:1")
    assert with_luck == without == {name: bet for name, bet in play(house(), "17").bets.items() if name in without}


def test_a_multiplier_beside_the_stake_is_one_key_away() -> None:
    rules = changed(house("lightning"), multiplier_includes_stake=False)
    assert play(rules, "17", draws={"lightning.lucky_numbers": {"17": 500}}).pays("straight:17") == "500:1"


def test_lightning_may_be_set_to_the_printed_30() -> None:
    """Roulette.md C4."""
    rules = changed(house("lightning"), lucky__lowest=30)
    assert play(rules, "17", draws={"lightning.lucky_numbers": {"17": 30}}).pays("straight:17") == "29:1"


# --- gold --------------------------------------------------------------------------------------------------------


def test_gold_bar_tells_how_many_bars_and_pays_a_bar_88_times_its_worth() -> None:
    played = play(house("gold_bar"), "17", draws={"gold_bar.bars": 7})
    assert played.order == ["TakeBets", "Chance gold_bar.bars", "Tell gold_bars_count", "Spin 1", *END]
    assert played.told == {"gold_bars_count": 7}
    assert played.pays("gold_bar:17") == "87:1"
    assert played.pays("straight:17") == "29:1"
    assert [name for name in played.bets if name.startswith("gold_bar")] == ["gold_bar:17"]


VAULT = {"bars": {"1": 1, "2": 2, "3": 3, "4": 1, "5": 1}, "super_bar": "6"}


@pytest.mark.parametrize(
    ("number", "pays"),
    [("1", "49:1"), ("2", "99:1"), ("3", "149:1"), ("6", "499:1"), ("7", "29:1")],
)
def test_gold_vault_sums_the_bars_of_a_number_and_pays_the_super_bar(number: str, pays: str) -> None:
    played = play(house("gold_vault"), number, draws={"gold_vault.bars": VAULT})
    assert played.order == ["TakeBets", "Chance gold_vault.bars", "Tell multipliers_drawn", "Spin 1", *END]
    assert played.told["multipliers_drawn"] == {"1": 50, "2": 100, "3": 150, "4": 50, "5": 50, "6": 500}
    assert played.pays(f"straight:{number}") == pays


# --- Cocktail (roulette.md 2.4) ----------------------------------------------------------------------------------

BONUS = {"17": "shaker", "5": 500, "0": "shaker", "8": 50}


def cocktail(number: str, balls: Any = None, **changes: Any) -> Played:
    rules = changed(house("cocktail"), **changes)
    return play(rules, number, draws={"cocktail.bonus_numbers": BONUS}, balls=balls)


def straights(played: Played) -> dict[str, str]:
    return {
        name.removeprefix("straight:"): bet.pays for name, bet in played.bets.items() if name.startswith("straight")
    }


def test_cocktail_without_a_bonus_on_the_number_pays_as_usual_and_ends() -> None:
    played = cocktail("20")
    chance = "Chance cocktail.bonus_numbers"
    assert played.order == ["TakeBets", chance, "Tell bonus_numbers_drawn", "Spin 1", *END]
    assert played.told == {"bonus_numbers_drawn": BONUS}
    assert straights(played) == {"20": "24:1"}
    assert played.draws == {"bonus_numbers": BONUS}


def test_cocktail_pays_the_multiplier_of_the_number_and_ends() -> None:
    """499:1 for 500x (roulette.md C5)."""
    played = cocktail("5")
    assert played.order[-3:] == ["Spin 1", *END]
    assert straights(played) == {"5": "499:1"}
    assert straights(cocktail("5", multiplier_includes_stake=False)) == {"5": "500:1"}


def test_the_shaker_draws_three_balls_that_win_beside_the_number() -> None:
    played = cocktail("17", ("3", "20", "36"))
    assert played.order[-5:] == ["Spin 1", *END, "DrawBalls", "Tell shaker_result"]
    assert straights(played) == {"17": "24:1", "3": "24:1", "20": "24:1", "36": "24:1"}
    assert played.told["shaker_result"] == ["3", "20", "36"]
    assert played.draws["balls"] == ["3", "20", "36"]
    assert played.outcome is not None
    assert played.outcome.numbers == ["17"]


def test_a_ball_equal_to_the_number_pays_49_and_one_with_a_multiplier_pays_that() -> None:
    assert straights(cocktail("17", ("17", "5", "20"))) == {"17": "49:1", "5": "499:1", "20": "24:1"}
    assert straights(cocktail("0", ("8", "17", "0"))) == {"0": "49:1", "8": "49:1", "17": "24:1"}


def test_a_ball_on_another_shaker_number_pays_as_any_number() -> None:
    assert straights(cocktail("17", ("0", "1", "2"))) == {"17": "24:1", "0": "24:1", "1": "24:1", "2": "24:1"}


def test_the_shaker_wins_for_straight_up_bets_only() -> None:
    """Roulette.md C6."""
    shaken, plain = cocktail("17", ("3", "20", "36")).bets, play(house("classic"), "17").bets
    assert {name for name in shaken if not name.startswith("straight")} == {
        name for name in plain if not name.startswith("straight")
    }


def test_the_shaker_for_all_bets_is_one_key_away_and_returns_once_for_each_hit() -> None:
    played = cocktail("17", ("18", "20", "1"), cocktail__shaker_takes="all_bets")
    assert straights(played) == {"17": "24:1", "18": "24:1", "20": "24:1", "1": "24:1"}
    assert played.pays("split:17-18") == "35:1"
    assert played.pays("split:1-2") == "17:1"
    assert played.pays("corner:17-18-20-21") == "26:1"
    assert played.pays("red") == "3:1"
    assert played.pays("dozen:2") == "8:1"


# --- Red Door (roulette.md 2.3) ----------------------------------------------------------------------------------

KEYS = {"17": 1, "4": 10, "5": 20}


def red_door(number: str, *sectors: Any) -> Played:
    return play(house("red_door"), number, reel=3, draws={"red_door.keys:3": KEYS}, sectors=sectors)


def test_red_door_turns_the_reel_then_draws_as_many_keys() -> None:
    played = red_door("20")
    assert played.order == [
        "TakeBets",
        "TurnReel",
        "Tell keys_count",
        "Chance red_door.keys:3",
        "Tell keys_drawn",
        "Spin 1",
        *END,
    ]
    assert played.told == {"keys_count": 3, "keys_drawn": KEYS}
    assert played.pays("straight:20") == "19:1"
    assert played.draws == {"keys_count": 3, "keys": KEYS}


def test_a_key_turns_the_bonus_wheel_after_the_call() -> None:
    played = red_door("17", 50)
    assert played.order[-5:] == [*END, "TurnBonusWheel", "Tell bonus_wheel_spin", "Tell bonus_result"]
    assert played.pays("straight:17") == "49:1"
    assert played.draws["bonus_wheel"] == [{"turn": 1, "sector": 50, "multiplier": 50}]
    assert played.draws["bonus_multiplier"] == played.told["bonus_result"] == 50
    assert played.pays("split:17-18") == "17:1"


@pytest.mark.parametrize(
    ("number", "sectors", "multiplier"),
    [
        ("17", [20], 20),
        ("17", [DOUBLE, 20], 40),
        ("17", [DOUBLE, DOUBLE, DOUBLE, DOUBLE, 50], 800),
        ("4", [50], 500),
        ("4", [DOUBLE, 100], 2000),
        ("17", [*[DOUBLE] * 5, 20], 640),
        ("17", [*[DOUBLE] * 5, DOUBLE], 4000),
        ("17", [*[DOUBLE] * 5, 150], 4000),
        ("4", [DOUBLE, DOUBLE], 4000),
        ("5", [DOUBLE], 4000),
        ("5", [200], 4000),
        ("5", [20], 400),
    ],
)
def test_doubles_double_the_wheel_until_a_sector_stands_at_4000(
    number: str, sectors: list[Any], multiplier: int
) -> None:
    """Roulette.md 2.3, C17: with a sector at the top, Doubles are worth the top and the next turn is the last."""
    played = red_door(number, *sectors, "never reached")
    assert played.draws["bonus_multiplier"] == multiplier
    assert played.pays(f"straight:{number}") == f"{multiplier - 1}:1"
    assert [turn["turn"] for turn in played.draws["bonus_wheel"]] == list(range(1, len(sectors) + 1))


# --- Ultimate (roulette.md 2.2) ----------------------------------------------------------------------------------


def ultimate(number: str, lucky: list[dict[str, Any]], extras: list[dict[str, Any]], **changes: Any) -> Played:
    draws = {"ultimate.lucky_numbers": lucky, "ultimate.extras": extras}
    return play(changed(house("ultimate"), **changes), number, draws=draws)


def extra(value: int, *numbers: str, **more: Any) -> dict[str, Any]:
    return {"numbers": list(numbers), "value": value, **more}


LUCKY_17 = [{"number": "17", "value": 100, "left": 0, "right": 1}]
AWAY = [extra(50, "1"), extra(50, "2"), extra(50, "3")]


def by_bought(played: Played, number: str) -> list[str]:
    return [played.pays(f"straight:{number}{suffix}") for suffix in ("", ":extras-1", ":extras-2", ":extras-3")]


def test_ultimate_publishes_lucky_numbers_then_the_window_then_its_offers() -> None:
    """Roulette.md G6."""
    played = ultimate("17", LUCKY_17, AWAY)
    assert played.order == [
        "TakeBets",
        "Chance ultimate.lucky_numbers",
        "Tell multipliers_drawn",
        "Tell extras_window_opened",
        "Chance ultimate.extras",
        "Tell extras_drawn",
        "Tell multipliers_spread",
        "Spin 1",
        *END,
    ]
    assert played.told["extras_window_opened"] == {"window_s": 8, "price": "1:10", "most": 3}
    assert played.told["multipliers_drawn"] == LUCKY_17
    assert played.told["multipliers_spread"]["0"] == {"17": 100, "34": 100}


def test_an_extra_counts_for_who_bought_that_many() -> None:
    played = ultimate("20", LUCKY_17, [extra(50, "20"), extra(100, "9"), extra(250, "20")])
    assert by_bought(played, "20") == ["29:1", "49:1", "49:1", "299:1"]


def test_a_number_that_is_lucky_and_extra_sums_its_multipliers() -> None:
    assert by_bought(ultimate("17", LUCKY_17, [extra(50, "17"), *AWAY[1:]]), "17") == [
        "99:1",
        "149:1",
        "149:1",
        "149:1",
    ]


def test_only_the_second_and_third_are_doubled_up_to_2000() -> None:
    """Roulette.md C16."""
    played = ultimate("20", LUCKY_17, [AWAY[0], extra(1000, "20", doubled=True), extra(150, "20", doubled=True)])
    assert by_bought(played, "20") == ["29:1", "29:1", "1999:1", "2299:1"]
    capped = ultimate(
        "20", LUCKY_17, [AWAY[0], extra(1000, "20", doubled=True), extra(150, "20")], ultimate__sum_cap=2000
    )
    assert by_bought(capped, "20")[3] == "1999:1"


def test_a_multiplier_spreads_to_neighbours_on_the_wheel_and_the_higher_one_counts() -> None:
    """Roulette.md C15: 25 17 34 6 lie side by side."""
    offers = [extra(250, "6", left=2, right=0), *AWAY[1:]]
    assert by_bought(ultimate("34", LUCKY_17, offers), "34") == ["99:1", "249:1", "249:1", "249:1"]
    assert by_bought(ultimate("17", LUCKY_17, offers), "17")[:2] == ["99:1", "249:1"]
    assert by_bought(ultimate("25", LUCKY_17, offers), "25") == ["29:1"] * 4


def test_a_lower_multiplier_that_spreads_does_not_lower_a_number() -> None:
    offers = [extra(50, "34", left=1), *AWAY[1:]]
    assert by_bought(ultimate("17", LUCKY_17, offers), "17")[1] == "99:1"
    assert by_bought(ultimate("34", LUCKY_17, offers), "34")[1] == "99:1"
