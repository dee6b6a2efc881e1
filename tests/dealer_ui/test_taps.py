"""A tap: answered at once, given once, explained where it is not allowed, held down where it cannot be taken back."""

from __future__ import annotations

import time

import msgspec
from conftest import OpenDealer
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from screen_hands import Hands, Heard, settle

from studio.client import TableSilent
from studio.messages.commands import (
    AnnounceResult,
    CallPitBoss,
    ConfirmStep,
    CorrectResult,
    EnterValue,
    GiveRuling,
    InspectCards,
    RecordInspection,
    ReportIrregularity,
    ShuffleCards,
    TakeDecision,
    VoidResult,
    VoidRound,
)
from studio.messages.telemetry import AwaitedEntry, AwaitedSecond, TableView
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
    held = msgspec.structs.replace(scenes.dealer_held(), may=["enter"], may_not={}, entry=AwaitedEntry("deal", 1, ""))
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
    hands.tap("Orders")
    hands.tap("Void the round")
    assert hands.reads("Choose or type a reason first")
    hands.tap("Next usual: Reason")
    hands.tap("Void the round")
    assert heard.commands == []
    assert hands.reads("Hold the button until it is full")
    hands.hold("Void the round", 300)
    assert heard.commands == []
    hands.hold("Void the round", 1500)
    assert isinstance(heard.commands[0], VoidRound)
    assert (heard.commands[0].reason, heard.commands[0].role) == ("seen on video", "pit_boss")


def test_only_what_a_pit_boss_may_order_now_is_offered(open_pit: OpenDealer) -> None:
    view = msgspec.structs.replace(scenes.baccarat_ordered(), pit_may=["open_table"])
    hands = open_pit([view])
    hands.behind.open("baccarat-7")
    settle()
    hands.tap("Orders")
    offered = ("Open table", "Close table", "Void the round", "Shuffle after this round", "Free hand", "Dealer off")
    assert [name for name in offered if hands.has(name)] == ["Open table"]
    assert not hands.has("Correct a result")


def ordered(open_pit: OpenDealer, form: str) -> Hands:
    hands = open_pit([scenes.baccarat_ordered()])
    hands.behind.open("baccarat-7")
    settle()
    hands.tap(form)
    return hands


def test_a_result_is_corrected_by_round_place_and_value_with_a_reason(open_pit: OpenDealer, heard: Heard) -> None:
    hands = ordered(open_pit, "Correct a result")
    hands.tap("r35  TIE (void)")
    assert hands.reads("This round is void already")
    hands.tap("r36  BANKER (corrected)")
    hands.hold("Hold to correct", 100)
    assert hands.reads("Tap what was wrong")
    hands.tap("BANKER 2: K♠")
    for key in ("7", "diamonds", "Enter"):
        hands.tap(key)
    hands.tap("PLAYER 3: —")
    for key in ("9", "hearts", "Enter"):
        hands.tap(key)
    hands.tap("Next usual: Reason")
    hands.hold("Hold: result does not count", 1500)
    assert heard.commands == [], "a void beside changed values would be one order too many"
    hands.hold("Hold to correct", 1500)
    command = heard.commands[0]
    assert isinstance(command, CorrectResult)
    assert (command.round, command.values) == (scenes.PLAYED[-1].round, {"banker-2": "7d", "player-3": "9h"})
    assert (command.reason, command.role) == ("seen on video", "pit_boss")


def test_a_published_result_is_voided_only_with_a_second_person_which_the_screen_says(
    open_pit: OpenDealer, heard: Heard
) -> None:
    hands = ordered(open_pit, "Correct a result")
    hands.tap("r34  PLAYER")
    hands.tap("Next usual: Reason")
    hands.hold("Hold: result does not count", 1500)
    command = heard.commands[0]
    assert isinstance(command, VoidResult)
    assert command.round == scenes.PLAYED[0].round
    heard.answer(True, "noted: a second person must give the same order")
    settle()
    assert hands.reads("noted: a second person must give the same order")


def test_an_order_that_waits_for_a_second_person_is_given_alike_by_holding_down(
    open_pit: OpenDealer, heard: Heard
) -> None:
    hands = open_pit([scenes.baccarat_ordered()])
    hands.behind.open("baccarat-7")
    settle()
    assert hands.reads("ordered by Gor V., dealer")
    hands.hold("Hold to agree: The result of r36 does not count", 1500)
    command = heard.commands[0]
    assert isinstance(command, VoidResult)
    assert (command.round, command.person, command.role) == (scenes.PLAYED[-1].round, "Davit S.", "pit_boss")


