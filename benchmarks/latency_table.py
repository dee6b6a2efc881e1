"""The product's side of `benchmarks.latency`: `TableProcess` as `studio run` makes it, with a probe at its journal.

The probe stands outside the product: `append_all` and `acknowledge` of the one journal object are wrapped with stamps
of CLOCK_MONOTONIC, and each acknowledged result is told by one small write to a pipe after the last stamp was taken.
"""

from __future__ import annotations

import asyncio
import cProfile
import os
import signal
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.wheel_feeder import STAMPS
from devices.clock import Clock
from studio import logs
from studio.journal.rows import OutboxRow, Transaction
from studio.journal.store import Journal
from studio.messages.events import RoundResult
from studio.round.effects import Publish
from studio.settings import TableSettings, load_table
from studio.table_process import TableProcess


class ProbedTable(TableProcess):
    """A table process whose results are stamped and told to `acknowledged`."""

    def __init__(self, settings: TableSettings, data: Path, acknowledged: Connection) -> None:
        super().__init__(settings, data)
        self._acknowledged = acknowledged

    def _open_journal(self, clock: Clock) -> Journal:
        journal = super()._open_journal(clock)
        append_all, acknowledge = journal.append_all, journal.acknowledge
        results: dict[int, tuple[int, int, int]] = {}

        def probed_append_all(group: Sequence[Transaction]) -> list[OutboxRow]:
            begun = time.monotonic_ns()
            rows = append_all(group)
            committed = time.monotonic_ns()
            for given, effects in group:
                for effect in effects:
                    if isinstance(effect, Publish) and isinstance(effect.event, RoundResult):
                        results[effect.event.seq] = (given.monotonic_ns, begun, committed)
            return rows

        def probed_acknowledge(seq: int, utc: str) -> None:
            come = time.monotonic_ns()
            acknowledge(seq, utc)
            stored = time.monotonic_ns()
            for number in [number for number in results if number <= seq]:
                self._acknowledged.send_bytes(STAMPS.pack(*results.pop(number), come, stored))

        journal.append_all = probed_append_all  # type: ignore[method-assign]
        journal.acknowledge = probed_acknowledge  # type: ignore[method-assign]
        return journal


def table(file: str, data: str, acknowledged: Connection, profile: str | None) -> None:
    """The table's process, until SIGTERM: logs at level info into a file, as a table in a studio has them.

    With `profile` the loop is profiled into that file, which makes everything slower: for looking, not for figures.
    """
    Path(data).mkdir(parents=True, exist_ok=True)
    log = os.open(Path(data) / "table.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(log, 2)
    logs.configure("info")

    async def run() -> None:
        process = ProbedTable(load_table(Path(file)), Path(data), acknowledged)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, process.stop)
        await process.run()

    if profile is None:
        asyncio.run(run())
        return
    profiler = cProfile.Profile()
    profiler.runcall(asyncio.run, run())
    profiler.dump_stats(profile)
