"""The fault menu: its text, and the stage that does it, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shoe_inputs
from feeding import only
from hypothesis import given
from hypothesis import strategies as st
from wheel_inputs import status

from devices.faults.frames import DRAWER, LINES, SHOE, Shape
from devices.faults.menu import MENU, FaultName, FaultOrder, When, menu_text, parse_fault
from devices.faults.mischief import Mischief
from devices.lottery.tags import tag_frame
from devices.readings import MalformedFrame
from devices.shoe.angel_eye import AngelEye

LINE = status(2, 1, "7")


def heard(
    stage: Mischief, frames: list[bytes], *, every_s: float = 0.5, rounds: Callable[[int], int] = lambda _: 0
) -> list[bytes]:
    """What comes through at each step when a frame is said at each."""
    out = []
    for at, frame in enumerate(frames):
        stage.speak(frame, at * every_s, rounds(at))
        out.append(stage.advance(at * every_s, rounds(at)))
    return out


# --- the text ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("unplug after 3 rounds for 5 s", FaultOrder("unplug", 0, When(3, "rounds"), When(5, "s"))),
        ("noise 10", FaultOrder("noise", 10, None, None)),
        ("noise 10% for 20 frames", FaultOrder("noise", 10, None, When(20, "frames"))),
        ("  delay   300 ms after 1 round ", FaultOrder("delay", 300, When(1, "rounds"), None)),
        ("duplicate 3 times", FaultOrder("duplicate", 3, None, None)),
        ("power cycle after 2.5 seconds for 1 frame", FaultOrder("power cycle", 0, When(2.5, "s"), When(1, "frames"))),
        ("drop", FaultOrder("drop", 100, None, None)),
    ],
)
def test_a_fault_is_read_as_it_is_said(text: str, order: FaultOrder) -> None:
    assert parse_fault(text) == order
    assert parse_fault(str(order)) == order


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no fault"),
        ("burn", "faults are: drop, split"),
        ("unplug 5", "takes no amount"),
        ("noise 10 ms", "is given in %"),
        ("noise 110", "within 0 and 100 %"),
        ("duplicate 1", "within 2 and 50 times"),
        ("unplug for 5 parsecs", "is no fault"),
        ("unplug for 5 s after 3 rounds", "is no fault"),
    ],
)
def test_what_is_no_fault_is_refused_with_what_is_allowed(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_fault(text)


def test_the_menu_names_every_fault() -> None:
    for name in MENU:
        assert f"  {name}" in menu_text()


# --- frames ------------------------------------------------------------------------------------------------------

SHOE_FRAMES = [shoe_inputs.START, shoe_inputs.EIGHT_OF_SPADES, shoe_inputs.CUT_CARD]
DRAWER_FRAMES = [tag_frame("0A004C7F2E"), b"P;001\r\n", tag_frame("0A004C7F2F"), b"H;001\r\n"]


@pytest.mark.parametrize(
    ("shape", "frames"),
    [
        (LINES, [LINE, b"29\r\n", LINE, b"x\n", b"y\r"]),
        (SHOE, [*SHOE_FRAMES, b"\x06", b"\x15\x21"]),
        (DRAWER, DRAWER_FRAMES),
    ],
)
def test_what_a_device_says_falls_into_its_frames(shape: Shape, frames: list[bytes]) -> None:
    assert shape.split(b"".join(frames)) == frames


@given(st.binary(max_size=200), st.sampled_from([LINES, SHOE, DRAWER]))
def test_frames_are_together_what_was_said(data: bytes, shape: Shape) -> None:
    assert b"".join(shape.split(data)) == data


def test_a_spoilt_frame_is_malformed() -> None:
    for frame in SHOE_FRAMES:
        spoilt = SHOE.spoil(frame)
        assert only(MalformedFrame, AngelEye().feed(spoilt, 0.0))
    assert DRAWER.spoil(b"P;001\r\n") == b"P;00?\r\n"
    assert DRAWER.spoil(tag_frame("0A004C7F2E"))[:11] == tag_frame("0A004C7F2E")[:11]
    assert LINES.spoil(b"29\r\n") == b"2?\r\n"
    assert LINES.spoil(b"\r\n") == b"\r\n"


# --- the stage ---------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from([LINE, b"29\r\n", status(5, 1, "29")]), max_size=30))
def test_without_a_fault_everything_comes_through_as_it_was_said(frames: list[bytes]) -> None:
    assert heard(Mischief(LINES), frames) == frames


def _stage(fault: str, seed: int = 1) -> Mischief:
    stage = Mischief(LINES, seed)
    stage.add(fault)
    return stage


FRAMES = [status(2, spin, "7") for spin in range(1, 41)]


def test_dropped_frames_are_gone_and_the_others_whole() -> None:
    out = [frame for frame in heard(_stage("drop 50"), FRAMES) if frame]
    assert 5 < len(out) < 35
    assert set(out) <= set(FRAMES)


def test_split_frames_come_in_two_and_joined_ones_in_one() -> None:
    split = _stage("split")
    split.speak(LINE, 0.0, 0)
    first = split.advance(0.0, 0)
    assert 0 < len(first) < len(LINE)
    assert split.next_event_s() == 0.05
    assert first + split.advance(0.05, 0) == LINE
    joined = heard(_stage("join 50"), FRAMES, every_s=0.1)
    assert b"".join(joined) == b"".join(FRAMES)[: len(b"".join(joined))]
    assert any(piece.count(b"\r\n") > 1 for piece in joined)


def test_a_frame_that_waits_for_another_does_not_wait_for_ever() -> None:
    for fault in ("join", "reorder"):
        stage = _stage(fault)
        stage.speak(LINE, 0.0, 0)
        assert stage.advance(0.0, 0) == b""
        due_s = stage.next_event_s()
        assert due_s is not None
        assert stage.advance(due_s, 0) == LINE


def test_delayed_frames_come_later_in_their_order() -> None:
    stage = _stage("delay 700 ms")
    out = heard(stage, FRAMES[:4])
    assert out == [b"", b"", FRAMES[0], FRAMES[1]]


def test_duplicates_a_stuck_frame_and_reordering() -> None:
    assert heard(_stage("duplicate 3"), FRAMES[:2]) == [FRAMES[0] * 3, FRAMES[1] * 3]
    assert heard(_stage("stuck after 2 frames"), FRAMES[:5]) == [*FRAMES[:2], FRAMES[1], FRAMES[1], FRAMES[1]]
    assert heard(_stage("reorder"), FRAMES[:4]) == [b"", FRAMES[1] + FRAMES[0], b"", FRAMES[3] + FRAMES[2]]


def test_noise_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    assert heard(_stage("noise 50"), FRAMES) == heard(_stage("noise 50"), FRAMES) != FRAMES
    assert heard(_stage("noise 50", 2), FRAMES) != heard(_stage("noise 50"), FRAMES)
    wrong = heard(_stage("checksum"), FRAMES)
    assert all(line.endswith(b"?\r\n") for line in wrong)


@pytest.mark.parametrize("name", ["unplug", "silence", "power cycle"])
def test_while_a_device_is_gone_nothing_comes_through(name: FaultName) -> None:
    stage = _stage(f"{name} after 2 frames for 2 frames")
    assert [bool(out) for out in heard(stage, FRAMES[:6])] == [True, True, False, False, True, True]
    stage = _stage(f"{name} after 1 s for 1 s")
    out = [bool(said) for said in heard(stage, FRAMES[:8])]
    assert out == [True, True, False, False, True, True, True, True]
    assert stage.plugged
    assert stage.powered
    assert not stage.mute


def test_a_fault_begins_and_ends_by_seconds_frames_and_rounds() -> None:
    by_rounds = _stage("drop after 2 rounds for 1 round")
    out = heard(by_rounds, FRAMES[:16], rounds=lambda at: at // 4)
    assert [bool(frame) for frame in out] == [True] * 8 + [False] * 4 + [True] * 4
    assert by_rounds.describe() == "no fault"
    by_frames = _stage("drop after 2 frames for 3 frames")
    assert [bool(frame) for frame in heard(by_frames, FRAMES[:8])] == [True] * 2 + [False] * 3 + [True] * 3
    by_time = _stage("unplug after 10 s for 5 s")
    assert by_time.next_event_s() == 10
    by_time.advance(10.0, 0)
    assert not by_time.plugged
    assert by_time.next_event_s() == 15
    by_time.advance(15.0, 0)
    assert by_time.plugged


def test_faults_are_ordered_listed_and_called_off_while_it_runs() -> None:
    stage = Mischief(LINES)
    assert stage.order("list") == "ok: no fault"
    assert stage.order("noise 10") == "ok: noise 10%"
    assert stage.order("unplug after 3 rounds for 5 s") == "ok: unplug after 3 rounds for 5 s"
    assert stage.order("list") == "ok: noise 10% (on); unplug after 3 rounds for 5 s (to come)"
    assert stage.order("off silence").startswith("refused: there is no fault 'silence'")
    assert stage.order("off noise") == "ok: unplug after 3 rounds for 5 s (to come)"
    assert stage.order("off") == "ok: no fault"
    assert stage.order("soup").startswith("refused: 'soup' is no fault")


def test_what_was_held_back_comes_when_a_fault_is_called_off() -> None:
    stage = _stage("reorder")
    stage.speak(LINE, 0.0, 0)
    stage.order("off")
    assert stage.advance(0.0, 0) == LINE


@given(st.sampled_from(list(MENU)), st.integers(0, 9), st.binary(max_size=60))
def test_mischief_never_fails_whatever_the_bytes(name: FaultName, seed: int, data: bytes) -> None:
    stage = _stage(name, seed)
    for at in range(4):
        stage.speak(data, at, at)
        stage.advance(at, at)
    stage.order("off")
    stage.advance(100.0, 9)
    assert stage.describe() == "no fault"
    assert stage.next_event_s() is None
