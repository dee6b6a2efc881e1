"""Blackjack: the round as the rule book has it. Source: rules/blackjack.md, "Round" at its end, and sections 1 to 4.

Positions: `box-2.1.3` is box 2, hand 1, third card; a box's first hand is 1. A split is told (`split`) as the card that
moves, `from` one position `to` another; the place that it leaves is dealt to again. The hole card is `dealer-2`, dealt
face down: it is answered with the card where a reader saw it, and then `hole_card_turned` is confirmed when it counts;
or with None where it is sealed, and then `dealer-2` is asked for once more, face up.

What is told before the result stands in the result too: `side_bets` (on the first cards), `insurance` (after the peek),
`paid` (stakes won at once), each as name to BetOutcome; and `hole_card`, the card that was turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from studio.cards import Card
from studio.games.blackjack_hands import Box, BoxHand, DealerHand, allowed_now, dealer_draws
from studio.games.blackjack_rules import MULTIPLES, BlackjackRules
from studio.games.blackjack_settlement import first_card_bets, insurance, settle, settle_hand, stake_name
from studio.games.procedure import (
    Action,
    Agree,
    Announce,
    BetsTaken,
    Confirm,
    Deal,
    Decide,
    Face,
    Peek,
    Procedure,
    TakeBets,
    Tell,
)
from studio.messages.outcomes import Outcome

NO_BOXES: Final = "no_boxes"
"""The outcome of a round for which nobody bet: no card is dealt."""

HOLE_CARD: Final = Deal("dealer-2", Face.DOWN)

BOX_BLACKJACK: Final = Announce("blackjack.box_blackjack")
INSURANCE: Final = Announce("blackjack.insurance")
NO_DEALER_BLACKJACK: Final = Announce("blackjack.no_dealer_blackjack")
DEALER_RESULT: Final = {
    result: Announce(f"blackjack.dealer_{result}") for result in ("17", "18", "19", "20", "21", "blackjack", "bust")
}


def blackjack_round(rules: BlackjackRules) -> Procedure[Outcome]:
    """One round: bets, first cards, what the up card calls for, the boxes' play, the dealer's, the result.

    Raises ValueError for a box that the table has not, an action that was not allowed, and for a hole card that is not
    what the peek said.
    """
    taken: BetsTaken = yield TakeBets(boxes=True)
    boxes = boxes_in_order(rules, taken.boxes)
    if not boxes:
        return Outcome(NO_BOXES, bets={}, hands={})
    dealer = DealerHand()

    yield from deal_first_cards(rules, boxes, dealer)
    first = first_card_bets(rules, boxes, dealer)
    if first:
        yield Tell("side_bets", first)
    naturals = [box for box in boxes if box.first.blackjack]
    if naturals and "box_blackjack" in rules.announcements:
        yield BOX_BLACKJACK
    if dealer.up.rank == "A":
        yield from offer_insurance(rules, boxes, dealer)
    if dealer.up.rank in rules.deal.peek_on:
        yield from peek(rules, boxes, dealer)

    if not dealer.blackjack:
        if rules.blackjack_paid_at_once and not dealer.may_have_blackjack:
            for box in naturals:
                if box.first.ended is None:
                    yield from pay(rules, dealer, box, box.first)
        for box in boxes:
            yield from play_box(rules, box, dealer)
    yield from play_dealer(rules, boxes, dealer)

    hands = {"dealer": dealer.outcome()}
    for box in boxes:
        for hand in box.hands:
            hands[hand.name] = hand.outcome()
    bets, draws = settle(rules, boxes, dealer, first)
    return Outcome(spell(dealer), bets, hands, draws=draws)


def boxes_in_order(rules: BlackjackRules, numbers: Sequence[int]) -> list[Box]:
    """The boxes in play in the order in which they are dealt to and play (C16).

    Raises ValueError, naming the box, when the table has none of that number or it is named twice.
    """
    for number in numbers:
        if not 1 <= number <= rules.seats:
            raise ValueError(f"box {number}: this table has boxes 1 to {rules.seats}")
        if numbers.count(number) > 1:
            raise ValueError(f"box {number} is named twice")
    return [Box(number) for number in sorted(numbers, reverse=rules.deal.first_box == "dealers_right")]


def deal_first_cards(rules: BlackjackRules, boxes: Sequence[Box], dealer: DealerHand) -> Procedure[None]:
    """Two cards to each box, one up to the dealer, and the hole card where the house deals it."""
    for box in boxes:
        box.take(box.first, (yield box.first.next_deal))
    if rules.deal.up_card == "after_first_cards":
        dealer.take_up((yield dealer.next_deal))
    for box in boxes:
        box.take(box.first, (yield box.first.next_deal))
    if rules.deal.up_card == "after_second_cards":
        dealer.take_up((yield dealer.next_deal))
    if rules.deal.hole_card:
        dealer.hole_card = yield HOLE_CARD


def deal_to(box: Box, hand: BoxHand) -> Procedure[None]:
    """One card to a hand of a box."""
    card: Card = yield hand.next_deal
    box.take(hand, card)


# --- what the up card calls for ------------------------------------------------------------------------------------


def offer_insurance(rules: BlackjackRules, boxes: Sequence[Box], dealer: DealerHand) -> Procedure[None]:
    """Against an ace, box by box: insurance, or even money to a blackjack, where the house has them.

    Before the peek and any play (C12).
    """
    if rules.insurance is not None and "insurance" in rules.announcements:
        yield INSURANCE
    for box in boxes:
        natural = box.first.blackjack
        if natural and rules.even_money:
            action = yield from decide(box, box.first, (Action.EVEN_MONEY, Action.DECLINE))
            if action is Action.EVEN_MONEY:
                box.first.ended = "even_money"
                yield from pay(rules, dealer, box, box.first)
        elif rules.insurance is not None and (rules.insurance.with_blackjack or not natural):
            box.offered_insurance = True
            action = yield from decide(box, box.first, (Action.INSURANCE, Action.DECLINE))
            box.insured = action is Action.INSURANCE


def peek(rules: BlackjackRules, boxes: Sequence[Box], dealer: DealerHand) -> Procedure[None]:
    """The hole card is looked at: a blackjack is turned at once and ends the round, else insurance has lost."""
    blackjack: bool = yield Peek()
    if blackjack:
        yield from turn_hole_card(dealer)
        if not dealer.blackjack:
            raise ValueError(f"the peek said blackjack, but the hole card is {dealer.cards[1]}")
        return
    dealer.peeked = True
    if "no_dealer_blackjack" in rules.announcements:
        yield NO_DEALER_BLACKJACK
    lost = {f"insurance:{box.number}": insurance(rules, dealer) for box in boxes if box.offered_insurance}
    if lost:
        yield Tell("insurance", lost)


def turn_hole_card(dealer: DealerHand) -> Procedure[None]:
    """The hole card is laid face up and counts from now on."""
    card = dealer.hole_card
    if card is None:
        card = yield dealer.next_deal
    else:
        yield Confirm("hole_card_turned")
        yield Tell("hole_card", str(card))
    dealer.add(card)
    if dealer.peeked and dealer.blackjack:
        raise ValueError(f"the peek said no blackjack, but the hole card is {card}")


# --- play ----------------------------------------------------------------------------------------------------------


def play_box(rules: BlackjackRules, box: Box, dealer: DealerHand) -> Procedure[None]:
    """The hands of a box from left to right; a split adds one at the right of the hand that was split."""
    for hand in box.hands:
        if len(hand.cards) == 1:
            yield from deal_to(box, hand)
        while allowed := allowed_now(rules, dealer.up, box, hand):
            action = yield from decide(box, hand, allowed)
            yield from act(rules, box, hand, action)
            if len(hand.cards) == rules.charlie and not hand.bust:
                hand.ended = "charlie"
                if not dealer.may_have_blackjack:
                    yield from pay(rules, dealer, box, hand)


def act(rules: BlackjackRules, box: Box, hand: BoxHand, action: Action) -> Procedure[None]:
    """Carry out a decision."""
    if action is Action.STAND:
        hand.ended = "stood"
    elif action is Action.HIT:
        yield from deal_to(box, hand)
    elif action in MULTIPLES:
        box.raise_stake(hand, action, rules)
        yield from deal_to(box, hand)
        hand.ended = "doubled"
    elif action is Action.SPLIT:
        yield from split(rules, box, hand)
    else:
        hand.ended = "surrendered"


def split(rules: BlackjackRules, box: Box, hand: BoxHand) -> Procedure[None]:
    """Part a pair: both hands take their second card now, or the new one only when its turn comes (C4)."""
    new = box.split(hand, rules)
    yield Tell("split", {"from": hand.next_deal.to, "to": f"{new.name}.1"})
    yield from deal_to(box, hand)
    if rules.split.deal == "both_first":
        yield from deal_to(box, new)


def decide(box: Box, hand: BoxHand, allowed: tuple[Action, ...]) -> Procedure[Action]:
    """A decision among `allowed`. STAND also says that the time ran out, where it declines what is offered.

    Raises ValueError, naming the action and those allowed.
    """
    action: Action = yield Decide(box.number, hand.number, allowed)
    if action in allowed or action is Action.STAND:
        return action
    names = ", ".join(one.value for one in allowed)
    raise ValueError(f"box {box.number}, hand {hand.number}: {action.value} is not allowed now; allowed are {names}")


# --- the dealer's turn and the result ------------------------------------------------------------------------------


def play_dealer(rules: BlackjackRules, boxes: Sequence[Box], dealer: DealerHand) -> Procedure[None]:
    """The dealer turns or takes the second card and draws to 17, as far as any bet depends on it."""
    need = what_bets_need(rules, boxes, dealer)
    if need != "nothing":
        if len(dealer.cards) == 1:
            if rules.deal.hole_card:
                yield from turn_hole_card(dealer)
            else:
                dealer.add((yield dealer.next_deal))
        if need == "total":
            while dealer_draws(rules, dealer.total, dealer.soft):
                dealer.add((yield dealer.next_deal))
    if len(dealer.cards) == 1:
        return
    result = spell(dealer)
    yield Agree(result)
    if need == "total" or dealer.blackjack:
        if "dealer_result" in rules.announcements:
            yield DEALER_RESULT[result]
    elif "no_dealer_blackjack" in rules.announcements:
        yield NO_DEALER_BLACKJACK


def what_bets_need(
    rules: BlackjackRules, boxes: Sequence[Box], dealer: DealerHand
) -> Literal["nothing", "second_card", "total"]:
    """How far the dealer must go: no card is drawn on which no bet depends (004, 568; 001, 331; C14).

    A hand that stands needs the dealer's total, and so does Bust. A blackjack, a Charlie and insurance need only to
    know whether the dealer has a blackjack.
    """
    if dealer.blackjack:
        return "nothing"
    for box in boxes:
        for hand in box.hands:
            if hand.live:
                return "total"
    if rules.side_bets.bust is not None and rules.side_bets.bust_makes_dealer_draw:
        return "total"
    if not dealer.may_have_blackjack:
        return "nothing"
    for box in boxes:
        if box.insured or (box.offered_insurance and rules.bet_behind):
            return "second_card"
        if any(waits_for_blackjack(hand) for hand in box.hands):
            return "second_card"
    return "nothing"


def waits_for_blackjack(hand: BoxHand) -> bool:
    """Whether only a blackjack of the dealer's still takes the win from this hand."""
    return hand.ended == "charlie" or (hand.blackjack and hand.ended is None)


def pay(rules: BlackjackRules, dealer: DealerHand, box: Box, hand: BoxHand) -> Procedure[None]:
    """Tell that a stake has won at once."""
    yield Tell("paid", {stake_name(box, hand): settle_hand(rules, dealer, hand)})


def spell(dealer: DealerHand) -> str:
    """The dealer's hand in a word: `blackjack`, `bust`, or the total of the cards that lie face up."""
    return "blackjack" if dealer.blackjack else "bust" if dealer.bust else str(dealer.total)
