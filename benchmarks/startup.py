"""From the start of a table's process to its open door, beside a bare interpreter that loads the same libraries.

The table is started on the journal that a killed one left, as after a SIGKILL. Its door is open when the socket for
results takes a connection: then the journal is recovered, and the table answers. The floor is an interpreter that loads
ZeroMQ, msgspec and SQLite and ends. Both run from compiled modules, as installed software does, in turn.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import tomlkit

from benchmarks.figures import machine, row
from studio.houses import config_dir
from studio.rig.stand_ins import compiled, free_endpoints

FLOOR: Final = ("-c", "import zmq, msgspec, sqlite3")
OPEN_WITHIN_S: Final = 30.0
LOOK_S: Final = 0.001


class Start(NamedTuple):
    """One start: seconds on the wall and of the processor."""

    wall_ms: float
    cpu_ms: float


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print. Raises TimeoutError when a table does not come up."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks startup", description=__doc__.splitlines()[0])
    parser.add_argument("--starts", type=int, default=20, metavar="N", help="starts of each (20)")
    parser.add_argument("--table", default="roulette-1", metavar="NAME", help="of config/tables (roulette-1)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        floor, table = _measure(Path(folder), args.table, args.starts)
    print(f"{machine()}; {args.starts} starts of each, table {args.table}")
    for what, of_floor, of_table in (
        ("on the wall", [one.wall_ms for one in floor], [one.wall_ms for one in table]),
        ("of the processor", [one.cpu_ms for one in floor], [one.cpu_ms for one in table]),
    ):
        print(row(f"bare interpreter, {what}", of_floor, "ms"))
        print(row(f"table's door open, {what}", of_table, "ms", of_floor))
    return 0


def _measure(folder: Path, name: str, starts: int) -> tuple[list[Start], list[Start]]:
    document: Any = tomlkit.parse((config_dir() / "tables" / f"{name}.toml").read_text(encoding="utf-8"))
    results, telemetry = free_endpoints(2)
    document["bus"].update({"results": results, "telemetry": telemetry, "plain": True})
    document.pop("keys", None)
    for device in document["devices"].values():
        device["port"] = str(folder / "no-device")
    file = folder / f"{name}.toml"
    file.write_text(tomlkit.dumps({"open_at_start": True, **document}), encoding="utf-8")
    arguments = ("-m", "studio", "run", str(file), "--data", str(folder), "--log", "error")
    environment = compiled(folder / "compiled")
    for _ in range(2):  # to compile, and to leave a journal
        _table(arguments, environment, results)
        _bare(environment)
    both = [(_bare(environment), _table(arguments, environment, results)) for _ in range(starts)]
    return [floor for floor, _ in both], [table for _, table in both]


def _bare(environment: Mapping[str, str]) -> Start:
    began_s = time.monotonic()
    process = subprocess.Popen([sys.executable, *FLOOR], env=environment)
    return _ended(process, began_s)


def _table(arguments: Sequence[str], environment: Mapping[str, str], endpoint: str) -> Start:
    began_s = time.monotonic()
    process = subprocess.Popen([sys.executable, *arguments], env=environment)
    host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
    try:
        while True:
            with socket.socket() as door:
                if door.connect_ex((host, int(port))) == 0:
                    open_s = time.monotonic()
                    break
            if process.poll() is not None or time.monotonic() - began_s > OPEN_WITHIN_S:
                raise TimeoutError(f"the table did not open its door (exit status {process.poll()})")
            time.sleep(LOOK_S)
    finally:
        process.kill()
    return _ended(process, began_s)._replace(wall_ms=(open_s - began_s) * 1e3)


def _ended(process: subprocess.Popen[bytes], began_s: float) -> Start:
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return Start((time.monotonic() - began_s) * 1e3, (used.ru_utime + used.ru_stime) * 1e3)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
