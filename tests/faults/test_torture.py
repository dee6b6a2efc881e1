"""Kills: at every step of a round by name, and at random moments while the links misbehave."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from devices.clock import seeded
from studio.journal.store import Journal
from studio.torture.links import GOOD
from studio.torture.report import TortureReport, compare
from studio.torture.run import torture
from studio.torture.stand import Stand

from .killed_at import STEPS


@pytest.fixture
def rig() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="studio-faults-") as folder:
        yield Path(folder)


def compared(stand: Stand, data: Path) -> TortureReport:
    return compare(
        [data / f"{name}.journal" for name in stand.names],
        [data / f"{name}.sqlite" for name in stand.names],
        [data / f"{name}.jsonl" for name in stand.names],
        seed=stand.seed,
        recoveries={},
        link={},
        rulings=0,
    )


@pytest.mark.parametrize("step", STEPS)
async def test_a_table_killed_at_each_step_of_a_result_comes_back_and_tells_it_once(
    tmp_path: Path, rig: Path, step: str
) -> None:
    stand = Stand(tmp_path, rig, 1, 50.0, ("roulette-1",), seeded(1), GOOD)
    stand.table_program = (str(Path(__file__).with_name("killed_at.py")), step)
    async with stand:
        (table,) = stand.tables
        assert await stand.killed_by_itself(table) == -9
        journal = Journal.open_read_only(tmp_path / "roulette-1.journal")
        first_end = None
        async with asyncio.timeout(60):
            while first_end is None:
                await asyncio.sleep(0.05)
                bodies = [msgspec.json.decode(row.body) for row in journal.outbox_after(0, 1 << 30)]
                first_end = next((b for b in bodies if b["type"] in ("round.result", "round.voided")), None)
        await stand.finish()
    report = compared(stand, tmp_path)
    assert report.good, report.in_words()
    # What was committed is told as it was; what was not is never guessed: then a pit boss rules on the round.
    committed = step not in ("after_read", "before_commit", "between_rows")
    assert not committed or first_end["type"] == "round.result"


async def test_thirty_kills_at_random_moments_on_bad_links_lose_double_and_change_nothing(
    tmp_path: Path, rig: Path
) -> None:
    report = await torture(tmp_path, rig, kills=30, seed=7, speed=100.0)
    print(report.in_words())
    assert report.good, report.in_words()
    assert report.kills == 30
    assert set(report.recovery) == {"table", "backend", "simulator", "screen"}
    assert report.rounds > 10
    assert min(report.link["lost"], report.link["repeated"]) > 0
