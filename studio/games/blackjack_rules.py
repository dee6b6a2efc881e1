"""A house's blackjack as data. Source: rules/blackjack.md; `000`, `001` and `004` are its documents.

Marks such as C3 and G4 are those of its section 4: the default there is the value of the house's file here, and the
alternative is one key away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Final, Literal, NamedTuple, Self

from pydantic import AfterValidator, Field, model_validator

from studio.cards import RANKS, composition
from studio.games.house import HouseRules, Odds, Rules, ShoeRules
from studio.games.procedure import Action, win
from studio.games.side_bets.bust import BustPays
from studio.games.side_bets.crazy_7 import Crazy7Pays
from studio.games.side_bets.hot_3 import Hot3Pays, hot_3
from studio.games.side_bets.lucky_lucky import LuckyLuckyPays, lucky_lucky
from studio.games.side_bets.pay_table import PayTable
from studio.games.side_bets.perfect_pairs import PerfectPairsPays, perfect_pairs
from studio.games.side_bets.suit_em_up import SuitEmUpPays, suit_em_up
from studio.games.side_bets.twenty_one_plus_three import TwentyOnePlusThreePays, twenty_one_plus_three
from studio.messages.outcomes import BetOutcome

Variant = Literal["classic", "one", "infinite_free_bet", "power", "classic_free_bet"]


def _ranks(text: str) -> str:
    unknown = sorted(set(text) - set(RANKS))
    if unknown or len(set(text)) != len(text):
        raise ValueError(f"ranks are letters of {RANKS}, each at most once")
    return text


Ranks = Annotated[str, AfterValidator(_ranks)]
"""Some ranks, as `AJQK`; empty for none."""

Total = Annotated[int, Field(ge=4, le=20)]

MULTIPLES: Final = {Action.DOUBLE: 2, Action.TRIPLE: 3, Action.QUADRUPLE: 4}
"""To how many times the stake an action raises it."""


class BlackjackShoe(ShoeRules):
    """The shoe of a blackjack table (blackjack.md 1, C2, G1, G7)."""

    without_ranks: Ranks = ""
    """Ranks taken out of every deck: Power plays without `9T` (blackjack.md 3)."""

    @model_validator(mode="after")
    def _cut_card_lies_in_the_shoe(self) -> Self:
        cards = composition(self.decks, self.without_ranks).total()
        if self.cut_from_back_cards >= cards:
            raise ValueError(f"cut_from_back_cards is {self.cut_from_back_cards}, but the shoe holds {cards} cards")
        return self


class DealRules(Rules):
    """How the first cards fall (blackjack.md 1 "Initial deal", 4 C1, C16)."""

    first_box: Literal["dealers_left", "dealers_right"] = "dealers_left"
    """Where the deal begins. Boxes are numbered from the dealer's left, clockwise."""
    up_card: Literal["after_first_cards", "after_second_cards"] = "after_first_cards"
    """When the dealer takes the up card: after the boxes' first cards, or after their second."""
    hole_card: bool
    """Whether the dealer's second card is dealt face down with the first cards, or only drawn at the end."""
    peek_on: Ranks = ""
    """Up cards with which the hole card is looked at before play."""

    @model_validator(mode="after")
    def _only_a_hole_card_is_peeked_at(self) -> Self:
        if self.peek_on and not self.hole_card:
            raise ValueError(
                "peek_on names ranks, but without hole_card there is nothing to look at: write an empty text"
            )
        return self


class DoubleRules(Rules):
    """Doubling: the stake is raised and exactly one more card taken, on the first two cards (blackjack.md 1, 3, G9)."""

    totals: tuple[Total, ...] = ()
    """Totals of two cards that may be doubled; empty for any."""
    after_split: bool
    multiples: tuple[Literal[2, 3, 4], ...] = Field(default=(2,), min_length=1)
    """To how many times the stake may be raised: double, triple, quadruple."""
    free_totals: tuple[Total, ...] = ()
    """Totals of two cards on which the house pays for the double."""

    @cached_property
    def raises(self) -> tuple[Action, ...]:
        """The actions that raise the stake."""
        return tuple(action for action, multiple in MULTIPLES.items() if multiple in self.multiples)


