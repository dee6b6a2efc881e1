"""What a table may rely on when it writes its journal."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from studio.journal.errors import JournalExists, JournalHalted, JournalInUse, JournalMissing, JournalUnreadable
from studio.journal.memory import MemoryJournal
from studio.journal.rows import JournalStore
from studio.journal.store import Journal
from studio.round.effects import Publish

from .dealing import BEGUN, EPOCH, TABLE, Dealing, card, contents, deal, dealt, utc


@pytest.fixture(params=["disk", "memory"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[JournalStore]:
    if request.param == "memory":
        yield MemoryJournal(TABLE, EPOCH, BEGUN)
        return
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as on_disk:
        yield on_disk


def test_an_empty_journal_says_whose_it_is(journal: JournalStore) -> None:
    assert (journal.table, journal.epoch, journal.created_utc) == (TABLE, EPOCH, BEGUN)
    assert (journal.last_input_seq, journal.last_event_seq, journal.acknowledged_seq) == (0, 0, 0)
    assert list(journal.inputs()) == []
    assert journal.outbox_after(0, 10) == []


def test_inputs_are_numbered_from_one_and_come_back_as_they_were(journal: JournalStore) -> None:
    deal(journal, 9)
    assert list(journal.inputs()) == [(n, card(n)) for n in range(1, 10)]


def test_an_entry_holds_every_effect_in_order(journal: JournalStore) -> None:
    deal(journal, 5)
    again = Dealing()
    for entry in journal.entries():
        assert entry.effects() == again.handle(entry.input())


def test_the_outbox_is_read_in_pieces_without_a_gap(journal: JournalStore) -> None:
    deal(journal, 8)
    rows = journal.outbox_after(0, 5)
    while piece := journal.outbox_after(rows[-1].seq, 5):
        rows += piece
    assert [row.seq for row in rows] == list(range(1, journal.last_event_seq + 1))
    assert [row.id for row in rows] == [f"{TABLE}:{EPOCH}:{row.seq}" for row in rows]
    assert rows == [row for entry in journal.entries() for row in entry.outbox]


def test_inputs_written_together_are_the_same_rows_as_written_one_by_one(journal: JournalStore) -> None:
    alone, handler = MemoryJournal(TABLE, EPOCH, BEGUN), Dealing()
    deal(alone, 7)
    group = [(card(number), handler.handle(card(number))) for number in range(1, 8)]
    fresh = journal.append_all(group[:2]) + journal.append_all(group[2:])
    assert fresh == alone.outbox_after(0, 100)
    assert [entry[1:] for entry in journal.entries()] == [entry[1:] for entry in alone.entries()]
    assert (journal.last_input_seq, journal.last_event_seq) == (7, alone.last_event_seq)


def test_of_inputs_written_together_all_are_there_or_none(tmp_path: Path) -> None:
    handler = Dealing()
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        deal(journal, 2, handler)
        head = journal.head
        group = [(card(number), handler.handle(card(number))) for number in (3, 4)]
        with pytest.raises(JournalHalted, match=r"inputs 3 to 5: was not written .*it goes on after input 2"):
            journal.append_all([*group, (card(5), [Publish(group[0][1][0].event)])])  # type: ignore[union-attr]
        assert journal.verify() == (2, 3, head)


def test_an_acknowledgement_covers_all_before_it_and_never_goes_back(journal: JournalStore) -> None:
    deal(journal, 4)
    journal.acknowledge(3, utc(10))
    journal.acknowledge(2, utc(11))
    assert journal.acknowledged_seq == 3
    journal.acknowledge(5, utc(12))
    assert [journal.acknowledged_at(seq) for seq in range(1, 7)] == [utc(10)] * 3 + [utc(12)] * 2 + [None]


def test_what_was_never_published_cannot_be_acknowledged(journal: JournalStore) -> None:
    deal(journal, 1)
    with pytest.raises(ValueError, match=r"event 3 was never published; the last is 2"):
        journal.acknowledge(3, utc(1))
    assert journal.acknowledged_seq == 0


@pytest.mark.parametrize(("seq", "event_id"), [(2, f"{TABLE}:{EPOCH}:2"), (1, f"{TABLE}:other:1")])
def test_rules_that_number_their_events_wrongly_halt_the_table(tmp_path: Path, seq: int, event_id: str) -> None:
    opened = Dealing().handle(card(1))[0]
    assert isinstance(opened, Publish)
    wrong = Publish(msgspec.structs.replace(opened.event, seq=seq, id=event_id))
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        with pytest.raises(JournalHalted, match=r"input 1: was not written .*The fault lies in the software"):
            journal.append(card(1), [wrong])
        with pytest.raises(JournalHalted):
            journal.append(card(1), [])
        assert journal.verify().inputs == 0
    with pytest.raises(ValueError, match="event"):
        MemoryJournal(TABLE, EPOCH, BEGUN).append(card(1), [wrong])


def test_a_journal_goes_on_where_it_was_closed(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 5, acknowledged=4)
    with Journal.open(path) as journal:
        assert (journal.last_input_seq, journal.last_event_seq, journal.acknowledged_seq) == (5, 8, 4)
        handler = Dealing()
        for _, given in journal.inputs():
            handler.handle(given)
        deal(journal, 3, handler)
        head = journal.head
    assert Journal.open_read_only(path).verify() == (8, 12, head)


def test_a_disk_and_a_memory_journal_chain_alike(tmp_path: Path) -> None:
    memory = MemoryJournal(TABLE, EPOCH, BEGUN)
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        deal(journal, 6)
        deal(memory, 6)
        assert [entry[1:] for entry in journal.entries()] == [entry[1:] for entry in memory.entries()]


def test_every_input_is_handed_on_in_the_pass_that_proves_the_chain(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 5)
    seen: list[int] = []
    with Journal.open(path, lambda entry: seen.append(entry.seq)):
        assert seen == [1, 2, 3, 4, 5]


def test_a_new_journal_never_takes_the_place_of_an_old_one(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 2)
    before = contents(tmp_path)
    with pytest.raises(JournalExists, match="lies there already"):
        Journal.create(path, TABLE, "other", BEGUN)
    assert contents(tmp_path) == before


def test_a_draft_left_by_a_killed_process_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "t.journal.new").write_bytes(b"half a file")
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN):
        assert not (tmp_path / "t.journal.new").exists()


def test_a_missing_journal_is_named_and_not_made(tmp_path: Path) -> None:
    for opening in (Journal.open, Journal.open_read_only):
        with pytest.raises(JournalMissing, match=r"none\.journal: is not there"):
            opening(tmp_path / "none.journal")
    assert list(tmp_path.iterdir()) == []


def test_a_second_writer_is_refused_and_told_who_holds_the_journal(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 2)
    with Journal.open(path) as journal:
        with pytest.raises(JournalInUse, match=rf"another process \(number {os.getpid()}\)"):
            Journal.open(path)
        code = f"from studio.journal.store import Journal; Journal.open({str(path)!r})"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert other.returncode == 1
        assert f"JournalInUse: {path}: is being written by another process (number {os.getpid()})" in other.stderr
        deal(journal, 0)
    with Journal.open(path) as again:
        assert again.last_input_seq == 2


def test_a_closed_journal_refuses_to_write(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN)
    journal.close()
    journal.close()
    with pytest.raises(JournalHalted, match="is closed"):
        journal.append(card(1), [])


def test_a_journal_that_failed_to_open_lets_go_of_its_lock(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 2)

    def refuse(_: object) -> None:
        raise RuntimeError("not these rules")

    with pytest.raises(RuntimeError):
        Journal.open(path, refuse)
    Journal.open(path).close()


def test_acknowledgements_may_come_from_another_thread_while_the_table_writes(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        handler = deal(journal, 1)
        with ThreadPoolExecutor(2) as threads:
            writing = threads.submit(deal, journal, 200, handler)
            acknowledging = threads.submit(acknowledge_all, journal)
            writing.result()
            acknowledging.result()
        assert journal.acknowledged_seq == journal.last_event_seq == 302
    assert Journal.open_read_only(journal.path).verify().events == 302


def acknowledge_all(journal: Journal) -> None:
    while journal.acknowledged_seq < 302:
        for row in journal.outbox_after(journal.acknowledged_seq, 1):
            journal.acknowledge(row.seq, utc(row.seq))


@pytest.mark.parametrize("name", ["table 1.journal", "50%?#&=.journal", "Tisch-Ä.journal"])
def test_a_journal_may_have_any_name(tmp_path: Path, name: str) -> None:
    path = dealt(tmp_path / name, 2)
    assert Journal.open_read_only(path).verify().inputs == 2
    with Journal.open(path) as journal:
        assert journal.last_input_seq == 2


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalUnreadable, match=r"none/t\.journal: its lock t\.journal\.lock cannot be made"):
        Journal.create(tmp_path / "none" / "t.journal", TABLE, EPOCH, BEGUN)


def test_appends_wait_for_the_disk_and_acknowledgements_do_not(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        writer = journal._writer
        assert writer is not None

        def settings(connection: sqlite3.Connection) -> list[object]:
            pragmas = ("journal_mode", "synchronous", "wal_autocheckpoint")
            return [connection.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas]

        full, normal = 2, 1
        assert settings(writer._durable) == [b"wal", full, 1000]
        assert settings(writer._acks) == [b"wal", normal, 1000]
