"""Whatever the shoe: each card is asked for once, in the house's order, and the round ends (rules/baccarat.md 1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.cards import DECK, Card
from studio.dry_table import Material, RanOut, play
from studio.games.procedure import Agree, Announce, Deal

from .baccarat_table import requests, rules_of

RULES = {house: rules_of(house) for house in ("pokerok", "oasis", "totogaming")}
FIRST_FOUR = ["player-1", "banker-1", "player-2", "banker-2"]
LEGAL = [FIRST_FOUR + more for more in ([], ["player-3"], ["banker-3"], ["player-3", "banker-3"])]

houses = st.sampled_from(sorted(RULES))
shoes = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


@given(houses, shoes, st.booleans())
def test_cards_are_asked_for_in_order_once_each_and_the_round_ends(house: str, shoe: list[Card], free: bool) -> None:
    rules = RULES[house]
    free_hand = free and rules.free_hands_per_shoe > 0
    asked, outcome = requests(rules, shoe, free_hand=free_hand)
    dealt = [request.to for request in asked if isinstance(request, Deal)]
    assert dealt in LEGAL
    assert [type(request) for request in asked[-2:]] == [Agree, Announce]
    assert outcome.hands is not None
    lying = outcome.hands["player"].cards + outcome.hands["banker"].cards
    assert sorted(lying) == sorted(str(card) for card in shoe[: len(dealt)])
    assert all(0 <= hand.total <= 9 for hand in outcome.hands.values())
    if any(hand.natural for hand in outcome.hands.values()):
        assert dealt == FIRST_FOUR
    assert list(outcome.bets) == ([] if free_hand else ["player", "banker", "tie", *rules.side_bets])


@given(houses, shoes)
def test_the_same_cards_make_the_same_outcome(house: str, shoe: list[Card]) -> None:
    assert requests(RULES[house], shoe) == requests(RULES[house], shoe)


@given(houses, shoes)
def test_exactly_one_main_bet_wins_and_a_tie_gives_the_others_back(house: str, shoe: list[Card]) -> None:
    _, outcome = requests(RULES[house], shoe)
    main = {bet: outcome.bets[bet].result for bet in ("player", "banker", "tie")}
    rest = "push" if outcome.outcome == "tie" else "lose"
    assert main == dict.fromkeys(main, rest) | {outcome.outcome: "win"}


@given(houses, st.lists(st.sampled_from(DECK), max_size=3))
def test_a_shoe_that_runs_out_makes_no_outcome(house: str, shoe: list[Card]) -> None:
    with pytest.raises(RanOut, match=f"no card is left for {FIRST_FOUR[len(shoe)]}"):
        play(RULES[house], Material(cards=iter(shoe)))
