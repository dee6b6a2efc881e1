"""The camera as a protocol: the six properties of every driver, and what its lines say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from devices.camera.codes import new_table
from devices.camera.protocol import CameraProtocol, fault_line, frame_line
from devices.clock import seeded
from devices.readings import AnyReading, CardOutsideGame, CardRead, MalformedFrame

TABLE = new_table(1, seeded("protocol").randrange)
CODES = list(TABLE.cards)
FRAME_S = 1 / 30


class Line:
    """A camera that is heard: a line a frame, each with another checksum."""

    def __init__(self) -> None:
        self.protocol = CameraProtocol(TABLE)
        self.now_s = 50.0
        self.count = 0
        self.protocol.link_opened(self.now_s)

    def frames(self, *texts: str, frames: int = 4, same: bool = False, level: float = 80.0) -> list[AnyReading]:
        told: list[AnyReading] = []
        for _ in range(frames):
            self.now_s += FRAME_S
            self.count += 0 if same else 1
            line = frame_line(self.count, level, 0.4 if texts else 0.0, False, texts)
            told += self.protocol.feed(line, self.now_s)
        return told


def test_a_card_is_read_from_lines() -> None:
    camera = Line()
    assert camera.frames() == []
    assert camera.frames(CODES[0], frames=30) == [CardRead(TABLE.cards[CODES[0]])]
    assert camera.protocol.frames_well_formed == 34


def test_frames_that_are_the_same_agree_on_nothing_and_are_a_fault_told_once() -> None:
    camera = Line()
    camera.frames()
    told = camera.frames(CODES[0], frames=1) + camera.frames(CODES[0], frames=90, same=True)
    assert told == [MalformedFrame("", "camera fault: the same frame for 1 s")]
    assert camera.protocol.frames_well_formed == 5


def test_what_lies_there_after_a_gap_is_not_drawn_now() -> None:
    camera = Line()
    camera.frames()
    camera.now_s += 5
    assert camera.frames(CODES[0]) == [CardOutsideGame(TABLE.cards[CODES[0]], "setting")]


def test_darkness_is_no_empty_window() -> None:
    camera = Line()
    camera.frames()
    camera.frames(CODES[0])
    camera.frames(frames=20, level=2.0)
    assert camera.frames(CODES[0]) == []


def test_a_frame_that_could_not_be_looked_at_says_why_once() -> None:
    camera = Line()
    told = [reading for _ in range(5) for reading in camera.protocol.feed(fault_line("no window"), camera.now_s)]
    assert told == [MalformedFrame("", "no window")]


def test_a_long_text_from_a_strange_code_is_cut_and_refused() -> None:
    camera = Line()
    camera.frames()
    assert camera.protocol.feed(frame_line(9, 80, 0.4, False, ("é\n" * 500,) * 20), camera.now_s + 1) == []
    assert camera.protocol.frames_malformed == 0


GOOD = st.builds(
    frame_line,
    st.integers(0, 2**32 - 1),
    st.floats(0, 255),
    st.floats(0, 1),
    st.booleans(),
    st.lists(st.sampled_from([*CODES[:4], TABLE.start_card, "x"]), max_size=3).map(tuple),
)
BYTES = st.lists(st.one_of(GOOD, st.binary(max_size=40), st.just(b"\n"), st.just(b'["a",1,2')), max_size=30).map(
    b"".join
)


@given(BYTES)
def test_no_bytes_break_it(data: bytes) -> None:
    camera = Line()
    camera.protocol.feed(data, camera.now_s + 1)
    camera.protocol.feed(b"\n", camera.now_s + 2)
    camera.now_s += 3
    camera.frames()
    before = camera.protocol.frames_well_formed
    camera.count += 2**33
    camera.frames(frames=1)
    assert camera.protocol.frames_well_formed == before + 1


@given(BYTES, st.data())
def test_every_chunking_gives_the_same_readings(data: bytes, draw: st.DataObject) -> None:
    whole, cut = Line(), Line()
    pieces, left = [], data
    while left:
        size = draw.draw(st.integers(1, len(left)))
        pieces.append(left[:size])
        left = left[size:]
    assert [reading for piece in pieces for reading in cut.protocol.feed(piece, 51.0)] == whole.protocol.feed(
        data, 51.0
    )
