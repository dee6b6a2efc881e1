"""The simulated wheel: what it says is what the driver hears, in the times of the real one."""

from __future__ import annotations

import re

import pytest
from feeding import only

from devices.readings import (
    AnyReading,
    DeviceReply,
    MalformedFrame,
    WheelNumberAnnounced,
    WheelPhaseChanged,
    WheelRestarted,
    WheelResult,
    WheelStopped,
    WheelWarningRaised,
)
from devices.wheel.simulator import SimulatedWheel, WheelTimes
from devices.wheel.slingshot2 import SlingShot2

STATUS = re.compile(rb"\*X;[1-6];\d{3};[ \d]{2};[0-9A-F];\d{3};[01]\r\n")


class Heard:
    """A simulated wheel and a driver that listens to it."""

    def __init__(self, wheel: SimulatedWheel, pockets: int = 37) -> None:
        self.wheel = wheel
        self.driver = SlingShot2(pockets)
        self.readings: list[AnyReading] = []
        self.said = b""

    def advance(self, at_s: float) -> None:
        said = self.wheel.advance(at_s)
        self.said += said
        self.readings += self.driver.feed(said, at_s)

    def numbers(self) -> list[str]:
        return [result.number for result in only(WheelResult, self.readings)]

    def phases(self) -> list[tuple[str, int]]:
        return [(phase.phase, phase.spin) for phase in only(WheelPhaseChanged, self.readings)]


def test_it_reports_every_half_second_in_the_real_grammar() -> None:
    said = SimulatedWheel(seed=1).advance(10.0)
    assert len(STATUS.findall(said)) == 20
    assert STATUS.sub(b"", said) == b""


def test_a_spin_goes_through_its_phases_and_ends_in_the_number_that_was_ordered() -> None:
    heard = Heard(SimulatedWheel(seed=1))
    heard.advance(1.0)
    assert heard.wheel.order("spin 17").startswith("ok:")
    heard.advance(30.0)
    assert heard.numbers() == ["17"]
    assert heard.phases() == [
        ("place_bets", 1),
        ("ball_in_rim", 1),
        ("no_more_bets", 1),
        ("winning_number", 1),
        ("place_bets", 2),
    ]
    assert not only(MalformedFrame, heard.readings)


def test_phase_lengths_and_the_announcement_are_those_of_the_times_given() -> None:
    wheel = SimulatedWheel(seed=1)
    wheel.order("spin 8")
    seen: dict[bytes, float] = {}
    step_s = 0.05
    for step in range(1, 600):
        for line in wheel.advance(step * step_s).splitlines():
            seen.setdefault(line[:4] if line.startswith(b"*") else line, step * step_s)
    assert seen[b"*X;3"] == pytest.approx(3.0, abs=0.51)
    assert seen[b"*X;4"] - seen[b"*X;3"] == pytest.approx(4.0, abs=0.1)
    assert seen[b"*X;5"] - seen[b"*X;4"] == pytest.approx(10.0, abs=0.1)
    assert seen[b"*X;5"] - seen[b" 8"] == pytest.approx(0.25, abs=0.1)


def test_the_number_field_is_the_last_result_until_state_5() -> None:
    wheel = SimulatedWheel(seed=1)
    wheel.order("spin 17")
    lines = wheel.advance(25.0).splitlines()
    assert all(line[9:11] == b"  " for line in lines if line[:4] in (b"*X;2", b"*X;3", b"*X;4") and line[5:8] == b"001")
    assert all(line[9:11] == b"17" for line in lines if line[:4] == b"*X;5")


def test_the_same_seed_gives_the_same_numbers_whenever_the_spins_are_ordered() -> None:
    def numbers(wait_s: float) -> list[str]:
        heard = Heard(SimulatedWheel(seed="a table"))
        at_s = 0.0
        for _ in range(8):
            heard.advance(at_s := at_s + wait_s)
            assert heard.wheel.order("spin").startswith("ok:")
            heard.advance(at_s := at_s + 40)
        return heard.numbers()

    assert len(numbers(0.7)) == 8
    assert numbers(0.7) == numbers(13.3)


def test_however_time_is_cut_it_says_the_same() -> None:
    whole, cut = SimulatedWheel(seed=5, auto=True), SimulatedWheel(seed=5, auto=True)
    assert b"".join(cut.advance(step * 0.13) for step in range(1000)) == whole.advance(999 * 0.13)


def test_an_automatic_wheel_plays_through_the_wrap_of_its_counter() -> None:
    heard = Heard(SimulatedWheel(seed=3, auto=True, first_spin=254))
    heard.advance(40.0 * 5)
    assert [result.spin for result in only(WheelResult, heard.readings)][:4] == [254, 255, 256, 1]
    assert not only(WheelRestarted, heard.readings)


def test_numbers_of_a_double_zero_wheel_include_double_zero() -> None:
    heard = Heard(SimulatedWheel(seed=3, pockets=38), pockets=38)
    assert heard.wheel.order("spin 00").startswith("ok:")
    heard.advance(30.0)
    assert heard.numbers() == ["00"]
    assert SimulatedWheel(seed=3).order("spin 00").startswith("refused:")


