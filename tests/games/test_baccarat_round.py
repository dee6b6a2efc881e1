"""The round of each house: what it asks for, what it pays, and the one key that turns each doubtful rule.

Source: rules/baccarat.md; marks such as C8 are those of its section 4.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

from studio.dry_table import NotAnInput
from studio.games.procedure import Agree, Announce, Chance, Deal, Face, TakeBets, Tell
from studio.games.side_bets.baccarat import checked_red_envelope, draw_red_envelope

from .baccarat_table import cards_of, deal, requests, results, rules_of

NATURAL_NINE = "9h 3d Tc 5s"
"""Player's natural nine against Banker's natural eight."""
TIE_OF_SIX = "6h 6d Tc Ts"


def test_the_round_asks_in_the_houses_order() -> None:
    asked, _ = requests(rules_of("pokerok"), cards_of("Ah 2d 2c 3s 4h 5d"))
    assert asked == [
        TakeBets(),
        Deal("player-1", Face.UP),
        Deal("banker-1", Face.UP),
        Deal("player-2", Face.UP),
        Deal("banker-2", Face.UP),
        Deal("player-3", Face.UP),
        Deal("banker-3", Face.UP),
        Agree("player"),
        Announce("baccarat.player_wins"),
    ]


@pytest.mark.parametrize(
    ("cards", "winner"), [(NATURAL_NINE, "player"), (TIE_OF_SIX, "tie"), ("2h 9d 5c Ts", "banker")]
)
@pytest.mark.parametrize("house", ["pokerok", "oasis", "totogaming"])
def test_every_house_says_who_won(house: str, cards: str, winner: str) -> None:
    assert deal(rules_of(house), cards).outcome == winner


def test_main_bets_pay_as_004_prints_them() -> None:
    rules = rules_of("pokerok")
    assert results(deal(rules, NATURAL_NINE)) == {"player": "1:1", "banker": "lose", "tie": "lose"}
    assert results(deal(rules, "2h 9d 5c Ts")) == {"player": "lose", "banker": "19:20", "tie": "lose"}
    assert results(deal(rules, TIE_OF_SIX)) == {"player": "push", "banker": "push", "tie": "8:1"}


@pytest.mark.parametrize(("house", "bets"), [("pokerok", 3), ("oasis", 5), ("totogaming", 9)])
def test_every_bet_that_the_table_offers_is_listed_and_no_other(house: str, bets: int) -> None:
    rules = rules_of(house)
    listed = list(deal(rules, NATURAL_NINE).bets)
    assert len(listed) == bets
    assert listed == ["player", "banker", "tie", *rules.side_bets]


@pytest.mark.parametrize(("pct", "pays"), [(5, "19:20"), (4, "24:25"), (0, "1:1")])
def test_commission_is_taken_exactly_from_bankers_win(pct: int, pays: str) -> None:
    assert results(deal(rules_of("pokerok", commission_pct=pct), "2h 9d 5c Ts"))["banker"] == pays


def test_without_commission_banker_is_paid_half_on_six_alone() -> None:
    rules = rules_of("pokerok", commission_pct=0, pays={"banker_on_six": "1:2"})
    assert results(deal(rules, "2h 6d 3c Ts Th"))["banker"] == "1:2"
    assert results(deal(rules, "2h 7d 3c Ts Th"))["banker"] == "1:1"


# --- pairs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [
        ("9h 3d 9c 5s Th", "11:1", "lose"),
        ("4h 3d 5c 3s", "lose", "11:1"),
        ("Jh 9d Qc Ts", "lose", "lose"),
        ("Jh 4d Jd 4s 7h 2c", "11:1", "11:1"),
    ],
)
@pytest.mark.parametrize("house", ["oasis", "totogaming"])
def test_a_pair_is_two_first_cards_of_one_rank(house: str, cards: str, player: str, banker: str) -> None:
    bets = results(deal(rules_of(house), cards))
    assert (bets["player_pair"], bets["banker_pair"]) == (player, banker)


def test_a_third_card_makes_no_pair() -> None:
    bets = results(deal(rules_of("oasis"), "2h 3d Tc 5s 2d 3h"))
    assert (bets["player_pair"], bets["banker_pair"]) == ("lose", "lose")


@pytest.mark.parametrize(
    ("cards", "by_rank", "by_suit_too"),
    [
        ("9h 3d 9c 5s Th", "5:1", "5:1"),
        ("4h 3d 5c 3s", "5:1", "5:1"),
        ("4h 3d 5h 5s", "lose", "5:1"),
        ("4h 3d 5c 5d", "lose", "5:1"),
        ("4h 3d 5c 5s", "lose", "lose"),
    ],
)
def test_either_pair_is_by_rank_unless_the_house_counts_suits(cards: str, by_rank: str, by_suit_too: str) -> None:
    assert results(deal(rules_of("totogaming"), cards))["either_pair"] == by_rank
    rules = rules_of("totogaming", either_pair_is="same_rank_or_suit")
    assert results(deal(rules, cards))["either_pair"] == by_suit_too


@pytest.mark.parametrize(
    ("cards", "within", "across"),
    [
        ("4h 3d 4h 5s", "25:1", "lose"),
        ("4h 5s 3d 5s", "25:1", "lose"),
        ("4h 5s 4h 5s", "200:1", "lose"),
        ("4h 4h 5s 5d", "lose", "25:1"),
        ("4h 5s 5s 4h", "lose", "200:1"),
        ("4h 4h 5s 5s", "lose", "200:1"),
        ("4h 4d 4s 4c", "lose", "lose"),
        ("4h 4h 4h 4h", "200:1", "200:1"),
    ],
)
def test_perfect_pairs_lie_inside_a_hand_unless_the_house_pairs_the_hands(cards: str, within: str, across: str) -> None:
    drawn = f"{cards} 2c 3c"
    assert results(deal(rules_of("totogaming"), drawn))["perfect_pair"] == within
    assert results(deal(rules_of("totogaming", perfect_pair_is="across_hands"), drawn))["perfect_pair"] == across


def test_pairs_settle_on_a_tie_unless_the_house_returns_all_bets() -> None:
    pair = "3h 6d 3c Ts Th"
    assert results(deal(rules_of("totogaming"), pair))["player_pair"] == "11:1"
    assert results(deal(rules_of("totogaming"), pair))["banker_pair"] == "lose"
    bets = results(deal(rules_of("totogaming", tie_returns="all_bets"), pair))
    assert bets.pop("tie") == "8:1"
    assert set(bets.values()) == {"push"}


# --- the bonus -----------------------------------------------------------------------------------------------------

ODDS_BY_POINTS = {9: "30:1", 8: "10:1", 7: "6:1", 6: "4:1", 5: "2:1", 4: "1:1", 3: "lose", 2: "lose", 1: "lose"}


@pytest.mark.parametrize(
    ("margin", "banker"),
    [(9, "Td Ts Kd"), (8, "Ad Ts Kd"), (7, "2d Ts Kd"), (6, "3d Ts Kd"), (5, "4d Ts Kd"), (4, "5d Ts Kd"), (3, "6d Ts"),
     (2, "7d Ts"), (1, "5d Ts 3d")],
)  # fmt: skip
def test_a_win_without_natural_pays_by_its_margin(margin: int, banker: str) -> None:
    """Player draws a four to nine, Banker comes to as many fewer (C8)."""
    first, second, *third = banker.split()
    bets = results(deal(rules_of("totogaming"), f"2h {first} 3c {second} 4h {' '.join(third)}"))
    assert bets["player_bonus"] == ODDS_BY_POINTS[margin]
    assert bets["banker_bonus"] == "lose"


@pytest.mark.parametrize(("cards", "pays"), [("2h 3d Tc Ts Kh 6c", "6:1"), ("6h 3d Tc Ts 6c", "lose")])
def test_bankers_bonus_mirrors_players(cards: str, pays: str) -> None:
    """G1: nine against two by seven points; a loss."""
    assert results(deal(rules_of("totogaming"), cards))["banker_bonus"] == pays


@pytest.mark.parametrize(("basis", "pays"), [("margin", "lose"), ("score", "6:1")])
def test_the_bonus_may_go_by_the_score_instead(basis: str, pays: str) -> None:
    """Seven against six: by one point, with seven (C8)."""
    rules = rules_of("totogaming", bonus={"basis": basis})
    assert results(deal(rules, "7h 6d Tc Ts"))["player_bonus"] == pays


@pytest.mark.parametrize(("cards", "player", "banker"), [(NATURAL_NINE, "1:1", "lose"), ("2h 9d 5c Ts", "lose", "1:1")])
def test_a_natural_win_pays_one_to_one_whatever_its_margin(cards: str, player: str, banker: str) -> None:
    bets = results(deal(rules_of("totogaming"), cards))
    assert (bets["player_bonus"], bets["banker_bonus"]) == (player, banker)


@pytest.mark.parametrize(("natural_tie", "pays"), [("push", "push"), ("win", "1:1")])
def test_a_natural_tie_is_a_push_unless_the_house_pays_it(natural_tie: str, pays: str) -> None:
    bets = results(deal(rules_of("totogaming", bonus={"natural_tie": natural_tie}), "9h 4d Tc 5s"))
    assert (bets["player_bonus"], bets["banker_bonus"]) == (pays, pays)


def test_another_tie_loses_the_bonus() -> None:
    bets = results(deal(rules_of("totogaming", bonus={"natural_tie": "win"}), TIE_OF_SIX))
    assert (bets["player_bonus"], bets["banker_bonus"]) == ("lose", "lose")


def test_a_table_may_offer_the_bonus_on_one_side() -> None:
    rules = rules_of("totogaming", bonus={"sides": ["player"]})
    assert "banker_bonus" not in deal(rules, NATURAL_NINE).bets
    assert "player_bonus" in deal(rules, NATURAL_NINE).bets


# --- Red Envelope --------------------------------------------------------------------------------------------------


def test_the_envelope_is_drawn_after_the_close_and_told_before_the_first_card() -> None:
    drawn = {"tie": 88, "player_pair": 15}
    cards = cards_of(NATURAL_NINE)
    asked, outcome = requests(rules_of("totogaming"), cards, draws={"red_envelope": drawn})
    assert asked[:4] == [TakeBets(), Chance("red_envelope"), Tell("red_envelope", drawn), Deal("player-1")]
    assert outcome.draws == {"red_envelope": drawn}


def test_a_raised_bet_pays_the_multiplier_less_the_stake_and_only_when_it_wins() -> None:
    drawn = {"tie": 88, "player_pair": 15}
    bets = results(deal(rules_of("totogaming"), "3h 6d 3c Ts Th", draws={"red_envelope": drawn}))
    assert (bets["tie"], bets["player_pair"], bets["banker_pair"]) == ("87:1", "14:1", "lose")
    bets = results(deal(rules_of("totogaming"), NATURAL_NINE, draws={"red_envelope": drawn}))
    assert (bets["tie"], bets["player_pair"]) == ("lose", "lose")


def test_a_house_without_envelopes_draws_nothing() -> None:
    asked, outcome = requests(rules_of("oasis"), cards_of(NATURAL_NINE))
    assert not [request for request in asked if isinstance(request, Chance)]
    assert outcome.draws is None


@pytest.mark.parametrize(
    ("drawn", "named"),
    [
        ({"tie": 10}, "tie to 10: allowed are 11 to 88"),
        ({"tie": 89}, "11 to 88"),
        ({"player_pair": 14}, "15 to 88"),
        ({"banker_pair": 89}, "15 to 88"),
        ({"tie": "22"}, "'22'"),
        ({"tie": True}, "True"),
        ({"tie": 22.0}, "22.0"),
        ({"player": 22}, "'player': allowed are tie, player_pair, banker_pair"),
        ([["tie", 22]], "maps bets to multipliers"),
        (None, "maps bets to multipliers"),
    ],
)
def test_a_draw_that_is_not_printed_is_refused_and_named(drawn: Any, named: str) -> None:
    with pytest.raises(NotAnInput, match="red_envelope") as refused:
        deal(rules_of("totogaming"), NATURAL_NINE, draws={"red_envelope": drawn})
    assert named in str(refused.value)


def test_no_more_bets_are_raised_than_the_house_says() -> None:
    rules = rules_of("totogaming", red_envelope={"count_weights": [1, 1]})
    with pytest.raises(NotAnInput, match="raises 2 bets: at most 1"):
        deal(rules, NATURAL_NINE, draws={"red_envelope": {"tie": 22, "player_pair": 22}})


def test_a_generator_draws_envelopes_that_the_rules_take_with_the_weights_of_the_house() -> None:
    rules = rules_of("totogaming").red_envelope
    assert rules is not None
    rounds = 20_000
    generator = random.Random(3)
    counts: Counter[int] = Counter()
    raised: Counter[str] = Counter()
    ties: Counter[int] = Counter()
    for _ in range(rounds):
        drawn = draw_red_envelope(rules, generator.randrange)
        checked_red_envelope(rules, drawn)
        counts[len(drawn)] += 1
        raised.update(drawn.keys())
        if "tie" in drawn:
            ties[drawn["tie"]] += 1
    for count, weight in enumerate(rules.count_weights):
        assert abs(counts[count] / rounds - weight / 100) < 0.015
    for bet in rules.bets:
        assert abs(raised[bet] / rounds - 0.2) < 0.015  # (25 x 1 + 10 x 2 + 5 x 3) / 100 / 3 bets
    for multiplier, weight in rules.bets["tie"].weights.items():
        assert abs(ties[multiplier] / ties.total() - weight / 100) < 0.03


# --- free hands ----------------------------------------------------------------------------------------------------


def test_a_free_hand_is_dealt_like_any_other_but_settles_no_bet() -> None:
    asked, outcome = requests(rules_of("oasis"), cards_of(NATURAL_NINE), free_hand=True)
    assert [request.to for request in asked if isinstance(request, Deal)][-1] == "banker-2"
    assert (outcome.outcome, outcome.bets) == ("player", {})


def test_a_free_hand_has_no_envelope() -> None:
    rules = rules_of("totogaming", free_hands_per_shoe=1)
    asked, _ = requests(rules, cards_of(NATURAL_NINE), free_hand=True)
    assert not [request for request in asked if isinstance(request, Chance)]


# --- the files -----------------------------------------------------------------------------------------------------


def test_houses_differ_as_their_documents_do() -> None:
    """Rules/baccarat.md 2: decks, burn and free hands; 4: C12."""
    of_004, of_001, of_000 = rules_of("pokerok"), rules_of("oasis"), rules_of("totogaming")
    assert [rules.shoe.decks for rules in (of_004, of_001, of_000)] == [8, 6, 8]
    assert [rules.shoe.burn for rules in (of_004, of_001, of_000)] == ["none", "first_card_value", "none"]
    assert [rules.free_hands_per_shoe for rules in (of_004, of_001, of_000)] == [0, 10, 0]
    assert [rules.both_sides for rules in (of_004, of_001, of_000)] == [True, False, True]
    assert {rules.shoe.cut_from_back_cards for rules in (of_004, of_001, of_000)} == {7}
    assert {rules.shoe.last_hand for rules in (of_004, of_001, of_000)} == {"current_round"}


@pytest.mark.parametrize("house", ["pokerok", "oasis", "totogaming"])
def test_every_doubtful_rule_is_listed_by_its_mark(house: str) -> None:
    marks = {key.split()[0] for key in rules_of(house).doubtful}
    assert {"C15", "G7"} <= marks
    if house == "totogaming":
        assert {"C6", "C7", "C8", "C9", "C10", "C11", "G1", "G2"} <= marks


ENVELOPE_BELOW_THE_BET = {
    "red_envelope": {"count_weights": [1, 1], "bets": {"tie": {"least": 9, "most": 88, "weights": {"9": 1}}}}
}


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"pays": {"perfect_pair_both": None}}, "give both, or neither"),
        ({"pays": {"player_pair": None}}, "player_pair"),
        ({"red_envelope": {"count_weights": [1, 1, 1, 1, 1]}}, "count_weights"),
        ({"red_envelope": {"count_weights": [0, 0]}}, "count_weights"),
        (ENVELOPE_BELOW_THE_BET, "tie.least is 9: it must return more than the bet does"),
        ({"red_envelope": {"bets": {"tie": {"least": 11, "most": 88, "weights": {"10": 1}}}}}, "11 to 88"),
        ({"red_envelope": {"bets": {"tie": {"least": 11, "most": 88, "weights": {"11": 0}}}}}, "weight 0"),
        ({"commission_pct": 100}, "less than or equal to 99"),
        ({"commission_pct": 5.0}, "valid integer"),
        ({"bonus": {"pays": {"10": "1:1"}}}, "'4', '5'"),
        ({"bonus": {"sides": []}}, "at least 1"),
        ({"tip": 1}, "Extra inputs"),
    ],
)
def test_rules_that_make_no_sense_are_refused(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(ValidationError, match=named):
        rules_of("totogaming", **changes)
