"""CURVE on every socket: a stranger learns nothing, a key works in its role alone, a revoked one not at all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zmq
import zmq.asyncio

from devices.clock import SystemClock
from studio.backend import BackendStore
from studio.bus.consumer import ResultConsumer
from studio.bus.errors import CommandRefused, NoAnswer
from studio.bus.gate import BusKeys
from studio.bus.server import TableBus
from studio.bus.stranger import probe
from studio.client import TableClient, TableSilent, client_keys
from studio.keys.allowed import AllowList
from studio.keys.client import ClientKeys
from studio.keys.files import Role, make, read_private, read_public, revoke
from studio.messages.bus import Reply
from studio.messages.commands import AnyCommand, GiveRuling

from .ends import EPOCH, FakeOutbox, Sockets, Table, until, view

UTC = "2026-01-01T00:00:00.000Z"


@dataclass
class GuardedTable:
    """A table's bus with CURVE, and the keys of a house around it."""

    keys: Path
    outbox: FakeOutbox = field(default_factory=FakeOutbox)
    commands: list[AnyCommand] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        make(self.keys, "bac-1", "table", UTC)
        self.bus = TableBus(
            "tcp://127.0.0.1:*",
            "tcp://127.0.0.1:*",
            table=self.outbox.table,
            epoch=self.outbox.epoch,
            outbox=self.outbox,
            consumer="backend",
            on_command=self._on_command,
            view=lambda: view(1),
            clock=SystemClock(),
            keys=BusKeys(read_private(self.keys / "bac-1.key").curve_pair, AllowList(self.keys)),
            on_refused=lambda *what: self.refused.append(what),
        )
        self.bus.start()

    def _on_command(self, command: AnyCommand, _session: str) -> None:
        self.commands.append(command)
        self.bus.reply(Reply(command.id, accepted=True))

    def key(self, name: str, role: Role) -> ClientKeys:
        make(self.keys, name, role, UTC)
        return client_keys(self.keys / f"{name}.key", self.keys / "bac-1.pub")

    def client(self, role: Any, keys: ClientKeys | None) -> TableClient:
        return TableClient(self.bus.results_endpoint, self.bus.telemetry_endpoint, person="Ana", role=role, keys=keys)


@pytest.fixture
async def guarded(tmp_path: Path) -> Any:
    table = GuardedTable(tmp_path / "keys")
    yield table
    table.bus.close()


async def test_a_stranger_without_a_key_learns_nothing_and_is_counted(guarded: GuardedTable, sockets: Sockets) -> None:
    guarded.outbox.publish(3)
    results, telemetry = sockets.open(zmq.DEALER), sockets.open(zmq.SUB)
    telemetry.setsockopt(zmq.SUBSCRIBE, b"")
    results.connect(guarded.bus.results_endpoint)
    telemetry.connect(guarded.bus.telemetry_endpoint)
    for frame in ({"frame": "look"}, {"frame": "hello", "consumer": "backend", "epoch": EPOCH, "have_seq": 3}):
        await results.send(msgspec.json.encode(frame))
    await until(lambda: guarded.bus.counts.get("no_key", 0) >= 2)
    guarded.bus.publish_view(view(2))
    for socket in (results, telemetry):
        assert await socket.poll(1500) == 0
    assert guarded.outbox.acknowledged_seq == 0
    assert guarded.bus.counts.get("views_asked", 0) == 0
    assert guarded.refused[0][0] == "no_key"


async def test_every_way_of_a_stranger_over_tcp_hears_a_greeting_and_nothing_of_the_table(
    guarded: GuardedTable,
) -> None:
    guarded.outbox.publish(3)
    known = read_public(guarded.keys / "bac-1.pub").curve.encode()
    showing = asyncio.create_task(show(guarded))
    for endpoint in (guarded.bus.results_endpoint, guarded.bus.telemetry_endpoint):
        attempts = await probe(endpoint, known)
        assert len(attempts) == 10
        for attempt in attempts:
            assert not attempt.learned, attempt
            for told in (b"bac-1", b"frame", b"view", b"look", EPOCH.encode() + b'"'):
                assert told not in attempt.heard
            assert len(attempt.heard) <= 64 + 170 + 64, attempt.tried
        # Whoever has the table's public key gets as far as an encrypted cookie, and no further.
        assert "WELCOME" in attempts[-1].says
    showing.cancel()
    assert guarded.bus.counts.get("views_asked", 0) == 0
    assert guarded.bus.counts["no_key"] > 4
    assert guarded.bus.counts["stranger"] > 0
    assert guarded.outbox.acknowledged_seq == 0


async def test_a_probe_says_so_when_there_is_something_to_learn(table: Table) -> None:
    """A plain socket, as on a rig: the same probe finds it out, or it would prove nothing."""
    attempts = await probe(table.bus.results_endpoint)
    assert {attempt.tried for attempt in attempts if attempt.learned} >= {"ZeroMQ without a key, and asks"}
    assert any(b'"table":"bac-1"' in attempt.heard for attempt in attempts)