def test_a_power_cut_in_play_is_heard_as_a_restart_with_a_ball_in_play() -> None:
    heard = Heard(SimulatedWheel(seed=1, first_spin=9))
    heard.wheel.order("spin 17")
    heard.advance(10.0)
    heard.wheel.order("power off")
    before = heard.said
    heard.advance(20.0)
    assert heard.said == before
    assert heard.wheel.receive(b"*X\r\n") == b""
    heard.wheel.order("power on")
    heard.advance(40.0)
    assert only(WheelRestarted, heard.readings) == [WheelRestarted(in_game=True)]
    assert heard.phases()[-3:] == [("closed", 1), ("idle", 1), ("place_bets", 1)]
    assert heard.numbers() == []


def test_a_warning_is_shown_until_another_is_ordered() -> None:
    heard = Heard(SimulatedWheel(seed=1))
    heard.wheel.order("warning 4")
    heard.advance(5.0)
    heard.wheel.order("warning 0")
    heard.advance(6.0)
    assert [warning.warning for warning in only(WheelWarningRaised, heard.readings)] == ["component_fault"]
    assert heard.wheel.order("warning G").startswith("refused:")


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (b"*T Z", b"*T z 37\r\n"),
        (b"*T M", b"*T m 1.5\r\n"),
        (b"*T m 2", b"*T OK\r\n"),
        (b"*T z 38", b"*T NO\r\n"),
        (b"*T Q", b"*T NO\r\n"),
        (b"*T f", b"*T OK\r\n"),
        (b"*S", b"*S V2.50\r\n"),
        (b"*V", b"*V SlingShot 2, simulated\r\n"),
        (b"*o", b"*o 135\r\n"),
        (b"*o 1158", b"*o BUSY\r\n"),
        (b"*F", b"*F BUSY\r\n"),
        (b"*O", b"*O 2 1 60 135\r\n"),
        (b"*P 1", b"*P NO\r\n"),
        (b"*P 0", b"*P OK\r\n"),
        (b"*q 1", b"*q OK\r\n"),
        (b"*R", b"*R OK\r\n"),
        (b"*)", b"*) NO\r\n"),
        (b"X", b"*X NO\r\n"),
    ],
)
def test_it_answers_the_commands_of_the_host(command: bytes, answer: bytes) -> None:
    wheel = SimulatedWheel(seed=1)
    assert wheel.receive(command[:2]) == b""
    assert wheel.receive(command[2:] + b"\r\n") == answer


def test_its_answers_are_heard_by_the_driver() -> None:
    wheel, driver = SimulatedWheel(seed=1), SlingShot2()
    replies = driver.feed(wheel.receive(driver.link_opened(0.0) + b"*)\r\n*u 1\r\n*K\r\n"), 0.0)
    assert replies == [
        DeviceReply("T", "z 37"),
        DeviceReply(")", "NO"),
        DeviceReply("u", "OK"),
        DeviceReply("K", "CAM"),
    ]
    assert driver.pockets_reported == 37


def test_the_hosts_start_launches_and_a_restart_brings_the_ball_back() -> None:
    heard = Heard(SimulatedWheel(seed=1))
    assert heard.wheel.receive(b"*u 1\r\n*u 1\r\n") == b"*u OK\r\n*u NO\r\n"
    heard.advance(5.0)
    heard.wheel.receive(b"*R\r\n")
    heard.advance(6.0)
    assert heard.phases() == [("place_bets", 1), ("ball_in_rim", 1), ("place_bets", 1)]


def test_powered_down_by_the_host_it_closes_and_comes_back() -> None:
    heard = Heard(SimulatedWheel(seed=1))
    heard.wheel.receive(b"*P 0\r\n")
    heard.advance(5.0)
    assert only(WheelStopped, heard.readings) == [WheelStopped(spin=1, in_game=False)]
    assert heard.wheel.order("spin").startswith("refused:")
    heard.wheel.receive(b"*P 1\r\n")
    heard.advance(10.0)
    assert heard.phases()[-2:] == [("idle", 1), ("place_bets", 1)]


def test_muted_it_is_silent_and_still_answers() -> None:
    wheel = SimulatedWheel(seed=1)
    assert wheel.receive(b"*q 0\r\n") == b"*q OK\r\n"
    assert wheel.advance(60.0) == b""
    assert wheel.receive(b"*X\r\n*S\r\n") == b"*S V2.50\r\n"


def test_a_mode_without_bare_number_announces_none_and_one_without_auto_status_only_answers() -> None:
    heard = Heard(SimulatedWheel(seed=1))
    heard.wheel.receive(b"*P 0\r\n")
    heard.advance(5.0)
    assert heard.wheel.receive(b"*o 151\r\n*P 1\r\n") == b"*o 151\r\n*P OK\r\n"
    heard.advance(10.0)
    heard.wheel.order("spin 8")
    heard.advance(40.0)
    assert heard.numbers() == ["8"]
    assert not only(WheelNumberAnnounced, heard.readings)


@pytest.mark.parametrize("order", ["spin 37", "spin -1", "spinn", "", "power", "power up", "status now"])
def test_an_order_that_is_none_is_refused(order: str) -> None:
    assert SimulatedWheel(seed=1).order(order).startswith("refused:")


def test_a_ball_in_play_cannot_be_launched_again() -> None:
    wheel = SimulatedWheel(seed=1, times=WheelTimes(launch_s=1.0))
    assert wheel.order("spin").startswith("ok:")
    assert wheel.order("spin").startswith("refused:")
    wheel.advance(3.0)
    assert wheel.order("spin").startswith("refused:")
    assert "state 3" in wheel.order("status")


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="36"):
        SimulatedWheel(pockets=36)
    with pytest.raises(ValueError, match="257"):
        SimulatedWheel(first_spin=257)
