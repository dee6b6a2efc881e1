"""The round of blackjack without splits: order, peek, insurance, surrender, the dealer's play (blackjack.md 1)."""

from __future__ import annotations

import pytest

from studio.games.blackjack import NO_BOXES
from studio.games.procedure import Action, Agree

from .blackjack_table import FILES, NO_SIDE_BETS, Played, play, rules_of

POKEROK, TOTOGAMING, OASIS = rules_of("pokerok"), rules_of("totogaming"), rules_of("oasis")
PLAIN_TOTOGAMING = rules_of("totogaming", **NO_SIDE_BETS)
HIT, STAND, DOUBLE, SPLIT = Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT
SURRENDER, INSURANCE, EVEN_MONEY, DECLINE = Action.SURRENDER, Action.INSURANCE, Action.EVEN_MONEY, Action.DECLINE


def won(played: Played, bet: str = "main:1") -> str:
    return played.pays(bet)


# --- the first cards ---------------------------------------------------------------------------------------------


def test_the_hole_card_house_deals_boxes_dealer_boxes_and_the_hole_card_face_down() -> None:
    """blackjack.md 1 A, "Initial deal"."""
    played = play(POKEROK, "9c 8c 5d 9d 8d Tc 6h", "stand stand", boxes=(3, 1))
    assert played.dealt == ["box-1.1.1", "box-3.1.1", "dealer-1", "box-1.1.2", "box-3.1.2", "(dealer-2)", "dealer-3"]


@pytest.mark.parametrize("name", ["totogaming", "oasis"])
def test_the_houses_without_hole_card_deal_the_dealer_one_card_up(name: str) -> None:
    """blackjack.md 1 B and C, "Initial deal"."""
    played = play(rules_of(name), "9c 8c 5d 9d 8d Tc 6h", "stand stand", boxes=(1, 3))
    assert played.dealt == ["box-1.1.1", "box-3.1.1", "dealer-1", "box-1.1.2", "box-3.1.2", "dealer-2", "dealer-3"]


def test_the_up_card_may_be_taken_after_the_second_cards() -> None:
    played = play(rules_of("oasis", deal={"up_card": "after_second_cards"}), "9c 9d 6d Tc 2c", "stand")
    assert played.dealt[:3] == ["box-1.1.1", "box-1.1.2", "dealer-1"]


def test_the_deal_may_begin_at_the_dealers_right() -> None:
    """blackjack.md 4 C16."""
    played = play(rules_of("oasis", deal={"first_box": "dealers_right"}), "9c 8c 6d 9d 8d Tc 2c", "stand stand", (1, 3))
    assert played.dealt[:2] == ["box-3.1.1", "box-1.1.1"]
    assert [box for box, _, _ in played.offered] == [3, 1]


def test_nothing_is_dealt_when_nobody_bet() -> None:
    played = play(OASIS, "", boxes=())
    assert (played.outcome.outcome, played.bets, played.dealt) == (NO_BOXES, {}, [])


@pytest.mark.parametrize(("boxes", "named"), [((8,), "box 8"), ((0,), "box 0"), ((2, 2), "box 2")])
def test_a_box_that_the_table_has_not_is_refused_by_number(boxes: tuple[int, ...], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        play(OASIS, "2c 3c 4c 5c 6c", boxes=boxes)


# --- hands against the dealer ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "decisions", "outcome", "result"),
    [
        ("9c 6d 9d Tc 2c", "stand", "18", "push"),
        ("Tc 6d 9d Tc 2c", "stand", "18", "win 1:1"),
        ("8c 6d 9d Tc 2c", "stand", "18", "lose"),
        ("8c 6d 9d Tc 6c", "stand", "bust", "win 1:1"),
        ("6c 6d 8d 2c Tc Kc", "hit stand", "bust", "win 1:1"),
        ("8c 6d 8d Tc", "hit", "6", "lose"),
        ("5c 6d 6h Tc Tc 2c", "double", "18", "win 1:1"),
        ("5c 6d 6h 2c Tc 5h", "double", "21", "lose"),
        ("Ac 6d Kd", "", "6", "win 3:2"),
        ("Ac Kd Kh Ah", "", "blackjack", "push"),
        ("7c Kd 7h 7d Ah", "hit", "blackjack", "lose"),
        ("7c 6d 7h 7d Tc 5h", "hit", "21", "push"),
    ],
)
def test_a_hand_is_settled_against_the_dealers(cards: str, decisions: str, outcome: str, result: str) -> None:
    """blackjack.md 1 "BJ vs BJ", "Equal", "Blackjack"."""
    played = play(OASIS, cards, decisions)
    assert (played.outcome.outcome, won(played)) == (outcome, result)
    assert played.cards_left == []


