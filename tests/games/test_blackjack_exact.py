"""The dealer's final total by up card: published vectors, and an independent computation."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from studio.games.exact.blackjack import blackjack_odds, dealer_ends, dealer_totals, insurance_wins
from studio.games.exact.odds import profit
from studio.games.procedure import parse_odds

from .blackjack_table import rules_of

WORDS = ("17", "18", "19", "20", "21", "blackjack", "bust")

S17 = {
    "2": ".139694 .134518 .129929 .124021 .118308 0 .353530",
    "6": ".165640 .106208 .106390 .101592 .097247 0 .422922",
    "7": ".369048 .137898 .078478 .078668 .073878 0 .262031",
    "T": ".111791 .111608 .111814 .340560 .034738 .077108 .212381",
    "A": ".130210 .130813 .130643 .130879 .053595 .308434 .115426",
    "all": ".145215 .139318 .133629 .179709 .072838 .047451 .281839",
}
H17 = {
    "2": ".130087 .136120 .131529 .125663 .119924 0 .356677",
    "6": ".115008 .114637 .114992 .110205 .105845 0 .439314",
    "A": ".057326 .142917 .143003 .143264 .065965 .308434 .139091",
    "all": ".133409 .141280 .135630 .181714 .074841 .047451 .285675",
}
"""8 decks less the up card, no peek: 17, 18, 19, 20, 21, blackjack, bust."""

VECTORS = [("stand", up, row) for up, row in S17.items()] + [("draw", up, row) for up, row in H17.items()]


@pytest.mark.parametrize(("soft_17", "up", "row"), VECTORS, ids=[f"{rule}-{up}" for rule, up, _ in VECTORS])
def test_the_dealers_totals_of_eight_decks_are_the_published_ones_to_six_digits(
    soft_17: str, up: str, row: str
) -> None:
    rules = rules_of("totogaming", soft_17=soft_17)
    exact = blackjack_odds(rules).outcomes if up == "all" else dealer_totals(rules, up)
    assert tuple(exact) == WORDS
    for word, published in zip(WORDS, row.split(), strict=True):
        assert round(float(exact[word]), 6) == float(published), word


COUNT = {"A": 1, "T": 10, "K": 10} | {str(face): face for face in range(2, 10)}


def independently(decks: int, up: int, hits_soft_17: bool, power: bool = False) -> dict[str, float]:
    """The dealer's totals, found by widening unordered hands a card at a time; aces are 1 and values 1 to 10."""
    shoe = dict.fromkeys(range(1, 10), 4 * decks) | {10: 16 * decks}
    if power:
        shoe[9], shoe[10] = 0, 12 * decks
    found = dict.fromkeys(WORDS, 0.0)
    hands: dict[tuple[int, ...], float] = {(up,): 1.0}
    while hands:
        wider: dict[tuple[int, ...], float] = {}
        for hand, probability in hands.items():
            left = sum(shoe.values()) - len(hand)
            for value, copies in shoe.items():
                chance = probability * (copies - hand.count(value)) / left
                if chance == 0:
                    continue
                new = tuple(sorted((*hand, value)))
                low, high = sum(new), sum(new) + (10 if 1 in new else 0)
                count = high if high <= 21 else low
                if low > 21:
                    found["bust"] += chance
                elif count == 21 and len(new) == 2:
                    found["blackjack"] += chance
                elif count > 17 or (count == 17 and not (hits_soft_17 and count == high != low)):
                    found[str(count)] += chance
                else:
                    wider[new] = wider.get(new, 0.0) + chance
        hands = wider
    return found


CASES = list(product((("oasis", 6), ("totogaming", 8)), ("stand", "draw"), "A23456789T"))


@pytest.mark.parametrize(("house", "rule", "up"), CASES, ids=lambda part: str(part))
def test_the_dealers_totals_agree_with_an_independent_computation(house: tuple[str, int], rule: str, up: str) -> None:
    name, decks = house
    exact = dealer_totals(rules_of(name, soft_17=rule), up)
    other = independently(decks, COUNT[up], rule == "draw")
    assert sum(exact.values()) == 1
    for word in WORDS:
        assert float(exact[word]) == pytest.approx(other[word], abs=1e-12), word


@pytest.mark.parametrize("up", "A28K")
def test_the_shoe_of_power_has_totals_of_its_own(up: str) -> None:
    exact = dealer_totals(rules_of("power"), up)
    other = independently(8, COUNT[up], False, power=True)
    for word in WORDS:
        assert float(exact[word]) == pytest.approx(other[word], abs=1e-12), word


def test_the_dealer_stands_on_every_end_and_would_have_drawn_before_it() -> None:
    ends = dealer_ends(rules_of("oasis"), "A")
    assert all(17 <= end.total <= 26 for end in ends)
    assert min(end.cards for end in ends) == 2
    assert min(end.cards for end in ends if end.total > 21) == 4, "A, 2 to 5, ten, ten"


def test_a_rank_that_the_shoe_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="'9' is not a rank of this shoe"):
        dealer_ends(rules_of("power"), "9")


@pytest.mark.parametrize(("name", "decks"), [("oasis", 6), ("pokerok", 8)])
def test_insurance_wins_with_the_tens_of_the_rest_of_the_shoe(name: str, decks: int) -> None:
    rules = rules_of(name)
    assert insurance_wins(rules) == Fraction(16 * decks, 52 * decks - 1)
    assert blackjack_odds(rules).bets["insurance"].edge == 1 - 3 * Fraction(16 * decks, 52 * decks - 1)


def test_every_bets_probabilities_add_up_and_its_edge_is_the_mean_loss() -> None:
    odds = blackjack_odds(rules_of("totogaming"))
    assert set(odds.bets) == {
        "insurance",
        "perfect_pairs",
        "21+3",
        "suit_em_up",
        "lucky_lucky",
        "bust",
        "crazy_7",
        "hot_3",
    }
    for bet in odds.bets.values():
        assert sum(bet.outcomes.values()) == 1
        assert bet.edge == -sum(p * profit(outcome) for outcome, p in bet.outcomes.items())
        assert all(parse_odds(outcome.pays) > 0 for outcome in bet.outcomes if outcome.result == "win")
    assert sum(odds.outcomes.values()) == 1


def test_bust_as_printed_returns_more_than_is_staked() -> None:
    """blackjack.md 2: the file lists it as doubtful."""
    assert round(float(blackjack_odds(rules_of("totogaming")).bets["bust"].edge), 4) == -0.1112
    assert "bust" in rules_of("totogaming").doubtful
