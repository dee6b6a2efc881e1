"""The consumer's end: what it applies, whatever happens to it, to the link and to the table."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from devices.clock import SteppedClock
from studio.backend import BackendStore, run_backend
from studio.bus.consumer import ResultConsumer
from studio.bus.errors import EndpointRefused, EventChanged
from studio.messages.events import AnyEvent

from .ends import EPOCH, TABLE, FakeOutbox, Sockets, Table, event, open_table, until, view
from .links import Proxy, ScriptedTable


@asynccontextmanager
async def running(consumer: ResultConsumer) -> AsyncIterator[ResultConsumer]:
    work = asyncio.create_task(consumer.run())
    try:
        yield consumer
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)


class Seen:
    """A consumer with a store that outlives it."""

    def __init__(self, *tables: Table, store: BackendStore | None = None, endpoint: str | None = None) -> None:
        self.endpoints = [endpoint] if endpoint else [table.bus.results_endpoint for table in tables]
        self.store = store or BackendStore()
        self.ids: list[str] = []

    def consumer(self, **more: Any) -> ResultConsumer:
        return ResultConsumer(self.endpoints, "backend", self.store, self.on_event, **more)

    def on_event(self, said: AnyEvent, body: bytes) -> None:
        assert msgspec.json.decode(body, type=AnyEvent) == said
        self.ids.append(said.id)

    def has(self, count: int) -> Callable[[], bool]:
        return lambda: len(self.ids) >= count

    def close(self) -> None:
        self.store.close()


def ids(count: int, table: str = TABLE, epoch: str = EPOCH) -> list[str]:
    return [f"{table}:{epoch}:{seq}" for seq in range(1, count + 1)]


async def test_a_consumer_that_was_away_gets_all_in_order_once(table: Table) -> None:
    seen = Seen(table)
    async with running(seen.consumer()):
        table.publish(5)
        await until(table.acknowledged(5))
    table.publish(300)
    async with running(seen.consumer()) as consumer:
        await until(table.acknowledged(305))
        assert consumer.duplicates == consumer.gaps == 0
    assert seen.ids == seen.store.ids() == ids(305)
    seen.close()


async def test_many_tables_are_followed_each_in_its_order() -> None:
    tables = [open_table(FakeOutbox(f"t-{number}")) for number in range(4)]
    seen = Seen(*tables)
    async with running(seen.consumer()) as consumer:
        await until(lambda: consumer.live == 4)
        for _ in range(20):
            for table in tables:
                table.publish(3)
        for table in tables:
            await until(table.acknowledged(60))
    for table in tables:
        name = table.outbox.table
        assert [said for said in seen.ids if said.startswith(f"{name}:")] == ids(60, name)
        table.bus.close()
    seen.close()


async def test_a_restarted_table_is_followed_on(table: Table) -> None:
    seen = Seen(table)
    async with running(seen.consumer()) as consumer:
        table.publish(5)
        await until(table.acknowledged(5))
        table.bus.close()
        await until(lambda: consumer.live == 0)
        table.outbox.publish(5)
        again = open_table(table.outbox, table.bus.results_endpoint)
        await until(again.acknowledged(10))
        assert consumer.duplicates == 0
        again.bus.close()
    assert seen.ids == ids(10)
    seen.close()


async def test_a_table_with_a_new_journal_is_taken_from_its_first_event(table: Table) -> None:
    seen = Seen(table)
    async with running(seen.consumer()):
        table.publish(5)
        await until(table.acknowledged(5))
        table.bus.close()
        fresh = FakeOutbox(epoch="e2")
        fresh.publish(3)
        again = open_table(fresh, table.bus.results_endpoint)
        await until(again.acknowledged(3))
        again.bus.close()
    assert seen.ids == ids(5) + ids(3, epoch="e2")
    seen.close()


async def test_cut_links_neither_lose_nor_double(table: Table) -> None:
    async with Proxy(table.bus.results_endpoint) as proxy:
        seen = Seen(endpoint=proxy.endpoint)
        async with running(seen.consumer()):
            for cut in range(1, 6):
                table.publish(100)
                await until(seen.has(100 * cut - 50))
                proxy.cut()
            await until(table.acknowledged(500))
        assert seen.ids == seen.store.ids() == ids(500)
        seen.close()


async def test_acknowledgements_lost_on_the_way_are_given_again_without_applying_twice(table: Table) -> None:
    async with Proxy(table.bus.results_endpoint) as proxy:
        seen = Seen(endpoint=proxy.endpoint)
        async with running(seen.consumer()) as consumer:
            await until(lambda: consumer.live == 1)
            proxy.swallows = True
            table.publish(10)
            await until(seen.has(10))
            assert table.outbox.acknowledged_seq == 0
            proxy.cut()
            proxy.swallows = False
            await until(table.acknowledged(10))
        assert seen.ids == seen.store.ids() == ids(10)
        seen.close()


CONSUMER = """
import asyncio, os, signal, sys
from pathlib import Path
from studio.backend import BackendStore
from studio.client import ResultConsumer

