"""Inputs 9 and 10 of devices.md 6, and the rest of what an Angel Eye says."""

from __future__ import annotations

import pytest
from feeding import feed, only, readings_of
from hypothesis import given
from hypothesis import strategies as st
from shoe_inputs import (
    CUT,
    CUT_CARD,
    EIGHT_OF_SPADES,
    ENDLESS,
    INPUTS,
    REPEATS_AND_REBOOT,
    START,
    WRONG_CHECK,
    frame,
)

from devices.readings import (
    AnyReading,
    CardOutsideGame,
    CardRead,
    CardSentAgain,
    CardUnreadable,
    CutCardOut,
    DeviceRefused,
    DeviceReply,
    LineNoisy,
    MalformedFrame,
    ShoeFault,
    ShoeFaultCleared,
    ShoeLocked,
    ShoeResult,
    ShoeSettingChanged,
    ShoeStandby,
    ShoeStarted,
)
from devices.shoe.angel_eye import (
    AngelEye,
    bcc,
    clear_error,
    host_command,
    lock,
    report_game_process,
    unlock,
)


@given(st.sampled_from(sorted(INPUTS)), st.lists(st.integers(1, 300), max_size=60))
def test_every_input_gives_the_same_readings_however_it_is_cut(name: str, cuts: list[int]) -> None:
    assert feed(AngelEye(), INPUTS[name], cuts) == readings_of(AngelEye, INPUTS[name])


def test_9_three_copies_are_one_card_and_a_reboot_makes_the_same_frame_a_new_card() -> None:
    eight = CardRead(card="8s", position="player-1")
    assert readings_of(AngelEye, EIGHT_OF_SPADES * 3) == [eight]
    assert readings_of(AngelEye, REPEATS_AND_REBOOT) == [eight, ShoeStarted(), eight]


def test_9_a_start_is_told_once_though_it_is_sent_three_times() -> None:
    assert readings_of(AngelEye, EIGHT_OF_SPADES + START * 3) == [CardRead("8s", "player-1"), ShoeStarted()]


def test_9_a_second_card_of_the_same_face_is_a_card() -> None:
    sent = frame("1", b"D\x81\xb8") * 3 + frame("2", b"D\x91\xb8") * 3 + frame("3", b"D\x82\xb8") * 3
    assert [r.position for r in only(CardRead, readings_of(AngelEye, sent))] == ["player-1", "banker-1", "player-2"]


def test_9_the_same_content_under_another_sequence_is_no_repeat() -> None:
    sent = frame("1", b"D\x81\xb8") * 3 + frame("2", b"D\x81\xb8") * 3
    assert readings_of(AngelEye, sent) == [CardRead("8s", "player-1")] * 2


def test_9_a_new_link_forgets_what_was_sent_before() -> None:
    protocol = AngelEye()
    assert protocol.feed(EIGHT_OF_SPADES, 0.0)
    assert protocol.link_opened(1.0) == b""
    assert protocol.feed(EIGHT_OF_SPADES, 1.0)


def test_10_a_new_start_byte_means_that_the_frame_before_was_cut() -> None:
    readings = readings_of(AngelEye, CUT)
    assert readings == [
        MalformedFrame(raw="05324491", reason="cut by the start of another frame"),
        CardRead(card="5c", position="banker-1"),
    ]


def test_10_a_wrong_check_gives_no_card_and_both_reckonings() -> None:
    (malformed,) = readings_of(AngelEye, WRONG_CHECK)
    assert isinstance(malformed, MalformedFrame)
    assert "check says 00, reckoned 4A without the start byte and 4F with it" in malformed.reason


def test_10_the_span_of_the_check_is_chosen_and_the_other_one_refused() -> None:
    with_start = frame("1", b"D\x81\xb8", with_start=True)
    assert only(CardRead, readings_of(lambda: AngelEye("with_start"), with_start))
    assert not only(CardRead, readings_of(AngelEye, with_start))
    assert not only(CardRead, readings_of(lambda: AngelEye("with_start"), EIGHT_OF_SPADES))


@pytest.mark.parametrize(
    "data",
    [
        *(b"\x80\xb8", b"\x84\xb8", b"\x90\xb8", b"\xb1\xb8"),
        *(b"\x81\x88", b"\x81\xd8", b"\x81\xb0", b"\x81\xbe", b"\x81\xbf"),
        *(b"\x01\xb8", b"\x81\x38", b"\x81", b"\x81\xb8\xb8", b""),
    ],
)
def test_10_an_index_suit_or_rank_that_cannot_be_is_rejected(data: bytes) -> None:
    assert [type(reading) for reading in readings_of(AngelEye, frame("1", b"D" + data))] == [MalformedFrame]


