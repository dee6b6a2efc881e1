"""What runs beside a table: its watch over itself, its health over HTTP, and the copies of its journal."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import structlog

from devices.clock import SystemClock
from studio import digests
from studio.config_errors import ConfigError
from studio.health import HealthServer, TableHealth
from studio.houses import config_dir
from studio.journal.copy import SecondCopy
from studio.journal.errors import JournalHalted
from studio.journal.store import Journal
from studio.messages.commands import CloseTable
from studio.round.in_play import READY
from studio.settings import TableSettings
from studio.table import Table
from studio.table_journal import copy_places
from studio.table_proof import prove_behind
from studio.table_snapshots import SnapshotKeeper
from studio.vigil import ClockWatch, SoftwareWatch, Watchdog

_log = structlog.get_logger(__name__)


class TableWatch:
    """Watches one running table. `config_files` are the table's own; its house's lie in the configuration folder."""

    def __init__(
        self,
        settings: TableSettings,
        table: Table,
        journal: Journal,
        config_files: list[Path],
        snapshots: SnapshotKeeper,
    ) -> None:
        self._settings = settings
        self._snapshots = snapshots
        self.journal_good = True
        self._table = table
        self._journal = journal
        clock = SystemClock()
        folders = [*digests.software_folders(), config_dir() / "houses"]

        def take() -> digests.Digests:
            return digests.take(folders, config_files)

        self.clock = ClockWatch(clock, table.clock_was_set)
        self.software = SoftwareWatch(take, clock, table.notice, self._changed)
        self.watchdog = Watchdog(clock)
        self.copies = [SecondCopy(journal.path, place, self._copy_noticed) for place in copy_places(settings)]

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While the table runs. Raises ConfigError when the port for its health is taken."""
        _log.info("software.at_start", table=self._settings.table, digest=self.software.digests.total)
        async with contextlib.AsyncExitStack() as stack:
            port = self._settings.health_port
            if port is not None:
                server = HealthServer(port, self._settings.table, self.health)
                try:
                    await stack.enter_async_context(server)
                except OSError as error:
                    raise ConfigError(
                        [f"table {self._settings.table}: health_port = {port} cannot be bound ({error.strerror})"]
                    ) from None
                _log.info("health.open", table=self._settings.table, port=server.port)
            self.clock.start()
            stack.callback(self.clock.stop)
            self.software.start()
            stack.callback(self.software.stop)
            for copy in self.copies:
                stack.push_async_callback(_end, asyncio.create_task(copy.run()), copy)
            if self._journal.proved_after:
                proving = asyncio.create_task(prove_behind(self._journal.path, self._damaged))
                stack.push_async_callback(_cancel, proving)
            self.watchdog.ready(f"table {self._settings.table} runs")
            stack.callback(self.watchdog.stopping)
            yield

    def health(self) -> TableHealth:
        """The table as it is, as numbers."""
        table, desk = self._table.orchestrator, self._table.orchestrator.desk
        bus = self._table.bus
        delivery = self._table.view().delivery
        present = bus is not None and bus.consumer_present
        missing = [f"{name} is {state}" for name, state in table.devices.items() if state not in READY]
        missing += [] if present else ["the backend is not there"]
        missing += [] if self.software.good else ["software or configuration changed since the start"]
        missing += [] if self.journal_good else ["older rows of the journal are damaged"]
        return TableHealth(
            state=table.state,
            inputs=self._journal.last_input_seq,
            events=self._journal.last_event_seq,
            acknowledged=self._journal.acknowledged_seq,
            rounds=table.rounds_done,
            consumer_present=present,
            devices=dict(table.devices),
            alarms_open=sum(alarm.acknowledged_by is None for alarm in desk.alarms),
            malformed_frames=self._table.malformed_frames,
            refused=bus.counts if bus is not None else {},
            clock_jumps=self.clock.jumps,
            clock_offset_s=self.clock.offset_s,
            delivery=delivery,
            software_good=self.software.good,
            copy_good=all(copy.good for copy in self.copies),
            missing=missing,
        )

    def why_closed(self) -> str | None:
        """Why the table may not be opened in this process, or None."""
        if not self.journal_good:
            return "the journal is damaged: see the alarm, and `studio verify`"
        return None if self.software.good else "software or configuration changed: restart the table to take them up"

    def _changed(self, told: str) -> None:
        """The software is not what it was: the table finishes its round and closes."""
        self._close("software", "software or configuration changed")

    def _damaged(self, where: str) -> None:
        """Older rows are not what was written: the table finishes its round and closes, and starts on them no more."""
        self.journal_good = False
        self._snapshots.stop()
        self._table.notice("high", "journal_damaged", where)
        self._close("journal", "older rows of the journal are damaged")
        try:
            self._journal.drop_snapshots()
        except JournalHalted as error:
            _log.error("journal.snapshots_kept", why=str(error))

    def _close(self, about: str, reason: str) -> None:
        if self._table.orchestrator.open:
            command_id = f"{self._journal.epoch}:{about}:{self._journal.last_input_seq}"
            self._table.command(CloseTable(id=command_id, person="table settings", role="backend", reason=reason))

    def _copy_noticed(self, what: str, detail: str) -> None:
        self._table.notice("high" if what == "copy_lost" else "low", what, detail)


async def _end(copying: asyncio.Task[None], copy: SecondCopy) -> None:
    """Stop copying, after what was written up to now has been copied too."""
    await _cancel(copying)
    if copy.good:
        await copy.catch_up()


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
