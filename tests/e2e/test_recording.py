"""A device's bytes are kept where the table's settings say so, and played back they give the same results."""

from __future__ import annotations

from pathlib import Path

import tomlkit
from e2e.stage import Stage, until


async def test_a_recorded_wheel_played_into_a_fresh_table_gives_the_same_numbers(tmp_path: Path) -> None:
    first = Stage(tmp_path / "first", "roulette-1", "wheel", speed=50.0)
    document = tomlkit.parse(first.file.read_text())
    document["devices"]["wheel"]["record"] = {"max_mb": 1}  # type: ignore[index]
    first.file.write_text(tomlkit.dumps(document))
    try:
        await first.start_simulator()
        await first.start_backend()
        await first.start_table("--open", "3")
        async with first.dealer():
            await until(lambda: bool(first.delivered("table.closed")), "three rounds are played")
    finally:
        await first.end()
    capture = first.data / "captures" / "roulette-1-wheel.tsv"
    numbers = [event["outcome"] for event in first.delivered("round.result")]
    assert len(numbers) == 3

    again = Stage(tmp_path / "again", "roulette-1", "wheel")
    document = tomlkit.parse(again.file.read_text())
    # The recorded table ran fifty times as fast as the clock; a capture is played by the clock.
    document["times"] = {"betting_s": 15 / 50, "between_rounds_s": 1 / 50}
    again.file.write_text(tomlkit.dumps(document))
    try:
        await again.start_backend()
        await again.start_table("--open", "--play-capture", str(capture))
        await until(lambda: len(again.delivered("round.result")) == 3, "the same three results")
    finally:
        await again.end()
    assert [event["outcome"] for event in again.delivered("round.result")] == numbers
