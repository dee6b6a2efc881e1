"""Splits, Charlie and the named variants of blackjack (blackjack.md 1, 3 and 4)."""

from __future__ import annotations

import pytest

from studio.games.blackjack_rules import BlackjackRules
from studio.games.procedure import Action

from .blackjack_table import play, rules_of

POKEROK, OASIS = rules_of("pokerok"), rules_of("oasis")
TOTOGAMING = rules_of("totogaming", side_bets=None)
ONE = rules_of("one", side_bets=None)
FREE = rules_of("infinite_free_bet")
POWER = rules_of("power")
CLASSIC_FREE = rules_of("classic_free_bet", side_bets=None)
HIT, STAND, DOUBLE, SPLIT = Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT


# --- splits ------------------------------------------------------------------------------------------------------


def test_both_hands_take_their_second_card_at_once_in_totogaming() -> None:
    """blackjack.md 4 C4."""
    played = play(TOTOGAMING, "8c 6d 8d Tc 9c Kh 2h", "split stand stand")
    assert played.dealt[3:] == ["box-1.1.2", "box-1.2.2", "dealer-2", "dealer-3"]
    assert played.told[0] == ("split", {"from": "box-1.1.2", "to": "box-1.2.1"})
    assert (played.pays("main:1.1"), played.pays("main:1.2")) == ("push", "lose")


def test_the_first_hand_is_complete_before_the_second_takes_its_card_in_oasis() -> None:
    """blackjack.md 4 C4."""
    played = play(OASIS, "8c 6d 8d 3c Tc 9c Kh 2h", "split hit stand")
    assert played.dealt[3:] == ["box-1.1.2", "box-1.1.3", "box-1.2.2", "dealer-2", "dealer-3"]
    assert [(box, hand) for box, hand, _ in played.offered] == [(1, 1), (1, 1), (1, 2)]


def test_pokerok_splits_by_value_and_the_others_by_rank() -> None:
    """blackjack.md 4 C3."""
    assert SPLIT in play(POKEROK, "Tc 6d Kd 9h Qh", "stand").offered[0][2]
    assert SPLIT not in play(OASIS, "Tc 6d Kd 9h Qh", "stand").offered[0][2]
    assert SPLIT not in play(TOTOGAMING, "Tc 6d Kd 9h Qh", "stand").offered[0][2]


@pytest.mark.parametrize(
    ("rules", "cards"),
    [(POKEROK, "8c 6d 8d 9h 8h 8s Qh"), (TOTOGAMING, "8c 6d 8d 8h 8s 9h Qh")],
    ids=["pokerok", "totogaming"],
)
def test_one_split_a_box_where_no_more_are_printed(rules: BlackjackRules, cards: str) -> None:
    played = play(rules, cards, "split stand stand")
    assert [SPLIT in allowed for _, _, allowed in played.offered] == [True, False, False]


def test_oasis_splits_three_times_at_most_and_plays_from_left_to_right() -> None:
    """blackjack.md 1 C "Split"."""
    played = play(OASIS, "8c 6d 8d 8h 8s 8c Tc Tc Tc Kh 2h", "split split split stand stand stand stand")
    assert [(hand, SPLIT in allowed) for _, hand, allowed in played.offered] == [
        (1, True),
        (1, True),
        (1, True),
        (1, False),
        (4, False),
        (3, False),
        (2, False),
    ]
    assert list(played.stakes) == ["main:1.1", "main:1.4", "main:1.3", "main:1.2"]
    assert played.outcome.hands is not None
    assert [hand.cards for hand in played.outcome.hands.values()][1:] == [
        ["8c", "8c"],
        ["8s", "Tc"],
        ["8h", "Tc"],
        ["8d", "Tc"],
    ]


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        (POKEROK, "Ac 6d Ad 9h Kc 5c 6h"),
        (OASIS, "Ac 6d Ad Kc 5c 9h 6h"),
        (ONE, "Ac 6d Ad Kc 5c 9h 6h"),
    ],
    ids=["pokerok", "oasis", "one"],
)
def test_split_aces_take_one_card_each_and_a_ten_makes_21_and_no_blackjack(rules: BlackjackRules, cards: str) -> None:
    """blackjack.md 1 "Split", 4 C11."""
    played = play(rules, cards, "split")
    assert len(played.offered) == 1, "no decision on either hand"
    assert played.outcome.outcome == "21"
    assert played.outcome.hands is not None
    first = played.outcome.hands["box-1.1"]
    assert (first.cards, first.total, first.natural) == (["Ac", "Kc"], 21, False)
    assert (played.pays("main:1.1"), played.pays("main:1.2")) == ("push", "lose")


