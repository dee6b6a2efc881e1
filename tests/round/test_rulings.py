"""Every ruling does what it says, by whom the house allows it; corrections and late voids never erase."""

from __future__ import annotations

import pytest
from round.bench import Bench

from devices.readings import (
    BallTurns,
    CardRead,
    CutCardOut,
    LinkChanged,
    WheelDisagreement,
    WheelResult,
    WheelWarningRaised,
)
from studio.cards import composition
from studio.games.procedure import Burn, Confirm, Deal, Spin, TakeBets
from studio.houses import load_rules
from studio.messages import events
from studio.messages.commands import (
    AnyCommand,
    CorrectResult,
    CutCards,
    GoOffDuty,
    GoOnDuty,
    InspectCards,
    OpenTable,
    RecorderAlive,
    RecordInspection,
    ReportIrregularity,
    ShuffleCards,
    VoidResult,
)
from studio.policy import Cell


def baccarat(house: str = "pokerok", channels: tuple[str, ...] = ()) -> Bench:
    bench = Bench(house, channels=channels)
    bench.open()
    bench.make_shoe()
    bench.play_until_idle(["2c", "9d", "Kd"])  # the burn, where the house has one
    bench.close_bets()
    return bench


def roulette(house: str = "pokerok") -> Bench:
    bench = Bench(house, "roulette")
    bench.open()
    bench.wheel("place_bets", 7)
    return bench


def test_a_card_read_for_another_place_can_be_put_to_the_place_that_was_due() -> None:
    bench = baccarat()
    bench.read(CardRead("5d", "banker-1"))
    assert bench.rule("place").accepted
    assert bench.view.cards == {"player-1": "5d"}
    assert bench.request == Deal(to="banker-1")


def test_a_surplus_card_is_kept_and_is_the_next_one_dealt() -> None:
    """standards.md 2.1: drawn in excess, the card is the first of the next hand."""
    bench = baccarat()
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    bench.read(CardRead("5s"))
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.rulings == ["burn", "go_on"]
    bench = baccarat(channels=("dealer",))
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    bench.read(CardRead("5s"))
    assert bench.rule("next_card").accepted
    assert bench.table.kept_cards


def test_oasis_burns_an_exposed_surplus_card_before_the_next_round() -> None:
    """baccarat.md 2 "Irregularities" (001, 563) and C16."""
    bench = baccarat("oasis")
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    bench.read(CardRead("5s"))
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.rulings == ["burn"]
    burned = bench.view.burned
    assert bench.rule("burn").accepted
    assert bench.view.burned == burned + 1
    assert bench.published(events.CardBurned)[-1].card == "5s"


def test_a_spin_against_the_rule_runs_again_in_the_same_round_and_only_the_second_counts() -> None:
    bench = roulette()
    bench.wheel("ball_in_rim", 7)
    bench.close_bets()
    bench.read(WheelWarningRaised("wrong_direction", "ball_in_rim", 7, confirmed=True))
    assert bench.rule("re_spin").accepted
    assert (bench.published(events.ReSpin)[0].attempt, bench.view.announcement) == (2, "No spin")
    bench.read(WheelResult("5", 7))
    assert bench.published(events.RoundResult) == []


def test_after_a_re_spin_the_next_spin_gives_the_result_of_the_same_round() -> None:
    bench = roulette()
    bench.close_bets()
    bench.command(ReportIrregularity, role="dealer", kind="foreign_object")
    assert bench.rule("re_spin").accepted
    bench.wheel("place_bets", 8)
    bench.wheel("ball_in_rim", 8)
    bench.wheel("no_more_bets", 8)
    bench.read(WheelResult("30", 8))
    result = bench.published(events.RoundResult)[0]
    assert (result.outcome, result.round) == ("30", "t1:e1:r1")


def test_where_the_house_says_so_bets_open_again_before_the_re_spin() -> None:
    """roulette.md C12 (000, 149): the ball leaves the wheel, players may change their bets."""
    bench = roulette("totogaming")
    bench.close_bets()
    bench.command(ReportIrregularity, role="dealer", kind="ball_out")
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.rulings == ["re_spin_open", "void"]
    assert bench.rule("re_spin_open").accepted
    assert bench.view.state == "betting"
    bench.wheel("place_bets", 8)
    bench.close_bets()
    assert len(bench.published(events.BetsClosed)) == 2
    assert isinstance(bench.request, Spin)
    bench.wheel("no_more_bets", 8)
    bench.read(WheelResult("30", 8))
    assert len(bench.published(events.RoundResult)) == 1


