"""Results over real sockets, frame by frame: what the table sends, and what it lets an acknowledgement change."""

from __future__ import annotations

import msgspec
import pytest
import zmq

from devices.clock import SteppedClock
from studio.bus.delivery import WINDOW
from studio.bus.errors import EndpointRefused

from .ends import EPOCH, TABLE, FakeOutbox, Peer, Sockets, Table, open_table, until


async def test_events_come_in_order_once_with_their_bytes_unchanged(table: Table, peer: Peer) -> None:
    table.publish(3)
    await peer.hello()
    welcome = await peer.hear("welcome")
    assert (welcome["table"], welcome["epoch"], welcome["next_seq"]) == (TABLE, EPOCH, 1)
    table.publish(2)
    for seq in range(1, 6):
        frame = await peer.hear("deliver")
        assert frame["attempt"] == 1
        assert msgspec.json.encode(frame["event"]) == table.outbox.rows[seq - 1].body
        await peer.ack(seq)
    await until(table.acknowledged(5))
    assert table.outbox.acknowledgements == [1, 2, 3, 4, 5]
    assert table.bus.counts["resent"] == 0


async def test_nothing_is_sent_before_the_consumer_says_hello(table: Table, peer: Peer) -> None:
    table.publish(3)
    await peer.say({"frame": "look"})
    assert (await peer.hear("view"))["view"]["table"] == TABLE
    assert not await peer.socket.poll(20)
    assert not table.bus.consumer_present


async def test_a_notified_event_is_on_the_wire_before_the_loop_turns(table: Table) -> None:
    context = zmq.Context()
    socket = context.socket(zmq.DEALER)
    try:
        socket.connect(table.bus.results_endpoint)
        socket.send(b'{"frame":"hello","consumer":"backend"}')
        await until(lambda: table.bus.consumer_present)
        assert b"welcome" in socket.recv()
        table.publish()
        # Blocking on purpose: the table's loop cannot run while we wait here.
        assert socket.poll(5000)
        assert b"deliver" in socket.recv()
    finally:
        context.destroy(linger=0)


async def test_a_lost_acknowledgement_brings_the_same_event_again_as_a_second_attempt(
    sockets: Sockets,
) -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    peer = Peer(sockets, table.bus.results_endpoint)
    try:
        await peer.hello()
        await peer.hear("welcome")
        table.publish(2)
        first = [await peer.hear("deliver") for _ in range(2)]
        clock.advance_by(1.25)
        again = [await peer.hear("deliver") for _ in range(2)]
        assert [frame["attempt"] for frame in again] == [2, 2]
        assert [frame["event"] for frame in again] == [frame["event"] for frame in first]
        clock.advance_by(1.0)
        assert table.bus.counts["resent"] == 2
        clock.advance_by(1.25)
        assert [(await peer.hear("deliver"))["attempt"] for _ in range(1)] == [3]
        await peer.ack(1)
        await peer.ack(2)
        await until(table.acknowledged(2))
        clock.advance_by(60)
        assert table.bus.counts["resent"] <= 4
    finally:
        table.bus.close()


async def test_a_silent_consumer_is_asked_with_the_oldest_event_alone(sockets: Sockets) -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    peer = Peer(sockets, table.bus.results_endpoint)
    try:
        await peer.hello()
        await peer.hear("welcome")
        table.publish(10)
        clock.advance_by(3.5)
        assert table.presence == [True, False]
        assert table.bus.delivery_stats().consumer is None
        before = table.bus.counts["resent"]
        clock.advance_by(60)
        assert 6 <= table.bus.counts["resent"] - before <= 8
        await peer.say({"frame": "heartbeat"})
        await until(lambda: table.bus.consumer_present)
        clock.advance_by(0.25)
        assert table.presence == [True, False, True]
    finally:
        table.bus.close()


async def test_at_most_a_window_is_in_flight(table: Table, peer: Peer) -> None:
    table.publish(3 * WINDOW)
    await peer.hello()
    for seq in range(1, WINDOW + 1):
        assert (await peer.hear("deliver"))["event"]["seq"] == seq
    assert not await peer.socket.poll(20)
    await peer.ack(1)
    assert (await peer.hear("deliver"))["event"]["seq"] == WINDOW + 1


