"""Whole tables played at random into a journal on the disk, with snapshots where nothing is in progress."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from devices.clock import seeded
from studio.journal.replay import open_and_recover
from studio.journal.signatures import Signers
from studio.journal.snapshots import TakesUp, digest_of
from studio.journal.store import Journal
from studio.rig.invariants import configured, offering, varied
from studio.rig.random_table import RandomTable
from studio.round.effects import AnyEffect
from studio.round.inputs import AnyInput, Configured, SnapshotTaken
from studio.round.orchestrator import Orchestrator
from studio.round.snapshot import may_be_taken, take_snapshot, take_up

SOFTWARE = "5" * 64
UTC = "2026-11-30T12:00:00.000Z"


class Played:
    """A table played at random from `seed`, into a new journal at `path`, or in memory alone."""

    def __init__(self, game: str, seed: str, path: Path | None = None) -> None:
        random = seeded(seed)
        first = configured(varied(random.choice(offering(game, None)), random), random)
        assert isinstance(first, Configured)
        self.table = Orchestrator()
        self.journal = Journal.create(path, first.table, first.epoch, UTC) if path is not None else None
        self.effects: list[AnyEffect] = []
        self.give(first)
        self.world = RandomTable(self.table, random, 0.05)

    def give(self, given: AnyInput) -> None:
        self.effects = self.table.handle(given)
        if self.journal is not None:
            self.journal.append(given, self.effects)

    def play(self, inputs: int) -> None:
        for _ in range(inputs):
            self.give(self.world.next_input())
            self.world.after(self.effects)

    def to_the_end_of_a_round(self) -> None:
        while not may_be_taken(self.table):
            self.play(1)

    def keep(self, software: str = SOFTWARE) -> int:
        """Keep a snapshot as a table does; the number of its input."""
        self.to_the_end_of_a_round()
        assert self.journal is not None
        snapshot = take_snapshot(self.table)
        given = SnapshotTaken(utc=UTC, monotonic_ns=0, digest=digest_of(snapshot), software=software)
        self.table.handle(given)
        return self.journal.keep(given, snapshot)

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()


class Opened:
    """A journal opened again with a fresh orchestrator, from its snapshot or, without `snapshots`, from its inputs."""

    def __init__(
        self, path: Path, *, snapshots: bool = True, software: str = SOFTWARE, signers: Signers | None = None
    ) -> None:
        self.table = Orchestrator()
        self.passed_over: list[str] = []
        takes_up = TakesUp(software, lambda body: take_up(self.table, body), self.passed_over.append)
        with open_and_recover(path, self.table, signers, takes_up if snapshots else None) as journal:
            self.snapshot_seq = journal.snapshot_seq
            self.proved_after = journal.proved_after
            self.acknowledged = journal.acknowledged_seq
            self.extent = (journal.last_input_seq, journal.last_event_seq, journal.head)

    def state(self) -> dict[str, Any]:
        """Everything that the table holds, in a form that compares; a procedure by its kind."""
        desk = dict(sorted(vars(self.table.desk).items()))
        held = {**vars(self.table), "procedure": type(self.table.procedure), "desk": desk}
        idle = ("begin", "foreseen", "sent" if self.table.procedure is None else "")
        return {
            name: msgspec.json.encode(value, enc_hook=_spelled)
            for name, value in sorted(held.items())
            if name not in idle
        }


def _spelled(value: Any) -> Any:
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if hasattr(value, "__dict__"):
        return dict(sorted(vars(value).items()))
    return repr(value)
