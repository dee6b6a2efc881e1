"""The six properties of any driver on any bytes (devices.md 6), for the drivers beside the wheel's and the shoe's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from feeding import feed
from hypothesis import given, settings
from hypothesis import strategies as st
from test_six_properties import _held_bytes, games, wheel_bytes

from devices.catalogue import driver
from devices.device import DeviceProtocol
from devices.keys.events import tap
from devices.lottery.ball_set import load_ball_set
from devices.lottery.tags import tag_frame
from devices.readings import AnyReading, BadgeRead, BallRead, ButtonPressed, CardRead, MalformedFrame, ShufflerDone
from devices.wheel.grammar import GrammarWheel

TAGS = list(load_ball_set("simulated-1").balls)
Make = Callable[[], DeviceProtocol]


def _cut(whole: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """Frames, frames cut short, tails of frames, and rubbish."""
    ends = whole.flatmap(lambda sent: st.integers(0, len(sent)).map(lambda at: sent[at:]))
    beginnings = whole.flatmap(lambda sent: st.integers(0, len(sent)).map(lambda at: sent[:at]))
    rubbish = st.sampled_from([b"\r", b"\n", b"\x02", b"\x03", b"x" * 300, b"?\r\n", b"\xff"])
    return st.one_of(whole, whole, ends, beginnings, rubbish, st.binary(max_size=30))


drawer_frames = st.one_of(
    st.sampled_from(TAGS[:4]).map(tag_frame),
    st.integers(0, 0xFFFFFFFFFF).map(lambda tag: tag_frame(f"{tag:010X}")),
    st.builds(lambda letter, n: b"%c;%03d\r\n" % (letter, n), st.sampled_from(b"PBRCH"), st.integers(0, 5)),
    st.sampled_from([b"F;JAM\r\n", b"F;000\r\n", b"F;DBL\r\n", b"H;999\r\n"]),
)
scanner_lines = st.sampled_from([b"HQ\r\n", b"ST\r\n", b"H10\r\n", b"CUT\r\n", b"NOREAD\r\n", b"H1\r\n", b"8\r\n"])
key_lines = st.one_of(
    st.lists(st.integers(0, 130), max_size=4).map(tap),
    st.sampled_from([b"D\n", b"S\n", b"H\n", b"H 79 80\n", b"K 79 1\n", b"K 28 1\n", b"K 79 2\n", b"K 79 0\n"]),
)
box_lines = st.builds(lambda n, level: b"I%d=%d\r\n" % (n, level), st.integers(0, 9), st.integers(0, 2))
shuffler_lines = st.sampled_from(
    [b"S;%d;%s;%s\r\n" % (s, n, c) for s in range(6) for n in (b"---", b"416") for c in (b"R", b"-")]
)
badge_lines = st.sampled_from([b"0012345678\r\n", b"12\r\n", b"ABCDEF\r\n"])

DRIVERS: dict[str, tuple[dict[str, object], st.SearchStrategy[bytes], bytes]] = {
    "grammar:slingshot2": ({"rotor_band": (140, 200)}, st.one_of(wheel_bytes, games()), b"*X;2;009; 7;0;150;0\r\n"),
    "ball-tags": ({"ball_set": "simulated-1"}, _cut(drawer_frames), b"F;000\r\n"),
    "scanner-lines": ({"codes": "suit-rank"}, _cut(scanner_lines), b"HQ\r\n"),
    "scanner-keys": ({"codes": "suit-rank"}, _cut(key_lines), b"K 16 0\n"),
    "buttons-keys": ({"buttons": "dealer-pad"}, _cut(key_lines), b"K 79 0\n"),
    "badge-keys": ({}, _cut(key_lines), b"K 79 0\n"),
    "badge-lines": ({}, _cut(badge_lines), b"0012345678\r\n"),
    "grammar:contact-box": ({}, _cut(box_lines), b"I1=0\r\n"),
    "grammar:shuffler": ({}, _cut(shuffler_lines), b"S;0;---;-\r\n"),
}
by_driver = pytest.mark.parametrize("name", DRIVERS)
BUILT = {name: driver(name) for name in DRIVERS}


def make(name: str) -> DeviceProtocol:
    return BUILT[name].build(DRIVERS[name][0])


@by_driver
@given(data=st.data())
@settings(max_examples=80)
def test_property_1_and_5_nothing_raises_and_every_chunking_gives_the_same(name: str, data: st.DataObject) -> None:
    pieces = data.draw(st.lists(DRIVERS[name][1], max_size=25))
    sent = [(at * 0.3, piece) for at, piece in enumerate(pieces)]
    cuts = data.draw(st.lists(st.integers(1, 300), max_size=30))
    whole, cut, bytewise = make(name), make(name), make(name)
    opens = data.draw(st.booleans())
    for protocol in (whole, cut, bytewise):
        if opens:
            assert isinstance(protocol.link_opened(0.0), bytes)
    readings = feed(whole, sent)
    assert feed(cut, sent, cuts) == readings
    assert feed(bytewise, sent, range(1, 400)) == readings
    counts = {(one.frames_well_formed, one.frames_malformed) for one in (whole, cut, bytewise)}
    assert len(counts) == 1
    assert isinstance(whole.poll(9.0), bytes)


@by_driver
@given(data=st.data())
@settings(max_examples=15)
def test_property_2_memory_is_bounded(name: str, data: st.DataObject) -> None:
    protocol, fresh = make(name), make(name)
    block = b"".join(data.draw(st.lists(DRIVERS[name][1], min_size=1, max_size=20)))
    for turn in range(40):
        protocol.feed(block, turn * 0.3)
    # What a driver is made with (its table) is counted in both.
    assert _held_bytes(protocol, set()) < _held_bytes(fresh, set()) + 20_000


def _allowed(name: str, sent: bytes, reading: AnyReading) -> bool:
    """Property 3: a fact has its own whole frame among the bytes."""
    match reading:
        case BallRead(number=number):
            tag = next(tag for tag, ball in load_ball_set("simulated-1").balls.items() if ball == number)
            return tag_frame(tag) in sent and b"P;" in sent
        case CardRead(card=card) if name == "scanner-lines":
            ranks = ("T", "10") if card[0] == "T" else (card[0],)
            return any(f"{card[1].upper()}{rank}".encode() in sent for rank in ranks)
        case ShufflerDone():
            return b"S;3;416;" in sent
        case ButtonPressed() if name == "grammar:contact-box":
            return b"=1\r" in sent or b"=1\n" in sent
        case ButtonPressed():
            return b" 1\n" in sent or b" 1\r" in sent
        case BadgeRead(badge=badge) if name == "badge-lines":
            return badge.encode() in sent
    return True


@by_driver
@given(data=st.data())
@settings(max_examples=60)
def test_property_3_a_fact_has_its_own_whole_frame(name: str, data: st.DataObject) -> None:
    sent = b"".join(data.draw(st.lists(DRIVERS[name][1], max_size=30)))
    for reading in make(name).feed(sent, 0.0):
        assert _allowed(name, sent, reading), reading


@given(st.lists(st.one_of(_cut(drawer_frames)), max_size=60))
def test_property_4_a_count_of_the_drawer_gives_one_ball_at_most(pieces: list[bytes]) -> None:
    sent = b"".join(pieces)
    readings = make("ball-tags").feed(sent, 0.0)
    assert sum(isinstance(one, BallRead) for one in readings) <= sent.count(b"P;")


@by_driver
@given(data=st.data())
@settings(max_examples=60)
def test_property_6_good_frames_are_heard_again_after_any_bytes(name: str, data: st.DataObject) -> None:
    protocol = make(name)
    good = DRIVERS[name][2]
    protocol.feed(b"".join(data.draw(st.lists(DRIVERS[name][1], max_size=30))), 0.0)
    protocol.feed(good, 1.0)  # rubbish without an end swallows one good frame at most
    before = protocol.frames_well_formed
    readings = protocol.feed(good * 3, 2.0)
    assert protocol.frames_well_formed == before + 3
    assert not any(isinstance(one, MalformedFrame) for one in readings)


MILLION = 1_000_000


@pytest.mark.parametrize(
    ("name", "line", "readings"),
    [
        ("ss2", b"*X;2;069;29;0;176;0\r\n", 1),
        ("grammar:slingshot2", b"*X;2;069;29;0;176;0\r\n", 1),
    ],
)
def test_a_million_repeated_status_lines_are_one_transition(name: str, line: bytes, readings: int) -> None:
    protocol = driver(name).build()
    block = line * 10_000
    told = [reading for turn in range(MILLION // 10_000) for reading in protocol.feed(block, turn * 5000.0)]
    assert len(told) == readings
    assert protocol.frames_well_formed == MILLION


@pytest.mark.parametrize("name", ["grammar:shuffler", "grammar:contact-box", "ball-tags"])
def test_a_hundred_thousand_repeated_states_of_the_slower_devices_are_one_too(name: str) -> None:
    line = {"grammar:shuffler": b"S;0;---;-\r\n", "grammar:contact-box": b"I1=1\r\n", "ball-tags": b"C;037\r\n"}[name]
    protocol = make(name)
    told = [reading for _ in range(10) for reading in protocol.feed(line * 10_000, 0.0)]
    assert len(told) == (0 if name == "grammar:contact-box" else 1)


def test_the_grammar_wheel_is_what_the_catalogue_builds() -> None:
    assert isinstance(make("grammar:slingshot2"), GrammarWheel)
