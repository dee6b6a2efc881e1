"""Logs: one JSON object a line where nobody watches, readable in a terminal, with table, shoe and round bound."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from devices.clock import SteppedClock
from devices.readings import LinkChanged, MalformedFrame, WheelPhaseChanged
from studio import logs
from studio.houses import config_dir, load_rules
from studio.journal.memory import MemoryJournal
from studio.messages.commands import OpenTable
from studio.round.orchestrator import Orchestrator
from studio.settings import desk_settings, load_table
from studio.table import Table
from studio.table_journal import configured

SAY_TWO_THINGS = (
    "import structlog; from studio import logs; logs.configure('info');"
    "log = structlog.get_logger().bind(table='t1');"
    "log.debug('quiet'); log.info('told', round='r1', raw=b'x'.hex())"
)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()


def test_off_a_terminal_each_line_is_one_json_object_on_standard_error() -> None:
    done = subprocess.run([sys.executable, "-c", SAY_TWO_THINGS], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    said = json.loads(line)
    assert said.pop("timestamp").endswith("Z")
    assert said == {"table": "t1", "round": "r1", "raw": "78", "event": "told", "level": "info"}


def test_in_a_terminal_a_line_is_for_people() -> None:
    master, slave = pty.openpty()
    subprocess.run([sys.executable, "-c", SAY_TWO_THINGS], stderr=slave, check=True)
    os.close(slave)
    shown = os.read(master, 4096).decode()
    os.close(master)
    assert "told" in shown
    assert "{" not in shown


def test_an_exception_off_a_terminal_stays_on_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    logs.configure("error")
    try:
        raise ValueError("no such card")
    except ValueError:
        structlog.get_logger().exception("failed")
    (line,) = written.getvalue().splitlines()
    assert json.loads(line)["exception"][0]["exc_value"] == "no such card"


def roulette_table() -> Table:
    settings = load_table(config_dir() / "tables" / "roulette-1.toml")
    wheel = settings.devices["wheel"].model_copy(update={"approved": {}})
    settings = settings.model_copy(update={"devices": {"wheel": wheel}})
    clock = SteppedClock()
    journal = MemoryJournal(settings.table, "e1", clock.utc())
    table = Table(Orchestrator(), journal, clock, halted=lambda error: None)
    table.record(configured("e1", desk_settings(settings), load_rules(settings.house, settings.game), clock))
    return table


def say(table: Table, reading: Any) -> None:
    table.reading("wheel", reading, table.clock.monotonic_ns(), table.clock.utc())


def test_what_a_table_logs_bears_table_shoe_and_round() -> None:
    table = roulette_table()
    with capture_logs() as lines:
        table.command(OpenTable(id="c1", person="Ana", role="pit_boss"))
        say(table, LinkChanged("ready"))
        say(table, WheelPhaseChanged("place_bets", 1, 150, "clockwise"))
    assert {line["table"] for line in lines} == {"roulette-1"}
    opened = next(line for line in lines if line["event"] == "published" and line["type"] == "round.opened")
    assert opened["round"] == "roulette-1:e1:r1"
    assert opened["shoe"] is None
    assert opened["log_level"] == "info"


def test_unknown_bytes_are_counted_and_logged_in_hex_and_are_no_input() -> None:
    table = roulette_table()
    before = table.journal.last_input_seq
    with capture_logs() as lines:
        say(table, MalformedFrame(raw="00ff", reason="no line of this wheel"))
    assert [(line["event"], line["raw"], line["reason"]) for line in lines] == [
        ("device.malformed", "00ff", "no line of this wheel")
    ]
    assert table.malformed_frames == 1
    assert table.journal.last_input_seq == before
