"""A table's journal at its start: gone on with, from its snapshot; or archived when its day is over, and begun anew."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path
from typing import Any, Final, NamedTuple

import structlog

from devices.clock import Clock, entropy
from studio import digests
from studio.config_errors import ConfigError
from studio.games.catalogue import rules_data, rules_digest
from studio.games.house import HouseRules
from studio.journal.archive import NotArchived, archive, former, gaming_day
from studio.journal.copy import CopyPlace
from studio.journal.copy_folder import FolderCopies
from studio.journal.copy_postgres import PostgresCopies
from studio.journal.replay import open_and_recover
from studio.journal.signatures import Signers
from studio.journal.store import Journal
from studio.round.inputs import Configured, JournalFollows
from studio.round.orchestrator import Orchestrator
from studio.settings import DeskSettings, TableSettings
from studio.table_snapshots import takes_up

SOFTWARE: Final = f"studio-control {importlib.metadata.version('studio-control')}"

_log = structlog.get_logger(__name__)


class TableJournal(NamedTuple):
    """An open journal, the orchestrator that has been brought to its end, and the digest of what runs."""

    journal: Journal
    orchestrator: Orchestrator
    software: str
    former: JournalFollows | None = None
    """Where the journal has just been begun: upon which one it follows."""


def open_journal(
    settings: TableSettings, path: Path, clock: Clock, signers: Signers | None, *, replay_all: bool
) -> TableJournal:
    """Go on with the table's journal at `path`, or begin one. Raises JournalError when it cannot."""
    software = digests.of_software()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        opened = TableJournal(*_recovered(path, clock, signers, None if replay_all else software), software)
        if not day_is_over(settings, opened.journal, opened.orchestrator, clock):
            return opened
        opened.journal.close()
        if not _archived(settings, path, clock, signers):
            return TableJournal(*_recovered(path, clock, signers, None if replay_all else software), software)
    left = former(path)
    journal = Journal.create(path, settings.table, entropy(4), clock.utc())
    return TableJournal(journal, Orchestrator(), software, _follows(left, clock) if left else None)


def copy_places(settings: TableSettings) -> list[CopyPlace]:
    """Where the table's journal is written a second time. Raises ConfigError for a place that cannot be used."""
    retention = settings.retention
    places: list[CopyPlace] = []
    if retention.second_copy is not None:
        places.append(FolderCopies(retention.second_copy))
    if retention.second_copy_postgres is not None:
        try:
            places.append(PostgresCopies(retention.second_copy_postgres))
        except OSError as error:
            raise ConfigError([f"table {settings.table}: retention.second_copy_postgres: {error}"]) from None
    return places


def day_is_over(settings: TableSettings, journal: Journal, table: Orchestrator, clock: Clock) -> bool:
    """Whether the journal is of an earlier gaming day and its table at rest, with everything acknowledged."""
    retention = settings.retention
    if retention.archive is None or journal.last_input_seq == 0 or table.open or table.stage != "idle":
        return False
    hour = retention.day_begins_hour
    earlier = gaming_day(journal.created_utc, hour) < gaming_day(clock.utc(), hour)
    return earlier and journal.acknowledged_seq == journal.last_event_seq


def _archived(settings: TableSettings, path: Path, clock: Clock, signers: Signers | None) -> bool:
    """Archive the journal of the day that is over; False, with the reason in the log, where it must still stay."""
    assert settings.retention.archive is not None
    try:
        target = archive(path, settings.retention.archive, clock.utc(), signers, copy_places(settings))
    except (NotArchived, OSError) as error:
        _log.error("journal.not_archived", table=settings.table, why=str(error))
        return False
    _log.info("journal.archived", table=settings.table, archive=str(target))
    return True


def _follows(left: dict[str, Any], clock: Clock) -> JournalFollows:
    return JournalFollows(
        utc=clock.utc(),
        monotonic_ns=clock.monotonic_ns(),
        epoch=left["epoch"],
        inputs=left["inputs"],
        events=left["events"],
        head=left["head"],
        archive=left["archive"],
    )


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


def configured(epoch: str, desk: DeskSettings, rules: HouseRules, clock: Clock) -> Configured:
    """The input that tells an orchestrator what it plays by; a journal begins with one."""
    return Configured(
        utc=clock.utc(),
        monotonic_ns=clock.monotonic_ns(),
        table=desk.table,
        epoch=epoch,
        settings=desk.model_dump(mode="json"),
        rules=rules_data(rules),
        rules_digest=rules_digest(rules),
        software=SOFTWARE,
    )
