"""Whatever legal draw comes with whatever number: the round asks in the house's order, ends, and its odds are exact."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from studio.games.procedure import DOUBLE, Agree, Announce, Spin, TakeBets
from studio.games.roulette import ROUNDS
from studio.games.roulette_layout import POCKETS, layout

from .wheel_play import Played, every_roulette, house, play

UNHURRIED = settings(deadline=None)
NUMBER = st.sampled_from(POCKETS["european37"])
VALUES = {
    "lightning": st.integers(50, 500),
    "atom": st.sampled_from([50, 100, 150, 200, 250, 300, 400, 500]),
    "dynamite": st.integers(50, 1000),
    "lucky_6": st.integers(50, 2088),
}
ONE_BALL = ("classic", "american", "la_partage")
COUNTS = {"lightning": (1, 5), "atom": (1, 5), "dynamite": (1, 10), "lucky_6": (6, 6)}


def numbers(fewest: int, most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(NUMBER, min_size=fewest, max_size=most, unique=True)


def hit_often(number: str, drawn: list[str]) -> st.SearchStrategy[str]:
    """The number of the wheel: any, or one of those drawn, which any seldom is."""
    return st.sampled_from([number, *drawn])


def expect_bets(played: Played, number: str, straight: dict[str, str], more: dict[str, str] | None = None) -> None:
    """The spots of the number at classic odds, but for straight-up bets as told, and what the variant adds."""
    others = {name: bet.pays for name, bet in play(house(), number).bets.items() if not name.startswith("straight")}
    assert all(bet.result == "win" for bet in played.bets.values())
    found = {name: bet.pays for name, bet in played.bets.items()}
    assert found == others | {f"straight:{name}": pays for name, pays in straight.items()} | (more or {})


@UNHURRIED
@given(
    st.sampled_from([rules for rules in every_roulette() if rules.variant in ("classic", "american", "la_partage")]),
    st.data(),
)
def test_one_ball_alone(rules: Any, data: st.DataObject) -> None:
    number = data.draw(st.sampled_from(POCKETS[rules.wheel]))
    played = play(rules, number)
    assert played.asked == [TakeBets(), Spin(), Agree(value=number), Announce(words="roulette.number")]
    won = {name for name, bet in played.bets.items() if bet.result == "win"}
    assert won == {spot.name for spot in layout(rules.wheel) if number in spot.numbers}


@UNHURRIED
@given(st.sampled_from(sorted(VALUES)), NUMBER, st.data())
def test_lucky_numbers(variant: str, number: str, data: st.DataObject) -> None:
    drawn = data.draw(numbers(*COUNTS[variant]))
    number = data.draw(hit_often(number, drawn))
    unique = variant == "lucky_6"
    values = data.draw(st.lists(VALUES[variant], min_size=len(drawn), max_size=len(drawn), unique=unique))
    lucky = dict(zip(drawn, values, strict=True))
    played = play(house(variant), number, draws={f"{variant}.lucky_numbers": lucky})
    chance = f"Chance {variant}.lucky_numbers"
    assert played.order == ["TakeBets", chance, "Tell multipliers_drawn", "Spin 1", "Agree", "Announce"]
    expect_bets(played, number, {number: f"{lucky.get(number, 30) - 1}:1"})


@UNHURRIED
@given(NUMBER, st.integers(1, 20))
def test_gold_bars(number: str, bars: int) -> None:
    played = play(house("gold_bar"), number, draws={"gold_bar.bars": bars})
    expect_bets(played, number, {number: "29:1"}, {f"gold_bar:{number}": "87:1"})


@UNHURRIED
@given(NUMBER, numbers(6, 21), st.booleans(), st.data())
def test_gold_vault(number: str, drawn: list[str], has_super: bool, data: st.DataObject) -> None:
    number = data.draw(hit_often(number, drawn))
    bars = {name: data.draw(st.integers(1, 3)) for name in drawn[1:]}
    vault = {"bars": bars, "super_bar": drawn[0] if has_super else None}
    played = play(house("gold_vault"), number, draws={"gold_vault.bars": vault})
    times = 500 if number == vault["super_bar"] else 50 * bars[number] if number in bars else 30
    expect_bets(played, number, {number: f"{times - 1}:1"})


@UNHURRIED
@given(NUMBER, numbers(3, 5), st.data())
def test_cocktail(number: str, drawn: list[str], data: st.DataObject) -> None:
    number = data.draw(hit_often(number, drawn))
    balls = data.draw(
        numbers(3, 3) | numbers(2, 2).filter(lambda two: number not in two).map(lambda two: [*two, number])
    )
    prize: st.SearchStrategy[Any] = st.sampled_from([50, 100, 150, 250, 500, "shaker"])
    bonus = {name: data.draw(prize) for name in drawn}
    played = play(house("cocktail"), number, draws={"cocktail.bonus_numbers": bonus}, balls=balls)
    shaken = bonus.get(number) == "shaker"
    order = ["TakeBets", "Chance cocktail.bonus_numbers", "Tell bonus_numbers_drawn", "Spin 1", "Agree", "Announce"]
    assert played.order == order + (["DrawBalls", "Tell shaker_result"] if shaken else [])
    times = {name: 25 if value == "shaker" else value for name, value in bonus.items()}
    straight = {number: times.get(number, 25)}
    if shaken:
        straight |= {ball: 50 if ball == number else times.get(ball, 25) for ball in balls}
    expect_bets(played, number, {name: f"{total - 1}:1" for name, total in straight.items()})


@UNHURRIED
@given(NUMBER, numbers(3, 15), st.data())
def test_red_door(number: str, drawn: list[str], data: st.DataObject) -> None:
    number = data.draw(hit_often(number, drawn))
    keys = {name: data.draw(st.integers(1, 20)) for name in drawn}
    sector: st.SearchStrategy[Any] = st.sampled_from([20, 25, 30, 40, 50, 75, 100, 150, 200])
    sectors: list[Any] = data.draw(st.lists(sector | st.just(DOUBLE), min_size=12, max_size=12))
    draws = {f"red_door.keys:{len(keys)}": keys}
    played = play(house("red_door"), number, draws=draws, reel=len(keys), sectors=[*sectors, 20, 20])
    times: int = 20
    turns = 0
    if number in keys:
        wheel = keys[number]
        while sectors[turns] == DOUBLE and 200 * wheel < 4000:
            turns, wheel = turns + 1, 2 * wheel
        times = 4000 if sectors[turns] == DOUBLE else min(4000, sectors[turns] * wheel)
        turns += 1
    assert played.order.count("TurnBonusWheel") == turns
    assert played.order[8:] == ["TurnBonusWheel", "Tell bonus_wheel_spin"] * turns + ["Tell bonus_result"] * (turns > 0)
    expect_bets(played, number, {number: f"{times - 1}:1"})


SPREAD = st.sampled_from([(left, right) for left in range(4) for right in range(4) if left + right <= 3])


def covering(number: str, centre: str, left: int, right: int) -> bool:
    """Whether a multiplier at `centre` spreads to another number, by counting pockets."""
    pockets = POCKETS["european37"]
    ahead = (pockets.index(number) - pockets.index(centre)) % 37
    return 0 < ahead <= right or (0 < 37 - ahead <= left < 37 and ahead > 0)


@UNHURRIED
@given(NUMBER, numbers(1, 5), st.data())
def test_ultimate(number: str, drawn: list[str], data: st.DataObject) -> None:
    number = data.draw(hit_often(number, drawn))
    awards: list[list[tuple[str, int, int, int]]] = [[]]
    lucky, extras = [], []
    for name in drawn:
        value, (left, right) = data.draw(st.integers(50, 1000)), data.draw(SPREAD)
        lucky.append({"number": name, "value": value, "left": left, "right": right})
        awards[0].append((name, value, left, right))
    for place in range(3):
        value = data.draw(st.sampled_from([50, 100, 150, 250, 500, 750, 1000]))
        doubled, (left, right) = place > 0 and data.draw(st.booleans()), data.draw(SPREAD)
        names = data.draw(numbers(1, 4))
        extras.append({"numbers": names, "value": value, "doubled": doubled, "left": left, "right": right})
        awards.append([(name, value * (1 + doubled), left, right) for name in names])
    played = play(house("ultimate"), number, draws={"ultimate.lucky_numbers": lucky, "ultimate.extras": extras})
    pays = {}
    for bought in range(4):
        those = [award for group in awards[: bought + 1] for award in group]
        own = sum(value for name, value, _, _ in those if name == number)
        spread = max((value for name, value, *sides in those if covering(number, name, *sides)), default=0)
        suffix = f":extras-{bought}" if bought else ""
        pays[number + suffix] = f"{(max(own, spread) or 30) - 1}:1"
    expect_bets(played, number, pays)


@UNHURRIED
@given(NUMBER, NUMBER)
def test_double_ball(first: str, second: str) -> None:
    played = play(house("double_ball"), first, second)
    assert played.order == ["TakeBets", "Spin 1", "Spin 2", "Agree", "Agree", "Announce"]
    single = {"straight": 17, "split": 8, "street": 5, "corner": 3.5, "six_line": 2}
    expected = {}
    for spot in layout("european37"):
        hits = sum(number in spot.numbers for number in (first, second))
        if spot.kind in single and hits:
            expected[spot.name] = hits * (single[spot.kind] + 1) - 1
        elif hits == 2:
            expected[spot.name] = 3 if spot.kind == "even_chance" else 8
    red = {spot.name: spot.numbers for spot in layout("european37") if spot.name in ("red", "black")}
    if (first in red["red"] and second in red["black"]) or (first in red["black"] and second in red["red"]):
        expected["red_and_black"] = 1
    if first == second:
        expected |= {"same_number": 35, f"same_number:{first}": 1300}
    found = {name: bet.pays.split(":") for name, bet in played.bets.items()}
    assert {name: int(profit) / int(stake) for name, (profit, stake) in found.items()} == expected


def test_no_variant_is_left_out_here() -> None:
    tested = {
        "classic",
        "american",
        "la_partage",
        *VALUES,
        "gold_bar",
        "gold_vault",
        "cocktail",
        "red_door",
        "ultimate",
    }
    assert tested | {"double_ball"} == set(ROUNDS)
