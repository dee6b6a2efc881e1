"""A simulated lottery drawer: an air-mix chamber, a tube, a tag reader at its mouth and a pass counter behind it.

It does no I/O and reads no clock: time and orders come in. The bytes are those of `devices.lottery.tags`.
"""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from devices.clock import seeded
from devices.lottery.ball_set import BallSet
from devices.lottery.tags import tag_frame

FOREIGN_TAG: Final = "0F00C0FFEE"


class DrawerTimes(NamedTuple):
    """Physical times in seconds: a ball rises, is read so often and so long, and passes the counter."""

    rise_s: float = 1.2
    read_every_s: float = 0.065
    reads: int = 5
    to_counter_s: float = 0.3
    return_s: float = 2.0
    count_s: float = 3.0
    heartbeat_s: float = 1.0


class SimulatedDrawer:
    """One drawer with all the balls of `balls` in its chamber at time 0. The same `seed` gives the same balls."""

    ORDERS: Final = {
        "draw": "let one more ball up",
        "draw N": "bring the balls of the last draw back, then let N up, one after the other",
        "next NUMBER": "let ball NUMBER be the next one that comes up",
        "double": "let two balls up at once: the counter sees one",
        "unread": "let a ball up whose tag is not read",
        "foreign": "let up a ball that is of no set",
        "fall back N": "let the Nth ball of the tube fall back into the chamber",
        "jam": "a ball is stuck: nothing comes up any more",
        "clear": "clear the jam",
        "count": "bring all balls back and count them",
        "lose NUMBER": "take ball NUMBER out of the drawer",
        "power off": "cut the mains: silence, and the counter is forgotten",
        "power on": "mains back: the counter begins at nothing",
        "status": "say how the drawer stands",
    }

    def __init__(self, balls: BallSet, seed: int | str = 0, *, times: DrawerTimes | None = None) -> None:
        self._set = balls
        self._tags = {number: tag for tag, number in balls.balls.items()}
        self._times = times or DrawerTimes()
        self._chance = seeded(f"{seed}/balls")
        self._chamber = sorted(self._tags, key=int)
        self._tube: list[str] = []  # numbers, or `?` for the foreign ball
        self._next: str | None = None
        self._due: deque[tuple[float, bytes]] = deque()
        self._now_s = 0.0
        self._heartbeat_s = self._times.heartbeat_s
        self._counted = 0  # what the counter stands at
        self._jammed = False
        self._powered = True
        self.rounds = 0
        """How often the balls were counted, reckoned when the next draw is under way: at its second ball."""
        self._counts = 0

    # --- time ----------------------------------------------------------------------------------------------------

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do."""
        return min(self._due[0][0], self._heartbeat_s) if self._due else self._heartbeat_s

    def advance(self, at_s: float) -> bytes:
        """What the drawer says by itself up to `at_s` (seconds since it began, non-decreasing)."""
        said = bytearray()
        while (due_s := self.next_event_s()) is not None and due_s <= at_s:
            if self._due and self._due[0][0] == due_s:
                said += self._counting(self._due.popleft()[1])
            else:
                self._heartbeat_s += self._times.heartbeat_s
                said += b"H;%03d\r\n" % self._counted if self._powered else b""
        self._now_s = max(self._now_s, at_s)
        return bytes(said)

    def _counting(self, data: bytes) -> bytes:
        """The counter counts as it speaks."""
        if not self._powered:
            return b""
        match data[:1]:
            case b"P":
                self._counted += 1
                if self._counted == 2:
                    self.rounds = self._counts
                return b"P;%03d\r\n" % self._counted
            case b"B":
                self._counted = max(0, self._counted - 1)
            case b"R":
                self._counted = 0
        return data

    def receive(self, data: bytes) -> bytes:
        """The drawer takes no commands."""
        return b""

    def _say(self, data: bytes, after_s: float = 0.0) -> None:
        begin_s = max(self._now_s, self._due[-1][0]) if self._due else self._now_s
        self._due.append((begin_s + after_s, data))

    # --- the physical world --------------------------------------------------------------------------------------

    def order(self, text: str) -> str:
        """Do what `text` says (`ORDERS`); the answer begins with `ok:` or `refused:`."""
        match text.split():
            case ["draw"]:
                return self._draw(1)
            case ["draw", count] if count.isdecimal() and 1 <= int(count) <= len(self._chamber) + len(self._tube):
                if self._tube and self._may_not() is None:
                    self._bring_back()
                return self._draw(int(count))
            case ["next", number] if number in self._chamber:
                self._next = number
                return f"ok: ball {number} comes next"
            case ["double"]:
                return self._double()
            case ["unread"]:
                return self._up(tags=False)
            case ["foreign"]:
                return self._foreign()
            case ["fall", "back", order] if order.isdecimal() and 1 <= int(order) <= len(self._tube):
                return self._fall_back(int(order))
            case ["jam"]:
                self._jammed = True
                self._say(b"F;JAM\r\n")
                return "ok: jammed"
            case ["clear"]:
                self._jammed = False
                self._say(b"F;000\r\n")
                return "ok: cleared"
            case ["count"]:
                return self._count()
            case ["lose", number] if number in self._chamber:
                self._chamber.remove(number)
                return f"ok: ball {number} is out of the drawer"
            case ["power", "off"]:
                self._due.clear()
                self._powered, self._counted = False, 0
                return "ok: power is off"
            case ["power", "on"]:
                self._powered = True
                return "ok: power is on"
            case ["status"]:
                tube = ", ".join(self._tube) or "nothing"
                return f"ok: {len(self._chamber)} balls in the chamber, in the tube: {tube}"
        return f"refused: {text!r} is no order of a drawer that can be done now; orders are: {', '.join(self.ORDERS)}"

    def _may_not(self) -> str | None:
        if not self._powered:
            return "refused: the drawer has no power"
        if self._jammed:
            return "refused: the drawer is jammed"
        return None if self._chamber else "refused: the chamber is empty"

    def _pick(self) -> str:
        # The draw is taken for a chosen ball too: what follows must not depend on it.
        drawn = self._chance.choice(self._chamber)
        number, self._next = self._next or drawn, None
        self._chamber.remove(number)
        self._tube.append(number)
        return number

    def _draw(self, count: int) -> str:
        answers = [self._up() for _ in range(count)]
        refused = next((answer for answer in answers if answer.startswith("refused")), None)
        return refused or f"ok: {', '.join(answer.removeprefix('ok: ') for answer in answers)}"

    def _up(self, *, tags: bool = True) -> str:
        if (why_not := self._may_not()) is not None:
            return why_not
        number = self._pick()
        self._pass((self._tags[number],) if tags else ())
        return f"ok: ball {number}" + ("" if tags else " not read")

    def _double(self) -> str:
        if (why_not := self._may_not()) is not None or len(self._chamber) < 2:
            return why_not or "refused: there is only one ball left"
        one, other = self._pick(), self._pick()
        self._tube.pop()  # the counter sees one, and so the drawer holds the other for still in the chamber
        self._chamber.append(other)
        self._pass((self._tags[one], self._tags[other]))
        return f"ok: balls {one} and {other} at once"

    def _foreign(self) -> str:
        if (why_not := self._may_not()) is not None:
            return why_not
        self._tube.append("?")
        self._pass((FOREIGN_TAG,))
        return f"ok: a ball with tag {FOREIGN_TAG}"

    def _pass(self, tags: tuple[str, ...]) -> None:
        times = self._times
        self._say(b"", times.rise_s)
        for _ in range(times.reads):
            for tag in tags:
                self._say(tag_frame(tag), times.read_every_s)
        self._say(b"P", times.to_counter_s)

    def _fall_back(self, order: int) -> str:
        number = self._tube.pop(order - 1)
        if number != "?":
            self._chamber.append(number)
        self._say(b"B;%03d\r\n" % order)
        return f"ok: ball {number} fell back"

    def _bring_back(self) -> None:
        self._chamber += [number for number in self._tube if number != "?"]
        self._tube.clear()
        self._say(b"R;000\r\n", self._times.return_s)

    def _count(self) -> str:
        if not self._powered:
            return "refused: the drawer has no power"
        if self._jammed:
            return "refused: the drawer is jammed"
        self._bring_back()
        self._say(b"C;%03d\r\n" % len(self._chamber), self._times.count_s)
        self._counts += 1
        return f"ok: {len(self._chamber)} balls"
