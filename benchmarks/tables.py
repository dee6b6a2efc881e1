"""Many tables on one machine at real pace: reading to acknowledged result, processor and memory of each table.

One table is the floor for eight and for thirty-two. Each is a process of its own, as `studio run` makes it, at a
simulated wheel whose lines come at the pace of the world, each wheel at another moment of its game; one process feeds
all wheels, one reference backend with a durable store follows all tables. Measured is the time from the result line's
write to the acknowledgement's being stored.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import select
import sys
import tempfile
import time
import tty
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks import latency_table
from benchmarks.figures import machine, p50_p99, row
from benchmarks.latency import end, start_backend
from benchmarks.wheel_feeder import STAMPS
from devices.wheel.simulator import SimulatedWheel
from studio.client import BusError, TableClient
from studio.rig.stand_ins import free_endpoints

COUNTS: Final = (1, 8, 32)
RESULT: Final = b"*X;5;"
GAME_S: Final = 33.5
"""How long a game of the simulated wheel takes, so that the wheels can be spread over it."""
UP_WITHIN_S: Final = 180.0
"""Thirty-two processes that start at once on two cores."""
LOOK_S: Final = 0.005
PAGE_MIB: Final = os.sysconf("SC_PAGE_SIZE") / 2**20
TICKS: Final = os.sysconf("SC_CLK_TCK")

TABLE: Final = """
table = "bench-{number}"
house = "pokerok"
game = "roulette"
open_at_start = true

[times]
betting_s = 8
between_rounds_s = 1

[devices.wheel]
kind = "wheel"
protocol = "ss2"
port = "{port}"

