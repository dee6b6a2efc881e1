"""Delivery and proof: row written to acknowledged, with CURVE beside plain; verification, replay and cold start."""

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
from devices.clock import SystemClock
from devices.readings import CardRead, LinkChanged, WheelPhaseChanged, WheelResult
from studio import logs
from studio.bus.gate import BusKeys
from studio.bus.server import TableBus
from studio.games.catalogue import rules_data, rules_digest
from studio.houses import load_rules
from studio.journal.proof import prove
from studio.journal.replay import open_and_recover, replay
from studio.journal.rows import OutboxRow
from studio.journal.store import Journal
from studio.keys.allowed import AllowList
from studio.keys.files import make, read_private
from studio.messages.commands import OpenTable
from studio.messages.events import CardDealt
from studio.messages.telemetry import Delivery
from studio.round.effects import Publish
from studio.round.inputs import AnyInput, CommandGiven, Configured, DeviceSaid, TimerEnded
from studio.round.orchestrator import Orchestrator
from studio.round.view import table_view
from studio.settings import DeskSettings, Times, load_rulings

UTC: Final = "2026-01-01T00:00:00.000Z"
READY_WITHIN_S: Final = 30.0


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. Raises TimeoutError when a backend does not come up or does not acknowledge."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks delivery", description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=400, metavar="N", help="events measured a kind of socket (400)")
    parser.add_argument("--block", type=int, default=10, metavar="N", help="events of one kind before the other (10)")
    parser.add_argument("--pace-ms", type=float, default=4.0, metavar="MS", help="from event to event (4)")
    parser.add_argument("--events", type=int, default=20_000, metavar="N", help="length of the proved journal (20000)")
    args = parser.parse_args(argv)
    logs.configure("error")
    print(machine())
    # Where the system keeps temporary files in memory, a commit costs nothing: measure where we stand.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        plain, curve = asyncio.run(_delivery(args, Path(folder)))
        print(f"row to acknowledged, {args.rows} events each in blocks of {args.block}, one each {args.pace_ms:g} ms")
        print(row("plain", plain, "ms"))
        print(row("CURVE", curve, "ms", plain))
        _proof(Path(folder) / "long.journal", args.events)
    return 0


# --- delivery ------------------------------------------------------------------------------------------------------


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
    orchestrator = Orchestrator()
    orchestrator.handle(_Wheel().begin[0])
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


# --- proof ---------------------------------------------------------------------------------------------------------


class _Wheel:
    """A roulette table that plays clean rounds, as inputs."""

    def __init__(self) -> None:
        self.table = Orchestrator()
        self.inputs = 0
        rules = load_rules("pokerok", "roulette")
        desk = DeskSettings(
            table="long",
            game="roulette",
            times=Times(),
            launch_before_close=True,
            result_channels=(),
            devices={"wheel": "wheel"},
            irregularities=load_rulings("pokerok", "roulette"),
        )
        self.begin: list[AnyInput] = [
            Configured(
                utc=UTC,
                monotonic_ns=0,
                table="long",
                epoch="e1",
                settings=desk.model_dump(mode="json"),
                rules=rules_data(rules),
                rules_digest=rules_digest(rules),
                software="bench",
            ),
            CommandGiven(utc=UTC, monotonic_ns=0, command=OpenTable(id="c1", person="Ana", role="pit_boss")),
            self._said(LinkChanged("ready")),
        ]

    def play(self, journal: Journal, events: int) -> None:
        """Play rounds until so many events are published."""
        for given in self.begin:
            journal.append(given, self.table.handle(given))
        spin = 0
        while journal.last_event_seq < events:
            spin += 1
            self._give(journal, self._said(WheelPhaseChanged("place_bets", spin % 256, 150, "clockwise")))
            if "between_rounds" in self.table.desk.timers:
                token = self.table.desk.timers["between_rounds"].token
                self._give(journal, TimerEnded(utc=UTC, monotonic_ns=0, timer="between_rounds", token=token))
            for phase in ("ball_in_rim", "no_more_bets"):
                self._give(journal, self._said(WheelPhaseChanged(phase, spin % 256, 150, "clockwise")))
            self._give(journal, self._said(WheelResult(str(spin % 37), spin % 256)))

    def _give(self, journal: Journal, given: AnyInput) -> None:
        journal.append(given, self.table.handle(given))

    def _said(self, reading: LinkChanged | WheelPhaseChanged | WheelResult) -> DeviceSaid:
        self.inputs += 1
        return DeviceSaid(utc=UTC, monotonic_ns=self.inputs, device="wheel", reading=reading)


def _proof(path: Path, events: int) -> None:
    with Journal.create(path, "long", "e1", UTC) as journal:
        assert journal._writer is not None
        # The length is what matters here, not how it came about.
        journal._writer._durable.execute("PRAGMA synchronous = OFF")
        _Wheel().play(journal, events)
        inputs, events = journal.last_input_seq, journal.last_event_seq
    size_mb = path.stat().st_size / 1e6
    print(f"a journal of {inputs} inputs and {events} events, {size_mb:.1f} MB")
    began_s = time.perf_counter()
    proof = prove(path)
    verified_s = time.perf_counter() - began_s
    began_s = time.perf_counter()
    report = replay(Journal.open_read_only(path), Orchestrator)
    replayed_s = time.perf_counter() - began_s
    began_s = time.perf_counter()
    open_and_recover(path, Orchestrator()).close()
    recovered_s = time.perf_counter() - began_s
    if proof.extent.events != events or not report.identical:
        raise RuntimeError(f"the journal does not hold: {report.first_difference}")
    for name, took_s in (("verified", verified_s), ("replayed", replayed_s), ("cold start", recovered_s)):
        line = f"{name:<12} {took_s:8.3f} s   {events / took_s:10.0f} events/s   {inputs / took_s:10.0f} inputs/s"
        print(f"{line}   {took_s / verified_s:5.1f} x verification")
    print(f"cold start of a million events, by this rate and without a snapshot: {recovered_s / events * 1e6:.1f} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
