"""Logging in at the screens: by badge or PIN, as the dealer, as the pit boss, and as the second of two people."""

from __future__ import annotations

import msgspec
from conftest import OpenDealer
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from screen_hands import Hands, Heard, name_of, settle

from studio.client import TableSilent
from studio.messages.commands import (
    CallPitBoss,
    ConfirmStep,
    EnterValue,
    GiveRuling,
    GoOffDuty,
    OpenTable,
    RelieveDealer,
    VoidResult,
)
from studio.messages.telemetry import AwaitedEntry, AwaitedSecond, Present, TableView
from studio.rig import scenes

NOBODY = msgspec.structs.replace(scenes.dealer_shuffle(), log_in=True, dealer=None)
LILIT = msgspec.structs.replace(scenes.dealer_shuffle(), log_in=True, dealer="Lilit H.")
DEALING = msgspec.structs.replace(scenes.dealer_dealing(), log_in=True)
NOTED = "noted: a second person must give the same order"
DAVIT = Present("Davit S.", "pit_boss", scenes.at(60))


def type_in(hands: Hands, *keys: str) -> None:
    for key in keys:
        hands.tap(key)


def show_badge(hands: Hands, badge: str) -> None:
    for key in badge:
        QTest.keyClick(hands.screen.window, key)
    QTest.keyClick(hands.screen.window, Qt.Key.Key_Return)
    settle()


# --- the dealer's screen ----------------------------------------------------------------------------------------------


def test_where_people_log_in_nothing_else_stands_there_until_somebody_has(
    open_dealer: OpenDealer, heard: Heard
) -> None:
    hands = open_dealer(NOBODY)
    assert hands.reads("Show your badge, or type staff number and PIN")
    assert not hands.has("Confirm")
    hands.tap("Enter")
    assert hands.reads("Type your staff number")
    type_in(hands, "7", "Enter", "1", "3", "5")
    hands.tap("Enter")
    assert hands.reads("A PIN has at least four digits")
    assert heard.asked == []
    type_in(hands, "7", "Enter")
    place, asked = heard.asked[0]
    assert (place, asked.role, asked.number, asked.pin, asked.badge, asked.once) == (
        "table", "dealer", "7", "1357", "", False,
    )  # fmt: skip
    heard.admit(None, refusal="wrong_pin")
    settle()
    assert hands.reads("wrong PIN")
    # The table knows who is on duty; its next view opens the screen, in that name.
    type_in(hands, "7", "Enter", "2", "4", "6", "8", "Enter")
    heard.admit("Lilit H.", "dealer")
    hands.behind.see("table", LILIT)
    settle()
    hands.tap("Confirm")
    command = heard.commands[-1]
    assert isinstance(command, ConfirmStep)
    assert (command.person, command.role, heard.sessions[-1]) == ("Lilit H.", "dealer", None)


def test_a_badge_reader_that_types_is_read_wherever_the_finger_was(open_dealer: OpenDealer, heard: Heard) -> None:
    hands = open_dealer(NOBODY)
    hands.tap("4")
    show_badge(hands, "0007a21f")
    place, asked = heard.asked[0]
    assert (place, asked.badge, asked.number, asked.pin) == ("table", "0007a21f", "", "")
    show_badge(hands, "0007a21f")
    assert len(heard.asked) == 1, "while one attempt is on its way there is no second"


def test_a_pin_is_never_on_the_screen_and_is_gone_as_soon_as_it_is_on_its_way(
    open_dealer: OpenDealer, heard: Heard
) -> None:
    hands = open_dealer(NOBODY)
    type_in(hands, "7", "Enter", "9", "0", "2", "5")
    assert hands.reads("●●●●")
    said = [*hands.texts(), *(name_of(item) for item in hands.items())]
    assert not any("9025" in text for text in said)
    assert not any("●" in name_of(item) for item in hands.items()), "nor how long it is, for a screen reader"
    hands.tap("Enter")
    pane = hands.screen.window.findChild(type(hands.root), "logInPane")
    assert (pane.property("pin"), pane.property("number")) == ("", "")
    assert not hands.reads("●")
    assert "9025" not in repr(vars(hands.behind.entrance))


def test_a_lock_says_how_long_it_lasts(open_dealer: OpenDealer, heard: Heard) -> None:
    hands = open_dealer(NOBODY)
    type_in(hands, "7", "Enter", "0", "0", "0", "0", "Enter")
    heard.admit(None, refusal="locked", locked_until_utc=scenes.at(-277))
    settle()
    assert hands.reads("Locked for another 4:37")


def test_help_can_be_called_before_anybody_has_logged_in(open_dealer: OpenDealer, heard: Heard) -> None:
    hands = open_dealer(NOBODY)
    hands.tap("Call pit boss")
    assert isinstance(heard.commands[0], CallPitBoss)


