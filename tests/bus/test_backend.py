"""The reference consumer as a program and as a store, and the recorded schema."""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from studio.backend import BackendStore
from studio.client import StoreRefused
from studio.commands import backend as backend_command
from studio.commands import schema as schema_command
from studio.messages.bus import Deliver, FromTable, RefusalCode, ToTable
from studio.messages.schema import contract_schema, schema_text

from .ends import EPOCH, TABLE, Table, event, until

SCHEMA = Path(__file__).parents[2] / "docs" / "contract.schema.json"

PROGRAM = """
import argparse, sys
from studio.commands import backend
parser = argparse.ArgumentParser()
backend.add_arguments(parser)
sys.exit(backend.run(parser.parse_args()))
"""


@asynccontextmanager
async def program(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        PROGRAM,
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
async def test_it_prints_each_event_once_and_ends_cleanly(table: Table, tmp_path: Path, stop: signal.Signals) -> None:
    arguments = ["--connect", table.bus.results_endpoint, "--store", str(tmp_path / "s.sqlite"), "--json"]
    table.publish(3)
    async with program(*arguments) as process:
        assert process.stdout
        lines = [await asyncio.wait_for(process.stdout.readline(), 20) for _ in range(3)]
        assert [line.rstrip() for line in lines] == [row.body for row in table.outbox.rows]
        await until(table.acknowledged(3))
        process.send_signal(stop)
        rest, _ = await asyncio.wait_for(process.communicate(), 20)
        assert (process.returncode, rest) == (0, b"")
    table.publish(1)
    async with program(*arguments[:-1]) as process:
        assert process.stdout
        line = await asyncio.wait_for(process.stdout.readline(), 20)
        assert b"card.dealt" in line
        assert b"Ah to player" in line
        assert b"      4 " in line


async def test_without_a_store_it_warns(table: Table) -> None:
    async with program("--connect", table.bus.results_endpoint) as process:
        assert process.stderr
        assert b"--store" in await asyncio.wait_for(process.stderr.readline(), 20)


async def test_a_reader_that_goes_away_ends_it_without_a_trace(table: Table, tmp_path: Path) -> None:
    table.publish(1)
    async with program("--connect", table.bus.results_endpoint, "--store", str(tmp_path / "s.sqlite")) as process:
        assert process.stdout
        await asyncio.wait_for(process.stdout.readline(), 20)
        process.stdout._transport.close()  # type: ignore[attr-defined]
        table.publish(50)
        assert process.stderr
        told = await asyncio.wait_for(process.stderr.read(), 20)
        assert await asyncio.wait_for(process.wait(), 20) == 1
        assert b"Traceback" not in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--connect", "nonsense"], "nonsense"),
        (["--connect", "tcp://127.0.0.1:1", "--store", "/no/such/dir/x"], "/no/such"),
    ],
)
def test_what_is_given_wrongly_is_named(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend_command.logs, "configure", lambda: None)  # It holds for the whole process.
    parser = argparse.ArgumentParser()
    backend_command.add_arguments(parser)
    assert backend_command.run(parser.parse_args(arguments)) == 2
    assert told in capsys.readouterr().err


async def test_a_store_remembers_how_far_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    store = BackendStore(path)
    assert await store.have_seq(TABLE, EPOCH) == 0
    for seq in (1, 2, 3):
        assert await store.commit(EPOCH, event(seq), msgspec.json.encode(event(seq)))
    store.close()
    again = BackendStore(path)
    assert await again.have_seq(TABLE, EPOCH) == 3
    assert await again.have_seq(TABLE, "e2") == await again.have_seq("rou-1", EPOCH) == 0
    assert not await again.commit(EPOCH, event(2), msgspec.json.encode(event(2)))
    assert again.duplicates == 1
    assert again.ids() == [f"{TABLE}:{EPOCH}:{seq}" for seq in (1, 2, 3)]
    again.close()


def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, and long enough to be taken for one " * 20)
    other = tmp_path / "other.sqlite"
    newer = tmp_path / "newer.sqlite"
    BackendStore(newer).close()
    for path, script in ((other, "CREATE TABLE accounts (name)"), (newer, "PRAGMA user_version = 99")):
        database = sqlite3.connect(path)
        database.execute(script)
        database.close()
    for path in (text, other, newer):
        before = path.read_bytes()
        with pytest.raises(StoreRefused, match=path.name):
            BackendStore(path)
        assert path.read_bytes() == before


def test_the_recorded_schema_is_the_contract_of_the_code() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()


def test_the_schema_command_prints_and_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    schema_command.add_arguments(parser)
    assert schema_command.run(parser.parse_args([])) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed) == contract_schema()
    recorded = tmp_path / "recorded.json"
    recorded.write_text(printed)
    assert schema_command.run(parser.parse_args(["--check", str(recorded)])) == 0
    recorded.write_text(printed.replace("have_seq", "had_seq"))
    capsys.readouterr()
    assert schema_command.run(parser.parse_args(["--check", str(recorded)])) == 1
    told = capsys.readouterr()
    assert "had_seq" in told.out
    assert "studio schema >" in told.err
    assert schema_command.run(parser.parse_args(["--check", str(tmp_path / "absent")])) == 2


def test_every_reference_of_the_schema_leads_somewhere() -> None:
    schema = contract_schema()
    text = schema_text()
    for name in {part.split('"')[0] for part in text.split('"#/$defs/')[1:]}:
        assert name in schema["$defs"], name


def test_the_delivered_frame_is_the_contracts_own() -> None:
    from studio.bus.delivery import deliver_frame

    frame = deliver_frame(msgspec.json.encode(event(7)), 2)
    assert msgspec.json.decode(frame, type=FromTable) == Deliver(event(7), 2)
    assert frame == msgspec.json.encode(Deliver(event(7), 2))


def test_every_example_of_the_contracts_page_is_a_frame_of_the_contract() -> None:
    examples = SCHEMA.with_name("contract.md").read_text(encoding="utf-8").split("```json\n")[1:]
    kinds = set()
    for example in examples:
        frame = msgspec.json.decode(example.split("```")[0], type=ToTable | FromTable)
        kinds.add(type(frame).__name__)
    # All but the view, which the page does not print.
    assert kinds == {kind.__name__ for kind in (*get_args(ToTable), *get_args(FromTable))} - {"View"}


def test_the_contracts_page_names_every_refusal() -> None:
    page = SCHEMA.with_name("contract.md").read_text(encoding="utf-8")
    assert [code for code in get_args(RefusalCode) if f"`{code}`" not in page] == []
