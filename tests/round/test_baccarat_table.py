"""A baccarat table on the bench: shoe life, a round, and everything that must hold it (rules/baccarat.md)."""

from __future__ import annotations

import pytest
from round.bench import Bench

from devices.readings import (
    CardOutsideGame,
    CardRead,
    CardSentAgain,
    CardUnreadable,
    CutCardOut,
    LinkChanged,
    ShoeFault,
    ShoeResult,
    ShoeStarted,
)
from studio.cards import RANKS
from studio.games.procedure import Agree, Burn, Confirm, Deal, Face, TakeBets
from studio.houses import load_rules
from studio.messages import events
from studio.messages.commands import CloseTable, ConfirmStep, OpenTable, VoidRound
from studio.policy import Cell


@pytest.fixture
def dealing() -> Bench:
    """Eight decks, no burn, bets closed: the first card is due."""
    bench = Bench("pokerok")
    bench.open()
    bench.make_shoe()
    bench.close_bets()
    assert bench.request == Deal(to="player-1")
    return bench


def test_a_round_goes_from_bets_to_result_in_the_houses_order() -> None:
    bench = Bench("pokerok")
    bench.open()
    bench.make_shoe()
    assert isinstance(bench.request, TakeBets)
    bench.close_bets()
    for card, place in (("Ah", "player-1"), ("9d", "banker-1"), ("2c", "player-2"), ("Kd", "banker-2")):
        bench.read(CardRead(card, place))
    assert [type(event) for event in bench.events] == [
        events.TableOpened,
        events.DeviceLink,
        events.ShoeLoaded,
        events.RoundOpened,
        events.BetsClosed,
        events.CardDealt,
        events.CardDealt,
        events.CardDealt,
        events.CardDealt,
        events.RoundResult,
    ]
    result = bench.published(events.RoundResult)[0]
    assert (result.outcome, result.hands and result.hands["banker"].natural) == ("banker", True)
    assert bench.view.state == "between_rounds"


def test_sequence_numbers_have_no_gap_and_ids_follow_them(dealing: Bench) -> None:
    dealing.play_until_idle(["Ah", "9d", "2c", "Kd"])
    assert [event.seq for event in dealing.events] == list(range(1, len(dealing.events) + 1))
    assert [event.id for event in dealing.events] == [f"t1:e1:{event.seq}" for event in dealing.events]


@pytest.mark.parametrize("rank", RANKS)
def test_oasis_burns_as_many_as_the_first_card_is_worth(rank: str) -> None:
    """baccarat.md 2, "Burn" and C14: court cards ten, ace one, others face value, ten ten."""
    worth = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    bench = Bench("oasis")
    bench.open()
    bench.make_shoe()
    assert bench.request == Burn(number=1, of=1, face=Face.UP)
    bench.read(CardRead(f"{rank}h", "burn-first"))
    burned = 0
    while isinstance(bench.request, Burn):
        bench.read(CardRead(f"{RANKS[5 * burned % 13]}s", "burn"))
        burned += 1
    assert burned == worth.get(rank) or burned == int(rank)
    assert isinstance(bench.request, TakeBets)
    faces = [event.card for event in bench.published(events.CardBurned)]
    assert faces == [f"{rank}h"] + [None] * burned


def test_pokerok_burns_nothing() -> None:
    """baccarat.md 2: none printed for 004."""
    bench = Bench("pokerok")
    bench.open()
    bench.make_shoe()
    assert isinstance(bench.request, TakeBets)


@pytest.mark.parametrize(
    ("reading", "kind"),
    [
        (CardRead("5d", "banker-1"), "card_misplaced"),
        (CardRead("5d", "player-2"), "card_misplaced"),
        (CardUnreadable(1, "cannot read"), "card_unreadable"),
        (CardRead("1x", "player-1"), "card_unreadable"),
        (CardOutsideGame("5d", "locked"), "card_outside_game"),
        (ShoeStarted(), "shoe_restarted"),
        (ShoeFault(4, "reverse at exit"), "shoe_fault"),
        (ShoeResult("player", False, False), "result_disputed"),
        (LinkChanged("lost", "unplugged"), "link_down"),
    ],
)
def test_what_the_procedure_does_not_expect_holds_the_table(dealing: Bench, reading: object, kind: str) -> None:
    dealing.read(reading)  # type: ignore[arg-type]
    assert dealing.view.state == "held"
    assert dealing.view.irregularity is not None
    assert dealing.view.irregularity.kind == kind
    dealing.read(CardRead("5c", "player-1"))
    assert dealing.published(events.CardDealt) == [], "nothing is dealt while the table is held"
    assert dealing.published(events.TablePaused)[0].kind == kind


