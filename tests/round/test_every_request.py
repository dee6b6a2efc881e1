"""Every request that a procedure can make is served at a table: decisions, boxes, chance, balls, values by hand."""

from __future__ import annotations

import random

import pytest
from round.bench import Bench

from devices.readings import BallFellBack, BallRead, BallUnknown, CardRead, CardUnreadable, WheelResult
from studio.cards import DECK
from studio.draws import make_draw
from studio.games.procedure import Chance, Confirm, Deal, Decide, DrawBalls, Spin, TakeBets, TurnReel
from studio.houses import list_rules, load_rules
from studio.messages import events
from studio.messages.commands import BoxesInPlay, EnterValue, OrderFreeHand, OrderShuffle, TakeDecision
from studio.round.effects import DrawChance
from studio.round.inputs import ChanceDrawn


def blackjack(house: str = "totogaming", boxes: tuple[int, ...] = (1,)) -> Bench:
    bench = Bench(house, "blackjack")
    bench.open()
    bench.make_shoe()
    answer = bench.command(BoxesInPlay, role="backend", round=bench.table.desk.round_id, boxes=list(boxes))
    assert answer.accepted
    bench.close_bets()
    return bench


def deal(bench: Bench, *cards: str) -> None:
    for card in cards:
        assert isinstance(bench.request, Deal), bench.request
        bench.read(CardRead(card))


def decide(bench: Bench, action: str, box: int = 1, hand: int = 1, **over: object) -> str:
    about = {"round": bench.table.desk.round_id, "box": box, "hand": hand, "action": action, **over}
    return bench.command(TakeDecision, role="backend", **about).why


def test_blackjack_asks_each_box_and_takes_the_decision_of_the_backend() -> None:
    bench = blackjack()
    deal(bench, "Th", "7d", "6c")
    awaited = bench.published(events.DecisionAwaited)[0]
    assert (awaited.box, awaited.hand, awaited.within_s > 0) == (1, 1, True)
    assert bench.view.decision is not None
    assert decide(bench, "stand") == ""
    deal(bench, "Ts")
    result = bench.published(events.RoundResult)[0]
    assert result.bets["main:1"].result == "lose"
    assert bench.published(events.DecisionTaken)[0].by == "Ana"


def test_a_decision_that_does_not_come_in_time_stands() -> None:
    """blackjack.md 1 "Player time-out"."""
    bench = blackjack()
    deal(bench, "Th", "7d", "6c")
    bench.end_timer("decision")
    assert (bench.published(events.DecisionTaken)[0].action, bench.published(events.DecisionTaken)[0].by) == (
        "stand",
        "time",
    )


def test_late_unknown_doubled_and_forbidden_decisions_are_answered_with_a_reason() -> None:
    bench = blackjack(boxes=(1, 3))
    deal(bench, "Th", "8d", "7d", "6c", "5s")
    assert decide(bench, "stand", box=3) == "the decision awaited is that of box 1, hand 1"
    assert "is not allowed here" in decide(bench, "split")
    assert "late" in decide(bench, "stand", round="t1:e1:r99")
    assert decide(bench, "stand") == ""
    assert decide(bench, "stand") == "the decision awaited is that of box 3, hand 1"


def test_the_deal_waits_for_the_boxes_and_a_silent_backend_holds_the_table() -> None:
    bench = Bench("totogaming", "blackjack")
    bench.open()
    bench.make_shoe()
    bench.close_bets()
    assert (bench.view.prompt.key, isinstance(bench.request, TakeBets)) == ("wait_for_boxes", True)
    bench.end_timer("boxes")
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == "boxes_missing"


def test_boxes_are_checked() -> None:
    bench = Bench("totogaming", "blackjack")
    bench.open()
    bench.make_shoe()
    round_id = bench.table.desk.round_id
    assert bench.command(BoxesInPlay, role="dealer", round=round_id, boxes=[1]).why.startswith("only the backend")
    assert "this table has boxes" in bench.command(BoxesInPlay, role="backend", round=round_id, boxes=[99]).why
    assert bench.command(BoxesInPlay, role="backend", round=round_id, boxes=[2, 2]).why == "a box is named twice"
    assert "not in progress" in bench.command(BoxesInPlay, role="backend", round="r0", boxes=[1]).why


