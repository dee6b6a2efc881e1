"""Reading at the pseudo-terminal to acknowledged result, beside hand-written floors in the same run.

Three stacks run side by side and are fed in turn, block by block, by one wheel process: the product (a table process
and the reference backend with a durable store, with CURVE between them unless `--plain`), the floor
(`benchmarks.latency_floor`), and the same floor with a backend that commits before it acknowledges, as the reference
backend must. All three keep every line durably and store the acknowledgement. Measured is the time from the result
line's write to the acknowledgement's being stored.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

from benchmarks import latency_floor, latency_table
from benchmarks.figures import machine, p50_p99, row
from benchmarks.wheel_feeder import BETWEEN_ROUNDS_S, Spin, feed
from devices.clock import SystemClock
from studio.client import BusError, TableClient, client_keys
from studio.keys.files import make
from studio.rig.stand_ins import free_endpoints

PRODUCT, FLOOR, DURABLE_FLOOR = range(3)
STACKS: Final = ("product", "floor", "floor, backend commits too")
STAGES: Final = ("written to read", "read to commit", "commit", "sent to acknowledged", "acknowledgement stored")
READY_WITHIN_S: Final = 60.0

TABLE: Final = """
table = "bench"
house = "pokerok"
game = "roulette"
open_at_start = true

[times]
betting_s = 0.001
between_rounds_s = {between}

[devices.wheel]
kind = "wheel"
protocol = "ss2"
port = "{port}"

[bus]
results = "{results}"
telemetry = "{telemetry}"
plain = {plain}
"""


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. Raises TimeoutError when a stack does not come up or does not acknowledge."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks latency", description=__doc__.splitlines()[0])
    parser.add_argument("--spins", type=int, default=500, metavar="N", help="results measured a stack (500)")
    parser.add_argument("--block", type=int, default=10, metavar="N", help="results of one stack before the next (10)")
    parser.add_argument("--pace-ms", type=float, default=4.0, metavar="MS", help="from line to line (4)")
    parser.add_argument("--plain", action="store_true", help="the product without CURVE too, as the floors are")
    parser.add_argument("--profile", metavar="FILE", help="profile the table into FILE; the figures are then worthless")
    args = parser.parse_args(argv)
    # Where the system keeps temporary files in memory, a commit costs nothing: measure where we stand.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder, contextlib.ExitStack() as stack:
        measured = _measure(args, Path(folder), stack)
    print(f"{machine()}; {args.spins} results a stack in blocks of {args.block}, a line each {args.pace_ms:g} ms")
    floor = [spin.ms for spin in measured[FLOOR]]
    durable = [spin.ms for spin in measured[DURABLE_FLOOR]]
    product = [spin.ms for spin in measured[PRODUCT]]
    print(row(STACKS[FLOOR], floor, "ms"))
    print(row(STACKS[DURABLE_FLOOR], durable, "ms", floor))
    print(row(STACKS[PRODUCT], product, "ms", floor))
    print(row("product beside the durable backend's floor", product, "ms", durable))
    print("stages, p50 in ms:")
    for number, stage in enumerate(STAGES):
        parts = [p50_p99([(spin[number + 1] - spin[number]) / 1e6 for spin in spins])[0] for spins in measured]
        print(f"  {stage:<26}" + "  ".join(f"{STACKS[place]} {part:.3f}" for place, part in enumerate(parts)))
    return 0


def _measure(args: argparse.Namespace, folder: Path, stack: contextlib.ExitStack) -> list[list[Spin]]:
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe(duplex=False) for _ in STACKS]
    orders, feeder_orders = context.Pipe()
    heard = [receiver for receiver, _ in pipes]

    def start(target: Any, *arguments: Any) -> BaseProcess:
        process = context.Process(target=target, args=arguments)
        process.start()
        stack.callback(end, process)
        return process

    start(feed, feeder_orders, heard, args.pace_ms / 1000)
    ports = orders.recv()
    for place, database in ((FLOOR, None), (DURABLE_FLOOR, str(folder / "floor-backend.sqlite"))):
        (endpoint,) = free_endpoints(1)
        start(latency_floor.table, ports[place], endpoint, str(folder / f"floor-{place}.sqlite"), pipes[place][1])
        start(latency_floor.backend, endpoint, database)
        _await_hello(heard[place])
    results, telemetry = free_endpoints(2)
    file = folder / "bench.toml"
    keys = None if args.plain else _keys(folder / "keys")
    values = {"port": ports[PRODUCT], "results": results, "telemetry": telemetry, "between": BETWEEN_ROUNDS_S}
    text = TABLE.format(plain="true" if keys is None else "false", **values)
    file.write_text(text if keys is None else f'keys = "{keys}"\n{text}', encoding="utf-8")
    start(latency_table.table, str(file), str(folder), pipes[PRODUCT][1], args.profile)
    start_backend([results], folder, stack, keys)
    asyncio.run(until_ready(results, keys))

    measured: list[list[Spin]] = [[] for _ in STACKS]
    for place in range(len(STACKS)):
        _spins(orders, place, min(args.block, args.spins))  # to warm up
    while len(measured[-1]) < args.spins:
        for place, spins in enumerate(measured):
            spins += _spins(orders, place, min(args.block, args.spins - len(spins)))
    orders.send(None)
    return measured


def _spins(orders: Connection, place: int, count: int) -> list[Spin]:
    orders.send((place, count))
    try:
        spins: list[Spin] = orders.recv()
    except EOFError:
        raise TimeoutError(f"{STACKS[place]}: a result was not acknowledged") from None
    return spins


def _await_hello(heard: Connection) -> None:
    if not heard.poll(READY_WITHIN_S):
        raise TimeoutError("the floor does not come up")
    heard.recv_bytes()


def _keys(folder: Path) -> Path:
    """The keys of a table, its backend and a technician, new in `folder`."""
    utc = SystemClock().utc()
    for name, role in (("bench", "table"), ("backend", "backend"), ("technician", "technician")):
        make(folder, name, role, utc)  # type: ignore[arg-type]
    return folder


def start_backend(
    endpoints: Sequence[str], folder: Path, stack: contextlib.ExitStack, keys: Path | None = None
) -> None:
    """The reference backend as it is, at the tables of these endpoints, its lines into a file."""
    lines = stack.enter_context((folder / "backend.jsonl").open("wb"))
    store = str(folder / "backend.sqlite")
    connect = [part for endpoint in endpoints for part in ("--connect", endpoint)]
    if keys is not None:
        connect += ["--key", str(keys / "backend.key"), "--table-key", str(keys / "bench.pub")]
    process = subprocess.Popen(
        [sys.executable, "-m", "studio", "backend", "--json", "--store", store, *connect],
        stdout=lines,
        stderr=lines,
    )
    stack.callback(process.wait)
    stack.callback(process.terminate)


async def until_ready(endpoint: str, keys: Path | None = None) -> None:
    """Until the table plays and its backend is there. Raises TimeoutError."""
    own = client_keys(keys / "technician.key", keys / "bench.pub") if keys is not None else None
    client = TableClient(endpoint, person="bench", role="technician", keys=own)
    async with client as table, asyncio.timeout(READY_WITHIN_S):
        while True:
            with contextlib.suppress(BusError):
                view = await table.look(1.0)
                if view.state == "playing" and view.delivery.consumer is not None:
                    return
            await asyncio.sleep(0.05)


def end(process: BaseProcess) -> None:
    """Have a process end."""
    process.terminate()
    process.join(10)
    if process.is_alive():
        process.kill()
        process.join()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