@pytest.mark.parametrize(("turns_x10", "counts"), [(29, False), (30, True), (45, True)])
def test_a_ball_with_too_few_turns_is_no_spin(turns_x10: int, counts: bool) -> None:
    """roulette.md G10 and standards.md 4 case 3: the house minimum is three turns, and the sensor counts them."""
    bench = roulette()
    bench.wheel("ball_in_rim", 7)
    bench.close_bets()
    bench.read(BallTurns(7, turns_x10))
    assert bool(bench.published(events.ReSpin)) is not counts
    bench.wheel("no_more_bets", 7)
    bench.read(WheelResult("5", 7))
    assert bool(bench.published(events.RoundResult)) is counts


def test_a_ball_that_does_not_settle_holds_the_table() -> None:
    bench = roulette()
    bench.wheel("no_more_bets", 7)
    bench.end_timer("settle")
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == "ball_not_settled"


def test_a_pocket_that_changes_after_the_result_holds_the_next_round() -> None:
    bench = roulette()
    bench.spin(7, "5")
    bench.read(WheelDisagreement("5", "24", 7))
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == "pocket_changed"


def both(bench: Bench, kind: type[AnyCommand], **fields: object) -> None:
    assert bench.command(kind, person="Eva", role="dealer", **fields).accepted
    assert bench.command(kind, person="Boris", **fields).accepted


def test_a_correction_is_a_new_event_that_points_to_the_first_and_is_worked_out_by_the_rules() -> None:
    """standards.md invariant 5; baccarat: banker's second card was 7d, not Kd, so nobody has a natural nine."""
    bench = baccarat()
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    first = bench.published(events.RoundResult)[0]
    assert first.outcome == "banker"
    both(bench, CorrectResult, round=first.round, reason="video", values={"banker-2": "7d", "player-3": "9h"})
    corrected = bench.published(events.RoundCorrected)[0]
    assert (corrected.corrects, corrected.corrected_round) == (first.id, first.round)
    assert corrected.hands is not None
    assert corrected.hands["banker"].cards == ["9d", "7d"]
    assert corrected.bets["player"].result in ("win", "lose", "push")
    both(bench, CorrectResult, round=first.round, reason="video again", values={"banker-2": "8d", "player-3": "9h"})
    assert bench.published(events.RoundCorrected)[1].corrects == corrected.id
    assert bench.published(events.RoundResult) == [first], "the first event stands as it was"


def test_a_correction_that_makes_no_round_is_refused_in_words() -> None:
    bench = baccarat()
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    round_id = bench.published(events.RoundResult)[0].round
    order = {"round": round_id, "reason": "video", "person": "Eva"}
    assert "player-3=VALUE" in bench.command(CorrectResult, **order, values={"banker-2": "7d"}).why
    assert "has no place" in bench.command(CorrectResult, **order, values={"banker-9": "7d"}).why
    assert "'Xx'" in bench.command(CorrectResult, **order, values={"banker-2": "Xx"}).why
    assert bench.command(CorrectResult, **order | {"reason": " "}, values={"banker-2": "Td"}).why.endswith("a reason")


def test_nobody_alone_changes_a_published_result() -> None:
    """standards.md invariant 6."""
    bench = baccarat()
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    round_id = bench.published(events.RoundResult)[0].round
    order = {"round": round_id, "reason": "video"}
    assert bench.command(VoidResult, role="dealer", person="Eva", **order).why.startswith("noted")
    assert bench.command(VoidResult, role="dealer", person="Eva", **order).why.startswith("another person")
    assert bench.command(VoidResult, role="dealer", person="Ida", **order).why == "one of the two must be a pit boss"
    assert bench.published(events.ResultVoided) == []
    assert bench.command(VoidResult, person="Boris", **order).accepted
    assert bench.published(events.ResultVoided)[0].by == ["Eva", "Boris"]
    assert bench.command(VoidResult, person="Eva", **order).why.endswith("is void already")


def test_a_card_on_the_floor_ends_the_shoe_after_the_round() -> None:
    """standards.md 4 case 9: a count before the next round."""
    bench = baccarat()
    bench.command(ReportIrregularity, role="dealer", kind="card_on_floor")
    assert bench.rule("count_shoe").accepted
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    bench.end_timer("between_rounds")
    assert bench.request == Confirm("shuffled")
    assert any(alarm.what == "count_the_set" for alarm in bench.view.alarms)