async def test_a_consumer_with_an_empty_store_gets_everything_acknowledged_or_not(table: Table, peer: Peer) -> None:
    table.publish(20)
    table.outbox.acknowledge(12, "Z")
    await peer.hello(have_seq=0)
    for seq in range(1, 21):
        assert (await peer.hear("deliver"))["event"]["seq"] == seq
        await peer.ack(seq)
    await until(table.acknowledged(20))
    assert table.outbox.acknowledgements[:2] == [12, 13]


async def test_what_hello_says_is_committed_counts_as_acknowledged(table: Table, peer: Peer) -> None:
    table.publish(8)
    table.outbox.acknowledge(3, "Z")
    await peer.hello(have_seq=6)
    assert (await peer.hear("welcome"))["next_seq"] == 7
    assert table.outbox.acknowledged_seq == 6
    assert (await peer.hear("deliver"))["event"]["seq"] == 7


async def test_hello_of_another_epoch_starts_at_the_beginning(table: Table, peer: Peer) -> None:
    table.publish(2)
    await peer.hello(have_seq=500, epoch="former")
    assert (await peer.hear("welcome"))["next_seq"] == 1
    assert table.outbox.acknowledged_seq == 0


async def test_a_consumer_that_has_more_than_the_table_published_is_refused(table: Table, peer: Peer) -> None:
    table.publish(2)
    await peer.hello(have_seq=3)
    assert (await peer.hear("refused"))["code"] == "ahead_of_table"
    assert not table.bus.consumer_present
    assert table.outbox.acknowledged_seq == 0


async def test_a_consumer_of_another_name_is_refused(table: Table, peer: Peer) -> None:
    table.publish(1)
    await peer.hello(consumer="somebody")
    refused = await peer.hear("refused")
    assert (refused["code"], refused["about"]) == ("unknown_consumer", "somebody")
    assert table.bus.counts["unknown_consumer"] == 1
    assert not await peer.socket.poll(20)


async def test_of_two_consumers_with_the_right_name_the_first_keeps_its_place(
    table: Table, peer: Peer, sockets: Sockets
) -> None:
    await peer.hello()
    await peer.hear("welcome")
    second = Peer(sockets, table.bus.results_endpoint)
    await second.hello()
    assert (await second.hear("refused"))["code"] == "consumer_taken"
    table.publish(1)
    assert (await peer.hear("deliver"))["event"]["seq"] == 1
    await second.ack(1)
    assert (await second.hear("refused"))["code"] == "not_consumer"
    assert table.outbox.acknowledged_seq == 0


async def test_the_place_of_a_consumer_that_went_is_free_at_once(table: Table, peer: Peer, sockets: Sockets) -> None:
    await peer.hello()
    await peer.hear("welcome")
    peer.close()

    async def taken_over() -> bool:
        second = Peer(sockets, table.bus.results_endpoint)
        await second.hello()
        frame = msgspec.json.decode(await second.socket.recv())
        return bool(frame["frame"] == "welcome")

    while not await taken_over():
        # The operating system needs a moment to tell that the connection has gone.
        assert table.bus.consumer_present
    assert table.bus.counts.get("consumer_taken", 0) < 50


async def test_a_consumer_that_reconnects_under_its_routing_id_has_its_place_back_at_once(
    table: Table, sockets: Sockets
) -> None:
    before = Peer(sockets, table.bus.results_endpoint, b"backend-1")
    await before.hello()
    await before.hear("welcome")
    # The old connection is still open, as it is for the table when a link was cut without a word.
    after = Peer(sockets, table.bus.results_endpoint, b"backend-1")
    await after.hello()
    await after.hear("welcome")
    table.publish(1)
    assert (await after.hear("deliver"))["event"]["seq"] == 1
    assert "consumer_taken" not in table.bus.counts


async def test_a_consumer_that_is_gone_is_noticed_with_the_next_event(table: Table, peer: Peer) -> None:
    await peer.hello()
    await peer.hear("welcome")
    peer.close()

    def gone() -> bool:
        table.publish(1)
        return not table.bus.consumer_present

    await until(gone)
    assert table.presence == [True, False]