def test_the_result_carries_every_hand_as_it_lies() -> None:
    played = play(OASIS, "Ac 8c 6d Kd 8d Tc 2c", "stand", boxes=(2, 5))
    assert played.outcome.hands is not None
    shown = {name: (hand.cards, hand.total, hand.natural) for name, hand in played.outcome.hands.items()}
    assert shown == {
        "dealer": (["6d", "Tc", "2c"], 18, False),
        "box-2.1": (["Ac", "Kd"], 21, True),
        "box-5.1": (["8c", "8d"], 16, False),
    }
    assert list(played.bets) == ["main:2", "main:5"]
    assert played.stakes == {"main:2": 1, "main:5": 1}


@pytest.mark.parametrize("name", FILES)
def test_21_is_never_asked_for_a_decision(name: str) -> None:
    """blackjack.md 1 "Hit / stand" (004, 566)."""
    rules = rules_of(name, side_bets=None)
    hole = " Qh" if rules.deal.hole_card else ""
    played = play(rules, f"6c 5d 5h{hole} Jh Kd Qd", "hit")
    assert [allowed[:2] for _, _, allowed in played.offered] == [(HIT, STAND)]
    assert play(rules, f"Ac 5d Kh{hole}").offered == []


@pytest.mark.parametrize(("rule", "outcome"), [("stand", "17"), ("draw", "21")])
def test_on_soft_17_the_dealer_does_as_the_house_has_it(rule: str, outcome: str) -> None:
    """blackjack.md 1 "Dealer"."""
    played = play(rules_of("oasis", soft_17=rule), "Tc 6d 9d Ac 4h", "stand")
    assert played.outcome.outcome == outcome


def test_the_dealer_draws_to_16_and_stands_on_hard_17() -> None:
    assert play(OASIS, "Tc 6d 9d Tc Ad", "stand").outcome.outcome == "17"
    assert play(rules_of("oasis", soft_17="draw"), "Tc 6d 9d Tc Ad", "stand").outcome.outcome == "17"
    assert play(OASIS, "Tc 2d 9d 4c Th Ac", "stand").outcome.outcome == "17", "16 draws"


def test_a_decision_that_is_late_stands() -> None:
    """blackjack.md 1 "Player time-out": the hand is passed, nothing is done to it."""
    played = play(OASIS, "8c Ad 8d Kh", "stand stand")
    assert played.offered[0] == (1, 1, (INSURANCE, DECLINE))
    assert played.outcome.draws == {"stakes": {"main:1": 1}}


def test_an_action_that_is_not_allowed_is_refused_by_name_with_those_that_are() -> None:
    with pytest.raises(ValueError, match=r"box 1, hand 1: split is not allowed now; allowed are hit, stand, double"):
        play(OASIS, "8c 6d 9d", "split")
    with pytest.raises(ValueError, match=r"hit is not allowed now; allowed are insurance, decline"):
        play(OASIS, "8c Ad 9d", "hit")


# --- double ------------------------------------------------------------------------------------------------------


def test_a_double_takes_exactly_one_card_and_stands_on_two_units() -> None:
    played = play(OASIS, "5c 6d 4d 2c Tc 8h", "double")
    assert (played.stakes, won(played)) == ({"main:1": 2}, "win 1:1")
    assert len(played.offered) == 1


def test_only_the_first_two_cards_may_be_doubled() -> None:
    assert [DOUBLE in allowed for _, _, allowed in play(OASIS, "2c 6d 3d 2c Tc Kc", "hit stand").offered] == [
        True,
        False,
    ]