def test_a_shoe_in_factory_order_holds_the_table_in_the_first_round() -> None:
    """standards.md 4 cases 10 and 11."""
    bench = baccarat()
    bench.read(*(CardRead(f"{rank}c") for rank in "23456"))
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == "suspicious_order"


# --- sets of cards -------------------------------------------------------------------------------------------------

SETS = ({"name": "red", "back": "red"}, {"name": "blue", "back": "blue"})
WHOLE = {str(card): count for card, count in composition(8).items()}


def with_sets() -> Bench:
    bench = Bench("pokerok", more_settings={"card_sets": SETS})
    bench.open()
    return bench


def ready(bench: Bench, card_set: str) -> None:
    both(bench, InspectCards, card_set=card_set, counts=WHOLE)
    assert bench.command(ShuffleCards, card_set=card_set, how="machine").accepted
    assert bench.command(CutCards, card_set=card_set).accepted


def test_a_set_is_inspected_shuffled_and_cut_in_this_order_and_no_other() -> None:
    """standards.md 5.13."""
    bench = with_sets()
    assert bench.request == Confirm("cards_inspected")
    assert "must be inspected first" in bench.command(ShuffleCards, card_set="blue", how="hand").why
    assert "must be inspected first" in bench.command(CutCards, card_set="blue").why
    both(bench, InspectCards, card_set="blue", counts=WHOLE)
    assert "must be shuffled first" in bench.command(CutCards, card_set="blue").why
    assert "cannot be inspected now" in bench.command(InspectCards, card_set="blue", counts=WHOLE).why
    assert "no set 'green'" in bench.command(CutCards, card_set="green").why


def test_two_sets_take_turns_and_one_is_made_ready_while_the_other_is_dealt() -> None:
    bench = with_sets()
    ready(bench, "red")
    bench.make_shoe_from("shoe_loaded")
    assert bench.published(events.ShoeLoaded)[0].card_set == "red"
    ready(bench, "blue")
    bench.close_bets()
    bench.read(CutCardOut())
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    bench.end_timer("between_rounds")
    bench.make_shoe_from("shoe_loaded")
    assert bench.published(events.ShoeLoaded)[1].card_set == "blue"
    assert bench.table.card_sets["red"].state == "spent"


def test_two_decks_short_by_five_cards_are_found_at_the_end_of_that_shoe_and_its_rounds_flagged() -> None:
    """standards.md 4 case 4: 438 rounds were dealt; here the shoe's own rounds, and not one more."""
    bench = with_sets()
    ready(bench, "red")
    bench.make_shoe_from("shoe_loaded")
    bench.close_bets()
    bench.read(CutCardOut())
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    bench.end_timer("between_rounds")
    short = WHOLE | {"5h": 7, "6h": 7, "7h": 7, "8h": 7, "9h": 7}
    both(bench, InspectCards, card_set="red", counts=short)
    flagged = bench.published(events.ShoeFlagged)[0]
    assert flagged.missing == {"5h": 1, "6h": 1, "7h": 1, "8h": 1, "9h": 1}
    assert (flagged.of_shoe, flagged.rounds) == ("t1:e1:s1", ["t1:e1:r1"])
    assert "blocked" in bench.command(ShuffleCards, card_set="red", how="hand").why


def test_the_card_that_stands_in_for_another_is_named() -> None:
    """standards.md 4 case 8: no queen of diamonds, two jacks of diamonds."""
    bench = with_sets()
    both(bench, InspectCards, card_set="red", counts=WHOLE | {"Qd": 7, "Jd": 9})
    flagged = bench.published(events.ShoeFlagged)[0]
    assert (flagged.missing, flagged.surplus) == ({"Qd": 1}, {"Jd": 1})


# --- burns ---------------------------------------------------------------------------------------------------------


def with_shoe(**changes: object) -> Bench:
    rules = load_rules("pokerok", "baccarat")
    shoe = rules.shoe.model_copy(update=changes)  # type: ignore[attr-defined]
    bench = Bench(rules=rules.model_copy(update={"shoe": shoe}))
    bench.open()
    bench.make_shoe()
    return bench


def test_a_fixed_number_is_burned() -> None:
    bench = with_shoe(burn="fixed", burn_count=3)
    for number, card in enumerate(("2c", "9d", "Kd"), start=1):
        assert bench.request == Burn(number=number, of=3)
        bench.read(CardRead(card))
    assert isinstance(bench.request, TakeBets)


