"""A baccarat table for tests: the rules of a house with changes, and a round played from written cards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from studio.cards import Card
from studio.dry_table import Material, play
from studio.games.baccarat_rules import BaccaratRules
from studio.games.catalogue import rules_data
from studio.games.procedure import AnyRequest
from studio.houses import read_rules
from studio.messages.outcomes import Outcome

HOUSES = Path(__file__).parents[2] / "config" / "houses"


def rules_of(house: str, **changes: Any) -> BaccaratRules:
    """The rules of a house; a table among `changes` is laid over the house's own."""
    rules = read_rules(HOUSES / house / "baccarat.toml")
    assert isinstance(rules, BaccaratRules)
    data = rules_data(rules)
    for key, value in changes.items():
        data[key] = {**data[key], **value} if isinstance(value, dict) and data[key] else value
    return BaccaratRules.model_validate_json(json.dumps(data))


def deal(rules: BaccaratRules, cards: str, **material: Any) -> Outcome:
    """The outcome of a round from these cards."""
    return play(rules, Material(cards=iter(cards_of(cards)), **material))


def requests(rules: BaccaratRules, cards: Sequence[Card], **material: Any) -> tuple[list[AnyRequest], Outcome]:
    """Everything that a round from these cards asks for, in order, and its outcome."""
    asked: list[AnyRequest] = []
    outcome = play(rules, Material(cards=iter(cards), **material), lambda request, _: asked.append(request))
    return asked, outcome


def cards_of(text: str) -> list[Card]:
    """The cards written in `text`."""
    return [Card.parse(code) for code in text.split()]


def results(outcome: Outcome) -> dict[str, str]:
    """Bet to `11:1` where it wins, else `lose` or `push`."""
    return {name: bet.pays if bet.result == "win" else bet.result for name, bet in outcome.bets.items()}
