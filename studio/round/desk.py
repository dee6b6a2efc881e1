"""The orchestrator's desk, where what one input leads to is laid out: effects, prompt, timers, events in sequence."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from studio.messages.events import AnyEvent
from studio.messages.telemetry import AlarmView, TimeLineEntry
from studio.round.effects import Alarm, AnyEffect, Ask, Publish, Say, StartTimer, StopTimer


@dataclass(frozen=True, slots=True)
class RunningTimer:
    """A timer on its way: started at `started_utc`, to end `after_s` later by the table's clock."""

    timer: str
    token: int
    started_utc: str
    after_s: float


TIME_LINE_LENGTH = 80
ALARMS_KEPT = 20
ANNOUNCEMENTS_KEPT = 60
"""More calls than anybody can answer within the hour that is counted."""
_FIGURE = re.compile(r"\d+(\.\d+)?")


class Desk:
    """Collects the effects of one input. Sequence numbers, names and tokens grow here and nowhere else."""

    def __init__(self, table: str, epoch: str) -> None:
        self.table = table
        self.epoch = epoch
        self.rules_digest = ""
        self.effects: list[AnyEffect] = []
        self.utc = ""
        self.shoe_id: str | None = None
        self.round_id: str | None = None
        self.last_event_seq = 0
        self.step = 0
        self.prompt_key = ""
        self.prompt_about: dict[str, str] = {}
        self.announcement: str | None = None
        self.dealer: str | None = None
        self.relief: str | None = None
        self.leaving = False
        self.since_utc = ""
        self.alarms: list[AlarmView] = []
        self.announced_utc: list[str] = []
        """When an alarm last called for somebody, oldest first."""
        self.time_line: list[TimeLineEntry] = []
        self.timers: dict[str, RunningTimer] = {}
        self._tokens = 0
        self._alarms = 0

    def begin(self, utc: str) -> None:
        """A new input, stamped `utc`, begins an empty list of effects."""
        self.effects = []
        self.utc = utc

    def name(self, kind: Literal["s", "r", "i", "b"], number: int) -> str:
        """The name of the `number`th shoe, round, irregularity or button's order: never used again, in no journal."""
        return f"{self.table}:{self.epoch}:{kind}{number}"

    def publish(self, event: Callable[..., AnyEvent], **fields: Any) -> str:
        """Publish an event as the next in sequence; returns its id."""
        self.last_event_seq += 1
        seq = self.last_event_seq
        event_id = f"{self.table}:{self.epoch}:{seq}"
        self.effects.append(
            Publish(
                event(
                    id=event_id,
                    table=self.table,
                    seq=seq,
                    utc=self.utc,
                    shoe=self.shoe_id,
                    round=self.round_id,
                    **fields,
                )
            )
        )
        return event_id

    def ask(self, key: str, about: dict[str, str] | None = None) -> None:
        """Change the prompt. Asking for the very same thing again changes nothing."""
        about = about or {}
        if (key, about) == (self.prompt_key, self.prompt_about):
            return
        self.step += 1
        self.prompt_key, self.prompt_about = key, about
        self.effects.append(Ask(self.step, key, about))

    def say(self, words: str) -> None:
        """Have the dealer announce something."""
        self.announcement = words
        self.effects.append(Say(words))

    def alarm(self, priority: Literal["low", "medium", "high"], what: str, detail: str) -> None:
        """Have somebody look. A cause that comes again, be it with other figures, is the same alarm, counted; it calls
        anew only where it had been seen."""
        self.effects.append(Alarm(priority, what, detail))
        cause = (priority, what, _FIGURE.sub("#", detail))
        for place, known in enumerate(self.alarms):
            if (known.priority, known.what, _FIGURE.sub("#", known.detail)) == cause:
                if known.acknowledged_by is not None:
                    self._announce()
                again = {"last_utc": self.utc, "count": known.count + 1, "detail": detail}
                seen = {"acknowledged_by": None, "acknowledged_utc": None}
                self.alarms[place] = msgspec.structs.replace(known, **again, **seen)
                return
        self._announce()
        self._alarms += 1
        alarm = AlarmView(f"a{self._alarms}", self.utc, self.utc, priority, what, detail, 1, None, None)
        self.alarms = [*self.alarms, alarm][-ALARMS_KEPT:]

    def _announce(self) -> None:
        self.announced_utc = [*self.announced_utc, self.utc][-ANNOUNCEMENTS_KEPT:]

    def acknowledge(self, alarm_id: str, person: str) -> None:
        """A person has seen the alarm."""
        self.alarms = [
            msgspec.structs.replace(alarm, acknowledged_by=person, acknowledged_utc=self.utc)
            if alarm.id == alarm_id
            else alarm
            for alarm in self.alarms
        ]

    def open_round(self, round_id: str) -> None:
        """A new round: its events bear its name, its time line begins."""
        self.round_id = round_id
        self.time_line = []

    def note(self, who: str, what: str) -> None:
        """Put on the round's time line that `who` said or did `what`."""
        self.time_line.append(TimeLineEntry(self.utc, who, what))
        del self.time_line[:-TIME_LINE_LENGTH]

    def start(self, timer: str, after_s: float) -> None:
        """Start a timer; one that already runs under this name is forgotten."""
        self._tokens += 1
        self.timers[timer] = RunningTimer(timer, self._tokens, self.utc, after_s)
        self.effects.append(StartTimer(timer, self._tokens, after_s))

    def stop(self, timer: str) -> None:
        """Stop a timer, if it runs."""
        running = self.timers.pop(timer, None)
        if running is not None:
            self.effects.append(StopTimer(timer, running.token))

    def runs(self, timer: str) -> bool:
        """Whether the timer is on its way."""
        return timer in self.timers

    def ended(self, timer: str, token: int) -> bool:
        """Take note of a timer's end; False when that timer had been stopped or started anew."""
        running = self.timers.get(timer)
        if running is None or running.token != token:
            return False
        del self.timers[timer]
        return True
