"""Draws that the rules do not know are refused by name; the generator makes legal ones, each as often as it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from studio.chance import Generator
from studio.games.roulette_chance import (
    CountSpec,
    ExtrasSpec,
    NumbersSpec,
    SpreadingSpec,
    VaultSpec,
    draw_names,
    draw_spec,
)
from studio.games.roulette_draws import ImpossibleDraw
from studio.games.roulette_layout import numbers_of

from .wheel_play import changed, every_roulette, house, play


def numbered(*values: Any) -> dict[str, Any]:
    return {str(number): value for number, value in enumerate(values)}


def refused(variant: str, drawn: Any, draw: str | None = None, reel: int = 3) -> ImpossibleDraw:
    rules = house(variant)
    name = draw or f"{variant}.lucky_numbers"
    with pytest.raises(ImpossibleDraw) as raised:
        play(rules, "17", draws={name: drawn}, reel=reel)
    return raised.value


@pytest.mark.parametrize(
    ("variant", "drawn", "what"),
    [
        ("lightning", {}, "how many: 0 was drawn; allowed is 1 to 5 numbers"),
        ("lightning", {"17": 30}, "value: 30 was drawn; allowed is 50 to 500"),
        ("lightning", {"17": 501}, "value: 501 was drawn"),
        ("atom", {}, "how many: 0 was drawn; allowed is 1 to 5"),
        ("atom", numbered(*[50] * 6), "how many: 6 was drawn; allowed is 1 to 5"),
        ("atom", {"17": 350}, "value: 350 was drawn; allowed is 50 100 150 200 250 300 400 500"),
        ("dynamite", numbered(*[50] * 11), "how many: 11 was drawn; allowed is 1 to 10"),
        ("dynamite", {"17": 49}, "value: 49 was drawn; allowed is 50 to 1000"),
        ("dynamite", {"17": 1001}, "value: 1001"),
        ("lucky_6", numbered(50, 60, 70, 80, 90), "how many: 5 was drawn; allowed is 6 numbers"),
        ("lucky_6", numbered(50, 60, 70, 80, 90, 100, 110), "how many: 7"),
        ("lucky_6", numbered(50, 60, 70, 80, 90, 90), "multipliers that differ"),
        ("lucky_6", numbered(50, 60, 70, 80, 90, 2089), "value: 2089 was drawn; allowed is 50 to 2088"),
        ("lightning", {"37": 50}, "'37' was drawn; allowed is a pocket of european37"),
        ("lightning", {"00": 50}, "'00' was drawn"),
        ("lightning", {"17": "50"}, "Expected `int`, got `str`"),
        ("lightning", [["17", 50]], "allowed is a table of number to multiplier"),
        ("lightning", None, "allowed is a table of number to multiplier"),
    ],
)
def test_lucky_numbers_outside_the_printed_counts_and_values_are_refused(variant: str, drawn: Any, what: str) -> None:
    """Roulette.md 2: Atom 1 to 5, Dynamite 1 to 10, Lucky 6 exactly six that differ."""
    assert what in str(refused(variant, drawn))
    assert str(refused(variant, drawn)).startswith(f"{variant}.lucky_numbers")


@pytest.mark.parametrize("drawn", [0, 21, -1, "7", 7.5, True, None])
def test_gold_bars_are_1_to_20(drawn: Any) -> None:
    assert "gold_bar.bars" in str(refused("gold_bar", drawn, "gold_bar.bars"))


@pytest.mark.parametrize(
    ("bars", "super_bar", "what"),
    [
        (numbered(1, 1, 1, 1), None, "how many: 4 was drawn; allowed is 5 to 20"),
        (numbered(*[1] * 21), None, "how many: 21"),
        (numbered(1, 1, 1, 1, 4), None, "value: 4 was drawn; allowed is 1 2 3"),
        (numbered(1, 1, 1, 1, 0), None, "value: 0"),
        (numbered(1, 1, 1, 1, 1), "3", "Super bar: '3' was drawn; allowed is a number without bars"),
        (numbered(1, 1, 1, 1, 1), "37", "Super bar: '37'"),
        (numbered(1, 1, 1, 1, 1), ["7", "8"], "super_bar"),
    ],
)
def test_gold_vault_bars_are_as_printed(bars: dict[str, int], super_bar: Any, what: str) -> None:
    """5 to 20 numbers, at most three bars on one, one Super bar where no other bar is (roulette.md 2)."""
    drawn = {"bars": bars, "super_bar": super_bar}
    assert what in str(refused("gold_vault", drawn, "gold_vault.bars"))


@pytest.mark.parametrize("reel", [2, 16, "5", None])
def test_the_reel_shows_3_to_15_keys(reel: Any) -> None:
    assert "the reel" in str(refused("red_door", {}, "red_door.keys:3", reel=reel))


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        (numbered(1, 1), "how many: 2 was drawn; allowed is 3 numbers"),
        (numbered(1, 1, 1, 1), "how many: 4"),
        (numbered(1, 1, 0), "value: 0"),
        (numbered(1, 1, 21), "value: 21 was drawn; allowed is 1 2 3"),
    ],
)
def test_there_are_as_many_keys_as_the_reel_said_with_extras_of_2_to_20(keys: dict[str, int], what: str) -> None:
    assert what in str(refused("red_door", keys, "red_door.keys:3"))


@pytest.mark.parametrize("sector", [10, 21, "20", "Double", None, 4000, True])
def test_the_bonus_wheel_stops_at_a_sector_that_it_has(sector: Any) -> None:
    keys = {"17": 1, "1": 1, "2": 1}
    with pytest.raises(ImpossibleDraw, match=r"the bonus wheel: .*; allowed is 20 25 30 .* or double"):
        play(house("red_door"), "17", draws={"red_door.keys:3": keys}, reel=3, sectors=[sector])


@pytest.mark.parametrize(
    ("bonus", "what"),
    [
        (numbered(50, 50), "how many: 2 was drawn; allowed is 3 to 5"),
        (numbered(*[50] * 6), "how many: 6"),
        (numbered(50, 50, 200), "value: 200 was drawn; allowed is 50 100 150 250 500 shaker"),
        (numbered(50, 50, "mixer"), "allowed is a table of number to multiplier or shaker"),
    ],
)
def test_cocktail_has_3_to_5_bonus_numbers_with_printed_values(bonus: dict[str, Any], what: str) -> None:
    assert what in str(refused("cocktail", bonus, "cocktail.bonus_numbers"))


@pytest.mark.parametrize(
    ("balls", "what"),
    [
        (("3", "3", "4"), "different numbers"),
        (("3", "4"), "how many: 2 was drawn; allowed is 3 numbers"),
        (("3", "4", "5", "6"), "how many: 4"),
        (("3", "4", "37"), "'37' was drawn"),
        (None, "numbers in the order of the tube"),
    ],
)
def test_the_shaker_gives_three_different_balls(balls: Any, what: str) -> None:
    """Roulette.md G7."""
    bonus = {"17": "shaker", "1": 50, "2": 50}
    with pytest.raises(ImpossibleDraw, match="the ball drawer") as raised:
        play(house("cocktail"), "17", draws={"cocktail.bonus_numbers": bonus}, balls=balls)
    assert what in str(raised.value)


LEGAL = {"number": "17", "value": 100, "left": 0, "right": 0}
OFFERS = [{"numbers": ["1"], "value": 50} for _ in range(3)]


@pytest.mark.parametrize(
    ("lucky", "what"),
    [
        ([], "how many: 0"),
        ([LEGAL, LEGAL], "different numbers"),
        ([LEGAL | {"value": 49}], "value: 49 was drawn; allowed is 50 to 1000"),
        ([LEGAL | {"left": 2, "right": 2}], "neighbours: 4 was drawn; allowed is 0 to 3"),
        ([LEGAL | {"left": -1}], "neighbours"),
        ([LEGAL | {"up": 1}], "unknown field `up`"),
    ],
)
def test_ultimate_lucky_numbers_are_checked(lucky: Any, what: str) -> None:
    draws = {"ultimate.lucky_numbers": lucky, "ultimate.extras": OFFERS}
    with pytest.raises(ImpossibleDraw, match=r"ultimate\.lucky_numbers") as raised:
        play(house("ultimate"), "17", draws=draws)
    assert what in str(raised.value)


@pytest.mark.parametrize(
    ("extras", "what"),
    [
        (OFFERS[:2], "how many: 2 was drawn; allowed is 3 multipliers"),
        ([OFFERS[0] | {"doubled": True}, *OFFERS[1:]], "'the first' was drawn; allowed is the second and the third"),
        ([*OFFERS[:2], OFFERS[2] | {"value": 200}], "value: 200 was drawn; allowed is 50 100 150 250 500 750 1000"),
        ([*OFFERS[:2], OFFERS[2] | {"numbers": []}], "how many: 0"),
        ([*OFFERS[:2], OFFERS[2] | {"numbers": ["5", "5"]}], "different numbers"),
        ([*OFFERS[:2], OFFERS[2] | {"left": 4}], "neighbours: 4"),
    ],
)
def test_ultimate_extras_are_checked(extras: Any, what: str) -> None:
    """Roulette.md 2.2."""
    draws = {"ultimate.lucky_numbers": [LEGAL], "ultimate.extras": extras}
    with pytest.raises(ImpossibleDraw, match=r"ultimate\.extras") as raised:
        play(house("ultimate"), "17", draws=draws)
    assert what in str(raised.value)


@pytest.mark.parametrize(
    ("variant", "changes", "complaint"),
    [
        ("atom", {"lucky__most": 6}, "6 is outside what the rules allow, 1 to 5"),
        ("atom", {"lucky__value_weights": {"350": 1}}, "350 is not allowed"),
        ("atom", {"lucky__values": [50, 350], "lucky__value_weights": {"50": 1}}, "printed are"),
        ("atom", {"lucky__values": []}, "printed are"),
        ("dynamite", {"lucky__count_weights": {"11": 1}}, "11 is outside"),
        ("dynamite", {"lucky__highest": 2000}, "2000 is outside what the rules allow, 50 to 1000"),
        ("lightning", {"lucky__lowest": 29}, "29 is outside what the rules allow, 30 to 500"),
        ("lucky_6", {"lucky__differ": False}, "must be true"),
        ("lucky_6", {"lucky__value_weights": {"50": 1, "60": 1}}, "need as many values"),
        ("gold_vault", {"gold_vault__number_weights": {"4": 1}}, "4 is outside what the rules allow, 5 to 20"),
        ("gold_vault", {"gold_vault__super_bar_weights": {"2": 1}}, "2 is outside"),
        ("gold_bar", {"gold_bar__count_weights": {"21": 1}}, "21 is outside"),
        ("red_door", {"red_door__double_sectors": 4}, "65 with the Doubles; the wheel has 64"),
        ("red_door", {"red_door__sectors": {"10": 61}}, "10 is outside what the rules allow, 20 to 200"),
        ("red_door", {"red_door__reel_weights": {"16": 1}}, "16 is outside"),
        ("cocktail", {"cocktail__value_weights": {"75": 1}}, "75; printed are 50 100 150 250 500"),
        ("cocktail", {"cocktail__count_weights": {"6": 1}}, "6 is outside"),
        ("ultimate", {"ultimate__value_weights": {"200": 1}}, "200; printed are 50 100 150 250 500 750 1000"),
        ("ultimate", {"ultimate__spread_weights": {"4": 1}}, "4 is outside"),
        ("ultimate", {"lucky__spread_weights": None}, "multipliers spread at Ultimate"),
        ("atom", {"lucky__value_weights": {"50": 0}}, "weights are whole numbers from 1"),
        ("atom", {"lucky__value_weights": {}}, "weights are a table"),
        ("atom", {"lucky__value_weights": {"50": 1, "050": 1}}, "050 stands there twice"),
        ("atom", {"lucky__value_weights": {"fifty": 1}}, "'fifty' is not a value"),
    ],
)
def test_a_house_cannot_set_what_the_rules_do_not_print(variant: str, changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        changed(house(variant), **changes)


# --- the generator -----------------------------------------------------------------------------------------------


def every_way(run: Callable[[Callable[[int], int]], Any]) -> Iterator[tuple[Any, Fraction]]:
    """What `run` comes to for every sequence of numbers that randbelow may give, with its probability."""
    script: list[int] = []
    while True:
        limits: list[int] = []

        def below(limit: int, limits: list[int] = limits, script: list[int] = script) -> int:
            limits.append(limit)
            if len(limits) > len(script):
                script.append(0)
            return script[len(limits) - 1]

        drawn = run(below)
        chance = Fraction(1)
        for limit in limits:
            chance /= limit
        yield drawn, chance
        while script and script[-1] == limits[len(script) - 1] - 1:
            script.pop()
        if not script:
            return
        script[-1] += 1


def distribution(spec: Any) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for drawn, chance in every_way(lambda below: Generator(below).draw(spec)):
        name = repr(sorted(drawn.items()) if isinstance(drawn, dict) else drawn)
        found[name] = found.get(name, Fraction(0)) + chance
    assert sum(found.values()) == 1
    return found


def test_a_count_comes_as_often_as_its_weight() -> None:
    assert distribution(CountSpec(((3, 1), (4, 2), (9, 3)))) == {
        "3": Fraction(1, 6),
        "4": Fraction(2, 6),
        "9": Fraction(3, 6),
    }


def test_each_set_of_numbers_is_equally_likely_and_values_are_independent() -> None:
    pool = ("0", "1", "2", "3")
    found = distribution(NumbersSpec(pool, ((2, 1),), ((50, 3), ("shaker", 1))))
    expected = {
        repr([(one, first), (other, second)]): Fraction(1, 6) * chance * part
        for one, other in combinations(pool, 2)
        for first, chance in ((50, Fraction(3, 4)), ("shaker", Fraction(1, 4)))
        for second, part in ((50, Fraction(3, 4)), ("shaker", Fraction(1, 4)))
    }
    assert found == expected


def test_values_that_differ_never_come_twice() -> None:
    found = distribution(NumbersSpec(("0", "1", "2"), ((3, 1),), ((50, 5), (60, 3), (70, 1)), differ=True))
    assert len(found) == 6
    assert found[repr([("0", 50), ("1", 60), ("2", 70)])] == sum(
        Fraction(1, 6) * chance
        for chance in (
            Fraction(5, 9) * Fraction(3, 4),
            Fraction(5, 9) * Fraction(1, 4),
            Fraction(3, 9) * Fraction(5, 6),
            Fraction(3, 9) * Fraction(1, 6),
            Fraction(1, 9) * Fraction(5, 8),
            Fraction(1, 9) * Fraction(3, 8),
        )
    )


def test_the_super_bar_never_lies_on_a_number_with_bars() -> None:
    spec = VaultSpec(("0", "1", "2"), ((2, 1),), ((1, 1),), ((0, 1), (1, 1)))
    for drawn, _ in every_way(lambda below: Generator(below).draw(spec)):
        assert len(drawn["bars"]) == 2
        assert drawn["super_bar"] not in drawn["bars"]


def test_neighbours_are_split_between_left_and_right_alike() -> None:
    spec = SpreadingSpec(("0",), ((1, 1),), ((50, 1),), ((0, 1), (2, 1)))
    found = Counter[tuple[int, int]]()
    for drawn, chance in every_way(lambda below: Generator(below).draw(spec)):
        found[drawn[0]["left"], drawn[0]["right"]] += chance  # type: ignore[assignment]
    assert found == {(0, 0): Fraction(1, 2), (0, 2): Fraction(1, 6), (1, 1): Fraction(1, 6), (2, 0): Fraction(1, 6)}


def test_the_first_extra_is_never_doubled_and_the_others_by_weight() -> None:
    spec = ExtrasSpec(2, ("0",), ((1, 1),), ((50, 1),), ((0, 1),), ((0, 3), (1, 1)))
    found = Counter[tuple[bool, ...]]()
    for drawn, chance in every_way(lambda below: Generator(below).draw(spec)):
        found[tuple(extra["doubled"] for extra in drawn)] += chance  # type: ignore[assignment]
    assert found == {(False, False): Fraction(3, 4), (False, True): Fraction(1, 4)}


def test_a_source_that_gives_too_much_is_an_error() -> None:
    with pytest.raises(ValueError, match="randbelow gave more than it was asked for"):
        Generator(lambda limit: limit).draw(CountSpec(((3, 1),)))


def test_every_variant_names_its_draws_and_has_a_specification_for_each() -> None:
    for rules in every_roulette():
        for name in draw_names(rules):
            full = f"{name}:5" if name == "red_door.keys" else name
            pool = getattr(draw_spec(rules, full), "pool", numbers_of("european37"))
            assert pool == numbers_of("european37")
    assert draw_names(house()) == ()


@pytest.mark.parametrize(
    ("variant", "name"),
    [
        ("classic", "lightning.lucky_numbers"),
        ("atom", "lightning.lucky_numbers"),
        ("red_door", "red_door.keys"),
        ("red_door", "red_door.keys:many"),
        ("gold_bar", "gold_bar.bars:3"),
        ("gold_bar", "gold_bar.bars:"),
    ],
)
def test_a_draw_that_no_round_asks_for_has_no_specification(variant: str, name: str) -> None:
    with pytest.raises(ValueError, match=f"{variant} asks for no draw '{name}'"):
        draw_spec(house(variant), name)


def test_a_count_of_keys_that_the_reel_does_not_have_has_no_specification() -> None:
    with pytest.raises(ImpossibleDraw, match="the reel: 16"):
        draw_spec(house("red_door"), "red_door.keys:16")
