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
from typing import Final, TypeAlias

import msgspec

from devices.clock import Clock, SystemClock
from studio.client import BusError, TableClient
from studio.messages.telemetry import TableView
from studio.rig.dealer import SimulatedDealer
from studio.rig.hand import Hand
from studio.rig.people import dealers_way_in, let_pit_boss_in
from studio.rig.players import SimulatedPlayers
from studio.rig.stand_ins import Staged, stage
from studio.rig.tally import DemoSummary, tally
from studio.settings import TableSettings, load_table

TABLES: Final = ("cocktail-1", "baccarat-1", "blackjack-1")
FAST_TABLES: Final = ("cocktail-1", "baccarat-1")
"""Those that go as fast as they are asked to: the camera of blackjack-1 runs in real time."""
STORE: Final = "backend.sqlite"
LONGEST_LINE_BYTES: Final = 2**20
START_WITHIN_S: Final = 30.0
STOP_WITHIN_S: Final = 10.0
LOOK_EVERY_S: Final = 0.1

Working: TypeAlias = asyncio.Task[None]


@dataclass(slots=True)
class DemoTable:
    """One table of the demonstration and the processes around it."""

    settings: TableSettings
    staged: Staged
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
    names: tuple[str, ...]
    """Which tables of `config/tables` play; one that is named again has a twin, called `NAME-2`."""
    log: str = "info"
    """The least level in the tables' logs."""
    tables: list[DemoTable] = field(default_factory=list)
    doubled_lines: int = 0
    processes: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)
    """By what they are and for whom: `run baccarat-1`, `simulator baccarat-1-shoe`, `backend`."""
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self) -> None:
        """End after the present moment; `run` then sums up."""
        self._stopping.set()

    async def run(self) -> DemoSummary:
        """Play, stop everything in order, and compare. Raises TimeoutError when the tables do not come up."""
        clock = SystemClock(self.speed)
        self.data.mkdir(parents=True, exist_ok=True)
        (self.data / "logs").mkdir(exist_ok=True)
        self.tables = [self._prepare(name, self.names[:at].count(name)) for at, name in enumerate(self.names)]
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(self._end_processes)
            for table in self.tables:
                for device in table.staged.devices:
                    await self._start("simulator", *device.arguments, log=f"{table.settings.table}-{device.name}")
                own = ("--data", str(self.data), "--speed", str(self.speed), "--rig-seed", str(self.seed))
                file = str(table.staged.file)
                await self._start("run", file, *own, "--log", self.log, log=table.settings.table)
            connect = [part for table in self.tables for part in ("--connect", table.settings.bus.results)]
            store = str(self.data / STORE)
            backend = await self._start("backend", "--json", "--store", store, *connect, log="backend", piped=True)
            reading = asyncio.create_task(self._read_backend(backend))
            working: list[Working] = []
            for table in self.tables:
                working += await self._bring_up(table, clock, stack)
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

    def _prepare(self, name: str, twins: int) -> DemoTable:
        called = f"{name}-{twins + 1}" if twins else name
        staged = stage(name, self.data, self.rig, seed=self.seed + twins, speed=self.speed, called=called)
        return DemoTable(load_table(staged.file), staged)

    async def _bring_up(self, table: DemoTable, clock: Clock, stack: contextlib.AsyncExitStack) -> list[Working]:
        """Everybody at one table: its dealer, and its players where the game is played in boxes."""
        bus, people = table.settings.bus, []
        dealer = TableClient(bus.results, bus.telemetry, person="simulated dealer", role="dealer")
        hands = {device.kind: Hand(device.control) for device in table.staged.devices}
        way_in = dealers_way_in(dealer, hands.get("badge"))
        table.dealer = SimulatedDealer(await stack.enter_async_context(dealer), hands, clock, way_in)
        people.append(asyncio.create_task(table.dealer.work()))
        if table.settings.game == "blackjack":
            players = TableClient(bus.results, bus.telemetry, person="simulated players", role="backend")
            play = SimulatedPlayers(await stack.enter_async_context(players), self.seed).play()
            people.append(asyncio.create_task(play))
        await self._open(table)
        return people

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
        self.processes[f"{command} {log}" if log != command else command] = process
        return process

    async def _open(self, table: DemoTable) -> None:
        bus = table.settings.bus
        async with TableClient(bus.results, person="demo pit boss", role="pit_boss") as pit_boss:
            async with asyncio.timeout(START_WITHIN_S):
                while True:
                    with contextlib.suppress(BusError):
                        await let_pit_boss_in(pit_boss)
                        reply = await pit_boss.open_table(self.rounds)
                        if reply.accepted or reply.why == "the table is open already":
                            return
                        raise RuntimeError(f"{table.settings.table} does not open: {reply.why}")
                    if any(process.returncode is not None for process in self.processes.values()):
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

    async def _until_played(self, watched: list[Working]) -> None:
        """Until every table has closed by itself and the backend has everything, or we are told to stop."""
        while not self._stopping.is_set() and not all(played(table.view) for table in self.tables):
            ended = [name for name, process in self.processes.items() if process.returncode is not None]
            if ended:
                raise RuntimeError(f"studio {ended[0]} ended too early; see {self.data / 'logs'}")
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
            running = {name: process for name, process in self.processes.items() if process.returncode is None}
            ending = [process for name, process in running.items() if name.split()[0] == kind]
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
