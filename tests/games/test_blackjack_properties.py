"""Whatever the shoe and the decisions: the house's order, each card once, an end, nothing that the house forbids."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.cards import SUITS, Card
from studio.games.blackjack import blackjack_round
from studio.games.blackjack_rules import BlackjackRules
from studio.games.procedure import Action, AnyRequest, BetsTaken, Deal, Decide, Face, Peek, TakeBets, Tell, spell_odds
from studio.messages.outcomes import BetOutcome, Outcome

from .blackjack_table import FILES, rules_of

RULES = {name: rules_of(name) for name in FILES}
STOCKS = ("23456789TJQKA", "7", "A", "8A", "TA", "2A", "23A", "5T", "TJQK", "34567")
"""Ranks from which a shoe is made: a full one, and those in which splits, Charlies and blackjacks are common."""
MOST_REQUESTS = 1000

WORTH = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(face): face for face in range(2, 10)}

MAY_SPLIT: dict[str, tuple[Callable[[str], object], int]] = {
    "pokerok": (WORTH.__getitem__, 1),
    "oasis": (str, 3),
}
"""How a pair is told and how often a box may split; the other houses by rank, once (blackjack.md 4 C3)."""
ONE_CARD_ON_ACES = {"pokerok", "oasis", "one"}
NO_DOUBLE_AFTER_SPLIT = {"pokerok"}
HOLE_CARD = {"pokerok": "A", "power": "AJQK"}
FREE_BETS = {"infinite_free_bet", "classic_free_bet"}
RAISES = {Action.DOUBLE: 1, Action.TRIPLE: 2, Action.QUADRUPLE: 3}
CHARLIE = {"totogaming": 7, "one": 6, "infinite_free_bet": 6, "power": 7, "classic_free_bet": 7}


def count(cards: list[Card]) -> int:
    """What cards count, an ace as 11 as long as that is not too much."""
    total = sum(WORTH[card.rank] for card in cards)
    for card in cards:
        if card.rank == "A" and total > 21:
            total -= 10
    return total


@dataclass
class Watch:
    """A table that knows the house's rules by itself and looks on."""

    house: str
    boxes: list[int]
    sealed: bool
    shoe: random.Random
    ranks: str
    places: dict[str, Card] = field(default_factory=dict)
    dealt: list[str] = field(default_factory=list)
    told: dict[str, Any] = field(default_factory=dict)
    splits: dict[int, int] = field(default_factory=dict)
    closed: set[tuple[int, int]] = field(default_factory=set)
    turns: list[tuple[int, int]] = field(default_factory=list)
    own: dict[tuple[int, int], int] = field(default_factory=dict)
    free: dict[tuple[int, int], int] = field(default_factory=dict)
    gave_up: set[int] = field(default_factory=set)
    even_money: set[int] = field(default_factory=set)
    hole: Card | None = None
    peeked: bool = False

    def hand(self, box: int, number: int) -> list[Card]:
        prefix = f"box-{box}.{number}."
        return [card for place, card in self.places.items() if place.startswith(prefix)]

    def deal(self, to: str, face: Face) -> Card | None:
        turned = self.hole is not None and to == "dealer-2"
        assert to not in self.places, f"{to} was asked for twice"
        if "." in to:
            place, number = to.rsplit(".", 1)
            box, hand = map(int, place.removeprefix("box-").split("."))
            lying = self.hand(box, hand)
            assert int(number) == len(lying) + 1, f"{to} with {len(lying)} cards in the hand"
            assert count(lying) < 21, f"{to} to a hand that has {count(lying)}"
            assert (box, hand) not in self.closed, f"{to} to a hand that is complete"
        card = self.hole if turned else Card(self.shoe.choice(self.ranks), self.shoe.choice(SUITS))
        assert card is not None
        self.dealt.append(to)
        if face is Face.DOWN:
            assert (to, self.hole, self.house in HOLE_CARD) == ("dealer-2", None, True)
            self.hole = card
            return None if self.sealed else card
        self.places[to] = card
        return card

    def tell(self, what: str, value: Any) -> None:
        if what == "split":
            box = int(value["from"].removeprefix("box-").split(".")[0])
            self.places[value["to"]] = self.places.pop(value["from"])
            self.splits[box] = self.splits.get(box, 0) + 1
            free = self.house in FREE_BETS and self.places[value["to"]].rank not in "TJQK"
            new = (box, self.splits[box] + 1)
            self.own[new], self.free[new] = (0, 1) if free else (1, 0)
        elif what == "hole_card":
            assert self.hole is not None
            assert value == str(self.hole)
            self.places["dealer-2"] = self.hole
        else:
            assert not set(value) & set(self.told), "told once"
            self.told |= value

    def allowed(self, box: int, number: int) -> set[Action]:
        """What the house allows for this hand now, by the rules file."""
        cards, up, splits = self.hand(box, number), self.places["dealer-1"], self.splits.get(box, 0)
        actions = {Action.HIT, Action.STAND}
        if len(cards) > 2:
            return actions
        if not (splits and self.house in NO_DOUBLE_AFTER_SPLIT):
            actions.add(Action.DOUBLE)
            if self.house == "power":
                actions |= {Action.TRIPLE, Action.QUADRUPLE}
        alike, most = MAY_SPLIT.get(self.house, (str, 1))
        if alike(cards[0].rank) == alike(cards[1].rank) and splits < most:
            actions.add(Action.SPLIT)
        if splits == 0 and self.house != "pokerok" and not (self.house == "oasis" and up.rank == "A"):
            actions.add(Action.SURRENDER)
        return actions

    def offered(self, ask: Decide) -> None:
        """Check an offer. Raises AssertionError for one that the house forbids, and for a wrong moment."""
        cards, up = self.hand(ask.box, ask.hand), self.places["dealer-1"]
        if Action.DECLINE in ask.allowed:
            assert (up.rank, ask.hand, len(cards), self.turns) == ("A", 1, 2, []), "before any play"
            assert not self.peeked
            even = count(cards) == 21 and self.house != "pokerok"
            assert ask.allowed == (Action.EVEN_MONEY if even else Action.INSURANCE, Action.DECLINE)
            return
        assert count(cards) < 21
        assert (ask.box, ask.hand) not in self.closed
        assert len(cards) < CHARLIE.get(self.house, 99)
        split_ace = self.splits.get(ask.box, 0) > 0 and cards[0].rank == "A"
        assert not (split_ace and self.house in ONE_CARD_ON_ACES)
        assert len(set(ask.allowed)) == len(ask.allowed)
        assert set(ask.allowed) == self.allowed(ask.box, ask.hand)
        if not self.turns or self.turns[-1] != (ask.box, ask.hand):
            assert (ask.box, ask.hand) not in self.turns, "a hand plays in one go"
            self.turns.append((ask.box, ask.hand))

    def decided(self, ask: Decide, action: Action) -> None:
        place = (ask.box, ask.hand)
        if action is Action.EVEN_MONEY:
            self.even_money.add(ask.box)
        elif action is Action.SURRENDER:
            self.gave_up.add(ask.box)
        if action in (Action.STAND, Action.SURRENDER) and Action.DECLINE not in ask.allowed:
            self.closed.add(place)
        if action is Action.DOUBLE and self.house in FREE_BETS and count(self.hand(*place)) in (9, 10, 11):
            self.free[place] = self.free.get(place, 0) + 1
        elif action in RAISES:
            self.own[place] = self.own.get(place, 1) + RAISES[action]


