"""What a table may declare, and reading captures."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from heard import Heard

from devices.capture import CaptureLine, CaptureLink, read_capture
from devices.catalogue import DRIVERS, CatalogueError, attach, driver
from devices.clock import SteppedClock
from devices.readings import WheelResult
from devices.shoe.angel_eye import AngelEye
from devices.simulator import SIMULATORS
from devices.wheel.slingshot2 import SlingShot2


def test_the_wheel_and_the_shoe_are_in_the_catalogue_with_how_far_they_can_be_trusted() -> None:
    wheel, shoe = driver("ss2"), driver("angel-eye")
    assert (wheel.kind, wheel.baud, wheel.trust) == ("wheel", 9600, "captures")
    assert (shoe.kind, shoe.baud, shoe.trust) == ("shoe", 4800, "paper")
    assert (wheel.timing.stale_after_s, wheel.timing.down_after_s) == (2.0, 5.0)
    assert (shoe.timing.stale_after_s, shoe.timing.down_after_s) == (None, None)
    assert {entry.kind for entry in DRIVERS.values()} | {driver("grammar:shuffler").kind} == set(SIMULATORS)


def test_options_are_given_to_the_protocol() -> None:
    wheel = driver("ss2").build({"pockets": 38, "rotor_band": [140, 200]})
    assert isinstance(wheel, SlingShot2)
    assert wheel.pockets == 38
    assert isinstance(driver("angel-eye").build({"bcc_span": "with_start"}), AngelEye)


@pytest.mark.parametrize(
    ("protocol", "options", "words"),
    [
        ("ss3", {}, ["'ss3'", "ss2, angel-eye"]),
        ("ss2", {"pocket": 37}, ["'pocket'", "pockets, rotor_band, report_every_s"]),
        ("ss2", {"pockets": 36}, ["pockets", "36"]),
        ("ss2", {"pockets": "37"}, ["pockets", "'37'"]),
        ("ss2", {"rotor_band": [200, 140]}, ["200 to 140"]),
        ("ss2", {"report_every_s": 0}, ["report_every_s"]),
        ("angel-eye", {"bcc_span": "both"}, ["bcc_span", "both"]),
    ],
)
def test_what_the_catalogue_does_not_have_is_refused_by_name(
    protocol: str, options: dict[str, object], words: list[str]
) -> None:
    with pytest.raises(CatalogueError) as refused:
        driver(protocol).build(options)
    for word in words:
        assert word in str(refused.value)


CAPTURE = b"0\t<\t1\n496\t<\t*X;4;002;31;0;146;1\n500\t>\t*u 1\n900\t<\t 5\n1000\t<\t*X;5;002; 5;0;146;1\n"


@pytest.mark.parametrize("name", ["capture.tsv", "capture.tsv.gz"])
def test_a_capture_is_read_plain_and_packed_with_its_spaces(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(CAPTURE) if name.endswith(".gz") else CAPTURE)
    lines = list(read_capture(path))
    assert lines[1] == CaptureLine(496, "<", b"*X;4;002;31;0;146;1")
    assert [line.direction for line in lines] == ["<", "<", ">", "<", "<"]
    assert lines[3].payload == b" 5"


@pytest.mark.parametrize("damage", [b"x\t<\t1\n", b"5 < 1\n", b"5\t=\t1\n", b"5\t<\n", b"9\t<\t1\n5\t<\t1\n"])
def test_a_capture_that_is_none_is_refused_with_its_line(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "capture.tsv"
    path.write_bytes(b"1\t<\tfine\n" + damage)
    with pytest.raises(ValueError, match=r"capture\.tsv:[23]:"):
        list(read_capture(path))


def test_a_capture_plays_one_line_a_step_with_timers_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "capture.tsv"
    path.write_bytes(CAPTURE)
    clock, heard = SteppedClock(), Heard()
    clock.advance_to(10.0)
    link = CaptureLink(read_capture(path), clock)
    order: list[str] = []
    clock.call_later(0.95, lambda: order.append(f"timer after {link.lines_played} lines"))
    attach("wheel", "ss2", link, clock, heard).start()
    while link.play_next():
        order.append(f"{clock.monotonic_s():g}")
    assert order == ["10", "10.496", "10.5", "10.9", "timer after 4 lines", "11"]
    assert heard.all(WheelResult) == [WheelResult(number="5", spin=2)]


def test_a_capture_must_be_attached_before_it_plays_and_is_silent_after_it_was_closed() -> None:
    clock, heard = SteppedClock(), Heard()
    link = CaptureLink([CaptureLine(0, "<", b"29")], clock)
    with pytest.raises(RuntimeError, match="not attached"):
        link.play_next()
    device = attach("wheel", "ss2", link, clock, heard)
    device.start()
    link.play_all()
    device.close()
    assert not link.play_next()
