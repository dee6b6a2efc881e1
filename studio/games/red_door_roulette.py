"""Red Door: keys on numbers, and a bonus wheel when the ball finds one. Source: rules/roulette.md, 2.3, C17 and G8."""

from __future__ import annotations

from typing import Any

import msgspec

from studio.games.procedure import DOUBLE, Chance, Procedure, TakeBets, Tell, TurnBonusWheel, TurnReel
from studio.games.roulette_bonus_rules import RedDoor
from studio.games.roulette_draws import ImpossibleDraw, read_keys, read_keys_count
from studio.games.roulette_pays import multiplied, pay_table, table_of
from studio.games.roulette_rules import RouletteRules
from studio.games.roulette_spin import spin
from studio.messages.outcomes import Outcome


class WheelTurn(msgspec.Struct, frozen=True):
    """One turn of the bonus wheel: the sector as printed, and the multiplier that it has by now (none for a Double)."""

    turn: int
    sector: int | str
    multiplier: int | None


def red_door_round(rules: RouletteRules) -> Procedure[Outcome]:
    """Bets, reel, keys, ball; the bonus wheel if the number has a key."""
    table, door = pay_table(rules), table_of(rules, rules.red_door)
    yield TakeBets()
    count = read_keys_count((yield TurnReel()))
    yield Tell(what="keys_count", value=count)
    keys = read_keys(rules, count, (yield Chance(draw=f"red_door.keys:{count}")))
    yield Tell(what="keys_drawn", value=keys)
    number = yield from spin(table)
    bets = table.on(number)
    draws: dict[str, object] = {"keys_count": count, "keys": keys}
    if number in keys:
        turns, multiplier = yield from bonus_wheel(door, keys[number])
        bets[f"straight:{number}"] = multiplied(rules, multiplier)
        draws |= {"bonus_wheel": turns, "bonus_multiplier": multiplier}
    return Outcome(outcome=number, numbers=[number], bets=bets, draws=draws)


def bonus_wheel(door: RedDoor, key: int) -> Procedure[tuple[list[dict[str, Any]], int]]:
    """Turn until a multiplier comes. The key's extra multiplies the wheel before the first turn (C17).

    A Double doubles every sector and the wheel turns again. Once a sector stands at the top (4000), the Doubles are
    worth the top too, and the next turn is the last.
    """
    factor = key
    turns: list[dict[str, Any]] = []
    while True:
        sector = _sector(door, (yield TurnBonusWheel(turn=len(turns) + 1)))
        multiplier = worth(door, sector, factor)
        turn = msgspec.to_builtins(WheelTurn(len(turns) + 1, sector, multiplier))
        turns.append(turn)
        yield Tell(what="bonus_wheel_spin", value=turn)
        if multiplier is not None:
            yield Tell(what="bonus_result", value=multiplier)
            return turns, multiplier
        factor *= 2


def worth(door: RedDoor, sector: int | str, factor: int) -> int | None:
    """What a sector stands for when all are multiplied by `factor`; None for a Double that doubles."""
    if sector != DOUBLE:
        return min(int(sector) * factor, door.top)
    highest = max(value for value, _ in door.sectors) * factor
    return door.top if highest >= door.top else None


def _sector(door: RedDoor, sector: Any) -> int | str:
    values = [value for value, _ in door.sectors]
    if sector == DOUBLE or (type(sector) is int and sector in values):
        found: int | str = sector
        return found
    raise ImpossibleDraw("the bonus wheel", sector, f"{' '.join(map(str, values))} or {DOUBLE}")
