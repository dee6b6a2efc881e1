"""Hands at blackjack, and what a box may do now. Source: rules/blackjack.md 1 and 3."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from studio.cards import Card
from studio.games.blackjack_rules import MULTIPLES, BlackjackRules, BlackjackTerms
from studio.games.blackjack_totals import ACE, NO_CARDS
from studio.games.procedure import Action, Deal
from studio.messages.outcomes import HandOutcome

HIT_OR_STAND: Final[tuple[Action, ...]] = (Action.HIT, Action.STAND)

MOST_CARDS: Final = 22
"""No hand can have more: every card counts one at least, and none is dealt to 21."""

MAY_BE_BLACKJACK: Final = frozenset({ACE, 10})
"""What a card counts that may be one of a blackjack."""

Ending = Literal["open", "stood", "doubled", "surrendered", "even_money", "charlie"]
"""How a hand of a box was ended by a decision, or by the number of its cards; `open` where it was not."""


@cache
def deals_to(place: str) -> tuple[Deal, ...]:
    """The requests for the cards of a hand, whose positions begin with `place`."""
    return tuple(Deal(f"{place}{number}") for number in range(1, MOST_CARDS + 1))


DEALERS_CARDS: Final = deals_to("dealer-")


class DealerHand:
    """The dealer's cards that lie face up; a hole card joins them when it is turned.

    `total` is the total that counts and `soft` whether an ace counts 11 in it; `blackjack` is an ace and a ten as the
    first two cards; `may_have_blackjack` says that the second card may still make one. `next_deal` is the request for
    the next card.
    """

    __slots__ = (
        "blackjack", "cards", "codes", "count", "hole_card", "may_have_blackjack", "next_deal", "peeked", "soft",
        "total", "up",
    )  # fmt: skip

    up: Card
    """The first card, which lies face up from the start."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.codes: list[str] = []
        self.count = NO_CARDS
        self.total = 0
        self.soft = self.blackjack = self.may_have_blackjack = False
        self.next_deal = DEALERS_CARDS[0]
        self.hole_card: Card | None = None
        """The hole card while it lies face down, where a reader saw it."""
        self.peeked = False
        """The hole card was looked at and makes no blackjack."""

    def take_up(self, card: Card) -> None:
        """The up card was dealt."""
        self.up = card
        self.add(card)
        self.may_have_blackjack = card.blackjack in MAY_BE_BLACKJACK

    def has_no_blackjack(self) -> None:
        """The hole card was looked at."""
        self.peeked = True
        self.may_have_blackjack = False

    def add(self, card: Card) -> None:
        """A card was laid face up."""
        self.cards.append(card)
        self.codes.append(card.code)
        self.count = count = self.count.with_card[card.blackjack]
        self.total = count.total
        self.soft = count.soft
        dealt = len(self.cards)
        self.next_deal = DEALERS_CARDS[dealt]
        if dealt == 2:
            self.blackjack = count.total == 21
            self.may_have_blackjack = False

    def outcome(self) -> HandOutcome:
        """The hand as the result carries it."""
        return HandOutcome(self.codes, self.total, self.blackjack)


def dealer_draws(terms: BlackjackTerms, total: int, soft: bool) -> bool:
    """The dealer draws to 16; on a soft 17 as the house has it (blackjack.md 1 "Dealer")."""
    return total < 17 or (total == 17 and soft and terms.draws_soft_17)


class BoxHand:
    """One hand of a box: the first is number 1, a split makes a new one.

    `total` is the total that counts, `blackjack` whether it is an ace and a ten as the first two cards: after a split
    they are 21 and no blackjack (004, 504; 001, 353). `stake` is the player's own, `free` the house's, both in units of
    the box's first stake. `next_deal` is the request for the next card.
    """

    __slots__ = (
        "blackjack", "cards", "codes", "count", "deals", "ended", "free", "name", "next_deal", "number", "of_split",
        "stake", "total",
    )  # fmt: skip

    def __init__(self, box: int, number: int) -> None:
        self.name, self.deals = place_of(box, number)
        self.next_deal = self.deals[0]
        self.number = number
        self.cards: list[Card] = []
        self.codes: list[str] = []
        self.count = NO_CARDS
        self.total = 0
        self.blackjack = self.of_split = False
        self.stake = 1
        self.free = 0
        self.ended: Ending = "open"

    def add(self, card: Card) -> None:
        """A card was dealt to the hand."""
        self.cards.append(card)
        self.codes.append(card.code)
        self.count = count = self.count.with_card[card.blackjack]
        self.total = count.total
        dealt = len(self.cards)
        self.next_deal = self.deals[dealt]
        if dealt == 2:
            self.blackjack = count.total == 21 and not self.of_split

    def give_second(self) -> Card:
        """Take the second of two cards out of the hand."""
        first, second = self.cards
        self.cards, self.codes, self.count = [], [], NO_CARDS
        self.add(first)
        return second

    def waits_for_total(self) -> bool:
        """Whether the dealer's total decides on the hand."""
        if self.total > 21 or self.blackjack:
            return False
        return self.ended in ("open", "stood", "doubled")

    def outcome(self) -> HandOutcome:
        """The hand as the result carries it."""
        return HandOutcome(self.codes, self.total, self.blackjack)


