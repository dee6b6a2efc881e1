"""From frames to readings: agreement, presence, order, and what is told of a card that cannot be read."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from devices.camera.codes import DeckTable, make_code, new_table
from devices.camera.presence import FOREIGN, NO_CODE, ORDER_UNKNOWN, SEEN_ONCE, FrameFacts, Presence
from devices.clock import seeded
from devices.readings import (
    AnyReading,
    CardOutsideGame,
    CardRead,
    CardSentAgain,
    CardUnreadable,
    CutCardOut,
    ShoeStarted,
)

FRAME_S = 1 / 30
TABLE = new_table(8, seeded("presence").randrange)
CODES = list(TABLE.cards)
PAPER = 0.4


class Window:
    """A window that was empty when the camera began to be heard; a frame each thirtieth of a second."""

    def __init__(self, table: DeckTable = TABLE, *, empty_before: bool = True) -> None:
        self.presence = Presence(table)
        self.now_s = 100.0
        self.presence.resumed(self.now_s)
        self.told: list[AnyReading] = []
        if empty_before:
            self.empty()

    def show(self, *texts: str, frames: int = 6, paper: float = PAPER, moving: bool = False) -> list[AnyReading]:
        """Frames with these codes; what was told meanwhile."""
        told: list[AnyReading] = []
        for _ in range(frames):
            self.now_s += FRAME_S
            told += self.presence.frame(FrameFacts(self.now_s, texts, paper, moving))
        self.told += told
        return told

    def empty(self, frames: int = 8) -> list[AnyReading]:
        return self.show(frames=frames, paper=0.0)


def card(code: str) -> str:
    return TABLE.cards[code]


def test_thirty_frames_with_the_same_code_are_one_card() -> None:
    # devices.md 6, case 12 h
    assert Window().show(CODES[0], frames=30) == [CardRead(card(CODES[0]))]


def test_two_equal_faces_one_after_the_other_are_two_cards() -> None:
    # devices.md 6, case 12 b
    eights = [code for code in CODES if card(code) == "8h"]
    window = Window()
    window.show(eights[0])
    window.empty()
    window.show(eights[1])
    assert window.told == [CardRead("8h"), CardRead("8h")]


def test_equal_faces_without_a_gap_are_two_cards_as_well() -> None:
    eights = [code for code in CODES if card(code) == "8h"]
    window = Window()
    window.show(eights[0])
    window.show(*eights[:2])
    window.show(eights[1])
    assert window.told == [CardRead("8h"), CardRead("8h")]


def test_one_frame_is_not_enough() -> None:
    window = Window()
    assert window.show(CODES[0], frames=1) == []
    assert window.show(CODES[0], frames=1) == [CardRead(card(CODES[0]))]


def test_a_code_that_only_one_frame_showed_is_told_as_unreadable() -> None:
    window = Window()
    window.show(CODES[0], frames=1)
    window.show(frames=20)
    assert [reading.code for reading in window.told if isinstance(reading, CardUnreadable)] == [SEEN_ONCE]


def test_an_unreadable_card_is_read_when_it_is_shown_again() -> None:
    window = Window()
    window.show(CODES[0], frames=1)
    window.show(frames=20)
    window.empty()
    assert window.show(CODES[0]) == [CardRead(card(CODES[0]))]


def test_a_card_that_leaves_and_returns_is_not_dealt_twice() -> None:
    window = Window()
    window.show(CODES[0])
    window.empty()
    assert window.show(CODES[0]) == [CardSentAgain(card(CODES[0]), None)]
    window.empty()
    assert window.show(CODES[0]) == [CardSentAgain(card(CODES[0]), None)]


def test_a_hand_over_a_lying_card_is_no_leave() -> None:
    window = Window()
    window.show(CODES[0])
    window.show(frames=60, moving=True)
    assert window.show(CODES[0]) == []


def test_the_start_card_begins_the_count_anew() -> None:
    window = Window()
    window.show(CODES[0])
    window.empty()
    assert window.show(TABLE.start_card) == [ShoeStarted()]
    window.empty()
    assert window.show(CODES[0]) == [CardRead(card(CODES[0]))]


def test_the_cut_card_is_its_own_signal() -> None:
    assert Window().show(TABLE.cut_cards[0], frames=30) == [CutCardOut()]


def test_a_second_cut_card_is_told() -> None:
    window = Window()
    window.show(TABLE.cut_cards[0])
    window.empty()
    window.show(TABLE.cut_cards[1])
    assert window.told == [CutCardOut(), CutCardOut()]


def test_a_card_of_another_set_is_refused_and_shown() -> None:
    # devices.md 6, case 12 c
    told = Window().show(make_code("AAA", "Qh", "222"), frames=30)
    assert [(type(reading), getattr(reading, "code", 0)) for reading in told] == [(CardUnreadable, FOREIGN)]
    assert "Qh of set AAA" in str(told[0])


def test_a_strange_text_in_a_single_frame_is_a_phantom() -> None:
    window = Window()
    window.show("10602679", frames=1)
    window.empty(30)
    assert window.told == []


def test_what_lies_there_when_the_camera_begins_is_not_drawn_now() -> None:
    assert Window(empty_before=False).show(CODES[0]) == [CardOutsideGame(card(CODES[0]), "setting")]


def test_a_card_that_was_told_before_the_camera_was_lost_is_not_told_again() -> None:
    window = Window()
    window.show(CODES[0])
    window.presence.resumed(window.now_s + 3)
    window.now_s += 3
    assert window.show(CODES[0]) == []


def test_a_card_that_was_seen_once_before_the_camera_was_lost_is_not_lost_with_it() -> None:
    window = Window()
    window.show(CODES[0], frames=1)
    window.presence.resumed(window.now_s + 3)
    window.now_s += 3
    assert window.show(CODES[0], frames=30) == [CardOutsideGame(card(CODES[0]), "setting")]


def test_a_frame_older_than_the_moment_from_which_the_camera_is_heard_is_ignored() -> None:
    # devices.md 6, case 12 h
    window = Window()
    window.presence.resumed(window.now_s + 1.0)
    assert window.show(CODES[0], frames=25) == []
    assert window.presence.frames_ignored >= 25
    assert window.show(CODES[0], frames=10) == [CardOutsideGame(card(CODES[0]), "setting")], "it lay there already"


def test_two_cards_in_one_frame_have_no_order() -> None:
    window = Window()
    told = window.show(CODES[0], CODES[1], frames=20)
    assert [reading.code for reading in told if isinstance(reading, CardUnreadable)] == [ORDER_UNKNOWN] * 2
    assert not [reading for reading in told if isinstance(reading, CardRead)]


def test_no_card_overtakes_one_that_was_seen_before_it() -> None:
    window = Window()
    window.show(CODES[0], frames=1)
    window.show(CODES[1], frames=3)
    assert window.told == []
    window.show(CODES[0], CODES[1], frames=1)
    assert window.told == [CardRead(card(CODES[0])), CardRead(card(CODES[1]))]


def test_a_card_that_rests_unread_is_told_once() -> None:
    told = Window().show(frames=90)
    assert [reading.code for reading in told if isinstance(reading, CardUnreadable)] == [NO_CODE]


def test_a_card_that_comes_unread_right_after_the_camera_began_is_told() -> None:
    window = Window(empty_before=False)
    window.empty(2)
    window.show(frames=12)
    told = window.empty()
    assert [reading.code for reading in told if isinstance(reading, CardUnreadable)] == [NO_CODE]


def test_an_unread_card_close_behind_a_read_one_is_told() -> None:
    window = Window()
    window.show(CODES[0])
    window.empty(2)
    window.show(frames=12)
    window.empty(2)
    window.show(CODES[1])
    assert [type(reading) for reading in window.told] == [CardRead, CardUnreadable, CardRead]


def test_a_sleeve_over_a_lying_card_makes_no_other_card_of_it() -> None:
    window = Window()
    window.show(CODES[0])
    window.empty(3)
    window.show(CODES[0])
    window.empty(20)
    assert window.told == [CardRead(card(CODES[0]))]


def test_a_card_that_goes_through_unread_is_told_once_it_has_left() -> None:
    window = Window()
    assert window.show(frames=12, moving=True) == []
    told = window.empty()
    assert [reading.code for reading in told if isinstance(reading, CardUnreadable)] == [NO_CODE]


def test_a_card_that_a_slow_camera_saw_in_one_frame_is_not_passed_over() -> None:
    window = Window()
    window.now_s += 0.15
    window.show(frames=1)
    window.now_s += 0.15
    told = window.empty()
    assert [reading.code for reading in told if isinstance(reading, CardUnreadable)] == [NO_CODE]


def test_a_bare_glint_is_no_card() -> None:
    window = Window()
    window.show(frames=2)
    window.empty()
    window.show(frames=60, paper=0.03)
    assert window.told == []


# --- properties ----------------------------------------------------------------------------------------------------

FRAMES = st.lists(
    st.tuples(
        st.lists(st.sampled_from([*CODES[:6], *TABLE.cut_cards, TABLE.start_card, "10602679"]), max_size=3),
        st.sampled_from([0.0, 0.02, 0.3, 0.9]),
        st.booleans(),
        st.sampled_from([0.0, FRAME_S, FRAME_S, FRAME_S, 0.3, 2.0]),
        st.sampled_from(["frame"] * 12 + ["resumed"]),
    ),
    max_size=120,
)


@given(FRAMES)
def test_no_card_is_told_that_two_frames_have_not_shown(
    frames: list[tuple[list[str], float, bool, float, str]],
) -> None:
    presence = Presence(TABLE)
    now_s = 0.0
    shown: Counter[str] = Counter()
    for texts, paper, moving, step_s, what in frames:
        now_s += step_s
        if what != "frame":
            getattr(presence, what)(now_s)
            continue
        shown.update(set(texts))
        for reading in presence.frame(FrameFacts(now_s, tuple(texts), paper, moving)):
            if isinstance(reading, CardRead | CardSentAgain | CardOutsideGame):
                assert any(shown[code] >= 2 for code in CODES[:6] if card(code) == reading.card)
            elif isinstance(reading, CutCardOut):
                assert any(shown[code] >= 2 for code in TABLE.cut_cards)
            elif isinstance(reading, ShoeStarted):
                assert shown[TABLE.start_card] >= 2


@given(FRAMES)
def test_within_one_shoe_no_piece_of_paper_is_dealt_twice(
    frames: list[tuple[list[str], float, bool, float, str]],
) -> None:
    presence = Presence(TABLE)
    now_s = 0.0
    dealt: Counter[str] = Counter()
    copies = Counter(card(code) for code in CODES[:6])
    for texts, paper, moving, step_s, what in frames:
        now_s += step_s
        if what != "frame":
            getattr(presence, what)(now_s)
            continue
        for reading in presence.frame(FrameFacts(now_s, tuple(texts), paper, moving)):
            if isinstance(reading, ShoeStarted):
                dealt.clear()
            elif isinstance(reading, CardRead | CardOutsideGame):
                dealt[reading.card] += 1
                assert dealt[reading.card] <= copies[reading.card]


@given(st.permutations(CODES[:12]), st.integers(2, 20), st.integers(0, 8))
def test_cards_come_out_as_they_went_in(codes: list[str], frames: int, gap: int) -> None:
    window = Window()
    for code in codes:
        window.show(code, frames=frames)
        window.empty(gap)
    window.empty(20)
    assert window.told == [CardRead(card(code)) for code in codes]


@given(st.lists(st.text(max_size=12), max_size=200))
def test_memory_is_bounded_whatever_is_decoded(texts: list[str]) -> None:
    window = Window()
    for text in texts:
        window.show(text, frames=1)
    assert len(window.presence._tracks) <= 16
