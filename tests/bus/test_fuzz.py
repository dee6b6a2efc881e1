"""Anything may be thrown at the sockets of a table: it goes on, and nothing changes."""

from __future__ import annotations

import asyncio
import random
import socket as plain
from typing import Any

import msgspec
import pytest
import zmq

from studio.bus.wire import TO_TABLE_CUT_BYTES, TO_TABLE_MAX_BYTES

from .ends import EPOCH, TABLE, Peer, Sockets, Table, until

FRAMES: list[bytes] = [
    b"",
    b"\x00",
    b"{}",
    b"null",
    b"[" * 60_000,
    b'{"frame":' * 5_000,
    b'{"frame":"hello"}',
    b'{"frame":"hello","consumer":"backend","have_seq":-1}',
    b'{"frame":"hello","consumer":"backend","have_seq":1e400}',
    b'{"frame":"hello","consumer":"backend","have_seq":' + b"9" * 5_000 + b"}",
    b'{"frame":"hello","consumer":"\xff\xfe"}',
    b'{"frame":"hello","consumer":"\\ud800"}',
    b'{"frame":"hello","consumer":"' + b"x" * 60_000 + b'"}',
    b'{"frame":"ack","table":"bac-1","seq":1,"id":"bac-1:e1:1"}',
    b'{"frame":"ack","table":"bac-1","seq":18446744073709551615,"id":""}',
    b'{"frame":"deliver","event":{},"attempt":1}',
    b'{"frame":"welcome","table":"bac-1","epoch":"e1","next_seq":1}',
    b'{"frame":"order","command":{"command":"rob_the_bank","id":"c9","person":"x","role":"dealer"}}',
    b'{"frame":"order","command":{"command":"confirm","id":"","person":"x","role":"dealer","what":"x"}}',
    b'{"frame":"order","command":{"command":"confirm","id":"c8","person":"x","role":"king","what":"x"}}',
    b'{"frame":"heartbeat"}',
    b'{"frame":"heartbeat"} {"frame":"heartbeat"}',
    b"x" * (TO_TABLE_MAX_BYTES + 1),
]


async def state_is_untouched(table: Table, sockets: Sockets) -> None:
    """A consumer that behaves still gets everything, and what it did not acknowledge is not acknowledged."""
    assert table.commands == []
    assert table.outbox.acknowledgements == []
    assert table.presence == []
    good = Peer(sockets, table.bus.results_endpoint)
    await good.hello()
    for seq in range(1, 4):
        assert (await good.hear("deliver"))["event"]["id"] == f"{TABLE}:{EPOCH}:{seq}"
        await good.ack(seq)
    await until(table.acknowledged(3))


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
async def test_a_frame_that_says_nothing_changes_nothing(
    table: Table, peer: Peer, sockets: Sockets, frame: bytes
) -> None:
    table.publish(3)
    await peer.say(frame)
    answer = msgspec.json.decode(await asyncio.wait_for(peer.socket.recv(), 10))
    assert answer["frame"] == "refused" or answer["accepted"] is False
    await state_is_untouched(table, sockets)


async def test_a_command_that_is_not_known_is_refused_by_its_id(peer: Peer) -> None:
    await peer.say({"frame": "order", "command": {"command": "rob_the_bank", "id": "c9"}})
    refused = await peer.hear("refused")
    assert (refused["code"], refused["about"]) == ("malformed", "c9")


async def test_a_frame_too_large_is_refused_and_a_huge_one_costs_the_connection(
    table: Table, peer: Peer, sockets: Sockets
) -> None:
    table.publish(3)
    await peer.say(b" " * (TO_TABLE_MAX_BYTES - 21) + b'{"frame":"heartbeat"}')
    assert (await peer.hear("refused"))["code"] == "not_consumer"
    await peer.say(b" " * (TO_TABLE_MAX_BYTES - 20) + b'{"frame":"heartbeat"}')
    assert (await peer.hear("refused"))["code"] == "too_large"
    await peer.say(b"x" * (TO_TABLE_CUT_BYTES + 1))
    await state_is_untouched(table, sockets)
    assert table.bus.counts["too_large"] == 1


async def test_messages_of_many_parts_are_refused(table: Table, peer: Peer, sockets: Sockets) -> None:
    table.publish(3)
    for parts in ([b"", b"{}"], [b""] * 50, [b'{"frame":"heartbeat"}'] * 2):
        await peer.socket.send_multipart(parts)
        assert (await peer.hear("refused"))["code"] == "malformed"
    await state_is_untouched(table, sockets)


def garbage(chance: random.Random) -> bytes:
    """Random bytes, or a good frame that was damaged."""
    if chance.random() < 0.3:
        return chance.randbytes(chance.randrange(200))
    base = bytearray(chance.choice(FRAMES[6:-1])[:300])
    for _ in range(chance.randrange(1, 6)):
        place = chance.randrange(len(base))
        match chance.randrange(3):
            case 0:
                base[place] = chance.randrange(256)
            case 1:
                del base[place:]
                base += b"}"
            case _:
                base[place:place] = chance.choice([b'"', b"{", b"}", b"[", b"\\", b"\x00", b"-", b"9" * 20])
    return bytes(base)


@pytest.mark.parametrize("seed", range(3))
async def test_a_flood_of_damaged_frames_changes_nothing(table: Table, sockets: Sockets, seed: int) -> None:
    chance = random.Random(seed)
    table.publish(3)
    peers = [Peer(sockets, table.bus.results_endpoint) for _ in range(3)]
    sent = 0
    for _ in range(1500):
        frame = garbage(chance)
        if b'"hello"' in frame and b'"backend"' in frame:
            continue  # It might be a good hello after all.
        await chance.choice(peers).say(frame)
        sent += 1
    for peer in peers:
        await peer.say({"frame": "look"})
        await peer.hear("view")
    counts: dict[str, Any] = dict(table.bus.counts)
    table.commands.clear()  # A damaged command may still be one.
    assert counts["malformed"] > sent / 3
    await state_is_untouched(table, sockets)


@pytest.mark.parametrize("seed", range(3))
async def test_bytes_that_are_not_zeromq_harm_neither_socket(table: Table, sockets: Sockets, seed: int) -> None:
    chance = random.Random(seed)
    table.publish(3)
    for endpoint in (table.bus.results_endpoint, table.bus.telemetry_endpoint):
        host, port = endpoint.removeprefix("tcp://").split(":")
        for begins in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\xff" + bytes(8) + b"\x7f\x03\x00NULL"):
            with plain.create_connection((host, int(port))) as link:
                try:
                    link.sendall(begins + chance.randbytes(20_000))
                except ConnectionError:
                    continue
    await state_is_untouched(table, sockets)


async def test_a_subscriber_that_talks_on_the_telemetry_socket_is_not_heard(table: Table, sockets: Sockets) -> None:
    subscriber = sockets.open(zmq.XSUB)
    subscriber.connect(table.bus.telemetry_endpoint)
    await subscriber.send(b"\x01")
    for _ in range(50):
        await subscriber.send(b'{"frame":"order"}')
    async with asyncio.timeout(10):
        while not await subscriber.poll(20):
            table.publish_view(table.n + 1)
    assert msgspec.json.decode(await subscriber.recv())["frame"] == "view"
    assert table.commands == []
