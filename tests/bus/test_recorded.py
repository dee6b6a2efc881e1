"""Messages as they were recorded under version 1 of the contract are understood by this software, word for word.

A recorded file is never changed. A message that is added to the contract is recorded in a new file of its version.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from studio.backend import BackendStore
from studio.bus.consumer import ResultConsumer
from studio.journal.rows import OutboxRow
from studio.messages import CONTRACT_VERSION
from studio.messages.bus import FromTable, ToTable
from studio.messages.commands import AnyCommand
from studio.messages.events import AnyEvent

from .ends import FakeOutbox, Peer, Sockets, open_table, until, view
from .links import ScriptedTable

RECORDED = Path(__file__).with_name("recorded")
KINDS: dict[str, Any] = {"events": AnyEvent, "commands": AnyCommand, "to-table": ToTable, "from-table": FromTable}


def lines(kind: str) -> list[bytes]:
    files = sorted(RECORDED.glob(f"contract-*-{kind}.jsonl"))
    return [line for file in files for line in file.read_bytes().splitlines()]


def assert_kept(recorded: Any, understood: Any, where: str) -> None:
    """All that was recorded is there, with the same value; more may be."""
    if isinstance(recorded, dict):
        assert isinstance(understood, dict), where
        for name, value in recorded.items():
            # A default that is not said on the wire means the same as when it was said.
            if name in understood:
                assert_kept(value, understood[name], f"{where}.{name}")
            else:
                assert value in (None, False, "", 0, [], {}), f"{where}.{name} is gone"
    elif isinstance(recorded, list):
        assert isinstance(understood, list), where
        assert len(recorded) == len(understood), where
        for number, (one, other) in enumerate(zip(recorded, understood, strict=True)):
            assert_kept(one, other, f"{where}[{number}]")
    else:
        assert recorded == understood, where


@pytest.mark.parametrize("kind", KINDS)
def test_every_recorded_message_is_understood_and_nothing_of_it_is_lost(kind: str) -> None:
    decoder = msgspec.json.Decoder(KINDS[kind])
    for line in lines(kind):
        recorded = msgspec.json.decode(line)
        name = recorded.get("type") or recorded.get("command") or recorded.get("frame")
        understood = decoder.decode(line)
        version = recorded.pop("contract", 1 if kind == "events" else None)
        assert getattr(understood, "contract", None) == version
        assert_kept(recorded, msgspec.to_builtins(understood), f"{kind} {name}")


@pytest.mark.parametrize("kind", KINDS)
def test_every_message_of_the_contract_is_recorded(kind: str) -> None:
    tag_field = {"events": "type", "commands": "command"}.get(kind, "frame")
    recorded = {msgspec.json.decode(line)[tag_field] for line in lines(kind)}
    missing = {struct.__struct_config__.tag for struct in get_args(KINDS[kind])} - recorded
    assert not missing, f"record {sorted(missing)} in tests/bus/recorded/contract-{CONTRACT_VERSION}-{kind}.jsonl"


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_later_version_adds_to_a_message_is_passed_over(kind: str) -> None:
    """Within a version only fields are added: a reader of today must not mind them."""
    decoder = msgspec.json.Decoder(KINDS[kind])
    for line in lines(kind):
        more = {**msgspec.json.decode(line), "added_later": {"any": "thing"}}
        assert decoder.decode(msgspec.json.encode(more)) == decoder.decode(line)


# --- whole sessions, as they passed between tables, backend and screens -------------------------------------------


def sessions() -> list[Path]:
    return sorted(RECORDED.glob("session-*.jsonl"))


def passed(session: Path, way: str) -> list[tuple[str, str, bytes]]:
    """Table, peer and frame of everything that went that way."""
    notes = [msgspec.json.decode(line, type=Note) for line in session.read_bytes().splitlines()]
    return [(note.table, note.peer, bytes(note.frame)) for note in notes if note.way == way]


class Note(msgspec.Struct):
    table: str
    way: str
    peer: str
    frame: msgspec.Raw


@pytest.mark.parametrize("way", ["to-table", "from-table"])
@pytest.mark.parametrize("session", sessions(), ids=lambda file: file.stem)
def test_every_frame_of_a_recorded_session_is_understood_and_nothing_of_it_is_lost(session: Path, way: str) -> None:
    decoder = msgspec.json.Decoder(KINDS[way])
    frames = passed(session, way)
    assert len(frames) > 50
    for _, _, frame in frames:
        assert_kept(msgspec.json.decode(frame), msgspec.to_builtins(decoder.decode(frame)), frame.decode())


def published(session: Path) -> dict[str, list[bytes]]:
    """Each table's events, in order, as they were delivered."""
    events: dict[str, dict[int, bytes]] = {}
    for table, _, frame in passed(session, "from-table"):
        said = msgspec.json.decode(frame, type=AnyFrame)
        if said.frame == "deliver":
            events.setdefault(table, {})[msgspec.json.decode(said.event, type=Numbered).seq] = bytes(said.event)
    return {table: [body for _, body in sorted(found.items())] for table, found in events.items()}