def test_a_house_may_limit_the_totals_that_are_doubled() -> None:
    rules = rules_of("oasis", double={"totals": [10, 11]})
    assert DOUBLE in play(rules, "5c 6d 5d Tc Kc", "stand").offered[0][2]
    assert DOUBLE not in play(rules, "4c 6d 5d Tc Kc", "stand").offered[0][2]
    assert DOUBLE not in play(rules, "9c 6d Ad Tc Kc", "stand").offered[0][2], "soft 20 is no 10"


# --- peek and hole card ------------------------------------------------------------------------------------------


def test_against_an_ace_insurance_comes_first_then_the_peek_then_play() -> None:
    """blackjack.md 4 C12."""
    played = play(POKEROK, "9c Ad 8d 7h 9h", "insurance stand")
    assert played.kinds == ["TakeBets", *["Deal"] * 4, "Decide", "Peek", "Decide", "Confirm", "Agree"]
    assert played.outcome.outcome == "18"


def test_a_blackjack_under_the_ace_ends_the_round_before_play() -> None:
    """blackjack.md 1 A "Peek"."""
    played = play(POKEROK, "9c Ad 8d Kh", "insurance")
    assert played.kinds == ["TakeBets", *["Deal"] * 4, "Decide", "Peek", "Confirm", "Agree"]
    assert (played.outcome.outcome, won(played), won(played, "insurance:1")) == ("blackjack", "lose", "win 2:1")


def test_insurance_lost_is_told_after_the_peek() -> None:
    """blackjack.md 1 A "Insurance": losing ones are taken after the peek."""
    played = play(POKEROK, "9c Ad 8d 7h", "decline stand")
    (what, value) = played.told[0]
    assert (what, list(value)) == ("insurance", ["insurance:1"])
    assert value["insurance:1"] == played.bets["insurance:1"]
    assert won(played, "insurance:1") == "lose"


def test_a_ten_is_not_peeked_at_and_its_blackjack_takes_doubled_stakes_too() -> None:
    """blackjack.md 4 C1, G2."""
    played = play(POKEROK, "6c Kd 5d Ah 9h", "double")
    assert "Peek" not in played.kinds
    assert (played.outcome.outcome, won(played), played.stakes) == ("blackjack", "lose", {"main:1": 2})
    original = play(rules_of("pokerok", dealer_blackjack_takes="original"), "6c Kd 5d Ah 9h", "double")
    assert won(original) == "push 1:2"


def test_a_hole_card_that_a_reader_saw_is_turned_and_told_and_not_dealt_again() -> None:
    played = play(POKEROK, "Tc 6d 9d Th 4c", "stand")
    assert played.dealt == ["box-1.1.1", "dealer-1", "box-1.1.2", "(dealer-2)", "dealer-3"]
    assert played.confirmed == ["hole_card_turned"]
    assert ("hole_card", "Th") in played.told


def test_a_sealed_hole_card_is_asked_for_when_it_is_turned() -> None:
    played = play(POKEROK, "Tc 6d 9d Th 4c", "stand", sealed=True)
    assert played.dealt == ["box-1.1.1", "dealer-1", "box-1.1.2", "(dealer-2)", "dealer-2", "dealer-3"]
    assert (played.confirmed, played.outcome.outcome) == ([], "20")


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize(("says", "hole"), [(True, "9h"), (False, "Kh")])
def test_a_hole_card_that_is_not_what_the_peek_said_stops_the_round(sealed: bool, says: bool, hole: str) -> None:
    with pytest.raises(ValueError, match=f"the hole card is {hole}"):
        play(POKEROK, f"9c Ad 8d {hole}", "decline" if says else "decline stand", sealed=sealed, peek_says=says)


def test_a_hole_card_on_which_nothing_depends_stays_face_down() -> None:
    played = play(POKEROK, "Tc Kd 6d Th 9c", "hit")
    assert (played.outcome.outcome, played.confirmed) == ("10", [])
    assert played.outcome.hands is not None
    assert played.outcome.hands["dealer"].cards == ["Kd"]


def test_after_a_peek_without_blackjack_neither_a_blackjack_nor_insurance_waits_for_the_hole_card() -> None:
    played = play(POKEROK, "Ac Tc Ad Kd 6c 7h 9h", "decline insurance hit", boxes=(1, 2))
    assert (won(played), won(played, "main:2"), won(played, "insurance:2")) == ("win 3:2", "lose", "lose")
    assert (played.confirmed, played.outcome.outcome) == ([], "11")


