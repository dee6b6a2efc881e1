"""The screens beside a rig: started as the processes that they are in a studio, or photographed with nobody there."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from studio.rig.scenes import scenes

OFFSCREEN: Final = {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}


def take(folder: Path, only: str = "") -> list[Path]:
    """Write the pictures of every scene into `folder`; needs no display. Raises RuntimeError when they do not come."""
    with tempfile.TemporaryDirectory(prefix="studio-scenes-") as passing:
        file = Path(passing) / "scenes.json"
        file.write_bytes(msgspec.json.encode(scenes()))
        done = subprocess.run(
            [sys.executable, "-m", "dealer_ui.pictures", str(file), str(folder), "--only", only],
            env={**os.environ, **OFFSCREEN},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        raise RuntimeError(f"the screens were not drawn: {done.stderr.strip()[-2000:]}")
    return [Path(line) for line in done.stdout.splitlines()]


def has_display(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether there is a desktop to open windows on."""
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") or environment.get("QT_QPA_PLATFORM"))


def open_screens(tables: Mapping[str, tuple[str, str]]) -> list[subprocess.Popen[bytes]]:
    """Open a dealer's screen for each table (its result and telemetry endpoints) and one monitor for all of them.

    They are processes of their own and follow the tables from outside; end them with `close_screens`.
    """
    opened = [
        _start("dealer_ui.dealer", "--results", results, "--telemetry", telemetry, "--person", "simulated dealer")
        for results, telemetry in tables.values()
    ]
    floor = {
        "floor": "demo",
        "tables": [{"name": name, "results": ends[0], "telemetry": ends[1]} for name, ends in tables.items()],
    }
    with tempfile.NamedTemporaryFile("wb", prefix="studio-floor-", suffix=".json", delete=False) as file:
        file.write(msgspec.json.encode(floor))
    opened.append(_start("dealer_ui.pit", "--floor", file.name))
    return opened


def close_screens(opened: list[subprocess.Popen[bytes]]) -> None:
    """End what `open_screens` opened; somebody may have closed some of it already."""
    for process in opened:
        process.terminate()
    for process in opened:
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _start(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", module, *arguments], start_new_session=True)
