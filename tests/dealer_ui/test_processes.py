"""The screens as processes: a storm of views, Ctrl-C, bad use, a floor's file, and the pictures."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from screen_hands import Hands, settle, until

from dealer_ui.dealer import DealerScreen
from dealer_ui.link import TableLink
from dealer_ui.places import Place
from dealer_ui.window import Screen, Ticker
from dealer_ui.words import Words
from studio.rig import screenshots

HERE = Path(__file__).resolve().parents[2]
VIEWS = 1500


def test_in_a_storm_of_views_the_last_one_is_shown_and_few_are_drawn(app: QGuiApplication, words: Words) -> None:
    command = [sys.executable, "-m", "benchmarks.screens_table", "1000"]
    table = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE)
    assert table.stdout is not None
    results, telemetry = table.stdout.readline().split()
    link, ticker = TableLink([Place("table", results, telemetry)]), Ticker()
    behind = DealerScreen("table", link, words, ticker, "Ana M.", "dealer")
    shown: list[int] = []

    def see(_: str, view: object) -> None:
        behind.see("table", view)  # type: ignore[arg-type]
        shown.append(getattr(view, "n", shown[-1] if shown else 0))

    link.viewed.connect(see)
    link.start()
    given = behind.given()
    screen = Screen("Dealer.qml", given, words, mm=4.0, size=(1280, 800), ticker=ticker)
    hands = Hands(screen, behind)
    until(lambda: bool(shown) and shown[-1] > shown[0] + VIEWS, "the storm goes on")
    hands.tap("Call pit boss")
    assert hands.named("Call pit boss").property("waiting") is True
    assert shown == sorted(shown)
    assert len(shown) < VIEWS / 4
    table.terminate()
    table.wait()
    settle(200)
    view = behind.desk.view
    assert view is not None
    assert view.n == shown[-1]
    assert hands.says(behind.shown.map.value("prompt"))
    link.close()
    screen.close()
    table.stdout.close()


def start(module: str, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, **screenshots.OFFSCREEN}
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=HERE, env=environment,
    )  # fmt: skip


def hears_signals(pid: int) -> bool:
    """Whether a process has taken SIGTERM into its own hands, as the screens do first of all."""
    status = Path(f"/proc/{pid}/status").read_text()
    caught = next(int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(caught >> (signal.SIGTERM - 1) & 1)


@pytest.mark.parametrize(
    ("module", "ends"),
    [
        ("dealer_ui.dealer", ["--results", "tcp://127.0.0.1:1", "--telemetry", "tcp://127.0.0.1:2"]),
        ("dealer_ui.pit", ["--table", "tcp://127.0.0.1:1,tcp://127.0.0.1:2", "--language", "ru"]),
    ],
)
def test_ctrl_c_ends_a_screen_cleanly_also_without_its_table(module: str, ends: list[str]) -> None:
    process = start(module, *ends)
    until(lambda: hears_signals(process.pid), "the screen hears signals")
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in errors
    assert "Error" not in errors


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--results", "ipc://", "--telemetry", "ipc://2"], "ipc://"),
        (["--results", "tcp://pit.example:1", "--telemetry", "tcp://pit.example:2"], "give --key and --table-key"),
        (["--results", "tcp://127.0.0.1:1"], "--table FILE, or both"),
        (["--table", "nowhere.toml"], "nowhere.toml"),
        (["--table", "config/tables/baccarat-1.toml"], "baccarat-1 asks for keys: give --key"),
        (["--results", "tcp://127.0.0.1:1", "--telemetry", "tcp://127.0.0.1:2", "--dpi", "1"], "dots an inch"),
        (["--results", "tcp://127.0.0.1:1", "--telemetry", "tcp://127.0.0.1:2", "--geometry", "big"], "1920x1080"),
    ],
)
def test_bad_use_is_said_and_ends_with_2(arguments: list[str], says: str) -> None:
    process = start("dealer_ui.dealer", *arguments)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert says in errors
    assert "Traceback" not in errors


def test_the_pictures_of_a_scene_in_each_language_and_size(tmp_path: Path) -> None:
    files = screenshots.take(tmp_path, only="dealer-betting")
    assert sorted(file.name for file in files) == [
        f"dealer-betting.{language}.{size}.png" for language in ("en", "ru") for size in ("1280x800", "1920x1080")
    ]
    for file in files:
        picture = QImage(str(file))
        assert f"{picture.width()}x{picture.height()}" in file.name
        assert (
            len({picture.pixel(x, y) for x in range(0, picture.width(), 9) for y in range(0, picture.height(), 9)}) > 5
        )
