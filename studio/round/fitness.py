"""Is a device fit to be played with? What it says of itself against what is approved, whether it is muted, and what
became of what it was ordered. A device that is unfit holds a round and keeps the next one from being opened."""

from __future__ import annotations

from typing import TypeAlias

from devices.host import READ_PARAMETERS
from devices.readings import CommandAnswered, DeviceMuted, DeviceParameters, SelfTested
from studio.round import host_orders, links, rulings
from studio.round.answers import settle
from studio.round.approved import POCKETS, differences
from studio.round.effects import Answer, SendOrder
from studio.round.in_play import TableInPlay

OfItself: TypeAlias = CommandAnswered | DeviceMuted | DeviceParameters | SelfTested
"""What a device says about itself, not about the game."""


def said(table: TableInPlay, device: str, reading: OfItself) -> None:
    """A device said something about itself."""
    match reading:
        case DeviceParameters():
            _parameters(table, device, reading)
        case DeviceMuted(muted=muted):
            _muted(table, device, muted)
        case CommandAnswered():
            _answered(table, device, reading)
        case SelfTested(what=what):
            table.desk.note(device, f"self-test: {what}")
            table.desk.alarm("high", "self_test_faults", f"{device}: {what}")
    table.next()


def approved(table: TableInPlay, device: str, found: dict[str, str]) -> dict[str, str]:
    """How a device must be set. A wheel that says how many pockets it has must have those of the game in any case."""
    wanted = dict(table.settings.approved.get(device, {}))
    if table.settings.devices[device] == "wheel" and (wanted or POCKETS in found):
        # Imported where there is a wheel: a card table that comes back after a kill does not wait for it.
        from studio.games.roulette_layout import POCKETS as LAYOUTS
        from studio.games.roulette_rules import RouletteRules

        if isinstance(table.rules, RouletteRules):
            wanted[POCKETS] = str(len(LAYOUTS[table.rules.wheel]))
    return wanted


def _parameters(table: TableInPlay, device: str, reading: DeviceParameters) -> None:
    side = table.host
    wrong = differences(approved(table, device, reading.found), reading.found, reading.unanswered)
    told = "; ".join(wrong) or "as approved"
    table.desk.note(device, f"parameters: {told}")
    if wrong and device not in side.suspect and device not in side.wrong:
        side.suspect.add(device)
        table.desk.effects.append(SendOrder(device, READ_PARAMETERS))
        return
    side.suspect.discard(device)
    _settle(table, device, READ_PARAMETERS, "", not wrong, told)
    if wrong:
        side.checked.discard(device)
        known, side.wrong[device] = side.wrong.get(device), wrong
        if known != wrong:
            _unfit(table, "wheel_not_approved", device, f"{device}: {told}")
        return
    side.wrong.pop(device, None)
    side.checked.add(device)
    links.release(table)


def _muted(table: TableInPlay, device: str, muted: bool) -> None:
    side = table.host
    table.desk.note(device, "muted" if muted else "reports again")
    if not muted:
        side.muted.discard(device)
        links.release(table)
        return
    side.muted.add(device)
    ordered = any((one.device, one.order) == (device, "mute") for one in side.waiting.values())
    if not ordered:
        by_itself = host_orders.unmute(table, device)
        _unfit(
            table, "wheel_muted", device, f"{device} is muted" + (": it is told to report again" if by_itself else "")
        )


def _unfit(table: TableInPlay, kind: str, device: str, what: str) -> None:
    if table.procedure is not None:
        rulings.hold(table, kind, what, device)
    else:
        table.desk.alarm("high", kind, what)


def _answered(table: TableInPlay, device: str, reading: CommandAnswered) -> None:
    done = reading.outcome == "done"
    ordered = f"{reading.command} {reading.value}".rstrip()
    told = reading.answer if done else f"{reading.outcome.replace('_', ' ')}: {reading.answer}"
    table.desk.note(device, f"{ordered}: {told}")
    asked = _settle(table, device, reading.command, reading.value, done, told)
    if reading.command in host_orders.SLOW and done:
        table.desk.alarm("low", "self_test_done", f"{device}: {told}")
    elif not done and not asked:
        table.desk.alarm("medium", "order_failed", f"{device}: {ordered}, {told}")


def _settle(table: TableInPlay, device: str, order: str, value: str, done: bool, told: str) -> bool:
    """Answer whoever gave this order; False where no person did."""
    for command_id, one in table.host.waiting.items():
        if (one.device, one.order, one.value) == (device, order, value):
            del table.host.waiting[command_id]
            settle(table, Answer(command_id, accepted=done, why=f"{device}: {told}"))
            return True
    return False


def process_restarted(table: TableInPlay) -> None:
    """What the devices answered to the last process is lost."""
    for command_id in list(table.host.waiting):
        del table.host.waiting[command_id]
        why = "the table was started again before the device had answered: look whether it was done"
        settle(table, Answer(command_id, accepted=False, why=why))
    for device in table.devices:
        table.host.forget(device)