@cache
def place_of(box: int, number: int) -> tuple[str, tuple[Deal, ...]]:
    """The name of a box's hand, and the requests for its cards."""
    name = f"box-{box}.{number}"
    return name, deals_to(f"{name}.")


MAIN: Final = [f"main:{box}" for box in range(10)]
"""Box to the name of its stake: a table has nine at most."""


class Box:
    """A box in play: its hands from left to right, in the order in which they are played."""

    __slots__ = ("first", "hands", "insured", "main", "number", "offered_insurance", "splits", "taken_by_splits")

    def __init__(self, number: int) -> None:
        self.number = number
        self.main = MAIN[number]
        """The name of the stake on the box's only hand."""
        self.first = first = BoxHand(number, 1)
        self.hands = [first]
        self.splits = 0
        self.taken_by_splits: tuple[Card, ...] = ()
        """The cards that splits took from the first hand."""
        self.offered_insurance = False
        self.insured = False

    @property
    def first_cards(self) -> list[Card]:
        """The cards dealt to the first hand, also those that a split took from it (what Crazy 7 goes by)."""
        first, *others = self.first.cards
        return [first, *self.taken_by_splits, *others]

    def split(self, hand: BoxHand, rules: BlackjackRules) -> BoxHand:
        """Move the second card of `hand` to a new hand at its right, with a stake as high; free where the house says.

        The player's own stake stays on the first hand, the house's is on the new one (000, 551-557).
        """
        self.splits += 1
        new = BoxHand(self.number, self.splits + 1)
        hand.of_split = new.of_split = True
        moved = hand.give_second()
        new.add(moved)
        if hand is self.first:
            self.taken_by_splits += (moved,)
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


def allowed_now(terms: BlackjackTerms, up: Card, box: Box, hand: BoxHand) -> tuple[Action, ...]:
    """What the box may do with `hand` now; empty when the hand is complete. 21 is never asked (004, 566)."""
    if hand.total >= 21 or hand.ended != "open":
        return ()
    if len(hand.cards) != 2:
        return HIT_OR_STAND
    first, second = hand.cards
    pair = first.rank == second.rank or (terms.splits_by_value and first.blackjack == second.blackjack)
    split_of = first.blackjack if hand.of_split else None
    now = (hand.total, pair and box.splits < terms.max_splits, split_of, up.blackjack)
    known = terms.allowed.get(now)
    if known is None:
        known = terms.allowed[now] = allowed_on_two_cards(terms.rules, *now)
    return known


def allowed_on_two_cards(
    rules: BlackjackRules, total: int, may_split: bool, split_of: int | None, up: int
) -> tuple[Action, ...]:
    """What a box may do with two cards of this total against this up card.

    `may_split` says that they are a pair by the house's measure and the box has a split left; `split_of` is what the
    first card counts where a split dealt it, else None.
    """
    if split_of == ACE and rules.split.aces_one_card:
        return (Action.STAND, Action.SPLIT) if rules.split.resplit_aces and may_split else ()
    actions = HIT_OR_STAND
    if rules.double.after_split or split_of is None:
        actions += raises(rules, total)
    if may_split:
        actions += (Action.SPLIT,)
    if split_of is None and may_surrender(rules, up):
        actions += (Action.SURRENDER,)
    return actions


def raises(rules: BlackjackRules, total: int) -> tuple[Action, ...]:
    """How far the stake may be raised on two cards of this total."""
    double = rules.double
    if not double.totals or total in double.totals:
        return double.raises
    return (Action.DOUBLE,) if total in double.free_totals else ()


def may_surrender(rules: BlackjackRules, up: int) -> bool:
    """Whether the house lets a box give up half its stake against this up card."""
    return rules.surrender == "any" or (rules.surrender == "not_vs_ace" and up != ACE)
