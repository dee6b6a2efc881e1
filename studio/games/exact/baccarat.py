"""Exact odds of baccarat: every order in which six cards can leave a full shoe.

Cards are counted by what they are worth, the first four also by the ranks and suits that pairs depend on. One round of
each kind is played through the procedure itself and its outcomes weighed by the number of orders of that kind, so that
the odds are those of the rules that the table plays by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm
from typing import Final, NamedTuple

from studio.cards import SUITS, Card
from studio.games.baccarat import BANKER_DRAWS_ON, PLAYER_DRAWS_ON, STOOD, baccarat_round
from studio.games.baccarat_hand import TWO_CARDS, VALUE
from studio.games.baccarat_rules import BaccaratRules, EnvelopeMultipliers, RedEnvelopeRules
from studio.games.exact.odds import BetOdds, GameOdds
from studio.games.procedure import BetsTaken, Chance, Deal, TakeBets, win
from studio.games.side_bets.baccarat import perfect_pairs_across
from studio.messages.outcomes import BetOutcome, Outcome

METHOD: Final = "enumeration of every order in which six cards leave a full shoe"
WINNERS: Final = ("player", "banker", "tie")
WITH_ENVELOPE: Final = ":red_envelope"
ROUND_CARDS: Final = 6
"""Orders are counted over as many cards as the longest round takes."""

Values = tuple[int, ...]
RANK_OF: Final = {value: rank for rank, value in VALUE.items() if rank not in "JQK"}


class Ending(NamedTuple):
    """How a round ends: totals, and whether by a natural."""

    player: int
    banker: int
    natural: bool


class Paired(NamedTuple):
    """What the first four cards are to the side bets on pairs."""

    player: bool
    banker: bool
    player_suited: bool
    banker_suited: bool
    player_perfect: bool
    banker_perfect: bool
    perfect_across: int


class Counted(NamedTuple):
    """Rounds of one kind: in how many orders they come, and the cards of one of them."""

    orders: int
    cards: tuple[Card, ...]


def baccarat_odds(rules: BaccaratRules) -> GameOdds:
    """Exact odds of every bet that the house offers, by its own procedure.

    `tie` is the bet as it pays without Red Envelopes, `tie:red_envelope` the same with them by the house's weights.
    """
    weights: dict[str, Counter[BetOutcome]] = {}
    orders: Counter[str] = Counter()
    for counted in kinds(rules.shoe.decks):
        result = _played(rules, counted.cards)
        orders[result.outcome] += counted.orders
        for bet, outcome in result.bets.items():
            weights.setdefault(bet, Counter())[outcome] += counted.orders
    total = perm(52 * rules.shoe.decks, ROUND_CARDS)
    if orders.total() != total:
        raise AssertionError(f"{orders.total()} orders counted of {total}")
    bets = {bet: BetOdds.weighed(bet, counts.items()) for bet, counts in weights.items()}
    if rules.red_envelope is not None:
        for bet, multipliers in rules.red_envelope.bets.items():
            name = f"{bet}{WITH_ENVELOPE}"
            bets[name] = BetOdds.weighed(name, _raised(rules.red_envelope, multipliers, weights[bet]))
    return GameOdds(
        bets=bets,
        outcomes={winner: Fraction(orders[winner], total) for winner in WINNERS},
        method=METHOD,
        combinations={winner: orders[winner] for winner in WINNERS} | {"total": total},
    )


def kinds(decks: int) -> list[Counted]:
    """The kinds of round that no bet can tell apart, each with its orders and one example of it."""
    by_shape: dict[Values, dict[Ending, tuple[int, Values]]] = {}
    for first in product(range(10), repeat=4):
        known = by_shape.setdefault(_shape(first), {})
        for ending, thirds, after in endings(first, decks):
            orders, example = known.get(ending, (0, first + thirds))
            known[ending] = (orders + after, example)
    found: dict[tuple[Ending, Paired], Counted] = {}
    for shape, known_endings in by_shape.items():
        for paired, (ways, places) in _pairings(shape, decks).items():
            for ending, (after, values) in known_endings.items():
                before = found.get((ending, paired))
                orders = ways * after + (before.orders if before else 0)
                found[ending, paired] = Counted(orders, before.cards if before else _dressed(places, values))
    return list(found.values())


# --- totals -----------------------------------------------------------------------------------------------------


def endings(first: Values, decks: int) -> Iterator[tuple[Ending, Values, int]]:
    """Endings after four cards, as dealt, that are worth `first`: third cards, and orders of the last two of six."""
    left = [16 * decks] + [4 * decks] * 9
    for value in first:
        left[value] -= 1
    cards = 52 * decks - 4
    player, banker = (first[0] + first[2]) % 10, (first[1] + first[3]) % 10
    if player >= 8 or banker >= 8:
        yield Ending(player, banker, True), (), cards * (cards - 1)
    elif player in PLAYER_DRAWS_ON:
        for third, copies in enumerate(left):
            total = (player + third) % 10
            if third not in BANKER_DRAWS_ON[banker]:
                yield Ending(total, banker, False), (third,), copies * (cards - 1)
                continue
            for fourth, others in enumerate(left):
                orders = copies * (others - (third == fourth))
                yield Ending(total, (banker + fourth) % 10, False), (third, fourth), orders
    elif STOOD in BANKER_DRAWS_ON[banker]:
        for third, copies in enumerate(left):
            yield Ending(player, (banker + third) % 10, False), (third,), copies * (cards - 1)
    else:
        yield Ending(player, banker, False), (), cards * (cards - 1)


# --- pairs ------------------------------------------------------------------------------------------------------


def _shape(values: Values) -> Values:
    """Which of the values are equal: 0 stays 0, for it has four ranks, the others are numbered as they come."""
    numbers: dict[int, int] = {0: 0}
    return tuple(numbers.setdefault(value, len(numbers)) for value in values)


def _pairings(shape: Values, decks: int) -> dict[Paired, tuple[int, tuple[Card, ...]]]:
    """The pairings of four cards of a shape: in how many ways, and four cards (worth their number) for example."""
    found: dict[Paired, tuple[int, tuple[Card, ...]]] = {}
    for ranks in product(*("TJQK" if number == 0 else RANK_OF[number] for number in shape)):
        for paired, (ways, suits) in _suitings(tuple(map(ranks.index, ranks)), decks).items():
            before, example = found.get(paired, (0, tuple(map(_card, ranks, suits))))
            found[paired] = (before + ways, example)
    return found


@cache
def _suitings(ranks: Values, decks: int) -> dict[Paired, tuple[int, tuple[str, ...]]]:
    """Pairings of four cards, of one rank where their numbers are equal: in how many ways, and suits for example."""
    found: dict[Paired, tuple[int, tuple[str, ...]]] = {}
    for suits in product(SUITS, repeat=4):
        cards = tuple(_card(RANK_OF[rank], suit) for rank, suit in zip(ranks, suits, strict=True))
        ways = 1
        for place, card in enumerate(cards):
            ways *= decks - cards[:place].count(card)
        if ways:
            paired = _paired(cards)
            before, example = found.get(paired, (0, suits))
            found[paired] = (before + ways, example)
    return found


def _card(rank: str, suit: str) -> Card:
    return Card.parse(rank + suit)


def _paired(cards: tuple[Card, ...]) -> Paired:
    codes = [card.code for card in cards]
    player, banker = TWO_CARDS[codes[0]][codes[2]], TWO_CARDS[codes[1]][codes[3]]
    return Paired(
        player.pair,
        banker.pair,
        player.suited,
        banker.suited,
        player.perfect_pair,
        banker.perfect_pair,
        perfect_pairs_across(codes[0::2], codes[1::2]),
    )


def _dressed(places: tuple[Card, ...], values: Values) -> tuple[Card, ...]:
    """Cards worth `values`: the first four paired and suited like `places`."""
    first = (
        place if value == 0 else _card(RANK_OF[value], place.suit) for place, value in zip(places, values, strict=False)
    )
    return (*first, *(_card(RANK_OF[value], "s") for value in values[len(places) :]))


# --- what the rules make of it -------------------------------------------------------------------------------------


def _played(rules: BaccaratRules, cards: tuple[Card, ...]) -> Outcome:
    """The outcome of a round with these cards, no envelope drawn."""
    procedure = baccarat_round(rules)
    shoe = iter(cards)
    request = next(procedure)
    while True:
        match request:
            case TakeBets():
                answer: object = BetsTaken()
            case Deal():
                answer = next(shoe)
            case Chance():
                answer = {}
            case _:
                answer = None
        try:
            request = procedure.send(answer)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome


def _raised(
    rules: RedEnvelopeRules, multipliers: EnvelopeMultipliers, counts: Counter[BetOutcome]
) -> Iterator[tuple[BetOutcome, Fraction]]:
    """Outcomes of a bet with the chance that an envelope raises what a win pays."""
    expected = sum(count * weight for count, weight in enumerate(rules.count_weights))
    raised = Fraction(expected, len(rules.bets) * sum(rules.count_weights))
    whole = sum(multipliers.weights.values())
    for outcome, orders in counts.items():
        if outcome.result != "win":
            yield outcome, Fraction(orders)
            continue
        yield outcome, orders * (1 - raised)
        for multiplier, weight in multipliers.weights.items():
            yield win(multiplier - 1), orders * raised * Fraction(weight, whole)
