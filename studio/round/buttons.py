"""The dealer's buttons: the same orders as from the screen, under the same rule of who may do what when."""

from __future__ import annotations

from typing import Any, Final

from studio.buttons import ANNOUNCES, CALL, CONFIRM, DECISIONS, REPORTS, STEPS
from studio.games.procedure import Agree, Confirm, Decide
from studio.messages.commands import (
    AnnounceResult,
    AnyCommand,
    CallPitBoss,
    ConfirmStep,
    ReportIrregularity,
    TakeDecision,
)
from studio.round import commands
from studio.round.in_play import TableInPlay

DEALER: Final = "dealer"


def press(table: TableInPlay, device: str, button: str) -> None:
    """A button was pressed: an order of the dealer on duty, as `studio.buttons` has it."""
    order = _order(table, device, button)
    if order is None:
        # No file of buttons that a table starts with has such a one.
        table.desk.alarm("low", "reading_unexpected", f"button {button} of {device} has no meaning at this table")
        return
    commands.obey(table, order)


def _order(table: TableInPlay, device: str, button: str) -> AnyCommand | None:
    table.presses += 1
    about: dict[str, Any] = {
        "id": table.desk.name("b", table.presses),
        "person": table.desk.dealer or f"{DEALER} at {device}",
        "role": DEALER,
    }
    request = table.request
    if button == CONFIRM and isinstance(request, Agree):
        return AnnounceResult(**about, value=request.value)
    if button == CONFIRM:
        return ConfirmStep(**about, what=request.what if isinstance(request, Confirm) else "")
    if button == CALL:
        return CallPitBoss(**about)
    if button in STEPS:
        return ConfirmStep(**about, what=button)
    if button in ANNOUNCES:
        return AnnounceResult(**about, value=ANNOUNCES[button])
    if button in REPORTS:
        return ReportIrregularity(**about, kind=REPORTS[button])
    if button in DECISIONS:
        box, hand = (request.box, request.hand) if isinstance(request, Decide) else (0, 0)
        return TakeDecision(**about, round=table.desk.round_id or "", box=box, hand=hand, action=button)
    return None
