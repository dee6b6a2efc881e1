"""What a table knows of its devices as their host: how they are set, whether they are muted, what is ordered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from devices.host import READ_PARAMETERS

RESTART: Final = "restart_game"
START: Final = "start_game"
UNMUTE: Final = "unmute"

IN_A_ROUND: Final = frozenset({RESTART, START, UNMUTE, READ_PARAMETERS})
"""Orders that a round bears; the others are for the time between two rounds, and keep the next from being opened."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order of a person whose answer is waited for."""

    device: str
    order: str
    value: str


@dataclass(slots=True)
class HostSide:
    """`wrong` has each device's differences from what is approved, in words; `suspect` those that differed once and are
    asked again, since a damaged line makes a wrong value too; `checked` those that are as approved."""

    wrong: dict[str, tuple[str, ...]] = field(default_factory=dict)
    suspect: set[str] = field(default_factory=set)
    checked: set[str] = field(default_factory=set)
    muted: set[str] = field(default_factory=set)
    waiting: dict[str, Ordered] = field(default_factory=dict)
    """By the id of the command."""
    restart: Literal["", "sent", "ready"] = ""
    """The restart of the game that ends a spin: sent, and the wheel has made ready since."""
    started: tuple[str | None, int, int] | None = None
    """Round, attempt and ball for which the table has started the game."""

    def forget(self, device: str) -> None:
        """The device is another one, for all that is known: it has to say anew how it is set."""
        self.wrong.pop(device, None)
        self.suspect.discard(device)
        self.checked.discard(device)
        self.muted.discard(device)

    def why_unfit(self, device: str, approved: bool) -> str | None:
        """Why a device that is there cannot be played with; `approved`: whether the table says how it must be set."""
        if device in self.wrong:
            return f"{device}: {'; '.join(self.wrong[device])}"
        if device in self.muted:
            return f"{device} is muted"
        orders = [one.order for one in self.waiting.values() if one.device == device]
        under_way = next((order for order in orders if order not in IN_A_ROUND), None)
        if under_way is not None:
            return f"{device}: {under_way} is under way"
        return f"{device} has not said how it is set" if approved and device not in self.checked else None
