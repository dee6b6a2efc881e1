"""Record what really passes between tables and those who talk to them: `PYTHONPATH=.:tests python -m bus.record DIR`.

Tables on simulated hardware play in the demonstration, with a link in between that notes every frame. Run once before a
version of the contract ends; `test_recorded.py` then holds all later software against the files.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import zmq
import zmq.asyncio

from devices.clock import SystemClock, seeded
from studio import logs
from studio.client import BusError, TableClient
from studio.messages import CONTRACT_VERSION, commands
from studio.messages.telemetry import TableView
from studio.rig.demo import Demo, DemoTable
from studio.torture.links import GOOD, FrameProxy

TABLES = ("baccarat-1", "cocktail-1", "roulette-1")
VIEWS_KEPT = 12
"""A table's whole view comes with every change: some of them are enough."""


class Tap(FrameProxy):
    """A good link that notes what passes, in order."""

    def __init__(self, table: str, back: str, notes: list[dict[str, Any]]) -> None:
        super().__init__("tcp://127.0.0.1:*", back, seeded(1), SystemClock(), GOOD)
        self.table = table
        self.notes = notes
        self.peers: dict[bytes, str] = {}

    def _pass_on(self, to_table: bool, peer: bytes, payload: bytes) -> None:
        who = self.peers.setdefault(peer, f"peer-{len(self.peers) + 1}")
        way = "to-table" if to_table else "from-table"
        self.notes.append({"table": self.table, "way": way, "peer": who, "frame": msgspec.Raw(payload)})
        super()._pass_on(to_table, peer, payload)


class Recorded(Demo):
    """The demonstration with a tap at each table's result socket."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.taps: dict[str, Tap] = {}
        self.notes: list[dict[str, Any]] = []

    def _prepare(self, name: str) -> DemoTable:
        table = super()._prepare(name)
        tap = self.taps[name] = Tap(name, table.settings.bus.results, self.notes)
        bus = table.settings.bus.model_copy(update={"results": tap.endpoint})
        return DemoTable(table.settings.model_copy(update={"bus": bus}), table.staged)


async def refusals(endpoint: str, table: str) -> None:
    """What a table refuses, one of each."""
    context = zmq.asyncio.Context()
    socket = context.socket(zmq.DEALER)
    socket.connect(endpoint)
    try:
        for frame in (
            {"frame": "heartbeat"},
            {"frame": "hello", "consumer": "another"},
            {"frame": "hello", "consumer": "backend"},
            {"frame": "ack", "table": table, "seq": 1, "id": "x"},
        ):
            await socket.send(msgspec.json.encode(frame))
            async with asyncio.timeout(10):
                await socket.recv()
    finally:
        socket.close(linger=0)
        context.term()


async def orders(endpoint: str, telemetry: str) -> None:
    """A pit boss and a second person at the wheel: irregularities, rulings, corrections."""
    async with (
        TableClient(endpoint, telemetry, person="Ana", role="pit_boss") as ana,
        TableClient(endpoint, telemetry, person="Bo", role="dealer") as bo,
    ):
        await bo.call_pit_boss()
        await ana.order(commands.RecordInspection, what="wheel", note="clean")
        await ana.order(commands.OrderShuffle, reason="there is no shoe here")
        done = False
        async for view in ana.views():
            if not isinstance(view, TableView):
                continue
            for alarm in view.alarms:
                if alarm.acknowledged_by is None:
                    await ana.order(commands.AcknowledgeAlarm, alarm=alarm.id)
            if view.irregularity is not None and view.irregularity.rulings:
                rulings = view.irregularity.rulings
                await ana.rule(view.irregularity.id, "void" if "void" in rulings else rulings[0], "for the record")
            elif view.rounds_done == 1 and view.state == "playing" and not done:
                done = True
                await bo.order(commands.ReportIrregularity, kind="foreign_object", about="a chip")
            elif view.rounds_done >= 3 and view.last_results[-1].outcome != "void":
                last = view.last_results[-1]
                values, why = {"ball-1": "17"}, "seen on the recording"
                for client in (ana, bo):
                    await client.order(commands.CorrectResult, round=last.round, values=values, reason=why)
                for client in (ana, bo):
                    await client.order(commands.VoidResult, round=last.round, reason="never mind")
                return


def chosen(notes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Everything but most of the views, and what nobody said."""
    views = 0
    for note in notes:
        frame = msgspec.json.decode(bytes(note["frame"]))
        if frame["frame"] == "view":
            views += 1
            if views % 5 or views > 5 * VIEWS_KEPT:
                continue
        yield note


async def record(folder: Path) -> None:
    """Play, and write one file a version. Raises what the demonstration raises."""
    with tempfile.TemporaryDirectory(prefix="studio-rec-") as data, tempfile.TemporaryDirectory(prefix="rec-") as rig:
        demo = Recorded(Path(data), Path(rig), 1, 40.0, 4, lambda line: None, TABLES)
        playing = asyncio.create_task(demo.run())
        try:
            while not (demo.tables and demo.tables[-1].view):
                await asyncio.sleep(0.05)
                if playing.done():
                    playing.result()
            wheel = demo.tables[-1].settings
            with contextlib.suppress(BusError):
                await refusals(wheel.bus.results, wheel.table)
                await orders(wheel.bus.results, wheel.bus.telemetry)
            await playing
        finally:
            for tap in demo.taps.values():
                tap.close()
    file = folder / f"session-{CONTRACT_VERSION}.jsonl"
    file.write_bytes(b"".join(msgspec.json.encode(note) + b"\n" for note in chosen(demo.notes)))
    print(f"{file}: {len(file.read_bytes().splitlines())} frames")


if __name__ == "__main__":
    logs.configure("error")
    asyncio.run(record(Path(sys.argv[1])))
