"""The six properties that any driver has on any bytes (devices.md 6, end; docs/devices/README.md)."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
import shoe_inputs
import wheel_inputs
from feeding import feed, only
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.device import DeviceProtocol
from devices.readings import AnyReading, ShoeResult, WheelPhaseChanged, WheelRestarted, WheelResult
from devices.shoe.angel_eye import AngelEye
from devices.wheel.slingshot2 import SlingShot2, number_alphabet, parse_line
from devices.wheel.spins import Status

wheel_lines = st.builds(
    wheel_inputs.status,
    st.integers(1, 6),
    st.sampled_from([1, 2, 3, 255, 256]),
    st.sampled_from(["", "0", "7", "36"]),
    st.sampled_from("0001248"),
)


@st.composite
def games(draw: st.DrawFn) -> bytes:
    """A game as it should be, with lines missing here and there."""
    spin = draw(st.sampled_from([1, 2, 3, 255, 256]))
    number = draw(st.sampled_from(["0", "7", "36"]))
    lines = [wheel_inputs.status(state, spin, "7") for state in (2, 3, 4, 4)]
    lines += [f"{number:>2}\r\n".encode(), wheel_inputs.status(5, spin, number), wheel_inputs.status(5, spin, number)]
    return b"".join(line for line in lines if draw(st.integers(0, 5)))


wheel_bytes = st.one_of(
    games(),
    wheel_lines,
    wheel_lines.flatmap(lambda line: st.integers(0, len(line)).map(lambda cut: line[cut:])),
    wheel_lines.flatmap(lambda line: st.integers(0, len(line)).map(lambda cut: line[:cut])),
    st.sampled_from([b" 7\r\n", b"36\r\n", b" 0\n", b"\r", b"\n", b"*", b"*u OK\r\n", b"*Y;1;003\r\n", b"x" * 300]),
    st.binary(max_size=30),
)
shoe_frames = st.builds(
    shoe_inputs.frame,
    st.sampled_from("123"),
    st.one_of(
        st.sampled_from([b"S", b"P", b"C", b"G\x91", b"E\xc1", b"L\x81"]),
        st.binary(min_size=2, max_size=2).map(lambda data: b"D" + bytes(byte | 0x80 for byte in data)),
    ),
)
shoe_bytes = st.one_of(
    shoe_frames,
    shoe_frames.flatmap(lambda sent: st.integers(0, len(sent)).map(lambda cut: sent[:cut])),
    st.sampled_from([b"\x05", b"\x15", b"\x06", b"\x03", b"\x02", b"A" * 80]),
    st.binary(max_size=30),
)

PROTOCOLS = {
    "ss2": (SlingShot2, wheel_bytes, wheel_inputs.status(2, 9, "7")),
    "angel-eye": (AngelEye, shoe_bytes, shoe_inputs.frame("1", b"P")),
}
Make = Callable[[], DeviceProtocol]

by_protocol = pytest.mark.parametrize(("make", "pieces", "good"), PROTOCOLS.values(), ids=PROTOCOLS)


@by_protocol
@given(data=st.data())
@settings(max_examples=150)
def test_property_1_and_5_nothing_raises_and_every_chunking_gives_the_same(
    make: Make, pieces: st.SearchStrategy[bytes], good: bytes, data: st.DataObject
) -> None:
    sent = b"".join(data.draw(st.lists(pieces, max_size=30)))
    cuts = data.draw(st.lists(st.integers(1, max(1, len(sent))), max_size=40))
    whole, cut, bytewise = make(), make(), make()
    readings = feed(whole, [(0.0, sent)])
    assert feed(cut, [(0.0, sent)], cuts) == readings
    assert feed(bytewise, [(0.0, sent)], range(1, len(sent))) == readings
    counts = {(one.frames_well_formed, one.frames_malformed) for one in (whole, cut, bytewise)}
    assert len(counts) == 1


def _held_bytes(thing: object, seen: set[int]) -> int:
    """The size of everything that an object of this house holds."""
    if id(thing) in seen or isinstance(thing, type) or callable(thing):
        return 0
    seen.add(id(thing))
    size = sys.getsizeof(thing)
    if isinstance(thing, dict):
        return size + sum(_held_bytes(part, seen) for pair in thing.items() for part in pair)
    if isinstance(thing, str | bytes | bytearray | int | float):
        return size
    if hasattr(thing, "__iter__"):
        return size + sum(_held_bytes(part, seen) for part in thing)
    return size + _held_bytes(getattr(thing, "__dict__", {}), seen)


@by_protocol
@given(data=st.data())
@settings(max_examples=30)
def test_property_2_memory_is_bounded(
    make: Make, pieces: st.SearchStrategy[bytes], good: bytes, data: st.DataObject
) -> None:
    protocol = make()
    block = b"".join(data.draw(st.lists(pieces, min_size=1, max_size=20)))
    for turn in range(40):
        protocol.feed(block, turn * 0.3)
    assert _held_bytes(protocol, set()) < 20_000


def _winning_numbers(sent: bytes) -> set[tuple[int, str]]:
    """Spin and number of every whole state-5 line in the bytes, also at the end of joined ones."""
    alphabet = number_alphabet(37)
    found = set()
    for line in sent.replace(b"\r", b"\n").split(b"\n"):
        parsed = parse_line(line[line.rfind(b"*") :] if b"*" in line else line, alphabet)
        if isinstance(parsed, Status) and parsed.state == 5 and parsed.number is not None:
            found.add((parsed.spin, parsed.number))
    return found


def _spins_between_restarts(readings: list[AnyReading]) -> list[list[int]]:
    """The spins with a result, in groups: a group ends where the counter began again or another spin began."""
    groups: list[list[int]] = [[]]
    for reading in readings:
        if isinstance(reading, WheelResult):
            groups[-1].append(reading.spin)
        elif isinstance(reading, WheelRestarted) or (
            isinstance(reading, WheelPhaseChanged) and groups[-1] and reading.spin != groups[-1][-1]
        ):
            groups.append([])
    return groups


@given(st.lists(wheel_bytes, max_size=60))
@settings(max_examples=300)
def test_property_3_and_4_a_result_has_its_own_line_in_its_own_game_and_comes_once_a_spin(pieces: list[bytes]) -> None:
    sent = b"".join(pieces)
    readings = SlingShot2().feed(sent, 0.0)
    before: WheelPhaseChanged | None = None
    for place, reading in enumerate(readings):
        if isinstance(reading, WheelPhaseChanged):
            before = reading
        elif isinstance(reading, WheelResult):
            assert (reading.spin, reading.number) in _winning_numbers(sent)
            assert before is not None
            assert (before.phase, before.spin) == ("no_more_bets", reading.spin)
            told_with = readings[place + 1]
            assert isinstance(told_with, WheelPhaseChanged)
            assert (told_with.phase, told_with.spin) == ("winning_number", reading.spin)
    assert all(len(group) <= 1 for group in _spins_between_restarts(readings))


@given(st.lists(shoe_bytes, max_size=40))
def test_property_3_a_shoes_result_needs_its_whole_frame_with_a_right_check(pieces: list[bytes]) -> None:
    sent = b"".join(pieces)
    results = only(ShoeResult, AngelEye().feed(sent, 0.0))
    frames = sum(sent.count(shoe_inputs.frame(sequence, b"G\x91")) for sequence in "123")
    assert len([result for result in results if result.winner == "player" and result.player_pair]) <= frames


@by_protocol
@given(data=st.data())
def test_property_6_good_frames_are_heard_again_after_any_bytes(
    make: Make, pieces: st.SearchStrategy[bytes], good: bytes, data: st.DataObject
) -> None:
    protocol = make()
    protocol.feed(b"".join(data.draw(st.lists(pieces, max_size=30))), 0.0)
    # Rubbish without an end swallows one good frame at most.
    protocol.feed(good, 1.0)
    before = protocol.frames_well_formed
    protocol.feed(good * 3, 2.0)
    assert protocol.frames_well_formed == before + 3
