"""From a wheel's repeated status to what happened: edges only. Pure.

A wheel repeats its state twice a second and shows the last number all the time. What counts is the change, and a
result is the step from state 4 (no more bets) to state 5 (winning number) within one spin, nothing else: in states
1 to 4 the number is the previous one, and numbers repeat (devices.md 0.3, 0.5).
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from devices.readings import (
    AnyReading,
    RotorOutOfBand,
    WheelDisagreement,
    WheelNumberAnnounced,
    WheelPhase,
    WheelPhaseChanged,
    WheelRestarted,
    WheelResult,
    WheelStopped,
    WheelUnresolved,
)
from devices.wheel.flags import RULES, Rule, WarningWatch

IDLE: Final = 1
PLACE_BETS: Final = 2
BALL_IN_RIM: Final = 3
NO_MORE_BETS: Final = 4
WINNING_NUMBER: Final = 5
CLOSED: Final = 6

PHASES: Final[dict[int, WheelPhase]] = {
    IDLE: "idle",
    PLACE_BETS: "place_bets",
    BALL_IN_RIM: "ball_in_rim",
    NO_MORE_BETS: "no_more_bets",
    WINNING_NUMBER: "winning_number",
    CLOSED: "closed",
}

SPINS_BEFORE_WRAP: Final = 256

_IN_MOTION: Final = (BALL_IN_RIM, NO_MORE_BETS)


class Status(NamedTuple):
    """One status report. `number` is the wheel's last result (None before the first since power-on), and the spin's
    own only in state 5. `warnings` is the sum of the flags 1, 2, 4, 8."""

    state: int
    spin: int
    number: str | None
    warnings: int
    rotor_rpm_x10: int
    counter_clockwise: bool


class RotorBand(NamedTuple):
    """Approved rotor speed, rpm x 10, both ends included. The lower end holds while the ball is in play: in
    state 2 the rotor stands still to turn round."""

    low: int
    high: int


class SpinTracker:
    """Follows one wheel. `rules`: when its warnings are confirmed; `spins`: first and last number of its counter.

    Raises ValueError for an empty band or a report interval that is not positive.
    """

    def __init__(
        self,
        band: RotorBand | None = None,
        report_every_s: float = 0.5,
        *,
        rules: tuple[Rule, ...] = RULES,
        spins: tuple[int, int] = (1, SPINS_BEFORE_WRAP),
    ) -> None:
        if band is not None and not 0 <= band.low <= band.high:
            raise ValueError(f"rotor band {band.low} to {band.high} (rpm x 10) is empty: write the lower speed first")
        self._band = band
        self._spins = spins
        self._warnings = WarningWatch(report_every_s, rules)
        self._out_of_band = False
        self._last: Status | None = None
        self._in_play: int | None = None  # the spin seen in motion whose end has not been seen
        self._ended: int | None = None  # the spin whose end was seen: it has no (further) result
        self._ended_number: str | None = None  # ... and the number it ended with
        self._dead: int | None = None  # the spin in which the wheel closed, until it makes ready again
        self._announced: list[str] = []  # different bare numbers of the spin in play

    def on_number(self, number: str) -> list[AnyReading]:
        """A bare number came. It is told once while the wheel's state stands, and remembered only for a ball in
        play, to be compared with the result."""
        if number in self._announced:
            return []
        if len(self._announced) < 2:
            self._announced.append(number)
        return [WheelNumberAnnounced(number=number)]

    def on_status(self, now: Status) -> list[AnyReading]:
        """A status report came."""
        last = self._last
        if last is not None and now == last and not now.warnings:
            return []  # nearly every report of a day
        readings: list[AnyReading] = []
        if last is not None and _restarted(last, now, self._spins):
            readings.append(WheelRestarted(in_game=last.spin == self._in_play and last.state in _IN_MOTION))
            self._forget()
            last = None
        if self._in_play is not None and now.spin != self._in_play:
            readings.append(self._unresolved(self._in_play, now))
            self._in_play = None
        if last is None or now.state != last.state or now.spin != last.spin:
            entered = self._enter(last, now)
            # The result is what everybody waits for: it is told before the phase that it comes with.
            readings += [*entered, _phase(now)] if now.state == WINNING_NUMBER else [_phase(now), *entered]
        elif now.state == WINNING_NUMBER and now.number is not None and now.number != last.number:
            readings += self._second_number(now, now.number)
        self._last = now
        readings += self._warnings.on_report(now.warnings, PHASES[now.state], now.spin)
        readings += self._check_rotor(now)
        return readings

    def _enter(self, last: Status | None, now: Status) -> list[AnyReading]:
        """The wheel went into another state, or the same of another spin."""
        readings: list[AnyReading] = []
        if now.state in _IN_MOTION:
            if last is None or last.spin != now.spin or last.state not in _IN_MOTION:
                self._announced.clear()
            if now.spin not in (self._ended, self._dead):
                self._in_play = now.spin
                self._ended = self._ended_number = None
        elif now.state == WINNING_NUMBER:
            readings += self._winning_number(last, now)
            self._announced.clear()
        else:
            self._announced.clear()
            if now.state == CLOSED:
                in_game = last is not None and last.state in _IN_MOTION and last.spin == now.spin == self._in_play
                readings.append(WheelStopped(spin=now.spin, in_game=in_game))
                if self._in_play is not None:
                    self._dead, self._in_play = self._in_play, None
            else:
                self._dead = None
        return readings

    def _winning_number(self, last: Status | None, now: Status) -> list[AnyReading]:
        number = now.number
        if number is None:
            return []
        if now.spin == self._ended:
            return [] if self._ended_number in (None, number) else self._second_number(now, number)
        straight = last is not None and last.state == NO_MORE_BETS and last.spin == now.spin == self._in_play
        announced = next((other for other in self._announced if other != number), None)
        self._in_play = None
        self._ended, self._ended_number = now.spin, number
        if not straight:
            return [WheelUnresolved(spin=now.spin, device_says=None, next_spin=now.spin)]
        if announced is not None:
            return [WheelDisagreement(announced=announced, number=number, spin=now.spin)]
        return [WheelResult(number=number, spin=now.spin)]

    def _second_number(self, now: Status, number: str) -> list[AnyReading]:
        """A spin that has ended shows another number than it ended with."""
        first = self._ended_number
        self._ended_number = None
        return [] if first is None else [WheelDisagreement(announced=first, number=number, spin=now.spin)]

    def _unresolved(self, spin: int, now: Status) -> WheelUnresolved:
        first_spin, last_spin = self._spins
        rose_by_one = now.spin == (first_spin if spin == last_spin else spin + 1)
        # In state 5 the number is already the next spin's own.
        shows_its_number = rose_by_one and now.state != WINNING_NUMBER
        return WheelUnresolved(spin=spin, device_says=now.number if shows_its_number else None, next_spin=now.spin)

    def _forget(self) -> None:
        self._in_play = self._ended = self._ended_number = self._dead = None
        self._announced.clear()

    def _check_rotor(self, now: Status) -> list[AnyReading]:
        if self._band is None:
            return []
        too_fast = now.rotor_rpm_x10 > self._band.high and now.state in (PLACE_BETS, *_IN_MOTION)
        too_slow = now.rotor_rpm_x10 < self._band.low and now.state in _IN_MOTION
        before, self._out_of_band = self._out_of_band, too_fast or too_slow
        if before or not self._out_of_band:
            return []
        return [RotorOutOfBand(rotor_rpm_x10=now.rotor_rpm_x10, phase=PHASES[now.state], spin=now.spin)]


def _restarted(last: Status, now: Status, spins: tuple[int, int]) -> bool:
    """The counter began again: it fell without the wrap from its last to its first, or the last number is gone."""
    fell = now.spin < last.spin and (now.spin, last.spin) != spins
    return fell or (last.number is not None and now.number is None)


def _phase(now: Status) -> WheelPhaseChanged:
    direction: Literal["clockwise", "counter_clockwise"] = "counter_clockwise" if now.counter_clockwise else "clockwise"
    return WheelPhaseChanged(
        phase=PHASES[now.state], spin=now.spin, rotor_rpm_x10=now.rotor_rpm_x10, direction=direction
    )
