"""The simulator as a program of its own, on a real pseudo-terminal, and the driver that listens to it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from heard import PATIENCE_S, Heard, SimulatorProgram, open_files

from devices.attached import AttachedDevice
from devices.catalogue import attach
from devices.clock import SystemClock
from devices.orders import send_order
from devices.readings import CardRead, DeviceReply, ShoeResult, ShoeStarted, WheelResult
from devices.simulator import add_arguments, main
from devices.transport import SerialLink


@contextlib.asynccontextmanager
async def simulator(kind: str, folder: Path, *arguments: str) -> AsyncIterator[SimulatorProgram]:
    program = await SimulatorProgram.start(kind, folder, *arguments)
    try:
        yield program
    finally:
        if program.process.returncode is None:
            await program.kill()


@contextlib.contextmanager
def attached(kind: str, protocol: str, folder: Path) -> Iterator[tuple[AttachedDevice, Heard]]:
    clock, heard = SystemClock(), Heard()
    link = SerialLink(str(folder / kind), clock, first_retry_s=0.01, last_retry_s=0.1)
    device: AttachedDevice = attach(kind, protocol, link, clock, heard)
    device.start()
    try:
        yield device, heard
    finally:
        device.close()


async def test_a_wheel_of_its_own_process_gives_its_results_to_the_driver(tmp_path: Path) -> None:
    async with simulator("wheel", tmp_path, "--seed", "7", "--speed", "100") as program:
        with attached("wheel", "ss2", tmp_path) as (device, heard):
            await heard.state("ready")
            assert (await heard.reading(DeviceReply)).text == "z 37"
            for count, number in enumerate(("17", "17", "0"), start=1):
                answer = await program.order(f"spin {number}")
                while answer.startswith("refused:"):
                    answer = await program.order(f"spin {number}")
                assert await heard.reading(WheelResult, count) == WheelResult(number=number, spin=count)
            assert device.protocol.frames_malformed <= 1
        assert await program.end() == 0
    assert not (tmp_path / "wheel").is_symlink()
    assert not program.control.exists()


async def test_a_shoe_of_its_own_process_takes_orders_from_its_input_and_its_socket(tmp_path: Path) -> None:
    async with simulator("shoe", tmp_path, "--seed", "7", "--speed", "50", "--repeat", "3") as program:
        with attached("shoe", "angel-eye", tmp_path) as (_, heard):
            await heard.state("ready")
            assert await program.order_by_stdin("load") == "ok: shoe of 416 cards loaded"
            await heard.reading(ShoeStarted)
            for count, card in enumerate(("9h", "2c", "Ks", "5d"), start=1):
                assert await program.order(f"next {card}") == f"ok: {card} comes next"
                assert (await program.order_by_stdin("draw")).startswith(f"ok: {card} ")
                assert (await heard.reading(CardRead, count)).card == card
            assert (await heard.reading(ShoeResult)).winner == "player"


async def test_11_a_simulator_killed_and_started_again_is_lost_and_found_and_leaks_nothing(tmp_path: Path) -> None:
    with attached("wheel", "ss2", tmp_path) as (device, heard):
        await heard.state("not_connected")
        most_at_first = 0
        for turn in range(1, 21):
            async with simulator("wheel", tmp_path, "--speed", "50") as program:
                await heard.state("ready", turn)
                # The name goes with the device, as a by-id name does; left behind, it would soon be somebody else's.
                (tmp_path / "wheel").unlink()
                await program.kill()
                await heard.state("lost", turn)
            # What ended is let go of when the loop comes to it, so that single counts differ: growth is what leaks.
            most_at_first = max(most_at_first, open_files()) if turn <= 3 else most_at_first
        assert open_files() <= most_at_first
        assert device.times_lost == 20


async def test_11_a_game_goes_on_when_the_host_comes_back_in_it(tmp_path: Path) -> None:
    async with simulator("wheel", tmp_path, "--speed", "20") as program:
        with attached("wheel", "ss2", tmp_path) as (device, heard):
            await heard.state("ready")
            await program.order("spin 32")
            await heard.until(lambda: any(getattr(r, "phase", "") == "no_more_bets" for r in heard.readings))
            device.link.close()
            again = SerialLink(str(tmp_path / "wheel"), SystemClock())
            with contextlib.closing(attach_again(device, again)):
                assert await heard.reading(WheelResult) == WheelResult(number="32", spin=1)


def attach_again(device: AttachedDevice, link: SerialLink) -> AttachedDevice:
    """The same device at another port: its protocol has kept what it knew."""
    device.link = link
    device.start()
    return device


async def test_what_nobody_reads_is_lost_and_the_simulator_does_not_wait_for_it(tmp_path: Path) -> None:
    async with simulator("wheel", tmp_path, "--speed", "5000", "--auto") as program:
        reader = os.open(tmp_path / "wheel", os.O_RDWR | os.O_NOCTTY)
        try:
            for _ in range(20):
                assert (await program.order("status")).startswith("ok:")
        finally:
            os.close(reader)
        assert (await program.order("status")).startswith("ok:")
        assert await program.end() == 0


async def test_it_does_not_spin_while_nobody_has_it_open(tmp_path: Path) -> None:
    async with simulator("shoe", tmp_path) as program:
        with attached("shoe", "angel-eye", tmp_path) as (_, heard):
            await heard.state("ready")
        await program.order("status")
        stat = Path(f"/proc/{program.process.pid}/stat")
        before = sum(map(int, stat.read_text().rsplit(")", 1)[1].split()[11:13]))
        for _ in range(10):  # of its looks for a host, 20 ms apart
            await asyncio.to_thread(send_order, program.control, "status")
            await asyncio.sleep(0.02)
        used = sum(map(int, stat.read_text().rsplit(")", 1)[1].split()[11:13])) - before
        assert used <= 0.1 * os.sysconf("SC_CLK_TCK")


async def test_an_open_terminal_does_not_echo_what_it_says(tmp_path: Path) -> None:
    async with simulator("wheel", tmp_path, "--speed", "50") as program:
        reader = os.open(tmp_path / "wheel", os.O_RDWR | os.O_NOCTTY)
        try:
            seen = b""
            async with asyncio.timeout(PATIENCE_S):
                while seen.count(b"\n") < 30:
                    seen += await asyncio.to_thread(os.read, reader, 4096)
        finally:
            os.close(reader)
        assert b"NO" not in seen
        assert program.process.returncode is None


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_ends_cleanly_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    async with simulator("wheel", tmp_path) as program:
        program.process.send_signal(number)
        async with asyncio.timeout(PATIENCE_S):
            _, errors = await program.process.communicate()
        assert (program.process.returncode, errors) == (0, b"")
        assert os.listdir(tmp_path) == []  # noqa: PTH208


async def test_what_a_killed_one_left_behind_is_replaced_and_a_living_one_is_not(tmp_path: Path) -> None:
    async with simulator("shoe", tmp_path) as killed:
        await killed.kill()
    async with simulator("shoe", tmp_path) as living:
        second = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "devices.simulator", "shoe", "--control", str(living.control)),
            stdin=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        _, errors = await second.communicate()
        assert second.returncode == 2
        assert b"another simulator takes orders" in errors
        assert (await living.order("status")).startswith("ok:")


def test_a_link_that_would_hide_a_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wheel").write_text("mine")
    assert main(["wheel", "--link", str(tmp_path / "wheel")]) == 2
    assert "left alone" in capsys.readouterr().err
    assert (tmp_path / "wheel").read_text() == "mine"


@pytest.mark.parametrize("arguments", [["shoe", "--decks", "0"], ["wheel", "--speed", "0"]])
def test_settings_that_cannot_be_are_refused_with_a_reason(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert re.search(r"holds 1 to 12|must be above 0", capsys.readouterr().err)


def test_the_help_is_the_menu(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    menu = capsys.readouterr().out
    for word in ("spin NUMBER", "next CARD", "--cut-from-back", "--auto", "--control"):
        assert word in menu
    assert callable(add_arguments)


def test_an_order_to_nobody_says_so(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        send_order(tmp_path / "nobody", "draw")
