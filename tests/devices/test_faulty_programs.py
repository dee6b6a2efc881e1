"""Simulator programs that misbehave on real pseudo-terminals, and the drivers that listen to them."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from heard import Heard, SimulatorProgram, open_files

from devices.attached import AttachedDevice
from devices.catalogue import Timing, attach
from devices.clock import SystemClock
from devices.readings import BallRead, ButtonPressed, CardRead, DrawerCounted, MalformedFrame, WheelResult
from devices.simulator import KINDS, main
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
def attached(
    kind: str, protocol: str, folder: Path, options: dict[str, Any] | None = None, **health: float
) -> Iterator[tuple[AttachedDevice, Heard]]:
    clock, heard = SystemClock(), Heard()
    link = SerialLink(str(folder / kind), clock, first_retry_s=0.01, last_retry_s=0.1)
    device = attach(kind, protocol, link, clock, heard, options=options)
    device.start()
    try:
        yield device, heard
    finally:
        device.close()


async def test_11_a_wheel_that_is_unplugged_in_play_comes_back_under_another_name_and_the_spin_goes_on(
    tmp_path: Path,
) -> None:
    fault = ("--fault", "unplug after 1 rounds for 0.3 s")
    async with simulator("wheel", tmp_path, "--auto", "--seed", "7", "--speed", "20", *fault) as program:
        with attached("wheel", "ss2", tmp_path) as (device, heard):
            await heard.reading(WheelResult)
            before = os.readlink(tmp_path / "wheel")  # noqa: PTH115
            assert before == program.port
            await heard.state("lost")
            await heard.state("ready", 2)
            assert os.readlink(tmp_path / "wheel") != before  # noqa: PTH115
            await heard.reading(WheelResult, 3)
            assert device.times_lost == 1
            assert await program.order("fault list") == "ok: no fault"
        assert await program.end() == 0
    assert not (tmp_path / "wheel").is_symlink()


async def test_while_it_is_unplugged_its_name_is_gone(tmp_path: Path) -> None:
    async with simulator("shoe", tmp_path) as program:
        with attached("shoe", "angel-eye", tmp_path) as (_, heard):
            await heard.state("ready")
            assert (await program.order("fault unplug")).startswith("ok")
            await heard.state("not_connected")
            assert not (tmp_path / "shoe").is_symlink()
            assert (await program.order("draw")).startswith("ok")
            assert await program.order("fault off unplug") == "ok: no fault"
            await heard.state("ready", 2)
            await program.order("next 9h")
            await program.order("draw")
            assert (await heard.reading(CardRead)).card == "9h"
        assert await program.end() == 0


async def test_a_silent_port_is_stale_and_down_though_it_is_open_and_ready_again(tmp_path: Path) -> None:
    async with simulator("wheel", tmp_path, "--speed", "10") as program:
        clock, heard = SystemClock(), Heard()
        link = SerialLink(str(tmp_path / "wheel"), clock, first_retry_s=0.01, last_retry_s=0.1)
        timing = Timing(stale_after_s=0.4, down_after_s=0.8, ready_after_frames=1)
        device = attach("wheel", "ss2", link, clock, heard, timing=timing)
        device.start()
        await heard.state("ready")
        await program.order("fault silence")
        await heard.state("stale")
        await heard.state("down")
        await program.order("fault off")
        await heard.state("ready", 2)
        device.close()
        assert "lost" not in heard.states()


async def test_noise_can_be_ordered_while_it_runs(tmp_path: Path) -> None:
    async with simulator("wheel", tmp_path, "--speed", "50") as program:
        with attached("wheel", "ss2", tmp_path) as (_, heard):
            await heard.state("ready")
            assert await program.order("fault noise 50") == "ok: noise 50%"
            await heard.reading(MalformedFrame, 5)
            assert await program.order("fault off noise") == "ok: no fault"
            assert (await program.order("fault soup")).startswith("refused: 'soup' is no fault")


async def test_a_drawer_and_a_contact_box_are_programs_too(tmp_path: Path) -> None:
    async with simulator("drawer", tmp_path, "--speed", "20", "--seed", "7") as program:
        with attached("drawer", "ball-tags", tmp_path, {"ball_set": "simulated-1"}) as (_, heard):
            await heard.state("ready")
            assert (await program.order("count")) == "ok: 37 balls"
            assert await heard.reading(DrawerCounted) == DrawerCounted(37, "simulated-1")
            await program.order("draw 3")
            assert (await heard.reading(BallRead, 3)).order == 3
    async with simulator("buttons", tmp_path) as program:
        with attached("buttons", "grammar:contact-box", tmp_path) as (_, heard):
            await heard.state("ready")
            await program.order("press 8")
            assert await heard.reading(ButtonPressed) == ButtonPressed("report_card_on_floor")


@pytest.mark.parametrize(
    ("kind", "protocol", "order", "options"),
    [
        ("scanner", "scanner-lines", "scan HQ", {"codes": "suit-rank"}),
        ("keys", "scanner-keys", "type HQ", {"codes": "suit-rank"}),
    ],
)
async def test_a_scanner_is_a_program_by_lines_and_by_keys(
    tmp_path: Path, kind: str, protocol: str, order: str, options: dict[str, Any]
) -> None:
    async with simulator(kind, tmp_path) as program:
        with attached(kind, protocol, tmp_path, options) as (_, heard):
            await heard.state("ready")
            assert (await program.order(order)).startswith("ok")
            assert await heard.reading(CardRead) == CardRead("Qh")


async def test_11_a_hundred_unplugs_by_the_menu_leak_no_handle_and_no_thread(tmp_path: Path) -> None:
    async with simulator("shoe", tmp_path) as program:
        with attached("shoe", "angel-eye", tmp_path) as (device, heard):
            await heard.state("ready")
            files, threads = open_files(), threading.active_count()
            theirs = len(os.listdir(f"/proc/{program.process.pid}/fd"))  # noqa: PTH208
            for turn in range(1, 101):
                await program.order_by_stdin("fault unplug")
                await heard.state("lost", turn)
                await program.order_by_stdin("fault off")
                await heard.state("ready", turn + 1)
            assert open_files() <= files
            assert len(os.listdir(f"/proc/{program.process.pid}/fd")) == theirs  # noqa: PTH208
            assert threading.active_count() <= threads + 1  # the loop's own, for to_thread, at most
            assert device.times_lost == 100


def test_the_help_is_the_menu_of_kinds_orders_and_faults(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    menu = capsys.readouterr().out
    for word in (*KINDS, "unplug after 3 rounds for 5 s", "power cycle", "fault off", "draw N", "load N COLOUR"):
        assert word in menu


def test_a_fault_that_is_none_ends_the_program_before_it_begins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wheel", "--fault", "meteor"]) == 2
    assert "'meteor' is no fault" in capsys.readouterr().err
    assert main(["drawer", "--ball-set", "nobody"]) == 2
    assert "nobody: no such file" in capsys.readouterr().err
