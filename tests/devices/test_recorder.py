"""Recordings: exact bytes both ways, bounded and rotated, and read back as they were."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import shoe_inputs
from hypothesis import given
from hypothesis import strategies as st
from test_attached import HandLink
from wheel_inputs import CLEAN_GAME

from devices.capture import CaptureLine, CaptureLink, escape, is_capture, read_capture, unescape
from devices.catalogue import attach
from devices.clock import SteppedClock
from devices.decoding import decode_file
from devices.player import PlayedCapture
from devices.readings import CardRead, ShoeStarted, WheelResult
from devices.recorder import Recorder, RecordingLink
from devices.shoe.angel_eye import AngelEye
from devices.wheel.slingshot2 import SlingShot2


@given(st.binary(max_size=300))
def test_any_bytes_come_back_from_their_line(data: bytes) -> None:
    text = escape(data)
    assert unescape(text) == data
    assert not {ord("\n"), ord("\t"), ord("\r")} & set(text)
    assert text.isascii()


@pytest.mark.parametrize("text", [rb"\q", rb"\x1", rb"\xZZ", b"end\\"])
def test_an_escape_that_there_is_none_of_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match="is no escape"):
        unescape(text)


class Bench:
    def __init__(self, path: Path, **sizes: int) -> None:
        self.clock = SteppedClock(1_762_351_387.0)
        self.recorder = Recorder(path, self.clock, **sizes)
        self.link = HandLink()
        self.heard: list[object] = []
        self.device = attach(
            "shoe", "angel-eye", self.link, self.clock, lambda _, reading, __, ___: self.heard.append(reading),
            recorder=self.recorder,
        )  # fmt: skip
        self.device.start()
        self.link.on_link("connecting", "")

    def say(self, data: bytes, after_s: float = 0.25) -> None:
        self.clock.advance_by(after_s)
        self.link.on_bytes(data, self.clock.monotonic_ns())


def test_a_shoes_bytes_are_recorded_both_ways_and_play_back_the_same(tmp_path: Path) -> None:
    path = tmp_path / "shoe.tsv"
    bench = Bench(path)
    bench.say(shoe_inputs.START + shoe_inputs.EIGHT_OF_SPADES[:3])
    bench.say(shoe_inputs.EIGHT_OF_SPADES[3:])
    bench.device.send(b"\x02OPLK02\x031B")
    bench.device.close()
    assert path.read_bytes() == (
        b"#capture 2\tutc=2025-11-05T14:03:07.000Z\tmonotonic_ns=0\n"
        b"250\t<\t\\x051S\\x0361\\x051D\n500\t<\t\\x81\\xb8\\x034F\n500\t>\t\\x02OPLK02\\x031B\n"
    )
    lines = list(read_capture(path))
    assert lines[1] == CaptureLine(500, "<", b"\x81\xb8\x034F", b"")
    expected = [ShoeStarted(), CardRead("8s", "player-1")]
    assert [one for one in bench.heard if isinstance(one, CardRead | ShoeStarted)] == expected
    assert list(decode_file(AngelEye(), path)) == expected
    assert list(decode_file(AngelEye(), path, chunk=1)) == expected
    clock, played = SteppedClock(), []
    link = CaptureLink(read_capture(path), clock)
    device = attach("shoe", "angel-eye", link, clock, lambda _, reading, __, ___: played.append(reading))
    device.start()
    link.play_all()
    assert [one for one in played if isinstance(one, CardRead | ShoeStarted)] == expected


def test_a_recording_is_bounded_and_rotated_and_each_file_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "shoe.tsv"
    bench = Bench(path, max_bytes=4096, keep=2)
    for _ in range(400):
        bench.say(shoe_inputs.EIGHT_OF_SPADES)
    bench.device.close()
    names = sorted(os.listdir(path.parent))  # noqa: PTH208
    assert names == ["shoe.1.tsv", "shoe.2.tsv", "shoe.tsv"]
    for name in names:
        assert (path.parent / name).stat().st_size <= 4096
        lines = list(read_capture(path.parent / name))
        assert lines
        assert lines[0].at_ms <= 250
        assert {line.payload for line in lines} == {shoe_inputs.EIGHT_OF_SPADES}


def test_a_new_recording_keeps_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "shoe.tsv"
    for _ in range(3):
        bench = Bench(path, keep=1)
        bench.say(shoe_inputs.START)
        bench.device.close()
        bench.recorder.close()
    assert sorted(os.listdir(tmp_path)) == ["shoe.1.tsv", "shoe.tsv"]  # noqa: PTH208
    Bench(path, keep=0).recorder.close()
    assert len(list(read_capture(path))) == 0


def test_a_disk_that_takes_nothing_stops_the_recording_and_not_the_device(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "shoe.tsv")
    assert bench.recorder._file is not None
    os.close(bench.recorder._file.fileno())
    bench.say(shoe_inputs.START)
    assert bench.recorder.failed is not None
    assert "nothing more is recorded" in bench.recorder.failed
    bench.say(shoe_inputs.EIGHT_OF_SPADES)
    assert CardRead("8s", "player-1") in bench.heard


@pytest.mark.parametrize(("name", "max_bytes", "keep"), [("a.txt", 9999, 1), ("a.tsv", 10, 1), ("a.tsv", 9999, -1)])
def test_what_cannot_be_a_recording_is_refused(tmp_path: Path, name: str, max_bytes: int, keep: int) -> None:
    with pytest.raises(ValueError, match=r"something\.tsv|at least"):
        Recorder(tmp_path / name, SteppedClock(), max_bytes=max_bytes, keep=keep)


def test_a_line_that_was_cut_by_a_crash_is_the_end(tmp_path: Path) -> None:
    path = tmp_path / "cut.tsv"
    path.write_bytes(b"#capture 2\tutc=x\n5\t<\tHQ\\r\\n\n9\t<\tS")
    assert list(read_capture(path)) == [CaptureLine(5, "<", b"HQ\r\n", b"")]
    path.write_bytes(b"#capture 2\n5\t<\t\\y\n")
    with pytest.raises(ValueError, match=r"cut\.tsv:2: .* is no escape"):
        list(read_capture(path))


def test_a_link_that_was_not_started_records_nothing_and_says_nothing(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "x.tsv", SteppedClock())
    link = RecordingLink(HandLink(), recorder)
    link._heard(b"early", 0)
    link._changed("lost", "")
    recorder.record(b"<", b"", 0)
    link.close()
    link.close()
    assert [line.payload for line in read_capture(tmp_path / "x.tsv")] == [b"early"]


def test_a_capture_is_played_at_its_own_times_and_ends() -> None:
    lines = [
        CaptureLine(100, ">", b"*T Z"),
        CaptureLine(200, "<", b"*X;4;002;31;0;146;1"),
        CaptureLine(700, "<", b" 5"),
    ]
    player = PlayedCapture(lines)
    assert player.next_event_s() == 0.0
    assert player.advance(0.4) == b"*X;4;002;31;0;146;1\r\n"
    assert player.order("power off") == "ok: power is off"
    assert player.order("status") == "ok: 1 lines played"
    assert player.order("spin").startswith("refused")
    assert player.receive(b"*X\r\n") == b""
    assert player.advance(0.5) == b""
    assert player.finished
    assert player.next_event_s() is None
    assert PlayedCapture([]).finished


def test_captures_are_known_by_their_names() -> None:
    assert is_capture(Path("a.tsv"))
    assert is_capture(Path("a.tsv.gz"))
    assert not is_capture(Path("a.bin"))


def test_raw_bytes_are_decoded_in_pieces_of_any_size(tmp_path: Path) -> None:

    path = tmp_path / "wheel.bin"
    path.write_bytes(CLEAN_GAME)
    whole = list(decode_file(SlingShot2(), path))
    assert [one for one in whole if isinstance(one, WheelResult)] == [WheelResult("29", 69)]
    for chunk in (1, 2, 7, 64, 10_000):
        assert list(decode_file(SlingShot2(), path, chunk)) == whole
    with pytest.raises(ValueError, match="chunk is 0"):
        list(decode_file(SlingShot2(), path, 0))


def test_a_held_recording_says_nothing_before_the_order_to_go() -> None:
    player = PlayedCapture([CaptureLine(5000, "<", b"one"), CaptureLine(5500, "<", b"two")], held=True)
    assert player.next_event_s() is None
    assert player.advance(60.0) == b""
    assert player.order("go") == "ok: it plays"
    assert player.advance(60.0).startswith(b"one")
    assert player.next_event_s() == 60.5
    assert player.order("go").startswith("refused")
    assert player.advance(60.5).startswith(b"two")
    assert player.finished
