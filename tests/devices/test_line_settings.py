"""What a port is really set to: read back from the system, and a difference is a fault that names its remedy."""

from __future__ import annotations

import os
import termios
import tty
from pathlib import Path

import pytest
from heard import plugged
from test_transport import line

from devices import line_settings
from devices.line_settings import LineSettings
from devices.readings import LineNoisy

NINE_SIX = LineSettings(9600, 8, "N", 1)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (NINE_SIX, "9600 8N1"),
        (LineSettings(4800, 7, "E", 2), "4800 7E2"),
        (LineSettings(9600, 8, "N", 1.5, "RTS/CTS"), "9600 8N1.5 with RTS/CTS"),
    ],
)
def test_line_settings_read_as_technicians_write_them(settings: LineSettings, words: str) -> None:
    assert str(settings) == words


@pytest.mark.parametrize(
    ("found", "same"),
    [
        (NINE_SIX, True),
        (NINE_SIX._replace(baud=9615), True),
        (NINE_SIX._replace(baud=4800), False),
        (NINE_SIX._replace(bytesize=7), False),
        (NINE_SIX._replace(parity="E"), False),
        (NINE_SIX._replace(stopbits=2.0), False),
        (NINE_SIX._replace(flow="RTS/CTS"), False),
    ],
)
def test_every_difference_counts_but_for_what_a_divisor_leaves(found: LineSettings, same: bool) -> None:
    wrong = line_settings.what_is_wrong("/dev/x", NINE_SIX, found)
    assert (wrong is None) == same
    assert same or (wrong is not None and str(found) in wrong and "use another adapter" in wrong)


def test_what_the_system_says_of_an_open_port_is_read() -> None:
    master, slave = os.openpty()
    try:
        tty.setraw(slave)
        held = termios.tcgetattr(slave)
        held[0] |= termios.IXON
        held[2] |= termios.CSTOPB
        held[4] = held[5] = termios.B19200
        termios.tcsetattr(slave, termios.TCSANOW, held)
        assert line_settings.read_back(slave) == LineSettings(19200, 8, "N", 2.0, "XON/XOFF")
    finally:
        os.close(master)
        os.close(slave)


async def test_a_port_that_silently_does_something_else_is_refused_with_its_remedy(tmp_path: Path) -> None:
    # A pseudo-terminal takes any parity without a word and has none: as some adapters do.
    with plugged(tmp_path / "wheel") as device, line(device.link, parity="E") as host:  # type: ignore[arg-type]
        await host.state("line_wrong")
        [(_, why)] = host.states
        assert "was to be 9600 8E1 and is 9600 8N1" in why
        assert "correct the line in the table's file" in why
        assert not host.link.send(b"*X\r\n")


async def test_the_settings_and_the_latency_of_an_open_port_are_told(tmp_path: Path) -> None:
    with plugged(tmp_path / "wheel") as device, line(device.link) as host:
        await host.state("connecting")
        assert host.states[-1][1] == f"{device.link} is open (9600 8N1, no low-latency setting)"


async def test_a_port_that_another_program_sets_anew_is_lost_and_set_right_again(tmp_path: Path) -> None:
    with plugged(tmp_path / "wheel") as device, line(device.link) as host:
        await host.state("connecting")
        host.link.check_settings()
        assert [state for state, _ in host.states] == ["connecting"]
        held = termios.tcgetattr(device.master)
        held[4] = held[5] = termios.B1200
        termios.tcsetattr(device.master, termios.TCSANOW, held)
        host.link.check_settings()
        await host.state("connecting", 2)
        assert [state for state, _ in host.states] == ["connecting", "lost", "connecting"]
        assert "was to be 9600 8N1 and is 1200 8N1" in host.states[1][1]
        device.say(b"here")
        await host.bytes(b"here")


def test_the_time_for_which_an_adapter_holds_bytes_back_is_read_where_there_is_one(tmp_path: Path) -> None:
    timer = tmp_path / "bus/usb-serial/devices/ttyUSB7/latency_timer"
    timer.parent.mkdir(parents=True)
    timer.write_text("16\n")
    assert line_settings.latency_timer_ms("/dev/ttyUSB7", tmp_path) == 16
    assert line_settings.latency_timer_ms("/dev/ttyUSB8", tmp_path) is None


@pytest.mark.parametrize(
    ("low", "timer_ms", "words"),
    [
        (True, 1, "low latency set, the adapter holds bytes for 1 ms"),
        (False, 16, "low latency refused by the adapter, the adapter holds bytes for 16 ms"),
        (None, None, "no low-latency setting"),
    ],
)
def test_latency_is_told_plainly(low: bool | None, timer_ms: int | None, words: str) -> None:
    assert line_settings.latency_in_words(low, timer_ms) == words


def test_a_noisy_line_has_its_settings_looked_at() -> None:
    from test_attached import Rig  # the rig of the attached device

    rig = Rig(stale_after_s=2, down_after_s=5)
    looked: list[float] = []
    rig.link.check_settings = lambda: looked.append(rig.clock.monotonic_s())  # type: ignore[attr-defined]
    rig.port("connecting")
    for turn in range(14):
        rig.clock.advance_to(turn * 0.5)
        rig.say(b"\r\nrubbish\r\nrubbish\r\n")
    assert len(rig.heard.all(LineNoisy)) == len(looked) == 1
