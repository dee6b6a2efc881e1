"""The stage between a simulated device and its line, which does the faults of the menu. Pure: bytes and time come in,
bytes come out, and the same seed does the same mischief."""

from __future__ import annotations

from collections import deque
from typing import Final

from devices.clock import seeded
from devices.faults.frames import Shape
from devices.faults.menu import FaultName, FaultOrder, When, parse_fault

SPLIT_PAUSE_S: Final = 0.05
JOIN_WAITS_S: Final = 0.3
"""How long a frame waits for another to be joined with."""
OVERTAKEN_WITHIN_S: Final = 2.0
"""How long a frame waits to be overtaken."""

_SAYS_NOTHING: Final[tuple[FaultName, ...]] = ("unplug", "silence", "power cycle")


class _Fault:
    """A fault that was asked for: waiting, at work, or over."""

    def __init__(self, order: FaultOrder, mark: tuple[float, int, int]) -> None:
        self.order = order
        self.active = False
        self._mark = mark  # seconds, rounds, frames when it was asked for, and later when it began

    def _reached(self, when: When, now: tuple[float, int, int]) -> bool:
        at = {"s": 0, "rounds": 1, "frames": 2}[when.unit]
        return now[at] - self._mark[at] >= when.number - 1e-9

    def over(self, now: tuple[float, int, int]) -> bool:
        """Move on to `now`; whether it has ended."""
        if not self.active:
            if self.order.after is not None and not self._reached(self.order.after, now):
                return False
            self.active, self._mark = True, now
        return self.order.for_ is not None and self._reached(self.order.for_, now)

    def due_s(self) -> float | None:
        """When the clock alone will begin or end it."""
        when = self.order.for_ if self.active else self.order.after
        return self._mark[0] + when.number if when is not None and when.unit == "s" else None


