"""Exact odds of every roulette: against figures of roulette.md, closed forms, enumeration and rounds played."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations, product
from math import sqrt

import msgspec
import pytest

from studio.chance import Generator
from studio.games.exact.odds import BetOdds, GameOdds
from studio.games.exact.roulette import bonus_wheel_chances, roulette_odds
from studio.games.exact.ultimate import ultimate_multipliers
from studio.games.procedure import DOUBLE
from studio.games.roulette_chance import draw_names, draw_spec
from studio.games.roulette_draws import Extra, LuckyNumber
from studio.games.roulette_layout import layout, numbers_of
from studio.games.roulette_rules import RouletteRules
from studio.games.ultimate_roulette import multipliers_of
from studio.messages.outcomes import Outcome

from .wheel_play import Played, changed, every_roulette, house, play, returned

BONUS_GAMES = ["lightning", "atom", "dynamite", "lucky_6", "gold_vault", "red_door", "cocktail", "ultimate"]
ONE_BALL = [rules for rules in every_roulette() if rules.variant != "double_ball"]


KEPT: dict[int, tuple[RouletteRules, GameOdds]] = {}


def roulette_odds_of(rules: RouletteRules, bet: str) -> BetOdds:
    """The odds of one bet, all of them worked out once for the same rules."""
    if id(rules) not in KEPT:
        KEPT[id(rules)] = rules, roulette_odds(rules)
    return KEPT[id(rules)][1].bets[bet]


def mean(odds: BetOdds) -> Fraction:
    return 1 - odds.edge


@pytest.mark.parametrize("rules", every_roulette(), ids=lambda rules: f"{rules.house}-{rules.variant}")
def test_the_outcomes_of_each_bet_and_of_the_round_are_all_there(rules: RouletteRules) -> None:
    odds = roulette_odds(rules)
    assert {spot.name for spot in layout(rules.wheel)} <= set(odds.bets)
    assert {sum(bet.outcomes.values()) for bet in odds.bets.values()} == {1}
    assert sum(odds.outcomes.values()) == 1
    assert len(odds.outcomes) == len(numbers_of(rules.wheel)) ** (2 if rules.variant == "double_ball" else 1)


@pytest.mark.parametrize("rules", ONE_BALL, ids=lambda rules: f"{rules.house}-{rules.variant}")
def test_spots_of_several_numbers_keep_the_classic_edge_in_every_variant(rules: RouletteRules) -> None:
    edge = Fraction(2, 38) if rules.wheel == "american38" else Fraction(1, 37)
    for spot in layout(rules.wheel):
        expected = Fraction(3, 38) if spot.kind == "five_number" else edge
        if spot.kind == "even_chance" and rules.variant == "la_partage":
            expected = Fraction(1, 74)
        if spot.kind != "straight":
            assert roulette_odds_of(rules, spot.name).edge == expected, spot.name


@pytest.mark.parametrize("variant", BONUS_GAMES)
def test_no_bonus_game_as_set_pays_out_more_than_is_staked(variant: str) -> None:
    """Roulette.md G1: with 35:1 beside their multipliers some would."""
    rules = house(variant)
    straight = {mean(roulette_odds_of(rules, f"straight:{number}")) for number in numbers_of(rules.wheel)}
    assert len(straight) == 1
    assert 0.93 < straight.pop() < 1
    if rules.ultimate is not None:
        assert all(mean(roulette_odds_of(rules, f"straight:17:extras-{bought}")) < 1 for bought in (1, 2, 3))


def test_a_bar_game_without_its_bars_returns_30_of_37() -> None:
    assert mean(roulette_odds_of(house("gold_bar"), "straight:17")) == Fraction(30, 37)


@pytest.mark.parametrize(("straight", "percent"), [("35:1", 110), ("29:1", 99)])
def test_gold_vault_with_12_5_numbers_at_50x_returns_what_g1_says(straight: str, percent: int) -> None:
    rules = changed(
        house("gold_vault"),
        pays__straight=straight,
        gold_vault__number_weights={str(count): 1 for count in range(5, 21)},
        gold_vault__bar_weights={"1": 1},
        gold_vault__super_bar_weights={"0": 1},
    )
    assert round(100 * mean(roulette_odds_of(rules, "straight:17"))) == percent


def test_six_lucky_numbers_at_about_50x_and_35_to_1_return_103_percent_as_g1_says() -> None:
    values = {str(value): 1 for value in (50, 51, 52, 53, 54, 55)}
    rules = changed(house("lucky_6"), pays__straight="35:1", lucky__value_weights=values)
    assert mean(roulette_odds_of(rules, "straight:17")) == Fraction(31 * 36 + sum(map(int, values)), 37 * 37)
    assert round(100 * Fraction(31 * 36 + 6 * 50, 37 * 37)) == 103


def test_lucky_6_weights_count_without_putting_a_value_back() -> None:
    """Seven values for six numbers: each order of six, by its chance."""
    weights = {50: 7, 60: 5, 70: 4, 80: 3, 90: 2, 100: 1, 2088: 1}
    total = Fraction(0)
    for order in permutations(weights, 6):
        chance, left = Fraction(1), sum(weights.values())
        for value in order:
            chance *= Fraction(weights[value], left)
            left -= weights[value]
        total += chance * sum(order)
    rules = changed(house("lucky_6"), lucky__value_weights={str(value): part for value, part in weights.items()})
    assert mean(roulette_odds_of(rules, "straight:0")) == (31 * 30 + total) / 37**2


def test_the_bonus_wheel_doubles_by_halves_up_to_the_top() -> None:
    """Half the sectors 20, half Double: 20 x 2^n with 1/2^(n+1), and 4000 once 20 x 2^n is beyond it (n = 8)."""
    door = changed(house("red_door"), red_door__sectors={"20": 32}, red_door__double_sectors=32).red_door
    assert door is not None
    expected = {20 * 2**turns: Fraction(1, 2 ** (turns + 1)) for turns in range(8)} | {4000: Fraction(1, 2**8)}
    assert bonus_wheel_chances(door, 1) == expected
    assert bonus_wheel_chances(door, 20) == {400: Fraction(1, 2), 800: Fraction(1, 4), 1600: Fraction(1, 8)} | {
        3200: Fraction(1, 16),
        4000: Fraction(1, 16),
    }


def test_a_number_of_cocktail_wins_by_wheel_or_ball_as_often_as_counting_says() -> None:
    """Three bonus numbers, all of them Shakers but for a part too small to matter: counted by hand."""
    rules = changed(
        house("cocktail"),
        cocktail__count_weights={"3": 1},
        cocktail__value_weights={"50": 1},
        cocktail__shaker_weight=3,
    )
    outcomes = {outcome.pays: chance for outcome, chance in roulette_odds_of(rules, "straight:17").outcomes.items()}
    bonus, shaker, ball, beside = Fraction(3, 37), Fraction(3, 4), Fraction(3, 37), Fraction(2, 36)
    by_ball = Fraction(36, 37) * bonus * shaker * ball
    with_50 = Fraction(1, 37) * bonus * (1 - shaker) + by_ball * beside * (1 - shaker)
    twice = Fraction(1, 37) * bonus * shaker * ball
    assert outcomes["49:1"] == with_50 + twice
    won = Fraction(1, 37) + by_ball
    assert outcomes["24:1"] == won - outcomes["49:1"]
    assert outcomes["0:1"] == 1 - won


# --- Ultimate by enumeration -------------------------------------------------------------------------------------

SMALL = changed(
    house("ultimate"),
    lucky__count_weights={"1": 1},
    lucky__value_weights={"50": 2, "500": 1},
    lucky__spread_weights={"0": 1, "2": 2},
    ultimate__number_weights={"2": 1},
    ultimate__value_weights={"100": 1, "1000": 1},
    ultimate__double_weights={"0": 2, "1": 1},
    ultimate__spread_weights={"1": 1},
)
NUMBERS = numbers_of("european37")


def by_counting(cases: list[tuple[dict[str, int], Fraction]]) -> dict[int, Fraction]:
    """Multiplier to the chance that a number bears it, the mean over all numbers and cases."""
    found: dict[int, Fraction] = {}
    for multipliers, chance in cases:
        for value in multipliers.values():
            found[value] = found.get(value, Fraction(0)) + chance / 37
    return found


def one_lucky(number: str) -> list[tuple[LuckyNumber, Fraction]]:
    sides = [(0, 0, Fraction(1, 3)), *((left, 2 - left, Fraction(2, 9)) for left in range(3))]
    values = [(50, Fraction(2, 3)), (500, Fraction(1, 3))]
    return [(LuckyNumber(number, value, left, right), a * b) for value, a in values for left, right, b in sides]


def test_ultimate_one_lucky_number_and_an_extra_on_two_are_counted_exactly() -> None:
    """The wheel looks alike from every pocket, so the lucky number may lie at 0."""
    offered = SMALL.ultimate
    assert offered is not None
    pairs = list(combinations(NUMBERS, 2))
    cases = []
    for lucky, chance in one_lucky("0"):
        for pair, value, left in product(pairs, (100, 1000), (0, 1)):
            extra = Extra(list(pair), value, doubled=False, left=left, right=1 - left)
            cases.append((multipliers_of("european37", offered, [lucky], [extra]), chance / 4 / len(pairs)))
    assert sum(chance for _, chance in cases) == 1
    assert by_counting(cases) == ultimate_multipliers(SMALL, 1)


def test_ultimate_two_lucky_numbers_are_counted_exactly() -> None:
    rules = changed(SMALL, lucky__count_weights={"2": 1})
    offered = rules.ultimate
    assert offered is not None
    cases = [
        (multipliers_of("european37", offered, [first, second], []), chance * part / 36)
        for first, chance in one_lucky("0")
        for number in NUMBERS[1:]
        for second, part in one_lucky(number)
    ]
    assert sum(chance for _, chance in cases) == 1
    assert by_counting(cases) == ultimate_multipliers(rules, 0)


def test_a_cap_on_sums_bounds_every_multiplier() -> None:
    capped = changed(SMALL, ultimate__sum_cap=1000)
    assert max(ultimate_multipliers(capped, 3)) == 2000
    assert max(ultimate_multipliers(SMALL, 3)) > 2000


# --- rounds that are played --------------------------------------------------------------------------------------


def played_by(rules: RouletteRules, source: random.Random) -> Played:
    """A round with everything drawn: chance by the generator, wheel, reel, drawer and bonus wheel alike."""
    generator = Generator(source.randrange)
    reel, sectors, balls = None, [], None
    if rules.red_door is not None:
        counts, weights = zip(*rules.red_door.reel_weights, strict=True)
        reel = source.choices(counts, weights)[0]
        wheel = [value for value, count in rules.red_door.sectors for _ in range(count)]
        sectors = source.choices([*wheel, *[DOUBLE] * rules.red_door.double_sectors], k=40)
    if rules.cocktail is not None:
        balls = source.sample(NUMBERS, 3)
    names = [f"{name}:{reel}" if name == "red_door.keys" else name for name in draw_names(rules)]
    draws = {name: generator.draw(draw_spec(rules, name)) for name in names}
    return play(rules, source.choice(numbers_of(rules.wheel)), draws=draws, balls=balls, reel=reel, sectors=sectors)


@pytest.mark.parametrize("rules", ONE_BALL, ids=lambda rules: f"{rules.house}-{rules.variant}")
def test_whatever_the_generator_draws_is_legal_and_can_be_published(rules: RouletteRules) -> None:
    source = random.Random(5)
    for _ in range(300):
        played = played_by(rules, source)
        read = msgspec.json.decode(msgspec.json.encode(played.outcome), type=Outcome)
        assert read == played.outcome
        assert msgspec.json.decode(msgspec.json.encode(played.told)) == played.told


@pytest.mark.parametrize("variant", BONUS_GAMES)
def test_played_rounds_return_what_the_exact_odds_say(variant: str) -> None:
    """A chip on every number: its mean return lies within four and a half standard errors of the exact one."""
    rules, source, rounds = house(variant), random.Random(17), 12_000
    suffixes = ["", ":extras-1", ":extras-2", ":extras-3"] if variant == "ultimate" else [""]
    results: dict[str, list[float]] = {suffix: [] for suffix in suffixes}
    for _ in range(rounds):
        bets = played_by(rules, source).bets
        for suffix, of_suffix in results.items():
            straights = (bet for name, bet in bets.items() if name.startswith("straight") and suffix == _extras(name))
            of_suffix.append(float(sum(map(returned, straights))) / 37)
    for suffix, of_suffix in results.items():
        cost = 1 + float(rules.ultimate.price) * int(suffix[-1]) if rules.ultimate and suffix else 1
        average = sum(of_suffix) / rounds
        error = sqrt(sum((value - average) ** 2 for value in of_suffix)) / rounds
        exact = cost * float(mean(roulette_odds_of(rules, f"straight:17{suffix}")))
        assert abs(average - exact) < 4.5 * error, (suffix, average, exact, error)


def _extras(name: str) -> str:
    _, extras, bought = name.partition(":extras-")
    return extras + bought


def test_the_shaker_for_all_bets_returns_what_its_odds_say() -> None:
    """Roulette.md C6, the other reading."""
    rules = changed(house("cocktail"), cocktail__shaker_takes="all_bets", cocktail__shaker_weight=500)
    source, rounds = random.Random(3), 12_000
    spots = ["split:17-18", "corner:0-1-2-3", "dozen:2", "red"]
    sums = dict.fromkeys(spots, 0.0)
    for _ in range(rounds):
        bets = played_by(rules, source).bets
        for spot in spots:
            sums[spot] += float(returned(bets.get(spot)))
    for spot in spots:
        odds = roulette_odds_of(rules, spot)
        assert abs(sums[spot] / rounds - float(mean(odds))) < 4.5 * sqrt(float(odds.variance) / rounds), spot