# --- insurance and even money ------------------------------------------------------------------------------------


def test_insurance_is_offered_box_by_box_against_an_ace_alone() -> None:
    cards = "9c 8c Ad 9d 8d Kc"
    played = play(OASIS, cards, "insurance decline stand stand", boxes=(1, 2))
    assert [(box, allowed) for box, _, allowed in played.offered[:2]] == [
        (1, (INSURANCE, DECLINE)),
        (2, (INSURANCE, DECLINE)),
    ]
    assert played.outcome.draws == {"stakes": {"main:1": 1, "main:2": 1}, "insured": [1]}
    assert (won(played, "insurance:1"), won(played, "insurance:2")) == ("win 2:1", "win 2:1")
    against_ten = play(OASIS, "9c Kd 9d 9s", "stand")
    assert "insurance:1" not in against_ten.bets
    assert INSURANCE not in against_ten.offered[0][2]


@pytest.mark.parametrize("name", ["totogaming", "oasis"])
def test_a_blackjack_against_an_ace_may_take_even_money(name: str) -> None:
    """blackjack.md 1 "Even money": 1:1 now; the stake is settled under that name, and the dealer need not draw."""
    played = play(rules_of(name, side_bets=None), "Ac Ad Kd", "even_money")
    assert played.offered == [(1, 1, (EVEN_MONEY, DECLINE))]
    assert list(played.bets) == list(played.stakes) == ["even_money:1"]
    assert won(played, "even_money:1") == "win 1:1"
    assert played.told == [("paid", {"even_money:1": played.bets["even_money:1"]})]
    assert played.outcome.outcome == "11"


def test_a_blackjack_that_declines_even_money_waits_for_the_dealers_second_card() -> None:
    assert won(play(OASIS, "Ac Ad Kd 9c", "decline")) == "win 3:2"
    assert won(play(OASIS, "Ac Ad Kd Qc", "decline")) == "push"


def test_where_no_even_money_is_printed_a_blackjack_may_be_insured() -> None:
    played = play(POKEROK, "Ac Ad Kd Kh", "insurance")
    assert played.offered == [(1, 1, (INSURANCE, DECLINE))]
    assert (won(played), won(played, "insurance:1")) == ("push", "win 2:1")


def test_a_house_may_print_neither_even_money_nor_insurance_for_a_blackjack() -> None:
    rules = rules_of("oasis", even_money=False)
    played = play(rules, "Ac 8c Ad Kd 9d Th", "insurance stand", boxes=(1, 2))
    assert [box for box, _, _ in played.offered] == [2, 2]
    assert "insurance:1" not in played.bets
    assert won(played, "insurance:2") == "win 2:1"


def test_even_money_is_paid_once_where_the_house_peeks_and_pays_blackjacks_at_once() -> None:
    rules = rules_of("oasis", deal={"hole_card": True, "peek_on": "A"})
    played = play(rules, "Ac Ad Kd 9h", "even_money")
    assert played.told == [("paid", {"even_money:1": played.bets["even_money:1"]})]


def test_insurance_keeps_the_dealer_to_one_card_when_every_hand_is_bust() -> None:
    played = play(OASIS, "Tc Ad 6d Th 5c", "insurance hit")
    assert played.cards_left == []
    assert (played.outcome.outcome, won(played, "insurance:1")) == ("16", "lose")


def test_insurance_that_nobody_took_does_not_make_the_dealer_draw() -> None:
    played = play(OASIS, "Tc Ad 6d Th 5c", "decline hit")
    assert played.cards_left == ["5c"]
    assert "insurance:1" not in played.bets


def test_where_others_bet_behind_their_insurance_is_settled_whoever_owns_the_box() -> None:
    """blackjack.md 2 "Bet Behind": the bettor behind decides on insurance himself."""
    played = play(PLAIN_TOTOGAMING, "Tc Ad 6d Th Kc", "decline hit")
    assert (won(played, "insurance:1"), played.outcome.outcome) == ("win 2:1", "blackjack")


# --- surrender ---------------------------------------------------------------------------------------------------


def test_surrender_gives_half_back() -> None:
    """blackjack.md 1 "Surrender"."""
    played = play(OASIS, "Tc Kd 6d", "surrender")
    assert (won(played), played.outcome.outcome) == ("push 1:2", "10")
    assert played.bets["main:1"].pays == "0:1"


