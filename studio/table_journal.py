"""A table's journal at its start: gone on with, from its snapshot; or archived when its gaming day is over."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import structlog

from devices.clock import Clock, entropy
from studio import digests
from studio.journal.archive import archive, gaming_day
from studio.journal.replay import open_and_recover
from studio.journal.signatures import Signers
from studio.journal.store import Journal
from studio.round.orchestrator import Orchestrator
from studio.settings import TableSettings
from studio.table_snapshots import takes_up

_log = structlog.get_logger(__name__)


class TableJournal(NamedTuple):
    """An open journal, the orchestrator that has been brought to its end, and the digest of what runs."""

    journal: Journal
    orchestrator: Orchestrator
    software: str


def open_journal(
    settings: TableSettings, path: Path, clock: Clock, signers: Signers | None, *, replay_all: bool
) -> TableJournal:
    """Go on with the table's journal at `path`, or begin one. Raises JournalError when it cannot."""
    software = digests.of_software()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        journal, orchestrator = _recovered(path, clock, signers, None if replay_all else software)
        if not _day_is_over(settings, journal, orchestrator, clock):
            return TableJournal(journal, orchestrator, software)
        journal.close()
        assert settings.retention.archive is not None
        target = archive(path, settings.retention.archive, clock.utc(), signers)
        _log.info("journal.archived", table=settings.table, archive=str(target))
    return TableJournal(Journal.create(path, settings.table, entropy(4), clock.utc()), Orchestrator(), software)


def _recovered(path: Path, clock: Clock, signers: Signers | None, software: str | None) -> tuple[Journal, Orchestrator]:
    """The journal with an orchestrator at its end, by way of its snapshot unless `software` is None."""
    began_s = clock.monotonic_s()
    orchestrator = Orchestrator()
    journal = open_and_recover(path, orchestrator, signers, takes_up(orchestrator, software) if software else None)
    _log.info(
        "journal.recovered",
        table=journal.table,
        inputs=journal.last_input_seq,
        from_snapshot=journal.snapshot_seq,
        proved_after=journal.proved_after,
        took_s=round(clock.monotonic_s() - began_s, 3),
    )
    return journal, orchestrator


def _day_is_over(settings: TableSettings, journal: Journal, table: Orchestrator, clock: Clock) -> bool:
    """Whether the journal is of an earlier gaming day and its table at rest, with everything acknowledged."""
    retention = settings.retention
    if retention.archive is None or journal.last_input_seq == 0 or table.open or table.stage != "idle":
        return False
    hour = retention.day_begins_hour
    earlier = gaming_day(journal.created_utc, hour) < gaming_day(clock.utc(), hour)
    return earlier and journal.acknowledged_seq == journal.last_event_seq
