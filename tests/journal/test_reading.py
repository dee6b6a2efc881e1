"""Reading a journal leaves it as it is, whoever else has it open."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from studio.journal.errors import JournalDamaged, JournalHalted, JournalUnreadable
from studio.journal.page import tell_round
from studio.journal.replay import replay
from studio.journal.store import Journal

from .dealing import BEGUN, EPOCH, TABLE, Dealing, card, contents, deal, dealt, utc


def read_everything(path: Path) -> tuple[int, int]:
    """Ask a journal all that can be asked; return its last input and event."""
    journal = Journal.open_read_only(path)
    journal.verify()
    assert replay(journal, Dealing).identical
    assert tell_round(journal)
    assert journal.outbox_after(0, 100)
    assert journal.acknowledged_seq >= 0
    assert len(journal.head) == 32
    return journal.last_input_seq, journal.last_event_seq


def test_reading_a_closed_journal_neither_changes_it_nor_puts_a_file_beside_it(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 6, acknowledged=3)
    (tmp_path / "t.journal.lock").unlink()
    before = contents(tmp_path), path.stat().st_mtime_ns
    assert read_everything(path) == (6, 9)
    assert (contents(tmp_path), path.stat().st_mtime_ns) == before
    assert [f.name for f in tmp_path.iterdir()] == ["t.journal"]


def test_a_journal_is_read_while_its_table_writes_it(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        handler = deal(journal, 4)
        for cards in range(5, 30):
            deal(journal, 1, handler)
            before = contents(tmp_path)
            assert read_everything(journal.path)[0] == cards
            assert contents(tmp_path) == before
        assert journal.verify().inputs == 29


def test_a_pass_that_has_begun_sees_one_moment_of_the_journal(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        handler = deal(journal, 4)
        entries = Journal.open_read_only(journal.path).entries()
        first = next(entries)
        deal(journal, 4, handler)
        journal.acknowledge(2, utc(9))
        assert [first.seq, *(entry.seq for entry in entries)] == [1, 2, 3, 4]


def test_what_a_killed_table_left_in_its_write_ahead_log_is_read_and_left_there(tmp_path: Path) -> None:
    left = tmp_path / "left"
    left.mkdir()
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        deal(journal, 7)
        for name in ("t.journal", "t.journal-wal"):
            shutil.copy(tmp_path / name, left)
    before = contents(left)
    assert before["t.journal-wal"]
    assert read_everything(left / "t.journal")[0] == 7
    assert contents(left) == before


def test_a_table_that_begins_to_write_in_the_middle_of_a_pass_is_noticed(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 4)
    entries = Journal.open_read_only(path).entries()
    next(entries)
    with Journal.open(path), pytest.raises(JournalUnreadable, match=r"a table began to write it .* Read it again"):
        list(entries)


def test_a_journal_open_for_reading_cannot_be_written(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 1)
    journal = Journal.open_read_only(path)
    with pytest.raises(JournalHalted, match="open for reading only"):
        journal.append(card(2), [])
    with pytest.raises(JournalHalted, match="open for reading only"):
        journal.acknowledge(1, utc(1))


def test_an_input_of_other_software_is_named_with_what_to_do(tmp_path: Path) -> None:
    import sqlite3

    from studio.journal.chain import genesis, link

    path = tmp_path / "t.journal"
    Journal.create(path, TABLE, EPOCH, BEGUN).close()
    unknown = b'{"input":"weather","utc":"x","monotonic_ns":1}'
    head = link(genesis(TABLE, EPOCH, BEGUN), 1, unknown, b"[]", [])
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("INSERT INTO inputs VALUES (1, ?, ?, ?)", (unknown, b"[]", head))
    connection.close()
    journal = Journal.open_read_only(path)
    assert journal.verify().inputs == 1
    with pytest.raises(JournalDamaged, match=r"input 1: is no input this software knows .* by other software"):
        list(journal.inputs())