def test_without_a_link_nobody_logs_in_and_it_is_said(open_dealer: OpenDealer, heard: Heard) -> None:
    hands = open_dealer(NOBODY)
    type_in(hands, "7", "Enter", "1", "3", "5", "7")
    hands.behind.see("table", TableSilent(3.0))
    settle()
    hands.tap("Enter")
    assert heard.asked == []
    assert hands.reads("No link to the table")


def test_a_screen_that_is_started_again_in_a_round_speaks_for_the_dealer_who_is_on_duty(
    open_dealer: OpenDealer, heard: Heard
) -> None:
    hands = open_dealer(LILIT, person="somebody else")
    hands.tap("Confirm")
    assert heard.commands[0].person == "Lilit H."


def test_a_dealer_logs_out_by_holding_and_the_next_one_takes_over_at_the_same_pane(
    open_dealer: OpenDealer, heard: Heard
) -> None:
    hands = open_dealer(DEALING)
    hands.tap("Shift")
    assert hands.reads("Who takes over")
    hands.tap("Hold to log out")
    assert heard.commands == []
    type_in(hands, "8", "Enter", "1", "3", "5", "7", "Enter")
    assert heard.asked[0][1].role == "dealer"
    heard.admit("Ana M.", "dealer")
    hands.behind.see("table", msgspec.structs.replace(DEALING, relief="Ana M."))
    settle()
    assert not hands.reads("Who takes over")
    assert hands.says("Lilit H. → Ana M.")
    hands.tap("Shift")
    hands.hold("Hold to log out", 1500)
    assert isinstance(heard.commands[0], GoOffDuty)
    assert heard.commands[0].person == "Lilit H."
    heard.answer(True)
    settle()
    assert not hands.reads("Who takes over")
    hands.behind.see("table", msgspec.structs.replace(DEALING, leaving=True))
    settle()
    assert hands.says("Lilit H. → ○")


def test_where_no_list_is_kept_nobody_is_asked_and_a_dealer_leaves_with_a_tap(
    open_dealer: OpenDealer, heard: Heard
) -> None:
    hands = open_dealer(scenes.dealer_betting())
    hands.tap("Leave")
    assert isinstance(heard.commands[0], GoOffDuty)


def test_a_value_that_the_dealer_has_typed_is_typed_again_by_a_second_person_who_proves_it(
    open_dealer: OpenDealer, heard: Heard
) -> None:
    view = msgspec.structs.replace(
        scenes.dealer_held(), log_in=True, may=["enter"], may_not={}, entry=AwaitedEntry("deal", 1, "")
    )
    hands = open_dealer(view)
    type_in(hands, "10", "hearts", "Enter")
    assert isinstance(heard.commands[-1], EnterValue)
    heard.answer(True)
    hands.behind.see("table", msgspec.structs.replace(view, entry=AwaitedEntry("deal", 1, "Lilit H.")))
    settle()
    type_in(hands, "10", "hearts", "Enter")
    assert len(heard.commands) == 1
    assert hands.reads("Second person")
    assert hands.reads("the same value")
    type_in(hands, "2", "Enter", "1", "3", "5", "7", "Enter")
    asked = heard.asked[0][1]
    assert (asked.role, asked.once) == ("", True)
    heard.admit("Davit S.", "pit_boss", session="for one order")
    settle()
    command = heard.commands[-1]
    assert isinstance(command, EnterValue)
    assert (command.value, command.person, command.role) == ("Th", "Davit S.", "pit_boss")
    assert heard.sessions[-1] == "for one order"
    assert not hands.reads("Second person")


# --- the monitor ------------------------------------------------------------------------------------------------------


def listed(*present: Present) -> list[TableView]:
    return [msgspec.structs.replace(view, log_in=True, present=list(present)) for view in scenes.wall()]


def test_the_wall_is_seen_by_everybody_and_an_order_asks_who_gives_it(open_pit: OpenDealer, heard: Heard) -> None:
    hands = open_pit(listed())
    assert hands.reads("baccarat-7")
    hands.behind.open("blackjack-8")
    settle()
    hands.tap("Orders")
    hands.tap("Open table")
    assert heard.commands == []
    assert hands.reads("Show your badge, or type staff number and PIN")
    hands.tap("Back")
    assert not hands.reads("Show your badge")


def test_a_pit_boss_logs_in_once_for_the_whole_floor_and_a_wrong_pin_counts_at_one_table(
    open_pit: OpenDealer, heard: Heard
) -> None:
    hands = open_pit(listed())
    hands.tap("Log in")
    type_in(hands, "2", "Enter", "1", "1", "1", "7", "Enter")
    assert len(heard.asked) == 1
    heard.admit(None, refusal="wrong_pin")
    settle()
    assert hands.reads("wrong PIN")
    assert len(heard.asked) == 1
    type_in(hands, "2", "Enter", "5", "8", "0", "2", "Enter")
    heard.admit("Davit S.", "pit_boss", session="s1")
    settle()
    assert sorted(place for place, _ in heard.asked[1:]) == sorted(view.table for view in scenes.wall())
    for place, asked in heard.asked[2:]:
        assert (asked.number, asked.pin, asked.role) == ("2", "5802", "pit_boss"), place
    assert "5802" not in repr(vars(hands.behind.entrance))


