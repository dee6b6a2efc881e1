"""A table's end of the bus with an outbox in memory, a raw peer that speaks frame by frame, and waiting for a state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import zmq
import zmq.asyncio

from devices.clock import SystemClock
from studio.bus.server import TableBus
from studio.journal.rows import OutboxRow
from studio.messages.commands import AnyCommand
from studio.messages.events import CardDealt
from studio.messages.telemetry import Delivery, Prompt, TableView

TABLE = "bac-1"
EPOCH = "e1"
WAIT_S = 10.0


async def until(state: Callable[[], bool]) -> None:
    """Wait for a state; fails the test when it does not come."""
    async with asyncio.timeout(WAIT_S):
        while not state():
            await asyncio.sleep(0.002)


def event(seq: int, table: str = TABLE, epoch: str = EPOCH) -> CardDealt:
    return CardDealt(
        id=f"{table}:{epoch}:{seq}",
        table=table,
        seq=seq,
        utc="2026-01-01T00:00:00.000Z",
        shoe="s1",
        round="r1",
        position="player",
        card="Ah",
    )


def view(n: int = 1, epoch: str = EPOCH, table: str = TABLE) -> TableView:
    return TableView(
        table=table,
        epoch=epoch,
        n=n,
        game="baccarat",
        house="oasis",
        state="playing",
        shoe=None,
        round=None,
        rounds_done=0,
        prompt=Prompt(step=n, key="deal", about={}, text="Deal"),
        announcement=None,
        cards={},
        totals={},
        burned=0,
        cards_out=0,
        cut_card_out=False,
        last_results=[],
        irregularity=None,
        countdown=None,
        devices={},
        alarms=[],
        delivery=Delivery(),
    )


class FakeOutbox:
    """Events in a list; may be told to fail when it should store an acknowledgement."""

    def __init__(self, table: str = TABLE, epoch: str = EPOCH) -> None:
        self.table = table
        self.epoch = epoch
        self.rows: list[OutboxRow] = []
        self.acknowledged_seq = 0
        self.acknowledgements: list[int] = []
        self.fails = False

    @property
    def last_event_seq(self) -> int:
        return len(self.rows)

    def publish(self, count: int = 1) -> list[OutboxRow]:
        fresh = []
        for _ in range(count):
            said = event(len(self.rows) + 1, self.table, self.epoch)
            self.rows.append(OutboxRow(said.seq, said.id, msgspec.json.encode(said)))
            fresh.append(self.rows[-1])
        return fresh

    def outbox_after(self, seq: int, limit: int) -> list[OutboxRow]:
        return self.rows[seq : seq + limit]

    def acknowledge(self, seq: int, utc: str) -> None:
        if self.fails:
            raise OSError("disk full")
        assert self.acknowledged_seq < seq <= len(self.rows)
        assert utc.endswith("Z")
        self.acknowledgements.append(seq)
        self.acknowledged_seq = seq


@dataclass
class Table:
    """A bus with what it was given, and what it told."""

    bus: TableBus
    outbox: FakeOutbox
    commands: list[AnyCommand] = field(default_factory=list)
    presence: list[bool] = field(default_factory=list)
    outcomes: list[tuple[str, str, str, str]] = field(default_factory=list)
    clocks: list[tuple[bool, str]] = field(default_factory=list)
    n: int = 1

    def publish(self, count: int = 1) -> None:
        self.bus.notify(self.outbox.publish(count))

    def publish_view(self, n: int) -> None:
        self.n = n
        self.bus.publish_view(view(n, self.outbox.epoch))

    def acknowledged(self, seq: int) -> Callable[[], bool]:
        return lambda: self.outbox.acknowledged_seq >= seq


_opened: list[Table] = []


def close_tables() -> None:
    """Close what a test left open: an open socket would keep its context, and so the run, from ending."""
    while _opened:
        _opened.pop().bus.close()


def open_table(
    outbox: FakeOutbox | None = None,
    results: str = "tcp://127.0.0.1:*",
    telemetry: str = "tcp://127.0.0.1:*",
    **more: Any,
) -> Table:
    """Start a table's bus; it is closed after the test, if not before."""
    box = outbox or FakeOutbox()
    bus = TableBus(
        results,
        telemetry,
        table=box.table,
        epoch=box.epoch,
        outbox=box,
        consumer="backend",
        on_command=lambda command, _: table.commands.append(command),
        view=lambda: view(table.n, box.epoch, box.table),
        clock=more.get("clock", SystemClock()),
        on_presence=lambda present: table.presence.append(present),
        on_outcome=lambda *what: table.outcomes.append(what),
        on_clock=lambda *what: table.clocks.append(what),
    )
    table = Table(bus, box)
    _opened.append(table)
    bus.start()
    return table


class Sockets:
    """Sockets of a test, all closed after it."""

    def __init__(self) -> None:
        self.context = zmq.asyncio.Context()
        self.opened: list[zmq.asyncio.Socket] = []

    def open(self, kind: int) -> zmq.asyncio.Socket:
        self.opened.append(self.context.socket(kind))
        return self.opened[-1]

    def close(self) -> None:
        for socket in self.opened:
            socket.close(linger=0)
        self.context.term()


class Peer:
    """A DEALER that says exactly what a test wants said."""

    def __init__(self, sockets: Sockets, endpoint: str, routing_id: bytes | None = None) -> None:
        self.socket = sockets.open(zmq.DEALER)
        if routing_id:
            self.socket.setsockopt(zmq.ROUTING_ID, routing_id)
        self.socket.connect(endpoint)

    async def say(self, frame: Any) -> None:
        await self.socket.send(frame if isinstance(frame, bytes) else msgspec.json.encode(frame))

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next frame of that kind; others are passed over."""
        async with asyncio.timeout(WAIT_S):
            while True:
                frame: dict[str, Any] = msgspec.json.decode(await self.socket.recv())
                if frame["frame"] == kind:
                    return frame

    async def hello(self, have_seq: int = 0, epoch: str = EPOCH, consumer: str = "backend") -> None:
        await self.say({"frame": "hello", "consumer": consumer, "epoch": epoch, "have_seq": have_seq})

    async def ack(self, seq: int, event_id: str | None = None, table: str = TABLE) -> None:
        await self.say({"frame": "ack", "table": table, "seq": seq, "id": event_id or f"{TABLE}:{EPOCH}:{seq}"})

    def close(self) -> None:
        self.socket.close(linger=0)