def test_10_a_card_outside_the_game_is_not_a_card_of_the_game() -> None:
    for state in (b"\x80", b"\x90", b"\xa0", b"\xb0"):
        assert not only(CardRead, readings_of(AngelEye, frame("1", b"d" + state + b"\xb8")))


def test_10_a_frame_without_an_end_is_given_up_once_and_the_next_one_works() -> None:
    readings = readings_of(AngelEye, ENDLESS + CUT_CARD)
    assert [type(reading) for reading in readings] == [MalformedFrame, CutCardOut]


def test_10_a_refusal_waits_for_its_code() -> None:
    protocol = AngelEye()
    assert protocol.feed(b"\x15", 0.0) == []
    assert protocol.feed(b"\x21", 9.0) == [DeviceRefused(code="21", reason="busy")]
    assert readings_of(AngelEye, b"\x15\x02\x15\x99") == [
        DeviceRefused(code="02", reason="check wrong"),
        DeviceRefused(code="99", reason="unknown code"),
    ]


def test_10_a_refusal_that_lost_its_code_does_not_eat_the_next_frame() -> None:
    assert [type(r) for r in readings_of(AngelEye, b"\x15" + CUT_CARD)] == [MalformedFrame, CutCardOut]


@pytest.mark.parametrize(
    ("message", "reading"),
    [
        (b"P", ShoeStandby()),
        (b"C", CutCardOut()),
        (b"D\xa3\xcd", CardRead("Kh", "burn")),
        (b"D\xc1\x91", CardRead("Ad", "burn-first")),
        (b"D\xd1\xaa", CardRead("Tc", "burn-count")),
        (b"D\x93\xb1", CardRead("As", "banker-3")),
        (b"d\x80\xb8", CardOutsideGame("8s", "locked")),
        (b"d\x90\xb8", CardOutsideGame("8s", "error")),
        (b"d\xa0\xb8", CardOutsideGame("8s", "setting")),
        (b"d\xb0\xb8", CardOutsideGame("8s", "other")),
        (b"R\x82\x9c", CardSentAgain("Qd", "player-2")),
        (b"G\x91", ShoeResult("player", player_pair=True, banker_pair=False)),
        (b"G\xa3", ShoeResult("tie", player_pair=True, banker_pair=True)),
        (b"G\xc2", ShoeResult("banker", player_pair=False, banker_pair=True)),
        (b"G\xf0", ShoeResult("forced_end", player_pair=False, banker_pair=False)),
        (b"E\xc1", CardUnreadable(1, "cannot read the card")),
        (b"E\x86", CardUnreadable(6, "card code wrong")),
        (b"E\xc5", ShoeFault(5, "card reversed midway")),
        (b"E\x9f", ShoeFault(31, "unknown error")),
        (b"e\x85", ShoeFaultCleared(5)),
        (b"L\x81", ShoeLocked(locked=True)),
        (b"L\x80", ShoeLocked(locked=False)),
        (b"M010007", ShoeSettingChanged("01", "0007")),
    ],
)
def test_every_message_is_understood(message: bytes, reading: AnyReading) -> None:
    assert readings_of(AngelEye, frame("7", message)) == [reading]


@pytest.mark.parametrize("message", [b"Z", b"G\xb0", b"G\x94", b"G\x11", b"M01\x8100A", b"S1", b"L", b"E"])
def test_what_is_not_of_the_protocol_is_malformed(message: bytes) -> None:
    assert [type(reading) for reading in readings_of(AngelEye, frame("7", message))] == [MalformedFrame]


def test_answers_and_acknowledgements_of_the_shoe_are_replies() -> None:
    answer = b"\x02GP01\x03" + bcc(b"GP01\x03")
    assert readings_of(AngelEye, b"\x06" + answer) == [
        DeviceReply(command="ACK", text="accepted"),
        DeviceReply(command="answer", text="GP01"),
    ]


def test_wrong_line_settings_raise_the_line_alarm_once() -> None:
    readings = readings_of(AngelEye, INPUTS["wrong line settings"])
    assert len(only(LineNoisy, readings)) == 1


def test_host_commands_are_those_of_the_makers_example() -> None:
    assert lock() == bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")
    assert unlock()[1:7] == b"OPLK01"
    assert clear_error(7)[1:7] == b"OPEC07"
    assert report_game_process()[1:7] == b"OPGP00"
    for kind, number in (("lk", 1), ("LKK", 1), ("LK", 100), ("LK", -1)):
        with pytest.raises(ValueError, match="must be"):
            host_command(kind, number)


def test_a_span_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="without_start"):
        AngelEye("both")  # type: ignore[arg-type]
