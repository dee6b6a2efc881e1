"""The example backend against a real PostgreSQL server, which is started for it and stopped after it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from postgres_server import server

from studio.bus.consumer import ResultConsumer
from studio.bus.errors import EventChanged, EventRejected
from studio.keys.files import make
from studio.messages.events import ResultVoided, RoundCorrected, RoundResult, RoundVoided

from .ends import EPOCH, TABLE, FakeOutbox, close_tables, event, open_table, until
from .test_gate import GuardedTable

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")

__all__ = ["server"]  # the fixture

from examples.postgres_backend.ledger import PostgresLedger  # noqa: E402 - only with psycopg


@pytest.fixture
async def ledger(server: str) -> AsyncIterator[PostgresLedger]:
    opened = await PostgresLedger.connect(server)
    await opened._connection.execute("TRUNCATE studio_event CASCADE")
    await opened._connection.commit()
    yield opened
    await opened.close()


@pytest.fixture(autouse=True)
async def nothing_is_left_open() -> AsyncIterator[None]:
    yield
    close_tables()


def ended(kind: type[Any], seq: int, /, **more: Any) -> tuple[Any, bytes]:
    head = {"id": f"{TABLE}:{EPOCH}:{seq}", "table": TABLE, "seq": seq, "utc": "2026-01-01T00:00:00.000Z"}
    told = kind(**head, **{"round": "r1", **more})
    return told, msgspec.json.encode(told)


async def rows(ledger: PostgresLedger, question: str) -> list[tuple[Any, ...]]:
    async with ledger._connection.transaction():
        return await (await ledger._connection.execute(question.encode())).fetchall()


async def test_every_event_is_one_row_in_order_and_the_cursor_is_read_from_them(ledger: PostgresLedger) -> None:
    table = open_table()
    table.publish(150)
    work = asyncio.create_task(ResultConsumer([table.bus.results_endpoint], "backend", ledger).run())
    await until(lambda: table.outbox.acknowledged_seq == 150)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    stored = await rows(ledger, "SELECT seq, body FROM studio_event ORDER BY received, seq")
    assert [(seq, bytes(body)) for seq, body in stored] == [(row.seq, row.body) for row in table.outbox.rows]
    assert await ledger.have_seq(TABLE, EPOCH) == 150
    assert await ledger.have_seq(TABLE, "other") == 0


async def test_a_consumer_that_is_started_again_goes_on_where_its_rows_end(server: str, ledger: PostgresLedger) -> None:
    box = FakeOutbox()
    table = open_table(box)
    for total in (40, 80):
        table.publish(40)
        again = await PostgresLedger.connect(server)
        work = asyncio.create_task(ResultConsumer([table.bus.results_endpoint], "backend", again).run())
        await until(lambda due=total: box.acknowledged_seq == due)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        await again.close()
    assert await rows(ledger, "SELECT count(*), count(DISTINCT id) FROM studio_event") == [(80, 80)]


async def test_an_event_that_comes_again_changes_nothing_and_another_content_is_refused(
    ledger: PostgresLedger,
) -> None:
    said = event(1)
    body = msgspec.json.encode(said)
    assert await ledger.commit(EPOCH, said, body)
    assert not await ledger.commit(EPOCH, said, body)
    with pytest.raises(EventChanged):
        await ledger.commit(EPOCH, said, body + b" ")
    assert await rows(ledger, "SELECT count(*) FROM studio_event") == [(1,)]


async def test_a_round_is_settled_once_and_a_correction_takes_its_place(ledger: PostgresLedger) -> None:
    head: dict[str, Any] = {"game": "baccarat", "house": "oasis", "variant": "classic", "rules_digest": "d"}
    assert await ledger.commit(EPOCH, *ended(RoundResult, 1, **head, outcome="banker", bets={}))
    why = {"by": ["Ana", "Bo"], "reason": "seen on video"}
    corrected = ended(
        RoundCorrected, 2, corrects=f"{TABLE}:{EPOCH}:1", corrected_round="r1", **why, outcome="tie", bets={}
    )
    assert await ledger.commit(EPOCH, *corrected)
    assert not await ledger.commit(EPOCH, *corrected)
    assert await ledger.commit(EPOCH, *ended(RoundVoided, 3, round="r2", kind="card_gone", by="Ana", reason="torn"))
    settled = await rows(ledger, "SELECT round, outcome FROM studio_settlement ORDER BY round")
    assert settled == [("r1", "tie"), ("r2", "void")]


async def test_what_fails_in_the_middle_of_a_commit_leaves_nothing_and_comes_again(ledger: PostgresLedger) -> None:
    async def failing(_: Any) -> None:
        raise psycopg.OperationalError("the books are closed")

    original, ledger._settle = ledger._settle, failing  # type: ignore[method-assign]
    told = ended(RoundVoided, 1, kind="card_gone", by="Ana", reason="torn")
    with pytest.raises(psycopg.OperationalError):
        await ledger.commit(EPOCH, *told)
    ledger._settle = original  # type: ignore[method-assign]
    assert await ledger.have_seq(TABLE, EPOCH) == 0
    assert await ledger.commit(EPOCH, *told)


async def test_a_correction_of_what_was_never_settled_is_rejected_and_nothing_of_it_is_kept(
    ledger: PostgresLedger,
) -> None:
    why = {"by": ["Ana", "Bo"], "reason": "seen on video"}
    for told in (
        ended(RoundCorrected, 1, corrects=f"{TABLE}:{EPOCH}:0", corrected_round="r9", **why, outcome="tie", bets={}),
        ended(ResultVoided, 1, voids=f"{TABLE}:{EPOCH}:0", voided_round="r9", **why),
    ):
        with pytest.raises(EventRejected, match="round r9 was never settled"):
            await ledger.commit(EPOCH, *told)
    assert await rows(ledger, "SELECT count(*) FROM studio_event") == [(0,)]


async def test_the_program_itself_killed_again_and_again_keeps_every_event_once_over_curve(
    server: str, ledger: PostgresLedger, tmp_path: Path
) -> None:
    table = GuardedTable(tmp_path / "keys")
    try:
        make(table.keys, "bets-1", "backend", "2026-01-01T00:00:00.000Z")
        keys = ("--key", str(table.keys / "bets-1.key"), "--table-key", str(table.keys / "bac-1.pub"))
        program = (sys.executable, "-m", "examples.postgres_backend", server, table.bus.results_endpoint, *keys)
        for life in range(1, 5):
            table.outbox.publish(100)
            table.bus.notify()
            process = await asyncio.create_subprocess_exec(*program, cwd=Path(__file__).parents[2])
            try:
                # Killed in the middle of what it was given, but for its last life.
                due = life * 100 - (50 if life < 4 else 0)
                async with asyncio.timeout(60):
                    while table.outbox.acknowledged_seq < due:
                        await asyncio.sleep(0.005)
            finally:
                process.kill()
                await process.wait()
        stored = await rows(ledger, "SELECT seq, body FROM studio_event ORDER BY received, seq")
        assert [(seq, bytes(body)) for seq, body in stored] == [(row.seq, row.body) for row in table.outbox.rows]
        assert table.refused == []
    finally:
        table.bus.close()
