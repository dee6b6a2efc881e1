"""Exact odds of roulette by enumeration over the numbers. Source: rules/roulette.md, sections 1 and 2.

The straight-up bet of a bonus game follows from the weights of the house's rules: every number is as good as another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import comb

from studio.games.double_ball_roulette import two_ball_table
from studio.games.exact.odds import BetOdds, GameOdds
from studio.games.exact.ultimate import ultimate_multipliers
from studio.games.procedure import DOUBLE, LOSE, parse_odds, win
from studio.games.red_door_roulette import worth
from studio.games.roulette_bonus_rules import SHAKER_BALLS, Cocktail, GoldVault, LuckyNumbers, RedDoor
from studio.games.roulette_layout import Spot, numbers_of
from studio.games.roulette_pays import multiplied, pay_table, table_of
from studio.games.roulette_rules import RouletteRules
from studio.messages.outcomes import BetOutcome

PairsOfWeight = tuple[tuple[int, int], ...]
Outcomes = dict[BetOutcome, Fraction]
"""Outcome of a bet to its probability; what is missing to 1 loses."""

METHOD = "enumeration of every number on the wheel, and of every draw by the weights of the house's rules"


def roulette_odds(rules: RouletteRules) -> GameOdds:
    """Exact odds of every spot of the layout and of every bet that the variant adds.

    At Ultimate `straight:17:extras-n` is a straight-up bet with n extra multipliers when it is all that is staked: one
    unit is stake and price together. Bars of Gold Bar are given, not staked, and have no odds.
    """
    numbers = numbers_of(rules.wheel)
    if rules.double_ball is not None:
        return _two_balls(rules, numbers)
    table = pay_table(rules)
    straight = straight_outcomes(rules)
    bets = {name: _bet(name, straight) for name in (f"straight:{number}" for number in numbers)}
    bets = bets | _counted(table.winners[number] for number in numbers) | bets
    if rules.cocktail is not None and rules.cocktail.shaker_takes == "all_bets":
        often = (
            (spot.name, _shaken_spot(rules, rules.cocktail, spot)) for spot in table.spots if spot.kind != "straight"
        )
        bets |= {name: _bet(name, outcomes) for name, outcomes in often}
    if rules.ultimate is not None:
        for bought in range(1, rules.ultimate.offers + 1):
            outcomes = _with_price(_ultimate(rules, bought), 1 + bought * rules.ultimate.price)
            names = (f"straight:{number}:extras-{bought}" for number in numbers)
            bets |= {name: _bet(name, outcomes) for name in names}
    return GameOdds(bets=bets, outcomes=dict.fromkeys(numbers, Fraction(1, len(numbers))), method=METHOD)


def _two_balls(rules: RouletteRules, numbers: tuple[str, ...]) -> GameOdds:
    table = two_ball_table(rules)
    pairs = list(product(numbers, repeat=2))
    bets = _counted(table.on(first, second) for first, second in pairs)
    outcomes = {f"{first} {second}": Fraction(1, len(pairs)) for first, second in pairs}
    return GameOdds(bets=bets, outcomes=outcomes, method=METHOD)


def _counted(results: Iterable[Mapping[str, BetOutcome]]) -> dict[str, BetOdds]:
    """Odds of each bet from the results of cases that are equally likely."""
    counts: dict[str, dict[BetOutcome, int]] = {}
    cases = 0
    for bets in results:
        cases += 1
        for name, outcome in bets.items():
            of_bet = counts.setdefault(name, {})
            of_bet[outcome] = of_bet.get(outcome, 0) + 1
    return {
        name: _bet(name, {outcome: Fraction(count, cases) for outcome, count in of_bet.items()})
        for name, of_bet in counts.items()
    }


def _bet(name: str, outcomes: Outcomes) -> BetOdds:
    lost = 1 - sum(outcomes.values())
    return BetOdds.weighed(name, [*outcomes.items(), (LOSE, lost)])


# --- the straight-up bet of bonus games --------------------------------------------------------------------------


def straight_outcomes(rules: RouletteRules) -> Outcomes:
    """How one number straight up may win, before anything that a player may buy, and how likely each way is."""
    match rules.variant:
        case "ultimate":
            return _ultimate(rules, 0)
        case "gold_vault":
            return _on_the_number(rules, _vault(table_of(rules, rules.gold_vault)))
        case "red_door":
            return _on_the_number(rules, _keys(table_of(rules, rules.red_door)))
        case "cocktail":
            return _cocktail(rules, table_of(rules, rules.cocktail))
        case _:
            return _on_the_number(rules, {} if rules.lucky is None else _lucky(rules.lucky))


def _on_the_number(rules: RouletteRules, chances: Mapping[int, Fraction]) -> Outcomes:
    """The ball finds the number once in a turn of the pockets; `chances` says how likely it then bears a multiplier."""
    once = Fraction(1, len(numbers_of(rules.wheel)))
    outcomes: Outcomes = {}
    _add(outcomes, win(rules.pays.straight), once * (1 - sum(chances.values())))
    for multiplier, chance in chances.items():
        _add(outcomes, multiplied(rules, multiplier), once * chance)
    return outcomes


def _add(outcomes: Outcomes, outcome: BetOutcome, chance: Fraction) -> None:
    outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + chance


def _chances(weights: PairsOfWeight) -> dict[int, Fraction]:
    whole = sum(weight for _, weight in weights)
    return {value: Fraction(weight, whole) for value, weight in weights}


def _expected(weights: PairsOfWeight) -> Fraction:
    return sum((chance * value for value, chance in _chances(weights).items()), Fraction(0))


def _ultimate(rules: RouletteRules, bought: int) -> Outcomes:
    return _on_the_number(rules, ultimate_multipliers(rules, bought))


def _with_price(outcomes: Outcomes, cost: Fraction) -> Outcomes:
    """The same wins for one unit spent, when a stake of one costs `cost` with what was bought."""
    spent: Outcomes = {}
    for outcome, chance in outcomes.items():
        _add(spent, win((1 + parse_odds(outcome.pays)) / cost - 1), chance)
    return spent


def _lucky(lucky: LuckyNumbers) -> dict[int, Fraction]:
    if lucky.differ:
        return {value: chance / 37 for value, chance in _without_return(lucky).items()}
    on_it = _expected(lucky.count_weights) / 37
    return {value: on_it * chance for value, chance in _chances(lucky.value_weights).items()}


def _without_return(lucky: LuckyNumbers) -> dict[int, Fraction]:
    """Value to the chance that it is on the table, when each value drawn leaves the others to the next number."""
    chances = dict.fromkeys((value for value, _ in lucky.value_weights), Fraction(0))
    for count, weight in _chances(lucky.count_weights).items():
        hands: dict[frozenset[int], Fraction] = {frozenset(): Fraction(1)}
        for _ in range(count):
            grown: dict[frozenset[int], Fraction] = {}
            for hand, chance in hands.items():
                left = tuple(pair for pair in lucky.value_weights if pair[0] not in hand)
                for value, part in _chances(left).items():
                    grown[hand | {value}] = grown.get(hand | {value}, Fraction(0)) + chance * part
            hands = grown
        for hand, chance in hands.items():
            for value in hand:
                chances[value] += weight * chance
    return chances


def _vault(vault: GoldVault) -> dict[int, Fraction]:
    barred = _expected(vault.number_weights) / 37
    chances = {bars * vault.bar: barred * chance for bars, chance in _chances(vault.bar_weights).items()}
    chances[vault.super_bar] = chances.get(vault.super_bar, Fraction(0)) + _expected(vault.super_bar_weights) / 37
    return chances


def _keys(door: RedDoor) -> dict[int, Fraction]:
    keyed = _expected(door.reel_weights) / 37
    chances: dict[int, Fraction] = {}
    for extra, chance in _chances(door.extra_weights).items():
        for multiplier, part in bonus_wheel_chances(door, extra).items():
            chances[multiplier] = chances.get(multiplier, Fraction(0)) + keyed * chance * part
    return chances


def bonus_wheel_chances(door: RedDoor, key: int) -> dict[int, Fraction]:
    """Multiplier to the chance that the bonus wheel ends at it, for a key whose extra is `key` (1: none)."""
    sectors: dict[int | str, int] = {**dict(door.sectors), DOUBLE: door.double_sectors}
    whole = sum(sectors.values())
    chances: dict[int, Fraction] = {}
    still, factor = Fraction(1), key
    while still:
        doubled = Fraction(0)
        for sector, count in sectors.items():
            multiplier = worth(door, sector, factor)
            part = still * Fraction(count, whole)
            if multiplier is None:
                doubled = part
            else:
                chances[multiplier] = chances.get(multiplier, Fraction(0)) + part
        still, factor = doubled, 2 * factor
    return chances


def _cocktail(rules: RouletteRules, cocktail: Cocktail) -> Outcomes:
    """A number wins by the ball on the wheel, or by a ball of the Shaker that another number started."""
    weights = _weight_of_bonus(cocktail)
    shaker = Fraction(cocktail.shaker_weight, weights)
    prizes = [(multiplied(rules, value), Fraction(weight, weights)) for value, weight in cocktail.value_weights]
    plain = win(rules.pays.straight)
    shaken = Fraction(SHAKER_BALLS, 37)
    bonus = _expected(cocktail.count_weights) / 37
    outcomes: Outcomes = {}

    _add(outcomes, plain, (1 - bonus + bonus * shaker * (1 - shaken)) / 37)
    _add(outcomes, win(cocktail.same_number), bonus * shaker * shaken / 37)
    for prize, chance in prizes:
        _add(outcomes, prize, bonus * chance / 37)

    for count, chance in _chances(cocktail.count_weights).items():
        by_ball = chance * Fraction(36, 37) * Fraction(count, 37) * shaker * shaken
        beside = Fraction(count - 1, 36)
        _add(outcomes, plain, by_ball * (1 - beside * (1 - shaker)))
        for prize, part in prizes:
            _add(outcomes, prize, by_ball * beside * part)
    return outcomes


def _weight_of_bonus(cocktail: Cocktail) -> int:
    return sum(weight for _, weight in cocktail.value_weights) + cocktail.shaker_weight


def _shaken_spot(rules: RouletteRules, cocktail: Cocktail, spot: Spot) -> Outcomes:
    """A spot of several numbers, where the three balls of the Shaker win for every bet."""
    odds, covered = rules.pays.of(spot.kind) or Fraction(0), len(spot.numbers)
    shaker = _expected(cocktail.count_weights) / 37 * Fraction(cocktail.shaker_weight, _weight_of_bonus(cocktail))
    outcomes: Outcomes = {}
    for on_wheel, chance in ((1, Fraction(covered, 37)), (0, Fraction(37 - covered, 37))):
        if on_wheel:
            _add(outcomes, win(odds), chance * (1 - shaker))
        for balls in range(SHAKER_BALLS + 1):
            ways = comb(covered, balls) * comb(37 - covered, SHAKER_BALLS - balls)
            if on_wheel + balls and ways:
                often = win((on_wheel + balls) * (odds + 1) - 1)
                _add(outcomes, often, chance * shaker * Fraction(ways, comb(37, SHAKER_BALLS)))
    return outcomes