def test_an_ace_on_a_split_ace_is_split_again_only_where_the_house_says() -> None:
    cards = "Ac 6d Ad Ah 5c 4c 3c Kh Kd"
    assert len(play(OASIS, cards, "split").offered) == 1
    again = rules_of("oasis", split={"resplit_aces": True})
    played = play(again, cards, "split split")
    assert played.offered[1] == (1, 1, (STAND, SPLIT))
    assert len(played.stakes) == 3


def test_split_aces_may_be_hit_in_totogaming_but_not_in_one_blackjack() -> None:
    """blackjack.md 3 "One Blackjack"."""
    cards = "Ac 6d Ad 5c 4c Kh Kd"
    assert HIT in play(TOTOGAMING, cards, "split stand stand").offered[1][2]
    assert len(play(ONE, cards, "split").offered) == 1


def test_a_split_hand_may_be_doubled_in_oasis_and_totogaming_but_not_in_pokerok() -> None:
    """blackjack.md 4 C11, G9."""
    played = play(OASIS, "8c 6d 8d 3c Tc Kc Kh 2h", "split double stand")
    assert played.stakes == {"main:1.1": 2, "main:1.2": 1}
    assert DOUBLE in play(TOTOGAMING, "8c 6d 8d 3c 2c Kh Kd", "split stand stand").offered[1][2]
    assert play(POKEROK, "8c 6d 8d 9h 3c 2c Kd", "split stand stand").offered[1][2] == (HIT, STAND)


def test_a_split_hand_cannot_be_surrendered() -> None:
    assert Action.SURRENDER not in play(TOTOGAMING, "8c 6d 8d 3c 2c Kh Kd", "split stand stand").offered[1][2]


def test_the_dealers_blackjack_takes_split_and_doubled_stakes_or_the_original_alone() -> None:
    """blackjack.md 4 G2, G4."""
    cards, decisions = "8c Kd 8d 3c Tc Kc Ah", "split double stand"
    lost = play(OASIS, cards, decisions)
    assert (lost.pays("main:1.1"), lost.pays("main:1.2")) == ("lose", "lose")
    kept = play(rules_of("oasis", dealer_blackjack_takes="original"), cards, decisions)
    assert (kept.pays("main:1.1"), kept.pays("main:1.2")) == ("push 1:2", "push")


# --- Charlie -----------------------------------------------------------------------------------------------------


def test_a_charlie_of_seven_cards_wins_at_once_in_totogaming() -> None:
    """blackjack.md 2 "Charlie"."""
    played = play(TOTOGAMING, "2c 6d 2d 2h 2s 2c 2d 3h 9c", "hit hit hit hit hit")
    assert played.cards_left == ["9c"], "the dealer need not draw"
    assert played.told == [("paid", {"main:1": played.bets["main:1"]})]
    assert (played.pays("main:1"), len(played.offered)) == ("win 1:1", 5)


def test_a_charlie_of_six_cards_wins_in_one_blackjack() -> None:
    """blackjack.md 3, 4 C15."""
    assert play(ONE, "2c 6d 2d 2h 2s 2c 3d 9c", "hit hit hit hit").cards_left == ["9c"]
    assert len(play(OASIS, "2c 6d 2d 2h 2s 2c 3d 9c Kc", "hit hit hit hit stand").offered) == 5


def test_a_charlie_against_a_ten_waits_for_the_dealers_blackjack() -> None:
    """blackjack.md 4 C15: Charlie loses to the dealer's blackjack."""
    cards = "2c Kd 2d 2h 2s 2c 3d"
    lost = play(ONE, f"{cards} Ah 9c", "hit hit hit hit")
    assert (lost.pays("main:1"), lost.told, lost.cards_left) == ("lose", [], ["9c"])
    won = play(ONE, f"{cards} Th 9c", "hit hit hit hit")
    assert (won.pays("main:1"), won.outcome.outcome, won.cards_left) == ("win 1:1", "20", ["9c"])


def test_each_split_hand_has_its_own_charlie() -> None:
    played = play(ONE, "2c 6d 2d 2h Tc 2s 2c 2d 3h Kh Kd", "split hit hit hit hit stand")
    assert (played.pays("main:1.1"), played.pays("main:1.2")) == ("win 1:1", "win 1:1")
    assert played.told[1] == ("paid", {"main:1.1": played.bets["main:1.1"]})


def test_seven_cards_over_21_are_no_charlie() -> None:
    played = play(TOTOGAMING, "2c 6d 2d 2h 4s 4c 4d Th", "hit hit hit hit hit")
    assert (played.pays("main:1"), played.told) == ("lose", [])


# --- free bets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("total", ["4c 5c", "4c 6c", "5c 6c"])
def test_the_house_pays_for_a_double_on_9_10_and_11(total: str) -> None:
    """blackjack.md 3 "Infinite Free Bet": what the house staked is in the profit, on one unit of the player's own."""
    first, second = total.split()
    won = play(FREE, f"{first} 6d {second} Th Kh Qh", "double")
    assert (won.pays("main:1"), won.stakes) == ("win 2:1", {"main:1": 1})
    lost = play(FREE, f"{first} 6d {second} 2h Kh 2d", "double")
    assert (lost.pays("main:1"), lost.stakes) == ("lose", {"main:1": 1})


