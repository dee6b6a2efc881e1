"""Backends that misbehave: silent, slow, rejecting, acknowledging twice or too much, forgetful, or two at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from bus.ends import EPOCH, TABLE, FakeOutbox, Peer, Sockets, Table, close_tables, open_table, until

from devices.clock import SteppedClock
from studio.backend import BackendStore
from studio.bus.consumer import ResultConsumer
from studio.bus.delivery import RESEND_LONGEST_S
from studio.bus.errors import EventRejected
from studio.journal.store import Journal
from studio.messages.events import AnyEvent


@pytest.fixture(autouse=True)
async def nothing_is_left_open() -> Any:
    yield
    close_tables()


@pytest.fixture
async def sockets() -> Any:
    opened = Sockets()
    yield opened
    opened.close()


class Consumer:
    """A reference consumer on a store of its own."""

    def __init__(self, table: Table, store: BackendStore) -> None:
        self.store = store
        self.consumer = ResultConsumer([table.bus.results_endpoint], "backend", store)
        self.work = asyncio.create_task(self.consumer.run())

    async def end(self) -> None:
        self.work.cancel()
        await asyncio.gather(self.work, return_exceptions=True)


async def test_a_backend_silent_for_an_hour_costs_little_and_then_gets_everything_once(sockets: Sockets) -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    table.publish(200)
    peer = Peer(sockets, table.bus.results_endpoint)
    await peer.hello()
    first = await peer.hear("deliver")
    assert first["event"]["seq"] == 1
    # For an hour it says nothing: asked again with the oldest event alone, at most every ten seconds.
    clock.advance_by(10.0)
    before = table.bus.counts["resent"]
    for _ in range(3600):
        clock.advance_by(1.0)
        table.publish(1)
        await asyncio.sleep(0)
    assert not table.bus.consumer_present
    assert table.bus.counts["resent"] - before <= 3600 / RESEND_LONGEST_S + 64
    assert table.bus.delivery_stats().unacknowledged == 3800
    assert table.presence[-1] is False
    table.bus.close()
    again = open_table(table.outbox)
    consumer = Consumer(again, BackendStore())
    await until(lambda: table.outbox.acknowledged_seq == 3800)
    assert len(consumer.store.ids()) == 3800
    await consumer.end()


class Rejecting(BackendStore):
    """Refuses an event a few times, as a backend that finds it does not fit its books."""

    def __init__(self, seq: int, times: int) -> None:
        super().__init__()
        self.seq = seq
        self.left = times

    async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
        if event.seq == self.seq and self.left:
            self.left -= 1
            raise EventRejected(f"{event.id} does not fit the books")
        return await super().commit(epoch, event, body)


async def test_an_event_that_is_rejected_stays_unacknowledged_and_comes_again_until_it_is_taken() -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    table.publish(5)
    store = Rejecting(3, 2)
    consumer = Consumer(table, store)
    await until(lambda: store.left == 1 and table.bus.delivery_stats().rejected == 1)
    assert table.outbox.acknowledged_seq == 2
    clock.advance_by(RESEND_LONGEST_S)
    await until(lambda: store.left == 0 and consumer.consumer.rejected == 2)
    assert table.outbox.acknowledged_seq == 2
    assert [outcome for outcome, *_ in table.outcomes] == ["rejected"]
    clock.advance_by(RESEND_LONGEST_S)
    await until(lambda: table.outbox.acknowledged_seq == 5)
    assert [event.rpartition(":")[2] for event in store.ids()] == list("12345")
    assert [outcome for outcome, *_ in table.outcomes] == ["rejected", "acknowledged"]
    await consumer.end()


async def test_a_slow_backend_is_waited_for_and_gets_each_event_once() -> None:
    class Slow(BackendStore):
        async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
            await asyncio.sleep(0.05)
            return await super().commit(epoch, event, body)

    table = open_table()
    table.publish(100)
    store = Slow()
    consumer = Consumer(table, store)
    await until(lambda: table.outbox.acknowledged_seq == 100)
    assert len(store.ids()) == 100
    await consumer.end()


async def test_what_is_acknowledged_twice_counts_once(sockets: Sockets) -> None:
    table = open_table()
    table.publish(2)
    peer = Peer(sockets, table.bus.results_endpoint)
    await peer.hello()
    for _ in range(3):
        await peer.ack(1)
    await until(lambda: table.bus.counts.get("repeated_acks", 0) == 2)
    assert table.outbox.acknowledgements == [1]


@pytest.mark.parametrize(
    ("seq", "event_id", "code"),
    [
        (99, f"{TABLE}:{EPOCH}:99", "unknown_event"),
        (0, f"{TABLE}:{EPOCH}:0", "unknown_event"),
        (1, f"{TABLE}:other:1", "wrong_id"),
        (1, f"{TABLE}:{EPOCH}:2", "wrong_id"),
    ],
)
async def test_what_was_never_sent_cannot_be_acknowledged(sockets: Sockets, seq: int, event_id: str, code: str) -> None:
    table = open_table()
    table.publish(2)
    peer = Peer(sockets, table.bus.results_endpoint)
    await peer.hello()
    await peer.hear("deliver")
    await peer.ack(seq, event_id)
    assert (await peer.hear("refused"))["code"] == code
    assert table.outbox.acknowledgements == []


async def test_a_backend_restarted_with_an_empty_store_gets_everything_again_from_a_real_journal(
    tmp_path: Path,
) -> None:
    from journal.dealing import BEGUN, deal
    from journal.dealing import EPOCH as JOURNAL_EPOCH
    from journal.dealing import TABLE as JOURNAL_TABLE

    with Journal.create(tmp_path / "t.journal", JOURNAL_TABLE, JOURNAL_EPOCH, BEGUN) as journal:
        deal(journal, 30)
        box = FakeOutbox(JOURNAL_TABLE, JOURNAL_EPOCH)
        box.rows = list(journal.outbox_after(0, 1 << 20))
        table = open_table(box)
        first = Consumer(table, BackendStore())
        await until(lambda: box.acknowledged_seq == journal.last_event_seq)
        await first.end()
        empty = Consumer(table, BackendStore())
        await until(lambda: len(empty.store.ids()) == journal.last_event_seq)
        assert [empty.store.body(row.id) for row in box.rows] == [row.body for row in box.rows]
        await empty.end()


async def test_of_two_backends_at_once_one_is_served_and_the_other_waits(sockets: Sockets) -> None:
    table = open_table()
    first = Consumer(table, BackendStore())
    await until(lambda: first.consumer.live == 1)
    second = Consumer(table, BackendStore())
    await until(lambda: table.bus.counts.get("consumer_taken", 0) >= 1)
    table.publish(10)
    await until(lambda: table.outbox.acknowledged_seq == 10)
    assert (len(first.store.ids()), len(second.store.ids())) == (10, 0)
    await first.end()
    table.publish(5)
    await until(lambda: table.outbox.acknowledged_seq == 15)
    # The second had nothing: it is given everything, from the beginning.
    await until(lambda: len(second.store.ids()) == 15)
    await second.end()
