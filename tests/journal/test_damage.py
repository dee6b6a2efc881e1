"""A damaged journal is refused, the row is named, and the file is left as it is."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from studio.journal.chain import genesis, link
from studio.journal.errors import JournalDamaged, JournalError, JournalTooNew
from studio.journal.store import Journal

from .dealing import BEGUN, EPOCH, TABLE, contents, dealt

CARDS = 12


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return dealt(tmp_path / "t.journal", CARDS, acknowledged=9)


def refused(path: Path, kind: type[JournalError] = JournalDamaged) -> JournalError:
    """Neither a table nor a reader takes the journal, for the same reason, and it stays as it is."""
    before = contents(path.parent)
    with pytest.raises(kind) as writing:
        Journal.open(path)
    with pytest.raises(kind) as reading:
        Journal.open_read_only(path).verify()
    assert contents(path.parent) == before
    assert str(writing.value) == str(reading.value)
    assert str(writing.value).startswith(str(path))
    return writing.value


def change(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            assert connection.execute(statement).rowcount != 0
    connection.close()


def flip(table: str, column: str, seq: int) -> Callable[[Path], None]:
    """Flip the lowest bit of the 20th byte of a cell."""

    def in_file(path: Path) -> None:
        connection = sqlite3.connect(path)
        with connection:
            (cell,) = connection.execute(f"SELECT {column} FROM {table} WHERE seq = ?", (seq,)).fetchone()
            changed = bytes((*cell[:9], cell[9] ^ 1, *cell[10:]))
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE seq = ?", (changed, seq))
        connection.close()

    return in_file


@pytest.mark.parametrize(
    ("table", "column", "seq", "row"),
    [
        ("inputs", "body", 7, "input 7"),
        ("inputs", "effects", 1, "input 1"),
        ("inputs", "hash", 12, "input 12"),
        ("outbox", "body", 2, "input 1"),
        ("outbox", "id", 6, "input 4"),
    ],
)
def test_a_flipped_bit_is_found_and_its_row_named(path: Path, table: str, column: str, seq: int, row: str) -> None:
    flip(table, column, seq)(path)
    error = refused(path)
    assert error.row == row
    assert "is not what was written" in error.wrong
    assert "put a whole copy in its place" in error.remedy


def test_two_swapped_rows_are_found_at_the_first(path: Path) -> None:
    change(
        path,
        "UPDATE inputs SET seq = 1000 WHERE seq = 6",
        "UPDATE inputs SET seq = 6 WHERE seq = 7",
        "UPDATE inputs SET seq = 7 WHERE seq = 1000",
    )
    error = refused(path)
    assert (error.row, "swapped" in error.wrong) == ("input 6", True)


@pytest.mark.parametrize("seq", [1, 5, 11])
def test_a_missing_input_is_named(path: Path, seq: int) -> None:
    change(path, f"DELETE FROM inputs WHERE seq = {seq}")
    error = refused(path)
    assert error.row == f"input {seq}"
    assert error.wrong == f"is missing; input {seq + 1} follows instead"


def test_a_missing_last_input_is_found_by_the_events_that_it_published(path: Path) -> None:
    change(path, f"DELETE FROM inputs WHERE seq = {CARDS}")
    assert refused(path).wrong == f"belongs to input {CARDS}, which is missing; the last is input {CARDS - 1}"


def test_a_missing_event_is_named(path: Path) -> None:
    change(path, "DELETE FROM outbox WHERE seq = 4")
    error = refused(path)
    assert (error.row, error.wrong) == ("event 4", "is missing; input 3 published it")


def test_a_missing_last_event_is_named(path: Path) -> None:
    change(path, "DELETE FROM outbox WHERE seq = (SELECT max(seq) FROM outbox)")
    error = refused(path)
    assert (error.row, error.wrong) == ("event 18", f"is missing; input {CARDS} published it")


def test_an_event_moved_to_another_input_is_found(path: Path) -> None:
    change(path, "UPDATE outbox SET input_seq = 2 WHERE seq = 1")
    assert refused(path).row == "input 1"


def test_an_end_cut_off_cleanly_is_found_by_what_was_acknowledged(path: Path) -> None:
    change(path, "DELETE FROM inputs WHERE seq > 4", "DELETE FROM outbox WHERE input_seq > 4")
    error = refused(path)
    assert error.row == "acknowledgement 9"
    assert "the end of the journal is lost" in error.wrong


def test_a_changed_acknowledgement_is_found(path: Path) -> None:
    change(path, "UPDATE acks SET seq = 10")
    assert refused(path).row == "acknowledgement 10"


@pytest.mark.parametrize("key", ["table", "epoch", "created_utc", "genesis"])
def test_a_journal_that_says_other_things_of_itself_is_refused(path: Path, key: str) -> None:
    change(path, f"UPDATE meta SET value = value || 'x' WHERE key = '{key}'")
    assert refused(path).row == "meta"


def test_a_journal_that_does_not_say_whose_it_is_is_refused(path: Path) -> None:
    change(path, "DELETE FROM meta WHERE key = 'table'")
    assert refused(path).wrong == "table is missing"


@pytest.mark.parametrize("statement", ["PRAGMA user_version = 2", "UPDATE meta SET value = '2' WHERE key = 'format'"])
def test_a_journal_of_a_newer_format_is_refused_with_what_to_do(path: Path, statement: str) -> None:
    change(path, statement)
    error = refused(path, JournalTooNew)
    assert error.wrong == "has format 2, and this software reads up to format 1"
    assert "use the software that wrote it, or a later one" in error.remedy


@pytest.mark.parametrize("content", [b"", b"no journal", b"no journal" * 1000])
def test_a_file_that_is_no_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.journal"
    path.write_bytes(content)
    assert refused(path).wrong in ("is no SQLite file", "is no journal of a table")


def test_another_sqlite_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.journal"
    change(path, "CREATE TABLE inputs (seq INTEGER PRIMARY KEY)")
    assert refused(path).wrong == "is no journal of a table"


@pytest.mark.parametrize("of_ten", range(1, 10))
def test_a_truncated_file_is_refused(path: Path, of_ten: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * of_ten // 10])
    refused(path)


def test_no_flipped_bit_anywhere_in_the_file_changes_what_is_read(path: Path) -> None:
    """Each is refused, or lies where nothing is written."""
    whole = path.read_bytes()

    def read() -> list[object]:
        journal = Journal.open_read_only(path)
        journal.verify()
        return [
            journal.table,
            journal.epoch,
            journal.acknowledged_seq,
            *journal.entries(),
            *journal.outbox_after(0, 99),
        ]

    def told(read: Callable[[], list[object]]) -> list[object] | JournalError:
        try:
            return read()
        except JournalError as error:
            return error

    true = read()
    chance = random.Random(7)
    used = [place for place, byte in enumerate(whole) if byte]
    found = 0
    for place in chance.sample(used, 400):
        bit = 1 << chance.randrange(8)
        path.write_bytes(bytes((*whole[:place], whole[place] ^ bit, *whole[place + 1 :])))
        what = told(read)
        assert what == true or str(what).startswith(f"{path}: "), f"bit {bit} of byte {place}: {what}"
        found += what != true
    assert found > 300


def test_a_gap_in_the_events_is_refused_even_where_the_chain_fits(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 0)
    first, effects = b"{}", b"[]"
    event = (2, f"{TABLE}:{EPOCH}:2".encode(), b"{}")
    head = link(genesis(TABLE, EPOCH, BEGUN), 1, first, effects, [event])
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("INSERT INTO inputs VALUES (1, ?, ?, ?)", (first, effects, head))
        connection.execute("INSERT INTO outbox VALUES (?, 1, ?, ?)", event)
    connection.close()
    error = refused(path)
    assert (error.row, error.wrong) == ("event 1", "is missing; event 2 follows")