def test_a_split_shows_two_hands_on_the_screen() -> None:
    bench = blackjack()
    deal(bench, "8h", "6c", "8d")
    assert decide(bench, "split") == ""
    while isinstance(bench.request, Deal):
        bench.read(CardRead("Ts"))
        if isinstance(bench.request, Decide):
            break
    assert {"box-1.1", "box-1.2"} <= set(bench.view.hands)


def test_a_hole_card_is_not_shown_before_it_is_turned() -> None:
    bench = blackjack("pokerok")
    deal(bench, "Th", "7d", "9c")
    bench.read(CardRead("Kd"))
    assert "dealer-2" not in bench.view.cards
    assert bench.view.hands["dealer"].cards == ["7d", None]
    assert all(event.card != "Kd" for event in bench.published(events.CardDealt))
    decide(bench, "stand")
    assert bench.request == Confirm("hole_card_turned")


def chance(bench: Bench, value: object) -> None:
    assert isinstance(bench.request, Chance)
    bench.give(ChanceDrawn, draw=bench.request.draw, value=value, generator="bench")


def cocktail(shaker: str = "17") -> Bench:
    bench = Bench("totogaming", "roulette", rules=load_rules("totogaming", "roulette", "cocktail"))
    bench.open()
    bench.wheel("place_bets", 7)
    bench.wheel("ball_in_rim", 7)
    bench.wheel("no_more_bets", 7)
    chance(bench, {shaker: "shaker", "4": 50, "22": 500})
    return bench


def test_cocktail_draws_after_the_close_and_shakes_three_balls() -> None:
    """roulette.md 2.4 and G5."""
    bench = cocktail()
    kinds = [type(event) for event in bench.events]
    assert kinds.index(events.BetsClosed) < kinds.index(events.RoundTold)
    bench.read(WheelResult("17", 7))
    assert isinstance(bench.request, DrawBalls)
    bench.read(BallRead("3", 1), BallRead("17", 2), BallRead("22", 3))
    result = bench.published(events.RoundResult)[0]
    assert {spot: result.bets[spot].pays for spot in ("straight:3", "straight:17", "straight:22")} == {
        "straight:3": "24:1",
        "straight:17": "49:1",
        "straight:22": "499:1",
    }
    assert [event.number for event in bench.published(events.BallDrawn)] == ["3", "17", "22"]


@pytest.mark.parametrize(
    ("readings", "kind"),
    [
        ((BallRead("3", 1), BallRead("3", 2)), "ball_twice"),
        ((BallRead("3", 1), BallRead("5", 3)), "ball_missed"),
        ((BallUnknown("AB12", "tag of another set"),), "ball_unknown"),
        ((BallRead("3", 1), BallFellBack("3")), "ball_fell_back"),
    ],
)
def test_a_draw_that_is_not_right_holds_the_table(readings: tuple[object, ...], kind: str) -> None:
    bench = cocktail()
    bench.read(WheelResult("17", 7), *readings)  # type: ignore[arg-type]
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == kind


def test_an_impossible_draw_holds_the_table_and_publishes_nothing() -> None:
    bench = Bench("totogaming", "roulette", rules=load_rules("totogaming", "roulette", "cocktail"))
    bench.open()
    bench.wheel("place_bets", 7)
    bench.wheel("no_more_bets", 7)
    chance(bench, {"17": "shaker"})
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.kind == "contradiction"
    assert bench.rule("go_on").why == "this house allows here: void"
    assert bench.rule("void").accepted
    assert bench.published(events.RoundResult) == []


def test_every_draw_of_every_house_is_asked_for_and_taken() -> None:
    source = random.Random(3)
    for rules in list_rules():
        if rules.game != "roulette":
            continue
        bench = Bench(rules.house, "roulette", rules=rules, overrides={})
        bench.table.settings = bench.table.settings.model_copy(
            update={"manual_entry": ("spin", "turn_reel", "turn_bonus_wheel", "draw_balls")}
        )
        bench.open()
        bench.wheel("place_bets", 7)
        bench.wheel("no_more_bets", 7)
        for _ in range(30):
            request = bench.request
            if isinstance(request, Chance):
                assert any(isinstance(effect, DrawChance) for effect in bench.effects)
                chance(bench, make_draw(rules, request.draw, source.randrange))
            elif isinstance(request, Spin) and request.ball == 1:
                bench.read(WheelResult("17", 7))
            elif request is None:
                break
            else:
                value = {"spin": "4", "turn_reel": "5", "turn_bonus_wheel": "20", "draw_balls": "3 17 22"}
                text = value[str(request.__struct_config__.tag)]  # type: ignore[attr-defined]
                bench.command(EnterValue, role="dealer", person="Eva", value=text)
                assert bench.command(EnterValue, person="Boris", value=text).accepted
        assert len(bench.published(events.RoundResult)) == 1, (rules.house, rules.variant, bench.request)


