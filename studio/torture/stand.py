"""The stand on which tables are tortured: every process can be killed, and comes back; how long that took is kept."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import tomlkit

from devices.clock import Chance, Clock, SystemClock
from studio.client import BusError, ClientKeys, TableClient, client_keys
from studio.houses import config_dir
from studio.keys.files import Role, make
from studio.messages.commands import Role as Speaks
from studio.rig.hand import Hand
from studio.rig.screenshots import OFFSCREEN
from studio.rig.stand_ins import compiled, free_endpoints
from studio.settings import TableSettings, load_table
from studio.torture.links import GOOD, BadLink, FrameProxy, LinkFaults, StreamProxy
from studio.torture.people import People
from studio.torture.report import Back

Victim = Literal["table", "backend", "simulator", "screen"]

BACK_WITHIN_S: Final = 60.0
STOP_WITHIN_S: Final = 20.0
_LOOK_S: Final = 0.01
_BEARERS: Final[dict[Speaks, Role]] = {"dealer": "dealer_screen", "pit_boss": "pit_screen"}


class _Shown(msgspec.Struct, frozen=True):
    """What a screen says of its first picture."""

    table: str
    epoch: str
    n: int


class NotBack(Exception):  # noqa: N818 - it says what happened, as a log line would
    """A killed process did not come back in time."""


@dataclass(slots=True)
class TorturedTable:
    """One table with its device, its people, and its bad link to a backend of its own.

    A table with cards has CURVE on its sockets, one with a wheel is plain, so that its frames can be repeated.
    """

    name: str
    kind: Literal["wheel", "shoe"]
    file: Path
    settings: TableSettings
    link: BadLink
    people: People
    control: Path
    keys: Path | None

    @property
    def backend_arguments(self) -> list[str]:
        """How its backend connects."""
        arguments = ["--connect", self.link.endpoint]
        if self.keys is not None:
            own, public = self.keys / "backend.key", self.keys / f"{self.name}.pub"
            arguments += ["--key", str(own), "--table-key", str(public)]
        return arguments


@dataclass
class Stand:
    """Tables `names` in the folder `data`; `rig` is a folder with a short path for ports and control sockets."""

    data: Path
    rig: Path
    seed: int
    speed: float
    names: tuple[str, ...]
    chance: Chance
    faults: LinkFaults
    with_screens: bool = False
    """Each table has its dealer's screen, as a process without a display, which can be killed too."""
    clock: Clock = field(default_factory=SystemClock)
    table_program: tuple[str, ...] = ("-m", "studio")
    """What the interpreter is given to start a table; a test may put its own program in the place of `studio`."""
    tables: list[TorturedTable] = field(default_factory=list)
    seen_wrong: list[str] = field(default_factory=list)
    """What a screen showed that was not the table as it is."""
    _processes: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _stack: contextlib.AsyncExitStack = field(default_factory=contextlib.AsyncExitStack)

    async def __aenter__(self) -> Stand:
        (self.data / "logs").mkdir(parents=True, exist_ok=True)
        for name in self.names:
            await self._prepare(name)
        for table in self.tables:
            await self._start_simulator(table)
            await self._start_table(table)
            await self._start_backend(table)
        for table in self.tables:
            await self._table_answers(table)
            self._tasks.append(asyncio.create_task(table.people.work()))
            if self.with_screens:
                await self._open_screen(table)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for first in ("screen", "table", "simulator", "backend"):
            ending = [process for name, process in self._processes.items() if name.startswith(first)]
            for process in ending:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
            for process in ending:
                try:
                    await asyncio.wait_for(process.wait(), STOP_WITHIN_S)
                except TimeoutError:
                    process.kill()
                    await process.wait()
        await self._stack.aclose()
        for table in self.tables:
            table.link.close()

    # --- killing ---------------------------------------------------------------------------------------------------

    async def kill(self, victim: Victim, table: TorturedTable) -> Back:
        """SIGKILL the process, start it again, and return how soon it serves again. Raises `NotBack`."""
        name = f"{victim} {table.name}"
        process = self._processes[name]
        if process.returncode is not None:
            raise NotBack(f"{name} ended by itself with status {process.returncode}; see {self.data / 'logs'}")
        process.send_signal(signal.SIGKILL)
        await process.wait()
        began_s = self.clock.monotonic_s()
        match victim:
            case "table":
                await self._start_table(table)
                await self._table_answers(table)
            case "simulator":
                table.people.view = None
                await self._start_simulator(table)
                await self._until(lambda: self._ready(table), f"{name} is ready")
            case "backend":
                table.link.drop_peers()
                log = self._log(name)
                before = log.stat().st_size
                await self._start_backend(table)
                await self._until(lambda: _served(log, before), f"{name} is served")
            case "screen":
                await self._open_screen(table)
        return Back(self.clock.monotonic_s() - began_s, _cpu_s(self._processes[name].pid))

    async def killed_by_itself(self, table: TorturedTable) -> int:
        """Wait until the table's process has ended, start it again as `studio run`, and return its exit status."""
        async with asyncio.timeout(BACK_WITHIN_S):
            status = await self._processes[f"table {table.name}"].wait()
        self.table_program = ("-m", "studio")
        await self._start_table(table)
        await self._table_answers(table)
        return status

    async def finish(self) -> None:
        """Make the links good, let every round end and every result be acknowledged. Raises `NotBack`."""
        for table in self.tables:
            table.link.faults = GOOD
            table.people.finishing = True
            async with _client(table.settings, table.keys, "pit_boss") as pit_boss:
                with contextlib.suppress(BusError):
                    await pit_boss.close_table("the torture is over")
        await self._until(lambda: all(map(_is_done, self.tables)), "every table is closed and acknowledged")

    # --- processes -------------------------------------------------------------------------------------------------

    async def _prepare(self, name: str) -> None:
        document: Any = tomlkit.parse((config_dir() / "tables" / f"{name}.toml").read_text(encoding="utf-8"))
        kind: Literal["wheel", "shoe"] = "wheel" if document["game"] == "roulette" else "shoe"
        document["devices"][kind]["port"] = str(self.rig / f"{name}-{kind}")
        bus = document["bus"]
        bus["results"], bus["telemetry"] = free_endpoints(2)
        keys = self.data / "keys" / name if kind == "shoe" else None
        bus["plain"] = keys is None
        document.pop("keys", None)
        if keys is not None:
            make(keys, name, "table", self.clock.utc())
            for role in (*_BEARERS.values(), "backend"):
                make(keys, role.replace("_", "-"), role, self.clock.utc())
        file = self.data / f"{name}.toml"
        file.write_text(tomlkit.dumps({"keys": str(keys), **document} if keys else document), encoding="utf-8")
        settings = load_table(file)
        control = self.rig / f"{name}.control"
        dealer = await self._stack.enter_async_context(_client(settings, keys, "dealer"))
        pit = await self._stack.enter_async_context(_client(settings, keys, "pit_boss"))
        people = People(dealer, pit, Hand(control), kind, self.clock)
        link: BadLink
        if keys is None:
            link = FrameProxy("tcp://127.0.0.1:*", settings.bus.results, self.chance, self.clock, self.faults)
        else:
            link = stream = StreamProxy(settings.bus.results, self.chance, self.clock, self.faults)
            await stream.open()
        self.tables.append(TorturedTable(name, kind, file, settings, link, people, control, keys))

    async def _start_table(self, table: TorturedTable) -> None:
        arguments = (str(table.file), "--data", str(self.data), "--speed", str(self.speed), "--log", "warning")
        await self._start(f"table {table.name}", "run", *arguments, "--rig-seed", str(self.seed))

    async def _start_simulator(self, table: TorturedTable) -> None:
        table.control.unlink(missing_ok=True)
        port = table.settings.devices[table.kind].port
        await self._start(
            f"simulator {table.name}",
            "simulator",
            table.kind,
            *("--link", port, "--control", str(table.control)),
            *("--seed", str(self.chance.randrange(1 << 30)), "--speed", str(self.speed)),
        )

    async def _start_backend(self, table: TorturedTable) -> None:
        store = str(self.data / f"{table.name}.sqlite")
        name = f"backend {table.name}"
        await self._start(name, "backend", "--json", "--store", store, *table.backend_arguments)

    async def _open_screen(self, table: TorturedTable) -> None:
        """Start the table's screen and wait until it shows the table; what it shows must not be older than now."""
        name, view = f"screen {table.name}", table.people.view
        log = self._log(name)
        before = log.stat().st_size if log.exists() else 0
        program = ("-m", "dealer_ui.dealer", "--table", str(table.file), "--person", "Dana", "--geometry", "640x400")
        keys = ("--key", str(table.keys / "dealer-screen.key")) if table.keys is not None else ()
        # In a studio it has a computer of its own: here it takes what the others leave.
        await self._execute(name, (*program, *keys), before=("nice", "-n", "10"))
        await self._until(lambda: _shown(log, before) is not None, f"{name} shows the table")
        shown = _shown(log, before)
        if view is not None and shown is not None and (shown.epoch, shown.n) < (view.epoch, view.n):
            self.seen_wrong.append(f"{name} came back and showed {shown}, the table was at {view.n}")

    async def _start(self, name: str, command: str, *arguments: str) -> None:
        program = self.table_program if command == "run" else ("-m", "studio")
        await self._execute(name, (*program, command, *arguments))

    async def _execute(self, name: str, arguments: Sequence[str], before: Sequence[str] = ()) -> None:
        log = self._log(name)
        printed = self.data / f"{name.removeprefix('backend ')}.jsonl" if name.startswith("backend") else log
        with log.open("ab") as errors, printed.open("ab") as lines:
            self._processes[name] = await asyncio.create_subprocess_exec(
                *(*before, sys.executable, *arguments),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=lines,
                stderr=errors,
                start_new_session=True,
                env={**compiled(self.data / "compiled"), **OFFSCREEN},
            )

    def _log(self, name: str) -> Path:
        return self.data / "logs" / f"{name.replace(' ', '-')}.log"

    # --- waiting for a state ---------------------------------------------------------------------------------------

    async def _table_answers(self, table: TorturedTable) -> None:
        async with _client(table.settings, table.keys, "dealer") as client:
            async with asyncio.timeout(BACK_WITHIN_S):
                while True:
                    with contextlib.suppress(BusError):
                        table.people.view = await client.look(timeout_s=2.0)
                        return
                    process = self._processes[f"table {table.name}"]
                    if process.returncode is not None:
                        raise NotBack(f"{table.name} ended with status {process.returncode}; see {self.data / 'logs'}")

    def _ready(self, table: TorturedTable) -> bool:
        view = table.people.view
        return view is not None and table.control.exists() and view.devices.get(table.kind) == "ready"

    async def _until(self, so: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(BACK_WITHIN_S):
                while not so():
                    for task in self._tasks:
                        if task.done():
                            task.result()
                    await asyncio.sleep(_LOOK_S)
        except TimeoutError:
            seen = {table.name: table.people.view for table in self.tables}
            raise NotBack(f"not within {BACK_WITHIN_S:g} s: {what}; last seen: {seen}") from None


def screens_are_installed() -> bool:
    """Whether the screens' own libraries are there: they are an extra of the installation."""
    return importlib.util.find_spec("PySide6") is not None


def _cpu_s(pid: int) -> float:
    """Seconds of a processor that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _is_done(table: TorturedTable) -> bool:
    view = table.people.view
    return view is not None and view.state == "closed" and view.delivery.unacknowledged == 0


def _shown(log: Path, before: int) -> _Shown | None:
    """What a screen has shown first since its log had `before` bytes."""
    with log.open("rb") as file:
        file.seek(before)
        for line in file:
            if line.startswith(b'{"screen":"shows"') and line.endswith(b"\n"):
                return msgspec.json.decode(line, type=_Shown)
    return None


def _served(log: Path, before: int) -> bool:
    """Whether the backend has said, since its log had `before` bytes, that its table welcomed it."""
    with log.open("rb") as file:
        file.seek(before)
        return b"consumer.live" in file.read()


def _client(settings: TableSettings, folder: Path | None, role: Speaks) -> TableClient:
    keys: ClientKeys | None = None
    if folder is not None:
        keys = client_keys(folder / f"{_BEARERS[role].replace('_', '-')}.key", folder / f"{settings.table}.pub")
    person = "Dana" if role == "dealer" else "Ana"
    return TableClient(settings.bus.results, settings.bus.telemetry, person=person, role=role, keys=keys)