def test_surrender_against_an_ace_is_refused_in_oasis_alone() -> None:
    with pytest.raises(ValueError, match="surrender is not allowed now; allowed are hit, stand, double"):
        play(OASIS, "Tc Ad 6d", "decline surrender")
    assert won(play(PLAIN_TOTOGAMING, "Tc Ad 6d Kd", "decline surrender")) == "push 1:2"
    with pytest.raises(ValueError, match="surrender is not allowed now"):
        play(POKEROK, "Tc 9d 6d 8d", "surrender")


def test_surrender_ends_with_the_third_card() -> None:
    assert [SURRENDER in allowed for _, _, allowed in play(OASIS, "2c 6d 3d 2c Tc Kc", "hit stand").offered] == [
        True,
        False,
    ]


# --- the dealer draws only where a bet depends on it -------------------------------------------------------------


@pytest.mark.parametrize("name", ["pokerok", "oasis"])
def test_the_dealer_does_not_draw_when_all_boxes_are_bust(name: str) -> None:
    """blackjack.md 1 "Dealer need not draw"."""
    rules = rules_of(name)
    hole = " 9h" if rules.deal.hole_card else ""
    played = play(rules, f"Tc Td 5d 6c 6d{hole} Kh Qh Jh", "hit hit", boxes=(1, 2))
    assert played.dealt[-1] == "box-2.1.3"
    assert played.cards_left == ["Jh"]
    assert (won(played), won(played, "main:2"), played.outcome.outcome) == ("lose", "lose", "5")
    assert "Agree" not in played.kinds


def test_the_dealer_draws_for_the_bust_bet_alone() -> None:
    """blackjack.md "Round" 9."""
    played = play(TOTOGAMING, "Tc 5d 6d Kh Tc 9h", "hit")
    assert (played.outcome.outcome, won(played, "bust")) == ("bust", "win 2:1")
    idle = play(rules_of("totogaming", side_bets={"bust_makes_dealer_draw": False}), "Tc 5d 6d Kh Tc 9h", "hit")
    assert (idle.outcome.outcome, idle.cards_left, won(idle, "bust")) == ("5", ["Tc", "9h"], "lose")


def test_a_blackjack_against_neither_ace_nor_ten_is_paid_at_once_in_oasis() -> None:
    """blackjack.md 1 C "Blackjack"."""
    played = play(OASIS, "Ac 8c 6d Kd 9d Tc 2c", "stand", boxes=(1, 2))
    assert played.told == [("paid", {"main:1": played.bets["main:1"]})]
    assert won(played) == "win 3:2"
    assert played.said[0] == "blackjack.box_blackjack"
    order = [type(request).__name__ for request in played.requests]
    assert order.index("Tell") < order.index("Decide"), "before play"
    assert play(POKEROK, "Ac 6d Kd 9d", "").told == []


def test_oasis_single_blackjack_box_against_a_ten_takes_exactly_one_card_of_the_dealers() -> None:
    """blackjack.md 1 C "Dealer need not draw", 4 C14."""
    played = play(OASIS, "Ac Kd Kh 5c 9c")
    assert (played.cards_left, played.outcome.outcome, won(played)) == (["9c"], "15", "win 3:2")
    assert played.told == [], "against a ten it is only announced"
    assert played.said == ["blackjack.box_blackjack", "blackjack.no_dealer_blackjack"]
    against_ace = play(OASIS, "Ac Ad Kh 5c 9c", "decline")
    assert (against_ace.cards_left, won(against_ace)) == (["9c"], "win 3:2")


def test_what_the_dealer_says_is_what_the_house_prints() -> None:
    assert play(POKEROK, "9c Ad 8d 7h", "decline stand").said == [
        "blackjack.insurance",
        "blackjack.no_dealer_blackjack",
        "blackjack.dealer_18",
    ]
    assert play(rules_of("pokerok", announcements=[]), "9c Ad 8d 7h", "decline stand").said == []


def test_the_second_channel_must_agree_with_the_dealers_total() -> None:
    played = play(OASIS, "9c 6d 9d Tc 2c", "stand")
    assert [request.value for request in played.requests if isinstance(request, Agree)] == ["18"]