class SplitRules(Rules):
    """Splitting a pair (blackjack.md 1, 3, C3, C4, C9, C11)."""

    by: Literal["value", "rank"]
    """What makes a pair: cards that count the same, or of the same rank."""
    max_splits: int = Field(ge=0, le=3)
    """How often one box may split in a round."""
    deal: Literal["both_first", "one_by_one"]
    """Whether both hands take their second card at once, or the second only when the first is complete."""
    aces_one_card: bool
    """Whether split aces take one card each and no more."""
    resplit_aces: bool = False
    """Whether an ace that falls on a split ace may be split again where split aces take one card."""
    free_ranks: Ranks = ""
    """Ranks whose pairs the house pays to split: the new hand stands on the house's stake."""


class InsuranceRules(Rules):
    """Insurance against the dealer's ace (blackjack.md 1)."""

    pays: Odds = Fraction(2)
    up_to: Odds = Fraction(1, 2)
    """At most this part of the box's stake; the amount is the backend's."""
    with_blackjack: bool
    """Whether a box with a blackjack may insure too."""


RowOf = Callable[..., str | None]
"""What row of its pay table some cards make."""


class OfferedBet(NamedTuple):
    """A side bet on the first cards that the table offers."""

    name: str
    pays: PayTable
    row: RowOf


def _offered(*bets: tuple[str, PayTable | None, RowOf]) -> tuple[OfferedBet, ...]:
    return tuple(OfferedBet(name, pays, row) for name, pays, row in bets if pays is not None)


class SideBetRules(Rules):
    """Side bets that the table offers, each with its pays; a bet without a table is not offered (blackjack.md 2)."""

    perfect_pairs: PerfectPairsPays | None = None
    twenty_one_plus_three: TwentyOnePlusThreePays | None = None
    suit_em_up: SuitEmUpPays | None = None
    lucky_lucky: LuckyLuckyPays | None = None
    bust: BustPays | None = None
    bust_makes_dealer_draw: bool = True
    """Whether the dealer draws for the Bust bet alone when no hand depends on it."""
    crazy_7: Crazy7Pays | None = None
    hot_3: Hot3Pays | None = None

    @cached_property
    def on_two_cards(self) -> tuple[OfferedBet, ...]:
        """The bets that go by the box's first two cards."""
        return _offered(
            ("perfect_pairs", self.perfect_pairs, perfect_pairs),
            ("suit_em_up", self.suit_em_up, suit_em_up),
        )

    @cached_property
    def with_up_card(self) -> tuple[OfferedBet, ...]:
        """The bets that go by the box's first two cards and the dealer's up card."""
        return _offered(
            ("21+3", self.twenty_one_plus_three, twenty_one_plus_three),
            ("lucky_lucky", self.lucky_lucky, lucky_lucky),
            ("hot_3", self.hot_3, hot_3),
        )


Announced = Literal["box_blackjack", "insurance", "no_dealer_blackjack", "dealer_result"]


@dataclass(frozen=True, slots=True)
class BlackjackTerms:
    """What every round needs of a house's rules, taken out of them once: thousands of rounds are played a second."""

    rules: BlackjackRules
    seats: int
    from_dealers_right: bool
    up_card_between: bool
    """Whether the dealer's up card falls between the boxes' first cards and their second."""
    hole_card: bool
    peek_on: frozenset[str]
    paid_at_once: bool
    charlie: int
    """Cards of a Charlie, 0 where the house has none."""
    splits_by_value: bool
    max_splits: int
    draws_soft_17: bool
    draws_for_bust: bool
    """Whether the dealer draws for the Bust bet alone."""
    bet_behind: bool
    first_bets: bool
    """Whether a side bet goes by the first cards."""
    later_bets: bool
    """Whether a side bet is decided by play."""
    blackjack_wins: BetOutcome
    insurance_wins: BetOutcome | None
    says_box_blackjack: bool
    says_no_dealer_blackjack: bool
    says_dealer_result: bool
    order: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)
    """The boxes in play in the order in which they are dealt to, as `blackjack.boxes_in_order` found it."""
    allowed: dict[tuple[int, bool, int | None, int], tuple[Action, ...]] = field(default_factory=dict)
    """What a box may do with two cards, as `blackjack_hands.allowed_now` found it."""


