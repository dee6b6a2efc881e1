"""Many tables on one host: one that dies is started again, one with a bad configuration is not."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from devices.clock import SystemClock
from studio.client import BusError, TableClient
from studio.floor import Floor
from studio.houses import config_dir
from studio.rig.stand_ins import free_endpoints

WITHIN_S = 30.0


def floor_file(folder: Path, **changes: str) -> Path:
    """A floor of one roulette table whose wheel is not there; `changes` are keys of the table."""
    table: Any = tomlkit.parse((config_dir() / "tables" / "roulette-1.toml").read_text())
    table["devices"]["wheel"]["port"] = str(folder / "no-wheel")
    table["bus"]["results"], table["bus"]["telemetry"] = free_endpoints(2)
    table["bus"]["plain"] = True
    table.pop("keys", None)
    table.update(changes)
    (folder / "table.toml").write_text(tomlkit.dumps(table))
    floor = folder / "floor.toml"
    floor.write_text('floor = "test"\ntables = ["table.toml"]\n')
    return floor


@contextlib.asynccontextmanager
async def running(floor: Floor) -> AsyncIterator[asyncio.Task[int]]:
    work = asyncio.create_task(floor.run())
    try:
        yield work
    finally:
        floor.stop()
        async with asyncio.timeout(WITHIN_S):
            await work


async def until_it_answers(floor: Path) -> None:
    table: Any = tomlkit.parse((floor.parent / "table.toml").read_text())
    async with TableClient(table["bus"]["results"], person="test", role="technician") as client:
        async with asyncio.timeout(WITHIN_S):
            while True:
                with contextlib.suppress(BusError):
                    view = await client.look(timeout_s=1.0)
                    assert view.table == "roulette-1"
                    return


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN_S):
        while not so():
            await asyncio.sleep(0.01)


async def test_a_table_that_is_killed_is_started_again_and_ends_when_told(tmp_path: Path) -> None:
    file = floor_file(tmp_path)
    floor = Floor(file, tmp_path / "data", SystemClock(), ["--log", "error"])
    (table,) = floor.tables
    async with running(floor) as work:
        await until_it_answers(file)
        first = table.process
        assert first is not None
        first.kill()
        await until(lambda: table.starts == 2 and table.process is not first)
        await until_it_answers(file)
    assert work.result() == 0
    assert table.starts == 2
    assert table.process is not None
    assert table.process.returncode == 0


async def test_a_table_with_a_bad_configuration_is_not_started_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    floor = Floor(floor_file(tmp_path, house="ritz"), tmp_path / "data", SystemClock(), ["--log", "error"])
    async with asyncio.timeout(WITHIN_S):
        assert await floor.run() == 2
    assert floor.tables[0].starts == 1
    assert "no house is called 'ritz'" in capfd.readouterr().err


async def test_a_floor_that_is_told_to_stop_while_a_table_is_down_does_not_wait_for_it(tmp_path: Path) -> None:
    floor = Floor(floor_file(tmp_path), tmp_path / "data", SystemClock(), ["--log", "error"])
    (table,) = floor.tables
    async with running(floor) as work:
        await until(lambda: table.process is not None)
        assert table.process is not None
        table.process.kill()
        await table.process.wait()
        floor.stop()
    assert work.result() != 0
    assert table.starts == 1
