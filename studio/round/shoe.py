"""The shoe at a table: what has left it, by identity, and the procedure by which a new one is made ready.

Source: rules/baccarat.md 2 ("Shuffle", "Cut", "Burn", "Cut card out") and the shoe cycle at its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from studio.cards import RANKS, Card, composition
from studio.games.house import ShoeRules
from studio.games.procedure import Burn, Confirm, Confirmable, Face, Procedure

LOOKED_AT_CARDS: Final = 20
SUSPICIOUS_RUN: Final = 5
"""So many cards of one suit in sequence come in the first twenty of a shuffled shoe about once in 30,000 shoes."""


class Shoe:
    """One shoe from loading to the last hand. `seen` counts every face that has left it."""

    def __init__(self, shoe_id: str, rules: ShoeRules) -> None:
        self.id = shoe_id
        self.rules = rules
        self.seen: Counter[Card] = Counter()
        self.unseen = 0
        self.burned = 0
        self.rounds = 0
        self.cut_card_out = False
        self.last_round: int | None = None
        self.free_hands = 0
        self.first_cards: list[Card] = []
        self.burned_before_round = 0
        self.cut_card_missed = False
        self.order_judged = False
        self._holds = composition(rules.decks, getattr(rules, "without_ranks", ""))

    @property
    def size(self) -> int:
        """Cards in the whole shoe."""
        return self._holds.total()

    @property
    def cards_to_cut(self) -> int:
        """Cards until the cut card, by the house's place for it."""
        return max(0, self.size - self.rules.cut_from_back_cards - self.cards_out)

    def recognise(self, card: Card) -> None:
        """A card that had left the shoe unread has been named by people."""
        if self.unseen:
            self.unseen -= 1
        self.seen[card] += 1

    @property
    def cards_out(self) -> int:
        return self.seen.total() + self.unseen

    @property
    def spent(self) -> bool:
        """Whether the last round that the house allows after the cut card has been played."""
        return self.last_round is not None and self.rounds >= self.last_round

    @property
    def rounds_left(self) -> int:
        """Rounds that may still be opened after the present one; only meaningful once the cut card is out."""
        return 0 if self.last_round is None else max(0, self.last_round - self.rounds)

    @property
    def overfull(self) -> bool:
        """Whether more copies of a card have come out than the decks hold: this shoe is no shoe."""
        return bool(self.too_many)

    @property
    def too_many(self) -> str:
        """The cards of which more copies have come out than the decks hold, in words; empty when there are none."""
        return ", ".join(f"{count} {card} too many" for card, count in (self.seen - self._holds).items())

    def can_hold(self, card: Card) -> bool:
        """Whether one more copy of `card` can still come out of this shoe."""
        return self.seen[card] < self._holds[card]

    def take_out(self, card: Card | None) -> None:
        """Count `card` as having left the shoe; None for one whose face could not be read."""
        if card is None:
            self.unseen += 1
            return
        self.seen[card] += 1
        if self.cards_out <= LOOKED_AT_CARDS:
            self.first_cards.append(card)

    def see_cut_card(self, *, round_in_progress: bool, first_card: bool) -> None:
        """The cut card came out: fix which round is the last.

        As the first card of a round it belongs to that round (baccarat.md C15): between two rounds the next one counts.
        """
        self.cut_card_out = True
        this_round = self.rounds if round_in_progress else self.rounds + 1
        first = first_card or not round_in_progress
        more = {"current_round": 0, "one_more": 1, "one_more_unless_first": 0 if first else 1}
        self.last_round = this_round + more[self.rules.last_hand]

    def refill_from_discards(self, on_table: Iterable[Card]) -> int:
        """The discards go back into the shoe; what lies on the table stays out. Returns how many went back."""
        out = self.cards_out
        self.seen, self.unseen, self.burned = Counter(on_table), 0, 0
        return out - self.cards_out

    @property
    def suspicious(self) -> str:
        """What in the order of the first cards no shuffle leaves; empty when there is nothing (standards.md 4.10)."""
        run = 1
        for before, card in pairwise(self.first_cards):
            step = RANKS.index(card.rank) - RANKS.index(before.rank)
            run = run + 1 if card.suit == before.suit and step in (1, -1, 12, -12) else 1
            if run >= SUSPICIOUS_RUN:
                return f"{run} cards of one suit in sequence, up to {card}"
        return ""


def new_shoe(rules: ShoeRules, done: str = "inspected") -> Procedure[None]:
    """Inspect, shuffle, cut and load, beginning after what has been `done`; then burn as the house has it."""
    steps: dict[Confirmable, tuple[str, ...]] = {
        "cards_inspected": ("received", "spent"),
        "shuffled": ("received", "spent", "inspected"),
        "cut": ("received", "spent", "inspected", "shuffled"),
    }
    for step, still_due_after in steps.items():
        if done in still_due_after:
            yield Confirm(step)
    yield Confirm("shoe_loaded")
    if rules.burn == "first_card_value":
        first: Card = yield Burn(number=1, of=1, face=Face.UP)
        yield from burn_cards(burn_value(first))
    elif rules.burn == "fixed":
        yield from burn_cards(rules.burn_count)


def burn_cards(count: int) -> Procedure[None]:
    """Burn so many cards face down."""
    for number in range(1, count + 1):
        yield Burn(number=number, of=count)


def burn_value(first: Card) -> int:
    """How many cards the first card burns: court cards 10, ace 1, others face value (baccarat.md 2, C14)."""
    if first.rank in "TJQK":
        return 10
    return 1 if first.rank == "A" else int(first.rank)
