"""Lightning, Atom, Dynamite and Lucky 6: numbers drawn after the close pay a multiplier, not the straight-up odds.

Source: rules/roulette.md, section 2 and G4: drawn after the close, published before the result.
"""

from __future__ import annotations

from studio.games.procedure import Chance, Procedure, TakeBets, Tell
from studio.games.roulette_draws import read_lucky_numbers
from studio.games.roulette_pays import multiplied, pay_table
from studio.games.roulette_rules import RouletteRules
from studio.games.roulette_spin import spin
from studio.messages.outcomes import Outcome


def lucky_round(rules: RouletteRules) -> Procedure[Outcome]:
    """Bets, lucky numbers with their multipliers, ball. A multiplier replaces the straight-up odds, it never adds."""
    table = pay_table(rules)
    yield TakeBets()
    lucky = read_lucky_numbers(rules, (yield Chance(draw=f"{rules.variant}.lucky_numbers")))
    yield Tell(what="multipliers_drawn", value=lucky)
    number = yield from spin(table)
    bets = table.on(number)
    if number in lucky:
        bets[f"straight:{number}"] = multiplied(rules, lucky[number])
    return Outcome(outcome=number, numbers=[number], bets=bets, draws={"lucky_numbers": lucky})