class AnyFrame(msgspec.Struct):
    frame: str
    event: msgspec.Raw = msgspec.Raw(b"{}")
    consumer: str = ""


class Numbered(msgspec.Struct):
    seq: int
    id: str


def outbox_of(bodies: list[bytes]) -> FakeOutbox:
    rows = [msgspec.json.decode(body, type=Numbered) for body in bodies]
    table, epoch, _ = rows[0].id.split(":")
    box = FakeOutbox(table, epoch)
    box.rows = [OutboxRow(row.seq, row.id, body) for row, body in zip(rows, bodies, strict=True)]
    assert [row.seq for row in box.rows] == list(range(1, len(box.rows) + 1))
    return box


@pytest.mark.parametrize("session", sessions(), ids=lambda file: file.stem)
async def test_a_recorded_consumer_takes_and_acknowledges_everything_of_a_table_of_today(
    session: Path, sockets: Sockets
) -> None:
    """What a backend of that version said, byte for byte: a table of today serves it."""
    for name, bodies in published(session).items():
        said = [frame for table, _, frame in passed(session, "to-table") if table == name]
        heads = [(msgspec.json.decode(frame, type=AnyFrame), frame) for frame in said]
        hello = next(frame for head, frame in heads if head.frame == "hello" and head.consumer == "backend")
        table = open_table(outbox_of(bodies))
        peer = Peer(sockets, table.bus.results_endpoint)
        await peer.say(hello)
        for seq in range(1, len(bodies) + 1):
            assert (await peer.hear("deliver"))["event"]["seq"] == seq
        for frame in [frame for head, frame in heads if head.frame == "ack"]:
            await peer.say(frame)
        await until(table.acknowledged(len(bodies)))


@pytest.mark.parametrize("session", sessions(), ids=lambda file: file.stem)
async def test_a_consumer_of_today_takes_everything_that_a_recorded_table_said(session: Path, sockets: Sockets) -> None:
    for name, bodies in published(session).items():
        box = outbox_of(bodies)
        table = ScriptedTable(sockets)
        store = BackendStore()
        work = asyncio.create_task(ResultConsumer([table.endpoint], "backend", store).run())
        await table.hear("look")
        await table.say(frame="view", view=msgspec.to_builtins(view(table=name, epoch=box.epoch)))
        await table.hear("hello")
        await table.say(frame="welcome", table=name, epoch=box.epoch, next_seq=1)
        for body in bodies:
            await table.socket.send_multipart([table.peer, b'{"frame":"deliver","event":%b,"attempt":1}' % body])
        for row in box.rows:
            assert (await table.hear("ack"))["id"] == row.id
        assert [store.body(row.id) for row in box.rows] == bodies
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        store.close()
