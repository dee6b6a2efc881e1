"""Nonsense at every socket of a real running table: it goes on, its memory is bounded, and nothing changes.

The table is a process of its own with keys, waiting for its dealer to change the shoe, with its simulated shoe and its
backend. Meanwhile a pit boss's screen asks for the view all the time; how long it waits is measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
import tomlkit

from devices.clock import Clock, SystemClock
from studio.client import BusError, TableClient, client_keys
from studio.journal.replay import replay
from studio.journal.store import Journal
from studio.keys.files import Role, make
from studio.messages.telemetry import TableView
from studio.rig.stand_ins import Staged, free_port, stage
from studio.round.inputs import Noticed
from studio.round.orchestrator import Orchestrator
from studio.settings import TableSettings, load_table

TABLE: Final = "baccarat-1"
WITHIN_S: Final = 60.0
GROWTH_AT_MOST_MB: Final = 64.0
"""How much memory a pelted table may take beyond what it had: queues, and what Python keeps for later."""
_BAD: Final = 5
_BEARERS: Final[dict[str, Role]] = {
    "pit-1": "pit_screen",
    "screen-1": "dealer_screen",
    "screen-2": "dealer_screen",
    "bets-1": "backend",
    **{f"bad-{number}": "technician" for number in range(_BAD)},
}
_LEFT_OUT: Final = ("n", "alarms", "announced_utc", "delivery")
"""What of a view may differ: its number, and the alarms about the nonsense. The delivery is compared by itself."""

OnProgress = Callable[[str, int, int], None]


class SocketReport(msgspec.Struct, frozen=True):
    """One socket under one kind of nonsense."""

    socket: str
    kind: str
    sent: int
    heard: int
    """Bytes or messages that came back."""
    took_s: float


class FuzzReport(msgspec.Struct, frozen=True, tag_field="type", tag="fuzz.report"):
    """What became of the table. Memory is resident, in MB."""

    seed: int
    sockets: list[SocketReport]
    memory_before_mb: float
    memory_most_mb: float
    memory_after_mb: float
    handles_before: int
    handles_after: int
    answer_p50_ms: float
    answer_longest_ms: float
    refused: dict[str, int]
    notices: int
    """Inputs that the journal has more: every one the notice that somebody was refused."""
    wrong: list[str]

    @property
    def good(self) -> bool:
        """Nothing is wrong."""
        return not self.wrong

    def in_words(self) -> str:
        """As a person reads it."""
        lines = [
            f"{one.socket:<10} {one.sent:>12,} {one.kind:<14} {one.took_s:8.1f} s   {one.heard:>12,} came back"
            for one in self.sockets
        ]
        lines += [
            f"memory: {self.memory_before_mb:.1f} MB before, {self.memory_most_mb:.1f} MB at most, "
            f"{self.memory_after_mb:.1f} MB after; handles: {self.handles_before} before, {self.handles_after} after",
            f"a pit boss's screen was answered within {self.answer_p50_ms:.1f} ms (p50), "
            f"{self.answer_longest_ms:.0f} ms at most",
            "refused: " + ", ".join(f"{count:,} {code}" for code, count in sorted(self.refused.items())),
            f"journal: {self.notices} inputs more, each the notice that somebody was refused",
        ]
        lines += [f"WRONG: {what}" for what in self.wrong] or ["no crash, nothing changed"]
        return "\n".join(lines)


@dataclass
class _Stand:
    data: Path
    rig: Path
    seed: int
    clock: Clock = field(default_factory=SystemClock)
    health_port: int = field(default_factory=free_port)
    most_mb: float = 0.0
    waits_s: list[float] = field(default_factory=list)
    processes: list[asyncio.subprocess.Process] = field(default_factory=list)

    def prepare(self) -> None:
        """The table's file, with keys and a port for its health."""
        self.staged: Staged = stage(TABLE, self.data, self.rig, seed=self.seed, speed=1.0)
        self.keys = self.data / "keys"
        make(self.keys, TABLE, "table", self.clock.utc())
        for name, role in _BEARERS.items():
            make(self.keys, name, role, self.clock.utc())
        document: Any = tomlkit.parse(self.staged.file.read_text(encoding="utf-8"))
        document["bus"]["plain"] = False
        own = {"keys": str(self.keys), "health_port": self.health_port}
        self.staged.file.write_text(tomlkit.dumps({**own, **document}), encoding="utf-8")
        self.settings: TableSettings = load_table(self.staged.file)
        self.journal = self.data / f"{TABLE}.journal"

    def client(self, name: str = "pit-1") -> TableClient:
        """A pit boss's screen."""
        bus = self.settings.bus
        keys = client_keys(self.keys / f"{name}.key", self.keys / f"{TABLE}.pub")
        return TableClient(bus.results, bus.telemetry, person="Ana", role="pit_boss", keys=keys)

    async def start(self, *arguments: str) -> asyncio.subprocess.Process:
        """A program; what it says is kept in `data/log`."""
        with (self.data / "table.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", *arguments),
                stdin=asyncio.subprocess.PIPE if arguments[1] == "simulator" else asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE if "thrower" in arguments[0] else log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    async def end(self) -> None:
        """End everything that was started."""
        for process in reversed(self.processes):
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), 20)
            if process.returncode is None:
                process.kill()
                await process.wait()

    def memory_mb(self) -> float:
        """What the table's process holds now."""
        try:
            pages = int(Path(f"/proc/{self.table.pid}/statm").read_text(encoding="ascii").split()[1])
        except FileNotFoundError:
            raise RuntimeError("the table's process has ended") from None
        self.most_mb = max(self.most_mb, pages * 4096 / 1e6)
        return pages * 4096 / 1e6

    @property
    def lives(self) -> bool:
        """Whether the table's process is still there."""
        return self.table.returncode is None and Path(f"/proc/{self.table.pid}").exists()

    def handles(self) -> int:
        """Open files and sockets of the table's process."""
        return sum(1 for _ in Path(f"/proc/{self.table.pid}/fd").iterdir())

    async def bring_up(self) -> None:
        """Shoe, table and backend, until the table waits for its dealer and has told its backend everything."""
        for device in self.staged.devices:
            await self.start("studio", "simulator", *device.arguments)
        run = ("run", str(self.staged.file), "--data", str(self.data), "--open", "--log", "warning")
        self.table = await self.start("studio", *run)
        own = ("--key", str(self.keys / "bets-1.key"), "--table-key", str(self.keys / f"{TABLE}.pub"))
        await self.start("studio", "backend", "--connect", self.settings.bus.results, "--json", *own)
        async with self.client() as pit, asyncio.timeout(WITHIN_S):
            while True:
                with contextlib.suppress(BusError):
                    view = await pit.look(timeout_s=1.0)
                    quiet = view.state == "shoe_change" and view.delivery.unacknowledged == 0
                    if quiet and view.delivery.consumer is not None and set(view.devices.values()) == {"ready"}:
                        return
                if self.table.returncode is not None:
                    raise RuntimeError(f"the table ended at its start; see {self.data / 'log'}")
                await asyncio.sleep(0.05)

    async def throw(
        self, what: str, socket: str, endpoint: str, count: int, keys: list[str], on_progress: OnProgress
    ) -> SocketReport:
        """Have one kind of nonsense thrown at one socket. Raises RuntimeError when the table takes nothing any more."""
        arguments = [what, endpoint, "--count", str(count), "--seed", str(self.seed)]
        for name in keys:
            arguments += ["--key", str(self.keys / f"{name}.key")]
        if keys:
            arguments += ["--table-key", str(self.keys / f"{TABLE}.pub")]
        began_s = self.clock.monotonic_s()
        thrower = await self.start("studio.torture.thrower", *arguments)
        assert thrower.stdout is not None
        sent = heard = 0
        async for line in thrower.stdout:
            said = json.loads(line)
            if "dead" in said:
                raise RuntimeError(f"{socket}: {said['dead']}")
            sent, heard = said["sent"], said["heard"]
            self.memory_mb()
            on_progress(f"{what} to {socket}", sent, count)
        if await thrower.wait() != 0:
            raise RuntimeError(f"what throws {what} at {socket} ended too early; see {self.data / 'log'}")
        return SocketReport(socket, what, sent, heard, round(self.clock.monotonic_s() - began_s, 1))

    async def ask_on(self) -> None:
        """A screen that asks for the view all the time; how long it waits is kept."""
        async with self.client() as pit:
            while True:
                began_s = self.clock.monotonic_s()
                await pit.look(timeout_s=WITHIN_S)
                self.waits_s.append(self.clock.monotonic_s() - began_s)
                await asyncio.sleep(0.05)