endpoint, path, moment, at = sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])

class Killed(BackendStore):
    async def commit(self, epoch, event, body):
        if moment == "before" and event.seq == at:
            os.kill(os.getpid(), signal.SIGKILL)
        new = await super().commit(epoch, event, body)
        if moment == "after" and event.seq == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return new

asyncio.run(ResultConsumer([endpoint], "backend", Killed(path)).run())
"""


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_consumer_killed_around_its_commit_applies_each_event_once(
    table: Table, tmp_path: Path, moment: str
) -> None:
    path = tmp_path / "store.sqlite"
    table.publish(10)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CONSUMER, table.bus.results_endpoint, str(path), moment, "4", stdout=subprocess.DEVNULL
    )
    assert await asyncio.wait_for(process.wait(), 20) == -signal.SIGKILL
    assert table.outbox.acknowledged_seq <= 3
    seen = Seen(table, store=BackendStore(path))
    assert await seen.store.have_seq(TABLE, EPOCH) == (3 if moment == "before" else 4)
    async with running(seen.consumer()):
        await until(table.acknowledged(10))
    assert seen.store.ids() == ids(10)
    assert seen.ids == ids(10)[3 if moment == "before" else 4 :]
    seen.close()


@pytest.fixture
async def scripted(sockets: Sockets) -> ScriptedTable:
    return ScriptedTable(sockets)


async def test_a_gap_is_answered_with_hello_and_nothing_beyond_it_is_applied(scripted: ScriptedTable) -> None:
    seen = Seen(endpoint=scripted.endpoint)
    async with running(seen.consumer()) as consumer:
        await scripted.greet()
        await scripted.deliver(1)
        assert (await scripted.hear("ack"))["seq"] == 1
        await scripted.deliver(3)
        await scripted.deliver(4)
        await scripted.greet(have_seq=1)
        await scripted.deliver(2)
        assert (await scripted.hear("ack"))["seq"] == 2
        assert consumer.gaps == 1
    assert seen.ids == ids(2)
    seen.close()


async def test_what_came_again_is_acknowledged_again_and_not_applied(scripted: ScriptedTable) -> None:
    seen = Seen(endpoint=scripted.endpoint)
    async with running(seen.consumer()) as consumer:
        await scripted.greet()
        for attempt in (1, 2, 3):
            await scripted.deliver(1, attempt)
            assert (await scripted.hear("ack"))["id"] == f"{TABLE}:{EPOCH}:1"
        assert consumer.duplicates == seen.store.duplicates == 2
    assert seen.ids == ids(1)
    seen.close()


@pytest.mark.parametrize(
    "changed",
    [
        {"type": "card.teleported"},
        {"card": 7},
        {"contract": 999},
        {"id": f"{TABLE}:former:2"},
        {"id": f"{TABLE}:{EPOCH}:3"},
    ],
    ids=["unknown type", "malformed", "newer contract", "another epoch", "wrong id"],
)
async def test_what_cannot_be_applied_is_never_acknowledged(scripted: ScriptedTable, changed: dict[str, Any]) -> None:
    seen = Seen(endpoint=scripted.endpoint)
    async with running(seen.consumer()):
        await scripted.greet()
        await scripted.deliver(1)
        await scripted.hear("ack")
        await scripted.deliver(2, **changed)
        await scripted.socket.send_multipart([scripted.peer, b"\x00garbage"])
        await scripted.deliver(2, 2)
        # The one acknowledgement that comes is of the second delivery: the first has left no trace.
        assert (await scripted.hear("ack"))["id"] == f"{TABLE}:{EPOCH}:2"
    assert seen.ids == seen.store.ids() == ids(2)
    assert seen.store.body(f"{TABLE}:{EPOCH}:2") == msgspec.json.encode(event(2))
    seen.close()


async def test_an_event_that_came_again_with_another_content_is_not_acknowledged(scripted: ScriptedTable) -> None:
    seen = Seen(endpoint=scripted.endpoint)
    async with running(seen.consumer()) as consumer:
        await scripted.greet()
        await scripted.deliver(1)
        await scripted.hear("ack")
        await scripted.deliver(1, 2, card="Kd")
        await scripted.deliver(2)
        assert (await scripted.hear("ack"))["seq"] == 2
        assert consumer.duplicates == 0
    assert seen.store.body(f"{TABLE}:{EPOCH}:1") == msgspec.json.encode(event(1))
    seen.close()


async def test_a_table_that_does_not_know_its_consumer_is_greeted_at_once(scripted: ScriptedTable) -> None:
    seen = Seen(endpoint=scripted.endpoint)
    async with running(seen.consumer(clock=SteppedClock())) as consumer:
        await scripted.greet()
        await until(lambda: consumer.live == 1)
        for _ in range(3):
            await scripted.say(frame="refused", code="not_consumer", why="say hello")
        await scripted.greet()
        await until(lambda: consumer.live == 1)
        assert not await scripted.socket.poll(20)
    seen.close()


async def test_a_table_that_fell_silent_is_asked_again(scripted: ScriptedTable) -> None:
    clock = SteppedClock()
    seen = Seen(endpoint=scripted.endpoint)
    async with running(seen.consumer(clock=clock)) as consumer:
        await scripted.greet()
        await until(lambda: consumer.live == 1)
        clock.advance_by(1.25)
        await scripted.hear("heartbeat")
        clock.advance_by(2.0)
        await scripted.greet()
        await until(lambda: consumer.live == 1)
    seen.close()


async def test_a_table_that_no_longer_holds_what_is_missing_is_not_followed(scripted: ScriptedTable) -> None:
    seen = Seen(endpoint=scripted.endpoint)
    async with running(seen.consumer()) as consumer:
        await scripted.hear("look")
        await scripted.say(frame="view", view=view())
        await scripted.hear("hello")
        await scripted.say(frame="welcome", table=TABLE, epoch=EPOCH, next_seq=5)
        await scripted.deliver(5)
        assert not await scripted.socket.poll(20)
        assert consumer.live == consumer.gaps == 0
    assert seen.ids == []
    seen.close()


async def test_an_error_of_the_store_ends_the_consumer_without_an_acknowledgement(table: Table) -> None:
    class Full(BackendStore):
        async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
            if event.seq == 3:
                raise OSError("disk full")
            return await super().commit(epoch, event, body)

    table.publish(5)
    seen = Seen(table, store=Full())
    with pytest.raises(OSError, match="disk full"):
        await asyncio.wait_for(seen.consumer().run(), 10)
    await until(table.acknowledged(2))
    assert seen.ids == ids(2)
    assert table.outbox.acknowledged_seq == 2
    seen.close()


async def test_endpoints_that_cannot_be_are_named() -> None:
    with pytest.raises(EndpointRefused, match="nonsense"):
        await run_backend(["nonsense"], "backend", None)
    with pytest.raises(EndpointRefused, match="twice"):
        await run_backend(["tcp://127.0.0.1:1", "tcp://127.0.0.1:1"], "backend", None)
    with pytest.raises(EndpointRefused, match="at least one"):
        await run_backend([], "backend", None)


async def test_a_stored_event_with_another_content_is_an_error_of_its_own() -> None:
    store = BackendStore()
    body = msgspec.json.encode(event(1))
    assert await store.commit(EPOCH, event(1), body)
    assert not await store.commit(EPOCH, event(1), body)
    with pytest.raises(EventChanged, match=f"{TABLE}:{EPOCH}:1"):
        await store.commit(EPOCH, event(1), body.replace(b"Ah", b"As"))
    assert store.body(f"{TABLE}:{EPOCH}:1") == body
    store.close()
