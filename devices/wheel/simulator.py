"""A simulated roulette wheel that speaks SlingShot 2. It does no I/O and reads no clock: time and orders come in.

The bytes are those of devices.md 1.1; `devices.simulator` puts them on a pseudo-terminal.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from devices.clock import seeded
from devices.lines import LineSplitter
from devices.wheel.simulated_answers import (
    AUTO_STATUS,
    NO_BARE_NUMBER,
    REVERSE_EACH_GAME,
    USER_START,
    Answers,
)
from devices.wheel.slingshot2 import number_alphabet
from devices.wheel.spins import (
    BALL_IN_RIM,
    CLOSED,
    IDLE,
    NO_MORE_BETS,
    PLACE_BETS,
    SPINS_BEFORE_WRAP,
    WINNING_NUMBER,
)

WRONG_WAY: Final = 2
"""The warning bit of a ball that runs with the rotor."""

_LINE_END: Final = b"\r\n"


class WheelTimes(NamedTuple):
    """Physical times in seconds. `place_bets_s` is how long an automatic wheel waits before it launches."""

    place_bets_s: float = 9.0
    launch_s: float = 3.0
    ball_in_rim_s: float = 4.0
    no_more_bets_s: float = 10.0
    winning_number_s: float = 5.0
    report_every_s: float = 0.5
    announce_before_s: float = 0.25
    boot_s: float = 3.0
    closed_s: float = 2.0
    start_s: float = 2.0
    reverse_s: float = 3.0


class SimulatedWheel:
    """One wheel, powered and ready (state 2, spin `first_spin`, no number yet) at time 0.

    The same `seed` gives the same numbers in the same order, whenever the spins are ordered. `pockets` is 37 or 38.
    `auto` launches by itself. States change only with a report, as far as anyone can see, so phase lengths are
    rounded up to whole report intervals. Raises ValueError for another number of pockets or a spin out of 1 to 256.
    """

    ORDERS: Final = {
        "spin": "launch the ball; the wheel draws the number",
        "spin NUMBER": "launch the ball; it will fall into NUMBER",
        "mis-spin": "launch the ball the same way as the rotor: warning 2 until the game is restarted",
        "power off": "cut the mains: silence, and the spin counter is forgotten",
        "power on": "mains back: boots in silence, then closed, idle, place bets",
        "warning DIGIT": "show this warning digit (0 to F) in every report until told another",
        "status": "say how the wheel stands",
        **Answers.ORDERS,
    }

    def __init__(
        self,
        seed: int | str = 0,
        *,
        pockets: int = 37,
        times: WheelTimes | None = None,
        auto: bool = False,
        first_spin: int = 1,
    ) -> None:
        if not 1 <= first_spin <= SPINS_BEFORE_WRAP:
            raise ValueError(f"first_spin is {first_spin}: the counter runs from 1 to {SPINS_BEFORE_WRAP}")
        self._wire = {text: shown for shown, text in number_alphabet(pockets).items()}
        self._pockets = pockets
        self._times = times or WheelTimes()
        self._auto = auto
        # The rotor trembles with every report; its draws must not shift those of the numbers.
        self._numbers = seeded(f"{seed}/numbers")
        self._rotor = seeded(f"{seed}/rotor")
        self._splitter = LineSplitter()
        self._now_s = 0.0
        self._powered = True
        self._booting = False
        self._muted = False
        self.answers = Answers(self, pockets)
        self.restarts = 0
        """How often it was told to begin the game again."""
        self._wrong_way = False
        self._warning = 0
        self._spin = first_spin
        self._number: str | None = None  # the last result
        self._falls: str | None = None  # where the ball in play will fall
        self._base_rpm_x10 = 160
        self._counter_clockwise = False
        self._launching = False
        self._state = PLACE_BETS
        self._state_since_s = 0.0
        self._reversing = False
        self._next_report_s = self._times.report_every_s
        self._next_change_s: float | None = None
        self._next_state = PLACE_BETS
        self._announce_s: float | None = None
        self._numbers_shown = 0
        self.rounds = 0
        """Rounds that are over, reckoned when the next is under way: when its bets are closed."""
        self._enter(PLACE_BETS)

    # --- time ----------------------------------------------------------------------------------------------------

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do."""
        return min(
            (at for at in (self._next_report_s, self._next_change_s, self._announce_s) if at is not None), default=None
        )

    def advance(self, at_s: float) -> bytes:
        """What the wheel says by itself up to `at_s` (seconds since it began, non-decreasing)."""
        said = bytearray()
        while (due_s := self.next_event_s()) is not None and due_s <= at_s:
            self._now_s = due_s
            if self._announce_s == due_s:
                self._announce_s = None
                said += self._announce()
            elif self._next_change_s == due_s:
                self._next_change_s = None
                self._enter(self._next_state)
            else:
                self._next_report_s += self._times.report_every_s
                if self._powered and not self._booting and not self._muted and self.answers.mode & AUTO_STATUS:
                    said += self._report()
        self._now_s = max(self._now_s, at_s)
        return bytes(said)

    def _enter(self, state: int) -> None:
        times = self._times
        booted, self._booting = self._booting, False
        next_game = state == PLACE_BETS and self._state == WINNING_NUMBER
        self._reversing = next_game and bool(self.answers.mode & REVERSE_EACH_GAME)
        if next_game:
            self._spin = self._spin % SPINS_BEFORE_WRAP + 1
            self._counter_clockwise ^= self._reversing
        self._state, self._state_since_s = state, self._now_s
        if state == PLACE_BETS:
            self._launching = False
            self._base_rpm_x10 = self._rotor.randint(145, 185)
            if self._auto:
                self._launch(None, times.place_bets_s)
        elif state == BALL_IN_RIM:
            self._change_after(times.ball_in_rim_s, NO_MORE_BETS)
        elif state == NO_MORE_BETS:
            self.rounds = self._numbers_shown
            self._change_after(times.no_more_bets_s, WINNING_NUMBER)
            if self._next_change_s is not None and not self.answers.mode & NO_BARE_NUMBER:
                self._announce_s = max(self._now_s, self._next_change_s - times.announce_before_s)
        elif state == WINNING_NUMBER:
            self._number, self._falls = self._falls, None
            self._numbers_shown += 1
            self._wrong_way = False
            self._change_after(times.winning_number_s, PLACE_BETS)
        elif state == IDLE:
            self._change_after(times.start_s, PLACE_BETS)
        elif booted:
            self._change_after(times.closed_s, IDLE)

    def _change_after(self, delay_s: float, state: int) -> None:
        """Change to `state` with the first report that is due `delay_s` from now or later."""
        every_s = self._times.report_every_s
        reports = math.ceil((self._now_s + delay_s - self._next_report_s) / every_s - 1e-9)
        self._next_change_s = self._next_report_s + max(0, reports) * every_s
        self._next_state = state

    def _launch(self, number: str | None, wait_s: float = 0.0) -> None:
        # The draw is taken for a chosen number too: what follows must not depend on it.
        drawn = self._numbers.choice(sorted(self._wire))
        self._falls = drawn if number is None else number
        self._launching = True
        self._change_after(wait_s + self._times.launch_s, BALL_IN_RIM)

    def _stop_game(self) -> None:
        self._next_change_s = self._announce_s = self._falls = None
        self._launching = self._wrong_way = False

    # --- what it says --------------------------------------------------------------------------------------------

    def _announce(self) -> bytes:
        return b"" if self._falls is None or not self._powered else self._wire[self._falls] + _LINE_END

    def _report(self) -> bytes:
        shown = b"  " if self._number is None else self._wire[self._number]
        speed, direction = self._rotor_now()
        wrong_way = WRONG_WAY if self._wrong_way and self._state in (BALL_IN_RIM, NO_MORE_BETS) else 0
        warning = self._warning | wrong_way
        return b"*X;%d;%03d;%s;%X;%03d;%d\r\n" % (self._state, self._spin, shown, warning, speed, direction)

    def _rotor_now(self) -> tuple[int, bool]:
        since_s = self._now_s - self._state_since_s
        if self._state == CLOSED:
            return 0, self._counter_clockwise
        if self._state == IDLE:
            return round(self._base_rpm_x10 * min(1.0, since_s / self._times.start_s)), self._counter_clockwise
        turned = since_s / self._times.reverse_s
        if self._reversing and turned < 1:  # down to a standstill, and up the other way
            return round(self._base_rpm_x10 * abs(1 - 2 * turned)), self._counter_clockwise != (turned < 0.5)
        return self._base_rpm_x10 + self._rotor.randint(-2, 2), self._counter_clockwise

    # --- the host ------------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> bytes:
        """Bytes from the host, cut anywhere; the answers to the commands that they complete."""
        return b"".join(self.handle(piece) for piece in self._splitter.feed(data) if isinstance(piece, bytes))

    def handle(self, line: bytes) -> bytes:
        """The answer to one command line without its end; silence without power."""
        if not self._powered or self._booting:
            return b""
        if line.strip() == b"*X":
            return b"" if self._muted or self.answers.is_ignored("X") else self._report()
        return self.answers.to(line.decode("ascii", "replace"))

    @property
    def state(self) -> int:
        """The state of its status line."""
        return self._state

    @property
    def is_idle(self) -> bool:
        """Whether nothing runs: the maker's condition for a new mode word and for a self-test."""
        return self._state in (IDLE, CLOSED)

    def power(self, on: bool) -> bool:
        """`*P`: wake up or close; False where it is so already."""
        if on == (self._state != CLOSED):
            return False
        if on:
            self._change_after(self._times.report_every_s, IDLE)
        else:
            self._stop_game()
            self._change_after(1.0, CLOSED)
        return True

    def user_start(self) -> bool:
        """`*u 1` and `*K`: launch, where the wheel waits for a user to say so."""
        if self._state != PLACE_BETS or self._launching or not self.answers.mode & USER_START:
            return False
        self._launch(None)
        return True

    def restart_game(self) -> None:
        """`*R`: the ball is taken up, the game begins again."""
        self.restarts += 1
        if self._state in (BALL_IN_RIM, NO_MORE_BETS):
            self._stop_game()
            self._enter(PLACE_BETS)

    def mute(self, muted: bool) -> None:
        """`*q`: all `*X` are silenced, or not."""
        self._muted = muted

    # --- the physical world --------------------------------------------------------------------------------------

    def order(self, text: str) -> str:
        """Do what `text` says (`ORDERS`); the answer begins with `ok:` or `refused:`."""
        match text.split():
            case ["spin"]:
                return self._order_spin(None)
            case ["spin", number]:
                return self._order_spin(number)
            case ["mis-spin"]:
                return self._order_spin(None, wrong_way=True)
            case ["power", "off"]:
                self._stop_game()
                self._powered = self._booting = False
                return "ok: power is off"
            case ["power", "on"]:
                return self._order_power_on()
            case ["warning", digit] if len(digit) == 1 and digit in "0123456789ABCDEF":
                self._warning = int(digit, 16)
                return f"ok: warning {digit}"
            case ["status"]:
                return f"ok: {self._describe()}"
        answer = self.answers.order(text)
        return answer or f"refused: {text!r} is no order of a wheel; orders are: {', '.join(self.ORDERS)}"

    def _order_spin(self, number: str | None, *, wrong_way: bool = False) -> str:
        if number is not None and number not in self._wire:
            return f"refused: {number!r} is not on a wheel of {self._pockets} pockets"
        if not self._powered or self._booting:
            return "refused: the wheel has no power"
        if self._state != PLACE_BETS or self._launching:
            return f"refused: the wheel is not ready to launch ({self._describe()})"
        self._launch(number)
        self._wrong_way = wrong_way
        return f"ok: ball launched, spin {self._spin:03d}, falls into {self._falls}"

    def _order_power_on(self) -> str:
        if self._powered:
            return "refused: power is on"
        self._powered = self._booting = True
        self._spin, self._number, self._warning, self._muted = 1, None, 0, False
        self.answers.power_cycled()
        self._state, self._state_since_s = CLOSED, self._now_s
        self._change_after(self._times.boot_s, CLOSED)
        return "ok: power is on"

    def _describe(self) -> str:
        if not self._powered:
            return "no power"
        ball = "launching" if self._launching and self._state == PLACE_BETS else f"state {self._state}"
        return f"{ball}, spin {self._spin:03d}, last number {self._number or '-'}, warning {self._warning:X}"
