"""Journals are kept: a second copy on another disk, and archives from which nothing is missing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from studio.journal import archive as archiving
from studio.journal.archive import NotArchived, archive, gaming_day, restore
from studio.journal.copy import SecondCopy
from studio.journal.copy_folder import FolderCopies, check_copy
from studio.journal.errors import JournalDamaged, JournalInUse
from studio.journal.proof import prove
from studio.journal.store import Journal

from .dealing import BEGUN, EPOCH, TABLE, deal, dealt, utc

NAME = f"{TABLE}-{EPOCH}.copy"


async def test_the_second_copy_follows_and_holds_the_whole_chain(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    noticed: list[tuple[str, str]] = []
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        copy = SecondCopy(journal.path, FolderCopies(tmp_path / "other"), lambda *said: noticed.append(said))
        handler = None
        for _ in range(3):
            handler = deal(journal, 5, handler)
            await copy.catch_up()
            assert check_copy(tmp_path / "other" / NAME).inputs == journal.last_input_seq
    assert noticed == []


async def test_a_second_copy_that_is_lost_is_noticed_once_and_caught_up_when_its_disk_is_back(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    noticed: list[str] = []
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        copy = SecondCopy(journal.path, FolderCopies(other), lambda what, detail: noticed.append(what))
        handler = deal(journal, 5)
        await copy.catch_up()
        other.rename(tmp_path / "away")
        deal(journal, 5, handler)
        for _ in range(3):
            await copy.catch_up()
        assert noticed == ["copy_lost"]
        (tmp_path / "away").rename(other)
        await copy.catch_up()
        assert noticed == ["copy_lost", "copy_back"]
        assert check_copy(other / NAME).inputs == 10


async def test_a_line_cut_in_the_middle_is_written_again_after_a_restart(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 9)
    await SecondCopy(path, FolderCopies(tmp_path), lambda *_: None).catch_up()
    copied = tmp_path / NAME
    copied.write_bytes(copied.read_bytes()[:-50])
    await SecondCopy(path, FolderCopies(tmp_path), lambda *_: None).catch_up()
    assert check_copy(copied).inputs == 9


def test_a_changed_copy_is_found(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 4)
    copy = SecondCopy(path, FolderCopies(tmp_path), lambda *_: None)
    assert not copy.copy_some()
    copied = tmp_path / NAME
    copied.write_text(copied.read_text().replace("Td", "Th", 1))
    with pytest.raises(JournalDamaged, match="input 1: is not what was written"):
        check_copy(copied)


def acknowledged(path: Path) -> Path:
    dealt(path, 8, acknowledged=1)
    with Journal.open(path) as journal:
        journal.acknowledge(journal.last_event_seq, utc(9))
    return path


def test_an_archived_journal_is_whole_and_its_manifest_says_what_is_in_it(tmp_path: Path) -> None:
    path = acknowledged(tmp_path / "t.journal")
    before = prove(path)
    target = archive(path, tmp_path / "archive", utc(10))
    assert not path.exists()
    (told,) = map(json.loads, (tmp_path / "archive" / "manifest.jsonl").read_text().splitlines())
    assert (told["inputs"], told["events"], told["head"]) == (8, before.extent.events, before.extent.hash.hex())
    assert (told["first_utc"], told["last_utc"]) == (utc(1), utc(8))
    assert prove(restore(target, tmp_path)) == before


def test_what_is_not_acknowledged_is_not_archived(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 8, acknowledged=3)
    with pytest.raises(NotArchived, match="acknowledged up to event 3 of 12"):
        archive(path, tmp_path / "archive", utc(10))
    assert prove(path).extent.inputs == 8


def test_a_journal_in_use_is_not_archived(tmp_path: Path) -> None:
    path = acknowledged(tmp_path / "t.journal")
    with Journal.open(path), pytest.raises(JournalInUse):
        archive(path, tmp_path / "archive", utc(10))
    assert prove(path).extent.inputs == 8


def test_an_archive_that_does_not_read_back_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = acknowledged(tmp_path / "t.journal")
    monkeypatch.setattr(archiving, "_write", lambda target, path: target.write_bytes(archiving.lzma.compress(b"")))
    with pytest.raises(NotArchived, match="does not read back"):
        archive(path, tmp_path / "archive", utc(10))
    assert prove(path).extent.inputs == 8


def test_a_full_archive_disk_costs_nothing(tmp_path: Path) -> None:
    path = acknowledged(tmp_path / "t.journal")
    (tmp_path / "archive").write_text("a file, where a folder should be")
    with pytest.raises(OSError, match="archive"):
        archive(path, tmp_path / "archive", utc(10))
    assert prove(path).extent.inputs == 8
    shutil.rmtree(tmp_path / "archive", ignore_errors=True)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-30T05:59:59.999Z", "2026-11-29"),
        ("2026-11-30T06:00:00.000Z", "2026-11-30"),
        ("2026-12-01T00:00:00.000Z", "2026-11-30"),
    ],
)
def test_a_gaming_day_begins_in_the_morning(moment: str, day: str) -> None:
    assert gaming_day(moment, 6) == day
