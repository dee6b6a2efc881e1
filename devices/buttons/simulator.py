"""A simulated contact box that speaks `config/grammars/contact-box.toml`. Pure: time and orders come in."""

from __future__ import annotations

from collections import deque
from typing import Final

from devices.lines import LineSplitter

CONTACTS: Final = 8
PRESS_S: Final = 0.15


class SimulatedBox:
    """Eight contacts, all open at time 0. A change is sent when it happens, all eight in answer to `?`."""

    ORDERS: Final = {
        "press N": "close contact N (1 to 8) for a moment",
        "hold N": "close contact N, and leave it closed",
        "release N": "open contact N",
        "power off": "unpowered: silence",
        "power on": "powered again",
        "status": "say which contacts are closed",
    }

    def __init__(self) -> None:
        self._now_s = 0.0
        self._due: deque[tuple[float, int, bool]] = deque()
        self._closed: set[int] = set()
        self._splitter = LineSplitter()
        self._powered = True
        self.rounds = 0
        """Presses since time 0."""

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do; None while it waits for the world."""
        return self._due[0][0] if self._due else None

    def advance(self, at_s: float) -> bytes:
        """What the box says by itself up to `at_s`."""
        said = bytearray()
        while self._due and self._due[0][0] <= at_s:
            _, contact, closes = self._due.popleft()
            if closes:
                self._closed.add(contact)
            else:
                self._closed.discard(contact)
            if self._powered:
                said += self._line(contact)
        self._now_s = max(self._now_s, at_s)
        return bytes(said)

    def receive(self, data: bytes) -> bytes:
        """Bytes from the host, cut anywhere; to `?` it answers with all contacts."""
        asked = sum(piece == b"?" for piece in self._splitter.feed(data))
        everything = b"".join(self._line(contact) for contact in range(1, CONTACTS + 1))
        return everything * asked if self._powered else b""

    def _line(self, contact: int) -> bytes:
        return b"I%d=%d\r\n" % (contact, contact in self._closed)

    def order(self, text: str) -> str:
        """Do what `text` says (`ORDERS`); the answer begins with `ok:` or `refused:`."""
        match text.split():
            case [("press" | "hold" | "release") as doing, contact] if contact in "12345678" and len(contact) == 1:
                begin_s = max(self._now_s, self._due[-1][0]) if self._due else self._now_s
                if doing != "release":
                    self._due.append((begin_s, int(contact), True))
                    self.rounds += 1
                if doing != "hold":
                    self._due.append((begin_s + (PRESS_S if doing == "press" else 0), int(contact), False))
                return f"ok: {doing} {contact}"
            case ["power", "off"]:
                self._powered = False
                return "ok: power is off"
            case ["power", "on"]:
                self._powered = True
                return "ok: power is on"
            case ["status"]:
                return f"ok: closed: {', '.join(str(contact) for contact in sorted(self._closed)) or 'none'}"
        return f"refused: {text!r} is no order of a contact box; orders are: {', '.join(self.ORDERS)}"