def test_a_card_sent_again_that_was_read_deals_nothing_and_holds_nothing(dealing: Bench) -> None:
    dealing.read(CardRead("5d", "player-1"), CardSentAgain("5d", "player-1"))
    assert dealing.request == Deal(to="banker-1")
    assert dealing.view.state == "playing"


def test_a_card_sent_again_by_a_device_that_knows_each_card_is_no_other_card(dealing: Bench) -> None:
    dealing.read(CardSentAgain("5d", None))
    assert dealing.request == Deal(to="player-1")
    assert dealing.view.state == "playing"
    assert dealing.view.alarms[-1].what == "card_shown_again"


@pytest.mark.parametrize(("ruling", "dealt"), [("go_on", 0), ("place", 1)])
def test_a_card_sent_again_that_was_not_read_deals_nothing_and_holds_the_table(
    dealing: Bench, ruling: str, dealt: int
) -> None:
    """It may be the repeat of another, or the card that is due and was missed: nobody guesses."""
    out = dealing.view.cards_out
    dealing.read(CardSentAgain("5d", "player-1"))
    assert dealing.view.irregularity is not None
    assert dealing.view.irregularity.kind == "card_read_twice"
    assert "5d for player-1 again; read before was nothing" in dealing.view.irregularity.read
    assert dealing.published(events.CardDealt) == []
    dealing.rule(ruling)
    assert len(dealing.published(events.CardDealt)) == dealt
    assert dealing.view.cards_out == out + dealt


def test_a_card_before_the_close_holds_the_table_and_closes_the_bets() -> None:
    """standards.md 5.5: bets are closed before anything can be known."""
    bench = Bench("pokerok")
    bench.open()
    bench.make_shoe()
    bench.read(CardRead("5d", "player-1"))
    assert bench.table.irregularity is not None
    assert bench.table.irregularity.kind == "early_card"
    assert bench.published(events.BetsClosed)[0].why == "irregularity"


def test_a_card_between_two_rounds_holds_the_table(dealing: Bench) -> None:
    dealing.play_until_idle(["Ah", "9d", "2c", "Kd"])
    dealing.read(CardRead("5d"))
    assert dealing.view.irregularity is not None
    assert dealing.view.irregularity.kind == "card_unexpected"
    assert dealing.rule("void").why, "there is no round to void"
    assert dealing.rule("go_on").accepted
    assert dealing.view.state == "between_rounds"


def test_a_copy_too_many_stops_on_that_card(dealing: Bench) -> None:
    """standards.md 4 case 8: a ninth queen of diamonds cannot come out of eight decks."""
    for _ in range(8):
        assert dealing.table.shoe is not None
        dealing.table.shoe.take_out(next(card for card in dealing.table.shoe._holds if str(card) == "Qd"))
    dealing.read(CardRead("Qd", "player-1"))
    assert dealing.table.irregularity is not None
    assert dealing.table.irregularity.kind == "card_beyond_composition"


def test_go_on_leaves_the_same_request_open(dealing: Bench) -> None:
    dealing.read(CardUnreadable(1, "cannot read"))
    assert dealing.rule("go_on").accepted
    assert dealing.request == Deal(to="player-1")
    dealing.read(CardRead("5c", "player-1"))
    assert dealing.request == Deal(to="banker-1")
    assert dealing.published(events.TableResumed)[0].by == "Ana"


def test_void_ends_the_round_without_a_result(dealing: Bench) -> None:
    dealing.read(CardRead("5d", "player-1"), CardRead("6d", "banker-3"))
    assert dealing.rule("void", "order cannot be restored").accepted
    voided = dealing.published(events.RoundVoided)[0]
    assert (voided.kind, voided.by, voided.reason) == ("card_misplaced", "Ana", "order cannot be restored")
    assert dealing.published(events.RoundResult) == []
    assert dealing.table.rounds_done == 0
    dealing.end_timer("between_rounds")
    assert isinstance(dealing.request, TakeBets)


