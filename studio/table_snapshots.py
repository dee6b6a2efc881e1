"""When a running table writes its state down: between two rounds, once enough has come since the last time."""

from __future__ import annotations

from typing import Final

import structlog

from devices.clock import TimerHandle
from studio.journal.snapshots import TakesUp
from studio.round.orchestrator import Orchestrator
from studio.round.snapshot import NoSnapshot, may_be_taken, take_up
from studio.table import Table

EVERY_INPUTS: Final = 500
"""A start handles at most so many inputs again, and those of one round more."""

SHOE_END_INPUTS: Final = 50
"""A spent shoe is a good moment already after so few."""

AFTER_THE_RESULT_S: Final = 0.5
"""A result goes out first, and its acknowledgement comes in; a pause between two rounds is longer than this."""

_log = structlog.get_logger(__name__)


class SnapshotKeeper:
    """Keeps the snapshots of one table; `software` is the digest of what runs (`digests.of_software`)."""

    def __init__(self, table: Table, software: str, last_seq: int) -> None:
        self._table = table
        self._software = software
        self._last_seq = last_seq
        self._timer: TimerHandle | None = None
        self._stopped = False
        table.settled = self.settled

    def stop(self) -> None:
        """Keep no more."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def settled(self) -> None:
        """Something was written: see whether a snapshot is due, and have it taken when nobody waits."""
        if self._timer is None and not self._stopped and self._is_due():
            self._timer = self._table.clock.call_later(AFTER_THE_RESULT_S, self._take)

    def _is_due(self) -> bool:
        table = self._table.orchestrator
        since = self._table.journal.last_input_seq - self._last_seq
        spent = table.shoe is not None and table.shoe.spent
        return since >= (SHOE_END_INPUTS if spent else EVERY_INPUTS) and may_be_taken(table)

    def _take(self) -> None:
        self._timer = None
        self._table.settle()
        if self._stopped or not self._is_due():
            return  # a round has begun meanwhile: after it, then
        self._last_seq = self._table.journal.last_input_seq
        try:
            self._table.keep_snapshot(self._software)
        except NoSnapshot as error:
            # The table is as good as without: only its next start takes longer.
            _log.error("snapshot.not_taken", table=self._table.journal.table, why=str(error))


def takes_up(table: Orchestrator, software: str) -> TakesUp:
    """What brings a fresh orchestrator to a journal's snapshot, and says in the log why one was passed over."""

    def passed_over(why: str) -> None:
        _log.warning("snapshot.passed_over", why=why)

    return TakesUp(software, lambda snapshot: take_up(table, snapshot), passed_over)
