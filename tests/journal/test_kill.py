"""A process that is killed loses nothing that it had committed, and comes back to the same card."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from studio.journal.replay import open_and_recover, replay
from studio.journal.store import Journal

from .dealing import BEGUN, EPOCH, TABLE, Dealing, contents, deal

KILLS = 12


def killed_after(path: Path, lines: int) -> tuple[int, int]:
    """Let a process append, kill it after that many committed rows; return the last input and event it printed."""
    command = [sys.executable, "-m", f"{__package__}.appending", str(path)]
    root = Path(__file__).parents[__package__.count(".") + 1]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        printed += process.stdout.readlines()
        process.wait()
    assert all(printed), "the process ended by itself"
    whole = [line for line in printed if line.endswith("\n")]
    inputs, events = map(int, whole[-1].split())
    return inputs, events


def test_every_committed_row_outlives_a_kill_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    Journal.create(path, TABLE, EPOCH, BEGUN).close()
    chance = random.Random(11)
    for _ in range(KILLS):
        inputs, events = killed_after(path, chance.randrange(1, 120))
        left = contents(tmp_path)
        reader = Journal.open_read_only(path)
        found = reader.verify()
        assert inputs <= found.inputs <= inputs + 1
        assert events <= found.events <= events + 2
        assert reader.acknowledged_seq <= found.events
        assert contents(tmp_path) == left
        again = Dealing()
        with open_and_recover(path, again) as journal:
            assert (journal.last_input_seq, journal.last_event_seq) == found[:2]
            assert journal.head == found.hash
            assert again.cards == found.inputs
            assert [row.seq for row in journal.outbox_after(0, 1 << 30)] == list(range(1, found.events + 1))
            deal(journal, 1, again)
    assert replay(Journal.open_read_only(path), Dealing).identical


@pytest.mark.parametrize("half", ["after_begin", "after_input", "after_first_input"])
def test_a_transaction_cut_in_the_middle_leaves_nothing_of_itself(tmp_path: Path, half: str) -> None:
    """Killed by its own hand between two statements of one append."""
    path = tmp_path / "t.journal"
    with Journal.create(path, TABLE, EPOCH, BEGUN) as journal:
        deal(journal, 3)
        head = journal.head
    statement, at = {
        "after_begin": ("INSERT INTO inputs", 1),
        "after_input": ("INSERT INTO outbox", 1),
        "after_first_input": ("INSERT INTO inputs", 2),
    }[half]
    code = f"""
import os, signal
from studio.journal.replay import open_and_recover
from {__package__}.dealing import Dealing, card
handler = Dealing()
journal = open_and_recover({str(path)!r}, handler)
seen = []
def stop(said):
    seen.extend([said] if said.startswith({statement!r}) else [])
    if len(seen) == {at}:
        os.kill(os.getpid(), signal.SIGKILL)
journal._writer._durable.set_trace_callback(stop)
journal.append_all([(card(number), handler.handle(card(number))) for number in (4, 5)])
"""
    root = Path(__file__).parents[__package__.count(".") + 1]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == -9
    assert Journal.open_read_only(path).verify() == (3, 4, head)
    Journal.open(path).close()
