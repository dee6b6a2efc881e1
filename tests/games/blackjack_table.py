"""A blackjack table for tests: the rules of a house with changes, and a round played from written cards."""

from __future__ import annotations

import json
import tomllib
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from studio.cards import Card
from studio.games.blackjack import blackjack_round
from studio.games.blackjack_rules import BlackjackRules
from studio.games.blackjack_totals import total_of
from studio.games.procedure import (
    Action,
    Announce,
    AnyRequest,
    BetsTaken,
    Confirm,
    Deal,
    Decide,
    Face,
    Peek,
    TakeBets,
    Tell,
)
from studio.messages.outcomes import BetOutcome, Outcome

HOUSES = Path(__file__).parents[2] / "config" / "houses"
FILES = {
    "pokerok": "pokerok/blackjack.toml",
    "totogaming": "totogaming/blackjack.toml",
    "one": "totogaming/blackjack_one.toml",
    "infinite_free_bet": "totogaming/blackjack_infinite_free_bet.toml",
    "power": "totogaming/blackjack_power.toml",
    "classic_free_bet": "totogaming/blackjack_classic_free_bet.toml",
    "oasis": "oasis/blackjack.toml",
}
NO_SIDE_BETS: dict[str, Any] = {"side_bets": None}


def data_of(name: str) -> dict[str, Any]:
    """The plain data of a house's file; the variants of Totogaming by their own names."""
    return tomllib.loads((HOUSES / FILES[name]).read_text(encoding="utf-8"))


def rules_of(name: str, **changes: Any) -> BlackjackRules:
    """A house's rules, changed: a table's keys one by one, None takes a key or a table out."""
    data = data_of(name)
    for key, value in changes.items():
        if value is None:
            data.pop(key, None)
        elif isinstance(value, dict):
            data[key] = {**data.get(key, {}), **value}
        else:
            data[key] = value
    return BlackjackRules.model_validate_json(json.dumps(data))


@dataclass
class Played:
    """A round that was played, and all that it asked for."""

    outcome: Outcome
    requests: list[AnyRequest] = field(default_factory=list)
    cards_left: list[str] = field(default_factory=list)

    @property
    def dealt(self) -> list[str]:
        """The positions that a card was asked for, in order; face down in brackets."""
        deals = [request for request in self.requests if isinstance(request, Deal)]
        return [deal.to if deal.face is Face.UP else f"({deal.to})" for deal in deals]

    @property
    def offered(self) -> list[tuple[int, int, tuple[Action, ...]]]:
        """Box, hand and allowed actions of every decision."""
        return [(ask.box, ask.hand, ask.allowed) for ask in self.requests if isinstance(ask, Decide)]

    @property
    def told(self) -> list[tuple[str, Any]]:
        return [(tell.what, tell.value) for tell in self.requests if isinstance(tell, Tell)]

    @property
    def said(self) -> list[str]:
        return [request.words for request in self.requests if isinstance(request, Announce)]

    @property
    def kinds(self) -> list[str]:
        """What was asked for, in order, without what waits for nobody."""
        silent = (Announce, Tell)
        return [type(request).__name__ for request in self.requests if not isinstance(request, silent)]

    @property
    def confirmed(self) -> list[str]:
        return [request.what for request in self.requests if isinstance(request, Confirm)]

    @property
    def bets(self) -> dict[str, BetOutcome]:
        return self.outcome.bets

    @property
    def stakes(self) -> dict[str, int]:
        assert self.outcome.draws is not None
        stakes: dict[str, int] = self.outcome.draws["stakes"]
        return stakes

    def pays(self, bet: str) -> str:
        """An outcome in short: `win 3:2`, `lose`, `push`, `push 1:2` where not all comes back."""
        found = self.bets[bet]
        return f"win {found.pays}" if found.result == "win" else " ".join(filter(None, (found.result, found.returned)))


def play(
    rules: BlackjackRules,
    cards: str,
    decisions: str = "",
    boxes: tuple[int, ...] = (1,),
    sealed: bool = False,
    peek_says: bool | None = None,
) -> Played:
    """Play a round from `cards` as they leave the shoe, with `decisions` in the order in which they are asked for.

    A hole card is seen by the reader, or `sealed` until it is turned. The peek answers by the hole card, or as told.
    """
    shoe, actions = deque(cards.split()), deque(decisions.split())
    up = hole = Card("2", "c")
    procedure = blackjack_round(rules)
    requests: list[AnyRequest] = []
    answer: Any = None
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration as end:
            assert not actions, f"decisions left: {list(actions)}"
            return Played(end.value, requests, list(shoe))
        requests.append(request)
        answer = None
        match request:
            case TakeBets():
                answer = BetsTaken(boxes)
            case Deal(face=Face.DOWN):
                hole = Card.parse(shoe.popleft())
                answer = None if sealed else hole
            case Deal(to="dealer-2") if rules.deal.hole_card:
                answer = hole
            case Deal(to=to):
                assert shoe, f"no card left for {to}"
                answer = Card.parse(shoe.popleft())
                up = answer if to == "dealer-1" else up
            case Decide(box=box, hand=hand, allowed=allowed):
                assert actions, f"no decision left for box {box} hand {hand}: {allowed}"
                answer = Action(actions.popleft())
            case Peek():
                answer = total_of((up, hole)) == 21 if peek_says is None else peek_says
