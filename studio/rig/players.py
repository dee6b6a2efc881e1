"""Simulated players: the backend's part of a game with boxes. They name boxes and decide by basic strategy."""

from __future__ import annotations

from typing import Final

import structlog

from devices.clock import seeded
from studio.basic_strategy import decide
from studio.cards import Card
from studio.client import BusError, TableClient, TableSilent
from studio.games.procedure import Action
from studio.messages.commands import BoxesInPlay, TakeDecision
from studio.messages.telemetry import AwaitedDecision, TableView

SEATS: Final = 7

_log = structlog.get_logger(__name__)


class SimulatedPlayers:
    """Players of one table, reached as its backend is. The same `seed` gives the same boxes round by round."""

    def __init__(self, client: TableClient, seed: int) -> None:
        self._client = client
        self._chance = seeded(f"players {seed}")
        self._seated_for: str | None = None
        self._decided: tuple[str | None, AwaitedDecision] | None = None

    async def play(self) -> None:
        """Follow the table until cancelled."""
        async for view in self._client.views():
            if isinstance(view, TableSilent) or view.game != "blackjack":
                continue
            try:
                await self._act(view)
            except BusError as error:
                # What was not answered is asked for again by the next view.
                _log.warning("players.could_not", table=view.table, why=str(error))

    async def _act(self, view: TableView) -> None:
        if view.state == "betting" and view.round is not None and view.round != self._seated_for:
            self._seated_for = view.round
            boxes = sorted(self._chance.sample(range(1, SEATS + 1), self._chance.randint(1, 3)))
            await self._client.order(BoxesInPlay, round=view.round, boxes=boxes)
        decision = view.decision
        if decision is not None and (view.round, decision) != self._decided:
            self._decided = (view.round, decision)
            action = _choose(view, decision)
            about = {"round": view.round, "box": decision.box, "hand": decision.hand}
            await self._client.order(TakeDecision, **about, action=action.value)


def _choose(view: TableView, decision: AwaitedDecision) -> Action:
    hand = view.hands[f"box-{decision.box}.{decision.hand}"]
    cards = [Card.parse(card) for card in hand.cards if card is not None]
    up = next(card for card in view.hands["dealer"].cards if card is not None)
    allowed = [Action(name) for name in decision.allowed]
    return decide(cards, Card.parse(up), allowed, blackjack_possible=len(view.hands["dealer"].cards) == 1)
