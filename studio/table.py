"""One table: devices, orchestrator, journal and bus on one event loop.

Everything that happens becomes an input in `record`: it is handled at once, written with what follows from it, and only
then acted on. What comes in one turn of the loop is written together. When the journal cannot be written the table
halts; it never drops.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, Literal, NamedTuple

import structlog

from devices.clock import Clock, RandBelow, TimerHandle, randbelow
from devices.readings import AnyReading, BadgeRead, DeviceReply, LinkChanged, MalformedFrame
from studio.bus.delivery import Outcome
from studio.bus.server import TableBus
from studio.draws import make_draw
from studio.duty_roster import DutyRoster
from studio.faults import FAULTS
from studio.journal.errors import JournalError, JournalHalted
from studio.journal.rows import JournalStore
from studio.journal.snapshots import digest_of
from studio.messages.bus import Reply
from studio.messages.commands import AnyCommand, GoOnDuty
from studio.messages.events import ShoeClosed, TableClosed
from studio.messages.telemetry import Delivery, TableView
from studio.round.desk import RunningTimer
from studio.round.effects import (
    Admit,
    Alarm,
    Answer,
    AnyEffect,
    Ask,
    DrawChance,
    Publish,
    Say,
    SendOrder,
    StartTimer,
    StopTimer,
)
from studio.round.inputs import (
    AnyInput,
    ChanceDrawn,
    ClockWasSet,
    CommandGiven,
    DeviceSaid,
    Noticed,
    ResultAnswered,
    SnapshotTaken,
    TimerEnded,
)
from studio.round.orchestrator import Orchestrator
from studio.round.snapshot import take_snapshot
from studio.round.view import table_view

UNRECORDED: Final = (MalformedFrame, DeviceReply)
"""Readings that are logged with their bytes and counted, but are no inputs: nothing can follow from them."""

_log = structlog.get_logger(__name__)


class _Handled(NamedTuple):
    """An input that was handled and is not written yet; `shoe` and `round` are what it is about, for the log."""

    given: AnyInput
    effects: list[AnyEffect]
    shoe: str | None
    round: str | None


class Table:
    """A running table around an orchestrator that has been brought to where its journal ends.

    `halted` is called once, with the error, when the journal can no longer be written. `generator` draws for the rules:
    its name, which goes into the journal, and `randbelow`; only a rig gives another than the system's. `roster` keeps a
    dealer from being on duty at two tables of the host. `sign` signs the journal; it is called at each shoe's end, and
    when the table closes. `soon` has something done in the loop's next turn: with it, all inputs of one turn wait for
    the disk together; without it, each is written before `record` returns.
    """

    def __init__(
        self,
        orchestrator: Orchestrator,
        journal: JournalStore,
        clock: Clock,
        *,
        halted: Callable[[JournalError], None],
        measured: bool = True,
        generator: tuple[str, RandBelow] = ("system", randbelow),
        roster: DutyRoster | None = None,
        sign: Callable[[], object] | None = None,
        soon: Callable[[Callable[[], None]], object] | None = None,
    ) -> None:
        self.orchestrator = orchestrator
        self.journal = journal
        self.clock = clock
        self.bus: TableBus | None = None
        self.on_badge: Callable[[str, str], None] | None = None
        """Who is told of a badge at the table's own reader: the reader and the badge."""
        self.on_admit: Callable[[Admit], None] | None = None
        """Who is told whether somebody is let in."""
        self.give_order: Callable[[str, str, str], None] | None = None
        """Device, order, value: what carries orders to the devices."""
        self.malformed_frames = 0
        self.settled: Callable[[], None] | None = None
        """Called after what was handled has been written and carried out."""
        self._halted = halted
        self._is_halted = False
        self._measured = measured
        self._generator = generator
        self._roster = roster
        self._sign = sign
        self._soon = soon
        self._unwritten: list[_Handled] = []
        self._timers: dict[str, TimerHandle] = {}
        self._log = _log.bind(table=journal.table)

    # --- what comes in -------------------------------------------------------------------------------------------

    def record(self, given: AnyInput) -> None:
        """Handle an input; what follows from it is carried out once both are durable, see `settle`."""
        if self._is_halted:
            return
        try:
            effects = self.orchestrator.handle(given)
        except Exception as error:
            self._log.exception("table.rules_failed", input=type(given).__name__)
            self._write()
            self._halt(self._not_handled(error))
            return
        desk = self.orchestrator.desk
        self._unwritten.append(_Handled(given, effects, desk.shoe_id, desk.round_id))
        if self._soon is None or any(map(_ends_a_shoe, effects)):
            # A signature stands exactly where the shoe ended.
            self.settle()
        elif len(self._unwritten) == 1:
            self._soon(self.settle)

    def settle(self) -> None:
        """Make every input that was handled durable, in one transaction, then carry out what follows from them."""
        written = self._write()
        if not written or self._is_halted:
            return
        for handled in written:
            for effect in handled.effects:
                if isinstance(effect, DrawChance):
                    self._draw(effect.draw)
                elif isinstance(effect, SendOrder):
                    self._send_order(effect)
        if self._unwritten:
            return
        if self.bus is not None:
            self.bus.publish_view(self.view())
        if self.settled is not None:
            self.settled()

    def keep_snapshot(self, software: str) -> None:
        """Write the table's state down, and in the chain that it was; `software` is the digest of what runs.

        Raises `NoSnapshot` while a procedure is in progress, or naming what cannot be written down.
        """
        self.settle()
        if self._is_halted:
            return
        snapshot = take_snapshot(self.orchestrator)
        clock = self.clock
        given = SnapshotTaken(
            utc=clock.utc(), monotonic_ns=clock.monotonic_ns(), digest=digest_of(snapshot), software=software
        )
        self.orchestrator.handle(given)
        try:
            self.journal.keep(given, snapshot)
            if self._sign is not None:
                self._sign()
        except JournalHalted as error:
            self._halt(error)

    def _write(self) -> list[_Handled]:
        """Write what was handled, tell it, and sign where a shoe ended; draw nothing yet. Halts when it cannot."""
        handled, self._unwritten = self._unwritten, []
        if not handled or self._is_halted:
            return []
        try:
            fresh = self.journal.append_all([(one.given, one.effects) for one in handled])
            if self.bus is not None:
                self._stamp(self.bus, handled)
                self.bus.notify(fresh)
            for one in handled:
                for effect in one.effects:
                    self._carry_out(effect, one)
            if self._roster is not None:
                self._roster.keep_only(self.orchestrator.desk.dealer, self.orchestrator.desk.relief)
            if self._sign is not None and any(_ends_a_shoe(effect) for one in handled for effect in one.effects):
                self._sign()
        except JournalHalted as error:
            self._halt(error)
            return []
        return handled

    def _stamp(self, bus: TableBus, handled: list[_Handled]) -> None:
        """Have the time from a reading to the acknowledgement of its events measured."""
        if not (self._measured and bus.consumer_present):
            return
        for given, effects, *_ in handled:
            if isinstance(given, DeviceSaid):
                for effect in effects:
                    if isinstance(effect, Publish):
                        bus.stamp(effect.event.seq, given.monotonic_ns)

    def reading(self, device: str, reading: AnyReading, monotonic_ns: int, utc: str) -> None:
        """A device said something."""
        if isinstance(reading, BadgeRead):
            # A badge lets its bearer in, so that it goes into no journal: whose it is does.
            if self.on_badge is not None:
                self.on_badge(device, reading.badge)
        elif isinstance(reading, MalformedFrame):
            self.malformed_frames += 1
            badge = self.orchestrator.settings.devices.get(device) == "badge"
            raw = "withheld" if badge else reading.raw
            self._log.warning("device.malformed", device=device, raw=raw, reason=reading.reason)
        elif isinstance(reading, DeviceReply):
            self._log.info("device.reply", device=device, command=reading.command, text=reading.text)
        else:
            if isinstance(reading, LinkChanged):
                self._log.info("device.link", device=device, state=reading.state, why=reading.why)
            self.record(DeviceSaid(utc=utc, monotonic_ns=monotonic_ns, device=device, reading=reading))

    def command(self, command: AnyCommand, session: str = "") -> None:
        """A command came in over the bus, under a session (its digest) where people log in."""
        if isinstance(command, GoOnDuty) and self._roster is not None:
            elsewhere = self._roster.take(command.person)
            if elsewhere is not None:
                self._log.warning("duty.refused", person=command.person, why=elsewhere)
                if self.bus is not None:
                    self.bus.reply(Reply(command.id, accepted=False, why=elsewhere))
                return
        clock = self.clock
        self.record(CommandGiven(utc=clock.utc(), monotonic_ns=clock.monotonic_ns(), command=command, session=session))

    def notice(self, priority: Literal["low", "medium", "high"], what: str, detail: str) -> None:
        """The program noticed something that somebody must look at: an alarm, and on record.

        `what` is one of `wording.NOTICES`.
        """
        clock = self.clock
        self.record(
            Noticed(utc=clock.utc(), monotonic_ns=clock.monotonic_ns(), priority=priority, what=what, detail=detail)
        )

    def clock_was_set(self, by_ms: int) -> None:
        """The wall clock was set: an alarm, on record, and an event, since times before and after do not compare."""
        clock = self.clock
        self.record(ClockWasSet(utc=clock.utc(), monotonic_ns=clock.monotonic_ns(), by_ms=by_ms))

    def answered(self, outcome: Outcome, event: str, code: str, why: str) -> None:
        """The consumer does not take an event, does not answer, or has taken it after all: on record."""
        clock = self.clock
        self.record(
            ResultAnswered(
                utc=clock.utc(), monotonic_ns=clock.monotonic_ns(), outcome=outcome, event=event, code=code, why=why
            )
        )

    def _send_order(self, order: SendOrder) -> None:
        """Give a device its order, now that it is on record. Where no device is attached (a capture), none hears it."""
        self._log.info("device.ordered", device=order.device, order=order.order, value=order.value)
        if self.give_order is not None:
            self.give_order(order.device, order.order, order.value)

    def _draw(self, draw: str) -> None:
        """Draw what the rules leave to chance; the draw is an input like any other, journaled before it counts."""
        name, below = self._generator
        value = make_draw(self.orchestrator.rules, draw, below)
        clock = self.clock
        self.record(
            ChanceDrawn(utc=clock.utc(), monotonic_ns=clock.monotonic_ns(), draw=draw, value=value, generator=name)
        )

    # --- what goes out -------------------------------------------------------------------------------------------

    def view(self) -> TableView:
        """The table as it is; what it shows is in the journal."""
        self.settle()
        delivery = self.bus.delivery_stats() if self.bus is not None else Delivery()
        return table_view(self.orchestrator, self.journal.last_input_seq, delivery)

    def rearm_timers(self) -> None:
        """After recovery: start again what was running, with what is left of it by the clock on the wall."""
        for running in list(self.orchestrator.desk.timers.values()):
            self._arm(running.timer, running.token, self._left_s(running))

    def _left_s(self, running: RunningTimer) -> float:
        gone_s = self.clock.utc_s() - datetime.fromisoformat(running.started_utc).timestamp()
        return min(max(running.after_s - gone_s, 0.0), running.after_s)

    def _carry_out(self, effect: AnyEffect, of: _Handled) -> None:
        match effect:
            case StartTimer(timer=timer, token=token, after_s=after_s):
                self._arm(timer, token, after_s)
            case StopTimer(timer=timer):
                handle = self._timers.pop(timer, None)
                if handle is not None:
                    handle.cancel()
            case Answer(command_id=command_id, accepted=accepted, why=why):
                if self.bus is not None:
                    self.bus.reply(Reply(command_id, accepted, why))
            case Admit():
                if self.on_admit is not None:
                    self.on_admit(effect)
            case Alarm(priority=priority, what=what, detail=detail):
                number = FAULTS[what].number if what in FAULTS else None
                self._round_log(of).warning("alarm", priority=priority, what=what, fault=number, detail=detail)
            case Ask(step=step, key=key, about=about):
                self._round_log(of).info("prompt", step=step, key=key, **about)
            case Say(words=words):
                self._round_log(of).info("announce", words=words)
            case Publish(event=event):
                self._round_log(of).info("published", seq=event.seq, type=event.__struct_config__.tag)

    def _arm(self, timer: str, token: int, after_s: float) -> None:
        former = self._timers.pop(timer, None)
        if former is not None:
            former.cancel()
        self._timers[timer] = self.clock.call_later(after_s, lambda: self._ended(timer, token))

    def _ended(self, timer: str, token: int) -> None:
        self._timers.pop(timer, None)
        clock = self.clock
        self.record(TimerEnded(utc=clock.utc(), monotonic_ns=clock.monotonic_ns(), timer=timer, token=token))

    def _round_log(self, of: _Handled) -> structlog.typing.FilteringBoundLogger:
        bound: structlog.typing.FilteringBoundLogger = self._log.bind(shoe=of.shoe, round=of.round)
        return bound

    def _not_handled(self, error: Exception) -> JournalHalted:
        """What the rules left half done is not to be trusted, and was not written: the journal alone is."""
        last = self.journal.last_input_seq
        return JournalHalted(
            self.journal.name,
            f"input {last + 1}",
            f"could not be handled ({type(error).__name__}: {error})",
            f"The fault lies in the software: start the table again, it goes on after input {last}",
        )

    def _halt(self, error: JournalHalted) -> None:
        if self._is_halted:
            return
        self._is_halted = True
        self.stop_timers()
        self._log.error("table.halted", why=str(error))
        self._halted(error)

    def end(self) -> None:
        """Nothing is taken any more: the journal is about to be closed. What was handled is written first."""
        self.settle()
        self._is_halted = True
        self.stop_timers()

    def stop_timers(self) -> None:
        """Nothing more comes of any timer in this process."""
        for handle in self._timers.values():
            handle.cancel()
        self._timers.clear()


def _ends_a_shoe(effect: AnyEffect) -> bool:
    return isinstance(effect, Publish) and isinstance(effect.event, ShoeClosed | TableClosed)
