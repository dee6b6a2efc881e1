"""When the journal cannot write, the table halts: it says why and what to do, and loses nothing that it had."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.journal.errors import JournalHalted
from studio.journal.replay import open_and_recover
from studio.journal.store import Journal

from .dealing import BEGUN, EPOCH, TABLE, Dealing, card, deal, utc


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        deal(journal, 3)
        yield journal


def durable(journal: Journal, pragma: str) -> None:
    """Set a limit on the connection that appends: the only place where a test reaches inside."""
    assert journal._writer is not None
    journal._writer._durable.execute(f"PRAGMA {pragma}")


def fill(journal: Journal, handler: Dealing) -> JournalHalted:
    with pytest.raises(JournalHalted) as halted:
        deal(journal, 100_000, handler)
    return halted.value


def recovered(journal: Journal) -> Dealing:
    handler = Dealing()
    for _, given in journal.inputs():
        handler.handle(given)
    return handler


def test_a_full_disk_halts_the_table_and_says_what_to_do(journal: Journal) -> None:
    durable(journal, "max_page_count = 20")
    error = fill(journal, recovered(journal))
    kept = journal.last_input_seq
    assert kept > 10
    assert error.row == f"input {kept + 1}"
    assert "SQLITE_FULL" in error.wrong
    assert error.remedy == (
        f"Free space on the disk of the journal, then start the table again: it goes on after input {kept}"
    )


def test_a_halted_journal_refuses_all_that_comes_after_even_when_there_is_room_again(journal: Journal) -> None:
    durable(journal, "max_page_count = 20")
    error = fill(journal, recovered(journal))
    durable(journal, "max_page_count = 1000000")
    for _ in range(3):
        with pytest.raises(JournalHalted) as again:
            journal.append(card(1), [])
        assert str(again.value) == str(error)
    with pytest.raises(JournalHalted):
        journal.acknowledge(journal.last_event_seq, utc(1))


def test_nothing_is_lost_by_a_full_disk_and_the_table_goes_on_when_there_is_room(journal: Journal) -> None:
    durable(journal, "max_page_count = 20")
    fill(journal, recovered(journal))
    kept, events, head = journal.last_input_seq, journal.last_event_seq, journal.head
    assert [row.seq for row in journal.outbox_after(0, 1 << 30)] == list(range(1, events + 1))
    journal.close()
    handler = Dealing()
    with open_and_recover(journal.path, handler) as again:
        assert (again.last_input_seq, again.last_event_seq, again.head) == (kept, events, head)
        deal(again, 1, handler)


def test_a_disk_that_became_read_only_halts_the_table(journal: Journal) -> None:
    durable(journal, "query_only = ON")
    error = fill(journal, recovered(journal))
    assert "SQLITE_READONLY" in error.wrong
    assert "writable" in error.remedy
    assert journal.verify().inputs == 3


def test_an_acknowledgement_that_cannot_be_written_halts_the_table(journal: Journal) -> None:
    assert journal._writer is not None
    journal._writer._acks.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalHalted, match=r"acknowledgement 2: was not written \(SQLITE_READONLY"):
        journal.acknowledge(2, utc(1))
    assert journal.acknowledged_seq == 0
    with pytest.raises(JournalHalted):
        journal.append(card(4), [])


def test_what_json_cannot_hold_halts_the_table_instead_of_being_dropped(journal: Journal) -> None:
    from devices.readings import DeviceReply
    from studio.round.inputs import DeviceSaid

    reading = DeviceReply("?", "\ud800")
    given = DeviceSaid(utc=utc(4), monotonic_ns=4, device="shoe-1", reading=reading)
    with pytest.raises(JournalHalted, match=r"input 4: was not written \(UnicodeEncodeError.*lies in the software"):
        journal.append(given, [])


def filled_by_a_process(path: Path, before: str) -> str:
    """Append in another process until it halts; return what it said."""
    code = f"""
import resource
from studio.journal.errors import JournalHalted
from studio.journal.replay import open_and_recover
from {__package__}.dealing import Dealing, deal
handler = Dealing()
journal = open_and_recover({str(path)!r}, handler)
{before}
try:
    deal(journal, 100_000, handler)
except JournalHalted as halted:
    print(journal.last_input_seq, halted)
"""
    root = Path(__file__).parents[__package__.count(".") + 1]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout


def test_a_write_that_the_system_refuses_halts_the_table(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    Journal.create(path, TABLE, EPOCH, BEGUN).close()
    limit = "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))"
    kept, said = filled_by_a_process(path, limit).split(maxsplit=1)
    assert int(kept) > 5
    assert f"input {int(kept) + 1}: was not written (SQLITE_IOERR_WRITE" in said
    assert "Check the disk of the journal" in said
    assert Journal.open_read_only(path).verify().inputs == int(kept)


def test_a_really_full_disk_halts_the_table(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small disk")
    try:
        path = disk / "t.journal"
        Journal.create(path, TABLE, EPOCH, BEGUN).close()
        kept, said = filled_by_a_process(path, "").split(maxsplit=1)
        assert int(kept) > 5
        assert f"input {int(kept) + 1}: was not written (SQLITE_FULL" in said
        assert "Free space on the disk of the journal" in said
        assert Journal.open_read_only(path).verify().inputs == int(kept)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
