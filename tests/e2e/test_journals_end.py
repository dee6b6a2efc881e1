"""The ways on from a journal: closed and begun anew where other rules wrote it; archived when its day is over."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from e2e.stage import Stage, until

from benchmarks.long_journal import LongJournal
from devices.clock import SystemClock
from studio import table_process
from studio.journal.copy_folder import check_copy
from studio.journal.proof import prove
from studio.journal.store import Journal
from studio.round.desk import Desk
from studio.round.inputs import JournalFollows
from studio.settings import load_table
from studio.table_process import TableProcess

MakeStage = Callable[[str, str], Stage]


def retaining(stage: Stage) -> None:
    """Archives and a second copy, in the table's settings."""
    document: Any = tomlkit.parse(stage.file.read_text())
    document["retention"] = {"archive": "archive", "second_copy": "other-disk"}
    stage.file.write_text(tomlkit.dumps(document))
    (stage.data / "other-disk").mkdir()


def follows(journal: Path) -> JournalFollows:
    (found,) = [given for _, given in Journal.open_read_only(journal).inputs() if isinstance(given, JournalFollows)]
    return found


async def test_a_journal_of_other_rules_is_delivered_and_closed_and_the_next_one_names_it(
    make_stage: MakeStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = make_stage("roulette-1", "wheel")
    with monkeypatch.context() as other_rules:
        other_rules.setattr(Desk, "say", lambda self, words: None)
        long = LongJournal(stage.journal, stage.file)
        long.play(60)
        long.end(acknowledged=40)
    head = prove(stage.journal).extent
    table = await stage.start_table()
    assert await table.wait() == 1
    refused = (stage.data / "run.log").read_text()
    assert "is not what was stored: other rules or other software wrote the journal" in refused
    assert "studio journal close" in refused

    said = await stage.say("journal", "close", str(stage.journal), "--to", str(stage.data / "archive"))
    assert (said.status, "studio journal deliver" in said.err) == (1, True)
    await stage.start_backend()
    said = await stage.say("journal", "deliver", str(stage.file), "--data", str(stage.data))
    assert said.status == 0, said.err
    assert f"the backend has everything; it lacked {head.events - 40} events" in said.out
    said = await stage.say("journal", "close", str(stage.journal), "--to", str(stage.data / "archive"))
    assert said.status == 0, said.err

    table = await stage.start_table()
    await until(lambda: stage.journal.exists() and Journal.open_read_only(stage.journal).last_input_seq > 1, "it runs")
    table.send_signal(signal.SIGTERM)
    assert await table.wait() == 0
    named = follows(stage.journal)
    assert (named.epoch, named.inputs, named.head) == ("long", head.inputs, head.hash.hex())
    with sqlite3.connect(stage.store) as connection:
        counted = connection.execute("SELECT count(*) FROM event WHERE epoch = 'long'").fetchone()
    assert counted == (head.events,)


async def test_a_running_table_at_rest_begins_a_new_journal_when_its_day_is_over(
    make_stage: MakeStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_process, "LOOK_AT_THE_DAY_S", 0.05)
    stage = make_stage("roulette-1", "wheel")
    retaining(stage)
    # The journal is of the first of January, closed, and the backend has everything.
    long = LongJournal(stage.journal, stage.file)
    long.play(60)
    long.end()
    today = SystemClock().utc()
    monkeypatch.setattr(SystemClock, "utc", lambda self: today if moved else "2026-01-01T03:00:00.000Z")
    moved = False
    process = TableProcess(load_table(stage.file), stage.data)
    running = asyncio.create_task(process.run())
    try:
        await until(lambda: process.table is not None and process.table.bus is not None, "the table runs")
        assert process.table is not None
        first = process.table.journal
        assert first.epoch == "long"
        # What the start has published is acknowledged, as a backend does.
        first.acknowledge(first.last_event_seq, today)
        moved = True
        await until(
            lambda: (
                process.table is not None and process.table.journal.epoch != "long" and process.table.bus is not None
            ),
            "the table runs with a new journal",
        )
    finally:
        process.stop()
        assert await running == 0
    archived = stage.data / "archive" / "roulette-1-long.journal.xz"
    assert archived.exists()
    named = follows(stage.journal)
    assert (named.epoch, named.archive) == ("long", archived.name)
    assert check_copy(stage.data / "other-disk" / "roulette-1-long.copy").hash.hex() == named.head

    old = stage.data / "old"
    said = await stage.say("journal", "restore", str(archived), "--to", str(old))
    assert said.status == 0, said.err
    restored = str(old / "roulette-1-long.journal")
    for command in ("verify", "replay"):
        said = await stage.say(command, restored)
        assert said.status == 0, said.out + said.err
    said = await stage.say("export", restored, "--round", "roulette-1:long:r3", "--out", str(old))
    assert said.status == 0, said.err
    told = json.loads((old / "roulette-1_long_r3.json").read_text())
    assert told["round"] == "roulette-1:long:r3"
    said = await stage.say(
        "journal", "restore", str(stage.data / "other-disk" / "roulette-1-long.copy"), "--to", str(old)
    )
    assert said.status == 0, said.err
    assert prove(old / "roulette-1.journal").extent == prove(Path(restored)).extent


async def test_a_journal_whose_second_place_is_away_stays_and_is_gone_on_with(make_stage: MakeStage) -> None:
    stage = make_stage("roulette-1", "wheel")
    retaining(stage)
    long = LongJournal(stage.journal, stage.file)
    long.play(60)
    long.end()
    (stage.data / "other-disk").rmdir()
    table = await stage.start_table()
    log = stage.data / "run.log"
    await until(lambda: "journal.not_archived" in log.read_text() and "copy_lost" in log.read_text(), "it says so")
    table.send_signal(signal.SIGTERM)
    assert await table.wait() == 0
    assert Journal.open_read_only(stage.journal).epoch == "long"