def test_a_double_on_another_total_is_the_players_own() -> None:
    """blackjack.md 4 C10."""
    played = play(FREE, "4c 6d 4d Th Kh Qh", "double")
    assert (played.pays("main:1"), played.stakes) == ("win 1:1", {"main:1": 2})
    soft_19 = play(FREE, "Ac 6d 8d Th Kh Qh", "double")
    assert soft_19.stakes == {"main:1": 2}, "soft 19 is no 9"


def test_a_free_split_puts_the_houses_stake_on_the_second_hand() -> None:
    """blackjack.md 3 "Infinite Free Bet"."""
    played = play(FREE, "8c 6d 8d Th 9h Kh Qh", "split stand stand")
    assert played.stakes == {"main:1.1": 1, "main:1.2": 0}
    assert (played.pays("main:1.1"), played.pays("main:1.2")) == ("win 1:1", "win 1:1")


def test_doubles_on_the_hand_that_stands_on_the_houses_stake() -> None:
    free = play(FREE, "8c 6d 8d Th 2h 7h Kh Qh", "split stand double")
    assert (free.stakes["main:1.2"], free.pays("main:1.2")) == (0, "win 2:1")
    paid = play(FREE, "8c 6d 8d Th 4h 7h Kh Qh", "split stand double")
    assert (paid.stakes["main:1.2"], paid.pays("main:1.2")) == (1, "win 2:1")


@pytest.mark.parametrize("rank", "TJQK")
def test_a_pair_of_tens_is_split_at_the_players_cost(rank: str) -> None:
    """blackjack.md 4 C9."""
    played = play(FREE, f"{rank}c 6d {rank}d Th 9h Kh Qh", "split stand stand")
    assert played.stakes == {"main:1.1": 1, "main:1.2": 1}


def test_a_dealers_22_gives_the_stakes_back_in_classic_free_bet() -> None:
    """blackjack.md 4 C8: a push for every standing hand; a blackjack still wins, and what is bust stays lost."""
    cards = "Tc Ac 6c 6d 9c Kc Th 9d 6h Th"
    played = play(CLASSIC_FREE, cards, "stand hit", boxes=(1, 2, 3))
    assert played.outcome.outcome == "bust"
    assert [played.pays(f"main:{box}") for box in (1, 2, 3)] == ["push", "win 3:2", "lose"]
    assert play(FREE, cards, "stand hit", boxes=(1, 2, 3)).pays("main:1") == "win 1:1"
    assert play(CLASSIC_FREE, "Tc 6d 9c Th 7h", "stand").pays("main:1") == "win 1:1", "23 is a bust like any other"


# --- Power -------------------------------------------------------------------------------------------------------


def test_any_two_cards_may_be_doubled_tripled_or_quadrupled_in_power() -> None:
    """blackjack.md 3 "Power": one card only, the stake times 2, 3 or 4."""
    for action, units in (("double", 2), ("triple", 3), ("quadruple", 4)):
        played = play(POWER, "5c 6d 6c Jh Kh Qh", action)
        assert played.offered == [(1, 1, (HIT, STAND, DOUBLE, Action.TRIPLE, Action.QUADRUPLE, Action.SURRENDER))]
        assert (played.stakes, played.pays("main:1")) == ({"main:1": units}, "win 1:1")


def test_a_split_hand_may_be_quadrupled_in_power() -> None:
    played = play(POWER, "8c 6d 8d Jh 3c 2c Kh Qh", "split quadruple stand")
    assert played.stakes == {"main:1.1": 4, "main:1.2": 1}


@pytest.mark.parametrize("up", "AJQK")
def test_the_dealer_peeks_with_ace_jack_queen_and_king_in_power(up: str) -> None:
    """blackjack.md 4 C1."""
    hole = "Kh" if up == "A" else "Ah"
    insurance = "decline" if up == "A" else ""
    played = play(POWER, f"8c {up}d 7d {hole}", insurance)
    assert "Peek" in played.kinds
    assert (played.outcome.outcome, played.pays("main:1")) == ("blackjack", "lose")
    assert "Peek" in play(POWER, f"8c {up}d 7d 8h 5c 5h", f"{insurance} stand").kinds
    assert "Peek" not in play(POWER, "8c 8d 7d 8h 5c 5h", "stand").kinds


def test_the_original_stake_alone_may_be_lost_after_a_quadruple() -> None:
    rules = rules_of("power", dealer_blackjack_takes="original", deal={"peek_on": ""})
    assert play(rules, "5c Kd 6c Ah 2c", "quadruple").pays("main:1") == "push 3:4"
