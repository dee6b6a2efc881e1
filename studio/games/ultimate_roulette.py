"""Ultimate: lucky numbers, extra multipliers to buy, and both spreading over neighbours on the wheel.

Source: rules/roulette.md, 2.2, C15, C16 and G6. The studio makes one set of offers a round and publishes it with the
window in which they may be bought; the platform runs that window after the close, shows the offers when it has ended,
and knows who bought how many. What a straight-up bet pays to who bought n of them stands in the outcome as
`straight:17:extras-n`; as `straight:17` to who bought none.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from studio.games.procedure import Chance, Procedure, TakeBets, Tell, spell_odds
from studio.games.roulette_bonus_rules import UltimateExtras
from studio.games.roulette_draws import Extra, LuckyNumber, read_extras, read_ultimate_lucky_numbers
from studio.games.roulette_layout import Wheel, arc
from studio.games.roulette_pays import multiplied, pay_table, table_of
from studio.games.roulette_rules import RouletteRules
from studio.games.roulette_spin import spin
from studio.messages.outcomes import Outcome


def ultimate_round(rules: RouletteRules) -> Procedure[Outcome]:
    """Bets, lucky numbers, the window and its extra multipliers, what each number then pays, ball."""
    table, offered = pay_table(rules), table_of(rules, rules.ultimate)
    yield TakeBets()
    lucky = read_ultimate_lucky_numbers(rules, (yield Chance(draw="ultimate.lucky_numbers")))
    lucky_told = msgspec.to_builtins(lucky)
    yield Tell(what="multipliers_drawn", value=lucky_told)
    price = spell_odds(offered.price)
    yield Tell(
        what="extras_window_opened", value={"window_s": offered.window_s, "price": price, "most": offered.offers}
    )
    extras = read_extras(rules, (yield Chance(draw="ultimate.extras")))
    extras_told = msgspec.to_builtins(extras)
    yield Tell(what="extras_drawn", value=extras_told)
    by_bought = [multipliers_of(rules.wheel, offered, lucky, extras[:bought]) for bought in range(offered.offers + 1)]
    spread = {str(bought): multipliers for bought, multipliers in enumerate(by_bought)}
    yield Tell(what="multipliers_spread", value=spread)

    number = yield from spin(table)
    bets = table.on(number)
    plain = bets[f"straight:{number}"]
    for bought, multipliers in enumerate(by_bought):
        name = f"straight:{number}" + (f":extras-{bought}" if bought else "")
        bets[name] = multiplied(rules, multipliers[number]) if number in multipliers else plain
    draws = {"lucky_numbers": lucky_told, "extras": extras_told, "multipliers": spread}
    return Outcome(outcome=number, numbers=[number], bets=bets, draws=draws)


def multipliers_of(
    wheel: Wheel, offered: UltimateExtras, lucky: Sequence[LuckyNumber], bought: Sequence[Extra]
) -> dict[str, int]:
    """Number to multiplier for who bought these extras.

    Multipliers given to the same number are summed; one that spreads to a number counts if it is the higher.
    """
    given: dict[str, int] = {}
    spread: dict[str, int] = {}
    awards = [(each.number, each.value, each.left, each.right) for each in lucky]
    awards += [
        (number, extra_value(offered, extra), extra.left, extra.right) for extra in bought for number in extra.numbers
    ]
    for number, value, left, right in awards:
        given[number] = given.get(number, 0) + value
        for neighbour in arc(wheel, number, left, right):
            if neighbour != number:
                spread[neighbour] = max(spread.get(neighbour, 0), value)
    if offered.sum_cap is not None:
        given = {number: min(total, offered.sum_cap) for number, total in given.items()}
    return {number: max(given.get(number, 0), spread.get(number, 0)) for number in given | spread}


def extra_value(offered: UltimateExtras, extra: Extra) -> int:
    """The multiplier of an extra, doubled where it was, never above the top (C16)."""
    return min(extra.value * (2 if extra.doubled else 1), offered.top)