async def test_a_strangers_own_key_is_turned_away_at_the_handshake(guarded: GuardedTable, tmp_path: Path) -> None:
    make(tmp_path / "elsewhere", "thief", "pit_screen", UTC)
    stranger = client_keys(tmp_path / "elsewhere" / "thief.key", guarded.keys / "bac-1.pub")
    async with guarded.client("pit_boss", stranger) as client:
        with pytest.raises(NoAnswer):
            await client.look(timeout_s=1.5)
    assert guarded.bus.counts["stranger"] >= 1
    assert guarded.commands == []


async def test_a_revoked_key_is_refused_in_mid_connection_and_at_the_next_handshake(guarded: GuardedTable) -> None:
    keys = guarded.key("pit-1", "pit_screen")
    async with guarded.client("pit_boss", keys) as client:
        assert (await client.open_table()).accepted
        revoke(guarded.keys, "pit-1", UTC)
        with pytest.raises(CommandRefused, match="revoked"):
            await client.close_table("end")
    assert len(guarded.commands) == 1
    assert guarded.bus.counts["not_allowed"] >= 1
    async with guarded.client("pit_boss", keys) as client:
        with pytest.raises(NoAnswer):
            await client.look(timeout_s=1.5)
    assert guarded.bus.counts["stranger"] >= 1


async def test_a_dealers_screen_cannot_rule_whatever_role_it_claims(guarded: GuardedTable) -> None:
    keys = guarded.key("dealer-1", "dealer_screen")
    async with guarded.client("pit_boss", keys) as client:
        with pytest.raises(CommandRefused, match="does not speak as pit_boss") as refused:
            await client.order(GiveRuling, irregularity="i1", ruling="void", reason="because")
    assert refused.value.code == "wrong_role"
    assert guarded.commands == []
    assert guarded.refused == [("wrong_role", guarded.refused[0][1])]
    async with guarded.client("dealer", keys) as client:
        assert (await client.confirm("shuffled")).accepted
    assert len(guarded.commands) == 1


@pytest.mark.parametrize("role", ["dealer_screen", "pit_screen", "technician"])
async def test_only_a_backends_key_takes_results_or_acknowledges(
    guarded: GuardedTable, sockets: Sockets, role: Role
) -> None:
    guarded.outbox.publish(2)
    keys = guarded.key("screen-1", role)
    socket = sockets.open(zmq.DEALER)
    for option, value in keys.options().items():
        socket.setsockopt(option, value)
    socket.connect(guarded.bus.results_endpoint)
    for frame in (
        {"frame": "hello", "consumer": "backend", "epoch": EPOCH, "have_seq": 0},
        {"frame": "ack", "table": "bac-1", "seq": 1, "id": f"bac-1:{EPOCH}:1"},
    ):
        await socket.send(msgspec.json.encode(frame))
        async with asyncio.timeout(10):
            answer = msgspec.json.decode(await socket.recv())
        assert (answer["frame"], answer["code"]) == ("refused", "wrong_role")
    assert guarded.outbox.acknowledged_seq == 0


async def test_a_backend_with_its_key_gets_everything_and_a_screen_sees_the_table(guarded: GuardedTable) -> None:
    guarded.outbox.publish(5)
    store = BackendStore()
    keys = guarded.key("backend-1", "backend")
    consumer = ResultConsumer([guarded.bus.results_endpoint], "backend", store, keys=[keys])
    work = asyncio.create_task(consumer.run())
    await until(lambda: guarded.outbox.acknowledged_seq == 5)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    assert [event.rpartition(":")[2] for event in store.ids()] == ["1", "2", "3", "4", "5"]
    store.close()
    async with guarded.client("dealer", guarded.key("dealer-2", "dealer_screen")) as client:
        views = client.views()
        seen = await anext(views)
        assert not isinstance(seen, TableSilent)
        guarded.bus.publish_view(view(7))
        async with asyncio.timeout(10):
            while isinstance(seen, TableSilent) or seen.n < 7:
                guarded.bus.publish_view(view(7))
                seen = await anext(views)
        await views.aclose()
    assert guarded.refused == []


async def test_a_false_table_is_not_talked_to(guarded: GuardedTable, tmp_path: Path) -> None:
    """Whoever took the table's endpoint has not its key: the client's frames never reach it."""
    other = GuardedTable(tmp_path / "false")
    try:
        make(other.keys, "dealer-1", "dealer_screen", UTC)
        keys = client_keys(other.keys / "dealer-1.key", guarded.keys / "bac-1.pub")
        async with TableClient(other.bus.results_endpoint, person="Ana", role="dealer", keys=keys) as client:
            with pytest.raises(NoAnswer):
                await client.look(timeout_s=1.5)
        assert other.bus.counts.get("views_asked", 0) == 0
    finally:
        other.bus.close()


async def test_a_flood_of_strangers_is_told_a_few_times_only(guarded: GuardedTable, sockets: Sockets) -> None:
    for _ in range(40):
        sockets.open(zmq.DEALER).connect(guarded.bus.results_endpoint)
    await until(lambda: guarded.bus.counts.get("no_key", 0) >= 40)
    assert len(guarded.refused) <= 12


