"""What is worked out once, of a card or of a house's rules, is what working it out each time would say."""

from __future__ import annotations

import pytest

from studio.cards import DECK, Card
from studio.games.baccarat_hand import TWO_CARDS
from studio.games.blackjack_totals import NO_CARDS, best_total, total_of
from studio.messages.outcomes import BetOutcome

from . import baccarat_table, blackjack_table


@pytest.mark.parametrize(
    ("code", "baccarat", "blackjack"), [("Ah", 1, 1), ("2c", 2, 2), ("9d", 9, 9), ("Ts", 0, 10), ("Kh", 0, 10)]
)
def test_a_card_knows_what_it_is_worth(code: str, baccarat: int, blackjack: int) -> None:
    card = Card.parse(code)
    assert (str(card), card.baccarat, card.blackjack) == (code, baccarat, blackjack)


def test_a_card_is_its_rank_and_suit_and_nothing_else() -> None:
    assert repr(Card("A", "h")) == "Card(rank='A', suit='h')"
    assert Card("A", "h") == Card.parse("Ah")
    assert hash(Card("A", "h")) == hash(Card.parse("Ah"))
    assert len(set(DECK)) == 52


def test_every_two_cards_make_the_hand_that_their_faces_say() -> None:
    points = dict(zip("A23456789TJQK", (*range(1, 10), 0, 0, 0, 0), strict=True))
    for first in DECK:
        for second in DECK:
            hand = TWO_CARDS[first.code][second.code]
            total = (points[first.rank] + points[second.rank]) % 10
            assert (hand.total, hand.natural) == (total, total >= 8)
            assert (hand.pair, hand.suited) == (first.rank == second.rank, first.suit == second.suit)
            assert [after.total for after in hand.with_third] == (
                [] if hand.natural else [(total + third) % 10 for third in range(10)]
            )
            assert not any(after.natural for after in hand.with_third)


def test_a_count_grows_as_the_cards_say() -> None:
    for codes in ("Ah Ad Ac 8s", "Ah 6d Tc 4h", "Th 5d 6c", "9c Ad Ah Tc", "Kh 6d Qc"):
        count, cards = NO_CARDS, [Card.parse(code) for code in codes.split()]
        for dealt, card in enumerate(cards, start=1):
            count = count.with_card[card.blackjack]
            hard = sum(one.blackjack for one in cards[:dealt])
            aces = any(one.rank == "A" for one in cards[:dealt])
            assert count.total == total_of(cards[:dealt]) == best_total(hard, aces)
            assert count.soft == (count.total != hard)


@pytest.mark.parametrize("house", ["pokerok", "totogaming"])
def test_who_changes_an_outcome_changes_no_other_round(house: str) -> None:
    rules = baccarat_table.rules_of(house, red_envelope=None)
    first = baccarat_table.deal(rules, "9h 3d Tc 5s")
    settled = dict(first.bets)
    first.bets["player"] = BetOutcome("push", "0:1")
    assert first.hands is not None
    first.hands["player"].cards.append("As")
    again = baccarat_table.deal(rules, "9h 3d Tc 5s")
    assert again.bets == settled
    assert again.hands is not None
    assert again.hands["player"].cards == ["9h", "Tc"]


def test_a_copy_of_the_rules_with_a_change_settles_by_the_change() -> None:
    rules = baccarat_table.rules_of("pokerok")
    assert baccarat_table.deal(rules, "2h 9d 5c Ts").bets["banker"].pays == "19:20"
    changed = rules.model_copy(update={"commission_pct": 0})
    assert baccarat_table.deal(changed, "2h 9d 5c Ts").bets["banker"].pays == "1:1"
    assert baccarat_table.deal(rules, "2h 9d 5c Ts").bets["banker"].pays == "19:20"


def test_a_copy_of_the_rules_with_fewer_seats_has_fewer_boxes() -> None:
    rules = blackjack_table.rules_of("oasis")
    blackjack_table.play(rules, "Th 7d 9c Ts", "stand", boxes=(7,))
    with pytest.raises(ValueError, match="boxes 1 to 5"):
        blackjack_table.play(rules.model_copy(update={"seats": 5}), "Th 7d 9c Ts", "stand", boxes=(7,))


def test_a_raised_tie_is_paid_as_raised_where_a_tie_returns_all_other_bets() -> None:
    rules = baccarat_table.rules_of("totogaming", tie_returns="all_bets")
    least = rules.red_envelope.bets["tie"].least if rules.red_envelope else 0
    outcome = baccarat_table.deal(rules, "6h 6d Tc Ts", draws={"red_envelope": {"tie": least}})
    assert outcome.bets["tie"].pays == f"{least - 1}:1"
    assert {bet.result for name, bet in outcome.bets.items() if name != "tie"} == {"push"}