@pytest.mark.parametrize(
    ("seq", "event_id", "table_name", "code"),
    [
        (4, f"{TABLE}:{EPOCH}:4", TABLE, "unknown_event"),
        (0, f"{TABLE}:{EPOCH}:0", TABLE, "unknown_event"),
        (2**63, f"{TABLE}:{EPOCH}:1", TABLE, "unknown_event"),
        (1, f"{TABLE}:{EPOCH}:2", TABLE, "wrong_id"),
        (1, f"{TABLE}:former:1", TABLE, "wrong_id"),
        (1, f"{TABLE}:{EPOCH}:1", "rou-1", "unknown_event"),
    ],
)
async def test_an_acknowledgement_of_what_was_not_sent_changes_nothing(
    table: Table, peer: Peer, seq: int, event_id: str, table_name: str, code: str
) -> None:
    await peer.hello()
    table.publish(3)
    await peer.hear("deliver")
    await peer.ack(seq, event_id, table_name)
    refused = await peer.hear("refused")
    assert (refused["code"], refused["about"]) == (code, event_id)
    assert table.bus.counts[code] == 1
    assert table.outbox.acknowledgements == []


async def test_acknowledging_twice_changes_nothing(table: Table, peer: Peer) -> None:
    await peer.hello()
    table.publish(2)
    await peer.hear("deliver")
    for _ in range(3):
        await peer.ack(1)
    await until(lambda: table.bus.counts.get("repeated_acks", 0) == 2)
    assert table.outbox.acknowledgements == [1]
    await peer.ack(1, f"{TABLE}:former:1")
    assert (await peer.hear("refused"))["code"] == "wrong_id"


async def test_acknowledgements_out_of_order_are_stored_without_gaps(table: Table, peer: Peer) -> None:
    await peer.hello()
    table.publish(4)
    for _ in range(4):
        await peer.hear("deliver")
    for seq in (3, 2, 4):
        await peer.ack(seq)
    await peer.say({"frame": "look"})
    await peer.hear("view")
    assert table.outbox.acknowledgements == []
    await peer.ack(1)
    await until(table.acknowledged(4))
    assert table.outbox.acknowledgements == [4]


async def test_an_acknowledgement_that_could_not_be_stored_is_taken_when_it_comes_again(
    table: Table, peer: Peer
) -> None:
    await peer.hello()
    table.publish(1)
    await peer.hear("deliver")
    table.outbox.fails = True
    await peer.ack(1)
    assert (await peer.hear("refused"))["code"] == "internal"
    assert table.bus.delivery_stats().unacknowledged == 1
    table.outbox.fails = False
    await peer.ack(1)
    await until(table.acknowledged(1))


async def test_a_restarted_table_tells_its_consumer_to_say_hello(sockets: Sockets) -> None:
    outbox = FakeOutbox()
    first = open_table(outbox)
    peer = Peer(sockets, first.bus.results_endpoint)
    await peer.hello()
    await peer.hear("welcome")
    first.bus.close()
    second = open_table(outbox, first.bus.results_endpoint)
    try:
        await peer.say({"frame": "heartbeat"})
        assert (await peer.hear("refused"))["code"] == "not_consumer"
        await peer.hello()
        assert (await peer.hear("welcome"))["next_seq"] == 1
    finally:
        second.bus.close()


async def test_latency_is_measured_from_the_stamp_to_the_stored_acknowledgement(sockets: Sockets) -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    peer = Peer(sockets, table.bus.results_endpoint)
    try:
        await peer.hello()
        await peer.hear("welcome")
        for seq in range(1, 4):
            table.bus.stamp(seq, clock.monotonic_ns())
        table.publish(3)
        for seq, wait_s in ((1, 0.002), (2, 0.003), (3, 0.1)):
            clock.advance_by(wait_s)
            await peer.ack(seq)
            await until(table.acknowledged(seq))
        stats = table.bus.delivery_stats()
        assert (stats.published, stats.unacknowledged, stats.consumer) == (3, 0, "backend")
        assert stats.latency_p50_ms == pytest.approx(5)
        assert stats.latency_p99_ms == pytest.approx(105)
    finally:
        table.bus.close()


async def test_heartbeats_come_when_nothing_else_does(sockets: Sockets) -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    peer = Peer(sockets, table.bus.results_endpoint)
    try:
        await peer.hello()
        await peer.hear("welcome")
        for _ in range(5):
            clock.advance_by(1.0)
            await peer.hear("heartbeat")
            await peer.say({"frame": "heartbeat"})
            await peer.say({"frame": "look"})
            await peer.hear("view")
        assert table.bus.consumer_present
        assert table.presence == [True]
    finally:
        table.bus.close()


async def test_an_endpoint_that_is_taken_is_named(table: Table) -> None:
    with pytest.raises(EndpointRefused, match=table.bus.results_endpoint):
        open_table(results=table.bus.results_endpoint)
