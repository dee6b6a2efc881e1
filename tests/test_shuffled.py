"""Simulated rounds: shoes as the house makes them, basic strategy, and the tally in standard errors."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from devices.clock import seeded
from studio.basic_strategy import decide
from studio.cards import DECK, RANKS, Card
from studio.frequencies import Tally
from studio.games.exact.odds import BetOdds, GameOdds
from studio.games.house import ShoeRules
from studio.games.procedure import LOSE, PUSH, Action, win
from studio.houses import list_rules, load_rules
from studio.messages.outcomes import BetOutcome, Outcome
from studio.shuffled import Shoe, Simulation

PLAY = (Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)


def shoe(**changes: object) -> Shoe:
    data = {"decks": 1, "cut_from_back_cards": 10, "burn": "none", "last_hand": "current_round"} | changes
    return Shoe(ShoeRules.model_validate(data), seeded(1))


def deal_shoes(shoe: Shoe, cards_a_round: int, rounds: int) -> list[int]:
    """The number of the shoe from which each round came."""
    shoes = []
    for _ in range(rounds):
        cards = shoe.ready()
        shoes.append(shoe.shoes)
        for _ in range(cards_a_round):
            next(cards)
    return shoes


# --- shoes -------------------------------------------------------------------------------------------------------


def test_a_shoe_holds_every_card_of_its_decks_in_an_order_of_its_own() -> None:
    first, second = (list(seeded_shoe.ready()) for seeded_shoe in (shoe(decks=2), shoe(decks=2)))
    assert first == second
    assert sorted(map(str, first)) == sorted(map(str, DECK * 2))
    assert first != list(DECK * 2)


@pytest.mark.parametrize(
    ("last_hand", "cards_a_round", "rounds"),
    [
        ("current_round", 4, 11),  # 42 cards lie before the cut card: it comes in the 11th round
        ("one_more", 4, 12),
        ("one_more_unless_first", 4, 12),
        ("current_round", 6, 8),  # 7 rounds take the 42, it is the first card of the 8th
        ("one_more", 6, 9),
        ("one_more_unless_first", 6, 8),
    ],
)
def test_a_shoe_is_dealt_to_the_last_hand_of_the_house(last_hand: str, cards_a_round: int, rounds: int) -> None:
    """rules/baccarat.md C15."""
    shoes = deal_shoes(shoe(last_hand=last_hand, decks=2, cut_from_back_cards=62), cards_a_round, rounds + 1)
    assert shoes == [1] * rounds + [2]


def test_a_shoe_is_burned_as_the_house_has_it() -> None:
    """rules/baccarat.md C14: the first card and as many as it is worth."""
    by_value, fixed, each = shoe(burn="first_card_value"), shoe(burn="fixed", burn_count=3), shoe(burn_each_round=2)
    plain = list(shoe().ready())
    worth = 10 if plain[0].rank in "TJQK" else 1 if plain[0].rank == "A" else int(plain[0].rank)
    assert list(by_value.ready()) == plain[1 + worth :]
    assert list(fixed.ready()) == plain[3:]
    assert next(each.ready()) == plain[0]
    assert next(each.ready()) == plain[3]


def test_every_house_and_variant_can_be_simulated() -> None:
    for rules in list_rules():
        simulation, tally = Simulation(rules, seeded(5)), Tally(rules)
        for _ in range(40):
            tally.add(simulation.round())
        assert tally.rounds == tally.outcomes.total() == 40


# --- basic strategy ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "up", "action"),
    [
        ("Ah As", "6d", "split"),
        ("8h 8s", "9d", "split"),
        ("9h 9s", "7d", "stand"),
        ("Th Ts", "6d", "stand"),
        ("5h 5s", "6d", "double"),
        ("6h 5s", "6d", "double"),
        ("6h 5s", "Td", "hit"),
        ("Ah 7s", "3d", "double"),
        ("Ah 7s", "9d", "hit"),
        ("Ah 7s", "2d", "stand"),
        ("Ah 8s", "6d", "stand"),
        ("Th 6s", "Td", "surrender"),
        ("Th 6s", "7d", "hit"),
        ("Th 2s", "4d", "stand"),
        ("Th 2s", "3d", "hit"),
        ("Th 3s", "2d", "stand"),
        ("Th 7s", "Ad", "stand"),
    ],
)
def test_basic_strategy_plays_as_published(cards: str, up: str, action: str) -> None:
    hand = [Card.parse(code) for code in cards.split()]
    assert decide(hand, Card.parse(up), PLAY, blackjack_possible=True).value == action


def test_stakes_are_raised_against_a_ten_that_hides_no_blackjack() -> None:
    eleven = [Card.parse("6h"), Card.parse("5s")]
    assert decide(eleven, Card.parse("Td"), PLAY, blackjack_possible=False) is Action.DOUBLE


def test_basic_strategy_never_leaves_what_is_allowed() -> None:
    for first, second, up in product(RANKS, repeat=3):
        hand = [Card(first, "h"), Card(second, "s")]
        for allowed in (
            PLAY,
            (Action.HIT, Action.STAND),
            (Action.STAND, Action.SPLIT),
            (Action.INSURANCE, Action.DECLINE),
        ):
            assert decide(hand, Card(up, "d"), allowed, blackjack_possible=True) in allowed


# --- the tally -----------------------------------------------------------------------------------------------------


def test_a_figure_lies_so_many_standard_errors_from_the_exact_one() -> None:
    """100 rounds of an even bet: 60 wins are two standard errors of five."""
    tally = Tally(load_rules("pokerok", "baccarat"))
    for number in range(100):
        tally.add(Outcome("player", {"player": win(1) if number < 60 else LOSE}))
    even = BetOdds("player", {win(1): Fraction(1, 2), LOSE: Fraction(1, 2)})
    odds = GameOdds(bets={"player": even}, outcomes={"player": Fraction(1)}, method="none")
    (won,) = tally.win_figures(odds)
    (kept,) = tally.edge_figures(odds)
    (outcome,) = tally.outcome_figures(odds)
    assert (won.trials, won.seen, won.exact, won.errors) == (100, 0.6, 0.5, pytest.approx(2))
    assert (kept.seen, kept.exact, kept.errors) == (pytest.approx(-0.2), 0, pytest.approx(-2))
    assert (outcome.seen, outcome.errors) == (1, 0)


def test_a_spot_that_is_not_listed_has_lost() -> None:
    tally = Tally(load_rules("pokerok", "roulette"))
    tally.add(Outcome("17", {"red": win(1)}))
    tally.add(Outcome("2", {}))
    red = BetOdds.weighed("red", [(win(1), 18), (LOSE, 19)])
    (won,) = tally.win_figures(GameOdds(bets={"red": red}, outcomes={}, method="none"))
    assert (won.trials, won.seen) == (2, 0.5)


def test_odds_of_a_bet_add_up() -> None:
    half_back = BetOutcome("push", "0:1", "1:2")
    bet = BetOdds.weighed("red", [(win(1), 18), (half_back, 1), (LOSE, 18)])
    assert (bet.win, bet.push, bet.lose) == (Fraction(18, 37), Fraction(1, 37), Fraction(18, 37))
    assert bet.edge == Fraction(1, 74)
    assert BetOdds.weighed("tie", [(PUSH, 1)]).edge == 0


def test_the_main_bet_adds_up_all_hands_of_a_box() -> None:
    tally = Tally(load_rules("oasis", "blackjack"))
    split = {"main:1.1": win(1), "main:1.2": LOSE}
    tally.add(Outcome("20", split, draws={"stakes": {"main:1.1": 2, "main:1.2": 1}}))
    free = {"main:1.1": LOSE, "main:1.2": win(1)}
    tally.add(Outcome("20", free, draws={"stakes": {"main:1.1": 1, "main:1.2": 0}}))
    assert tally.main == {Fraction(1): 1, Fraction(0): 1}
    assert tally.main_edge() == (-0.5, pytest.approx(0.5 / 2**0.5))
