"""Exact odds of blackjack as far as no decision of a player bears on them.

The dealer's hand by up card, and Bust with it: every order in which the dealer's cards can leave the rest of a full
shoe. Side bets on the first cards: every choice of two or three cards of a full shoe. Crazy 7 with a third card always
drawn to two sevens. Insurance: the rest of a full shoe less the ace. The main bet depends on how it is played; it has
no exact odds here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, perm
from typing import NamedTuple

from studio.cards import Card, composition
from studio.games.blackjack_hands import dealer_draws
from studio.games.blackjack_rules import BlackjackRules, OfferedBet
from studio.games.blackjack_totals import VALUE, best_total
from studio.games.exact.odds import BetOdds, GameOdds
from studio.games.procedure import LOSE, win
from studio.games.side_bets.bust import bust
from studio.games.side_bets.crazy_7 import crazy_7

METHOD = "enumeration of all orders in which the dealer's cards, and of all choices in which the first cards, can fall"

Rows = dict[str | None, Fraction]
"""Row of a side bet to its probability; None is no row at all. They add up to 1."""


class DealerEnd(NamedTuple):
    """How the dealer's hand ends."""

    total: int
    cards: int

    @property
    def blackjack(self) -> bool:
        return self.total == 21 and self.cards == 2

    @property
    def word(self) -> str:
        """`17` to `21`, `blackjack` or `bust`: the outcome of a round."""
        return "blackjack" if self.blackjack else "bust" if self.total > 21 else str(self.total)


def shoe_of(rules: BlackjackRules) -> Counter[Card]:
    """The full shoe of a house's table."""
    return composition(rules.shoe.decks, rules.shoe.without_ranks)


def dealer_ends(rules: BlackjackRules, up: str) -> dict[DealerEnd, Fraction]:
    """How the dealer's hand ends, with an up card of rank `up` and the rest of a full shoe to draw from.

    A dealer who always draws out is meant, and no peek. Raises ValueError when the shoe holds no such rank.
    """
    terms = rules.terms
    left = [0] * 11
    for card, copies in shoe_of(rules).items():
        left[VALUE[card.rank]] += copies
    if up not in {card.rank for card in shoe_of(rules)}:
        raise ValueError(f"{up!r} is not a rank of this shoe")
    left[VALUE[up]] -= 1
    cards_left = sum(left)
    orders: Counter[DealerEnd] = Counter()

    def draw(hard: int, has_ace: bool, cards: int, ways: int) -> None:
        total = best_total(hard, has_ace)
        if cards > 1 and not dealer_draws(terms, total, has_ace and hard <= 11):
            orders[DealerEnd(total, cards)] += ways
            return
        for value in range(1, 11):
            if copies := left[value]:
                left[value] -= 1
                draw(hard + value, has_ace or value == 1, cards + 1, ways * copies)
                left[value] += 1

    draw(VALUE[up], up == "A", 1, 1)
    return {end: Fraction(ways, perm(cards_left, end.cards - 1)) for end, ways in sorted(orders.items())}


def dealer_totals(rules: BlackjackRules, up: str) -> dict[str, Fraction]:
    """The distribution of the dealer's result by word, `17` to `21`, `blackjack` and `bust`, with up card `up`."""
    return _by_word(dealer_ends(rules, up))


def dealer_ends_overall(rules: BlackjackRules) -> dict[DealerEnd, Fraction]:
    """The same over all up cards, each as often as the shoe holds it."""
    shoe = shoe_of(rules)
    by_value: dict[int, tuple[str, int]] = {}
    for card, copies in shoe.items():
        rank, before = by_value.get(VALUE[card.rank], (card.rank, 0))
        by_value[VALUE[card.rank]] = (rank, before + copies)
    ends: dict[DealerEnd, Fraction] = {}
    for rank, copies in by_value.values():
        for end, probability in dealer_ends(rules, rank).items():
            ends[end] = ends.get(end, Fraction(0)) + probability * Fraction(copies, shoe.total())
    return ends


