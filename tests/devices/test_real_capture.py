"""A live studio's wheel log, played through the driver: exactly its results, and the cut-off games never guessed."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from feeding import only

from devices.attached import AttachedDevice
from devices.capture import CaptureLine, CaptureLink, read_capture
from devices.catalogue import attach
from devices.clock import SteppedClock
from devices.readings import (
    AnyReading,
    LinkChanged,
    WheelDisagreement,
    WheelPhaseChanged,
    WheelResult,
    WheelStopped,
    WheelUnresolved,
)
from devices.wheel.slingshot2 import SlingShot2

CAPTURES = Path(__file__).parents[2] / ".." / "shared" / "field" / "captures"
LOG = CAPTURES / "ss2-studio.tsv.gz"
RESULTS = CAPTURES / "ss2-studio.results.tsv"

pytestmark = pytest.mark.skipif(
    not LOG.exists(),
    reason="the captures of a real wheel are kept outside of this repository (../shared/field/captures)",
)


@pytest.fixture(scope="module")
def expected() -> list[WheelResult]:
    rows = [line.split("\t") for line in RESULTS.read_text().splitlines()[1:]]
    return [WheelResult(number=number, spin=int(spin)) for _, spin, number in rows]


@pytest.fixture(scope="module")
def log() -> list[CaptureLine]:
    return list(read_capture(LOG))


def test_the_log_gives_exactly_its_184_results(log: list[CaptureLine], expected: list[WheelResult]) -> None:
    protocol = SlingShot2()
    readings = [
        reading
        for line in log
        if line.direction == "<"
        for reading in protocol.feed(line.payload + b"\r\n", line.at_ms / 1000)
    ]
    assert len(expected) == 184
    assert only(WheelResult, readings) == expected
    assert not only(WheelDisagreement, readings)


def test_every_game_seen_in_motion_ends_in_a_result_or_is_said_to_have_none(log: list[CaptureLine]) -> None:
    protocol = SlingShot2()
    open_spin: int | None = None
    for line in log:
        for reading in protocol.feed(line.payload + b"\r\n", line.at_ms / 1000) if line.direction == "<" else []:
            if isinstance(reading, WheelResult | WheelUnresolved | WheelStopped) and reading.spin == open_spin:
                open_spin = None
            elif isinstance(reading, WheelPhaseChanged) and reading.phase in ("ball_in_rim", "no_more_bets"):
                assert open_spin in (None, reading.spin), f"spin {open_spin} vanished without a word"
                open_spin = reading.spin


def test_played_through_a_device_it_gives_the_same_and_tells_the_silences(
    log: list[CaptureLine], expected: list[WheelResult]
) -> None:
    told: list[tuple[AnyReading, int, str]] = []
    clock = SteppedClock(1_762_351_387.0)
    link = CaptureLink(log, clock)
    device: AttachedDevice = attach(
        "wheel", "ss2", link, clock, lambda _, reading, at_ns, utc: told.append((reading, at_ns, utc))
    )
    device.start()
    link.play_all()
    assert link.lines_played == len(log)
    assert only(WheelResult, (reading for reading, _, _ in told)) == expected
    times = [at_ns for _, at_ns, _ in told]
    assert times == sorted(times)
    states = [reading.state for reading in only(LinkChanged, (reading for reading, _, _ in told))]
    assert states[0] == "connecting"
    assert {"ready", "stale", "down"} <= set(states)
    assert all(one != following for one, following in itertools.pairwise(states))
