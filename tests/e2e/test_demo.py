"""The demonstration, as a stranger runs it: the same play for the same seed, and a clean end at any moment."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from e2e.stage import WITHIN_S, until

MARK = "STUDIO_TEST_MARK"


@contextlib.asynccontextmanager
async def demo(mark: str, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A demonstration that is ended, whatever becomes of the test."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "studio", "demo", "--json", "--speed", "100", "--seed", "7", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, MARK: mark},
        limit=2**20,
        preexec_fn=_as_in_a_terminal,
    )
    try:
        async with asyncio.timeout(2 * WITHIN_S):
            yield process
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


def _as_in_a_terminal() -> None:
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def alive(mark: str) -> list[str]:
    """The processes that were started, directly or not, with this mark in their environment."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdecimal() and f"{MARK}={mark}".encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:  # gone meanwhile, or somebody else's
            continue
    return found


async def play(*arguments: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A whole demonstration: its events, and its summary."""
    mark = uuid4().hex
    async with demo(mark, *arguments) as process:
        out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    assert alive(mark) == []
    *events, summary = (json.loads(line) for line in out.splitlines())
    return events, summary


def played(events: list[dict[str, Any]], table: str) -> list[tuple[Any, ...]]:
    """What a table dealt, in order, without what is of that day: times, ids."""
    return [
        (event["type"], event.get("position"), event.get("card"), event.get("outcome"), event.get("numbers"))
        for event in events
        if event["table"] == table and event["type"] in ("card.dealt", "round.result")
    ]


async def test_the_same_seed_gives_the_same_cards_numbers_and_outcomes_and_nothing_is_lost_or_doubled() -> None:
    (first, summary), (second, _) = await asyncio.gather(play("--rounds", "5"), play("--rounds", "5"))
    for table in ("cocktail-1", "baccarat-1"):
        results = [event for event in played(first, table) if event[0] == "round.result"]
        assert len(results) == 5
        assert played(first, table) == played(second, table)
    # One of the tables keeps a list of people: its simulated dealer has logged in with a badge, and is named.
    dealers = {event["table"]: event.get("dealer") for event in first if event["type"] == "round.result"}
    assert dealers == {"cocktail-1": "Dealer of cocktail-1", "baccarat-1": None}
    assert summary["type"] == "demo.summary"
    assert (summary["rounds"], summary["results"], summary["acked"], summary["voided"]) == (10, 10, 10, 0)
    assert (summary["waiting"], summary["lost"], summary["doubled"]) == (0, 0, 0)
    assert summary["replay_identical"] is True
    assert summary["events"] == len(first)
    assert len({event["id"] for event in first}) == len(first)
    assert all(summary["latency_p50_ms"].values())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP], ids=["ctrl-c", "terminal-closed"])
async def test_a_stop_in_the_middle_of_play_ends_with_a_summary_and_leaves_no_process(
    tmp_path: Path, number: signal.Signals
) -> None:
    mark = uuid4().hex
    async with demo(mark, "--data", str(tmp_path)) as process:
        assert process.stdout is not None
        while json.loads(await process.stdout.readline())["type"] != "round.result":
            pass
        assert len(alive(mark)) == 8, "the demonstration, two tables, four devices, a backend"
        process.send_signal(number)
        out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    summary = json.loads(out.splitlines()[-1])
    assert summary["type"] == "demo.summary"
    assert summary["results"] >= 1
    assert (summary["lost"], summary["doubled"], summary["replay_identical"]) == (0, 0, True)
    await until(lambda: alive(mark) == [], "every process has ended")
    assert {file.name for file in tmp_path.glob("*.journal")} == {"cocktail-1.journal", "baccarat-1.journal"}
