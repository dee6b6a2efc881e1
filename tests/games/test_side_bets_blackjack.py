"""Side bets of blackjack: what each row is, when it is known, and how often it comes (blackjack.md 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, perm

import pytest

from studio.cards import RANKS, Card
from studio.games.exact.blackjack import side_bet_rows
from studio.games.side_bets.bust import bust
from studio.games.side_bets.crazy_7 import crazy_7
from studio.games.side_bets.hot_3 import hot_3
from studio.games.side_bets.lucky_lucky import lucky_lucky
from studio.games.side_bets.perfect_pairs import perfect_pairs
from studio.games.side_bets.suit_em_up import suit_em_up
from studio.games.side_bets.twenty_one_plus_three import twenty_one_plus_three

from .blackjack_table import play, rules_of

TOTOGAMING = rules_of("totogaming")
SIDE_BETS = ("perfect_pairs", "21+3", "suit_em_up", "lucky_lucky", "hot_3", "crazy_7")


def cards(codes: str) -> list[Card]:
    return [Card.parse(code) for code in codes.split()]


# --- rows --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("codes", "row"),
    [("8h 8h", "perfect"), ("8h 8d", "coloured"), ("8s 8c", "coloured"), ("8h 8c", "mixed"), ("Th Jh", None)],
)
def test_rows_of_perfect_pairs(codes: str, row: str | None) -> None:
    assert perfect_pairs(*cards(codes)) == row


@pytest.mark.parametrize(
    ("codes", "row"),
    [
        ("8h 8h 8h", "suited_trips"),
        ("8h 9h Th", "straight_flush"),
        ("Ah Kh Qh", "straight_flush"),
        ("8h 8d 8h", "trips"),
        ("8h Td 9h", "straight"),
        ("3h Ad 2h", "straight"),
        ("Qh Ad Kh", "straight"),
        ("Kh Ad 2h", None),
        ("Kh Ah 2h", "flush"),
        ("8h 8h 9h", "flush"),
        ("8h 8h 9c", None),
    ],
)
def test_rows_of_21_plus_3(codes: str, row: str | None) -> None:
    assert twenty_one_plus_three(*cards(codes)) == row


@pytest.mark.parametrize(
    ("codes", "row"),
    [
        ("Ah Ah", "aces"),
        ("Ah Kh", "blackjack"),
        ("Th Ah", "blackjack"),
        ("5h 5h", "pair"),
        ("5h 6h", "eleven"),
        ("9h 2h", "eleven"),
        ("5h 7h", "suited"),
        ("Jh Kh", "suited"),
        ("Ah Kd", None),
        ("5h 6d", None),
    ],
)
def test_rows_of_suit_em_up(codes: str, row: str | None) -> None:
    """A suited pair that comes to a suited total too is paid by the highest row only (G6)."""
    assert suit_em_up(*cards(codes)) == row


@pytest.mark.parametrize(
    ("codes", "lucky", "hot"),
    [
        ("7h 7h 7h", "suited_777", "any_777"),
        ("7h 7d 7h", "any_777", "any_777"),
        ("6h 8h 7h", "suited_678", "suited_21"),
        ("6h 8d 7h", "any_678", "any_21"),
        ("5h 6h Th", "suited_21", "suited_21"),
        ("Ah 9h Ah", "suited_21", "suited_21"),
        ("5h 6d Th", "any_21", "any_21"),
        ("Ah Kd Qh", "any_21", "any_21"),
        ("Ah 8d Ah", "any_20", "any_20"),
        ("5h 5h Th", "any_20", "any_20"),
        ("Ah 6d 2h", "any_19", "any_19"),
        ("5h 4h Th", "any_19", "any_19"),
        ("Th 9h 3h", None, None),
        ("Ah Ad Ac", None, None),
        ("2h 3h 4h", None, None),
    ],
)
def test_rows_of_lucky_lucky_and_hot_3(codes: str, lucky: str | None, hot: str | None) -> None:
    """Aces count as in a hand; 20 and 19 are paid in any suits (C7)."""
    assert lucky_lucky(*cards(codes)) == lucky
    assert hot_3(*cards(codes)) == hot


@pytest.mark.parametrize(
    ("codes", "row"),
    [
        ("7h 7h 7h", "three_suited"),
        ("7h 7h 7d", "three"),
        ("7h 7h 8h", "two_suited"),
        ("7h 7h", "two_suited"),
        ("7h 7d 8h", "two"),
        ("7h 8h 7h", "first"),
        ("8h 7h 7h", None),
        ("7h 7h 7h 7h", "three_suited"),
    ],
)
def test_rows_of_crazy_7(codes: str, row: str | None) -> None:
    assert crazy_7(cards(codes)) == row


@pytest.mark.parametrize(
    ("total", "count", "row"),
    [
        (22, 3, "three_or_four"),
        (26, 4, "three_or_four"),
        (22, 5, "five"),
        (22, 6, "six"),
        (22, 7, "seven"),
        (22, 8, "eight_or_more"),
        (22, 11, "eight_or_more"),
        (21, 3, None),
        (17, 8, None),
    ],
)
def test_rows_of_bust(total: int, count: int, row: str | None) -> None:
    assert bust(total, count) == row


# --- in the round ------------------------------------------------------------------------------------------------


def test_side_bets_on_the_first_cards_are_told_before_any_decision_and_stand_in_the_result() -> None:
    """blackjack.md "Round" 4."""
    played = play(TOTOGAMING, "7h 8c 7d 7h 6c 9c 2h", "stand stand", boxes=(1, 2))
    what, value = played.told[0]
    assert what == "side_bets"
    assert set(value) == {f"{bet}:{box}" for bet in SIDE_BETS for box in (1, 2)} - {"crazy_7:1"}
    assert all(played.bets[name] == outcome for name, outcome in value.items())
    won = {name: played.pays(name) for name, outcome in played.bets.items() if outcome.result == "win"}
    assert won == {
        "perfect_pairs:1": "win 25:1",
        "suit_em_up:1": "win 5:1",
        "21+3:1": "win 30:1",
        "lucky_lucky:1": "win 50:1",
        "hot_3:1": "win 100:1",
        "crazy_7:1": "win 150:1",
        "suit_em_up:2": "win 2:1",
        "21+3:2": "win 10:1",
        "lucky_lucky:2": "win 30:1",
        "hot_3:2": "win 4:1",
    }
    assert set(played.bets) == {f"{bet}:{box}" for bet in (*SIDE_BETS, "main") for box in (1, 2)} | {"bust"}


def test_pokerok_and_oasis_offer_no_side_bets() -> None:
    for name in ("pokerok", "oasis"):
        assert list(play(rules_of(name), "Ac 6d Kd 9h", "").bets) == ["main:1"]


@pytest.mark.parametrize(
    ("rest", "decisions", "pays"),
    [
        ("Kd 9h", "stand", "win 150:1"),
        ("7h Kd 9h", "hit", "win 2000:1"),
        ("7c Kd 9h", "hit", "win 500:1"),
        ("Kc Kd 9h", "hit", "win 150:1"),
        ("7h Kd 9h", "double", "win 2000:1"),
        ("Kd 9h", "surrender", "win 150:1"),
        ("7c 2c Kd 9h", "split stand stand", "win 500:1"),
        ("2c 7c Kd 9h", "split stand stand", "win 150:1"),
    ],
)
def test_crazy_7_on_two_sevens_goes_by_the_third_card_of_the_first_hand(rest: str, decisions: str, pays: str) -> None:
    """blackjack.md 2: of split sevens, the second card dealt to the first hand is the third."""
    played = play(TOTOGAMING, f"7h 6d 7h {rest}", decisions)
    assert played.pays("crazy_7:1") == pays
    assert "crazy_7:1" not in played.told[0][1]


def test_crazy_7_of_sevens_that_are_split_again_keeps_the_third_card_as_it_was_dealt() -> None:
    rules = rules_of("totogaming", split={"max_splits": 3})
    played = play(rules, "7h 6d 7h 7h 2c 3c 4c Kd 9h", "split split stand stand stand")
    assert played.pays("crazy_7:1") == "win 2000:1"


def test_no_third_card_is_dealt_for_crazy_7_when_the_peek_finds_a_blackjack() -> None:
    """blackjack.md 4 C13."""
    rules = rules_of("totogaming", deal={"hole_card": True, "peek_on": "A"})
    played = play(rules, "7h Ad 7c Kh 7d", "decline")
    assert (played.cards_left, played.pays("crazy_7:1")) == (["7d"], "win 25:1")


@pytest.mark.parametrize(
    ("draws", "pays"),
    [
        ("Kd 9h", "win 2:1"),
        ("2d 6h Kc", "win 2:1"),
        ("2d 2h 4h Kc", "win 9:1"),
        ("2d 2h 2c 2s Kc", "win 50:1"),
        ("2d 2h 2c As Ac Kc", "win 100:1"),
        ("2d 2h 2c As Ac Ad Kc", "win 250:1"),
        ("2d 2h 2c As Ac Ad Ah Kc", "win 250:1"),
        ("Kd 4h", "lose"),
    ],
)
def test_bust_pays_by_the_number_of_the_dealers_cards(draws: str, pays: str) -> None:
    played = play(TOTOGAMING, f"Tc 6d 9d {draws}", "stand")
    if pays == "lose":
        assert played.pays("bust") == "lose"
    else:
        assert (played.outcome.outcome, played.pays("bust")) == ("bust", pays)


def test_a_blackjack_of_the_dealers_loses_the_bust_bet() -> None:
    assert play(TOTOGAMING, "Tc Kd 9d Ad", "stand").pays("bust") == "lose"


# --- probabilities, against a count by hand ----------------------------------------------------------------------


def counted(decks: int) -> dict[str, tuple[int, dict[str, int]]]:
    """Each bet's rows as numbers of choices (orders for Crazy 7), by formula; and of how many."""
    d, cards_in_all = decks, 52 * decks
    two, three = comb(cards_in_all, 2), comb(cards_in_all, 3)
    rows: dict[str, tuple[int, dict[str, int]]] = {}
    rows["perfect_pairs"] = (two, {"perfect": 52 * comb(d, 2), "coloured": 13 * 2 * d * d, "mixed": 13 * 4 * d * d})
    suited = {"aces": 4 * comb(d, 2), "blackjack": 4 * 4 * d * d, "pair": 48 * comb(d, 2), "eleven": 4 * 4 * d * d}
    rows["suit_em_up"] = (two, suited | {"suited": 4 * comb(13 * d, 2) - sum(suited.values())})
    trips = {"suited_trips": 52 * comb(d, 3), "straight_flush": 12 * 4 * d**3}
    trips["trips"] = 13 * comb(4 * d, 3) - trips["suited_trips"]
    trips["straight"] = 12 * (4 * d) ** 3 - trips["straight_flush"]
    trips["flush"] = 4 * comb(13 * d, 3) - trips["suited_trips"] - trips["straight_flush"]
    rows["21+3"] = (three, trips)
    rows["lucky_lucky"], rows["hot_3"] = (three, {}), (three, {})
    sevens = 4 * d
    others = cards_in_all - sevens
    crazy = {"first": sevens * others * (cards_in_all - 2)}
    crazy["two_suited"] = sevens * (d - 1) * others
    crazy["two"] = sevens * (3 * d) * others
    crazy["three_suited"] = sevens * (d - 1) * (d - 2)
    crazy["three"] = perm(sevens, 3) - crazy["three_suited"]
    rows["crazy_7"] = (perm(cards_in_all, 3), crazy)

    for total, ranks, ways, one_suit in threes(decks):
        lucky, hot = rows["lucky_lucky"][1], rows["hot_3"][1]
        if ranks == "777":
            add(lucky, suited_777=one_suit, any_777=ways - one_suit)
            add(hot, any_777=ways)
        elif total == 21:
            add(hot, suited_21=one_suit, any_21=ways - one_suit)
            if ranks == "678":
                add(lucky, suited_678=one_suit, any_678=ways - one_suit)
            else:
                add(lucky, suited_21=one_suit, any_21=ways - one_suit)
        elif total in (19, 20):
            add(lucky, **{f"any_{total}": ways})
            add(hot, **{f"any_{total}": ways})
    return rows


