"""Plays a round of roulette by answering what it asks for, and keeps what was asked in its order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from studio.games.house import HouseRules
from studio.games.procedure import (
    AnyRequest,
    BetsTaken,
    Chance,
    DrawBalls,
    Spin,
    TakeBets,
    Tell,
    TurnBonusWheel,
    TurnReel,
)
from studio.games.roulette import roulette_round
from studio.games.roulette_rules import RouletteRules
from studio.houses import list_rules, load_rules
from studio.messages.outcomes import BetOutcome, Outcome


@dataclass
class Played:
    """A round that has ended."""

    asked: list[AnyRequest] = field(default_factory=list)
    outcome: Outcome | None = None

    @property
    def order(self) -> list[str]:
        """What was asked, by name, with the name of the draw or of what was told."""
        return [_name(request) for request in self.asked]

    @property
    def told(self) -> dict[str, Any]:
        return {request.what: request.value for request in self.asked if isinstance(request, Tell)}

    @property
    def bets(self) -> dict[str, BetOutcome]:
        assert self.outcome is not None
        return self.outcome.bets

    @property
    def draws(self) -> dict[str, Any]:
        assert self.outcome is not None
        return self.outcome.draws or {}

    def pays(self, bet: str) -> str:
        assert self.bets[bet].result == "win"
        return self.bets[bet].pays


def _name(request: AnyRequest) -> str:
    match request:
        case Chance(draw=name) | Tell(what=name):
            return f"{type(request).__name__} {name}"
        case Spin(ball=ball):
            return f"Spin {ball}"
        case _:
            return type(request).__name__


def play(
    rules: RouletteRules,
    *numbers: str,
    draws: Mapping[str, Any] | None = None,
    balls: Any = None,
    reel: Any = None,
    sectors: Iterable[Any] = (),
) -> Played:
    """One round with these numbers of the wheel; a draw of chance is looked up by its name."""
    spins, turns = iter(numbers), iter(sectors)
    played, procedure = Played(), roulette_round(rules)
    answer: Any = None
    try:
        while True:
            request = procedure.send(answer)
            played.asked.append(request)
            match request:
                case TakeBets():
                    answer = BetsTaken()
                case Spin():
                    answer = next(spins)
                case Chance(draw=name):
                    answer = (draws or {})[name]
                case DrawBalls():
                    answer = balls
                case TurnReel():
                    answer = reel
                case TurnBonusWheel():
                    answer = next(turns)
                case _:
                    answer = None
    except StopIteration as end:
        played.outcome = end.value
    return played


@cache
def house(variant: str = "classic", name: str = "totogaming") -> RouletteRules:
    """The rules of a house's file."""
    rules = load_rules(name, "roulette", variant)
    assert isinstance(rules, RouletteRules)
    return rules


def every_roulette() -> list[RouletteRules]:
    """Every house's every roulette."""
    return [rules for rules in list_rules() if isinstance(rules, RouletteRules)]


def changed(rules: HouseRules, **changes: Any) -> RouletteRules:
    """The same rules but for some keys, checked as a file is; `a__b` is key b of table a, None takes a key away."""
    data = rules.model_dump(mode="json", exclude_none=True)
    for path, value in changes.items():
        table, *steps = data, *path.split("__")
        for step in steps[:-1]:
            table = table.setdefault(step, {})
        if value is None:
            table.pop(steps[-1], None)
        else:
            table[steps[-1]] = value
    return RouletteRules.model_validate(data)


def returned(outcome: BetOutcome | None) -> Fraction:
    """What one staked comes back as, worked out from the published text alone."""
    if outcome is None or outcome.result == "lose":
        return Fraction(0)
    profit, stake = map(int, outcome.pays.split(":"))
    if outcome.result == "push":
        assert profit == 0
        part, whole = map(int, (outcome.returned or "1:1").split(":"))
        return Fraction(part, whole)
    return 1 + Fraction(profit, stake)
