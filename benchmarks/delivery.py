"""Delivery: row written to acknowledged, with CURVE beside plain."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.figures import machine, row
from benchmarks.rounds import OrchestratedTable
from devices.clock import SystemClock, seeded
from devices.readings import CardRead
from studio import logs
from studio.bus.gate import BusKeys
from studio.bus.server import TableBus
from studio.journal.rows import OutboxRow
from studio.journal.store import Journal
from studio.keys.allowed import AllowList
from studio.keys.files import make, read_private
from studio.messages.events import CardDealt
from studio.messages.telemetry import Delivery
from studio.round.effects import Publish
from studio.round.inputs import DeviceSaid
from studio.round.view import table_view

UTC: Final = "2026-01-01T00:00:00.000Z"
READY_WITHIN_S: Final = 30.0


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. Raises TimeoutError when a backend does not come up or does not acknowledge."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks delivery", description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=400, metavar="N", help="events measured a kind of socket (400)")
    parser.add_argument("--block", type=int, default=10, metavar="N", help="events of one kind before the other (10)")
    parser.add_argument("--pace-ms", type=float, default=4.0, metavar="MS", help="from event to event (4)")
    args = parser.parse_args(argv)
    logs.configure("error")
    print(machine())
    # Where the system keeps temporary files in memory, a commit costs nothing: measure where we stand.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        plain, curve = asyncio.run(_delivery(args, Path(folder)))
        print(f"row to acknowledged, {args.rows} events each in blocks of {args.block}, one each {args.pace_ms:g} ms")
        print(row("plain", plain, "ms"))
        print(row("CURVE", curve, "ms", plain))
    return 0


class _Watched:
    """The journal as the bus sees it; `arrived` is set when an acknowledgement was stored."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.arrived = asyncio.Event()

    @property
    def last_event_seq(self) -> int:
        return self._journal.last_event_seq

    @property
    def acknowledged_seq(self) -> int:
        return self._journal.acknowledged_seq

    def outbox_after(self, seq: int, limit: int) -> list[OutboxRow]:
        return self._journal.outbox_after(seq, limit)

    def acknowledge(self, seq: int, utc: str) -> None:
        self._journal.acknowledge(seq, utc)
        self.arrived.set()


class _Served:
    """A journal, a bus over it and a reference backend in a process of its own."""

    def __init__(self, journal: Journal, outbox: _Watched, bus: TableBus) -> None:
        self.journal = journal
        self.outbox = outbox
        self.bus = bus

    async def one_ms(self) -> float:
        """Write one row with its event; milliseconds until its acknowledgement is stored."""
        seq = self.journal.last_event_seq + 1
        event = CardDealt(
            id=f"{self.journal.table}:{self.journal.epoch}:{seq}",
            table=self.journal.table,
            seq=seq,
            utc=UTC,
            shoe="s1",
            round="r1",
            position="player-1",
            card="Ah",
        )
        began_ns = time.perf_counter_ns()
        given = DeviceSaid(utc=UTC, monotonic_ns=began_ns, device="shoe", reading=CardRead("Ah"))
        self.journal.append(given, [Publish(event)])
        self.bus.notify()
        while self.journal.acknowledged_seq < seq:
            self.outbox.arrived.clear()
            await self.outbox.arrived.wait()
        return (time.perf_counter_ns() - began_ns) / 1e6


@contextlib.asynccontextmanager
async def _served(folder: Path, table: str, *, curve: bool) -> AsyncIterator[_Served]:
    keys = folder / "keys"
    make(keys, table, "table", UTC)
    make(keys, f"{table}-backend", "backend", UTC)
    orchestrator = OrchestratedTable("roulette", seeded("delivery")).table
    shown = msgspec.structs.replace(table_view(orchestrator, 0, Delivery()), table=table, epoch="e1")

    with Journal.create(folder / f"{table}.journal", table, "e1", UTC) as journal:
        outbox = _Watched(journal)
        bus = TableBus(
            "tcp://127.0.0.1:*",
            "tcp://127.0.0.1:*",
            table=table,
            epoch="e1",
            outbox=outbox,
            consumer="backend",
            on_command=lambda command, session: None,
            view=lambda: shown,
            clock=SystemClock(),
            keys=BusKeys(read_private(keys / f"{table}.key").curve_pair, AllowList(keys)) if curve else None,
        )
        async with bus:
            secure = ["--key", str(keys / f"{table}-backend.key"), "--table-key", str(keys / f"{table}.pub")]
            backend = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "studio", "backend", "--connect", bus.results_endpoint),
                *("--store", str(folder / f"{table}.sqlite"), *(secure if curve else ())),
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                async with asyncio.timeout(READY_WITHIN_S):
                    while not bus.consumer_present:
                        await asyncio.sleep(0.01)
                yield _Served(journal, outbox, bus)
            finally:
                backend.terminate()
                await backend.wait()


async def _delivery(args: argparse.Namespace, folder: Path) -> tuple[list[float], list[float]]:
    measured: tuple[list[float], list[float]] = ([], [])
    async with _served(folder, "plain", curve=False) as plain, _served(folder, "curve", curve=True) as curve:
        for served in (plain, curve):
            for _ in range(20):
                await served.one_ms()
        while len(measured[1]) < args.rows:
            for served, times in zip((plain, curve), measured, strict=True):
                for _ in range(args.block):
                    async with asyncio.timeout(READY_WITHIN_S):
                        times.append(await served.one_ms())
                    await asyncio.sleep(args.pace_ms / 1000)
    return measured


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
