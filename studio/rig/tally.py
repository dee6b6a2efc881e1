"""What a demonstration came to: the tables' journals held against the backend's store, and against replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from studio.backend import BackendStore
from studio.journal.replay import replay
from studio.journal.store import Journal
from studio.messages.telemetry import Delivery
from studio.round.orchestrator import Orchestrator


class DemoSummary(msgspec.Struct, frozen=True, tag_field="type", tag="demo.summary"):
    """What the demonstration came to, over all its tables.

    `acked` counts acknowledged results. `lost` are events that the backend should have and has not; after a run that
    was stopped early, those not yet acknowledged are `waiting` in the outbox instead and go out at the next start.
    """

    seed: int
    rounds: int
    results: int
    acked: int
    voided: int
    events: int
    waiting: int
    lost: int
    doubled: int
    replay_identical: bool
    latency_p50_ms: dict[str, float | None]
    latency_p99_ms: dict[str, float | None]
    first_difference: str | None = None

    @property
    def good(self) -> bool:
        """Nothing lost, nothing doubled, and replay gives the same."""
        return self.lost == 0 and self.doubled == 0 and self.replay_identical


def tally(
    journals: Sequence[Path],
    store: Path,
    *,
    seed: int,
    stopped_early: bool,
    doubled: int,
    deliveries: Mapping[str, Delivery | None],
) -> DemoSummary:
    """Compare. `doubled` is how often the backend reported an event again, `deliveries` the tables' own measurements.

    Raises JournalError when a journal cannot be read.
    """
    kinds: Counter[str] = Counter()
    waiting = lost = results_held = 0
    difference: str | None = None
    backend = BackendStore(store)
    try:
        held = set(backend.ids())
    finally:
        backend.close()
    for file in journals:
        journal = Journal.open_read_only(file)
        acknowledged = journal.acknowledged_seq
        for row in journal.outbox_after(0, journal.last_event_seq):
            kind = msgspec.json.decode(row.body)["type"]
            kinds[kind] += 1
            if row.id in held:
                results_held += kind == "round.result"
            elif stopped_early and row.seq > acknowledged:
                waiting += 1
            else:
                lost += 1
        report = replay(journal, Orchestrator)
        if report.first_difference is not None and difference is None:
            difference = f"{file}: {report.first_difference}"
    return DemoSummary(
        seed=seed,
        rounds=kinds["round.result"] + kinds["round.voided"],
        results=kinds["round.result"],
        acked=results_held,
        voided=kinds["round.voided"],
        events=kinds.total(),
        waiting=waiting,
        lost=lost,
        doubled=doubled,
        replay_identical=difference is None,
        latency_p50_ms={table: known.latency_p50_ms if known else None for table, known in deliveries.items()},
        latency_p99_ms={table: known.latency_p99_ms if known else None for table, known in deliveries.items()},
        first_difference=difference,
    )