def test_who_gave_an_order_does_not_second_it_and_can_call_another_person_to_the_screen(open_pit: OpenDealer) -> None:
    view = scenes.baccarat_ordered()
    own = msgspec.structs.replace(view.seconds[0], by="Davit S.")
    hands = open_pit([msgspec.structs.replace(view, seconds=[own])])
    hands.behind.open("baccarat-7")
    settle()
    assert hands.reads("A second person must give the same order")
    assert not hands.has("Hold to agree: The result of r36 does not count")
    assert not hands.has("Second person here"), "nobody here can tell who people are"
    hands.behind.see("baccarat-7", msgspec.structs.replace(view, seconds=[own], log_in=True))
    hands.behind.desk.sign("Davit S.")
    settle()
    hands.tap("Second person here")
    assert hands.reads("Second person: show your badge, or type staff number and PIN")


def test_a_dealer_seconds_at_the_own_screen(open_dealer: OpenDealer, heard: Heard) -> None:
    order = AwaitedSecond("rule", "Davit S.", "pit_boss", {"irregularity": "i1", "ruling": "go_on"}, "seen on video")
    hands = open_dealer(msgspec.structs.replace(scenes.dealer_held(), seconds=[order]))
    hands.hold("Hold to agree: Go on", 1500)
    command = heard.commands[0]
    assert isinstance(command, GiveRuling)
    assert (command.ruling, command.reason, command.role) == ("go_on", "seen on video", "dealer")


def test_a_set_of_cards_is_counted_with_what_is_missing_and_never_by_default(
    open_pit: OpenDealer, heard: Heard
) -> None:
    hands = ordered(open_pit, "Cards")
    hands.tap("Count the set green")
    hands.hold("Hold: this is the count", 1500)
    assert heard.commands == []
    for key in ("9", "hearts", "Missing or too many …", "One fewer", "Done with this card"):
        hands.tap(key)
    assert hands.reads("415 cards.")
    hands.tap("○ Every card was counted by identity")
    hands.hold("Hold: this is the count", 1500)
    command = heard.commands[0]
    assert isinstance(command, InspectCards)
    assert (command.card_set, command.counts["9h"], sum(command.counts.values())) == ("green", 7, 415)


def test_sets_are_shuffled_and_cut_from_the_monitor(open_pit: OpenDealer, heard: Heard) -> None:
    hands = ordered(open_pit, "Cards")
    hands.tap("blue: Shuffled by machine")
    assert isinstance(heard.commands[0], ShuffleCards)
    assert (heard.commands[0].card_set, heard.commands[0].how) == ("blue", "machine")


def test_a_part_of_the_table_is_inspected_and_found_good(open_pit: OpenDealer, heard: Heard) -> None:
    hands = ordered(open_pit, "Inspect")
    assert hands.reads("not inspected yet")
    hands.tap("Next usual: Note")
    hands.tap("ball drawer: found good")
    command = heard.commands[0]
    assert isinstance(command, RecordInspection)
    assert (command.what, command.note) == ("drawer", "level and clean")


def test_a_pit_boss_enters_by_hand_what_no_device_read(open_pit: OpenDealer, heard: Heard) -> None:
    hands = open_pit([scenes.unread_card()])
    hands.behind.open("baccarat-2")
    settle()
    hands.tap("Rule")
    assert not hands.reads("○ Two people enter it"), "it is not ruled, it is done"
    hands.tap("Two people enter it")
    assert hands.reads("Lilit H. has entered it. Enter what you have seen.")
    for key in ("9", "hearts", "Enter"):
        hands.tap(key)
    command = heard.commands[0]
    assert isinstance(command, EnterValue)
    assert (command.value, command.role) == ("9h", "pit_boss")


def test_balls_of_the_lottery_are_entered_one_after_the_other(open_dealer: OpenDealer, heard: Heard) -> None:
    view = msgspec.structs.replace(
        scenes.cocktail_shaker(), may=["enter"], may_not={}, entry=AwaitedEntry("draw_balls", 3, "")
    )
    hands = open_dealer(view)
    for key in ("3", "Enter", "3", "Enter", "Delete", "3", "Enter", "1", "7", "Enter", "2", "2", "Enter"):
        hands.tap(key)
    command = heard.commands[0]
    assert isinstance(command, EnterValue)
    assert command.value == "3 17 22"


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
