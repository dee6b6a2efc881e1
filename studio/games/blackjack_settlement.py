"""What became of every bet at blackjack. Source: rules/blackjack.md 1 to 4.

Names of bets, `N` being a box in play:

- `main:N`, the box's stake on its only hand; after a split `main:N.H` for each hand H instead; after even money
  `even_money:N` instead. `Outcome.draws["stakes"]` has exactly these names, each with the player's own stake on it in
  units of the box's first stake: 2 after a double, 0 for a hand that stands on the house's stake alone.
- `insurance:N`, listed where insurance was open to the box and the dealer's second card is known, whether or not the
  box's first bettor took it, for those who bet behind decide for themselves. `draws["insured"]` has the boxes that did.
- `perfect_pairs:N`, `21+3:N`, `suit_em_up:N`, `lucky_lucky:N`, `crazy_7:N`, `hot_3:N`, and `bust` for the table.

`pays` is the profit on the player's own stake of that name. What the house staked for him is in it: a free double
that wins pays `2:1` on stake 1. A name with stake 0 (the new hand of a free split) pays on the box's first stake, and
costs nothing when it loses. Who bets behind has the outcome of the same name: nothing of his own is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from studio.games.blackjack_hands import Box, BoxHand, DealerHand
from studio.games.blackjack_rules import BlackjackRules, BlackjackTerms
from studio.games.procedure import LOSE, PUSH, spell_odds, win
from studio.games.side_bets.bust import bust
from studio.games.side_bets.crazy_7 import crazy_7, crazy_7_is_open
from studio.messages.outcomes import BetOutcome

Bets = dict[str, BetOutcome]

SURRENDERED: Final = BetOutcome("push", "0:1", returned="1:2")
"""Half the stake comes back."""

ONE_TO_ONE: Final = win(1)


def first_card_bets(terms: BlackjackTerms, boxes: Sequence[Box], dealer: DealerHand) -> Bets:
    """The side bets that the boxes' first two cards and the up card decide; Crazy 7 unless a third seven may come."""
    bets: Bets = {}
    if not terms.first_bets:
        return bets
    side_bets = terms.rules.side_bets
    up = dealer.up
    for box in boxes:
        cards = box.first.cards
        first, second = cards
        for name, pays, row in side_bets.on_two_cards:
            bets[f"{name}:{box.number}"] = pays.outcome(row(first, second))
        for name, pays, row in side_bets.with_up_card:
            bets[f"{name}:{box.number}"] = pays.outcome(row(first, second, up))
        if side_bets.crazy_7 is not None and not crazy_7_is_open(cards):
            bets[f"crazy_7:{box.number}"] = side_bets.crazy_7.outcome(crazy_7(cards))
    return bets


def later_bets(rules: BlackjackRules, boxes: Sequence[Box], dealer: DealerHand) -> Bets:
    """The side bets that play decided: Crazy 7 on two sevens, and Bust."""
    bets: Bets = {}
    if rules.side_bets.crazy_7 is not None:
        for box in boxes:
            bets[f"crazy_7:{box.number}"] = rules.side_bets.crazy_7.outcome(crazy_7(box.first_cards))
    if rules.side_bets.bust is not None:
        bets["bust"] = rules.side_bets.bust.outcome(bust(dealer.total, len(dealer.cards)))
    return bets


def settle(terms: BlackjackTerms, boxes: Sequence[Box], dealer: DealerHand, first: Bets) -> tuple[Bets, dict[str, Any]]:
    """What became of every bet, and the draws that go with it; `first` is what `first_card_bets` said, and stands."""
    bets: Bets = {}
    stakes: dict[str, int] = {}
    draws: dict[str, Any] = {"stakes": stakes}
    for box in boxes:
        for hand in box.hands:
            name = stake_name(box, hand)
            bets[name] = settle_hand(terms, dealer, hand)
            stakes[name] = hand.stake
        if box.offered_insurance and not dealer.may_have_blackjack:
            bets[f"insurance:{box.number}"] = insurance(terms, dealer)
        if box.insured:
            draws.setdefault("insured", []).append(box.number)
    if terms.later_bets:
        bets.update(later_bets(terms.rules, boxes, dealer))
    if first:
        bets.update(first)
    return bets, draws


def settle_hand(terms: BlackjackTerms, dealer: DealerHand, hand: BoxHand) -> BetOutcome:
    """What became of the stake on one hand, against the dealer's cards as they lie."""
    if hand.total > 21:
        return LOSE
    if hand.ended == "surrendered":
        return SURRENDERED
    if hand.ended == "even_money":
        return ONE_TO_ONE
    if dealer.blackjack:
        return PUSH if hand.blackjack else lost_to_blackjack(terms.rules, hand)
    if hand.blackjack:
        return terms.blackjack_wins
    if hand.ended == "charlie":
        return won(hand)
    if dealer.total > 21:
        return PUSH if dealer.total == 22 and terms.rules.dealer_22_pushes else won(hand)
    if hand.total == dealer.total:
        return PUSH
    return won(hand) if hand.total > dealer.total else LOSE


def won(hand: BoxHand) -> BetOutcome:
    """One to one on all that stands on the hand, as profit on the player's own stake."""
    if hand.stake == 1 and hand.free == 0:
        return ONE_TO_ONE
    return _won(hand.stake + hand.free, hand.stake or 1)


@cache
def _won(units: int, own: int) -> BetOutcome:
    return win(Fraction(units, own))


def lost_to_blackjack(rules: BlackjackRules, hand: BoxHand) -> BetOutcome:
    """The dealer's blackjack takes all, or the box's first stake alone, which stands on hand 1 (G2, G4)."""
    if rules.dealer_blackjack_takes == "all" or hand.stake == 0:
        return LOSE
    if hand.number != 1:
        return PUSH
    return LOSE if hand.stake == 1 else BetOutcome("push", "0:1", spell_odds(Fraction(hand.stake - 1, hand.stake)))


def insurance(terms: BlackjackTerms, dealer: DealerHand) -> BetOutcome:
    """Insurance wins on the dealer's blackjack. The house must offer it."""
    assert terms.insurance_wins is not None
    return terms.insurance_wins if dealer.blackjack else LOSE


def stake_name(box: Box, hand: BoxHand) -> str:
    """The name under which the stake on a hand is settled."""
    if hand.ended == "even_money":
        return f"even_money:{box.number}"
    return box.main if box.splits == 0 else f"main:{box.number}.{hand.number}"
