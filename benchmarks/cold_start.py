"""Cold start on a long journal: time to ready, from its snapshot and without, beside opening SQLite and reading rows.

A journal of a wheel's table is made (or taken up with `--journal`, where the same software made it). Then, in turns:
the floor opens the file and reads every row since the snapshot; `recovered` opens, proves and takes up the journal in
this process; `ready` is a process of its own, `studio run`, from its start to the moment when it says that it serves.
At last everything is handled again once, as `--replay-all` does, and the two tables are compared.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import tomlkit

from benchmarks.figures import machine, row
from benchmarks.long_journal import TABLE_FILE, LongJournal
from devices.clock import SystemClock
from studio import logs
from studio.round.snapshot import take_snapshot
from studio.settings import TableSettings, load_table
from studio.table_journal import TableJournal, open_journal

READY_WITHIN_S: Final = 120.0


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. Raises RuntimeError when the two ways to start do not lead to the same table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks cold-start", description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=1_000_000, metavar="N", help="length of the journal (a million)")
    parser.add_argument("--starts", type=int, default=20, metavar="N", help="starts of each kind (20)")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="make it here and keep it, or take it up again")
    parser.add_argument("--no-replay", action="store_true", help="leave out the start without a snapshot: minutes")
    args = parser.parse_args(argv)
    logs.configure("error")
    print(machine())
    # Where the system keeps temporary files in memory, reading costs nothing: measure where we stand.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        table_file = _table_file(Path(folder))
        settings = load_table(table_file)
        path = (args.journal or Path(folder) / f"{settings.table}.journal").resolve()
        _made(path, table_file, args.events)
        quick = _measured(settings, path, table_file, args.starts)
        if not args.no_replay:
            began_s = time.perf_counter()
            whole = _opened(settings, path, replay_all=True)
            took_s = time.perf_counter() - began_s
            if take_snapshot(whole.orchestrator) != quick:
                raise RuntimeError("with and without a snapshot the table is not the same")
            print(f"{'recovered without a snapshot':<44} once {took_s:9.3f} s; the table is the same, byte for byte")
    return 0


def _made(path: Path, table_file: Path, events: int) -> None:
    if not path.exists():
        began_s = time.perf_counter()
        long = LongJournal(path, table_file)
        long.play(events)
        long.end(closed=False)
        print(f"made in {time.perf_counter() - began_s:.0f} s")
    with closing(sqlite3.connect(path)) as connection:
        inputs, published = (
            connection.execute(f"SELECT max(seq) FROM {of}").fetchone()[0] for of in ("inputs", "outbox")
        )
    print(f"a journal of {inputs:,} inputs and {published:,} events, {path.stat().st_size / 1e6:,.0f} MB")


def _measured(settings: TableSettings, path: Path, table_file: Path, starts: int) -> bytes:
    """Print the figures; the state of the table at the end of the journal."""
    floor, recovered, ready = [], [], []
    with _said_ready() as said:
        for turn in range(starts + 1):
            floor_ms = _timed_ms(lambda: _floor(path))
            recovered_ms = _timed_ms(lambda: _opened(settings, path))
            ready_ms = _ready_ms(said, table_file, path)
            if turn:  # the first fills what the system keeps of the file
                floor.append(floor_ms)
                recovered.append(recovered_ms)
                ready.append(ready_ms)
    print(row("floor: open SQLite, read since the snapshot", floor, "ms"))
    print(row("recovered from the snapshot", recovered, "ms", floor))
    print(row("ready: a process from its start", ready, "ms", floor))
    return take_snapshot(_opened(settings, path).orchestrator)


def _floor(path: Path) -> None:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        since = connection.execute("SELECT max(input_seq) FROM snapshots").fetchone()
        connection.execute("SELECT body FROM snapshots WHERE input_seq = ?", since).fetchone()
        connection.execute("SELECT * FROM inputs WHERE seq >= ?", since).fetchall()
        event = connection.execute("SELECT max(seq) FROM acks").fetchone()
        connection.execute("SELECT * FROM outbox WHERE seq >= ?", event).fetchall()


def _opened(settings: TableSettings, path: Path, *, replay_all: bool = False) -> TableJournal:
    opened = open_journal(settings, path, SystemClock(), None, replay_all=replay_all)
    opened.journal.close()
    if not replay_all and not opened.journal.snapshot_seq:
        raise RuntimeError(f"{path} has no snapshot of this software: make it anew")
    return opened


def _ready_ms(said: socket.socket, table_file: Path, path: Path) -> float:
    began_s = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "studio", "run", str(table_file), "--data", str(path.parent), "--log", "error"],
        env={**os.environ, "NOTIFY_SOCKET": str(said.getsockname())},
    )
    try:
        while True:
            with contextlib.suppress(TimeoutError):
                if b"READY=1" in said.recv(4096):
                    return (time.perf_counter() - began_s) * 1000
            if process.poll() is not None:
                raise RuntimeError(f"the table ended with status {process.returncode} instead of serving")
            if time.perf_counter() - began_s > READY_WITHIN_S:
                raise TimeoutError(f"the table did not serve within {READY_WITHIN_S:g} s")
    finally:
        process.kill()
        process.wait()


def _timed_ms(do: Any) -> float:
    began_s = time.perf_counter()
    do()
    return (time.perf_counter() - began_s) * 1000


@contextlib.contextmanager
def _said_ready() -> Iterator[socket.socket]:
    """Where a process says that it serves, as it says it to systemd."""
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as said,
    ):
        said.bind(f"{folder}/notify")
        said.settimeout(1.0)
        yield said


def _table_file(folder: Path) -> Path:
    """The demonstration's wheel table, plain, with sockets of its own, and a wheel that is not there."""
    document: Any = tomlkit.parse(TABLE_FILE.read_text())
    for device in document["devices"].values():
        device["port"] = str(folder / "absent")
    document["bus"]["results"] = document["bus"]["telemetry"] = "tcp://127.0.0.1:*"
    document["bus"]["plain"] = True
    document.pop("keys", None)
    file = folder / TABLE_FILE.name
    file.write_text(tomlkit.dumps(document))
    return file


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
