"""Simulated devices that type: a keypad, a scanner or a badge reader in keyboard mode. Pure: orders come in.

The line carries key events as `devices.keys.events` writes them, since a pseudo-terminal is no input device.
"""

from __future__ import annotations

from typing import Final

from devices.buttons.table import key_code
from devices.keys.codes import KEYS, character
from devices.keys.events import Dropped, Held, KeyEvent, PacketEnd, event_line, tap

_TYPES: Final = {
    typed: (code, shift) for shift in (True, False) for code in KEYS.values() if (typed := character(code, shift))
}
_MOST_REPEATS: Final = 1000


class SimulatedKeys:
    """One keyboard with no key down at time 0."""

    ORDERS: Final = {
        "press KEY": "press and release a key, as in press KEY_KP1",
        "hold KEY N": "press a key, let the kernel repeat it N times, release it",
        "type TEXT": "type TEXT and Enter, as a scanner or a badge reader does",
        "drop": "the kernel drops events: what follows up to the end of the packet is void",
        "power off": "unpowered: nothing is typed",
        "power on": "powered again, no key down",
        "status": "say how it stands",
    }

    def __init__(self) -> None:
        self._now_s = 0.0
        self._said = b""
        self._powered = True
        self.rounds = 0
        """Keys pressed or texts typed since time 0."""

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do; None while it waits for the world."""
        return self._now_s if self._said else None

    def advance(self, at_s: float) -> bytes:
        """What it says up to `at_s`."""
        said, self._said = self._said, b""
        self._now_s = max(self._now_s, at_s)
        return said

    def receive(self, data: bytes) -> bytes:
        """It hears nothing."""
        return b""

    def order(self, text: str) -> str:
        """Do what `text` says (`ORDERS`); the answer begins with `ok:` or `refused:`."""
        match text.split():
            case ["power", "on"]:
                self._powered = True
                return "ok: power is on"
            case ["power", "off"]:
                self._powered = False
                return "ok: power is off"
            case ["status"]:
                return f"ok: {'powered' if self._powered else 'no power'}"
            case _ if not self._powered:
                return "refused: it has no power"
            case ["press", name] if (code := key_code(name)) is not None:
                return self._do(tap([code]), f"{name} pressed")
            case ["hold", name, count] if (code := key_code(name)) is not None and count.isdecimal():
                repeats = min(int(count), _MOST_REPEATS)
                line = event_line(KeyEvent(code, 1)) + event_line(PacketEnd())
                line += (event_line(KeyEvent(code, 2)) + event_line(PacketEnd())) * repeats
                return self._do(line + event_line(KeyEvent(code, 0)) + event_line(PacketEnd()), f"{name} held")
            case ["type", typed] if all(one in _TYPES for one in typed):
                return self._do(b"".join(_typing(one) for one in typed) + tap([KEYS["KEY_ENTER"]]), f"{typed} typed")
            case ["drop"]:
                self._said += event_line(Dropped()) + event_line(PacketEnd()) + event_line(Held(frozenset()))
                return "ok: events dropped"
        return f"refused: {text!r} is no order of a keyboard; orders are: {', '.join(self.ORDERS)}"

    def _do(self, said: bytes, what: str) -> str:
        self._said += said
        self.rounds += 1
        return f"ok: {what}"


def _typing(typed: str) -> bytes:
    code, shift = _TYPES[typed]
    if not shift:
        return tap([code])
    down = event_line(KeyEvent(KEYS["KEY_LEFTSHIFT"], 1)) + event_line(PacketEnd())
    return down + tap([code]) + event_line(KeyEvent(KEYS["KEY_LEFTSHIFT"], 0)) + event_line(PacketEnd())
