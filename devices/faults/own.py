"""A wheel's own faults, beside those of its line: how it is set, muted, and what it does not do that it is ordered.

`tests/devices/test_own_faults.py` plays each row and holds it to what stands here.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class OwnFault(NamedTuple):
    """`order`: what brings it about at the simulated wheel. `driver`, `table`: in words. `tells`: kinds of readings."""

    order: str
    driver: str
    table: str
    tells: tuple[str, ...]


WHEEL: Final[dict[str, OwnFault]] = {
    "other value": OwnFault(
        "set m 20000.0",
        "reads it on the next connection, after a silence or a power cycle",
        "reads it again; then wheel_not_approved: no round is opened, one in progress is held until it is right",
        ("device.parameters",),
    ),
    "firmware": OwnFault(
        "set firmware V2.49", "as above", "as above: have the new firmware approved", ("device.parameters",)
    ),
    "no parameters": OwnFault(
        "ignore T",
        "asks once more, names what had no answer, asks again after 5 s, then more and more rarely",
        "wheel_not_approved where the table's file approves it; else it is only read",
        ("device.parameters",),
    ),
    "muted": OwnFault(
        "mute",
        "stale at 2 s, asked *X and *O: muted and not down; asked each second",
        "wheel_muted holds; it is told to report again, where the table's file allows it",
        ("device.muted",),
    ),
    "mis-spin": OwnFault(
        "mis-spin",
        "warning 2, confirmed at once in play",
        "wrong_direction holds; one restart of the game, where the table's file allows it",
        ("wheel.warning",),
    ),
    "refused": OwnFault(
        "refuse R", "tells the wheel's own words", "an alarm; the number of the dead spin is no result",
        ("device.command",),
    ),
    "no answer": OwnFault(
        "ignore R", "tells it after 1 s; sends it no second time: it may have been done", "an alarm, as above",
        ("device.command",),
    ),
    "self-test": OwnFault(
        "self-test 5 21", "names what the wheel finds, asked or unasked", "an alarm: call the technician",
        ("device.self_test", "device.command"),
    ),
    "component": OwnFault(
        "warning 4", "confirmed at once", "component_fault: void by the house's rule; nothing is ordered",
        ("wheel.warning",),
    ),
}  # fmt: skip
"""What goes wrong with a wheel itself, and what follows."""
