"""Many tables on one host, each in a process of its own: start, watch, restart."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from devices.clock import Clock
from studio.settings import load_floor

FIRST_WAIT_S: Final = 0.5
LONGEST_WAIT_S: Final = 30.0
NOT_WORTH_A_RESTART: Final = frozenset({0, 2})
"""Exit statuses after which a table stays down: it ended as told, or its configuration is bad."""

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class FloorTable:
    """One table of the floor and the process that runs it."""

    file: Path
    process: asyncio.subprocess.Process | None = None
    starts: int = 0


class Floor:
    """Runs every table of a floor until told to stop. A table that dies is started again, later if it dies soon."""

    def __init__(self, floor_file: Path, data: Path, clock: Clock, extra: Sequence[str] = ()) -> None:
        self.tables = [FloorTable(floor_file.parent / table) for table in load_floor(floor_file).tables]
        self._data = data
        self._clock = clock
        self._extra = extra
        self._stopping = asyncio.Event()

    async def run(self) -> int:
        """Run until `stop`, or until every table has ended by itself; returns 0 when none of them ended badly."""
        statuses = await asyncio.gather(*(self._keep(table) for table in self.tables))
        return max(statuses)

    def stop(self) -> None:
        """Have every table end cleanly, and `run` return."""
        self._stopping.set()
        for table in self.tables:
            if table.process is not None and table.process.returncode is None:
                table.process.send_signal(signal.SIGTERM)

    async def _keep(self, table: FloorTable) -> int:
        wait_s = FIRST_WAIT_S
        while True:
            began_s = self._clock.monotonic_s()
            table.starts += 1
            table.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "studio", "run", str(table.file), "--data", str(self._data), *self._extra
            )
            _log.info("floor.table_started", table=str(table.file), pid=table.process.pid, starts=table.starts)
            status = await table.process.wait()
            if self._stopping.is_set() or status in NOT_WORTH_A_RESTART:
                return status
            if self._clock.monotonic_s() - began_s > LONGEST_WAIT_S:
                wait_s = FIRST_WAIT_S
            _log.error("floor.table_died", table=str(table.file), status=status, again_in_s=wait_s)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), wait_s)
                return status
            wait_s = min(wait_s * 2, LONGEST_WAIT_S)
