"""Verification and replay of a journal, events a second, beside reading the same rows and hashing their bytes."""

from __future__ import annotations

import argparse
import hashlib
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from benchmarks.figures import machine, p50_p99
from benchmarks.long_journal import LongJournal
from studio import digests
from studio.journal.proof import prove
from studio.journal.replay import Takes, replay
from studio.journal.store import Journal
from studio.round.orchestrator import Orchestrator
from studio.round.snapshot import take_snapshot


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. Raises RuntimeError when the journal does not hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks proof", description=__doc__)
    parser.add_argument("--events", type=int, default=20_000, metavar="N", help="length of the journal (20000)")
    parser.add_argument("--turns", type=int, default=5, metavar="N", help="how often each is done (5)")
    args = parser.parse_args(argv)
    print(machine())
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = Path(folder) / "long.journal"
        long = LongJournal(path)
        long.play(args.events)
        long.end()
        takes = Takes(digests.of_software(), take_snapshot)
        extent = prove(path).extent
        report = replay(Journal.open_read_only(path), Orchestrator, takes)
        if not report.identical:
            raise RuntimeError(f"the journal does not hold: {report.first_difference}")
        size_mb = path.stat().st_size / 1e6
        told = f"{extent.inputs:,} inputs, {extent.events:,} events, {report.snapshots} snapshots, {size_mb:.0f} MB"
        print(f"a journal of {told}")
        kinds: dict[str, Callable[[], object]] = {
            "floor: read, SHA-256": lambda: _floor(path),
            "verified": lambda: prove(path),
            "replayed": lambda: replay(Journal.open_read_only(path), Orchestrator, takes),
        }
        times: dict[str, list[float]] = {name: [] for name in kinds}
        for _ in range(args.turns):
            for name, do in kinds.items():
                began_s = time.perf_counter()
                do()
                times[name].append(time.perf_counter() - began_s)
    floor_p50, floor_p99 = p50_p99(next(iter(times.values())))
    for name, taken in times.items():
        p50, p99 = p50_p99(taken)
        rates = f"{extent.events / p50:>10,.0f} events/s  {extent.inputs / p50:>10,.0f} inputs/s"
        ratio = f"{p50 / floor_p50:6.1f} x p50  {p99 / floor_p99:6.1f} x p99"
        print(f"{name:<22} p50 {p50:8.3f} s  p99 {p99:8.3f} s  {rates}  {ratio}")
    return 0


def _floor(path: Path) -> None:
    """Every row of the journal read, its bytes hashed in one digest after the other."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        for body, effects in connection.execute("SELECT body, effects FROM inputs ORDER BY seq"):
            hashlib.sha256(body + effects).digest()
        for name, body in connection.execute("SELECT id, body FROM outbox ORDER BY seq"):
            hashlib.sha256(name + body).digest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
