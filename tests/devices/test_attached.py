"""Health, times and polls of an attached device, on a clock that is moved by hand."""

from __future__ import annotations

import pytest
from heard import Heard
from wheel_inputs import status

from devices.attached import AttachedDevice
from devices.clock import SteppedClock
from devices.readings import LinkChanged, LinkState, WheelPhaseChanged, WheelResult
from devices.shoe.angel_eye import AngelEye
from devices.transport import OnBytes, OnLink
from devices.wheel.slingshot2 import SlingShot2


class HandLink:
    """A link whose every word is spoken by the test."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.is_closed = False

    def start(self, on_bytes: OnBytes, on_link: OnLink) -> None:
        self.on_bytes, self.on_link = on_bytes, on_link

    def send(self, data: bytes) -> bool:
        self.sent.append(data)
        return True

    def close(self) -> None:
        self.is_closed = True


class Rig:
    def __init__(self, **timing: float | None) -> None:
        self.clock = SteppedClock(1_000_000.0)
        self.link = HandLink()
        self.heard = Heard()
        self.device = AttachedDevice("wheel", SlingShot2(), self.link, self.clock, self.heard, **timing)  # type: ignore[arg-type]
        self.device.start()

    def say(self, data: bytes) -> None:
        self.link.on_bytes(data, self.clock.monotonic_ns())

    def port(self, state: LinkState, why: str = "") -> None:
        self.link.on_link(state, why)

    def states_at(self) -> list[tuple[float, str]]:
        return [
            (at_ns / 1e9, reading.state)
            for reading, (_, at_ns, _) in zip(self.heard.readings, self.heard.stamps, strict=True)
            if isinstance(reading, LinkChanged)
        ]


def test_a_device_is_ready_after_its_good_frames_and_not_before() -> None:
    rig = Rig(stale_after_s=2, down_after_s=5, ready_after_frames=2)
    rig.port("connecting")
    rig.say(b"tail;0\r\n" + status(2, 1, ""))
    assert rig.heard.states() == ["connecting"]
    rig.say(status(2, 1, ""))
    assert rig.heard.states() == ["connecting", "ready"]
    assert rig.device.state == "ready"


def test_a_silent_port_is_stale_at_two_seconds_and_down_at_five_and_ready_again() -> None:
    rig = Rig(stale_after_s=2, down_after_s=5)
    rig.port("connecting")
    rig.clock.advance_to(1.0)
    rig.say(b"\r\n" + status(2, 1, ""))
    rig.clock.advance_to(1.5)
    rig.say(status(2, 1, ""))
    rig.clock.advance_to(60.0)
    rig.say(b"not a frame\r\n")
    assert rig.device.state == "down"
    assert rig.device.age_s == 58.5
    rig.say(status(2, 1, ""))
    assert rig.states_at() == [(0.0, "connecting"), (1.0, "ready"), (3.5, "stale"), (6.5, "down"), (60.0, "ready")]
    rig.clock.advance_to(62.0)
    assert rig.states_at()[-1] == (62.0, "stale")


def test_a_device_that_is_down_stays_down_until_it_is_ready() -> None:
    rig = Rig(stale_after_s=2, down_after_s=5, ready_after_frames=2)
    rig.port("connecting")
    rig.clock.advance_to(10.0)
    rig.say(b"\r\n" + status(2, 1, ""))
    rig.clock.advance_to(14.0)
    assert [state for _, state in rig.states_at()] == ["connecting", "stale", "down"]


def test_a_port_that_never_says_a_word_goes_stale_and_down_too() -> None:
    rig = Rig(stale_after_s=2, down_after_s=5)
    rig.port("connecting")
    rig.clock.advance_to(10.0)
    assert rig.states_at() == [(0.0, "connecting"), (2.0, "stale"), (5.0, "down")]


def test_a_device_that_went_stale_is_asked_once() -> None:
    rig = Rig(stale_after_s=2, down_after_s=5)
    rig.port("connecting")
    assert rig.link.sent == [b"*T Z\r\n"]
    rig.clock.advance_to(6.0)
    # Who it is was asked twice, for its state once, and whether it is alive and only muted twice.
    assert rig.link.sent == [b"*T Z\r\n", b"*T Z\r\n", b"*X\r\n", b"*O\r\n", b"*O\r\n"]
    rig.clock.advance_to(60.0)
    assert rig.link.sent.count(b"*X\r\n") == 1


def test_a_device_is_polled_as_often_as_configured_and_only_on_an_open_port() -> None:
    rig = Rig(poll_every_s=0.5)
    rig.clock.advance_to(5.0)
    assert rig.link.sent == []
    rig.port("connecting")
    rig.clock.advance_to(7.0)
    assert rig.link.sent[0] == b"*T Z\r\n"
    assert rig.link.sent.count(b"*X\r\n") == 4
    rig.port("lost", "unplugged")
    sent = len(rig.link.sent)
    rig.clock.advance_to(20.0)
    assert len(rig.link.sent) == sent


def test_a_lost_link_is_told_with_its_reason_and_not_judged_by_age() -> None:
    rig = Rig(stale_after_s=2, down_after_s=5)
    rig.port("connecting")
    rig.say(b"\r\n" + status(2, 1, ""))
    rig.port("lost", "the other end is gone")
    rig.clock.advance_to(60.0)
    assert rig.device.state == "lost"
    assert rig.device.age_s is None
    assert rig.device.times_lost == 1
    assert rig.heard.all(LinkChanged)[-1] == LinkChanged("lost", "the other end is gone")


def test_an_absent_port_is_told_from_the_beginning_and_only_once() -> None:
    rig = Rig()
    rig.port("not_connected", "not there")
    rig.port("not_connected", "still not there")
    assert rig.heard.readings == [LinkChanged("not_connected", "not there")]


def test_a_device_that_is_silent_by_nature_is_ready_when_its_port_is_open() -> None:
    clock, link, heard = SteppedClock(), HandLink(), Heard()
    AttachedDevice("shoe", AngelEye(), link, clock, heard, ready_after_frames=0).start()
    link.on_link("connecting", "open")
    clock.advance_to(3600.0)
    assert heard.states() == ["connecting", "ready"]
    assert link.sent == []


def test_readings_carry_the_device_and_the_time_of_their_bytes() -> None:
    rig = Rig()
    rig.port("connecting")
    rig.clock.advance_to(2.25)
    rig.say(b"\r\n" + status(4, 7, "3") + status(5, 7, "8"))
    assert rig.heard.all(WheelResult) == [WheelResult(number="8", spin=7)]
    assert set(rig.heard.stamps[1:]) == {("wheel", 2_250_000_000, "1970-01-12T13:46:42.250Z")}


def test_11_a_spin_seen_in_state_4_before_and_after_a_loss_of_the_link_has_its_result() -> None:
    rig = Rig()
    rig.port("connecting")
    rig.say(b"\r\n" + status(4, 7, "3") + b"*X;4;007; 3")
    rig.port("lost")
    rig.port("connecting")
    rig.say(b";0;150;0\r\n" + status(5, 7, "8"))
    assert rig.heard.all(WheelResult) == [WheelResult(number="8", spin=7)]


def test_a_closed_device_says_nothing_more() -> None:
    rig = Rig(stale_after_s=2, down_after_s=5)
    rig.port("connecting")
    rig.device.close()
    rig.device.close()
    rig.say(b"\r\n" + status(2, 1, ""))
    rig.clock.advance_to(60.0)
    assert rig.link.is_closed
    assert not rig.heard.all(WheelPhaseChanged)
    assert rig.heard.states() == ["connecting"]


@pytest.mark.parametrize(
    "timing",
    [
        {"stale_after_s": 5, "down_after_s": 2},
        {"stale_after_s": 0, "down_after_s": 2},
        {"ready_after_frames": -1},
        {"poll_every_s": 0},
    ],
)
def test_timings_that_contradict_each_other_are_refused(timing: dict[str, float | None]) -> None:
    with pytest.raises(ValueError, match="device wheel"):
        Rig(**timing)
