"""A table's process keeps snapshots and starts from them; what a quick start leaves unproved is proved beside it."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections.abc import Callable

import pytest
from e2e.stage import Stage, until

from benchmarks.long_journal import LongJournal
from studio import table_proof
from studio.journal import opening
from studio.journal.errors import JournalDamaged
from studio.journal.store import Journal
from studio.settings import load_table
from studio.table_process import TableProcess

MakeStage = Callable[[str, str], Stage]


def written(stage: Stage, events: int, *, snapshots: bool) -> None:
    """A journal of an open table at `stage`, with or without the snapshots that were kept on the way."""
    long = LongJournal(stage.journal, stage.file)
    long.play(events)
    long.end(closed=False)
    if not snapshots:
        with sqlite3.connect(stage.journal) as connection:
            connection.execute("DROP TABLE snapshots")


def last_snapshot(stage: Stage) -> int:
    with Journal.open_read_only(stage.journal) as journal:
        known = journal._ask("SELECT count(*) FROM sqlite_schema WHERE name = 'snapshots'")[0][0]
        return int(journal._ask("SELECT ifnull(max(input_seq), 0) FROM snapshots")[0][0]) if known else 0


async def test_a_killed_table_starts_from_its_snapshot_and_without_it_when_told_to(make_stage: MakeStage) -> None:
    stage = make_stage("roulette-1", "wheel")
    written(stage, 600, snapshots=False)
    log = stage.data / "run.log"

    async def run_until_up(*arguments: str) -> str:
        before = len(log.read_text()) if log.exists() else 0
        process = await stage.start_table("--log", "info", *arguments)
        await until(lambda: "table.running" in log.read_text()[before:], "the table runs")
        if not arguments:
            await until(lambda: last_snapshot(stage) > 900, "a snapshot is kept")
        process.send_signal(signal.SIGKILL)
        await process.wait()
        return log.read_text()[before:]

    assert '"from_snapshot": 0' in await run_until_up()
    kept = last_snapshot(stage)
    assert f'"from_snapshot": {kept}' in await run_until_up()
    assert '"from_snapshot": 0' in await run_until_up("--replay-all")
    said = await stage.say("replay", str(stage.journal))
    assert said.status == 0, said.out + said.err
    assert "snapshots are the states they lead to" in said.out


async def test_a_damaged_older_row_closes_the_table_and_keeps_it_from_starting_again(
    make_stage: MakeStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = make_stage("roulette-1", "wheel")
    written(stage, 600, snapshots=True)
    with sqlite3.connect(stage.journal) as connection:
        connection.execute("UPDATE inputs SET body = replace(body, '2026', '2025') WHERE seq = 7")
    monkeypatch.setattr(opening, "PROVED_WHOLE_INPUTS", 10)
    monkeypatch.setattr(table_proof, "BEGIN_AFTER_S", 0.0)
    process = TableProcess(load_table(stage.file), stage.data)
    running = asyncio.create_task(process.run())
    try:
        await until(lambda: process.table is not None and not process.table.orchestrator.open, "the table has closed")
        assert process.table is not None
        assert process.watch is not None
        alarms = {alarm.what: alarm.detail for alarm in process.table.view().alarms}
        assert alarms["journal_damaged"].startswith("input 7: ")
        assert "damaged" in str(process.watch.why_closed())
    finally:
        process.stop()
        await running
    with pytest.raises(JournalDamaged, match=r"input 7\b"):
        await TableProcess(load_table(stage.file), stage.data).run()
