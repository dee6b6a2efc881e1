"""A table from its file to its end: configuration, journal and recovery, bus and devices, and an orderly stop."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.metadata
from pathlib import Path
from typing import Final

import structlog

from devices import catalogue
from devices.attached import AttachedDevice
from devices.capture import CaptureLink, read_capture
from devices.clock import Clock, RandBelow, SteppedClock, SystemClock, entropy, randbelow, seeded
from studio.bus.server import TableBus
from studio.config_errors import ConfigError
from studio.duty_roster import DutyRoster
from studio.games.catalogue import rules_data, rules_digest
from studio.games.house import HouseRules
from studio.houses import load_rules
from studio.journal.errors import JournalError
from studio.journal.replay import open_and_recover
from studio.journal.store import Journal
from studio.messages.commands import OpenTable
from studio.round.inputs import Configured, ProcessStarted
from studio.round.orchestrator import Orchestrator
from studio.settings import DeskSettings, TableSettings, desk_settings
from studio.table import Table

LOOK_AGAIN_S: Final = 0.05
SOFTWARE: Final = f"studio-control {importlib.metadata.version('studio-control')}"

_log = structlog.get_logger(__name__)


class TableProcess:
    """Everything that one table needs, put together. `run` returns its exit status.

    `speed` compresses the table's own times (betting window, pauses); links, health and sockets run at the speed of
    the world. Raises ConfigError when made from a configuration that does not hold together.
    """

    def __init__(
        self,
        settings: TableSettings,
        data: Path,
        *,
        speed: float = 1.0,
        open_rounds: int | None = None,
        rig_seed: int | None = None,
    ) -> None:
        self.settings = settings
        self.rules = load_rules(settings.house, settings.game, settings.variant)
        self.desk = desk_settings(settings)
        self.journal_file = data / f"{settings.table}.journal"
        self.clock: Clock = SystemClock(speed)
        self.table: Table | None = None
        self._open_rounds = open_rounds
        self._roster = DutyRoster(data / "duty", settings.table)
        self._generator: tuple[str, RandBelow] = ("system", randbelow)
        if rig_seed is not None:
            # Draws that can be repeated are for a rig alone; the journal names the generator beside each draw.
            self._generator = (f"rig seed {rig_seed}", seeded(rig_seed).randrange)
        self._ended = asyncio.Event()
        self._failure: JournalError | None = None
        self._log = _log.bind(table=settings.table)

    def stop(self) -> None:
        """Have `run` end: nothing is half written, so that any moment is good."""
        self._ended.set()

    async def run(self) -> int:
        """Run until `stop`, or until the journal fails (status 1). Raises JournalError when it cannot even begin."""
        with self._open_journal(self.clock) as journal:
            table = self.table = self._make_table(journal, self.clock)
            self._begin(table)
            table.rearm_timers()
            async with self._bus(journal, table) as table.bus:
                devices = [
                    catalogue.attach(
                        name,
                        device.protocol,
                        device.port,
                        self.clock,
                        table.reading,
                        options=device.options,
                        baud=device.baud,
                    )
                    for name, device in self.settings.devices.items()
                ]
                try:
                    for device in devices:
                        device.start()
                    self._log.info("table.running", results=table.bus.results_endpoint, journal=str(self.journal_file))
                    await self._ended.wait()
                finally:
                    for device in devices:
                        device.close()
                    table.stop_timers()
                    self._roster.close()
        return self._status()

    async def play(self, capture: Path) -> int:
        """Play a wheel's capture, its times as the table's, as fast as it goes; then wait for the backend."""
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

    def _status(self) -> int:
        return 0 if self._failure is None else 1

    # --- putting it together -------------------------------------------------------------------------------------

    def _open_journal(self, clock: Clock) -> Journal:
        self._orchestrator = Orchestrator()
        self.journal_file.parent.mkdir(parents=True, exist_ok=True)
        if self.journal_file.exists():
            return open_and_recover(self.journal_file, self._orchestrator)
        return Journal.create(self.journal_file, self.settings.table, entropy(4), clock.utc())

    def _make_table(self, journal: Journal, clock: Clock, *, measured: bool = True) -> Table:
        return Table(
            self._orchestrator,
            journal,
            clock,
            halted=self._halt,
            measured=measured,
            generator=self._generator,
            roster=self._roster,
        )

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
            on_command=table.command,
            view=table.view,
            clock=SystemClock(),
        )

    def _begin(self, table: Table) -> None:
        """The inputs with which a process begins: its configuration where it is new, its start, its opening."""
        journal, clock = table.journal, table.clock
        if journal.last_input_seq == 0 or self._is_reconfigured(table.orchestrator):
            table.record(configured(journal.epoch, self.desk, self.rules, clock))
        if journal.last_input_seq > 1:
            table.record(ProcessStarted(utc=clock.utc(), monotonic_ns=clock.monotonic_ns(), software=SOFTWARE))
        wanted = self.settings.open_at_start or self._open_rounds is not None
        if wanted and not table.orchestrator.open:
            opening = f"{journal.epoch}:start:{journal.last_input_seq}"
            table.command(OpenTable(id=opening, person="table settings", role="pit_boss", rounds=self._open_rounds))

    def _is_reconfigured(self, orchestrator: Orchestrator) -> bool:
        """Whether the files say something else than the journal. Raises ConfigError in the middle of a round."""
        changed = orchestrator.settings != self.desk or rules_data(orchestrator.rules) != rules_data(self.rules)
        if changed and orchestrator.stage != "idle":
            raise ConfigError(
                [
                    f"table {self.settings.table}: the configuration changed in the middle of a {orchestrator.stage}: "
                    "start the table with the former files, close it, then change them"
                ]
            )
        return changed


def configured(epoch: str, desk: DeskSettings, rules: HouseRules, clock: Clock) -> Configured:
    """The input that tells an orchestrator what it plays by; a journal begins with one."""
    return Configured(
        utc=clock.utc(),
        monotonic_ns=clock.monotonic_ns(),
        table=desk.table,
        epoch=epoch,
        settings=desk.model_dump(mode="json"),
        rules=rules_data(rules),
        rules_digest=rules_digest(rules),
        software=SOFTWARE,
    )
