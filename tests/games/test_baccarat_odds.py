"""Exact odds against published integers, a second enumeration written apart from the program, and closed forms."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm

import pytest

from studio.games.exact.baccarat import baccarat_odds, endings, kinds
from studio.games.exact.odds import GameOdds

from .baccarat_table import rules_of

PUBLISHED = {
    8: (2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
    6: (403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
    1: (6_737_232_640, 6_548_674_432, 1_372_227_328),
}
"""Decks to the orders of six cards in which Banker wins, Player wins, and both tie."""


@cache
def odds_of(house: str, decks: int) -> GameOdds:
    return baccarat_odds(rules_of(house, shoe={"decks": decks}))


def counted_by_hand(decks: int) -> tuple[int, int, int]:
    """Banker, Player, tie: another enumeration, over the values of six cards, with the tableau written out again."""
    left = [16 * decks] + [4 * decks] * 9
    won = [0, 0, 0]

    def take(value: int) -> int:
        """How many cards of `value` may come next; one of them has."""
        copies = left[value]
        left[value] -= 1
        return copies

    cards = 52 * decks
    for a, b, c, d in product(range(10), repeat=4):
        orders = take(a) * take(b) * take(c) * take(d)
        player, banker = (a + c) % 10, (b + d) % 10
        outcomes: list[tuple[int, int, int]] = []
        if max(player, banker) > 7 or (player > 5 and banker > 5):
            outcomes.append((player, banker, (cards - 4) * (cards - 5)))
        elif player > 5:
            outcomes += ((player, (banker + third) % 10, left[third] * (cards - 5)) for third in range(10))
        else:
            for third in range(10):
                ways = take(third)
                total = (player + third) % 10
                highest = 3 if third == 9 else 2 if third == 8 else 3 + third // 2
                if banker > highest:
                    outcomes.append((total, banker, ways * (cards - 5)))
                else:
                    outcomes += ((total, (banker + fourth) % 10, ways * left[fourth]) for fourth in range(10))
                left[third] += 1
        for total, against, ways in outcomes:
            won[0 if against > total else 1 if total > against else 2] += orders * ways
        for value in (a, b, c, d):
            left[value] += 1
    return won[0], won[1], won[2]


@pytest.mark.parametrize(("house", "decks"), [("pokerok", 8), ("oasis", 6), ("pokerok", 1)])
def test_orders_equal_the_published_integers_and_those_counted_by_hand(house: str, decks: int) -> None:
    found = odds_of(house, decks).combinations
    assert found is not None
    assert (found["banker"], found["player"], found["tie"]) == PUBLISHED[decks] == counted_by_hand(decks)
    assert found["total"] == sum(PUBLISHED[decks]) == perm(52 * decks, 6)


def test_main_probabilities_of_eight_decks_to_six_places() -> None:
    outcomes = {name: round(float(chance), 6) for name, chance in odds_of("pokerok", 8).outcomes.items()}
    assert outcomes == {"banker": 0.458597, "player": 0.446247, "tie": 0.095156}


def test_main_probabilities_of_six_decks_to_six_places() -> None:
    outcomes = {name: round(float(chance), 6) for name, chance in odds_of("oasis", 6).outcomes.items()}
    assert outcomes == {"banker": 0.458653, "player": 0.446279, "tie": 0.095069}


@pytest.mark.parametrize(("bet", "edge_pct"), [("banker", 1.0579), ("player", 1.2351), ("tie", 14.3596)])
@pytest.mark.parametrize("house", ["pokerok", "totogaming"])
def test_house_edges_of_eight_decks(house: str, bet: str, edge_pct: float) -> None:
    assert round(float(100 * odds_of(house, 8).bets[bet].edge), 4) == edge_pct


def test_the_edge_on_a_tie_with_six_decks_is_the_published_one() -> None:
    assert round(float(100 * odds_of("oasis", 6).bets["tie"].edge), 2) == 14.44


@pytest.mark.parametrize(
    ("players_two", "player", "banker", "tie"), [(0, 0.278792, 0.654627, 0.066581), (9, 0.905475, 0, 0.094525)]
)
def test_a_branch_has_the_published_probabilities(players_two: int, player: float, banker: float, tie: float) -> None:
    """By Player's two-card total, eight decks: what shows where a wrong row would be."""
    orders: Counter[str] = Counter()
    for first in product(range(10), repeat=4):
        if (first[0] + first[2]) % 10 == players_two:
            left = [128] + [32] * 9
            before = 1
            for value in first:
                before *= left[value]
                left[value] -= 1
            for end, _, after in endings(first, 8):
                who = "tie" if end.player == end.banker else "player" if end.player > end.banker else "banker"
                orders[who] += before * after
    shares = {who: round(orders[who] / orders.total(), 6) for who in ("player", "banker", "tie")}
    assert shares == {"player": player, "banker": banker, "tie": tie}