def held_on_unreadable(by_hand: tuple[str, ...] = ("deal",)) -> Bench:
    bench = Bench("pokerok")
    bench.table.settings = bench.table.settings.model_copy(update={"manual_entry": by_hand})
    bench.open()
    bench.make_shoe()
    bench.close_bets()
    bench.read(CardUnreadable(1, "cannot read"))
    return bench


def test_a_card_typed_by_two_people_counts_and_is_marked() -> None:
    """standards.md 4 case 19 and 5.20: no default, blank cannot be confirmed, two people, marked in the payload."""
    bench = held_on_unreadable()
    assert bench.command(EnterValue, role="dealer", person="Eva", value=" ").why.startswith("nothing was typed")
    assert bench.command(EnterValue, role="dealer", person="Eva", value="Qd").accepted
    assert bench.command(EnterValue, role="dealer", person="Eva", value="Qd").why.startswith("another person")
    assert bench.command(EnterValue, role="dealer", person="Ida", value="Qd").why == "one of the two must be a pit boss"
    assert bench.command(EnterValue, person="Boris", value="Qd").accepted
    assert bench.request == Deal(to="banker-1")
    bench.play_until_idle(["9d", "2c", "Kd", "Ts", "Js"])
    assert bench.published(events.RoundResult)[0].entered_by_hand
    assert bench.published(events.ValueEntered)[0].by == ["Eva", "Boris"]


def test_two_entries_that_differ_count_for_nothing() -> None:
    bench = held_on_unreadable()
    bench.command(EnterValue, role="dealer", person="Eva", value="6d")
    bench.command(EnterValue, person="Boris", value="9d")
    assert bench.published(events.CardDealt) == []
    assert any(alarm.what == "entries_differ" for alarm in bench.view.alarms)


def test_where_the_house_takes_nothing_by_hand_nothing_is_taken() -> None:
    bench = held_on_unreadable(by_hand=())
    assert "by hand" in bench.command(EnterValue, role="dealer", person="Eva", value="6d").why


def test_free_hands_are_counted_by_the_shoe_and_take_no_bets() -> None:
    """baccarat.md 2 "Free hands" (001): up to ten a shoe; G6: the eleventh is refused."""
    bench = Bench("oasis")
    bench.open()
    bench.make_shoe()
    shoe = [str(card) for card in DECK] * 6
    random.Random(5).shuffle(shoe)
    supply = iter(shoe)
    bench.play_until_idle(supply)
    bench.close_bets()
    bench.play_until_idle(supply)
    for _ in range(10):
        assert bench.command(OrderFreeHand).accepted
        bench.end_timer("between_rounds")
        assert bench.published(events.RoundOpened)[-1].free_hand
        bench.play_until_idle(supply)
        assert bench.published(events.RoundResult)[-1].free_hand
    assert bench.command(OrderFreeHand).why == "this shoe has had its 10 free hands"


def test_an_ordered_shuffle_ends_the_shoe_after_the_round() -> None:
    """baccarat.md G8: the house may reshuffle between rounds."""
    bench = Bench("pokerok")
    bench.open()
    bench.make_shoe()
    bench.close_bets()
    assert bench.command(OrderShuffle, reason="house").accepted
    bench.play_until_idle(["Ah", "9d", "2c", "Kd"])
    bench.end_timer("between_rounds")
    assert bench.request == Confirm("shuffled")


def test_the_reel_of_red_door_is_typed_by_two_people() -> None:
    bench = Bench("totogaming", "roulette", rules=load_rules("totogaming", "roulette", "red_door"))
    bench.table.settings = bench.table.settings.model_copy(update={"manual_entry": ("turn_reel",)})
    bench.open()
    bench.wheel("place_bets", 7)
    bench.close_bets()
    assert isinstance(bench.request, TurnReel)
    bench.command(EnterValue, role="dealer", person="Eva", value="5")
    bench.command(EnterValue, person="Boris", value="5")
    assert isinstance(bench.request, Chance)
