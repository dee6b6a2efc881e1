"""The families of games: for each its model of rules and its round. The only place that knows them all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from studio.games.baccarat import baccarat_round
from studio.games.baccarat_rules import BaccaratRules
from studio.games.blackjack import blackjack_round
from studio.games.blackjack_rules import BlackjackRules
from studio.games.house import HouseRules
from studio.games.procedure import Procedure
from studio.games.roulette import roulette_round
from studio.games.roulette_rules import RouletteRules
from studio.messages.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Family:
    """One family of games. `round` makes the procedure of one round from rules that are an instance of `rules`."""

    name: str
    rules: type[HouseRules]
    round: Callable[[Any], Procedure[Outcome]]


FAMILIES: Final[Mapping[str, Family]] = MappingProxyType(
    {
        known.name: known
        for known in (
            Family("baccarat", BaccaratRules, baccarat_round),
            Family("blackjack", BlackjackRules, blackjack_round),
            Family("roulette", RouletteRules, roulette_round),
        )
    }
)


def family(game: str) -> Family:
    """The family named `game`. Raises ValueError, naming those that there are."""
    try:
        return FAMILIES[game]
    except KeyError:
        raise ValueError(f"no game is called {game!r}: there are {', '.join(FAMILIES)}") from None


def rules_from_data(data: Mapping[str, Any]) -> HouseRules:
    """House rules from plain data, as a house's file or a journal holds them; `game` names the family.

    Raises ValueError when there is no such game, pydantic.ValidationError (a ValueError) when these are no rules of it.
    """
    found = family(str(data.get("game")))
    return found.rules.model_validate_json(json.dumps(data))


def rules_data(rules: HouseRules) -> dict[str, Any]:
    """House rules as plain data: what `rules_from_data` takes."""
    return rules.model_dump(mode="json")


def rules_digest(rules: HouseRules) -> str:
    """SHA-256 of the rules as canonical JSON (keys in order, no blanks): the same rules, the same 64 hex digits."""
    spelled = json.dumps(rules_data(rules), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(spelled.encode()).hexdigest()
