"""The warning flags of a SlingShot 2 with the maker's timing rules, counted in reports. Pure.

Source: devices.md 1.1, "Warning bits". The times are the maker's; that "not sensed" and "failed launch" are judged
alike in states 3 and 4 is deduced, being the stricter reading.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from devices.readings import AnyReading, WheelPhase, WheelWarning, WheelWarningCleared, WheelWarningRaised


class Rule(NamedTuple):
    """When one flag is confirmed."""

    bit: int
    warning: WheelWarning
    phases: frozenset[str] | None  # where it can be confirmed; None for everywhere
    after_s: float  # how long it must last there


_BALL_IN_PLAY: Final = frozenset({"ball_in_rim", "no_more_bets"})

RULES: Final[tuple[Rule, ...]] = (
    Rule(1, "ball_not_sensed", _BALL_IN_PLAY, 5.0),
    Rule(2, "wrong_direction", _BALL_IN_PLAY, 0.0),
    Rule(4, "component_fault", None, 0.0),
    Rule(8, "failed_launch", _BALL_IN_PLAY, 3.0),
)


class _Flag:
    """One flag while it is up."""

    def __init__(self) -> None:
        self.reports = 0  # since it rose
        self.counting = 0  # of these, the last ones in a phase where it can be confirmed
        self.confirmed = False


class WarningWatch:
    """Tells each flag when it rises, when it gets confirmed, and when it falls.

    `report_every_s` turns the maker's seconds into reports: ten for five seconds at two reports a second; `rules` are
    the maker's. Raises ValueError when the time is not positive.
    """

    def __init__(self, report_every_s: float = 0.5, rules: tuple[Rule, ...] = RULES) -> None:
        if not report_every_s > 0:
            raise ValueError(f"report_every_s is {report_every_s}: it must be above 0 (the wheel's own is 0.5)")
        self._rules = rules
        self._needed = {rule.bit: max(1, round(rule.after_s / report_every_s)) for rule in rules}
        self._up: dict[int, _Flag] = {}

    def on_report(self, warnings: int, phase: WheelPhase, spin: int) -> list[AnyReading]:
        """The readings of one status report with the flag sum `warnings` (0 to 15)."""
        if not warnings and not self._up:
            return []
        readings: list[AnyReading] = []
        for rule in self._rules:
            if warnings & rule.bit:
                readings += self._is_up(rule, phase, spin)
            elif (flag := self._up.pop(rule.bit, None)) is not None:
                readings.append(WheelWarningCleared(warning=rule.warning, reports=flag.reports))
        return readings

    def _is_up(self, rule: Rule, phase: WheelPhase, spin: int) -> list[AnyReading]:
        rose = rule.bit not in self._up
        flag = self._up.setdefault(rule.bit, _Flag())
        flag.reports += 1
        flag.counting = flag.counting + 1 if rule.phases is None or phase in rule.phases else 0
        confirmed_now = not flag.confirmed and flag.counting >= self._needed[rule.bit]
        flag.confirmed = flag.confirmed or confirmed_now
        if not (rose or confirmed_now):
            return []
        return [WheelWarningRaised(warning=rule.warning, phase=phase, spin=spin, confirmed=confirmed_now)]
