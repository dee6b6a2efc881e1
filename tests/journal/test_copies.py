"""The second place of a journal, a folder or a PostgreSQL server: whole, caught up, proved, and never in the way."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from postgres_server import server

from studio.journal.archive import NotArchived, archive, restore_copy
from studio.journal.copy import CopyPlace, SecondCopy, check_rows, copy_whole
from studio.journal.copy_folder import FolderCopies
from studio.journal.errors import JournalDamaged
from studio.journal.file import Meta
from studio.journal.proof import prove
from studio.journal.store import Journal

from .dealing import BEGUN, EPOCH, TABLE, deal, dealt, utc

__all__ = ["server"]  # the fixture

META = Meta(TABLE, EPOCH, BEGUN)


class Place:
    """A place for copies that a test can take away, bring back, and change."""

    def __init__(self, place: CopyPlace, lose: Callable[[], None], find: Callable[[], None]) -> None:
        self.place = place
        self.lose = lose
        self.find = find


@pytest.fixture(params=["folder", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "folder":
        folder, away = tmp_path / "other", tmp_path / "away"
        folder.mkdir()
        yield Place(FolderCopies(folder), lambda: shutil.move(folder, away), lambda: shutil.move(away, folder))
        return
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    from studio.journal.copy_postgres import PostgresCopies

    conninfo = request.getfixturevalue("server")
    copies = PostgresCopies(conninfo)

    def do(*statements: str) -> None:
        with psycopg.connect(conninfo, autocommit=True, dbname="template1") as connection:
            for statement in statements:
                connection.execute(statement)

    def lose() -> None:
        do(
            "ALTER DATABASE postgres ALLOW_CONNECTIONS false",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'",
        )

    yield Place(copies, lose, lambda: do("ALTER DATABASE postgres ALLOW_CONNECTIONS true"))
    do("ALTER DATABASE postgres ALLOW_CONNECTIONS true")
    copies.close()
    with psycopg.connect(conninfo) as connection:
        connection.execute("DROP TABLE IF EXISTS studio_journal_event, studio_journal_input, studio_journal")


async def test_a_copy_follows_and_is_caught_up_when_its_place_is_back(place: Place, tmp_path: Path) -> None:
    noticed: list[str] = []
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        copy = SecondCopy(journal.path, place.place, lambda what, detail: noticed.append(f"{what} {detail}"))
        handler = deal(journal, 5)
        await copy.catch_up()
        place.lose()
        deal(journal, 5, handler)
        for _ in range(2):
            await copy.catch_up()
        place.find()
        await copy.catch_up()
        extent = journal.verify()
    assert [said.split()[0] for said in noticed] == ["copy_lost", "copy_back"]
    assert all(place.place.name in said for said in noticed)
    assert check_rows("the copy", META, place.place.rows(META)) == extent


def test_a_journal_is_made_again_of_its_copy(place: Place, tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 30, acknowledged=4)
    copy_whole(path, place.place)
    (tmp_path / "again").mkdir()
    again = restore_copy(META, place.place.rows(META), tmp_path / "again")
    before, after = prove(path), prove(again)
    assert (after.table, after.epoch, after.extent, after.acknowledged) == (TABLE, EPOCH, before.extent, 0)


def test_a_copy_of_more_than_the_journal_holds_shows_that_its_end_is_lost(place: Place, tmp_path: Path) -> None:
    copy_whole(dealt(tmp_path / "long.journal", 9), place.place)
    with pytest.raises(JournalDamaged, match="input 9: holds input 9, which the journal does not"):
        copy_whole(dealt(tmp_path / "short.journal", 8), place.place)


def test_a_copy_that_parts_from_the_journal_is_not_gone_on_with(place: Place, tmp_path: Path) -> None:
    copy_whole(dealt(tmp_path / "one.journal", 5), place.place)
    with Journal.create(tmp_path / "two.journal", TABLE, EPOCH, BEGUN) as journal:
        deal(journal, 4)
        journal.append(*_another_card(journal))
    with pytest.raises(JournalDamaged, match="input 5: is not what the journal holds"):
        copy_whole(tmp_path / "two.journal", place.place)


def _another_card(journal: Journal) -> tuple[Any, Any]:
    given = next(entry.input() for entry in journal.entries() if entry.seq == 1)
    return given, []


def test_nothing_goes_that_is_not_whole_in_its_second_place_too(place: Place, tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 8, acknowledged=1)
    with Journal.open(path) as journal:
        journal.acknowledge(journal.last_event_seq, utc(9))
    place.lose()
    with pytest.raises(NotArchived, match="not whole in its second place"):
        archive(path, tmp_path / "archive", utc(10), copies=[place.place])
    assert prove(path).extent.inputs == 8
    assert not (tmp_path / "archive").exists()
    place.find()
    archive(path, tmp_path / "archive", utc(10), copies=[place.place])
    assert not path.exists()
    assert check_rows("the copy", META, place.place.rows(META)).inputs == 8


def test_a_changed_copy_keeps_the_journal_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    folder = FolderCopies(tmp_path / "other")
    path = dealt(tmp_path / "t.journal", 8)
    with Journal.open(path) as journal:
        journal.acknowledge(journal.last_event_seq, utc(9))
    copy_whole(path, folder)
    (copied,) = (tmp_path / "other").iterdir()
    copied.write_text(copied.read_text().replace("Td", "Th", 1))
    with pytest.raises(NotArchived, match="input 1: is not what was written"):
        archive(path, tmp_path / "archive", utc(10), copies=[folder])
    assert path.exists()


def test_a_long_line_at_the_end_of_a_copy_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.journal.copy_folder._FROM_THE_END", 50)
    (tmp_path / "other").mkdir()
    folder = FolderCopies(tmp_path / "other")
    copy_whole(dealt(tmp_path / "t.journal", 7), folder)
    (copied,) = (tmp_path / "other").iterdir()
    assert folder.last(META)[0] == 7
    with copied.open("ab") as torn:
        torn.write(b'{"seq": 8, "inp')
    assert folder.last(META) == (7, prove(tmp_path / "t.journal").extent.hash)
    assert copied.read_bytes().endswith(b"}\n")


def test_a_table_may_only_add_to_its_copies_in_postgres(server: str, tmp_path: Path) -> None:
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    from studio.journal.copy_postgres import SCHEMA, PostgresCopies

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SCHEMA)
        connection.execute("CREATE ROLE adds LOGIN")
        connection.execute("GRANT SELECT, INSERT ON studio_journal, studio_journal_input, studio_journal_event TO adds")
    copies = PostgresCopies(server.replace("user=studio", "user=adds"))
    path = dealt(tmp_path / "t.journal", 5)
    copy_whole(path, copies)
    assert check_rows("the copy", META, copies.rows(META)) == prove(path).extent
    with pytest.raises(OSError, match="permission denied"), copies._at_work() as connection:
        connection.execute("UPDATE studio_journal_input SET body = ''")
    copies.close()
    with psycopg.connect(server) as connection:
        connection.execute("DROP TABLE studio_journal_event, studio_journal_input, studio_journal")


def test_the_names_of_a_place_tell_no_secret(server: str) -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    from studio.journal.copy_postgres import PostgresCopies

    assert "host=127.0.0.1" in PostgresCopies(server).name
    assert "xyzzy" not in PostgresCopies(f"{server} password=xyzzy").name


def test_a_copy_survives_that_the_journal_is_written_meanwhile(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        copy = SecondCopy(journal.path, FolderCopies(tmp_path / "other"), lambda *_: None)
        handler = deal(journal, 1005)
        assert copy.copy_some()
        deal(journal, 5, handler)
        assert not copy.copy_some()
        assert copy.copied_seq == 1010
        with sqlite3.connect(journal.path) as connection:
            assert connection.execute("SELECT count(*) FROM inputs").fetchone() == (1010,)


async def test_a_copy_that_is_stopped_in_mid_copy_is_not_written_twice(tmp_path: Path) -> None:
    class Slow(FolderCopies):
        """A disk that takes its time: it lets a test go on while it has not written yet."""

        def __init__(self, folder: Path) -> None:
            super().__init__(folder)
            self.begun, self.go_on = threading.Event(), threading.Event()

        def append(self, meta: Meta, rows: Any) -> None:
            self.begun.set()
            assert self.go_on.wait(30)
            super().append(meta, rows)

    (tmp_path / "other").mkdir()
    place = Slow(tmp_path / "other")
    copy = SecondCopy(dealt(tmp_path / "t.journal", 9), place, lambda *_: None)
    copying = asyncio.create_task(copy.run())
    assert await asyncio.to_thread(place.begun.wait, 30)
    copying.cancel()
    await asyncio.gather(copying, return_exceptions=True)
    last = asyncio.create_task(copy.catch_up())
    await asyncio.sleep(0)
    place.go_on.set()
    await last
    assert check_rows("the copy", META, place.rows(META)).inputs == 9
