"""Reading to acknowledged result with CURVE, beside a hand-written floor with CURVE and beside the product without.

All three are fed in turn, block by block, in one process, and each has a backend in a process of its own:

- **floor**: what is read is committed to SQLite (WAL, synchronous FULL), a result as long as the product's goes over a
  ROUTER with CURVE, the backend commits it (FULL) and answers, the answer is stored (NORMAL). A straight line of pyzmq
  and sqlite3 without an event loop: no rules, no hash, no identity, no checks, no list of keys.
- **product**: a wheel's reading is given to a whole table (rules, journal, bus) with CURVE and a list of keys; measured
  until the acknowledgement of the result by the reference backend, with a durable store, is stored.
- **product, plain**: the same without CURVE.

Measured from the moment at which the reading is there to that at which the acknowledgement of its result is stored. The
wheel's line and its decoding are in `benchmarks latency`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import zmq

from benchmarks import latency_floor
from benchmarks.figures import machine, row
from devices.clock import SystemClock
from devices.readings import AnyReading, LinkChanged, WheelPhaseChanged, WheelResult
from studio import logs
from studio.bus.gate import BusKeys
from studio.bus.server import TableBus
from studio.houses import config_dir, load_rules
from studio.journal.rows import OutboxRow
from studio.journal.store import Journal
from studio.keys.allowed import AllowList
from studio.keys.files import make, read_private
from studio.messages.commands import OpenTable
from studio.round.orchestrator import Orchestrator
from studio.settings import desk_settings, load_table
from studio.table import Table
from studio.table_process import configured

UTC: Final = "2026-01-01T00:00:00.000Z"
READY_WITHIN_S: Final = 30.0
KINDS: Final = ("floor: pyzmq and sqlite3, CURVE", "product, CURVE", "product, plain")

One = Callable[[], Awaitable[float]]
"""Has one result made; milliseconds until its acknowledgement is stored."""


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. Raises TimeoutError when a backend does not come up or does not acknowledge."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks delivery", description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=400, metavar="N", help="results measured of each kind (400)")
    parser.add_argument("--block", type=int, default=10, metavar="N", help="results of one kind before the next (10)")
    parser.add_argument("--pace-ms", type=float, default=4.0, metavar="MS", help="from result to result (4)")
    args = parser.parse_args(argv)
    logs.configure("error")
    print(machine())
    # Where the system keeps temporary files in memory, a commit costs nothing: measure where we stand.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        floor, *products = asyncio.run(_measure(args, Path(folder)))
    print(f"reading to acknowledged result, in blocks of {args.block}, one each {args.pace_ms:g} ms")
    print(row(KINDS[0], floor, "ms"))
    for kind, times in zip(KINDS[1:], products, strict=True):
        print(row(kind, times, "ms", floor))
    return 0


async def _measure(args: argparse.Namespace, folder: Path) -> list[list[float]]:
    times: list[list[float]] = [[] for _ in KINDS]
    async with contextlib.AsyncExitStack() as stack:
        ones: list[One] = [
            stack.enter_context(_floor(folder)),
            await stack.enter_async_context(_product(folder, "curve", curve=True)),
            await stack.enter_async_context(_product(folder, "plain", curve=False)),
        ]
        for one in ones:
            for _ in range(20):
                async with asyncio.timeout(READY_WITHIN_S):
                    await one()
        while len(times[-1]) < args.rows:
            for one, taken in zip(ones, times, strict=True):
                for _ in range(args.block):
                    async with asyncio.timeout(READY_WITHIN_S):
                        taken.append(await one())
                    await asyncio.sleep(args.pace_ms / 1000)
    return times


# --- the floor -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _floor(folder: Path) -> Iterator[One]:
    public, secret = zmq.curve_keypair()
    lines = latency_floor.open_database(str(folder / "floor.sqlite"), "FULL")
    acks = latency_floor.open_database(str(folder / "floor.sqlite"), "NORMAL")
    with zmq.Context() as context, context.socket(zmq.ROUTER) as socket:
        for option, value in ((zmq.CURVE_SERVER, 1), (zmq.CURVE_PUBLICKEY, public), (zmq.CURVE_SECRETKEY, secret)):
            socket.setsockopt(option, value)
        socket.setsockopt(zmq.LINGER, 0)
        port = socket.bind_to_random_port("tcp://127.0.0.1")
        arguments = (f"tcp://127.0.0.1:{port}", str(folder / "floor-backend.sqlite"), public)
        backend = multiprocessing.get_context("spawn").Process(target=latency_floor.backend, args=arguments)
        backend.start()
        try:
            if not socket.poll(READY_WITHIN_S * 1000):
                raise TimeoutError("the floor's backend did not come up")
            peer, _ = socket.recv_multipart()
            seq = 0

            async def one() -> float:
                nonlocal seq
                seq += 1
                began_ns = time.perf_counter_ns()
                lines.execute("INSERT INTO line VALUES (?, ?)", (seq, b"*X;5;001;17;0;150;0"))
                socket.send_multipart((peer, b"%d" % seq, latency_floor.BODY % b"17"))
                if not socket.poll(READY_WITHIN_S * 1000):
                    raise TimeoutError("the floor's backend does not acknowledge")
                said = socket.recv_multipart()[1]
                acks.execute("INSERT INTO ack VALUES (?, ?)", (int(said), said))
                return (time.perf_counter_ns() - began_ns) / 1e6

            yield one
        finally:
            backend.kill()
            backend.join()


# --- the product ---------------------------------------------------------------------------------------------------


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


class _Wheel:
    """A whole table at a wheel whose readings are given by hand, as its device would give them."""

    def __init__(self, table: Table, outbox: _Watched) -> None:
        self.table = table
        self.outbox = outbox
        self._spin = 0

    def say(self, reading: AnyReading) -> None:
        """The wheel says something."""
        self.table.reading("wheel", reading, time.monotonic_ns(), UTC)

    async def until_acknowledged(self) -> None:
        """Wait until the backend has everything."""
        while self.outbox.acknowledged_seq < self.outbox.last_event_seq:
            self.outbox.arrived.clear()
            await self.outbox.arrived.wait()

    async def one(self) -> float:
        """A round; milliseconds from the reading of its number to the stored acknowledgement of its result."""
        self._spin = self._spin % 255 + 1
        self.say(WheelPhaseChanged("place_bets", self._spin, 150, "clockwise"))
        while self.table.orchestrator.stage != "round":
            await asyncio.sleep(0)
        for phase in ("ball_in_rim", "no_more_bets"):
            self.say(WheelPhaseChanged(phase, self._spin, 150, "clockwise"))
        await asyncio.sleep(0)
        await self.until_acknowledged()
        began_ns = time.perf_counter_ns()
        self.say(WheelResult(str(self._spin % 37), self._spin))
        await asyncio.sleep(0)  # the inputs of one turn of the loop are written together, at its end
        await self.until_acknowledged()
        return (time.perf_counter_ns() - began_ns) / 1e6


@contextlib.asynccontextmanager
async def _product(folder: Path, name: str, *, curve: bool) -> AsyncIterator[One]:
    keys = folder / f"keys-{name}"
    make(keys, "roulette-1", "table", UTC)
    make(keys, "backend", "backend", UTC)
    settings = load_table(config_dir() / "tables" / "roulette-1.toml")
    times = settings.times.model_copy(update={"between_rounds_s": 0.001})
    # Any wheel will do: this one is asked nothing about itself.
    desk = desk_settings(settings.model_copy(update={"times": times})).model_copy(update={"approved": {}})
    clock = SystemClock()
    with Journal.create(folder / f"{name}.journal", settings.table, "e1", UTC) as journal:
        table = Table(Orchestrator(), journal, clock, halted=_halted, soon=asyncio.get_running_loop().call_soon)
        table.record(configured("e1", desk, load_rules(settings.house, settings.game, settings.variant), clock))
        table.settle()
        outbox = _Watched(journal)
        bus = TableBus(
            "tcp://127.0.0.1:*",
            "tcp://127.0.0.1:*",
            table=journal.table,
            epoch=journal.epoch,
            outbox=outbox,
            consumer="backend",
            on_command=lambda command, session: None,
            view=table.view,
            clock=clock,
            keys=BusKeys(read_private(keys / "roulette-1.key").curve_pair, AllowList(keys)) if curve else None,
        )
        async with bus:
            table.bus = bus
            secure = ["--key", str(keys / "backend.key"), "--table-key", str(keys / "roulette-1.pub")]
            backend = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "studio", "backend", "--connect", bus.results_endpoint),
                *("--store", str(folder / f"{name}.sqlite"), *(secure if curve else ())),
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                async with asyncio.timeout(READY_WITHIN_S):
                    while not bus.consumer_present:
                        await asyncio.sleep(0.01)
                    wheel = _Wheel(table, outbox)
                    table.command(OpenTable(id="open", person="bench", role="pit_boss"))
                    wheel.say(LinkChanged("ready"))
                    await asyncio.sleep(0)
                    await wheel.until_acknowledged()
                yield wheel.one
            finally:
                backend.terminate()
                await backend.wait()
                table.stop_timers()


def _halted(error: Exception) -> None:
    raise error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