def add(rows: dict[str, int], **more: int) -> None:
    for row, ways in more.items():
        rows[row] = rows.get(row, 0) + ways


def threes(decks: int) -> Iterator[tuple[int, str, int, int]]:
    """All threes of ranks: their total, the choices that make them, and those of one suit."""
    for ranks in combinations_with_replacement(RANKS, 3):
        total = sum(11 if rank == "A" else 10 if rank in "TJQK" else int(rank) for rank in ranks)
        for _ in range(ranks.count("A")):
            total -= 10 if total > 21 else 0
        ways = one_suit = 1
        for copies in Counter(ranks).values():
            ways *= comb(4 * decks, copies)
            one_suit *= comb(decks, copies)
        yield total, "".join(ranks), ways, 4 * one_suit


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_each_side_bets_rows_come_as_often_as_counted_by_formula(decks: int) -> None:
    rules = rules_of("totogaming", shoe={"decks": decks, "cut_from_back_cards": 20}, side_bets={"bust": TABLE_OF_BUST})
    found = side_bet_rows(rules)
    for bet, (choices, rows) in counted(decks).items():
        by_formula = {row: Fraction(ways, choices) for row, ways in rows.items() if ways}
        none = {None: 1 - sum(by_formula.values())}
        assert found[bet] == by_formula | none, bet


