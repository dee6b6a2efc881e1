"""The dealer's buttons: the same orders as from the screen, under the same rule of who may do what when."""

from __future__ import annotations

from typing import Any, Final

from studio.games.procedure import Confirm
from studio.messages.commands import AnyCommand, CallPitBoss, ConfirmStep
from studio.round import commands
from studio.round.in_play import TableInPlay

DEALER: Final = "dealer"


def press(table: TableInPlay, device: str, button: str) -> None:
    """A button was pressed: `confirm` and `call` are orders of the dealer on duty, any other is only on record."""
    order = _order(table, device, button)
    if order is None:
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
    match button:
        case "confirm":
            request = table.request
            return ConfirmStep(**about, what=request.what if isinstance(request, Confirm) else "")
        case "call":
            return CallPitBoss(**about)
        case _:
            return None
