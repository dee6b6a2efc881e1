"""A simulated shuffler. It does no I/O and reads no clock: time and orders come in.

It speaks `config/grammars/shuffler.toml`, which is invented: `S;<state>;<count>;<colour>` every second and at each
change, CR LF; states 0 idle, 1 loading, 2 shuffling, 3 done, 4 jam, 5 open, 9 fault; count `---` before it has counted.
"""

from __future__ import annotations

from collections import deque
from typing import Final

IDLE, LOADING, SHUFFLING, DONE, JAM, OPEN, FAULT = 0, 1, 2, 3, 4, 5, 9
COLOURS: Final = {"red": "R", "blue": "B", "none": "-"}


class SimulatedShuffler:
    """One shuffler, empty and idle at time 0. `shuffle_s`, `load_s`: how long it takes, in seconds."""

    ORDERS: Final = {
        "load N COLOUR": "put a batch of N cards in: red, blue or none",
        "start": "shuffle and count the batch",
        "take": "take the shuffled batch out",
        "miscount N": "let the next count be wrong by N cards (may be negative)",
        "jam": "cards are stuck",
        "clear": "clear the jam: the batch must be put in again",
        "open": "open the lid",
        "shut": "shut the lid",
        "power off": "cut the mains: silence, and the batch is forgotten",
        "power on": "mains back: idle",
        "status": "say how the shuffler stands",
    }

    def __init__(self, *, load_s: float = 2.0, shuffle_s: float = 20.0, report_every_s: float = 1.0) -> None:
        self._load_s, self._shuffle_s, self._report_every_s = load_s, shuffle_s, report_every_s
        self._now_s = 0.0
        self._report_s = report_every_s
        self._changes: deque[tuple[float, int]] = deque()
        self._state = IDLE
        self._cards = 0
        self._counted: int | None = None
        self._miscount = 0
        self._colour = "-"
        self._powered = True
        self._said = bytearray()
        self.rounds = 0
        """Batches that are done, reckoned when the next is being shuffled."""
        self._batches = 0

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do."""
        if self._said:
            return self._now_s
        return min(self._report_s, self._changes[0][0]) if self._changes else self._report_s

    def advance(self, at_s: float) -> bytes:
        """What the shuffler says by itself up to `at_s` (seconds since it began, non-decreasing)."""
        said, self._said = self._said, bytearray()
        while (due_s := self.next_event_s()) is not None and due_s <= at_s and not self._said:
            self._now_s = due_s
            if self._changes and self._changes[0][0] == due_s:
                self._enter(self._changes.popleft()[1])
            else:
                self._report_s += self._report_every_s
                self._report()
            said += self._said
            self._said.clear()
        self._now_s = max(self._now_s, at_s)
        return bytes(said)

    def receive(self, data: bytes) -> bytes:
        """The shuffler takes no commands."""
        return b""

    def _enter(self, state: int) -> None:
        if state == DONE:
            self._counted = self._cards + self._miscount
            self._miscount = 0
            self._batches += 1
        elif state == SHUFFLING:
            self.rounds = self._batches
        self._state = state
        self._report()

    def _report(self) -> None:
        if self._powered:
            count = "---" if self._counted is None else f"{self._counted:03d}"
            self._said += f"S;{self._state};{count};{self._colour}\r\n".encode()

    def order(self, text: str) -> str:
        """Do what `text` says (`ORDERS`); the answer begins with `ok:` or `refused:`."""
        match text.split():
            case ["status"]:
                return f"ok: state {self._state}, {self._cards} cards, {'powered' if self._powered else 'no power'}"
            case ["power", "on"] if not self._powered:
                self._powered = True
                self._become(IDLE)
                return "ok: power is on"
            case ["power", "off"]:
                self._powered, self._counted, self._colour = False, None, "-"
                self._changes.clear()
                return "ok: power is off"
            case _ if not self._powered:
                return "refused: the shuffler has no power"
            case ["load", count, colour] if count.isdecimal() and 1 <= int(count) <= 999 and colour in COLOURS:
                if self._state != IDLE:
                    return f"refused: the shuffler is not idle (state {self._state})"
                self._cards, self._colour, self._counted = int(count), COLOURS[colour], None
                self._become(LOADING)
                return f"ok: {count} cards, {colour}"
            case ["start"] if self._state == LOADING:
                self._become(SHUFFLING)
                self._changes.append((self._now_s + self._shuffle_s, DONE))
                return "ok: shuffling"
            case ["take"] if self._state == DONE:
                self._cards, self._counted, self._colour = 0, None, "-"
                self._become(IDLE)
                return "ok: taken out"
            case ["miscount", number] if number.removeprefix("-").isdecimal():
                self._miscount = int(number)
                return f"ok: the next count will be wrong by {number}"
            case ["jam"]:
                self._counted = None
                self._become(JAM)
                return "ok: jammed"
            case ["clear"] if self._state == JAM:
                self._cards, self._colour = 0, "-"
                self._become(IDLE)
                return "ok: cleared"
            case ["open"]:
                self._become(OPEN)
                return "ok: open"
            case ["shut"] if self._state == OPEN:
                self._become(IDLE)
                return "ok: shut"
        return f"refused: {text!r} is no order that can be done now; orders are: {', '.join(self.ORDERS)}"

    def _become(self, state: int) -> None:
        self._changes.clear()
        self._enter(state)