@pytest.mark.parametrize("role", ["dealer", "technician", "backend"])
def test_only_a_pit_boss_rules_and_voids(dealing: Bench, role: str) -> None:
    """standards.md 5, invariant 6: nothing a dealer alone can press changes what is published."""
    dealing.read(CardUnreadable(1, "cannot read"))
    assert dealing.command(VoidRound, role=role, reason="x").why == "only a pit boss voids a round"
    assert dealing.view.state == "held"


def test_a_ruling_that_the_house_does_not_allow_is_refused_with_those_it_allows(dealing: Bench) -> None:
    dealing.read(CardRead("5d", "banker-1"))
    assert dealing.rule("result_stands").why == "this house allows here: place, void"
    assert dealing.rule("void", " ").why == "a ruling needs a reason"


def test_a_lost_link_lets_nobody_go_on_before_it_is_back(dealing: Bench) -> None:
    dealing.read(CardRead("5d", "player-1"), LinkChanged("lost", "unplugged"))
    assert dealing.rule("go_on").why.startswith("this house allows here: void")
    dealing.read(LinkChanged("ready"))
    assert dealing.view.state == "held", "with a shoe, cards may have been drawn meanwhile"
    assert dealing.rule("go_on").accepted
    assert dealing.request == Deal(to="banker-1")


def test_a_restart_in_mid_round_goes_on_with_the_same_cards(dealing: Bench) -> None:
    dealing.read(CardRead("5d", "player-1"), CardRead("2h", "banker-1"))
    dealing.restart()
    assert dealing.view.irregularity is not None
    assert dealing.view.irregularity.kind == "process_restarted"
    dealing.read(LinkChanged("ready"))
    assert dealing.request == Deal(to="player-2")
    assert dealing.view.cards == {"player-1": "5d", "banker-1": "2h"}


def test_the_shoes_own_result_must_agree_where_the_table_asks_for_it() -> None:
    bench = Bench("pokerok", channels=("shoe",))
    bench.open()
    bench.make_shoe()
    bench.close_bets()
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    assert bench.request == Agree(value="banker")
    assert bench.published(events.RoundResult) == []
    bench.read(ShoeResult("tie", False, False))
    assert bench.table.irregularity is not None
    assert bench.table.irregularity.kind == "result_disputed"
    assert bench.rule("result_stands").why == "noted: a second person must give the same order"
    assert bench.published(events.RoundResult) == []
    assert bench.rule("result_stands").why == "another person must give the same order"
    assert bench.rule("result_stands", person="Boris", role="dealer").accepted
    assert bench.published(events.RoundResult)[0].outcome == "banker"
    assert bench.published(events.TableResumed)[0].by == "Ana and Boris"


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_the_round_in_which_the_cut_card_comes_is_the_last(dealing: Bench, at: int) -> None:
    """baccarat.md 2 "Cut card out" and C15: it never fills a place, the hand is finished, no deal until the shuffle."""
    cards = ["Ah", "9d", "2c", "Kd"]
    places = ["player-1", "banker-1", "player-2", "banker-2"]
    for number, (card, place) in enumerate(zip(cards, places, strict=True)):
        if number == at:
            dealing.read(CutCardOut())
            assert dealing.request == Deal(to=place)
            assert dealing.view.prompt.key == "deal_after_cut_card"
            assert dealing.view.announcement == "Last hand before shuffle"
        dealing.read(CardRead(card, place))
    assert len(dealing.published(events.RoundResult)) == 1
    dealing.end_timer("between_rounds")
    assert dealing.request == Confirm("shuffled")
    closed = dealing.published(events.ShoeClosed)[0]
    assert (closed.rounds, closed.cards_out) == (1, 4)


