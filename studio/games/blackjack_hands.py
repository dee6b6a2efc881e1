"""Hands at blackjack, and what a box may do now. Source: rules/blackjack.md 1 and 3."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from studio.cards import Card
from studio.games.blackjack_rules import MULTIPLES, BlackjackRules
from studio.games.blackjack_totals import TENS, VALUE
from studio.games.procedure import Action, Deal
from studio.messages.outcomes import HandOutcome

HIT_OR_STAND: Final[tuple[Action, ...]] = (Action.HIT, Action.STAND)

MOST_CARDS: Final = 22
"""No hand can have more: every card counts one at least, and none is dealt to 21."""


Ending = Literal["stood", "doubled", "surrendered", "even_money", "charlie"]
"""How a hand of a box was ended by a decision, or by the number of its cards."""


class Hand:
    """Cards in the order in which they fell, and what they count.

    `total` is the total that counts, `soft` whether an ace counts 11 in it, `blackjack` whether it is an ace and a ten
    as the first two cards: after a split they are 21 and no blackjack (004, 504; 001, 353).
    """

    __slots__ = ("_deals", "_hard", "_has_ace", "blackjack", "cards", "name", "of_split", "soft", "total")

    def __init__(self, name: str, deals: tuple[Deal, ...]) -> None:
        self.name = name
        self._deals = deals
        self.cards: list[Card] = []
        self.total = 0
        self.soft = False
        self.blackjack = False
        self.of_split = False
        self._hard = 0
        self._has_ace = False

    @property
    def next_deal(self) -> Deal:
        """The request for the hand's next card."""
        return self._deals[len(self.cards)]

    @property
    def bust(self) -> bool:
        return self.total > 21

    def add(self, card: Card) -> None:
        rank = card.rank
        self.cards.append(card)
        self._hard += VALUE[rank]
        if rank == "A":
            self._has_ace = True
        self.soft = self._has_ace and self._hard <= 11
        self.total = self._hard + 10 if self.soft else self._hard
        self.blackjack = self.total == 21 and len(self.cards) == 2 and not self.of_split

    def give_second(self) -> Card:
        """Take the second of two cards out of the hand."""
        first, second = self.cards
        self.cards, self._hard, self._has_ace = [], 0, False
        self.add(first)
        return second

    def outcome(self) -> HandOutcome:
        return HandOutcome([str(card) for card in self.cards], self.total, self.blackjack)


@cache
def deals_to(place: str) -> tuple[Deal, ...]:
    """The requests for the cards of a hand, whose positions begin with `place`."""
    return tuple(Deal(f"{place}{number}") for number in range(1, MOST_CARDS + 1))


class DealerHand(Hand):
    """The dealer's cards that lie face up; a hole card joins them when it is turned."""

    __slots__ = ("hole_card", "peeked", "up")

    up: Card
    """The first card, which lies face up from the start."""

    def __init__(self) -> None:
        super().__init__("dealer", deals_to("dealer-"))
        self.hole_card: Card | None = None
        """The hole card while it lies face down, where a reader saw it."""
        self.peeked = False
        """The hole card was looked at and makes no blackjack."""

    def take_up(self, card: Card) -> None:
        """The up card was dealt."""
        self.up = card
        self.add(card)

    @property
    def may_have_blackjack(self) -> bool:
        """Whether the second card may still make a blackjack."""
        return len(self.cards) == 1 and not self.peeked and (self.up.rank == "A" or self.up.rank in TENS)


def dealer_draws(rules: BlackjackRules, total: int, soft: bool) -> bool:
    """The dealer draws to 16; on a soft 17 as the house has it (blackjack.md 1 "Dealer")."""
    return total < 17 or (total == 17 and soft and rules.soft_17 == "draw")


