"""Players' decisions: awaited for the house's time, answered with a reason when late, unknown, doubled or forbidden."""

from __future__ import annotations

from typing import Final

from studio.games.procedure import Action, Decide
from studio.messages import events
from studio.messages.commands import TakeDecision
from studio.round.effects import Alarm
from studio.round.in_play import TableInPlay

DECISION: Final = "decision"
TIME: Final = "time"


def await_decision(table: TableInPlay, request: Decide) -> None:
    """Ask for a decision and start its clock."""
    within_s = float(getattr(table.rules, "decision_time_s", 15))
    table.desk.publish(
        events.DecisionAwaited,
        box=request.box,
        hand=request.hand,
        allowed=[action.value for action in request.allowed],
        within_s=within_s,
    )
    table.desk.start(DECISION, within_s)


def why_not_decide(table: TableInPlay, command: TakeDecision) -> str | None:
    """Why a decision is not taken."""
    if command.role not in ("backend", "dealer"):
        return "a decision comes from the backend or from the dealer's reading of the hand sign"
    if table.irregularity is not None:
        return "the table is held"
    if command.round != table.desk.round_id:
        return f"round {command.round} is not in progress: the decision is late"
    request = table.request
    if not isinstance(request, Decide):
        return "no decision is awaited"
    if (command.box, command.hand) != (request.box, request.hand):
        return f"the decision awaited is that of box {request.box}, hand {request.hand}"
    allowed = [action.value for action in request.allowed]
    return None if command.action in allowed else f"{command.action!r} is not allowed here: {', '.join(allowed)}"


def decide(table: TableInPlay, command: TakeDecision) -> None:
    """Carry out a decision."""
    _taken(table, Action(command.action), command.person)


def time_out(table: TableInPlay, request: Decide) -> None:
    """The time is over: the hand stands, and what was offered is declined (blackjack.md 1 "Player time-out")."""
    if table.irregularity is not None:
        # The clock starts again when the table goes on: nobody decides while a table is held.
        table.desk.effects.append(Alarm("low", "decision_waits", f"box {request.box}, hand {request.hand}"))
        return
    _taken(table, Action.STAND if Action.STAND in request.allowed else Action.DECLINE, TIME)


def _taken(table: TableInPlay, action: Action, by: str) -> None:
    request = table.request
    assert isinstance(request, Decide)
    table.desk.stop(DECISION)
    table.desk.publish(events.DecisionTaken, box=request.box, hand=request.hand, action=action.value, by=by)
    table.take(action)
