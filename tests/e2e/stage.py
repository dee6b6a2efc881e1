"""A stage for whole tables: simulators, tables and backends as processes on real pseudo-terminals and sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit

from devices.clock import SystemClock
from studio.client import BusError, TableClient
from studio.houses import config_dir
from studio.messages.commands import Role
from studio.messages.telemetry import TableView
from studio.rig.dealer import SimulatedDealer
from studio.rig.hand import Hand
from studio.rig.stand_ins import free_endpoints

WITHIN_S = 30.0


class Said(NamedTuple):
    """What a command came to."""

    status: int
    out: str
    err: str


@dataclass
class Stage:
    """One table in a folder of its own; its processes are started and killed by the test."""

    data: Path
    name: str
    kind: str
    speed: float = 20.0
    seed: str = "1"
    processes: list[asyncio.subprocess.Process] = field(default_factory=list)
    rig: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="studio-stage-")))

    def __post_init__(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        document: Any = tomlkit.parse((config_dir() / "tables" / f"{self.name}.toml").read_text())
        self.port = self.rig / self.kind
        self.control = self.rig / f"{self.kind}.control"
        document["devices"][self.kind]["port"] = str(self.port)
        self.results, self.telemetry = free_endpoints(2)
        document["bus"]["results"], document["bus"]["telemetry"] = self.results, self.telemetry
        document["bus"]["plain"] = True
        document.pop("keys", None)
        self.file = self.data / f"{self.name}.toml"
        self.file.write_text(tomlkit.dumps(document))
        self.journal = self.data / f"{self.name}.journal"
        self.store = self.data / "backend.sqlite"
        self.backend_lines = self.data / "backend.jsonl"

    async def start(self, command: str, *arguments: str) -> asyncio.subprocess.Process:
        with (self.data / f"{command}.log").open("ab") as log, self.backend_lines.open("ab") as lines:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "studio", command, *arguments),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=lines if command == "backend" else log,
                stderr=log,
            )
        self.processes.append(process)
        return process

    async def start_simulator(self, *arguments: str) -> asyncio.subprocess.Process:
        self.control.unlink(missing_ok=True)
        process = await self.start(
            "simulator",
            self.kind,
            *("--link", str(self.port), "--control", str(self.control)),
            *("--seed", self.seed, "--speed", str(self.speed), *arguments),
        )
        await until(self.control.exists, "the simulator's control socket")
        return process

    async def start_table(self, *arguments: str) -> asyncio.subprocess.Process:
        return await self.start(
            "run", str(self.file), "--data", str(self.data), "--speed", str(self.speed), "--log", "warning", *arguments
        )

    async def start_backend(self) -> asyncio.subprocess.Process:
        return await self.start("backend", "--connect", self.results, "--store", str(self.store), "--json")

    async def say(self, command: str, *arguments: str) -> Said:
        """Run `studio COMMAND ARGUMENTS` to its end."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "studio", command, *arguments),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self.processes.append(process)
        async with asyncio.timeout(WITHIN_S):
            out, err = await process.communicate()
        return Said(process.returncode or 0, out.decode(), err.decode())

    async def order(self, order: str) -> str:
        """An order to the simulated device; its answer."""
        hand = Hand(self.control)
        try:
            return await hand.do(order)
        finally:
            hand.close()

    async def tell(self, *arguments: str) -> Said:
        """`studio tell` to this table, as the pit boss Ana."""
        return await self.say("tell", self.results, "--as", "Ana", *arguments)

    @contextlib.asynccontextmanager
    async def client(self, role: Role = "dealer") -> AsyncIterator[TableClient]:
        async with TableClient(self.results, self.telemetry, person="test", role=role) as client:
            yield client

    @contextlib.asynccontextmanager
    async def dealer(self) -> AsyncIterator[SimulatedDealer]:
        """A simulated dealer at work."""
        async with self.client() as client:
            hand = Hand(self.control)
            dealer = SimulatedDealer(client, {self.kind: hand}, SystemClock(self.speed))  # type: ignore[dict-item]
            work = asyncio.create_task(dealer.work())
            try:
                yield dealer
            finally:
                work.cancel()
                await asyncio.gather(work, return_exceptions=True)
                hand.close()

    async def view_when(self, so: Callable[[TableView], bool], what: str, within_s: float = WITHIN_S) -> TableView:
        """The first view of which `so` is true."""
        seen: TableView | None = None
        async with self.client() as client:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(within_s):
                    while True:
                        with contextlib.suppress(BusError):
                            seen = await client.look(timeout_s=1.0)
                            if so(seen):
                                return seen
                        await asyncio.sleep(0.02)
        raise AssertionError(f"not within {within_s} s: {what}; last seen: {seen}")

    def delivered(self, kind: str | None = None) -> list[dict[str, Any]]:
        """What the backend has printed, in order."""
        events = [json.loads(line) for line in self.backend_lines.read_text().splitlines() if line.endswith("}")]
        return [event for event in events if kind in (None, event["type"])]

    async def end(self) -> None:
        for process in self.processes:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
        for process in self.processes:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), 10)
            if process.returncode is None:
                process.kill()
                await process.wait()
        for leftover in self.rig.iterdir():
            leftover.unlink()
        self.rig.rmdir()


async def until(so: Callable[[], bool], what: str, within_s: float = WITHIN_S) -> None:
    """Wait for a state."""
    try:
        async with asyncio.timeout(within_s):
            while not so():
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"not within {within_s} s: {what}") from None
