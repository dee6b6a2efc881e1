"""A journal as long as wanted, of a real table file: clean rounds of roulette, with snapshots as a table keeps them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from devices.clock import SteppedClock
from devices.readings import AnyReading, LinkChanged, WheelPhaseChanged, WheelResult
from studio import digests
from studio.houses import config_dir, load_rules
from studio.journal.rows import Transaction
from studio.journal.snapshots import digest_of
from studio.journal.store import Journal
from studio.messages.commands import AnyCommand, CloseTable, OpenTable
from studio.round.inputs import AnyInput, CommandGiven, DeviceSaid, SnapshotTaken, TimerEnded
from studio.round.orchestrator import Orchestrator
from studio.round.snapshot import may_be_taken, take_snapshot
from studio.settings import desk_settings, load_table
from studio.table_journal import configured
from studio.table_snapshots import EVERY_INPUTS

TABLE_FILE: Final = config_dir() / "tables" / "roulette-1.toml"
UTC: Final = "2026-01-01T00:00:00.000Z"
AT_ONCE: Final = 200
"""Inputs of one transaction: it is the length that matters, not how it came about."""


class LongJournal:
    """A wheel's table at play into a new journal at `path`, without devices, network and waits for the disk."""

    def __init__(self, path: Path, table_file: Path = TABLE_FILE) -> None:
        settings = load_table(table_file)
        self.table = Orchestrator()
        self.journal = Journal.create(path, settings.table, "long", UTC)
        assert self.journal._writer is not None
        self.journal._writer._durable.execute("PRAGMA synchronous = OFF")
        self._device = next(iter(settings.devices))
        self._software = digests.of_software()
        self._group: list[Transaction] = []
        self._inputs = self._events = self._kept = self._spin = 0
        rules = load_rules(settings.house, settings.game, settings.variant)
        self._give(configured("long", desk_settings(settings), rules, SteppedClock()))
        self._order(OpenTable(id="open", person="Ana", role="pit_boss"))
        self._read(LinkChanged("ready"))

    def play(self, events: int) -> None:
        """Play rounds until so many events are published. Raises RuntimeError when a round is not played to its end."""
        while self._events < events:
            rounds = self.table.rounds_done
            self._spin = self._spin % 255 + 1
            self._read(WheelPhaseChanged("place_bets", self._spin, 150, "clockwise"))
            if "between_rounds" in self.table.desk.timers:
                token = self.table.desk.timers["between_rounds"].token
                self._give(TimerEnded(utc=UTC, monotonic_ns=0, timer="between_rounds", token=token))
            for phase in ("ball_in_rim", "no_more_bets"):
                self._read(WheelPhaseChanged(phase, self._spin, 150, "clockwise"))
            self._read(WheelResult(str(self._spin % 37), self._spin))
            if self.table.rounds_done == rounds:
                raise RuntimeError(f"no round was played: the table asks for {self.table.desk.prompt_key}")
            if self._inputs - self._kept >= EVERY_INPUTS and may_be_taken(self.table):
                self._keep()

    def end(self, *, closed: bool = True, acknowledged: int | None = None) -> None:
        """Close the table, have everything acknowledged, or so many events of it, and fold the journal."""
        if closed:
            self._order(CloseTable(id="close", person="Ana", role="pit_boss", reason="end"))
        self._write()
        self.journal.acknowledge(acknowledged or self.journal.last_event_seq, UTC)
        self.journal.close()

    def _read(self, reading: AnyReading) -> None:
        self._give(DeviceSaid(utc=UTC, monotonic_ns=self._inputs, device=self._device, reading=reading))

    def _order(self, command: AnyCommand) -> None:
        self._give(CommandGiven(utc=UTC, monotonic_ns=0, command=command))

    def _give(self, given: AnyInput) -> None:
        self._group.append((given, self.table.handle(given)))
        self._inputs += 1
        self._events = self.table.desk.last_event_seq
        if len(self._group) >= AT_ONCE:
            self._write()

    def _keep(self) -> None:
        self._write()
        snapshot = take_snapshot(self.table)
        given = SnapshotTaken(utc=UTC, monotonic_ns=0, digest=digest_of(snapshot), software=self._software)
        self.table.handle(given)
        self._kept = self.journal.keep(given, snapshot)
        self._inputs += 1

    def _write(self) -> None:
        if self._group:
            self.journal.append_all(self._group)
            self._group = []
