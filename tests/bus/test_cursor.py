"""The kit's own cursor: what was applied is not applied again, but for the one event at which a crash came."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

from devices.clock import SteppedClock
from studio.bus import cursor
from studio.client import CursorStore, EventChanged, EventRejected, ResultConsumer, StoreRefused
from studio.messages.events import AnyEvent

from .ends import EPOCH, TABLE, FakeOutbox, Table, event, open_table, until


class Books:
    """A backend's books, elsewhere: what it was told, and when it shall fail."""

    def __init__(self) -> None:
        self.seqs: list[int] = []
        self.fails_at = 0
        self.refuses = 0

    async def apply(self, event: AnyEvent) -> None:
        if event.seq == self.refuses:
            raise EventRejected("closed for the night")
        if event.seq == self.fails_at:
            self.fails_at = 0
            raise ConnectionError("the books cannot be reached")
        self.seqs.append(event.seq)


async def follow(table: Table, path: Path, books: Books, upto: int) -> None:
    """A consumer's life, until everything up to `upto` is acknowledged or it ends by itself."""
    store = CursorStore(path, books.apply)
    work = asyncio.create_task(ResultConsumer([table.bus.results_endpoint], "backend", store).run())
    try:
        await until(lambda: work.done() or table.outbox.acknowledged_seq >= upto)
        if work.done():
            work.result()
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        store.close()


async def test_every_event_is_applied_once_over_any_number_of_restarts(tmp_path: Path) -> None:
    table, books = open_table(FakeOutbox()), Books()
    for upto in (20, 100, 101):
        table.publish(upto - table.outbox.last_event_seq)
        await follow(table, tmp_path / "cursor", books, upto)
    assert books.seqs == list(range(1, 102))


async def test_books_that_cannot_be_reached_end_the_consumer_and_nothing_is_left_out(tmp_path: Path) -> None:
    table, books = open_table(FakeOutbox()), Books()
    table.publish(10)
    books.fails_at = 4
    with pytest.raises(ConnectionError):
        await follow(table, tmp_path / "cursor", books, 10)
    assert table.outbox.acknowledged_seq <= 3
    await follow(table, tmp_path / "cursor", books, 10)
    assert books.seqs == list(range(1, 11))


async def test_a_crash_between_applying_and_remembering_brings_that_one_event_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, books = open_table(FakeOutbox()), Books()
    table.publish(5)
    path = tmp_path / "cursor"

    async def crashing(event: AnyEvent) -> None:
        await books.apply(event)
        if event.seq == 3:
            raise KeyboardInterrupt

    store = CursorStore(path, crashing)
    for seq in (1, 2):
        assert await store.commit(EPOCH, event(seq), msgspec.json.encode(event(seq)))
    with pytest.raises(KeyboardInterrupt):
        await store.commit(EPOCH, event(3), msgspec.json.encode(event(3)))
    store.close()
    await follow(table, path, books, 5)
    assert books.seqs == [1, 2, 3, 3, 4, 5]


async def test_what_the_books_refuse_is_held_by_the_table_until_they_take_it(tmp_path: Path) -> None:
    clock, books = SteppedClock(), Books()
    table = open_table(clock=clock)
    table.publish(5)
    books.refuses = 3
    store = CursorStore(tmp_path / "cursor", books.apply)
    work = asyncio.create_task(ResultConsumer([table.bus.results_endpoint], "backend", store).run())
    await until(lambda: table.bus.delivery_stats().rejected == 1)
    assert table.outcomes[0][2:] == ("not_accepted", "closed for the night")
    books.refuses = 0
    clock.advance_by(10.5)
    await until(table.acknowledged(5))
    assert books.seqs == [1, 2, 3, 4, 5]
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    store.close()


async def test_an_applied_event_that_comes_with_another_content_is_noticed_and_old_ones_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cursor, "KEPT", 10)
    books = Books()
    store = CursorStore(tmp_path / "cursor", books.apply)
    for seq in range(1, 36):
        assert await store.commit(EPOCH, event(seq), msgspec.json.encode(event(seq)))
    assert not await store.commit(EPOCH, event(35), msgspec.json.encode(event(35)))
    with pytest.raises(EventChanged, match=":35 was applied with another content"):
        await store.commit(EPOCH, event(35), b"other")
    assert not await store.commit(EPOCH, event(3), b"too old to tell")
    assert await store.have_seq(TABLE, EPOCH) == 35
    assert await store.have_seq(TABLE, "former") == 0
    store.close()
    with sqlite3.connect(tmp_path / "cursor") as database:
        assert database.execute("SELECT count(*) FROM applied").fetchone()[0] <= 20
    database.close()
    assert books.seqs == list(range(1, 36))


def test_a_file_that_is_no_cursor_is_refused(tmp_path: Path) -> None:
    from studio.backend import BackendStore

    BackendStore(tmp_path / "store").close()
    with pytest.raises(StoreRefused, match="something else"):
        CursorStore(tmp_path / "store", Books().apply)