[bus]
results = "{results}"
telemetry = "{telemetry}"
plain = true
"""


class Used(NamedTuple):
    """What the table processes used together."""

    cpu_s: float
    rss_mib: list[float]


class Measured(NamedTuple):
    """So many tables for so many seconds."""

    latencies_ms: list[float]
    cpu_share: float
    """Of one processor, of all tables together."""
    rss_mib: list[float]


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. Raises TimeoutError when a table does not come up."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks tables", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=150.0, metavar="S", help="how long each is measured (150)")
    parser.add_argument("--count", type=int, action="append", metavar="N", help="so many tables; may be given again")
    args = parser.parse_args(argv)
    print(f"{machine()}; {args.seconds:g} s each, load before: {os.getloadavg()[0]:.1f}")
    floor: list[float] | None = None
    for count in args.count or COUNTS:
        # Where the system keeps temporary files in memory, a commit costs nothing: measure where we stand.
        with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder, contextlib.ExitStack() as stack:
            measured = _measure(count, args.seconds, Path(folder), stack)
        if measured.latencies_ms:
            print(row(f"{count} tables: reading to acknowledged result", measured.latencies_ms, "ms", floor))
        else:
            print(f"{count} tables: no game ended in {args.seconds:g} s; one takes {GAME_S:g} s")
        rss = p50_p99(measured.rss_mib)
        print(
            f"{'':<8}processor {measured.cpu_share:.1%} of one, {measured.cpu_share / count:.2%} a table; "
            f"memory p50 {rss[0]:.1f} MiB, most {rss[1]:.1f} MiB, {sum(measured.rss_mib):.0f} MiB together; "
            f"load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        floor = floor or measured.latencies_ms
    return 0


def _measure(count: int, seconds: float, folder: Path, stack: contextlib.ExitStack) -> Measured:
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe(duplex=False) for _ in range(count)]
    orders, feeder_orders = context.Pipe()
    processes = []

    def start(target: Any, *arguments: Any) -> None:
        process = context.Process(target=target, args=arguments)
        process.start()
        processes.append(process)
        stack.callback(end, process)

    start(feed, feeder_orders, [receiver for receiver, _ in pipes])
    ports = orders.recv()
    endpoints = []
    for number, port in enumerate(ports):
        results, telemetry = free_endpoints(2)
        file = folder / f"bench-{number}.toml"
        file.write_text(TABLE.format(number=number, port=port, results=results, telemetry=telemetry), encoding="utf-8")
        start(latency_table.table, str(file), str(folder / f"data-{number}"), pipes[number][1], None)
        endpoints.append(results)
    start_backend(endpoints, folder, stack)
    for endpoint in endpoints:
        asyncio.run(_until_up(endpoint))
    tables = [process.pid or 0 for process in processes[1:]]
    orders.send("begin")
    before, began_s = _used(tables), time.monotonic()
    time.sleep(seconds)
    after, lasted_s = _used(tables), time.monotonic() - began_s
    orders.send("end")
    latencies: list[float] = orders.recv()
    return Measured(latencies, (after.cpu_s - before.cpu_s) / lasted_s, after.rss_mib)


async def _until_up(endpoint: str) -> None:
    """Until the table has its wheel and its backend. Raises TimeoutError."""
    async with TableClient(endpoint, person="bench", role="technician") as table, asyncio.timeout(UP_WITHIN_S):
        while True:
            with contextlib.suppress(BusError):
                view = await table.look(1.0)
                if view.delivery.consumer is not None and set(view.devices.values()) == {"ready"}:
                    return
            await asyncio.sleep(0.1)


def _used(pids: Sequence[int]) -> Used:
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    cpu_s = sum(int(field[11]) + int(field[12]) for field in fields) / TICKS
    return Used(cpu_s, [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_MIB for pid in pids])


class _Wheel:
    """One simulated wheel on a terminal of its own; its time runs `ahead_s` before the others'."""

    def __init__(self, number: int, ahead_s: float) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self.port = os.ttyname(self._slave)
        self._wheel = SimulatedWheel(number, auto=True)
        self._wheel.advance(ahead_s)
        self._ahead_s = ahead_s
        self._state = b""
        self.written_ns: int | None = None
        """When the result that is not acknowledged yet was written."""

    def go_on(self, now_s: float) -> None:
        """Say what is due."""
        for line in _lines(self._wheel.advance(now_s + self._ahead_s)):
            if line.startswith(RESULT) and not self._state.startswith(RESULT):
                self.written_ns = time.monotonic_ns()
            self._state = line if line.startswith(b"*X;") else self._state
            os.write(self.master, line)

    def answer(self) -> None:
        """Hear what the host asks, and answer."""
        with contextlib.suppress(BlockingIOError):
            os.write(self.master, self._wheel.receive(os.read(self.master, 4096)))


def _lines(said: bytes) -> Iterator[bytes]:
    yield from said.splitlines(keepends=True)


def feed(orders: Connection, acknowledged: list[Connection]) -> None:
    """The wheels' process: sends the ports, measures from `begin` to `end`, and sends milliseconds of each result."""
    count = len(acknowledged)
    wheels = [_Wheel(number, GAME_S * number / count) for number in range(count)]
    orders.send([wheel.port for wheel in wheels])
    by_handle = {wheel.master: wheel for wheel in wheels}
    by_pipe = dict(zip(acknowledged, wheels, strict=True))
    began_s = time.monotonic()
    latencies: list[float] | None = None
    while True:
        ready, _, _ = select.select([orders, *acknowledged, *by_handle], [], [], LOOK_S)
        for one in ready:
            if one is orders:
                if orders.recv() == "end":
                    orders.send(latencies)
                    return
                latencies = []
            elif one in by_handle:
                by_handle[one].answer()
            else:
                *_, stored_ns = STAMPS.unpack(one.recv_bytes())
                wheel = by_pipe[one]
                if latencies is not None and wheel.written_ns is not None:
                    latencies.append((stored_ns - wheel.written_ns) / 1e6)
                wheel.written_ns = None
        for wheel in wheels:
            wheel.go_on(time.monotonic() - began_s)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
