"""The table's disk fails: full, read-only, slow, damaged. The table stops clean, says so, and keeps what it had."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from devices.clock import seeded
from studio.journal.proof import prove
from studio.journal.replay import replay
from studio.journal.store import Journal
from studio.round.orchestrator import Orchestrator
from studio.torture.links import GOOD
from studio.torture.report import compare
from studio.torture.stand import Stand

TABLE = "roulette-1"

PROGRAM = """
import sys, time
from studio.journal.store import Journal
import sqlite3
from studio.cli import main

how, after = sys.argv[1], int(sys.argv[2])
append_all = Journal.append_all

def failing(self, group):
    if self.last_input_seq >= after:
        connection = self._writer._durable
        if how == "full":
            connection.execute("PRAGMA max_page_count = 1")
        elif how == "read_only":
            connection.execute("PRAGMA query_only = ON")
        elif how == "slow":
            time.sleep(1.0)
    return append_all(self, group)

Journal.append_all = failing
sys.exit(main(sys.argv[3:]))
"""


@pytest.fixture
def rig() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="studio-faults-") as folder:
        yield Path(folder)


def stand_with(tmp_path: Path, rig: Path, how: str, after: int) -> Stand:
    stand = Stand(tmp_path, rig, 1, 50.0, (TABLE,), seeded(1), GOOD)
    program = tmp_path / "failing.py"
    program.write_text(PROGRAM)
    stand.table_program = (str(program), how, str(after))
    return stand


def is_whole(tmp_path: Path) -> None:
    report = compare(
        [tmp_path / f"{TABLE}.journal"],
        [tmp_path / f"{TABLE}.sqlite"],
        [tmp_path / f"{TABLE}.jsonl"],
        seed=1,
        recoveries={},
        link={},
        rulings=0,
    )
    assert report.good, report.in_words()
    assert report.rounds > 0


@pytest.mark.parametrize(
    ("how", "said", "remedy"),
    [("full", "SQLITE_FULL", "Free space on the disk"), ("read_only", "SQLITE_READONLY", "writable")],
)
async def test_a_disk_that_takes_nothing_more_stops_the_table_clean_and_it_goes_on_when_there_is_room(
    tmp_path: Path, rig: Path, how: str, said: str, remedy: str
) -> None:
    async with stand_with(tmp_path, rig, how, 30) as stand:
        (table,) = stand.tables
        assert await stand.killed_by_itself(table) == 1
        log = (tmp_path / "logs" / f"table-{TABLE}.log").read_text()
        assert "table.halted" in log
        assert said in log
        assert remedy in log
        await asyncio.sleep(0)
        await stand.finish()
    is_whole(tmp_path)


async def test_a_disk_that_takes_a_second_for_each_commit_slows_the_table_and_loses_nothing(
    tmp_path: Path, rig: Path
) -> None:
    async with stand_with(tmp_path, rig, "slow", 12) as stand:
        (table,) = stand.tables
        async with asyncio.timeout(60):
            while table.people.view is None or table.people.view.rounds_done < 1:
                await asyncio.sleep(0.05)
        await stand.finish()
    is_whole(tmp_path)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of some rounds, and all that belongs to its table."""
    folder = tmp_path_factory.mktemp("played")

    async def play(rig: Path) -> None:
        async with Stand(folder, rig, 1, 100.0, (TABLE,), seeded(1), GOOD) as stand:
            (table,) = stand.tables
            async with asyncio.timeout(60):
                while table.people.view is None or table.people.view.rounds_done < 3:
                    await asyncio.sleep(0.05)
            await stand.finish()

    with tempfile.TemporaryDirectory(prefix="studio-faults-") as rig:
        asyncio.run(play(Path(rig)))
    return folder


def started_on(folder: Path, content: bytes, tmp_path: Path) -> tuple[int, str]:
    """Start the table on a journal of that content; its exit status and what it said."""
    journal = tmp_path / f"{TABLE}.journal"
    journal.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-m", "studio", "run", str(folder / f"{TABLE}.toml"), "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert journal.read_bytes() == content, "a refused journal is left as it is"
    return done.returncode, done.stderr


def test_a_journal_with_a_flipped_bit_is_refused_and_the_row_is_named(played: Path, tmp_path: Path) -> None:
    content = bytearray((played / f"{TABLE}.journal").read_bytes())
    place = content.index(b'"wheel.result"')
    content[place + 4] ^= 1
    status, said = started_on(played, bytes(content), tmp_path)
    assert status == 1
    assert "is not what was written" in said
    verified = subprocess.run(
        [sys.executable, "-m", "studio", "verify", "--json", str(tmp_path / f"{TABLE}.journal")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert verified.returncode == 1
    assert json.loads(verified.stdout)["row"].startswith("input ")


def test_a_truncated_journal_is_refused(played: Path, tmp_path: Path) -> None:
    content = (played / f"{TABLE}.journal").read_bytes()
    status, said = started_on(played, content[: len(content) // 2], tmp_path)
    assert status == 1
    assert "left as it was" in said or "damaged" in said


def test_the_whole_journal_is_proved(played: Path) -> None:
    journal = played / f"{TABLE}.journal"
    assert prove(journal).extent.inputs > 0
    assert replay(Journal.open_read_only(journal), Orchestrator).identical