def test_a_house_that_plays_one_more_plays_one_more() -> None:
    rules = load_rules("pokerok", "baccarat")
    shoe = rules.shoe.model_copy(update={"last_hand": "one_more"})  # type: ignore[attr-defined]
    bench = Bench(rules=rules.model_copy(update={"shoe": shoe}))
    bench.open()
    bench.make_shoe()
    for rounds_left in (1, 0):
        bench.close_bets()
        if rounds_left:
            bench.read(CutCardOut())
            assert bench.published(events.CutCardSeen)[0].rounds_left == 1
        bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
        bench.end_timer("between_rounds")
    assert bench.request == Confirm("shuffled")


def test_a_second_cut_card_holds_the_table(dealing: Bench) -> None:
    dealing.read(CutCardOut(), CutCardOut())
    assert dealing.table.irregularity is not None
    assert dealing.table.irregularity.kind == "cut_card_again"


def test_after_the_last_hand_the_next_shoe_is_made_and_dealt(dealing: Bench) -> None:
    dealing.read(CutCardOut())
    dealing.play_until_idle(["Ah", "9d", "2c", "Kd"])
    dealing.end_timer("between_rounds")
    dealing.make_shoe()
    assert [event.shoe for event in dealing.published(events.RoundOpened)] == ["t1:e1:s1", "t1:e1:s2"]
    assert dealing.view.cards_out == 0


def test_a_shoe_is_not_confirmed_out_of_order() -> None:
    bench = Bench("pokerok")
    bench.open()
    answer = bench.command(ConfirmStep, role="dealer", what="shoe_loaded")
    assert answer.why == "what is to be confirmed now is: shuffled"


def test_an_unreadable_burn_card_can_only_be_ruled_by_another_shoe_or_again() -> None:
    bench = Bench("oasis")
    bench.open()
    bench.make_shoe()
    bench.read(CardUnreadable(1, "cannot read"))
    assert bench.rule("void").why == "this house allows here: go_on, replace_shoe"
    assert bench.rule("replace_shoe").accepted
    assert bench.request == Confirm("shuffled")


def test_a_house_rule_voids_without_a_person_where_the_house_says_so() -> None:
    automatic = Cell(phases=("dealing",), rulings=("void",), automatic="void")
    bench = Bench("pokerok", overrides={"card_misplaced": (automatic,)})
    bench.open()
    bench.make_shoe()
    bench.close_bets()
    bench.read(CardRead("5d", "banker-2"))
    assert bench.published(events.RoundVoided)[0].by == "house rule"


def test_the_table_closes_after_the_rounds_asked_for() -> None:
    bench = Bench("pokerok")
    bench.open(rounds=2)
    bench.make_shoe()
    for _ in range(2):
        bench.close_bets()
        bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
        if bench.table.desk.runs("between_rounds"):
            bench.end_timer("between_rounds")
    assert bench.view.state == "closed"
    assert len(bench.published(events.TableClosed)) == 1
    assert bench.command(OpenTable).accepted
    assert isinstance(bench.request, TakeBets), "the shoe is still good"


def test_closing_waits_for_the_round_in_progress(dealing: Bench) -> None:
    assert dealing.command(CloseTable, reason="end of shift").accepted
    assert dealing.request == Deal(to="player-1")
    dealing.play_until_idle(["Ah", "9d", "2c", "Kd"])
    assert dealing.published(events.TableClosed)[0].why == "end of shift"


def test_the_same_command_id_is_done_once_and_answered_alike() -> None:
    bench = Bench("pokerok")
    first = bench.command(OpenTable, id="same")
    again = bench.command(OpenTable, id="same")
    assert (first, len(bench.published(events.TableOpened))) == (again, 1)


def test_nothing_is_ready_until_every_device_is() -> None:
    bench = Bench("pokerok")
    bench.command(OpenTable)
    assert (bench.view.state, bench.view.prompt.key) == ("not_ready", "not_ready")
    bench.read(LinkChanged("busy", "held by another program"))
    assert bench.view.prompt.text == "Wait: shoe busy"
    bench.read(LinkChanged("ready"))
    assert bench.view.state == "shoe_change"


def test_replay_gives_the_same_effects(dealing: Bench) -> None:
    dealing.read(CardRead("5d", "player-1"), CardUnreadable(1, "cannot read"))
    dealing.rule("go_on")
    dealing.play_until_idle(["9d", "2c", "Kd", "Ts", "Js"])
    assert dealing.replayed() == dealing.effects
