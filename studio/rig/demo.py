"""The demonstration: simulated devices, tables, dealers and a backend, each where it stands in a studio.

Devices, tables and the backend are processes of their own; they meet on pseudo-terminals and sockets as in a studio.
The simulated dealers work in this process. At the end everything is compared: what the tables published, what the
backend has, and what replay derives.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import tomlkit
import zmq

from devices.clock import SystemClock
from studio.client import BusError, TableClient
from studio.houses import config_dir
from studio.messages.telemetry import TableView
from studio.rig.dealer import SimulatedDealer
from studio.rig.hand import Hand
from studio.rig.tally import DemoSummary, tally
from studio.settings import TableSettings, load_table

TABLES: Final = ("roulette-1", "baccarat-1")
STORE: Final = "backend.sqlite"
LONGEST_LINE_BYTES: Final = 2**20
START_WITHIN_S: Final = 30.0
STOP_WITHIN_S: Final = 10.0
LOOK_EVERY_S: Final = 0.1

Kind = Literal["wheel", "shoe"]


@dataclass(slots=True)
class DemoTable:
    """One table of the demonstration and the processes around it."""

    settings: TableSettings
    file: Path
    kind: Kind
    control: Path
    dealer: SimulatedDealer | None = None

    @property
    def view(self) -> TableView | None:
        """The table as its dealer last saw it."""
        return self.dealer.view if self.dealer else None


@dataclass(slots=True)
class Demo:
    """A demonstration of `rounds` rounds a table (None: until stopped), in the folder `data`.

    `rig` is a folder with a short path for the simulators' links and control sockets. `on_event` is given each line
    that the backend printed for an event that it has acknowledged.
    """

    data: Path
    rig: Path
    seed: int
    speed: float
    rounds: int | None
    on_event: Callable[[str], None]
    tables: list[DemoTable] = field(default_factory=list)
    doubled_lines: int = 0
    _processes: list[tuple[str, asyncio.subprocess.Process]] = field(default_factory=list)
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self) -> None:
        """End after the present moment; `run` then sums up."""
        self._stopping.set()

    async def run(self) -> DemoSummary:
        """Play, stop everything in order, and compare. Raises TimeoutError when the tables do not come up."""
        clock = SystemClock(self.speed)
        self.data.mkdir(parents=True, exist_ok=True)
        (self.data / "logs").mkdir(exist_ok=True)
        self.tables = [self._prepare(name) for name in TABLES]
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(self._end_processes)
            for table in self.tables:
                await self._start("simulator", table.kind, *self._simulator_arguments(table), log=f"{table.kind}-sim")
                await self._start(
                    "run",
                    str(table.file),
                    "--data",
                    str(self.data),
                    "--speed",
                    str(self.speed),
                    log=table.settings.table,
                )
            connect = [part for table in self.tables for part in ("--connect", table.settings.bus.results)]
            store = str(self.data / STORE)
            backend = await self._start("backend", "--json", "--store", store, *connect, log="backend", piped=True)
            reading = asyncio.create_task(self._read_backend(backend))
            working = []
            for table in self.tables:
                bus = table.settings.bus
                client = await stack.enter_async_context(
                    TableClient(bus.results, bus.telemetry, person="simulated dealer", role="dealer")
                )
                table.dealer = SimulatedDealer(client, {table.kind: Hand(table.control)}, clock)
                working.append(asyncio.create_task(table.dealer.work()))
                await self._open(table)
            try:
                await self._until_played([reading, *working])
                await self._let_results_out()
                last_views = {table.settings.table: table.view for table in self.tables}
            finally:
                for task in working:
                    task.cancel()
                await asyncio.gather(*working, return_exceptions=True)
            await self._end_processes()
            await reading
        return tally(
            [self.data / f"{table.settings.table}.journal" for table in self.tables],
            self.data / STORE,
            seed=self.seed,
            stopped_early=self._stopping.is_set(),
            doubled=self.doubled_lines,
            deliveries={name: view.delivery if view else None for name, view in last_views.items()},
        )

    # --- preparing -----------------------------------------------------------------------------------------------

    def _prepare(self, name: str) -> DemoTable:
        """The table's own file, with the simulator's port and free endpoints in place of the studio's."""
        source = config_dir() / "tables" / f"{name}.toml"
        kind: Kind = "wheel" if load_table(source).game == "roulette" else "shoe"
        document = tomlkit.parse(source.read_text(encoding="utf-8"))
        devices: Any = document["devices"]
        devices[kind]["port"] = str(self.rig / kind)
        bus: Any = document["bus"]
        bus["results"], bus["telemetry"] = free_endpoints(2)
        file = self.data / f"{name}.toml"
        file.write_text(tomlkit.dumps(document), encoding="utf-8")
        return DemoTable(load_table(file), file, kind, self.rig / f"{kind}.control")

    def _simulator_arguments(self, table: DemoTable) -> list[str]:
        port = table.settings.devices[table.kind].port
        return [
            *("--link", port, "--control", str(table.control)),
            *("--seed", str(self.seed), "--speed", str(self.speed), "--until-eof"),
        ]

    async def _start(self, command: str, *arguments: str, log: str, piped: bool = False) -> asyncio.subprocess.Process:
        """Start `studio COMMAND …`; Ctrl-C in our terminal does not reach it, since we end all in our own order."""
        with (self.data / "logs" / f"{log}.log").open("ab") as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "studio", command, *arguments),
                stdin=asyncio.subprocess.DEVNULL if command != "simulator" else asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE if piped else errors,
                stderr=errors,
                start_new_session=True,
                limit=LONGEST_LINE_BYTES,
            )
        self._processes.append((command, process))
        return process

    async def _open(self, table: DemoTable) -> None:
        bus = table.settings.bus
        async with TableClient(bus.results, person="demo pit boss", role="pit_boss") as pit_boss:
            async with asyncio.timeout(START_WITHIN_S):
                while True:
                    with contextlib.suppress(BusError):
                        reply = await pit_boss.open_table(self.rounds)
                        if reply.accepted or reply.why == "the table is open already":
                            return
                        raise RuntimeError(f"{table.settings.table} does not open: {reply.why}")
                    if any(process.returncode is not None for _, process in self._processes):
                        raise RuntimeError("a process of the demonstration ended at its start")

    # --- playing ---------------------------------------------------------------------------------------------------

    async def _read_backend(self, backend: asyncio.subprocess.Process) -> None:
        assert backend.stdout is not None
        seen: Counter[str] = Counter()
        async for line in backend.stdout:
            text = line.decode().rstrip("\n")
            seen[msgspec.json.decode(line)["id"]] += 1
            self.on_event(text)
        self.doubled_lines = sum(count - 1 for count in seen.values())

    async def _until_played(self, watched: list[asyncio.Task[None]]) -> None:
        """Until every table has closed by itself and the backend has everything, or we are told to stop."""
        while not self._stopping.is_set() and not all(played(table.view) for table in self.tables):
            for task in watched:
                if task.done():
                    task.result()
                    raise RuntimeError(f"a part of the demonstration ended too early; see {self.data / 'logs'}")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), LOOK_EVERY_S)

    async def _let_results_out(self) -> None:
        """Let what is published be acknowledged; a round in progress at Ctrl-C stays in the journal for later."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_WITHIN_S):
                while any(table.view and table.view.delivery.unacknowledged for table in self.tables):
                    await asyncio.sleep(LOOK_EVERY_S)

    async def _end_processes(self) -> None:
        """Tables first, so that they do not see their devices vanish, then devices, and the backend when all is out."""
        for kind in ("run", "simulator", "backend"):
            ending = [process for started, process in self._processes if started == kind and process.returncode is None]
            for process in ending:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
            for process in ending:
                try:
                    await asyncio.wait_for(process.wait(), STOP_WITHIN_S)
                except TimeoutError:
                    process.kill()
                    await process.wait()


def played(view: TableView | None) -> bool:
    """Whether a table has closed after its rounds and has nothing left to be acknowledged."""
    return view is not None and view.state == "closed" and view.rounds_done > 0 and view.delivery.unacknowledged == 0


def free_endpoints(count: int) -> list[str]:
    """So many endpoints on the loopback that are free now."""
    with zmq.Context() as context, contextlib.ExitStack() as stack:
        endpoints = []
        for _ in range(count):
            socket = stack.enter_context(context.socket(zmq.ROUTER))
            socket.bind("tcp://127.0.0.1:*")
            endpoints.append(socket.getsockopt_string(zmq.LAST_ENDPOINT))
    return endpoints
