"""A tap: answered at once, given once, explained where it is not allowed, held down where it cannot be taken back."""

from __future__ import annotations

import time

import msgspec
from conftest import OpenDealer
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from screen_hands import Heard, settle

from studio.client import TableSilent
from studio.messages.commands import (
    AnnounceResult,
    CallPitBoss,
    ConfirmStep,
    EnterValue,
    GiveRuling,
    ReportIrregularity,
    TakeDecision,
    VoidResult,
    VoidRound,
)
from studio.messages.telemetry import TableView
from studio.rig import scenes

TAP_ANSWERED_S = 0.1


def agree(game: str, value: str) -> TableView:
    name = f"{game}-1"
    return scenes.view(name, game, "playing", "agree", {"value": value}, may=["announce_result"], may_not={})


def test_a_double_tap_gives_one_command(open_dealer: OpenDealer, heard: Heard) -> None:
    hands = open_dealer(scenes.dealer_shuffle())
    hands.tap("Confirm")
    hands.tap("Confirm")
    assert len(heard.commands) == 1
    command = heard.commands[0]
    assert isinstance(command, ConfirmStep)
    assert (command.what, command.person, command.role) == ("shuffled", "Ana M.", "dealer")


def test_a_tap_after_the_answer_and_before_the_next_view_is_still_the_same_command(
    open_dealer: OpenDealer, heard: Heard
) -> None:
    hands = open_dealer(scenes.dealer_shuffle())
    hands.tap("Confirm")
    heard.answer(True)
    hands.tap("Confirm")
    assert len({command.id for command in heard.commands}) == 1


def test_a_screen_started_again_between_two_taps_gives_the_same_command(open_dealer: OpenDealer, heard: Heard) -> None:
    open_dealer(scenes.dealer_shuffle()).tap("Confirm")
    open_dealer(scenes.dealer_shuffle()).tap("Confirm")
    assert len(heard.commands) == 2
    assert heard.commands[0] == heard.commands[1]


def test_after_a_refusal_another_try_is_another_command_and_the_reason_is_shown(
    open_dealer: OpenDealer, heard: Heard
) -> None:
    hands = open_dealer(scenes.dealer_shuffle())
    hands.tap("Confirm")
    heard.answer(False, "the table is held: wait for the pit boss")
    settle()
    assert hands.reads("the table is held: wait for the pit boss")
    hands.tap("Confirm")
    assert heard.commands[0].id != heard.commands[1].id


def test_a_tap_is_answered_within_a_tenth_of_a_second(open_dealer: OpenDealer) -> None:
    hands = open_dealer(scenes.dealer_shuffle())
    button = hands.named("Confirm")
    at = hands.middle(button)
    before = button.property("color").name()
    began = time.monotonic()
    QTest.mousePress(hands.screen.window, Qt.MouseButton.LeftButton, pos=at)
    while button.property("color").name() == before:
        QCoreApplication.processEvents()
        assert time.monotonic() - began < TAP_ANSWERED_S
    QTest.mouseRelease(hands.screen.window, Qt.MouseButton.LeftButton, pos=at)


def test_the_pit_boss_can_be_called_from_every_moment_with_one_tap(open_dealer: OpenDealer, heard: Heard) -> None:
    moments = (
        scenes.dealer_betting(),
        scenes.dealer_dealing(),
        scenes.dealer_held(),
        scenes.dealer_shuffle(),
        scenes.blackjack_split(),
        scenes.cocktail_shaker(),
        agree("roulette", "17"),
    )
    for moment in moments:
        open_dealer(moment).tap("Call pit boss")
    assert [type(command) for command in heard.commands] == [CallPitBoss] * len(moments)


def test_the_announced_number_has_no_default_and_goes_out_as_it_was_typed(
    open_dealer: OpenDealer, heard: Heard
) -> None:
    hands = open_dealer(agree("roulette", "17"))
    assert hands.reads("Announced number")
    hands.tap("Enter")
    assert heard.commands == []
    hands.tap("3")
    hands.tap("9")
    hands.tap("Enter")
    assert heard.commands == [], "39 is no pocket"
    hands.tap("Delete")
    hands.tap("3")
    hands.tap("2")
    hands.tap("Enter")
    assert isinstance(heard.commands[0], AnnounceResult)
    assert heard.commands[0].value == "32"


def test_the_announced_winner_is_one_of_three_and_none_is_offered(open_dealer: OpenDealer, heard: Heard) -> None:
    hands = open_dealer(agree("baccarat", "tie"))
    offered = [hands.named(name) for name in ("Player wins", "Banker wins", "Tie")]
    assert not any(button.property("chosen") or button.property("primary") for button in offered)
    hands.tap("Banker wins")
    assert isinstance(heard.commands[0], AnnounceResult)
    assert heard.commands[0].value == "banker"


