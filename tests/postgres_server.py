"""A real PostgreSQL server for tests: import the fixture `server`. Skipped, with the reason, where there is none."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


def binaries() -> Path | None:
    """Where PostgreSQL's server lies, if it does."""
    found = shutil.which("postgres")
    places = [Path(found).parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists()), None)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A PostgreSQL server of our own in a folder of our own; how to connect to it."""
    place = binaries()
    if place is None:
        pytest.skip("PostgreSQL's server is not installed")
    user: str | None = None
    if os.geteuid() == 0:
        # The server refuses to run as root.
        names = {entry.pw_name for entry in pwd.getpwall()}
        user = next((name for name in ("postgres", "nobody") if name in names), None)
        if user is None:
            pytest.skip("PostgreSQL does not run as root, and there is no other user")
    folder = Path(tempfile.mkdtemp(prefix="studio-postgres-"))
    if user is not None:
        shutil.chown(folder, user)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    def do(*words: str) -> None:
        subprocess.run(
            [str(place / words[0]), *words[1:]], check=True, user=user, cwd=folder, capture_output=True, timeout=120
        )

    data = folder / "data"
    try:
        do("initdb", "-D", str(data), "-U", "studio", "--auth", "trust", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        do("pg_ctl", "-D", str(data), "-w", "-t", "60", "-o", options, "-l", str(folder / "log"), "start")
        try:
            yield f"host=127.0.0.1 port={port} user=studio dbname=postgres"
        finally:
            do("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
