"""A capture played on a pseudo-terminal as if its device were there: in real time, or faster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from devices.capture import CaptureLine


class PlayedCapture:
    """What a device said in a capture, as a `devices.simulator_shell.Simulated`. What was said to it is passed by.

    The first line of the device comes at time 0; of a `held` one at the order to go. Raises what reading the lines
    raises.
    """

    ORDERS: Final = {
        "go": "begin, where it was held",
        "power off": "say nothing from here on",
        "power on": "go on where it would be",
        "status": "say how far it is",
    }

    def __init__(self, lines: Iterable[CaptureLine], *, held: bool = False) -> None:
        self._held = held
        self._now_s = self._first_s = 0.0
        self._lines: Iterator[CaptureLine] = (line for line in lines if line.direction == "<")
        self._next = next(self._lines, None)
        self._began_ms = 0 if self._next is None else self._next.at_ms
        self._powered = True
        self.rounds = 0
        """Nobody counts rounds here."""
        self.lines_played = 0

    @property
    def finished(self) -> bool:
        """Whether everything was said."""
        return self._next is None

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do; None at the end."""
        return None if self._next is None or self._held else self._due_s(self._next)

    def _due_s(self, line: CaptureLine) -> float:
        return self._first_s + (line.at_ms - self._began_ms) / 1000

    def advance(self, at_s: float) -> bytes:
        """What was said up to `at_s`."""
        said = bytearray()
        self._now_s = at_s
        while self._next is not None and not self._held and self._due_s(self._next) <= at_s:
            said += self._next.payload + self._next.end if self._powered else b""
            self.lines_played += 1
            self._next = next(self._lines, None)
        return bytes(said)

    def receive(self, data: bytes) -> bytes:
        """Nobody hears it; what the device said then is in the capture."""
        return b""

    def order(self, text: str) -> str:
        """`ORDERS`; the answer begins with `ok:` or `refused:`."""
        match text.split():
            case ["go"] if self._held:
                self._held, self._first_s = False, self._now_s
                return "ok: it plays"
            case ["power", ("on" | "off") as state]:
                self._powered = state == "on"
                return f"ok: power is {state}"
            case ["status"]:
                return f"ok: {self.lines_played} lines played{', the end' if self.finished else ''}"
        return f"refused: {text!r} is no order of a capture; orders are: {', '.join(self.ORDERS)}"
