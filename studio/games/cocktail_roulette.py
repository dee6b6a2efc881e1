"""Cocktail: bonus numbers with a multiplier or a Shaker, whose three balls win beside the number on the wheel.

Source: rules/roulette.md, 2.4, C5, C6 (only straight-up bets), G5 (published after the close), G7 (balls that differ).
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.games.procedure import Chance, DrawBalls, Procedure, TakeBets, Tell, win
from studio.games.roulette_bonus_rules import SHAKER_BALLS, Cocktail
from studio.games.roulette_draws import SHAKER, BonusNumbers, read_balls, read_bonus_numbers
from studio.games.roulette_pays import PayTable, multiplied, pay_table, table_of
from studio.games.roulette_rules import RouletteRules
from studio.games.roulette_spin import spin
from studio.messages.outcomes import BetOutcome, Outcome


def cocktail_round(rules: RouletteRules) -> Procedure[Outcome]:
    """Bets, bonus numbers, ball; the Shaker's three balls if the number bears one."""
    table, cocktail = pay_table(rules), table_of(rules, rules.cocktail)
    yield TakeBets()
    bonus = read_bonus_numbers(rules, (yield Chance(draw="cocktail.bonus_numbers")))
    yield Tell(what="bonus_numbers_drawn", value=bonus)
    number = yield from spin(table)
    bets = table.on(number)
    draws: dict[str, object] = {"bonus_numbers": bonus}
    prize = bonus.get(number)
    if prize == SHAKER:
        balls = read_balls(rules, (yield DrawBalls(count=SHAKER_BALLS)), SHAKER_BALLS)
        yield Tell(what="shaker_result", value=list(balls))
        draws["balls"] = list(balls)
        bets |= {f"straight:{ball}": shaken(rules, cocktail, bonus, number, ball) for ball in balls}
        if cocktail.shaker_takes == "all_bets":
            bets |= hit_often(table, (number, *balls))
    elif isinstance(prize, int):
        bets[f"straight:{number}"] = multiplied(rules, prize)
    return Outcome(outcome=number, numbers=[number], bets=bets, draws=draws)


def shaken(rules: RouletteRules, cocktail: Cocktail, bonus: BonusNumbers, number: str, ball: str) -> BetOutcome:
    """What a ball of the Shaker pays: 49:1 as the wheel's number, else by its multiplier, else as any number."""
    if ball == number:
        return win(cocktail.same_number)
    prize = bonus.get(ball)
    return multiplied(rules, prize) if isinstance(prize, int) else win(rules.pays.straight)


def hit_often(table: PayTable, numbers: Sequence[str]) -> dict[str, BetOutcome]:
    """Every spot but straight-up that one of the numbers hits, each hit with its own return of stake and profit."""
    bets: dict[str, BetOutcome] = {}
    for spot in table.spots:
        hits = sum(number in spot.numbers for number in numbers)
        odds = table.rules.pays.of(spot.kind)
        if hits and odds is not None and spot.kind != "straight":
            bets[spot.name] = win(hits * (odds + 1) - 1)
    return bets
