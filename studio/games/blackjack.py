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

from studio.games.blackjack_hands import Box, BoxHand, DealerHand, allowed_now, dealer_draws
from studio.games.blackjack_rules import MULTIPLES, BlackjackRules, BlackjackTerms
from studio.games.blackjack_settlement import first_card_bets, insurance, settle, settle_hand, stake_name
from studio.games.blackjack_totals import ACE
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

HIT: Final = Action.HIT
STAND: Final = Action.STAND

NO_BOXES: Final = "no_boxes"
"""The outcome of a round for which nobody bet: no card is dealt."""

BETS: Final = TakeBets(boxes=True)
HOLE_CARD: Final = Deal("dealer-2", Face.DOWN)

BOX_BLACKJACK: Final = Announce("blackjack.box_blackjack")
INSURANCE: Final = Announce("blackjack.insurance")
NO_DEALER_BLACKJACK: Final = Announce("blackjack.no_dealer_blackjack")
DEALER_RESULT: Final = {
    result: Announce(f"blackjack.dealer_{result}") for result in ("17", "18", "19", "20", "21", "blackjack", "bust")
}
SPELLED: Final = [str(total) if total <= 21 else "bust" for total in range(32)]
"""A total in a word; 16 and a court card make 26, the highest."""
AGREE: Final = {result: Agree(result) for result in ("blackjack", "bust", *map(str, range(1, 22)))}


def blackjack_round(rules: BlackjackRules) -> Procedure[Outcome]:
    """One round: bets, first cards, what the up card calls for, the boxes' play, the dealer's, the result.

    Raises ValueError for a box that the table has not, an action that was not allowed, and for a hole card that is not
    what the peek said.
    """
    terms = rules.terms
    taken: BetsTaken = yield BETS
    order = terms.order.get(taken.boxes) or boxes_in_order(terms, taken.boxes)
    if not order:
        return Outcome(NO_BOXES, bets={}, hands={})
    boxes = [Box(number) for number in order]
    dealer = DealerHand()

    for box in boxes:
        box.first.add((yield box.first.next_deal))
    if terms.up_card_between:
        dealer.take_up((yield dealer.next_deal))
    naturals: list[Box] = []
    for box in boxes:
        box.first.add((yield box.first.next_deal))
        if box.first.blackjack:
            naturals.append(box)
    if not terms.up_card_between:
        dealer.take_up((yield dealer.next_deal))
    if terms.hole_card:
        dealer.hole_card = yield HOLE_CARD

    first = first_card_bets(terms, boxes, dealer)
    if first:
        yield Tell("side_bets", first)
    if naturals and terms.says_box_blackjack:
        yield BOX_BLACKJACK
    if dealer.up.blackjack == ACE:
        yield from offer_insurance(terms, boxes, dealer)
    if dealer.up.rank in terms.peek_on:
        yield from peek(terms, boxes, dealer)

    if not dealer.blackjack:
        if naturals and terms.paid_at_once and not dealer.may_have_blackjack:
            for box in naturals:
                if box.first.ended == "open":
                    yield from pay(terms, dealer, box, box.first)
        for box in boxes:
            yield from play_box(terms, box, dealer)
    yield from play_dealer(terms, boxes, dealer)

    hands = {"dealer": dealer.outcome()}
    for box in boxes:
        for hand in box.hands:
            hands[hand.name] = hand.outcome()
    bets, draws = settle(terms, boxes, dealer, first)
    return Outcome(spell(dealer), bets, hands, None, draws)


