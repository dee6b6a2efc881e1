"""Waiting for what devices say, in tests with real pseudo-terminals and sockets: for a state, never for a time."""

from __future__ import annotations

import asyncio
import gc
import os
import select
import sys
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from devices.orders import send_order
from devices.readings import AnyReading, LinkChanged

R = TypeVar("R")

PATIENCE_S = 15.0


class Heard:
    """Takes readings as an `on_reading`, and waits for them."""

    def __init__(self) -> None:
        self.readings: list[AnyReading] = []
        self.stamps: list[tuple[str, int, str]] = []
        self._changed = asyncio.Event()

    def __call__(self, device: str, reading: AnyReading, monotonic_ns: int, utc: str) -> None:
        self.readings.append(reading)
        self.stamps.append((device, monotonic_ns, utc))
        self._changed.set()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until `true` of what was heard; fails the test when it does not come."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not true():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"waited in vain; heard last: {self.readings[-12:]}") from None

    async def reading(self, kind: type[R], count: int = 1) -> R:
        """The `count`th reading of a kind, when it has come."""
        await self.until(lambda: len(self.all(kind)) >= count)
        return self.all(kind)[count - 1]

    async def state(self, state: str, count: int = 1) -> LinkChanged:
        """The `count`th change to this link state, when it has come."""
        await self.until(lambda: self.states().count(state) >= count)
        return [change for change in self.all(LinkChanged) if change.state == state][count - 1]

    def all(self, kind: type[R]) -> list[R]:
        """All readings of a kind so far."""
        return [reading for reading in self.readings if isinstance(reading, kind)]

    def states(self) -> list[str]:
        """All link states so far, in order."""
        return [change.state for change in self.all(LinkChanged)]


class PtyDevice:
    """The device's end of a pseudo-terminal, behind a symlink that stays when it is unplugged."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        new = link.with_suffix(".new")
        new.symlink_to(os.ttyname(slave))
        new.replace(link)
        os.close(slave)

    def say(self, data: bytes) -> None:
        """What the device sends."""
        os.write(self.master, data)

    def heard(self) -> bytes:
        """What the host has sent; waits for the first of it."""
        select.select([self.master], [], [], PATIENCE_S)
        return os.read(self.master, 4096)

    def unplug(self) -> None:
        """Pull it: the terminal is gone, the symlink dangles."""
        os.close(self.master)


@contextmanager
def plugged(link: Path) -> Iterator[PtyDevice]:
    """A device that is unplugged at the end."""
    device = PtyDevice(link)
    try:
        yield device
    finally:
        device.unplug()


class SimulatorProgram:
    """`devices.simulator` in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: str, control: Path) -> None:
        self.process = process
        self.port = port
        self.control = control

    @classmethod
    async def start(cls, kind: str, folder: Path, *arguments: str) -> SimulatorProgram:
        """Started and announced; its symlink is `folder/kind`, its orders go to `folder/kind.control`."""
        control = folder / f"{kind}.control"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "devices.simulator", kind, "--link", str(folder / kind)),
            *("--control", str(control), "--until-eof", *arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            port = (await process.stdout.readline()).decode().strip()
        assert port.startswith("/dev/"), (await process.communicate())[1].decode()
        return cls(process, port, control)

    async def order(self, text: str) -> str:
        """An order over the control socket."""
        return await asyncio.to_thread(send_order, self.control, text, PATIENCE_S)

    async def order_by_stdin(self, text: str) -> str:
        """An order over standard input."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(text.encode() + b"\n")
        async with asyncio.timeout(PATIENCE_S):
            return (await self.process.stdout.readline()).decode().strip()

    async def end(self) -> int:
        """Close its standard input and wait for its exit status."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        async with asyncio.timeout(PATIENCE_S):
            await self.process.communicate()
        return self.process.returncode if self.process.returncode is not None else -1

    async def kill(self) -> None:
        """SIGKILL: no tidying up."""
        self.process.kill()
        await self.process.communicate()


def open_files() -> int:
    """How many file descriptors this process has open, without those that only wait to be collected."""
    gc.collect()
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208
