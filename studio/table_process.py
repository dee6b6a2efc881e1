"""A table from its file to its end: configuration, journal and recovery, bus and devices, and an orderly stop."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final

import structlog

from devices import catalogue
from devices.attached import AttachedDevice
from devices.capture import CaptureLink, read_capture
from devices.clock import Clock, RandBelow, SteppedClock, SystemClock, randbelow, seeded
from devices.recorder import Recorder
from studio.bus.gate import BusKeys
from studio.bus.server import TableBus
from studio.config_errors import ConfigError
from studio.door import Door, digest_of
from studio.duty_roster import DutyRoster
from studio.games.catalogue import rules_data
from studio.houses import load_rules
from studio.journal.errors import JournalError
from studio.journal.store import Journal
from studio.messages.bus import Reply
from studio.messages.commands import AnyCommand, OpenTable
from studio.people import Person
from studio.round.inputs import Configured, JournalFollows, ProcessStarted
from studio.round.orchestrator import Orchestrator
from studio.settings import DeviceSettings, TableSettings, desk_settings
from studio.table import Table
from studio.table_journal import SOFTWARE, configured, day_is_over, open_journal
from studio.table_keys import TableKeys, table_keys
from studio.table_snapshots import SnapshotKeeper
from studio.table_watch import TableWatch

LOOK_AGAIN_S: Final = 0.05
LOOK_AT_THE_DAY_S = 60.0
ARCHIVE_AGAIN_S: Final = 3600.0

ALARMING: Final[dict[str, str]] = {
    "no_key": "somebody tried to connect without a key",
    "stranger": "somebody tried to connect with a key that is unknown or revoked",
    "bad_subscription": "",
    "barred": "somebody whose key was barred tries to connect",
    "not_allowed": "",
    "wrong_role": "",
    "malformed": "somebody sends what is no frame of the contract",
    "too_large": "somebody sends frames that are too large",
    "unknown_consumer": "a backend of another name wants the results",
    "unknown_event": "the backend acknowledges or asks for what was never sent",
    "already_acknowledged": "the backend rejects what it has acknowledged",
    "wrong_id": "the backend acknowledges under another id",
    "ahead_of_table": "the backend has events that this journal never held",
}
"""Refusals that somebody must look at, and what to say; empty where the reason itself is told."""

_log = structlog.get_logger(__name__)


class TableProcess:
    """Everything that one table needs, put together. `run` returns its exit status.

    `speed` compresses the table's own times (betting window, pauses); links, health and sockets run at the speed of
    the world. `replay_all` handles every input of the journal again, as if it held no snapshot. Raises ConfigError
    when made from a configuration that does not hold together.
    """

    def __init__(
        self,
        settings: TableSettings,
        data: Path,
        *,
        speed: float = 1.0,
        open_rounds: int | None = None,
        rig_seed: int | None = None,
        replay_all: bool = False,
        config_files: Sequence[Path] = (),
    ) -> None:
        self.settings = settings
        self.rules = load_rules(settings.house, settings.game, settings.variant)
        self.desk = desk_settings(settings)
        self.keys: TableKeys | None = None
        self.watch: TableWatch | None = None
        self._config_files = list(config_files)
        self.journal_file = data / f"{settings.table}.journal"
        self.clock: Clock = SystemClock(speed)
        self.table: Table | None = None
        self.door: Door | None = None
        self._open_rounds = open_rounds
        self._replay_all = replay_all
        self._software = ""
        self._former: JournalFollows | None = None
        self._captures = data / "captures"
        self._roster = DutyRoster(data / "duty", settings.table)
        self._generator: tuple[str, RandBelow] = ("system", randbelow)
        if rig_seed is not None:
            # Draws that can be repeated are for a rig alone; the journal names the generator beside each draw.
            self._generator = (f"rig seed {rig_seed}", seeded(rig_seed).randrange)
        self._ended = asyncio.Event()
        self._stopped = self._day_is_over = False
        self._next_archiving_s = 0.0
        self._failure: JournalError | None = None
        self._log = _log.bind(table=settings.table)

    def check_software(self) -> None:
        """On demand: take the digests of software and configuration again; a difference closes the table."""
        if self.watch is not None:
            self.watch.software.check_soon()

    def stop(self) -> None:
        """Have `run` end: nothing is half written, so that any moment is good."""
        self._stopped = True
        self._ended.set()

    async def run(self) -> int:
        """Run until `stop`, or until the journal fails (status 1). Raises JournalError when it cannot even begin.

        When a gaming day is over and the table at rest, it begins anew with a new journal, in the same process.
        Raises ConfigError when the table's keys are not there.
        """
        await self._run_a_journal()
        while self._day_is_over and not self._stopped and self._failure is None:
            self._day_is_over = False
            self._ended.clear()
            await self._run_a_journal()
        return self._status()

    async def _run_a_journal(self) -> None:
        self.keys = table_keys(self.settings)
        with self._open_journal(self.clock) as journal:
            table = self.table = self._make_table(journal, self.clock, soon=asyncio.get_running_loop().call_soon)
            snapshots = SnapshotKeeper(table, self._software, journal.snapshot_seq)
            self._begin(table)
            table.settle()
            table.rearm_timers()
            self.door = self._make_door(journal, table)
            self.watch = TableWatch(self.settings, table, journal, self._config_files, snapshots)
            async with self._bus(journal, table) as table.bus, self.watch.running(), self._door_open(table):
                devices = [
                    catalogue.attach(
                        name,
                        device.protocol,
                        device.port,
                        self.clock,
                        table.reading,
                        options=device.options,
                        baud=device.baud,
                        bytesize=device.bytesize,
                        parity=device.parity,
                        stopbits=device.stopbits,
                        recorder=self._recorder(name, device),
                    )
                    for name, device in self.settings.devices.items()
                ]
                by_name = {device.name: device for device in devices}
                table.give_order = lambda device, order, value: by_name[device].order(order, value)
                self._warn_of_trust()
                try:
                    for device in devices:
                        device.start()
                    self._log.info("table.running", results=table.bus.results_endpoint, journal=str(self.journal_file))
                    self._look_at_the_day_soon(journal, table)
                    await self._ended.wait()
                finally:
                    for device in devices:
                        device.close()
                    table.settle()
                    snapshots.stop()
                    table.stop_timers()
                    self._roster.close()
                    self._day_timer.cancel()
            table.end()

    def _look_at_the_day(self, journal: Journal, table: Table) -> None:
        """Begin anew where the gaming day is over. A journal that could not go is tried again an hour later."""
        orchestrator = table.orchestrator
        over = orchestrator.desk.dealer is None and day_is_over(self.settings, journal, orchestrator, self.clock)
        now_s = self.clock.monotonic_s()
        if over and now_s >= self._next_archiving_s:
            self._next_archiving_s = now_s + ARCHIVE_AGAIN_S
            self._day_is_over = True
            self._ended.set()
        self._look_at_the_day_soon(journal, table)

    def _look_at_the_day_soon(self, journal: Journal, table: Table) -> None:
        look = functools.partial(self._look_at_the_day, journal, table)
        self._day_timer = self.clock.call_later_real(LOOK_AT_THE_DAY_S, look)

    async def play(self, capture: Path) -> int:
        """Play a wheel's capture, its times as the table's, as fast as it goes; then wait for the backend.

        A capture answers nothing: it is neither asked to be as approved nor ordered anything.
        """
        self.desk = self.desk.model_copy(update={"approved": {}, "commands": {}})
        self.keys = table_keys(self.settings)
        clock = SteppedClock()
        self.clock = clock
        with self._open_journal(clock) as journal:
            table = self.table = self._make_table(journal, clock, measured=False)
            self._begin(table)
            async with self._bus(journal, table) as table.bus:
                link = CaptureLink(read_capture(capture), clock)
                name, device = next(iter(self.settings.devices.items()))
                attached = catalogue.attach(name, device.protocol, link, clock, table.reading, options=device.options)
                attached.start()
                try:
                    await self._play_to_end(link, attached, table)
                    await self._until_acknowledged(journal)
                finally:
                    attached.close()
                    table.stop_timers()
        return self._status()

    def _recorder(self, name: str, device: DeviceSettings) -> Recorder | None:
        """What keeps the device's bytes, where the table's settings want them kept."""
        if device.record is None:
            return None
        file = self._captures / f"{self.settings.table}-{name}.tsv"
        return Recorder(file, self.clock, max_bytes=device.record.max_mb * 2**20, keep=device.record.keep)

    async def _play_to_end(self, link: CaptureLink, attached: AttachedDevice, table: Table) -> None:
        while not self._ended.is_set() and link.play_next():
            # Each line is a turn of the loop, so that the backend is served while the capture plays.
            await asyncio.sleep(0)
        self._log.info(
            "capture.played", lines=link.lines_played, malformed=table.malformed_frames, state=attached.state
        )

    async def _until_acknowledged(self, journal: Journal) -> None:
        while not self._ended.is_set() and journal.acknowledged_seq < journal.last_event_seq:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), LOOK_AGAIN_S)

    def _warn_of_trust(self) -> None:
        for name, device in self.settings.devices.items():
            if catalogue.driver(device.protocol).trust == "paper":
                self._log.warning("device.trusted_on_paper_only", device=name, protocol=device.protocol)

    def _status(self) -> int:
        return 0 if self._failure is None else 1

    # --- putting it together -------------------------------------------------------------------------------------

    def _open_journal(self, clock: Clock) -> Journal:
        signers = self.keys.signers if self.keys else None
        opened = open_journal(self.settings, self.journal_file, clock, signers, replay_all=self._replay_all)
        journal, self._orchestrator, self._software, self._former = opened
        return journal

    def _make_table(
        self,
        journal: Journal,
        clock: Clock,
        *,
        measured: bool = True,
        soon: Callable[[Callable[[], None]], object] | None = None,
    ) -> Table:
        return Table(
            self._orchestrator,
            journal,
            clock,
            halted=self._halt,
            measured=measured,
            generator=self._generator,
            roster=self._roster,
            sign=functools.partial(self._sign, journal, clock) if self.keys else None,
            soon=soon,
        )

    def _sign(self, journal: Journal, clock: Clock) -> None:
        if self.keys is not None:
            journal.sign(self.keys.signer, clock.utc())

    def _halt(self, error: JournalError) -> None:
        self._failure = error
        self._ended.set()

    def _bus(self, journal: Journal, table: Table) -> TableBus:
        bus = self.settings.bus
        return TableBus(
            bus.results,
            bus.telemetry,
            table=journal.table,
            epoch=journal.epoch,
            outbox=journal,
            consumer=bus.consumer,
            on_command=functools.partial(self._command, table),
            door=self.door,
            view=table.view,
            clock=SystemClock(),
            keys=BusKeys(self.keys.private.curve_pair, self.keys.allowed) if self.keys and not bus.plain else None,
            on_refused=functools.partial(self._refused, table),
            on_outcome=functools.partial(self._soon, table.answered),
            on_clock=functools.partial(self._clocks_differ, table),
            clock_limit_ms=bus.clock_limit_ms,
        )

    def _make_door(self, journal: Journal, table: Table) -> Door | None:
        """The table's door, where the house keeps a list of people."""
        if self.settings.people is None:
            return None

        def reconfigured(people: tuple[Person, ...]) -> Configured:
            self.desk = self.desk.model_copy(update={"people": people})
            return configured(journal.epoch, self.desk, self.rules, self.clock)

        door = Door(self.settings.people, table, self.clock, self._roster, reconfigured)
        table.on_badge, table.on_admit = door.badge_read, door.admit
        return door

    @contextlib.asynccontextmanager
    async def _door_open(self, table: Table) -> AsyncIterator[None]:
        """While people can log in. A dealer who was on duty before a restart is so still, unless he deals elsewhere."""
        dealer = table.orchestrator.desk.dealer
        elsewhere = self._roster.take(dealer) if dealer is not None else None
        if elsewhere is not None:
            table.notice("medium", "dealer_elsewhere", elsewhere)
        if self.door is None:
            yield
            return
        self.door.open()
        try:
            yield
        finally:
            await self.door.close()

    def _command(self, table: Table, command: AnyCommand, session: str) -> None:
        why = self.watch.why_closed() if self.watch is not None and isinstance(command, OpenTable) else None
        if why is not None and table.bus is not None:
            table.bus.reply(Reply(command.id, accepted=False, why=why))
        else:
            table.command(command, digest_of(session))

    def _refused(self, table: Table, code: str, why: str) -> None:
        """The bus refused something, the first, second, fourth … time: an alarm, after the sender was answered."""
        if code in ALARMING:
            # Without addresses and numbers, so that a flood is one alarm with a count; the log has them.
            detail = f"{code}: {ALARMING[code] or why}"
            self._soon(table.notice, "medium", "bus_refused", detail)

    def _clocks_differ(self, table: Table, agree: bool, measured: str) -> None:
        """The backend's wall clock left the limit, or came back."""
        limit_ms = self.settings.bus.clock_limit_ms
        if agree:
            self._soon(table.notice, "low", "clock_agrees", f"the backend's clock is ahead by {measured}")
        else:
            detail = f"more than {limit_ms} ms: the backend's clock is ahead by {measured}"
            self._soon(table.notice, "medium", "clock_drift", detail)

    def _soon(self, record: Callable[..., None], *about: str) -> None:
        """Put something on record once the bus is done with what it is at."""

        def now() -> None:
            if not self._ended.is_set():
                record(*about)

        self.clock.call_later_real(0, now)

    def _begin(self, table: Table) -> None:
        """The inputs with which a process begins: its configuration where it is new, its start, its opening."""
        journal, clock = table.journal, table.clock
        if self.keys is not None and isinstance(journal, Journal) and journal.last_input_seq:
            # What ended in the moment of a kill was not signed yet.
            self._sign(journal, clock)
        if journal.last_input_seq == 0 or self._is_reconfigured(table.orchestrator):
            table.record(configured(journal.epoch, self.desk, self.rules, clock))
        if self._former is not None:
            table.record(self._former)
        if journal.last_input_seq > 1:
            table.record(ProcessStarted(utc=clock.utc(), monotonic_ns=clock.monotonic_ns(), software=SOFTWARE))
        wanted = self.settings.open_at_start or self._open_rounds is not None
        if wanted and not table.orchestrator.open:
            # The house has ordered it by its settings: nobody stands here, and none of its people is made to have.
            opening = f"{journal.epoch}:start:{journal.last_input_seq}"
            table.command(OpenTable(id=opening, person="table settings", role="backend", rounds=self._open_rounds))

    def _is_reconfigured(self, orchestrator: Orchestrator) -> bool:
        """Whether the files say something else than the journal. Raises ConfigError in the middle of a round."""
        same_rules = rules_data(orchestrator.rules) == rules_data(self.rules)
        changed = orchestrator.settings != self.desk or not same_rules
        people = {"people": self.desk.people}
        if same_rules and orchestrator.settings.model_copy(update=people) == self.desk:
            return changed  # who may stand here changes at any time, and no round by it
        if changed and orchestrator.stage != "idle":
            raise ConfigError(
                [
                    f"table {self.settings.table}: the configuration changed in the middle of a {orchestrator.stage}: "
                    "start the table with the former files, close it, then change them"
                ]
            )
        return changed