async def fuzz(
    data: Path,
    rig: Path,
    *,
    messages: int,
    raw_bytes: int,
    seed: int,
    on_progress: OnProgress = lambda what, done, total: None,
) -> FuzzReport:
    """Throw so many messages and bytes at each socket of a table in the folder `data`, and look what became of it.

    `rig` is a folder with a short path. Raises TimeoutError or RuntimeError when the table does not come up.
    """
    stand = _Stand(data, rig, seed)
    stand.prepare()
    wrong: list[str] = []
    sockets: list[SocketReport] = []
    try:
        await stand.bring_up()
        before = await _look(stand)
        inputs_before = Journal.open_read_only(stand.journal).last_input_seq
        events_before = Journal.open_read_only(stand.journal).last_event_seq
        memory_before_mb, handles_before = stand.memory_mb(), stand.handles()
        asking = asyncio.create_task(stand.ask_on())
        bus, health = stand.settings.bus, f"tcp://127.0.0.1:{stand.health_port}"
        bad = [f"bad-{number}" for number in range(_BAD)]
        try:
            for what, socket, endpoint, count, keys in (
                ("bytes", "results", bus.results, raw_bytes, []),
                ("bytes", "telemetry", bus.telemetry, raw_bytes, []),
                ("bytes", "health", health, raw_bytes, []),
                ("messages", "results", bus.results, messages, ["screen-1", "screen-2"]),
                ("subscriptions", "telemetry", bus.telemetry, messages, [*bad, "screen-1"]),
            ):
                sockets.append(await stand.throw(what, socket, endpoint, count, keys, on_progress))
                if asking.done():
                    asking.result()
        except (RuntimeError, BusError) as error:
            wrong.append(str(error))
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        wrong += await _what_changed(stand, before, events_before)
        refused = await asyncio.to_thread(_refused, stand.health_port) if stand.lives else {}
        memory_after_mb, handles_after = (stand.memory_mb(), stand.handles()) if stand.lives else (0.0, 0)
    finally:
        await stand.end()
    notices, others = _new_inputs(stand.journal, inputs_before)
    wrong += [f"the journal has an input that nonsense made: {one}" for one in others[:5]]
    if stand.most_mb > memory_before_mb + GROWTH_AT_MOST_MB:
        wrong.append(f"memory grew from {memory_before_mb:.0f} to {stand.most_mb:.0f} MB")
    waits_ms = sorted(1000 * wait_s for wait_s in stand.waits_s) or [0.0]
    return FuzzReport(
        seed=seed,
        sockets=sockets,
        memory_before_mb=round(memory_before_mb, 1),
        memory_most_mb=round(stand.most_mb, 1),
        memory_after_mb=round(memory_after_mb, 1),
        handles_before=handles_before,
        handles_after=handles_after,
        answer_p50_ms=round(waits_ms[len(waits_ms) // 2], 2),
        answer_longest_ms=round(waits_ms[-1], 1),
        refused=refused,
        notices=notices,
        wrong=wrong,
    )


async def _look(stand: _Stand) -> TableView:
    async with stand.client() as pit:
        return await pit.look(timeout_s=WITHIN_S)


async def _what_changed(stand: _Stand, before: TableView, events_before: int) -> list[str]:
    """Whether the table lives, shows what it showed, published nothing, and still does what it is told."""
    if not stand.lives:
        return [f"the table ended with status {await stand.table.wait()}; see {stand.data / 'log'}"]
    after = await _look(stand)
    wrong = [
        f"the view's {name} was {getattr(before, name)!r} and is {getattr(after, name)!r}"
        for name in TableView.__struct_fields__
        if name not in _LEFT_OUT and getattr(before, name) != getattr(after, name)
    ]
    if after.delivery.published != before.delivery.published or after.delivery.unacknowledged:
        wrong.append(f"the delivery was {before.delivery} and is {after.delivery}")
    if Journal.open_read_only(stand.journal).last_event_seq != events_before:
        wrong.append("an event was published")
    if not after.alarms:
        wrong.append("nobody was called: there is no alarm")
    if any(alarm.what != "bus_refused" for alarm in after.alarms):
        wrong.append(f"an alarm of another kind: {[alarm.what for alarm in after.alarms]}")
    return wrong


def _refused(port: int) -> dict[str, int]:
    """What the table counted, from its metrics."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=WITHIN_S) as answer:
        lines = answer.read().decode().splitlines()
    counts: Counter[str] = Counter()
    for line in lines:
        if line.startswith("studio_refused_total{"):
            counts[line.partition('code="')[2].partition('"')[0]] += int(float(line.rpartition(" ")[2]))
    return dict(counts)


def _new_inputs(path: Path, before: int) -> tuple[int, list[str]]:
    """How many inputs are refusals noticed since, and what others there are; the journal must also replay."""
    journal = Journal.open_read_only(path)
    notices, others = 0, []
    for seq, given in journal.inputs():
        if seq <= before:
            continue
        if isinstance(given, Noticed) and given.what == "bus_refused":
            notices += 1
        else:
            others.append(repr(given)[:200])
    report = replay(journal, Orchestrator)
    if not report.identical:
        others.append(f"replay differs: {report.first_difference}")
    return notices, others