TABLE_OF_BUST = {"eight_or_more": "250:1", "seven": "100:1", "six": "50:1", "five": "9:1", "three_or_four": "2:1"}


def dealer_busts(decks: int) -> dict[int, float]:
    """By number of cards, how often the dealer busts: widening unordered hands of a full shoe, soft 17 standing."""
    shoe = dict.fromkeys(range(1, 10), 4 * decks) | {10: 16 * decks}
    found: dict[int, float] = {}
    hands: dict[tuple[int, ...], float] = {(): 1.0}
    while hands:
        wider: dict[tuple[int, ...], float] = {}
        for hand, chance in hands.items():
            for value, copies in shoe.items():
                new = tuple(sorted((*hand, value)))
                reached = chance * (copies - hand.count(value)) / (52 * decks - len(hand))
                low = sum(new)
                if low > 21:
                    found[len(new)] = found.get(len(new), 0.0) + reached
                elif len(new) < 2 or not (low >= 17 or (1 in new and 17 <= low + 10 <= 21)):
                    wider[new] = wider.get(new, 0.0) + reached
        hands = wider
    return found


@pytest.mark.parametrize("decks", [6, 8])
def test_the_rows_of_bust_come_as_often_as_computed_apart(decks: int) -> None:
    rules = rules_of("totogaming", shoe={"decks": decks})
    rows, by_cards = side_bet_rows(rules)["bust"], dealer_busts(decks)
    expected = {"three_or_four": by_cards[3] + by_cards[4], "five": by_cards[5], "six": by_cards[6]}
    expected |= {"seven": by_cards[7], "eight_or_more": sum(p for cards, p in by_cards.items() if cards >= 8)}
    for row, probability in expected.items():
        assert float(rows[row]) == pytest.approx(probability, abs=1e-12), row
    assert sum(rows.values()) == 1
