"""The fault menu as text: `unplug after 3 rounds for 5 s`, `noise 10`, `delay 300 ms for 20 frames`. Pure.

    FAULT [AMOUNT] [after N rounds|frames|s] [for N rounds|frames|s]

Without `after` it begins at once, without `for` it lasts until `fault off`. Seconds are those of the wall clock, since
a line does not run faster with a simulated device. `after 3 rounds`: three are over, and the next is under way.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

FaultName: TypeAlias = Literal[
    "drop",
    "split",
    "join",
    "noise",
    "delay",
    "duplicate",
    "stuck",
    "checksum",
    "reorder",
    "unplug",
    "silence",
    "power cycle",
]
Unit: TypeAlias = Literal["rounds", "frames", "s"]


class Dish(NamedTuple):
    """One line of the menu: what it does, its amount's unit (None: takes none), default, least and most."""

    what: str
    unit: Literal["%", "ms", "times"] | None = None
    default: float = 0.0
    least: float = 0.0
    most: float = 0.0


def _percent(what: str) -> Dish:
    return Dish(what, "%", 100.0, 0.0, 100.0)


MENU: Final[dict[FaultName, Dish]] = {
    "drop": _percent("so many frames of a hundred are lost"),
    "split": _percent("so many are cut in two, the second half 50 ms later"),
    "join": _percent("so many wait and come in one piece with the next"),
    "noise": _percent("so many have wrong, missing or added bytes"),
    "delay": Dish("every frame comes so many milliseconds late", "ms", 500.0, 1.0, 60_000.0),
    "duplicate": Dish("every frame comes so many times", "times", 2.0, 2.0, 50.0),
    "stuck": Dish("the last frame comes again in place of every new one"),
    "checksum": _percent("so many have a wrong check (a line without one: a wrong last character)"),
    "reorder": _percent("so many come after the one that follows them"),
    "unplug": Dish("the port goes away, and comes back under another name behind the same link"),
    "silence": Dish("the port stays open and nothing comes or is heard"),
    "power cycle": Dish("the device loses its power, and has it again"),
}
"""What is on the menu, in its order."""


class When(NamedTuple):
    """So many rounds, frames or seconds."""

    number: float
    unit: Unit


class FaultOrder(NamedTuple):
    """A fault as it was asked for. `amount` is in its dish's unit; `after` None: now; `for_` None: until told."""

    name: FaultName
    amount: float
    after: When | None
    for_: When | None

    def __str__(self) -> str:
        unit = MENU[self.name].unit
        amount = "" if unit is None else f" {self.amount:g}%" if unit == "%" else f" {self.amount:g} {unit}"
        after = f" after {self.after.number:g} {self.after.unit}" if self.after else ""
        return f"{self.name}{amount}{after}" + (f" for {self.for_.number:g} {self.for_.unit}" if self.for_ else "")


_NUMBER: Final = r"(\d{1,6}(?:\.\d{1,3})?)"
_CLAUSE: Final = _NUMBER + r"\s*(rounds?|frames?|seconds?|s)"
_TEXT: Final = re.compile(
    rf"({'|'.join(MENU)})(?:\s+{_NUMBER}\s*(%|ms|times)?)?(?:\s+after\s+{_CLAUSE})?(?:\s+for\s+{_CLAUSE})?"
)


def parse_fault(text: str) -> FaultOrder:
    """The fault that `text` asks for. Raises ValueError, which shows the menu or says what is allowed."""
    words = " ".join(text.split())
    match = _TEXT.fullmatch(words)
    if match is None:
        raise ValueError(
            f"{text!r} is no fault: write FAULT [AMOUNT] [after N rounds|frames|s] [for N rounds|frames|s]; "
            f"faults are: {', '.join(MENU)}"
        )
    name = next(known for known in MENU if known == match[1])
    dish = MENU[name]
    if match[2] is not None and dish.unit is None:
        raise ValueError(f"{text!r}: {name} takes no amount (write `for N s` for how long)")
    if match[3] is not None and match[3] != dish.unit:
        raise ValueError(f"{text!r}: {name} is given in {dish.unit}, not in {match[3]}")
    amount = dish.default if match[2] is None else float(match[2])
    if dish.unit is not None and not dish.least <= amount <= dish.most:
        raise ValueError(f"{text!r}: {name} must be within {dish.least:g} and {dish.most:g} {dish.unit}")
    return FaultOrder(name, amount, _when(match[4], match[5]), _when(match[6], match[7]))


def _when(count: str | None, unit: str | None) -> When | None:
    if count is None or unit is None:
        return None
    named: Unit = "rounds" if unit.startswith("r") else "frames" if unit.startswith("f") else "s"
    return When(float(count), named)


def menu_text() -> str:
    """The menu as `studio simulator --help` shows it."""
    lines = ["faults: FAULT [AMOUNT] [after N rounds|frames|s] [for N rounds|frames|s]"]
    for name, dish in MENU.items():
        amount = "" if dish.unit is None else f" N{'%' if dish.unit == '%' else ' ' + dish.unit}"
        lines.append(f"  {name + amount:<18}{dish.what}")
    lines.append("  as --fault TEXT, or while it runs by the orders `fault TEXT`, `fault off [FAULT]`, `fault list`;")
    lines.append(
        "  `after N rounds`: N are over and the next is under way (bets closed, two cards or balls out, a batch"
    )
    lines.append(
        "  being shuffled); of a scanner, box or keyboard: N codes or presses. Seconds are those of the wall clock"
    )
    return "\n".join(lines)