class BoxHand(Hand):
    """One hand of a box: the first is number 1, a split makes a new one.

    `stake` is the player's own, `free` the house's, both in units of the box's first stake.
    """

    __slots__ = ("ended", "free", "number", "stake")

    def __init__(self, box: int, number: int) -> None:
        name = f"box-{box}.{number}"
        super().__init__(name, deals_to(f"{name}."))
        self.number = number
        self.stake = 1
        self.free = 0
        self.ended: Ending | None = None

    @property
    def live(self) -> bool:
        """Whether the hand waits for the dealer's total."""
        if self.total > 21 or self.blackjack:
            return False
        return self.ended is None or self.ended in ("stood", "doubled")


class Box:
    """A box in play: its hands from left to right, in the order in which they are played."""

    __slots__ = ("first", "first_cards", "hands", "insured", "number", "offered_insurance", "splits")

    def __init__(self, number: int) -> None:
        self.number = number
        self.first = BoxHand(number, 1)
        self.hands = [self.first]
        self.splits = 0
        self.first_cards: list[Card] = []
        """The cards dealt to the first hand, also those that a split took from it (what Crazy 7 goes by)."""
        self.offered_insurance = False
        self.insured = False

    def take(self, hand: BoxHand, card: Card) -> None:
        """A card was dealt to `hand`."""
        if hand.number == 1:
            self.first_cards.append(card)
        hand.add(card)

    def split(self, hand: BoxHand, rules: BlackjackRules) -> BoxHand:
        """Move the second card of `hand` to a new hand at its right, with a stake as high; free where the house says.

        The player's own stake stays on the first hand, the house's is on the new one (000, 551-557).
        """
        self.splits += 1
        new = BoxHand(self.number, self.splits + 1)
        hand.of_split = new.of_split = True
        new.add(hand.give_second())
        if hand.cards[0].rank in rules.split.free_ranks:
            new.stake, new.free = 0, 1
        self.hands.insert(self.hands.index(hand) + 1, new)
        return new

    def raise_stake(self, hand: BoxHand, action: Action, rules: BlackjackRules) -> None:
        """Double, triple or quadruple; a double on a free total is the house's."""
        if action is Action.DOUBLE and hand.total in rules.double.free_totals:
            hand.free += 1
        else:
            hand.stake += MULTIPLES[action] - 1


def allowed_now(rules: BlackjackRules, up: Card, box: Box, hand: BoxHand) -> tuple[Action, ...]:
    """What the box may do with `hand` now; empty when the hand is complete. 21 is never asked (004, 566)."""
    if hand.ended is not None or hand.total >= 21:
        return ()
    two_cards = len(hand.cards) == 2
    if hand.of_split and hand.cards[0].rank == "A" and rules.split.aces_one_card and two_cards:
        again = rules.split.resplit_aces and may_split(rules, box, hand)
        return (Action.STAND, Action.SPLIT) if again else ()
    if not two_cards:
        return HIT_OR_STAND
    actions = HIT_OR_STAND
    if rules.double.after_split or not hand.of_split:
        actions += raises(rules, hand)
    if may_split(rules, box, hand):
        actions += (Action.SPLIT,)
    if not hand.of_split and may_surrender(rules, up):
        actions += (Action.SURRENDER,)
    return actions


def raises(rules: BlackjackRules, hand: BoxHand) -> tuple[Action, ...]:
    """How far the stake may be raised on these two cards."""
    double = rules.double
    if not double.totals or hand.total in double.totals:
        return double.raises
    return (Action.DOUBLE,) if hand.total in double.free_totals else ()


def may_split(rules: BlackjackRules, box: Box, hand: BoxHand) -> bool:
    """Whether the two cards are a pair by the house's measure and the box has a split left."""
    if box.splits >= rules.split.max_splits:
        return False
    first, second = hand.cards
    return first.rank == second.rank or (rules.split.by == "value" and VALUE[first.rank] == VALUE[second.rank])


def may_surrender(rules: BlackjackRules, up: Card) -> bool:
    """Whether the house lets a box give up half its stake against this up card."""
    return rules.surrender == "any" or (rules.surrender == "not_vs_ace" and up.rank != "A")