# --- side bets, in closed form -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("house", "decks"), [("oasis", 6), ("totogaming", 8), ("totogaming", 1)])
@pytest.mark.parametrize("bet", ["player_pair", "banker_pair"])
def test_a_pair_is_as_likely_as_counting_says(house: str, decks: int, bet: str) -> None:
    assert odds_of(house, decks).bets[bet].win == Fraction(4 * decks - 1, 52 * decks - 1)


@pytest.mark.parametrize("decks", [8, 6])
def test_either_pair_is_as_likely_as_counting_says(decks: int) -> None:
    copies, cards = 4 * decks, 52 * decks
    one = Fraction(copies - 1, cards - 1)
    other_too = Fraction(12 * copies * (copies - 1) + (copies - 2) * (copies - 3), (cards - 2) * (cards - 3))
    assert odds_of("totogaming", decks).bets["either_pair"].win == 2 * one - one * other_too


@pytest.mark.parametrize("decks", [8, 6])
def test_perfect_pairs_are_as_likely_as_counting_says(decks: int) -> None:
    cards = 52 * decks
    one = Fraction(decks - 1, cards - 1)
    other_too = Fraction(51 * decks * (decks - 1) + (decks - 2) * (decks - 3), (cards - 2) * (cards - 3))
    outcomes = odds_of("totogaming", decks).bets["perfect_pair"].outcomes
    by_pays = {outcome.pays: chance for outcome, chance in outcomes.items()}
    assert by_pays["200:1"] == one * other_too
    assert by_pays["25:1"] == 2 * (one - one * other_too)


def test_one_deck_has_no_perfect_pair() -> None:
    assert odds_of("totogaming", 1).bets["perfect_pair"].win == 0


@pytest.mark.parametrize(("bet", "edge_pct"), [("player_bonus", 2.65), ("banker_bonus", 9.37)])
def test_the_bonus_on_the_margin_has_the_published_edge(bet: str, edge_pct: float) -> None:
    assert round(float(100 * odds_of("totogaming", 8).bets[bet].edge), 2) == edge_pct


def test_without_commission_the_edge_on_banker_is_the_published_one() -> None:
    """1.46 % when a win with six pays half."""
    rules = rules_of("pokerok", commission_pct=0, pays={"banker_on_six": "1:2"})
    assert round(float(100 * baccarat_odds(rules).bets["banker"].edge), 2) == 1.46


def test_an_envelope_raises_the_return_by_its_own_weights() -> None:
    """Tie: raised in 20 % of rounds, by these multipliers (totogaming's file)."""
    odds = odds_of("totogaming", 8)
    plain, raised = odds.bets["tie"], odds.bets["tie:red_envelope"]
    expected = (80 * 10 + 12 * 15 + 5 * 21 + 2 * 43 + 1 * 87) / 100
    assert raised.win == plain.win
    assert -float(raised.edge) == pytest.approx(float(plain.win) * (0.8 * 8 + 0.2 * expected + 1) - 1)


@pytest.mark.parametrize("house", ["pokerok", "oasis", "totogaming"])
def test_the_outcomes_of_every_bet_add_up_to_one(house: str) -> None:
    odds = odds_of(house, 6 if house == "oasis" else 8)
    assert sum(odds.outcomes.values()) == 1
    for bet in odds.bets.values():
        assert sum(bet.outcomes.values()) == 1
        assert bet.win + bet.push + bet.lose == 1


def test_a_tie_returns_pairs_too_where_the_house_says_so() -> None:
    odds = baccarat_odds(rules_of("totogaming", tie_returns="all_bets"))
    assert odds.bets["player_pair"].push == odds.outcomes["tie"]
    assert odds.bets["player_pair"].win < odds_of("totogaming", 8).bets["player_pair"].win


def test_kinds_of_round_cover_every_order_once() -> None:
    assert sum(kind.orders for kind in kinds(2)) == perm(104, 6)