def _by_word(ends: Mapping[DealerEnd, Fraction]) -> dict[str, Fraction]:
    words = dict.fromkeys(("17", "18", "19", "20", "21", "blackjack", "bust"), Fraction(0))
    for end, probability in ends.items():
        words[end.word] += probability
    return words


def side_bet_rows(rules: BlackjackRules) -> dict[str, Rows]:
    """Each side bet that the table offers: the probability of each of its rows. Exact, see the head of this file."""
    shoe = shoe_of(rules)
    rows: dict[str, Rows] = {}
    rows.update(_choices(shoe, 2, rules.side_bets.on_two_cards))
    rows.update(_choices(shoe, 3, rules.side_bets.with_up_card))
    if rules.side_bets.crazy_7 is not None:
        rows["crazy_7"] = _crazy_7(shoe)
    if rules.side_bets.bust is not None:
        rows["bust"] = _bust(dealer_ends_overall(rules))
    return rows


def _choices(shoe: Counter[Card], cards: int, bets: Sequence[OfferedBet]) -> dict[str, Rows]:
    """Rows of bets that look at `cards` cards of a full shoe, whatever their order."""
    counts: dict[str, Counter[str | None]] = {bet.name: Counter() for bet in bets}
    for chosen in combinations_with_replacement(shoe, cards) if bets else ():
        ways = 1
        for card in dict.fromkeys(chosen):
            ways *= comb(shoe[card], chosen.count(card))
        if ways:
            for name, _, row in bets:
                counts[name][row(*chosen)] += ways
    total = comb(shoe.total(), cards)
    return {name: {row: Fraction(n, total) for row, n in found.items()} for name, found in counts.items()}


def _crazy_7(shoe: Counter[Card]) -> Rows:
    """Rows of Crazy 7, which goes by the order of three cards: all cards but the sevens are alike to it."""
    sevens = [card for card in shoe if card.rank == "7"]
    other = next(card for card in shoe if card.rank != "7")
    kinds = {card: shoe[card] for card in sevens} | {other: shoe.total() - sum(shoe[card] for card in sevens)}
    counts: Counter[str | None] = Counter()
    for first, second, third in product(kinds, repeat=3):
        ways = kinds[first] * (kinds[second] - (second == first))
        counts[crazy_7((first, second, third))] += ways * (kinds[third] - (third == first) - (third == second))
    return {row: Fraction(n, perm(shoe.total(), 3)) for row, n in counts.items() if n}


def _bust(ends: Mapping[DealerEnd, Fraction]) -> Rows:
    rows: Rows = {}
    for end, probability in ends.items():
        row = bust(end.total, end.cards)
        rows[row] = rows.get(row, Fraction(0)) + probability
    return rows


def insurance_wins(rules: BlackjackRules) -> Fraction:
    """The probability that a ten lies under, or comes to, the dealer's ace, from the rest of a full shoe."""
    return dealer_totals(rules, "A")["blackjack"]


def blackjack_odds(rules: BlackjackRules) -> GameOdds:
    """Odds of every bet that no decision bears on, by the names of `blackjack_settlement` without the box."""
    bets: dict[str, BetOdds] = {}
    if rules.insurance is not None:
        wins = insurance_wins(rules)
        bets["insurance"] = BetOdds("insurance", {win(rules.insurance.pays): wins, LOSE: 1 - wins})
    side_bets = rules.side_bets
    pays = {bet.name: bet.pays for bet in side_bets.on_two_cards + side_bets.with_up_card}
    if side_bets.crazy_7 is not None:
        pays["crazy_7"] = side_bets.crazy_7
    if side_bets.bust is not None:
        pays["bust"] = side_bets.bust
    for name, rows in side_bet_rows(rules).items():
        bets[name] = BetOdds.weighed(name, [(pays[name].outcome(row), chance) for row, chance in rows.items()])
    return GameOdds(bets=bets, outcomes=_by_word(dealer_ends_overall(rules)), method=METHOD)
