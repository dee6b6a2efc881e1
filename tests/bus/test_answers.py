"""What a consumer may answer besides `ack`: that it will not take an event; and that it wants events again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from devices.clock import SteppedClock
from studio.backend import BackendStore
from studio.bus.again import AT_MOST
from studio.bus.consumer import ResultConsumer
from studio.bus.delivery import RESEND_LONGEST_S
from studio.bus.errors import EventRejected
from studio.client import CommandRefused, TableClient
from studio.messages.events import AnyEvent

from .ends import EPOCH, TABLE, Peer, Sockets, Table, open_table, until

REASON = {"code": "not_accepted", "why": "the round is not open in the books"}


async def reject(peer: Peer, seq: int, event_id: str | None = None, **reason: str) -> None:
    named = event_id or f"{TABLE}:{EPOCH}:{seq}"
    await peer.say({"frame": "reject", "table": TABLE, "seq": seq, "id": named, **(reason or REASON)})


async def served(sockets: Sockets, table: Table, events: int) -> Peer:
    """A consumer that has said hello and has been sent everything."""
    table.publish(events)
    peer = Peer(sockets, table.bus.results_endpoint)
    await peer.hello()
    for seq in range(1, events + 1):
        assert (await peer.hear("deliver"))["event"]["seq"] == seq
    return peer


async def test_a_rejected_event_is_kept_apart_told_with_its_reason_and_nothing_follows_it(sockets: Sockets) -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    peer = await served(sockets, table, 3)
    await peer.ack(1)
    await reject(peer, 2)
    await until(lambda: table.bus.delivery_stats().rejected == 1)
    table.publish(4)
    stats = table.bus.delivery_stats()
    assert (stats.unacknowledged, stats.rejected, stats.sent, stats.waiting, stats.unconfirmed) == (6, 1, 1, 4, 0)
    assert stats.rejected_id == f"{TABLE}:{EPOCH}:2"
    assert stats.rejected_why == "not_accepted: the round is not open in the books"
    assert table.outcomes == [("rejected", f"{TABLE}:{EPOCH}:2", *REASON.values())]
    assert table.outbox.acknowledgements == [1]
    # It alone is offered again, and said to be another attempt.
    clock.advance_by(RESEND_LONGEST_S + 0.5)
    again = await peer.hear("deliver")
    assert (again["event"]["seq"], again["attempt"]) == (2, 2)
    await reject(peer, 2)
    await peer.say({"frame": "look"})
    await peer.hear("view")
    assert len(table.outcomes) == 1
    # Taken after all: what was let go comes again at once, and what waited comes after it.
    await peer.ack(2)
    assert [(await peer.hear("deliver"))["event"]["seq"] for _ in range(5)] == [3, 4, 5, 6, 7]
    assert table.outcomes[1:] == [("acknowledged", f"{TABLE}:{EPOCH}:2", "", "")]
    assert table.bus.delivery_stats().rejected == 0


async def test_a_consumer_that_rejects_and_says_hello_in_a_loop_is_offered_that_one_event_alone(
    table: Table, sockets: Sockets
) -> None:
    peer = await served(sockets, table, 5)
    for _ in range(20):
        await reject(peer, 1)
        await peer.hello()
        await peer.hear("welcome")
        assert (await peer.hear("deliver"))["event"]["seq"] == 1
    assert not await peer.socket.poll(20)
    assert len(table.outcomes) == 1


@pytest.mark.parametrize(
    ("seq", "event_id", "code"),
    [
        (9, None, "unknown_event"),
        (0, None, "unknown_event"),
        (2, f"{TABLE}:other:2", "wrong_id"),
        (1, None, "already_acknowledged"),
    ],
)
async def test_what_was_not_sent_or_was_acknowledged_cannot_be_rejected(
    table: Table, sockets: Sockets, seq: int, event_id: str | None, code: str
) -> None:
    peer = await served(sockets, table, 3)
    await peer.ack(1)
    await reject(peer, seq, event_id)
    assert (await peer.hear("refused"))["code"] == code
    assert table.bus.delivery_stats().rejected == 0
    assert table.outcomes == []


async def test_only_the_consumer_rejects(table: Table, sockets: Sockets) -> None:
    await served(sockets, table, 1)
    other = Peer(sockets, table.bus.results_endpoint)
    await reject(other, 1)
    assert (await other.hear("refused"))["code"] == "not_consumer"
    assert table.bus.delivery_stats().rejected == 0


async def test_an_event_that_nobody_answers_is_unconfirmed_and_told_once_until_it_is_acknowledged(
    sockets: Sockets,
) -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    peer = await served(sockets, table, 2)
    stats = table.bus.delivery_stats()
    assert (stats.sent, stats.unconfirmed, table.outcomes) == (2, 0, [])
    clock.advance_by(60.0)
    stats = table.bus.delivery_stats()
    assert (stats.sent, stats.unconfirmed, stats.waiting) == (0, 2, 0)
    assert table.outcomes == [("unconfirmed", f"{TABLE}:{EPOCH}:1", "", "")]
    await peer.ack(1)
    await until(lambda: len(table.outcomes) == 2)
    assert table.outcomes[1] == ("acknowledged", f"{TABLE}:{EPOCH}:1", "", "")


async def test_what_the_former_process_may_have_sent_is_unconfirmed_and_what_came_after_it_waits(
    table: Table,
) -> None:
    table.publish(5)
    table.outbox.acknowledge(2, "Z")
    table.bus.close()
    again = open_table(table.outbox)
    again.publish(4)
    stats = again.bus.delivery_stats()
    assert (stats.unconfirmed, stats.waiting, stats.sent, stats.unacknowledged) == (3, 4, 0, 7)


async def test_the_kit_rejects_what_the_store_will_not_take_and_goes_on_when_it_does(sockets: Sockets) -> None:
    class Books(BackendStore):
        shut = True

        async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
            if event.seq == 3 and self.shut:
                raise EventRejected("round r1 is not open in the books")
            return await super().commit(epoch, event, body)

    clock = SteppedClock()
    table = open_table(clock=clock)
    table.publish(6)
    store = Books()
    consumer = ResultConsumer([table.bus.results_endpoint], "backend", store)
    work = asyncio.create_task(consumer.run())
    await until(lambda: table.bus.delivery_stats().rejected == 1)
    assert consumer.rejected == 1
    assert table.outbox.acknowledged_seq == 2
    assert table.outcomes == [("rejected", f"{TABLE}:{EPOCH}:3", "not_accepted", "round r1 is not open in the books")]
    store.shut = False
    clock.advance_by(RESEND_LONGEST_S + 0.5)
    await until(table.acknowledged(6))
    assert [event_id.rpartition(":")[2] for event_id in store.ids()] == list("123456")
    assert (consumer.gaps, consumer.duplicates) == (0, 0)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    store.close()


# --- events again --------------------------------------------------------------------------------------------------


async def test_an_event_is_sent_again_on_request_by_its_id_with_its_own_identity_and_bytes(
    table: Table, sockets: Sockets
) -> None:
    peer = await served(sockets, table, 5)
    await peer.ack(1)
    await until(table.acknowledged(1))
    await peer.say({"frame": "resend", "id": f"{TABLE}:{EPOCH}:1"})
    again = await peer.hear("deliver")
    assert (again["event"]["id"], again["attempt"]) == (f"{TABLE}:{EPOCH}:1", 2)
    resent = {"table": TABLE, "epoch": EPOCH, "from_seq": 1, "to_seq": 1, "last_seq": 5}
    assert await peer.hear("resent") == {"frame": "resent", **resent}
    assert table.outbox.acknowledgements == [1]


async def test_events_are_sent_again_from_a_number_on_a_window_at_a_time(table: Table, peer: Peer) -> None:
    table.publish(AT_MOST + 10)
    await peer.say({"frame": "resend", "epoch": EPOCH, "from_seq": 3})
    assert [(await peer.hear("deliver"))["event"]["seq"] for _ in range(AT_MOST)] == list(range(3, AT_MOST + 3))
    resent = await peer.hear("resent")
    assert (resent["from_seq"], resent["to_seq"], resent["last_seq"]) == (3, AT_MOST + 2, AT_MOST + 10)
    assert not table.bus.consumer_present
    assert table.outbox.acknowledged_seq == 0


@pytest.mark.parametrize(
    "asked",
    [
        {"id": f"{TABLE}:{EPOCH}:6"},
        {"id": f"{TABLE}:{EPOCH}:0"},
        {"id": f"{TABLE}:former:1"},
        {"id": f"rou-1:{EPOCH}:1"},
        {"id": "x" * 5000},
        {"id": f"{TABLE}:{EPOCH}:" + "9" * 400},
        {"id": f"{TABLE}:{EPOCH}:٣"},
        {"epoch": "former", "from_seq": 1},
        {"epoch": EPOCH, "from_seq": 6},
        {"epoch": EPOCH, "from_seq": 4, "to_seq": 3},
        {"epoch": EPOCH, "from_seq": 1, "to_seq": 6},
        {},
    ],
    ids=range(12),
)
async def test_events_that_are_not_there_cannot_be_had_again(table: Table, peer: Peer, asked: dict[str, Any]) -> None:
    table.publish(5)
    await peer.say({"frame": "resend", **asked})
    assert (await peer.hear("refused"))["code"] == "unknown_event"


async def test_a_backend_has_events_again_by_the_kit_whatever_is_acknowledged(table: Table) -> None:
    table.publish(3 * AT_MOST + 7)
    async with TableClient(table.bus.results_endpoint, person="audit", role="backend") as client:
        view = await client.look()
        again = [event async for event in client.events_again(view.epoch, from_seq=10)]
        assert [event.seq for event in again] == list(range(10, 3 * AT_MOST + 8))
        assert [event.seq async for event in client.events_again(view.epoch, 5, 5)] == [5]
        one = await client.event_again(f"{TABLE}:{EPOCH}:70")
        assert one.id == f"{TABLE}:{EPOCH}:70"
        with pytest.raises(CommandRefused, match="no event of"):
            await client.event_again(f"{TABLE}:former:70")
        with pytest.raises(CommandRefused, match="not 'former'"):
            await anext(client.events_again("former"))