def run(rules: BlackjackRules, watch: Watch, choose: random.Random) -> Outcome:
    procedure = blackjack_round(rules)
    answer: Any = None
    doubled: tuple[int, int] | None = None
    for _ in range(MOST_REQUESTS):
        try:
            request: AnyRequest = procedure.send(answer)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome
        answer = None
        match request:
            case TakeBets():
                answer = BetsTaken(tuple(watch.boxes))
            case Deal(to=to, face=face):
                answer = watch.deal(to, face)
                if doubled is not None:
                    watch.closed.add(doubled)
                    doubled = None
            case Decide():
                watch.offered(request)
                answer = choose.choice((*request.allowed, Action.STAND))
                watch.decided(request, answer)
                if answer in RAISES:
                    doubled = (request.box, request.hand)
            case Peek():
                assert watch.hole is not None
                assert watch.places["dealer-1"].rank in HOLE_CARD[watch.house]
                watch.peeked = True
                answer = count([watch.places["dealer-1"], watch.hole]) == 21
            case Tell(what=what, value=value):
                watch.tell(what, value)
    raise AssertionError("the round does not end")


def first_deals(watch: Watch) -> list[str]:
    boxes = sorted(watch.boxes)
    first = [f"box-{box}.1.1" for box in boxes] + ["dealer-1"] + [f"box-{box}.1.2" for box in boxes]
    return first + (["dealer-2"] if watch.house in HOLE_CARD else [])