class Mischief:
    """What lies between a device whose bytes have `shape` and the host.

    Seconds are those of the line, non-decreasing. `rounds` is how many the device has played.
    """

    def __init__(self, shape: Shape, seed: int | str = 0) -> None:
        self._shape = shape
        self._chance = seeded(f"{seed}/mischief")
        self._faults: list[_Fault] = []
        self._due: deque[tuple[float, bytes]] = deque()
        self._now = (0.0, 0, 0)
        self._last: bytes | None = None  # the last frame, to be stuck at
        self._held: bytes | None = None  # a frame that its successor will overtake
        self._held_s = 0.0  # since when
        self._waiting = b""  # frames that will come in one piece
        self._waiting_s = 0.0  # since when

    # --- what is on ----------------------------------------------------------------------------------------------

    def add(self, text: str) -> FaultOrder:
        """Have the fault `text`. Raises ValueError for one that is none."""
        order = parse_fault(text)
        self._faults.append(_Fault(order, self._now))
        self._move_on(self._now)
        return order

    def order(self, text: str) -> str:
        """An order without its first word `fault`; the answer begins with `ok:` or `refused:`."""
        words = text.split()
        if words == ["list"]:
            return f"ok: {self.describe()}"
        if words[:1] == ["off"]:
            name = " ".join(words[1:])
            kept = [fault for fault in self._faults if name and fault.order.name != name]
            if name and len(kept) == len(self._faults):
                return f"refused: there is no fault {name!r}: {self.describe()}"
            self._faults = kept
            self._move_on(self._now)
            return f"ok: {self.describe()}"
        try:
            return f"ok: {self.add(text)}"
        except ValueError as error:
            return f"refused: {error}"

    def describe(self) -> str:
        """The faults that are on or will be."""
        shown = [f"{fault.order} ({'on' if fault.active else 'to come'})" for fault in self._faults]
        return "; ".join(shown) or "no fault"

    def active(self, name: FaultName) -> FaultOrder | None:
        """The fault of this name that is on, the last one asked for if there are several."""
        on = (fault.order for fault in reversed(self._faults) if fault.active)
        return next((order for order in on if order.name == name), None)

    @property
    def plugged(self) -> bool:
        """Whether the port is there."""
        return self.active("unplug") is None

    @property
    def powered(self) -> bool:
        """Whether the device has its power."""
        return self.active("power cycle") is None

    @property
    def mute(self) -> bool:
        """Whether nothing gets through, either way."""
        return any(self.active(name) is not None for name in _SAYS_NOTHING)

    # --- bytes ---------------------------------------------------------------------------------------------------

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do by the clock alone."""
        times = [due_s for fault in self._faults if (due_s := fault.due_s()) is not None]
        if self._due:
            times.append(self._due[0][0])
        if self._waiting:
            times.append(self._waiting_s + JOIN_WAITS_S)
        if self._held is not None:
            times.append(self._held_s + OVERTAKEN_WITHIN_S)
        return min(times, default=None)

    def speak(self, data: bytes, at_s: float, rounds: int) -> None:
        """The device says `data`; what becomes of it comes out of `advance`."""
        if not self._faults and self._held is None and not self._waiting:
            # Nearly always: nothing is wrong with the line, and nobody needs to know its frames.
            due_s = max(at_s, self._due[-1][0]) if self._due else at_s
            self._due.append((due_s, data))
            self._now, self._last = (at_s, rounds, self._now[2]), None
            return
        for frame in self._shape.split(data):
            self._move_on((at_s, rounds, self._now[2]))
            self._frame(frame, at_s)
            self._now = (at_s, rounds, self._now[2] + 1)

    def advance(self, at_s: float, rounds: int) -> bytes:
        """What reaches the line up to `at_s`."""
        self._move_on((at_s, rounds, self._now[2]))
        out = bytearray()
        while self._due and self._due[0][0] <= at_s:
            out += self._due.popleft()[1]
        return bytes(out)

    def _move_on(self, now: tuple[float, int, int]) -> None:
        self._now = now
        was_mute = self.mute
        self._faults = [fault for fault in self._faults if not fault.over(now)]
        if self.mute and not was_mute:  # what was on its way is lost, what has arrived is not
            self._due = deque(entry for entry in self._due if entry[0] <= now[0])
            self._held, self._waiting = None, b""
        if self._held is not None and (self.active("reorder") is None or now[0] >= self._held_s + OVERTAKEN_WITHIN_S):
            held, self._held = self._held, None
            self._send(held, now[0])
        if self._waiting and (self.active("join") is None or now[0] >= self._waiting_s + JOIN_WAITS_S):
            self._send(b"", now[0])

    def _falls(self, name: FaultName) -> bool:
        """Whether the fault befalls this frame."""
        order = self.active(name)
        return order is not None and self._chance.random() * 100 < order.amount

    def _frame(self, frame: bytes, at_s: float) -> None:
        if self.mute:
            return
        if self.active("stuck") is not None:
            frame = self._last if self._last is not None else frame
        self._last = frame
        if self._falls("drop"):
            return
        if self._falls("checksum"):
            frame = self._shape.spoil(frame)
        if self._falls("noise"):
            frame = self._garble(frame)
        duplicate = self.active("duplicate")
        for _ in range(1 if duplicate is None else round(duplicate.amount)):
            if self._held is None and self._falls("reorder"):
                self._held, self._held_s = frame, at_s
                continue
            self._send(frame, at_s)
            if self._held is not None:
                held, self._held = self._held, None
                self._send(held, at_s)

    def _send(self, frame: bytes, at_s: float) -> None:
        if frame and self._falls("join"):
            self._waiting_s = self._waiting_s if self._waiting else at_s
            self._waiting += frame
            return
        frame, self._waiting = self._waiting + frame, b""
        delay = self.active("delay")
        due_s = at_s if delay is None else at_s + delay.amount / 1000
        due_s = max(due_s, self._due[-1][0]) if self._due else due_s
        if len(frame) > 1 and self._falls("split"):
            cut = self._chance.randint(1, len(frame) - 1)
            self._due.append((due_s, frame[:cut]))
            self._due.append((due_s + SPLIT_PAUSE_S, frame[cut:]))
        else:
            self._due.append((due_s, frame))

    def _garble(self, frame: bytes) -> bytes:
        """One to three bytes wrong, missing or added."""
        out = bytearray(frame)
        for _ in range(self._chance.randint(1, 3)):
            at = self._chance.randrange(len(out)) if out else 0
            match self._chance.choice(("wrong", "missing", "added")):
                case "wrong" if out:
                    out[at] = self._chance.randrange(256)
                case "missing" if out:
                    del out[at]
                case _:
                    out.insert(at, self._chance.randrange(256))
        return bytes(out)
