"""Roulette: the round as the rule book has it. Source: rules/roulette.md, sections 1 and 2."""

from __future__ import annotations

from collections.abc import Callable

from studio.games.cocktail_roulette import cocktail_round
from studio.games.double_ball_roulette import double_ball_round
from studio.games.gold_roulette import gold_bar_round, gold_vault_round
from studio.games.lucky_roulette import lucky_round
from studio.games.procedure import Procedure, TakeBets
from studio.games.red_door_roulette import red_door_round
from studio.games.roulette_pays import pay_table
from studio.games.roulette_rules import RouletteRules
from studio.games.roulette_spin import spin
from studio.games.ultimate_roulette import ultimate_round
from studio.messages.outcomes import Outcome


def classic_round(rules: RouletteRules) -> Procedure[Outcome]:
    """The ball alone decides: one zero or two, and La Partage (roulette.md 1)."""
    table = pay_table(rules)
    yield TakeBets()
    number: str = yield from spin(table)
    return Outcome(outcome=number, numbers=[number], bets=table.on(number))


ROUNDS: dict[str, Callable[[RouletteRules], Procedure[Outcome]]] = {
    "classic": classic_round,
    "american": classic_round,
    "la_partage": classic_round,
    "double_ball": double_ball_round,
    "lightning": lucky_round,
    "atom": lucky_round,
    "dynamite": lucky_round,
    "lucky_6": lucky_round,
    "gold_bar": gold_bar_round,
    "gold_vault": gold_vault_round,
    "ultimate": ultimate_round,
    "red_door": red_door_round,
    "cocktail": cocktail_round,
}


def roulette_round(rules: RouletteRules) -> Procedure[Outcome]:
    """One round of the house's roulette: bets, ball, number, and what its variant adds.

    Raises ImpossibleDraw when a number, reel, wheel, ball or draw says what the rules do not know.
    """
    return ROUNDS[rules.variant](rules)
