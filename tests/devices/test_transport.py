"""Ports over real pseudo-terminals and sockets: lost and back, held by another, and nothing left open."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from heard import PATIENCE_S, PtyDevice, open_files, plugged

from devices.clock import SteppedClock, SystemClock, TimerHandle
from devices.readings import LinkState
from devices.transport import SerialLink


class Line:
    """A link with what it called back, and waiting for it."""

    def __init__(self, port: str, **options: float) -> None:
        self.link = SerialLink(port, SystemClock(), first_retry_s=0.01, last_retry_s=0.05, **options)  # type: ignore[arg-type]
        self.data = b""
        self.states: list[tuple[LinkState, str]] = []
        self._changed = asyncio.Event()
        self.link.start(self._on_bytes, self._on_link)

    def _on_bytes(self, data: bytes, monotonic_ns: int) -> None:
        assert monotonic_ns <= SystemClock().monotonic_ns()
        self.data += data
        self._changed.set()

    def _on_link(self, state: LinkState, why: str) -> None:
        self.states.append((state, why))
        self._changed.set()

    async def state(self, state: LinkState, count: int = 1) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while [told for told, _ in self.states].count(state) < count:
                self._changed.clear()
                await self._changed.wait()

    async def bytes(self, data: bytes) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while data not in self.data:
                self._changed.clear()
                await self._changed.wait()


@contextlib.contextmanager
def line(port: str | Path, **options: float) -> Iterator[Line]:
    opened = Line(str(port), **options)
    try:
        yield opened
    finally:
        opened.link.close()


async def test_bytes_go_both_ways_through_a_symlink(tmp_path: Path) -> None:
    with plugged(tmp_path / "wheel") as device, line(device.link) as host:
        await host.state("connecting")
        device.say(b"*X;2;00")
        await host.bytes(b"*X;2;00")
        assert host.link.send(b"*T Z\r\n")
        assert device.heard() == b"*T Z\r\n"


async def test_an_absent_port_is_told_once_and_opened_when_it_comes(tmp_path: Path) -> None:
    with line(tmp_path / "wheel") as host:
        await host.state("not_connected")
        assert not host.link.send(b"*X\r\n")
        with plugged(tmp_path / "wheel") as device:
            await host.state("connecting")
            device.say(b"here")
            await host.bytes(b"here")
    assert [state for state, _ in host.states] == ["not_connected", "connecting"]
    assert "is it plugged in" not in host.states[1][1]
    assert "is the device plugged in?" in host.states[0][1]


class WatchedClock(SteppedClock):
    """Notes for how long timers are set."""

    def __init__(self) -> None:
        super().__init__()
        self.delays_s: list[float] = []

    def call_later_real(self, delay_s: float, callback: Callable[[], None]) -> TimerHandle:
        self.delays_s.append(delay_s)
        return super().call_later_real(delay_s, callback)


async def test_an_absent_port_is_tried_more_and_more_rarely(tmp_path: Path) -> None:
    clock = WatchedClock()
    link = SerialLink(str(tmp_path / "wheel"), clock)
    link.start(lambda data, at_ns: None, lambda state, why: None)
    clock.advance_to(20.0)
    assert clock.delays_s == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0]
    link.close()
    clock.advance_to(60.0)
    assert len(clock.delays_s) == 8


async def test_11_a_hundred_unplugs_leak_no_handle_and_each_is_told(tmp_path: Path) -> None:
    with line(tmp_path / "wheel") as host:
        await host.state("not_connected")
        before = open_files()
        for turn in range(1, 101):
            device = PtyDevice(tmp_path / "wheel")
            await host.state("connecting", turn)
            device.say(f"turn {turn}\n".encode())
            await host.bytes(f"turn {turn}\n".encode())
            device.unplug()
            await host.state("lost", turn)
        assert open_files() <= before


async def test_11_a_port_held_by_another_process_is_busy_without_a_storm_and_then_ours(tmp_path: Path) -> None:
    with plugged(tmp_path / "wheel") as device:
        holder = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c"),
            "import serial, sys; p = serial.Serial(sys.argv[1], exclusive=True); print('held', flush=True); input()",
            str(device.link),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert holder.stdout is not None
        assert await holder.stdout.readline() == b"held\n"
        with line(device.link) as host:
            await host.state("busy")
            assert "held by another process" in host.states[0][1]
            await holder.communicate(b"\n")
            await host.state("connecting")
        assert [state for state, _ in host.states] == ["busy", "connecting"]


async def test_11_our_own_claim_keeps_out_one_who_asks_for_a_lock(tmp_path: Path) -> None:
    with plugged(tmp_path / "wheel") as device, line(device.link) as host:
        await host.state("connecting")
        with line(device.link) as other:
            await other.state("busy")


async def test_a_device_that_takes_no_bytes_is_lost_and_nothing_blocks(tmp_path: Path) -> None:
    with plugged(tmp_path / "wheel") as device, line(device.link, write_timeout_s=0.05) as host:
        await host.state("connecting")
        for _ in range(200):
            host.link.send(b"*" * 1000)
            if host.states[-1][0] != "connecting":
                break
        await host.state("lost")


async def test_closing_twice_is_closing_and_nothing_is_told_after_it(tmp_path: Path) -> None:
    with plugged(tmp_path / "wheel") as device:
        host = Line(str(device.link))
        await host.state("connecting")
        host.link.close()
        host.link.close()
        assert not host.link.send(b"*X\r\n")
    await asyncio.sleep(0)
    assert [state for state, _ in host.states] == ["connecting"]


# --- a serial server over TCP ------------------------------------------------------------------------------------


class SerialServer:
    """A TCP serial server that bears one client."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"

    async def accept(self) -> socket.socket:
        async with asyncio.timeout(PATIENCE_S):
            client, _ = await asyncio.get_running_loop().sock_accept(self._listener)
        return client

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
async def server() -> AsyncIterator[SerialServer]:
    serving = SerialServer()
    yield serving
    serving.close()


async def test_a_serial_server_is_a_port_that_is_lost_and_comes_back(server: SerialServer) -> None:
    with line(server.port) as host:
        for turn in range(1, 21):
            client = await server.accept()
            await host.state("connecting", turn)
            client.send(f"turn {turn};".encode())
            await host.bytes(f"turn {turn};".encode())
            assert host.link.send(b"hello")
            assert await asyncio.get_running_loop().sock_recv(client, 99) == b"hello"
            if turn == 1:
                before = open_files()
            assert open_files() <= before
            client.close()
            await host.state("lost", turn)


async def test_a_serial_server_that_is_not_there_is_not_connected(server: SerialServer) -> None:
    server.close()
    with line(server.port) as host:
        await host.state("not_connected")


@pytest.mark.parametrize("port", ["", "socket://", "socket://host", "rfc2217://host:1", "socket://:4001"])
def test_a_port_that_is_none_is_refused_at_once(port: str) -> None:
    with pytest.raises(ValueError, match="port"):
        SerialLink(port, SystemClock())


def test_line_settings_that_cannot_be_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="baud"):
        SerialLink("/dev/null", SystemClock(), baud=-1)
    with pytest.raises(ValueError, match="parity"):
        SerialLink("/dev/null", SystemClock(), parity="X")  # type: ignore[arg-type]


async def test_a_file_that_is_no_port_is_not_connected(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"29\r\n")
    before = open_files()
    with line(tmp_path / "file") as host:
        await host.state("not_connected")
        assert os.fspath(tmp_path) in host.states[0][1]
    assert open_files() <= before
