"""Gold Bar and Gold Vault. Source: rules/roulette.md, section 2, 2.5 and G4.

Whose the bars of Gold Bar are and what each is worth is the platform's account; the studio says how many are given away
and what a bar on the winning number returns.
"""

from __future__ import annotations

from studio.games.procedure import Chance, Procedure, TakeBets, Tell
from studio.games.roulette_bonus_rules import GoldVault
from studio.games.roulette_draws import VaultBars, read_gold_bars, read_vault_bars
from studio.games.roulette_pays import multiplied, pay_table, table_of
from studio.games.roulette_rules import RouletteRules
from studio.games.roulette_spin import spin
from studio.messages.outcomes import Outcome


def gold_bar_round(rules: RouletteRules) -> Procedure[Outcome]:
    """Bets, the bars of the round, ball. A bar laid on the winning number pays by its worth (`gold_bar:17`)."""
    table, gold = pay_table(rules), table_of(rules, rules.gold_bar)
    yield TakeBets()
    count = read_gold_bars((yield Chance(draw="gold_bar.bars")))
    yield Tell(what="gold_bars_count", value=count)
    number = yield from spin(table)
    bets = table.on(number)
    bets[f"gold_bar:{number}"] = multiplied(rules, gold.times)
    return Outcome(outcome=number, numbers=[number], bets=bets, draws={"gold_bars": count})


def gold_vault_round(rules: RouletteRules) -> Procedure[Outcome]:
    """Bets, bars on numbers, ball. Bars on one number add up; the Super bar stands alone."""
    table, gold = pay_table(rules), table_of(rules, rules.gold_vault)
    yield TakeBets()
    vault = read_vault_bars(rules, (yield Chance(draw="gold_vault.bars")))
    multipliers = vault_multipliers(gold, vault)
    yield Tell(what="multipliers_drawn", value=multipliers)
    number = yield from spin(table)
    bets = table.on(number)
    if number in multipliers:
        bets[f"straight:{number}"] = multiplied(rules, multipliers[number])
    draws = {"bars": vault.bars, "super_bar": vault.super_bar, "multipliers": multipliers}
    return Outcome(outcome=number, numbers=[number], bets=bets, draws=draws)


def vault_multipliers(gold: GoldVault, vault: VaultBars) -> dict[str, int]:
    """Number to multiplier: 50, 100 or 150 by its bars, 500 for the Super bar."""
    multipliers = {number: bars * gold.bar for number, bars in vault.bars.items()}
    if vault.super_bar is not None:
        multipliers[vault.super_bar] = gold.super_bar
    return multipliers