class BlackjackRules(HouseRules):
    """A house's blackjack."""

    game: Literal["blackjack"]
    variant: Variant = "classic"
    shoe: BlackjackShoe
    seats: int = Field(default=7, ge=1, le=9)
    """Boxes of the table, numbered from 1."""
    boxes_per_player: int | None = Field(default=None, ge=1)
    """Boxes that one player may take; None where the house prints no number."""
    bettors_per_box: int = Field(default=1, ge=1)
    """Players who may stake on one box of their own; who bet first decides."""
    bet_behind: bool = False
    """Whether any player may stake on another's hand: he has its outcome, and decides on insurance himself."""
    decision_time_s: int = Field(ge=1)
    """Seconds for a decision, after which the hand stands (blackjack.md 1 "Player time-out"; no house prints them)."""
    deal: DealRules
    soft_17: Literal["stand", "draw"]
    """What the dealer does on 17 with an ace that counts 11."""
    blackjack_pays: Odds = Fraction(3, 2)
    blackjack_paid_at_once: bool = False
    """Whether a box's blackjack is paid before play when the up card is neither ace nor ten (001, 327; C14)."""
    double: DoubleRules
    split: SplitRules
    surrender: Literal["off", "any", "not_vs_ace"]
    """Against which up cards half the stake may be given up before the third card (C5)."""
    insurance: InsuranceRules | None = None
    even_money: bool
    """Whether a blackjack against an ace may be paid 1:1 at once."""
    charlie: Literal["off", 6, 7] = "off"
    """With how many cards, not over 21, a hand wins at once, except against the dealer's blackjack (C15)."""
    dealer_blackjack_takes: Literal["all", "original"] = "all"
    """What a box loses to the dealer's blackjack found after play: doubled and split stakes too, or only the first."""
    dealer_22_pushes: bool = False
    """Whether a dealer's 22 gives the stakes of standing hands back (C8)."""
    side_bets: SideBetRules = SideBetRules()
    announcements: tuple[Announced, ...] = ("box_blackjack", "insurance", "no_dealer_blackjack", "dealer_result")
    """What the house has the dealer say."""
    notices: tuple[str, ...] = ()
    """What is printed on the table."""

    @cached_property
    def terms(self) -> BlackjackTerms:
        """What every round needs of these rules."""
        side_bets, said = self.side_bets, self.announcements
        first_bets = bool(side_bets.on_two_cards or side_bets.with_up_card or side_bets.crazy_7)
        return BlackjackTerms(
            rules=self,
            seats=self.seats,
            from_dealers_right=self.deal.first_box == "dealers_right",
            up_card_between=self.deal.up_card == "after_first_cards",
            hole_card=self.deal.hole_card,
            peek_on=frozenset(self.deal.peek_on),
            paid_at_once=self.blackjack_paid_at_once,
            charlie=0 if self.charlie == "off" else self.charlie,
            splits_by_value=self.split.by == "value",
            max_splits=self.split.max_splits,
            draws_soft_17=self.soft_17 == "draw",
            draws_for_bust=side_bets.bust is not None and side_bets.bust_makes_dealer_draw,
            bet_behind=self.bet_behind,
            first_bets=first_bets,
            later_bets=bool(side_bets.crazy_7 or side_bets.bust),
            blackjack_wins=win(self.blackjack_pays),
            insurance_wins=None if self.insurance is None else win(self.insurance.pays),
            says_box_blackjack="box_blackjack" in said,
            says_no_dealer_blackjack="no_dealer_blackjack" in said,
            says_dealer_result="dealer_result" in said,
        )