@pytest.mark.parametrize("house", FILES)
@settings(max_examples=250, deadline=None)
@given(
    boxes=st.sets(st.integers(1, 7), min_size=1, max_size=7),
    ranks=st.sampled_from(STOCKS),
    sealed=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_a_round_keeps_the_houses_order_and_offers_only_what_the_house_allows(
    house: str, boxes: set[int], ranks: str, sealed: bool, seed: int
) -> None:
    shuffled = list(boxes)
    random.Random(seed).shuffle(shuffled)
    watch = Watch(house, shuffled, sealed, random.Random(seed), ranks)
    outcome = run(RULES[house], watch, random.Random(seed + 1))

    first = first_deals(watch)
    assert watch.dealt[: len(first)] == first
    played = [to for to in watch.dealt[len(first) :] if to.startswith("box")]
    drawn = [to for to in watch.dealt[len(first) :] if to.startswith("dealer")]
    assert watch.dealt[len(first) :] == played + drawn, "the dealer's turn comes last"
    assert [box for box, _ in watch.turns] == sorted(box for box, _ in watch.turns), "from the dealer's left"

    assert outcome.hands is not None
    lying = {card for hand in outcome.hands.values() for card in hand.cards}
    assert lying == {str(card) for card in watch.places.values()}
    assert sum(len(hand.cards) for hand in outcome.hands.values()) == len(watch.places), "every card, once"
    check_dealer(house, watch, outcome)
    check_bets(watch, outcome)


def check_dealer(house: str, watch: Watch, outcome: Outcome) -> None:
    """The dealer stops where the house stops; nothing is drawn when no hand can be affected."""
    dealer = cards_of(outcome, "dealer")
    totals = [count(dealer[: cards + 1]) for cards in range(len(dealer))]
    assert all(total < 17 for total in totals[1:-1])
    bust_bet = house in ("totogaming", "one", "classic_free_bet")
    if bust_bet or any(waits(watch, outcome, box, hand) for box, hand in hands_of(outcome)):
        assert totals[-1] >= 17
    else:
        assert len(dealer) <= 2
        assert len(dealer) == 1 or dealer[0].rank in "ATJQK"


def cards_of(outcome: Outcome, hand: str) -> list[Card]:
    assert outcome.hands is not None
    return [Card.parse(code) for code in outcome.hands[hand].cards]


def hands_of(outcome: Outcome) -> list[tuple[int, int]]:
    """Box and number of each hand."""
    assert outcome.hands is not None
    names = [name.removeprefix("box-").split(".") for name in outcome.hands if name != "dealer"]
    return [(int(box), int(hand)) for box, hand in names]


def waits(watch: Watch, outcome: Outcome, box: int, hand: int) -> bool:
    """Whether a hand depends on the dealer's total."""
    cards = cards_of(outcome, f"box-{box}.{hand}")
    natural = len(cards) == 2 and count(cards) == 21 and not watch.splits.get(box)
    charlie = len(cards) >= CHARLIE.get(watch.house, 99)
    return not (count(cards) > 21 or natural or charlie or box in watch.gave_up)


def expected(watch: Watch, outcome: Outcome, box: int, hand: int) -> BetOutcome:
    """What becomes of the stake on a hand, by the rules file."""
    own, free = watch.own.get((box, hand), 1), watch.free.get((box, hand), 0)
    cards, dealer = cards_of(outcome, f"box-{box}.{hand}"), cards_of(outcome, "dealer")
    total, against = count(cards), count(dealer)
    natural = len(cards) == 2 and total == 21 and not watch.splits.get(box)
    won = BetOutcome("win", spell_odds(Fraction(own + free, own or 1)))
    lost, push = BetOutcome("lose", "0:1"), BetOutcome("push", "0:1")
    if box in watch.even_money:
        return BetOutcome("win", "1:1")
    if box in watch.gave_up:
        return BetOutcome("push", "0:1", returned="1:2")
    if total > 21:
        return lost
    if len(dealer) == 2 and against == 21:
        return push if natural else lost
    if natural:
        return BetOutcome("win", "3:2")
    if len(cards) >= CHARLIE.get(watch.house, 99):
        return won
    if against == 22 and watch.house == "classic_free_bet":
        return push
    if against > 21 or total > against:
        return won
    return push if total == against else lost


def check_bets(watch: Watch, outcome: Outcome) -> None:
    """Every stake comes to what the rules say; what was told stands; only a win pays."""
    assert outcome.draws is not None
    stakes: dict[str, int] = outcome.draws["stakes"]
    for box, hand in hands_of(outcome):
        name = f"main:{box}.{hand}" if watch.splits.get(box) else f"main:{box}"
        name = f"even_money:{box}" if box in watch.even_money else name
        assert outcome.bets[name] == expected(watch, outcome, box, hand), name
        assert stakes.pop(name) == watch.own.get((box, hand), 1)
    assert stakes == {}
    for name, told in watch.told.items():
        assert outcome.bets[name] == told, name
    for name, bet in outcome.bets.items():
        assert (bet.pays != "0:1") == (bet.result == "win"), name
