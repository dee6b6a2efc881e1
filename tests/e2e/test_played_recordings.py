"""A recording played on a pseudo-terminal by `studio devices play` gives a table the same results: wheel and cards."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from e2e.stage import Stage, until

SPEED = 10.0
SLOWLY = 0.5
"""A recording is played slower than it was made, so that the table's own times are over before the device goes on."""


def changed(stage: Stage, name: str, **keys: Any) -> None:
    document: Any = tomlkit.parse(stage.file.read_text())
    document["devices"][name].update(keys.pop("device", {}))
    document.update(keys)
    stage.file.write_text(tomlkit.dumps(document))


@contextlib.asynccontextmanager
async def person_confirming(stage: Stage) -> AsyncIterator[None]:
    """Somebody who confirms what no device says, at once, and leaves the device alone."""

    async def confirm() -> None:
        async with stage.client() as client:
            async for view in client.views():
                key = getattr(getattr(view, "prompt", None), "key", "")
                if key in ("confirm.shuffled", "confirm.cut"):
                    await client.confirm(key.removeprefix("confirm."))

    confirming = asyncio.create_task(confirm())
    try:
        yield
    finally:
        confirming.cancel()
        await asyncio.gather(confirming, return_exceptions=True)


@pytest.mark.parametrize(("table", "device", "rounds"), [("roulette-1", "wheel", 2), ("baccarat-1", "shoe", 1)])
async def test_a_recorded_device_played_to_another_table_gives_the_same_published_results(
    tmp_path: Path, table: str, device: str, rounds: int
) -> None:
    first = Stage(tmp_path / "first", table, device, speed=SPEED)
    changed(first, device, device={"record": {"max_mb": 1}})
    try:
        await first.start_simulator()
        await first.start_backend()
        await first.start_table("--open", str(rounds))
        async with first.dealer():
            await until(lambda: bool(first.delivered("table.closed")), "the rounds are played", 90)
    finally:
        await first.end()

    again = Stage(tmp_path / "again", table, device)
    times = {"betting_s": 15 / SPEED / SLOWLY if device == "wheel" else 0.2, "between_rounds_s": 0.05, "settle_s": 600}
    changed(again, device, times=times)
    try:
        capture = first.data / "captures" / f"{table}-{device}.tsv"
        where = ("--link", str(again.port), "--control", str(again.control), "--held", "--speed", str(SLOWLY))
        await again.start("devices", "play", str(capture), *where)
        await until(again.control.exists, "the recording waits to be opened")
        await again.start_backend()
        async with person_confirming(again):
            await again.start_table("--open", str(rounds))
            ready = ("confirm.shoe_loaded", "not_ready", "wait_for_wheel")
            await again.view_when(lambda view: view.prompt.key in ready, "the table waits for the device")
            assert await again.order("go") == "ok: it plays"
            await until(lambda: bool(again.delivered("table.closed")), "the same rounds are played", 120)
    finally:
        await again.end()
    assert told(again) == told(first)
    assert len([kind for kind, _ in told(again) if kind == "round.result"]) == rounds


def told(stage: Stage) -> list[tuple[str, Any]]:
    """What was dealt and what came of it, without the names of the rounds and the times."""
    kept = ("position", "card", "outcome", "bets", "hands", "numbers")
    return [
        (event["type"], {key: event.get(key) for key in kept})
        for event in stage.delivered()
        if event["type"] in ("card.dealt", "round.result", "round.voided")
    ]
