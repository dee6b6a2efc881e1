"""Links to devices: a device that is missing holds a round, and keeps the next one from being opened."""

from __future__ import annotations

from devices.readings import LinkChanged
from studio.messages import events
from studio.round import rulings, shuffler
from studio.round.hold import HOUSE_RULE, RELEASED_BY_LINK
from studio.round.in_play import BESIDE_THE_GAME, READY, TableInPlay


def changed(table: TableInPlay, device: str, link: LinkChanged) -> None:
    """The state of a link changed."""
    was_ready = is_ready(table, device)
    table.devices[device] = link.state
    table.desk.publish(events.DeviceLink, device=device, state=link.state, why=link.why)
    table.desk.note(device, f"link {link.state} {link.why}".rstrip())
    if not is_ready(table, device):
        table.host.forget(device)
    if link.state == "line_wrong":
        table.desk.alarm("high", "line_settings", f"{device}: {link.why}")
    if is_ready(table, device):
        release(table)
        shuffler.ask_again(table)
    elif was_ready:
        if link.state != "down" and table.settings.devices[device] == "wheel":
            # A port that was closed is told the wheel's phase anew; one that was only silent is told what changed.
            table.wheel_phase = None
        what = f"{device} {link.state} {link.why}".rstrip()
        if table.settings.devices[device] in BESIDE_THE_GAME:
            table.desk.alarm("low" if table.settings.devices[device] == "badge" else "medium", "link_down", what)
            shuffler.ask_again(table)
        elif table.procedure is not None:
            rulings.hold(table, "link_down", what, device)
        else:
            table.desk.alarm("high", "link_down", what)
    table.next()


def restarted(table: TableInPlay) -> None:
    """A new process has no links yet, and what the devices said meanwhile is lost."""
    table.devices = dict.fromkeys(table.devices, "not_connected")
    if table.procedure is not None and table.irregularity is None:
        rulings.hold(table, "process_restarted", "the program was started again", device=None)
    table.next()


def is_ready(table: TableInPlay, device: str) -> bool:
    """Whether the device can be relied on; stale is a mark, not yet a failure."""
    return table.devices[device] in READY


def release(table: TableInPlay) -> None:
    """Go on by the house's rule, once every device is there and fit."""
    held = table.irregularity
    if held and held.kind in RELEASED_BY_LINK and table.devices_ready and held.rule.automatic == "go_on":
        rulings.rule(table, "go_on", HOUSE_RULE, "all devices are ready again")
