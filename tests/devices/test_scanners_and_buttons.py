"""Scanners, contact boxes, badge readers and shufflers: what they say, and what is never guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from feeding import only, readings_of
from simulated_line import play

from devices.buttons.drivers import KeyboardBadge, KeyboardButtons, SerialBadge
from devices.buttons.simulator import SimulatedBox
from devices.buttons.table import ButtonTable, load_buttons
from devices.catalogue import driver
from devices.device import DeviceProtocol
from devices.faults.frames import LINES
from devices.grammar.events import EventGrammar, EventGrammarFile
from devices.keys.events import Dropped, Held, PacketEnd, event_line
from devices.keys.simulator import SimulatedKeys
from devices.readings import (
    BadgeRead,
    ButtonPressed,
    CardRead,
    CardUnreadable,
    CutCardOut,
    LinkChanged,
    MalformedFrame,
    ShoeStarted,
    ShufflerDone,
    ShufflerJam,
    ShufflerState,
)
from devices.scanner.codes import CardCodes, load_codes
from devices.scanner.scanners import KeyboardScanner, SerialScanner
from devices.scanner.simulator import SimulatedLines
from devices.shuffler.simulator import SimulatedShuffler
from devices.tables import TableError, parse

CODES = load_codes("suit-rank")


def serial() -> SerialScanner:
    return SerialScanner(CODES)


def typing() -> KeyboardScanner:
    return KeyboardScanner(CODES)


def typed(text: str) -> bytes:
    keys = SimulatedKeys()
    assert keys.order(f"type {text}").startswith("ok")
    return keys.advance(0.0)


# --- scanners ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "card"), [("HQ", "Qh"), ("ST", "Ts"), ("H10", "Th"), ("C2", "2c"), ("DA", "Ad")])
def test_12a_queens_and_tens_are_complete_by_line_and_by_key(code: str, card: str) -> None:
    assert readings_of(serial, f"{code}\r\n".encode()) == [CardRead(card)]
    assert readings_of(typing, typed(code)) == [CardRead(card)]


def test_12b_equal_faces_are_two_cards_when_one_has_left_and_one_while_it_lies_there() -> None:
    assert readings_of(serial, [(0.0, b"H8\n"), (0.9, b"H8\n")]) == [CardRead("8h")] * 2
    assert readings_of(serial, [(0.2 * n, b"H8\n") for n in range(20)]) == [CardRead("8h")]
    assert readings_of(serial, b"H8\nNOREAD\nH8\n") == [CardRead("8h")] * 2
    assert readings_of(serial, b"H8\nH9\nH8\n") == [CardRead("8h"), CardRead("9h"), CardRead("8h")]
    assert readings_of(typing, [(0.0, typed("H8")), (0.9, typed("H8"))]) == [CardRead("8h")] * 2
    assert readings_of(typing, [(0.0, typed("H8")), (0.3, typed("H8"))]) == [CardRead("8h")]


def test_a_scanner_that_says_each_card_once_has_no_gap() -> None:
    assert readings_of(lambda: SerialScanner(CODES, gap_s=0), b"H8\nH8\n") == [CardRead("8h")] * 2


def test_the_cut_card_has_its_own_reading() -> None:
    assert readings_of(serial, b"CUT\r\n") == [CutCardOut()]
    assert readings_of(typing, typed("CUT")) == [CutCardOut()]


def test_12c_a_code_that_is_not_in_the_table_is_never_the_nearest_card() -> None:
    for make, data in ((serial, b"H1\nhq\nHQ \n8\n"), (typing, typed("H1") + typed("hq"))):
        readings = readings_of(make, data)
        assert not only(CardRead, readings)
        assert readings[0] == CardUnreadable(code=1, reason="code 'H1' is not in suit-rank")


def test_lost_key_events_spoil_the_code_that_they_fell_into_and_no_other() -> None:
    drop = event_line(Dropped()) + event_line(PacketEnd()) + event_line(Held(frozenset()))
    first, second = b"".join(typed("HQ").splitlines(keepends=True)[:6]), typed("ST")
    assert readings_of(typing, first + drop + typed("Q") + second) == [
        CardUnreadable(code=2, reason="key events were lost within a code"),
        CardRead("Ts"),
    ]


def test_a_code_without_an_end_is_bounded_and_refused() -> None:
    keys = SimulatedKeys()
    keys.order("type " + "A" * 100)
    assert readings_of(typing, keys.advance(0.0)) == [CardUnreadable(code=3, reason="a code longer than 64 characters")]
    assert only(MalformedFrame, readings_of(serial, b"A" * 100 + b"\r\n"))
    assert readings_of(serial, b"\xffHQ\r\nHQ\r\n")[1:] == [CardRead("Qh")]


def test_a_scanner_opened_within_a_code_gives_no_other_card() -> None:
    scanner = serial()
    scanner.link_opened(0.0)
    assert scanner.feed(b"10\r\nH10\r\n", 0.0) == [
        CardUnreadable(code=1, reason="code '10' is not in suit-rank"),
        CardRead("Th"),
    ]
    assert scanner.poll(0.0) == b""


def _codes(**changes: Any) -> dict[str, Any]:
    return {"codes": "x", "cut_card": "CUT", "cards": dict(CODES.cards) | changes.pop("cards", {})} | changes


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (_codes(cards={"HX": "Xh"}), ["HX = 'Xh' is no card"]),
        (_codes(cards={"HA": "2h"}), ["no code for Ah"]),
        (_codes(cards={"A": "Ah"}), ["'A' is the end of", "a cut code would be another card"]),
        (_codes(cut_card="HQ"), ["cut_card = 'HQ' is the code of Qh too"]),
        (_codes(no_read="CUT"), ["no_read = 'CUT' is the code of the cut card too"]),
        (_codes(cards={"H\t1": "Ah"}), ["printable ASCII"]),
        (_codes(cut_card=""), ["cut_card = ''"]),
    ],
)
def test_a_wrong_table_of_codes_says_what_is_wrong(data: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(TableError) as refused:
        parse(Path("codes.toml"), data, CardCodes)
    for word in ["codes.toml: ", *words]:
        assert word in str(refused.value)


def test_a_simulated_scanner_scans_holds_and_says_that_it_sees_nothing() -> None:
    script = [(1.0, "scan HQ"), (2.0, "hold H8 10"), (5.0, "no read"), (5.1, "scan H8"), (6.0, "scan CUT")]
    readings, _ = play(SimulatedLines(), LINES, "scanner-lines", script, 8, options={"codes": "suit-rank"})
    said = [one for one in readings if not isinstance(one, LinkChanged)]
    assert said == [CardRead("Qh"), CardRead("8h"), CardRead("8h"), CutCardOut()]
    scanner = SimulatedLines()
    assert scanner.order("scan").startswith("refused")
    assert scanner.order("power off").startswith("ok")
    assert scanner.order("scan HQ") == "refused: it has no power"


# --- buttons -----------------------------------------------------------------------------------------------------


def box() -> DeviceProtocol:
    return driver("grammar:contact-box").build()


def test_a_contact_that_closes_is_one_press_and_one_that_is_closed_is_none() -> None:
    assert readings_of(box, b"I1=0\r\nI1=1\r\nI1=1\r\nI1=0\r\nI1=1\r\n") == [ButtonPressed("confirm")] * 2
    assert readings_of(box, b"I1=1\r\nI1=1\r\n") == []


def test_12g_a_box_that_comes_back_with_a_contact_closed_presses_nothing() -> None:
    protocol = box()
    protocol.feed(b"I1=0\r\nI8=0\r\n", 0.0)
    assert protocol.link_opened(1.0) == b"?\r\n"
    assert protocol.feed(b"I8=1\r\n", 1.0) == []
    assert protocol.feed(b"I8=0\r\nI8=1\r\n", 2.0) == [ButtonPressed("report_card_on_floor")]


def test_12e_two_contacts_are_two_presses_in_their_order() -> None:
    data = b"I1=0\r\nI2=0\r\nI2=1\r\nI1=1\r\n"
    assert readings_of(box, data) == [ButtonPressed("call"), ButtonPressed("confirm")]


def test_a_line_that_is_none_of_the_box_is_malformed() -> None:
    assert only(MalformedFrame, readings_of(box, b"I9=1\r\nI1=2\r\n1=1\r\n"))
    assert len(only(MalformedFrame, readings_of(box, b"I9=1\r\nI1=2\r\n1=1\r\n"))) == 3


def test_a_simulated_box_is_asked_and_presses() -> None:
    script = [(1.0, "press 1"), (2.0, "hold 2"), (3.0, "release 2"), (4.0, "press 8")]
    readings, _ = play(SimulatedBox(), LINES, "grammar:contact-box", script, 6)
    assert [one.button for one in only(ButtonPressed, readings)] == ["confirm", "call", "report_card_on_floor"]
    assert SimulatedBox().order("press 9").startswith("refused")


def test_a_key_that_is_no_button_is_nothing() -> None:
    keys = SimulatedKeys()
    keys.order("press KEY_A")
    assert readings_of(lambda: KeyboardButtons(load_buttons("dealer-pad")), keys.advance(0.0)) == []


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"KEY_NOWHERE": "confirm"}, ["KEY_NOWHERE is no key"]),
        ({"CODE_999": "confirm"}, ["CODE_999 is no key"]),
        ({"KEY_KP1": "confirm", "CODE_79": "void"}, ["CODE_79 and KEY_KP1 are one key"]),
        ({"KEY_KP1": "Confirm!"}, ["KEY_KP1 = 'Confirm!'", "lower-case"]),
        ({}, ["keys", "at least 1"]),
    ],
)
def test_a_wrong_table_of_buttons_says_what_is_wrong(keys: dict[str, str], words: list[str]) -> None:
    with pytest.raises(TableError) as refused:
        parse(Path("pad.toml"), {"buttons": "x", "keys": keys}, ButtonTable)
    for word in ["pad.toml: ", *words]:
        assert word in str(refused.value)


# --- badges ------------------------------------------------------------------------------------------------------


def test_a_badge_is_read_once_while_it_is_held_and_again_later() -> None:
    for make, data in ((SerialBadge, b"0012345678\r\n"), (KeyboardBadge, typed("0012345678"))):
        timed = [(0.0, data), (0.3, data), (0.6, data), (5.0, data)]
        assert readings_of(make, timed) == [BadgeRead("0012345678")] * 2


def test_what_is_no_badge_is_malformed() -> None:
    for make, data in (
        (SerialBadge, b"123\r\n1234 5678\r\n" + b"1" * 40 + b"\r\n\xff1234\r\n"),
        (KeyboardBadge, typed("123") + typed("1234-5678") + typed("1" * 40)),
    ):
        readings = readings_of(make, data)
        assert readings
        assert not only(BadgeRead, readings)


def test_a_badge_reader_opened_within_a_badge_reads_none() -> None:
    reader = SerialBadge()
    reader.link_opened(0.0)
    assert only(MalformedFrame, reader.feed(b"345678\r\n", 0.0))
    assert reader.feed(b"0012345678\r\n", 0.1) == [BadgeRead("0012345678")]


# --- shufflers ---------------------------------------------------------------------------------------------------


def shuffler() -> DeviceProtocol:
    return driver("grammar:shuffler").build()


def test_a_batch_is_done_once_with_its_colour_and_its_count() -> None:
    data = b"S;0;---;-\r\nS;1;---;R\r\nS;2;---;R\r\nS;3;416;R\r\nS;3;416;R\r\nS;2;---;R\r\nS;3;416;R\r\n"
    assert only(ShufflerDone, readings_of(shuffler, data)) == [ShufflerDone("red", 416)]


def test_a_batch_that_was_done_before_we_listened_is_not_ours() -> None:
    assert readings_of(shuffler, b"S;3;416;R\r\n") == [ShufflerState("done", "red", 416)]


def test_a_jam_is_told_once() -> None:
    assert len(only(ShufflerJam, readings_of(shuffler, b"S;2;---;B\r\nS;4;---;B\r\nS;4;---;B\r\n"))) == 1


def test_a_state_that_the_grammar_does_not_have_is_malformed() -> None:
    readings = readings_of(shuffler, b"S;7;---;R\r\nS;3;41;R\r\nS;0;---;X\r\n")
    assert [one.reason for one in only(MalformedFrame, readings)] == [
        "state '7' is none of 0, 1, 2, 4, 5, 9",
        "no line of this device",
        "no line of this device",
    ]


def test_the_simulated_shuffler_does_its_orders() -> None:
    script = [
        *[(1.0, "load 416 red"), (2.0, "miscount -1"), (3.0, "start"), (25.0, "take"), (26.0, "load 52 blue")],
        *[(27.0, "start"), (30.0, "jam"), (33.0, "clear"), (34.0, "open"), (35.0, "shut")],
    ]
    readings, _ = play(SimulatedShuffler(), LINES, "grammar:shuffler", script, 40)
    assert only(ShufflerDone, readings) == [ShufflerDone("red", 415)]
    assert len(only(ShufflerJam, readings)) == 1
    states = [one.state for one in only(ShufflerState, readings)]
    assert states == [
        "idle",
        "loading",
        "shuffling",
        "done",
        "idle",
        "loading",
        "shuffling",
        "jam",
        "idle",
        "open",
        "idle",
    ]
    refused = SimulatedShuffler()
    assert refused.order("start").startswith("refused")
    assert refused.order("power off").startswith("ok")
    assert refused.order("load 52 red") == "refused: the shuffler has no power"
    assert refused.advance(10.0) == b""


# --- grammars of this sort ---------------------------------------------------------------------------------------

SHOE = {
    "grammar": "line-shoe",
    "kind": "shoe",
    "title": "a shoe that sends lines",
    "trust": "paper",
    "ignore": ["hello.*"],
    "says": [
        {"pattern": r"(?P<sequence>\d)C(?P<card>..)", "reading": "card.read", "fields": {"position": "burn"}},
        {"pattern": "START", "reading": "shoe.started"},
        {"pattern": r"E(?P<code> *\d+)", "reading": "shoe.fault", "fields": {"reason": "says so"}},
    ],
}


def test_a_shoe_can_be_a_grammar_and_a_sequence_tells_repeats() -> None:
    shoe = EventGrammar(EventGrammarFile.model_validate(SHOE))
    said = shoe.feed(b"hello there\r\nSTART\r\n1C8h\r\n1C8h\r\n2C8h\r\nE 3\r\nE3\r\nEx\r\n", 0.0)
    assert [one.__struct_config__.tag for one in said] == [
        *["shoe.started", "card.read", "card.read", "shoe.fault", "shoe.fault", "frame.malformed"],
    ]
    assert isinstance(said[0], ShoeStarted)
    assert said[1] == CardRead("8h", "burn")
    assert shoe.repeats == 1


def _says(**changes: Any) -> dict[str, Any]:
    return {**SHOE, "says": [{"pattern": "(?P<card>..)", "reading": "card.read"} | changes]}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (_says(reading="wheel.result"), ["says.0.reading = 'wheel.result'", "a shoe says card.read"]),
        (_says(pattern="(?P<colour>..)"), ["card.read has no field 'colour'", "card, position"]),
        (_says(pattern=".."), ["nothing gives 'card' of card.read"]),
        (_says(pattern="(?P<card>.."), ["no regular expression"]),
        (_says(maps={"face": {}}), ["maps.face", "it has card"]),
        (_says(level="1"), ["level", "belong together"]),
        (_says(reading="shoe.fault", fields={"reason": "x", "code": "many"}, pattern="x"), ["code = 'many'"]),
        ({**SHOE, "says": []}, ["says", "at least 1"]),
        ({**SHOE, "kind": "camera"}, ["kind = 'camera'", "'shuffler'"]),
        (_says(patern="x"), ["says.0.patern: unknown key", "pattern, reading"]),
    ],
)
def test_a_wrong_grammar_says_what_is_wrong(data: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(TableError) as refused:
        parse(Path("shoe.toml"), data, EventGrammarFile)
    for word in ["shoe.toml: ", *words]:
        assert word in str(refused.value)
