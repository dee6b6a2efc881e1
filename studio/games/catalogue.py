"""The families of games: for each its model of rules and its round. The only place that knows them all."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from studio.games.house import HouseRules
from studio.games.procedure import Procedure
from studio.messages.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Family:
    """One family of games. `round` makes the procedure of one round from rules that are an instance of `rules`."""

    name: str
    rules: type[HouseRules]
    round: Callable[[Any], Procedure[Outcome]]


def _baccarat() -> Family:
    from studio.games.baccarat import baccarat_round
    from studio.games.baccarat_rules import BaccaratRules

    return Family("baccarat", BaccaratRules, baccarat_round)


def _blackjack() -> Family:
    from studio.games.blackjack import blackjack_round
    from studio.games.blackjack_rules import BlackjackRules

    return Family("blackjack", BlackjackRules, blackjack_round)


def _roulette() -> Family:
    from studio.games.roulette import roulette_round
    from studio.games.roulette_rules import RouletteRules

    return Family("roulette", RouletteRules, roulette_round)


# A table plays one game: what belongs to the others is not loaded, so that it is back sooner after a kill.
_LOADED_BY: Final[Mapping[str, Callable[[], Family]]] = MappingProxyType(
    {"baccarat": _baccarat, "blackjack": _blackjack, "roulette": _roulette}
)

FAMILIES: Final = tuple(_LOADED_BY)
"""The names of the families, in order."""


@functools.cache
def family(game: str) -> Family:
    """The family named `game`. Raises ValueError, naming those that there are."""
    if game not in _LOADED_BY:
        raise ValueError(f"no game is called {game!r}: there are {', '.join(FAMILIES)}")
    return _LOADED_BY[game]()


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
