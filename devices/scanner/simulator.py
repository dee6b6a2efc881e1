"""Simulated devices that send a text a line: a serial barcode scanner, a serial badge reader. Pure: orders come in."""

from __future__ import annotations

from collections import deque
from typing import Final

_REPEAT_EVERY_S: Final = 0.2


class SimulatedLines:
    """A scanner or badge reader with nothing before it at time 0. It sends CR LF after each text."""

    ORDERS: Final = {
        "scan TEXT": "a code, or a badge, is shown and leaves at once",
        "hold TEXT N": "it lies there, and is read N times, five times a second",
        "no read": "the scanner sees nothing, and says so",
        "power off": "unpowered: nothing is read",
        "power on": "powered again",
        "status": "say how it stands",
    }

    def __init__(self, no_read: str = "NOREAD") -> None:
        self._no_read = no_read
        self._now_s = 0.0
        self._due: deque[tuple[float, bytes]] = deque()
        self._powered = True
        self.rounds = 0
        """Texts shown since time 0."""

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do; None while it waits for the world."""
        return self._due[0][0] if self._due else None

    def advance(self, at_s: float) -> bytes:
        """What it says up to `at_s`."""
        said = bytearray()
        while self._due and self._due[0][0] <= at_s:
            said += self._due.popleft()[1]
        self._now_s = max(self._now_s, at_s)
        return bytes(said)

    def receive(self, data: bytes) -> bytes:
        """It takes no commands."""
        return b""

    def order(self, text: str) -> str:
        """Do what `text` says (`ORDERS`); the answer begins with `ok:` or `refused:`."""
        match text.split():
            case ["power", "on"]:
                self._powered = True
                return "ok: power is on"
            case ["power", "off"]:
                self._powered = False
                self._due.clear()
                return "ok: power is off"
            case ["status"]:
                return f"ok: {'powered' if self._powered else 'no power'}"
            case _ if not self._powered:
                return "refused: it has no power"
            case ["scan", shown] if shown.isascii() and shown.isprintable():
                return self._show(shown, 1)
            case ["hold", shown, count] if shown.isascii() and count.isdecimal() and 1 <= int(count) <= 1000:
                return self._show(shown, int(count))
            case ["no", "read"]:
                self._due.append((self._begin_s(), self._no_read.encode() + b"\r\n"))
                return "ok: nothing seen"
        return f"refused: {text!r} is no order of a scanner; orders are: {', '.join(self.ORDERS)}"

    def _begin_s(self) -> float:
        return max(self._now_s, self._due[-1][0]) if self._due else self._now_s

    def _show(self, shown: str, count: int) -> str:
        begin_s = self._begin_s()
        self._due += [(begin_s + time * _REPEAT_EVERY_S, shown.encode() + b"\r\n") for time in range(count)]
        self.rounds += 1
        return f"ok: {shown} shown"