def test_a_card_that_was_not_read_is_entered_by_rank_and_suit(open_dealer: OpenDealer, heard: Heard) -> None:
    held = msgspec.structs.replace(scenes.dealer_held(), may=["enter"], may_not={})
    hands = open_dealer(held)
    hands.tap("10")
    hands.tap("Enter")
    assert heard.commands == []
    hands.tap("hearts")
    hands.tap("Enter")
    assert isinstance(heard.commands[0], EnterValue)
    assert heard.commands[0].value == "Th"


def test_a_decision_is_given_for_the_hand_that_is_asked(open_dealer: OpenDealer, heard: Heard) -> None:
    hands = open_dealer(scenes.blackjack_split())
    hands.tap("stand")
    command = heard.commands[0]
    assert isinstance(command, TakeDecision)
    assert (command.box, command.hand, command.action) == (3, 2, "stand")


def test_a_greyed_button_gives_nothing_and_says_why(open_dealer: OpenDealer, heard: Heard) -> None:
    view = msgspec.structs.replace(
        scenes.blackjack_split(), may=[], may_not={"decide": "the table is held: wait for the pit boss"}
    )
    hands = open_dealer(view)
    hands.tap("hit")
    assert heard.commands == []
    assert hands.reads("the table is held: wait for the pit boss")


def test_a_silent_table_is_said_at_once_and_nothing_can_be_given(open_dealer: OpenDealer, heard: Heard) -> None:
    hands = open_dealer(scenes.dealer_shuffle())
    hands.behind.see("table", TableSilent(3.0))
    settle()
    assert hands.reads("No link to the table")
    hands.tap("Confirm")
    assert heard.commands == []
    hands.behind.see("table", scenes.dealer_shuffle())
    settle()
    assert not hands.reads("No link to the table")
    hands.tap("Confirm")
    assert len(heard.commands) == 1


def test_what_no_device_can_see_is_reported_by_holding_down_what_it_is(open_dealer: OpenDealer, heard: Heard) -> None:
    hands = open_dealer(scenes.dealer_betting())
    hands.tap("Report")
    hands.tap("Something lies in the wheel")
    assert heard.commands == []
    hands.hold("Something lies in the wheel", 1500)
    command = heard.commands[0]
    assert isinstance(command, ReportIrregularity)
    assert command.kind == "foreign_object"


def test_an_irregularity_takes_the_whole_screen(open_dealer: OpenDealer) -> None:
    hands = open_dealer(scenes.dealer_held())
    for words in (
        "STOP",
        "another place",
        "9♥ for BANKER 2",
        "card to PLAYER 2",
        "Leave the cards",
        "Wait for the pit",
    ):
        assert hands.reads(words), words
    assert not hands.has("Confirm")


def test_what_cannot_be_taken_back_must_be_held_down(open_pit: OpenDealer, heard: Heard) -> None:
    hands = open_pit(scenes.wall())
    hands.behind.open("baccarat-7")
    settle()
    hands.tap("Void the round")
    assert hands.reads("Choose or type a reason first")
    hands.tap("Next usual reason")
    hands.tap("Void the round")
    assert heard.commands == []
    assert hands.reads("Hold the button until it is full")
    hands.hold("Void the round", 300)
    assert heard.commands == []
    hands.hold("Void the round", 1500)
    assert isinstance(heard.commands[0], VoidRound)
    assert (heard.commands[0].reason, heard.commands[0].role) == ("seen on video", "pit_boss")


def test_a_published_result_is_voided_only_with_a_second_person_which_the_screen_says(
    open_pit: OpenDealer, heard: Heard
) -> None:
    hands = open_pit(scenes.wall())
    hands.behind.open("roulette-6")
    settle()
    hands.tap("Next usual reason")
    hands.hold("Void the last result", 1500)
    command = heard.commands[0]
    assert isinstance(command, VoidResult)
    assert command.round == scenes.wall()[5].last_results[-1].round
    heard.answer(True, "noted: a second person must give the same order")
    settle()
    assert hands.reads("noted: a second person must give the same order")


def test_a_ruling_is_one_that_the_house_allows_with_a_reason_and_held_down(open_pit: OpenDealer, heard: Heard) -> None:
    hands = open_pit(scenes.wall())
    hands.behind.open("baccarat-2")
    settle()
    hands.tap("Rule")
    rulings = [
        name for name in ("Void the round", "Go on", "The result stands", "Another shoe") if hands.reads(f"○ {name}")
    ]
    assert rulings == ["Void the round", "Go on"]
    hands.hold("Hold to rule", 1500)
    assert heard.commands == []
    hands.tap("Go on")
    fields = [item for item in hands.targets() if item.property("text") == "▾"]
    QTest.mouseClick(hands.screen.window, Qt.MouseButton.LeftButton, pos=hands.middle(fields[0]))
    settle()
    hands.hold("Hold to rule", 1500)
    command = heard.commands[-1]
    assert isinstance(command, GiveRuling)
    assert (command.ruling, command.irregularity) == ("go_on", "baccarat-2:1addc1cb:i1")
    assert command.reason
