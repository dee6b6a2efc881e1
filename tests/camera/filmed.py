"""A simulated camera program and a reader of it, for tests: they wait for a state, never for a time."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from devices.attached import AttachedDevice
from devices.camera.link import CameraLink
from devices.camera.options import CameraOptions, make_protocol
from devices.clock import SystemClock
from devices.orders import send_order
from devices.readings import AnyReading, LinkChanged

R = TypeVar("R")
PATIENCE_S = 30.0


class Told:
    """Takes readings as an `on_reading`, and waits for them."""

    def __init__(self) -> None:
        self.readings: list[AnyReading] = []
        self._changed = asyncio.Event()

    def __call__(self, device: str, reading: AnyReading, monotonic_ns: int, utc: str) -> None:
        assert device == "shoe"
        self.readings.append(reading)
        self._changed.set()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until `true` of what was told; fails the test when it does not come."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not true():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"waited in vain; told last: {self.readings[-12:]}") from None

    async def count(self, kind: type[R], count: int) -> list[R]:
        """The readings of a kind, when there are `count` of them."""
        await self.until(lambda: len(self.all(kind)) >= count)
        return self.all(kind)

    async def state(self, state: str, count: int = 1) -> LinkChanged:
        """The `count`th change to this state, when it has come."""
        await self.until(lambda: [change.state for change in self.all(LinkChanged)].count(state) >= count)
        return [change for change in self.all(LinkChanged) if change.state == state][count - 1]

    def all(self, kind: type[R]) -> list[R]:
        """All readings of a kind so far."""
        return [reading for reading in self.readings if isinstance(reading, kind)]


@asynccontextmanager
async def camera_program(folder: Path, *arguments: str) -> AsyncIterator[tuple[str, Callable[[str], str]]]:
    """The simulated camera in a process of its own: its URL, and how to give it an order. Its files are in `folder`."""
    control = folder / "control"
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "devices.camera.live", "--table", str(folder / "deck.toml"), "--until-eof"),
        *("--truth", str(folder / "truth.jsonl"), "--control", str(control), "--decks", "1", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            url = (await program.stdout.readline()).decode().strip()
        yield url, lambda order: send_order(control, order, PATIENCE_S)
    finally:
        program.stdin.close()
        async with asyncio.timeout(PATIENCE_S):
            await program.wait()
    assert program.returncode == 0


def attached(port: str, told: Told, deck_table: Path, **options: Any) -> AttachedDevice:
    """A camera as a table has it, not yet started."""
    chosen = CameraOptions(str(deck_table), **options)
    clock = SystemClock()
    link = CameraLink(port, clock, chosen)
    return AttachedDevice(
        "shoe", make_protocol(chosen), link, clock, told, stale_after_s=0.5, down_after_s=1.0, ready_after_frames=3
    )


@asynccontextmanager
async def reader_of(port: str, deck_table: Path, **options: Any) -> AsyncIterator[tuple[AttachedDevice, Told]]:
    """A started camera, closed at the end; its threads must then end."""
    told = Told()
    device = attached(port, told, deck_table, **options)
    device.start()
    try:
        yield device, told
    finally:
        device.close()
        assert isinstance(device.link, CameraLink)
        assert await asyncio.to_thread(device.link.capture.wait_closed, PATIENCE_S)
