"""The shoe at a table: what has left it, by identity, and the procedure by which a new one is made ready.

Source: rules/baccarat.md 2 ("Shuffle", "Cut", "Burn", "Cut card out") and the shoe cycle at its end.
"""

from __future__ import annotations

from collections import Counter

from studio.cards import Card, composition
from studio.games.house import ShoeRules
from studio.games.procedure import Burn, Confirm, Face, Procedure


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

    def can_hold(self, card: Card) -> bool:
        """Whether one more copy of `card` can still come out of this shoe."""
        return self.seen[card] < self._holds[card]

    def take_out(self, card: Card | None) -> None:
        """Count `card` as having left the shoe; None for one whose face could not be read."""
        if card is None:
            self.unseen += 1
        else:
            self.seen[card] += 1

    def see_cut_card(self, round_in_progress: bool) -> None:
        """The cut card came out: fix which round is the last.

        As the first card of a round it belongs to that round (baccarat.md C15): between two rounds the next one counts.
        """
        self.cut_card_out = True
        this_round = self.rounds if round_in_progress else self.rounds + 1
        self.last_round = this_round + (1 if self.rules.last_hand == "one_more" else 0)


def new_shoe(rules: ShoeRules) -> Procedure[None]:
    """Shuffle, cut and load; then burn as the house has it."""
    yield Confirm("shuffled")
    yield Confirm("cut")
    yield Confirm("shoe_loaded")
    if rules.burn == "first_card_value":
        first: Card = yield Burn(number=1, of=1, face=Face.UP)
        count = burn_value(first)
        for number in range(1, count + 1):
            yield Burn(number=number, of=count)


def burn_value(first: Card) -> int:
    """How many cards the first card burns: court cards 10, ace 1, others face value (baccarat.md 2, C14)."""
    if first.rank in "TJQK":
        return 10
    return 1 if first.rank == "A" else int(first.rank)
