"""The line splitter and the noise watch."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.lines import KEPT, MAX_LINE, Fragment, LineSplitter, Overlong
from devices.noise import NoiseWatch
from devices.readings import LineNoisy


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r", b"\n\r", b"\r\n\r\n\n"])
def test_a_line_ends_with_cr_or_lf_and_empty_lines_are_none(end: bytes) -> None:
    assert LineSplitter().feed(b"one" + end + b" 5" + end + b"tail") == [b"one", b" 5"]


def test_a_line_counts_only_with_its_end() -> None:
    splitter = LineSplitter()
    assert splitter.feed(b"*X;5;0") == []
    assert splitter.feed(b"11\r") == [b"*X;5;011"]


def test_a_line_at_the_limit_is_a_line_and_one_byte_more_is_told_once() -> None:
    splitter = LineSplitter()
    assert splitter.feed(b"a" * MAX_LINE + b"\n") == [b"a" * MAX_LINE]
    assert splitter.feed(b"b" * (MAX_LINE + 1)) == [Overlong(b"b" * KEPT)]
    assert splitter.feed(b"b" * 10_000) == []
    assert splitter.feed(b"b\nnext\n") == [b"next"]


def test_after_a_link_opened_the_first_piece_is_a_fragment_unless_it_begins_as_a_line() -> None:
    splitter = LineSplitter(start=b"*")
    splitter.feed(b"old tail")
    splitter.drop_until_boundary()
    assert splitter.feed(b"5;0\r\n7\r\n") == [Fragment(b"5;0"), b"7"]
    splitter.drop_until_boundary()
    assert splitter.feed(b"*X\r\n7\r\n") == [b"*X", b"7"]
    splitter.drop_until_boundary()
    assert splitter.feed(b"\r\n7\r\n") == [b"7"]


@given(st.binary(max_size=2000), st.lists(st.integers(0, 2000)), st.booleans())
def test_pieces_do_not_depend_on_how_bytes_come(data: bytes, cuts: list[int], opened: bool) -> None:
    whole, cut = LineSplitter(limit=20), LineSplitter(limit=20)
    if opened:
        whole.drop_until_boundary()
        cut.drop_until_boundary()
    places = [0, *sorted(min(place, len(data)) for place in cuts), len(data)]
    pieces = [piece for a, b in itertools.pairwise(places) for piece in cut.feed(data[a:b])]
    assert pieces == whole.feed(data)


def _play(watch: NoiseWatch, frames: list[tuple[float, int, int]]) -> list[tuple[float, LineNoisy]]:
    told = ((at_s, watch.record(at_s, bad, good)) for at_s, bad, good in frames)
    return [(at_s, reading) for at_s, reading in told if reading is not None]


def test_noise_is_told_once_an_episode() -> None:
    watch = NoiseWatch()
    noisy = [(second / 2, 2, 1) for second in range(60)]
    clean = [(30 + second / 2, 0, 1) for second in range(60)]
    again = [(60 + second / 2, 2, 0) for second in range(60)]
    told = [at_s for at_s, _ in _play(watch, noisy + clean + again)]
    assert len(told) == 2
    assert told[0] == 5.0
    assert 60 < told[1] <= 65


def test_half_malformed_is_not_noise_and_single_faults_after_silence_neither() -> None:
    assert not _play(NoiseWatch(), [(second / 2, 1, 1) for second in range(100)])
    assert not _play(NoiseWatch(), [(minute * 60.0, 9, 0) for minute in range(20)])
    assert not _play(NoiseWatch(), [(second * 2.0, 1, 0) for second in range(100)])