def boxes_in_order(terms: BlackjackTerms, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The boxes in play in the order in which they are dealt to and play (C16); the house's terms remember it.

    Raises ValueError, naming the box, when the table has none of that number or it is named twice.
    """
    for number in numbers:
        if not 1 <= number <= terms.seats:
            raise ValueError(f"box {number}: this table has boxes 1 to {terms.seats}")
        if numbers.count(number) > 1:
            raise ValueError(f"box {number} is named twice")
    order = terms.order[numbers] = tuple(sorted(numbers, reverse=terms.from_dealers_right))
    return order


# --- what the up card calls for ------------------------------------------------------------------------------------


def offer_insurance(terms: BlackjackTerms, boxes: Sequence[Box], dealer: DealerHand) -> Procedure[None]:
    """Against an ace, box by box: insurance, or even money to a blackjack, where the house has them.

    Before the peek and any play (C12).
    """
    rules = terms.rules
    if rules.insurance is not None and "insurance" in rules.announcements:
        yield INSURANCE
    for box in boxes:
        natural = box.first.blackjack
        if natural and rules.even_money:
            action = yield from decide(box, box.first, (Action.EVEN_MONEY, Action.DECLINE))
            if action is Action.EVEN_MONEY:
                box.first.ended = "even_money"
                yield from pay(terms, dealer, box, box.first)
        elif rules.insurance is not None and (rules.insurance.with_blackjack or not natural):
            box.offered_insurance = True
            action = yield from decide(box, box.first, (Action.INSURANCE, Action.DECLINE))
            box.insured = action is Action.INSURANCE


def peek(terms: BlackjackTerms, boxes: Sequence[Box], dealer: DealerHand) -> Procedure[None]:
    """The hole card is looked at: a blackjack is turned at once and ends the round, else insurance has lost."""
    blackjack: bool = yield Peek()
    if blackjack:
        yield from turn_hole_card(dealer)
        if not dealer.blackjack:
            raise ValueError(f"the peek said blackjack, but the hole card is {dealer.cards[1]}")
        return
    dealer.has_no_blackjack()
    if terms.says_no_dealer_blackjack:
        yield NO_DEALER_BLACKJACK
    lost = {f"insurance:{box.number}": insurance(terms, dealer) for box in boxes if box.offered_insurance}
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


def play_box(terms: BlackjackTerms, box: Box, dealer: DealerHand) -> Procedure[None]:
    """The hands of a box from left to right; a split adds one at the right of the hand that was split."""
    for hand in box.hands:
        if len(hand.cards) == 1:
            hand.add((yield hand.next_deal))
        while allowed := allowed_now(terms, dealer.up, box, hand):
            action: Action = yield Decide(box.number, hand.number, allowed)
            if action is STAND:
                hand.ended = "stood"
                break
            if action not in allowed:
                raise not_allowed(box, hand, action, allowed)
            if action is HIT:
                hand.add((yield hand.next_deal))
            else:
                yield from act(terms.rules, box, hand, action)
            if len(hand.cards) == terms.charlie and hand.total <= 21:
                hand.ended = "charlie"
                if not dealer.may_have_blackjack:
                    yield from pay(terms, dealer, box, hand)


def act(rules: BlackjackRules, box: Box, hand: BoxHand, action: Action) -> Procedure[None]:
    """Carry out a decision other than to hit or stand."""
    if action in MULTIPLES:
        box.raise_stake(hand, action, rules)
        hand.add((yield hand.next_deal))
        hand.ended = "doubled"
    elif action is Action.SPLIT:
        yield from split(rules, box, hand)
    else:
        hand.ended = "surrendered"


def split(rules: BlackjackRules, box: Box, hand: BoxHand) -> Procedure[None]:
    """Part a pair: both hands take their second card now, or the new one only when its turn comes (C4)."""
    new = box.split(hand, rules)
    yield Tell("split", {"from": hand.next_deal.to, "to": f"{new.name}.1"})
    hand.add((yield hand.next_deal))
    if rules.split.deal == "both_first":
        new.add((yield new.next_deal))


def decide(box: Box, hand: BoxHand, allowed: tuple[Action, ...]) -> Procedure[Action]:
    """A decision among `allowed`. STAND also says that the time ran out, where it declines what is offered.

    Raises ValueError, naming the action and those allowed.
    """
    action: Action = yield Decide(box.number, hand.number, allowed)
    if action in allowed or action is Action.STAND:
        return action
    raise not_allowed(box, hand, action, allowed)


def not_allowed(box: Box, hand: BoxHand, action: Action, allowed: tuple[Action, ...]) -> ValueError:
    """The refusal of a decision."""
    names = ", ".join(one.value for one in allowed)
    return ValueError(f"box {box.number}, hand {hand.number}: {action.value} is not allowed now; allowed are {names}")


# --- the dealer's turn and the result ------------------------------------------------------------------------------


def play_dealer(terms: BlackjackTerms, boxes: Sequence[Box], dealer: DealerHand) -> Procedure[None]:
    """The dealer turns or takes the second card and draws to 17, as far as any bet depends on it."""
    need = what_bets_need(terms, boxes, dealer)
    if need != "nothing":
        if len(dealer.cards) == 1:
            if terms.hole_card:
                yield from turn_hole_card(dealer)
            else:
                dealer.add((yield dealer.next_deal))
        if need == "total":
            while dealer_draws(terms, dealer.total, dealer.soft):
                dealer.add((yield dealer.next_deal))
    if len(dealer.cards) == 1:
        return
    result = spell(dealer)
    yield AGREE[result]
    if need == "total" or dealer.blackjack:
        if terms.says_dealer_result:
            yield DEALER_RESULT[result]
    elif terms.says_no_dealer_blackjack:
        yield NO_DEALER_BLACKJACK


def what_bets_need(
    terms: BlackjackTerms, boxes: Sequence[Box], dealer: DealerHand
) -> Literal["nothing", "second_card", "total"]:
    """How far the dealer must go: no card is drawn on which no bet depends (004, 568; 001, 331; C14).

    A hand that stands needs the dealer's total, and so does Bust. A blackjack, a Charlie and insurance need only to
    know whether the dealer has a blackjack.
    """
    if dealer.blackjack:
        return "nothing"
    for box in boxes:
        for hand in box.hands:
            if hand.waits_for_total():
                return "total"
    if terms.draws_for_bust:
        return "total"
    if not dealer.may_have_blackjack:
        return "nothing"
    for box in boxes:
        if box.insured or (box.offered_insurance and terms.bet_behind):
            return "second_card"
        if any(waits_for_blackjack(hand) for hand in box.hands):
            return "second_card"
    return "nothing"


def waits_for_blackjack(hand: BoxHand) -> bool:
    """Whether only a blackjack of the dealer's still takes the win from this hand."""
    return hand.ended == "charlie" or (hand.blackjack and hand.ended == "open")


def pay(terms: BlackjackTerms, dealer: DealerHand, box: Box, hand: BoxHand) -> Procedure[None]:
    """Tell that a stake has won at once."""
    yield Tell("paid", {stake_name(box, hand): settle_hand(terms, dealer, hand)})


def spell(dealer: DealerHand) -> str:
    """The dealer's hand in a word: `blackjack`, `bust`, or the total of the cards that lie face up."""
    return "blackjack" if dealer.blackjack else SPELLED[dealer.total]