async def test_a_revoked_screen_sees_nothing_more_and_the_others_go_on(guarded: GuardedTable) -> None:
    gone, stays = guarded.key("pit-1", "pit_screen"), guarded.key("pit-2", "pit_screen")
    async with guarded.client("pit_boss", gone) as first, guarded.client("pit_boss", stays) as second:
        views, others = first.views(), second.views()
        for stream in (views, others):
            assert not isinstance(await anext(stream), TableSilent)
        revoke(guarded.keys, "pit-1", UTC)

        showing = asyncio.create_task(show(guarded))
        async with asyncio.timeout(20):
            shown = await anext(views)
            while not isinstance(shown, TableSilent):  # until the table has looked at its list again
                shown = await anext(views)
            seen = await anext(others)
            while isinstance(seen, TableSilent) or seen.n < 80:
                seen = await anext(others)
        showing.cancel()
        await views.aclose()
        await others.aclose()


async def test_whoever_does_more_than_listen_on_the_telemetry_socket_is_barred_and_the_others_go_on(
    guarded: GuardedTable, sockets: Sockets
) -> None:
    """ZeroMQ keeps what somebody subscribes to without a limit: a key's bearer could fill the table's memory."""
    screen, bad = guarded.key("pit-1", "pit_screen"), guarded.key("pit-2", "pit_screen")
    async with guarded.client("pit_boss", screen) as client:
        views = client.views()
        assert not isinstance(await anext(views), TableSilent)
        subscriber = sockets.open(zmq.XSUB)
        for option, value in bad.options().items():
            subscriber.setsockopt(option, value)
        subscriber.connect(guarded.bus.telemetry_endpoint)
        await subscriber.send(b"\x01")
        async with asyncio.timeout(10):
            while not await subscriber.poll(20):
                guarded.bus.publish_view(view(1))
        for number in range(1000):
            await subscriber.send(b"\x01topic-%d" % number)
        await until(lambda: guarded.bus.counts.get("barred", 0) >= 1)
        assert guarded.refused[0] == ("bad_subscription", "the key pit-2 does more than listen on the telemetry socket")
        assert guarded.bus.counts["bad_subscription"] <= 2
        showing = asyncio.create_task(show(guarded))
        async with asyncio.timeout(20):
            seen = await anext(views)
            while isinstance(seen, TableSilent) or seen.n < 50:
                seen = await anext(views)
        showing.cancel()
        await views.aclose()


async def show(guarded: GuardedTable) -> None:
    """A table that changes all the time."""
    for n in range(10, 1 << 30):
        guarded.bus.publish_view(view(n))
        await asyncio.sleep(0.02)


async def test_a_session_recorded_on_the_wire_and_played_again_is_no_handshake(guarded: GuardedTable) -> None:
    keys = guarded.key("pit-1", "pit_screen")
    host, _, port = guarded.bus.results_endpoint.removeprefix("tcp://").rpartition(":")
    recorded: list[bytes] = []

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back_reader, back_writer = await asyncio.open_connection(host, int(port))

        async def back() -> None:
            while piece := await back_reader.read(65_536):
                writer.write(piece)

        answers = asyncio.create_task(back())
        while piece := await reader.read(65_536):
            recorded.append(piece)
            back_writer.write(piece)
        answers.cancel()
        back_writer.close()
        writer.close()

    async with await asyncio.start_server(relay, "127.0.0.1", 0) as server:
        endpoint = f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with TableClient(endpoint, person="Ana", role="pit_boss", keys=keys) as client:
            assert (await client.close_table("end of day")).accepted
    assert len(guarded.commands) == 1
    turned_away = guarded.bus.counts.get("no_key", 0)
    for _ in range(3):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"".join(recorded))
        async with asyncio.timeout(10):
            while await reader.read(65_536):
                pass
        writer.close()
    await until(lambda: guarded.bus.counts.get("no_key", 0) >= turned_away + 3)
    assert len(guarded.commands) == 1


async def test_what_a_bearer_says_twice_is_done_once_and_counted(guarded: GuardedTable, sockets: Sockets) -> None:
    peer = sockets.open(zmq.DEALER)
    for option, value in guarded.key("pit-1", "pit_screen").options().items():
        peer.setsockopt(option, value)
    peer.connect(guarded.bus.results_endpoint)
    command = {"command": "close_table", "id": "c1", "person": "Ana", "role": "pit_boss", "reason": "end"}
    said = msgspec.json.encode({"frame": "order", "command": command})
    for _ in range(5):
        await peer.send(said)
        async with asyncio.timeout(10):
            assert msgspec.json.decode(await peer.recv())["accepted"] is True
    assert len(guarded.commands) == 1
    assert guarded.bus.counts["repeated_commands"] == 4
    await peer.send(msgspec.json.encode({"frame": "order", "command": command | {"reason": "another"}}))
    async with asyncio.timeout(10):
        answer = msgspec.json.decode(await peer.recv())
    assert (answer["accepted"], answer["why"]) == (False, "this id was used for another command")
    assert len(guarded.commands) == 1