def test_whoever_is_logged_in_is_named_orders_in_that_name_and_logs_out_by_holding(
    open_pit: OpenDealer, heard: Heard
) -> None:
    hands = open_pit(listed())
    hands.behind.open("blackjack-8")
    hands.tap("Log in")
    show_badge(hands, "DAV1T000")
    assert heard.asked[0][0] == "blackjack-8", "the opened table is asked first"
    heard.admit("Davit S.", "pit_boss", session="s1")
    for view in listed(DAVIT):
        hands.behind.see(view.table, view)
    settle()
    assert hands.says("Davit S.")
    hands.tap("Orders")
    hands.tap("Open table")
    assert isinstance(heard.commands[0], OpenTable)
    assert heard.commands[0].person == "Davit S."
    hands.tap("Log out")
    assert heard.logged_out == []
    hands.hold("Log out", 1500)
    assert heard.logged_out == ["blackjack-8"]
    assert not hands.says("Davit S.")
    assert hands.has("Log in")


def test_a_session_that_the_table_has_ended_is_seen(open_pit: OpenDealer, heard: Heard) -> None:
    hands = open_pit(listed())
    hands.behind.open("baccarat-7")
    hands.tap("Log in")
    show_badge(hands, "DAV1T000")
    heard.admit("Davit S.", "pit_boss", session="s1")
    settle()
    assert not hands.has("Log in"), "the admission counts at once, before a view shows it"
    for view in (*listed(DAVIT), *listed()):
        hands.behind.see(view.table, view)
    settle()
    assert hands.has("Log in")


def test_a_ruling_of_two_asks_for_the_second_at_the_same_screen(open_pit: OpenDealer, heard: Heard) -> None:
    hands = open_pit(listed(DAVIT))
    hands.behind.open("baccarat-2")
    hands.tap("Log in")
    show_badge(hands, "DAV1T000")
    heard.admit("Davit S.", "pit_boss", session="s1")
    settle()
    hands.behind.desk.rule("baccarat-2:1addc1cb:i1", "void", "seen on video")
    heard.answer(True, NOTED)
    settle()
    assert hands.reads("Second person")
    assert hands.reads("the ruling")
    show_badge(hands, "B0R1S000")
    assert heard.asked[-1][1].once
    heard.admit("Boris K.", "pit_boss", session="for one order")
    settle()
    first, second = heard.commands
    assert isinstance(first, GiveRuling)
    assert isinstance(second, GiveRuling)
    assert (second.person, second.ruling, second.reason) == ("Boris K.", "void", "seen on video")
    assert first.id != second.id
    assert heard.sessions == [None, "for one order"]


def test_an_order_that_waits_for_a_second_asks_for_him_again_when_it_is_given_again(
    open_pit: OpenDealer, heard: Heard
) -> None:
    hands = open_pit(listed(DAVIT))
    hands.behind.open("roulette-6")
    hands.tap("Log in")
    show_badge(hands, "DAV1T000")
    heard.admit("Davit S.", "pit_boss", session="s1")
    view = listed(DAVIT)[5]
    waits = AwaitedSecond("void_result", "Davit S.", "pit_boss", {"round": view.last_results[-1].round})
    hands.behind.see(view.table, msgspec.structs.replace(view, seconds=[waits]))
    settle()
    hands.behind.desk.voidResult(view.last_results[-1].round, "another reason")
    settle()
    assert heard.commands == []
    assert hands.reads("Second person")
    show_badge(hands, "B0R1S000")
    heard.admit("Boris K.", "pit_boss", session="for one order")
    assert isinstance(heard.commands[0], VoidResult)
    assert heard.commands[0].person == "Boris K."


def test_a_dealer_is_relieved_from_the_monitor_for_a_reason(open_pit: OpenDealer, heard: Heard) -> None:
    hands = open_pit(listed(DAVIT))
    hands.behind.open("baccarat-7")
    hands.tap("Log in")
    show_badge(hands, "DAV1T000")
    heard.admit("Davit S.", "pit_boss", session="s1")
    settle()
    hands.tap("Orders")
    hands.tap("Dealer off")
    assert heard.commands == []
    hands.tap("Next usual: Reason")
    hands.tap("Dealer off")
    command = heard.commands[0]
    assert isinstance(command, RelieveDealer)
    assert (command.person, command.reason) == ("Davit S.", "seen on video")
