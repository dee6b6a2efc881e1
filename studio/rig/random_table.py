"""A table played at random: mostly what is due, often enough what must not be, by people who may and who may not.

`RandomTable.next_input` looks at the table as an all-seeing prankster would and makes the next input. The same
generator gives the same inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from devices.clock import Chance
from studio.messages import commands
from studio.rig.random_faults import fault
from studio.rig.random_people import prank
from studio.rig.random_world import RandomWorld, Step
from studio.round.inputs import AnyInput, ChanceDrawn, CommandGiven, DeviceSaid, ProcessStarted, TimerEnded
from studio.round.orchestrator import Orchestrator


class RandomTable(RandomWorld):
    """Makes inputs for `table`. `mischief` is the share of inputs that are not what is due."""

    def __init__(self, table: Orchestrator, random: Chance, mischief: float) -> None:
        super().__init__(table, random)
        self.mischief = mischief
        self.inputs = 0

    def next_input(self) -> AnyInput:
        """What happens next."""
        step = self.waiting.pop(0) if self.waiting else self._mischief() or self.due()
        self.inputs += 1
        minutes, seconds = divmod(self.inputs, 60)
        hours, minutes = divmod(minutes, 60)
        utc = f"2026-11-30T{hours:02}:{minutes:02}:{seconds:02}.000Z"
        about: dict[str, Any] = {"utc": utc, "monotonic_ns": self.inputs}
        match step:
            case TimerEnded(timer=timer, token=token):
                return TimerEnded(**about, timer=timer, token=token)
            case ProcessStarted(software=software):
                return ProcessStarted(**about, software=software)
            case ChanceDrawn(draw=draw, value=value):
                return ChanceDrawn(**about, draw=draw, value=value, generator="rig")
            case commands.Command():
                self.given = [*self.given[-4:], step]
                return CommandGiven(**about, command=step)
            case _:
                return DeviceSaid(**about, device=self.device, reading=step)

    def _mischief(self) -> Step | None:
        if self.random.random() >= self.mischief:
            return None
        makers: tuple[Callable[[RandomWorld], Step | None], ...] = (fault, fault, prank)
        return self.random.choice(makers)(self)
