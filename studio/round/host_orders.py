"""Orders to a wheel: those that the table gives by itself, and whether a person's may be given now.

Nothing is ordered that the table's settings do not allow. Source: devices.md 1.1 (a void in state 3 or 4 is ended by
one `*R`; a game with a user start is begun by `*u 1`).
"""

from __future__ import annotations

from typing import Final

from devices.host import READ_PARAMETERS
from studio.games.procedure import Spin, TakeBets
from studio.messages.commands import OrderDevice
from studio.round.effects import SendOrder
from studio.round.host_side import IN_A_ROUND, RESTART, START, UNMUTE, Ordered
from studio.round.in_play import READY, TableInPlay

SLOW: Final = frozenset({"self_test"})
"""Orders whose end nobody waits for: it takes minutes."""

NO_SPIN: Final = frozenset({"void", "re_spin", "re_spin_open"})
"""Rulings after which the ball that runs belongs to no round."""

_BY_THE_DEALER: Final = frozenset({START})
_LEFT_ALONE: Final = frozenset(
    {
        *("component_fault", "wheel_stopped", "wheel_restarted", "wheel_unresolved"),
        *("wheel_not_approved", "wheel_muted", "link_down", "process_restarted"),
    }
)
"""After these the wheel ends its game by itself, has ended it, or is not to be trusted with an order."""


def wheel_of(table: TableInPlay) -> str | None:
    """The name of the table's wheel."""
    return next((name for name, kind in table.settings.devices.items() if kind == "wheel"), None)


def allowed(table: TableInPlay, device: str) -> tuple[str, ...]:
    """The orders that the table's settings allow for this device."""
    return table.settings.commands.get(device, ())


def end_spin(table: TableInPlay, kind: str) -> None:
    """The ball that runs belongs to no round: one restart of the game, where the table may give it. `kind`: why."""
    wheel, side = wheel_of(table), table.host
    in_motion = table.wheel_phase in ("ball_in_rim", "no_more_bets") and table.stage == "round"
    if wheel is None or not in_motion or side.restart == "sent" or kind in _LEFT_ALONE:
        return
    if RESTART not in allowed(table, wheel) or table.devices[wheel] not in READY:
        return
    side.restart = "sent"
    table.spin_in_motion = table.spin_at_open = None
    table.fresh_launch_due = True
    table.desk.effects.append(SendOrder(wheel, RESTART))


def follow_restart(table: TableInPlay) -> None:
    """The wheel went into another phase: has it made ready since it was restarted?"""
    side = table.host
    if side.restart == "sent" and table.wheel_phase == "place_bets":
        side.restart = "ready"
    elif side.restart == "ready" or table.wheel_phase not in ("ball_in_rim", "no_more_bets"):
        side.restart = ""


def start_if_due(table: TableInPlay) -> None:
    """The number of a spin is due and the wheel is ready: start its game once, where that is for the table to do."""
    wheel, request = wheel_of(table), table.request
    if wheel is None or START not in allowed(table, wheel) or not isinstance(request, Spin):
        return
    waits = table.irregularity is None and table.spin_in_motion is None and not table.fresh_launch_due
    this = (table.desk.round_id, table.attempt, request.ball)
    if waits and table.wheel_phase == "place_bets" and table.devices_ready and table.host.started != this:
        table.host.started = this
        table.desk.effects.append(SendOrder(wheel, START))


def unmute(table: TableInPlay, device: str) -> bool:
    """Have a device report again, where the table may; False where a person must."""
    if UNMUTE not in allowed(table, device):
        return False
    table.desk.effects.append(SendOrder(device, UNMUTE))
    return True


# --- a person's order --------------------------------------------------------------------------------------------


def why_not_order(table: TableInPlay, command: OrderDevice) -> str | None:
    """Why the order may not be given now, in words; None when it may."""
    device, order = command.device, command.order
    if command.role not in ("pit_boss", "technician") and (command.role != "dealer" or order not in _BY_THE_DEALER):
        return "a device is ordered by a technician or a pit boss"
    if device not in table.devices:
        return f"there is no device {device!r} here: {', '.join(table.devices)}"
    may = allowed(table, device)
    if order != READ_PARAMETERS and order not in may:
        named = ", ".join((*may, READ_PARAMETERS))
        return f"this table's file does not allow {order} for {device}; commands allowed: {named}"
    if table.devices[device] not in READY:
        return f"{device} is {table.devices[device]}"
    if any(one.device == device and one.order == order for one in table.host.waiting.values()):
        return f"{order} is under way"
    if table.stage == "round" and order not in IN_A_ROUND:
        return f"{order} is for between two rounds: a round is in progress"
    if order == RESTART and table.stage == "round" and table.irregularity is None:
        return "the ball that runs counts: void the round, or report what is wrong with the spin, first"
    return _why_not_start(table) if order == START else None


def _why_not_start(table: TableInPlay) -> str | None:
    if table.stage != "round":
        return "no round is in progress" if table.open else None
    if table.irregularity is not None:
        return "the table is held: wait for the pit boss"
    if table.spin_in_motion is not None:
        return "the ball is in play"
    early = isinstance(table.request, TakeBets) and table.settings.launch_before_close
    return None if early or isinstance(table.request, Spin) else "no spin is due now"


def order(table: TableInPlay, command: OrderDevice) -> None:
    """Give a person's order. It is answered when the device has answered, unless that takes minutes."""
    if command.order not in SLOW:
        table.host.waiting[command.id] = Ordered(command.device, command.order, command.value)
    table.desk.effects.append(SendOrder(command.device, command.order, command.value))