def test_one_is_burned_before_each_round_but_the_first() -> None:
    bench = with_shoe(burn_each_round=1)
    assert isinstance(bench.request, TakeBets)
    bench.close_bets()
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    bench.end_timer("between_rounds")
    assert bench.request == Burn(number=1, of=1)
    bench.read(CardRead("3s", "burn"))
    assert isinstance(bench.request, TakeBets)


def test_an_incoming_dealer_burns_one() -> None:
    """standards.md 5.9."""
    bench = with_shoe(burn_for_new_dealer=True)
    bench.close_bets()
    assert bench.command(GoOnDuty, person="Eva", role="dealer").why == "hand-over is between two rounds only"
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    assert bench.command(GoOnDuty, person="Eva", role="dealer").accepted
    bench.end_timer("between_rounds")
    assert bench.request == Burn(number=1, of=1)
    bench.read(CardRead("3s", "burn"))
    assert bench.published(events.RoundOpened)[-1].dealer == "Eva"


# --- people, inspection, recorder ---------------------------------------------------------------------------------

PEOPLE = (
    {"name": "Eva", "roles": ["dealer"], "licences": {"baccarat": "2026-12-31"}},
    {"name": "Ida", "roles": ["dealer"], "licences": {"baccarat": "2026-11-29", "roulette": "2027-01-01"}},
    {"name": "Ana", "roles": ["pit_boss"]},
)


def test_no_round_is_opened_without_a_dealer_whose_licence_is_in_date() -> None:
    """standards.md 4 case 7 and 5.23."""
    bench = Bench("pokerok", more_settings={"people": PEOPLE, "dealer_required": True})
    bench.open()
    assert bench.view.prompt.text == "Wait: no dealer is on duty"
    assert bench.command(GoOnDuty, person="Mia", role="dealer").why == "Mia is no dealer here"
    assert bench.command(GoOnDuty, person="Ida", role="dealer").why == "Ida's licence for baccarat ended on 2026-11-29"
    assert bench.command(GoOnDuty, person="Eva", role="dealer").accepted
    assert bench.view.state == "shoe_change"
    assert bench.command(OpenTable, person="Eva").why == "Eva is no pit boss here"


def test_the_dealer_leaves_between_rounds_only() -> None:
    bench = baccarat()
    assert bench.command(GoOffDuty, role="dealer").why == "hand-over is between two rounds only"


def test_a_table_opens_only_when_it_was_inspected_within_a_day() -> None:
    """standards.md 5.24; roulette.md 1 "Inspection before open"."""
    bench = Bench("pokerok", "roulette", more_settings={"inspections": ("wheel", "ball")})
    assert bench.command(OpenTable).why == "not inspected within 24 hours: wheel, ball"
    assert bench.command(RecordInspection, role="dealer", what="wheel").why == "a pit boss inspects"
    assert bench.command(RecordInspection, what="wheel").accepted
    assert bench.command(RecordInspection, what="ball", note="round and smooth").accepted
    assert bench.command(OpenTable).accepted


def test_a_silent_recorder_lets_the_round_end_and_no_other_begin() -> None:
    """standards.md 4 case 5 and 5.28."""
    bench = Bench("pokerok", more_settings={"recorder_silent_after_s": 10.0})
    bench.open()
    assert bench.view.prompt.text == "Wait: the video recorder is silent"
    bench.command(RecorderAlive, role="technician")
    bench.make_shoe()
    bench.close_bets()
    bench.end_timer("recorder")
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    assert len(bench.published(events.RoundResult)) == 1
    bench.end_timer("between_rounds")
    assert bench.view.state == "not_ready"
    bench.command(RecorderAlive, role="technician")
    assert isinstance(bench.request, TakeBets)


def test_a_dealer_rules_where_the_house_leaves_it_to_the_dealer() -> None:
    cell = Cell(phases=("dealing",), rulings=("go_on", "void"), by="dealer")
    bench = Bench("pokerok", overrides={"card_skipped": (cell,)})
    bench.open()
    bench.make_shoe()
    bench.close_bets()
    bench.command(ReportIrregularity, role="dealer", kind="card_skipped")
    assert bench.rule("go_on", role="dealer").accepted


def test_a_link_that_is_lost_twice_is_one_irregularity() -> None:
    bench = baccarat()
    bench.read(LinkChanged("lost"), LinkChanged("not_connected"), LinkChanged("ready"), LinkChanged("lost"))
    assert len(bench.published(events.TablePaused)) == 1
