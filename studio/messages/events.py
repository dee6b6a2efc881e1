"""What a table publishes. Ordered by `seq`, gap-free within a table and epoch; `id` never changes on resend."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from studio.messages.outcomes import BetOutcome, HandOutcome


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of all published events.

    `id` is `table:epoch:seq`; the epoch is drawn once for each journal, so that a table which starts over with a new
    journal can never be mistaken for its former self. `utc` describes, `seq` orders. `contract` is the version in which
    this type of event got its present meaning: a consumer of that version, or of a later one, understands it.
    """

    id: str
    table: str
    seq: int
    utc: str
    shoe: str | None = None
    round: str | None = None
    contract: int = 1


class TableOpened(Event, frozen=True, kw_only=True, tag="table.opened"):
    """The table is open for play."""

    game: str
    house: str
    variant: str
    rules_digest: str


class TableClosed(Event, frozen=True, kw_only=True, tag="table.closed"):
    """The table is closed; no round will be opened until it opens again."""

    why: str


class TablePaused(Event, frozen=True, kw_only=True, tag="table.paused"):
    """The table is held: nothing goes on until somebody rules or the cause is gone."""

    kind: str
    expected: str
    read: str


class TableResumed(Event, frozen=True, kw_only=True, tag="table.resumed"):
    """The table goes on; `by` is a person, or `house rule` when the house's own rule said so."""

    kind: str
    ruling: str
    by: str
    reason: str


class ShoeLoaded(Event, frozen=True, kw_only=True, tag="shoe.loaded"):
    """A new shoe is ready to be burned and dealt."""

    decks: int
    cards: int
    cut_from_back_cards: int
    card_set: str | None = None


class CardBurned(Event, frozen=True, kw_only=True, tag="shoe.card_burned"):
    """A card was burned: `number` of `of`; the face only where it lies face up."""

    number: int
    of: int
    card: str | None = None


class CutCardSeen(Event, frozen=True, kw_only=True, tag="shoe.cut_card_out"):
    """The cut card left the shoe; `rounds_left` says how many rounds may still be opened after the present one."""

    rounds_left: int


class ShoeClosed(Event, frozen=True, kw_only=True, tag="shoe.closed"):
    """The shoe is spent: no further round is dealt from it."""

    rounds: int
    cards_out: int
    why: str


class RoundOpened(Event, frozen=True, kw_only=True, tag="round.opened"):
    """Bets are open."""

    game: str
    house: str
    variant: str
    bets_close_after_s: float
    dealer: str | None = None
    free_hand: bool = False


class BetsClosed(Event, frozen=True, kw_only=True, tag="round.bets_closed"):
    """No more bets."""

    why: Literal["timer", "ball_in_play", "irregularity"]


class CardDealt(Event, frozen=True, kw_only=True, tag="card.dealt"):
    """A card lies on the table; `card` is None while it lies face down."""

    position: str
    card: str | None


class DecisionAwaited(Event, frozen=True, kw_only=True, tag="decision.awaited"):
    """A player's decision is awaited for `within_s` seconds; then the hand stands."""

    box: int
    hand: int
    allowed: list[str]
    within_s: float


class DecisionTaken(Event, frozen=True, kw_only=True, tag="decision.taken"):
    """A decision was taken; `by` is the person or backend that gave it, or `time`."""

    box: int
    hand: int
    action: str
    by: str


class BallDrawn(Event, frozen=True, kw_only=True, tag="ball.drawn"):
    """A lottery ball lies in the tube: the `order`th, counted from 1."""

    order: int
    number: str


class ValueEntered(Event, frozen=True, kw_only=True, tag="value.entered"):
    """A value was typed by hand, by two people, because no device gave it."""

    request: str
    value: str
    by: list[str]


class RoundTold(Event, frozen=True, kw_only=True, tag="round.told"):
    """Something the backend must know before the round ends: multipliers drawn, side bets decided early."""

    what: str
    value: Any


class RoundResult(Event, frozen=True, kw_only=True, tag="round.result"):
    """What happened in a round, and what became of every bet: the backend needs no rules of its own to settle."""

    game: str
    house: str
    variant: str
    rules_digest: str
    outcome: str
    bets: dict[str, BetOutcome]
    hands: dict[str, HandOutcome] | None = None
    numbers: list[str] | None = None
    draws: dict[str, Any] | None = None
    free_hand: bool = False
    entered_by_hand: bool = False
    """Whether any reading of this round was typed by people; `value.entered` says which."""
    dealer: str | msgspec.UnsetType = msgspec.UNSET
    """Who dealt; left out where nobody was on duty by name."""


class RoundVoided(Event, frozen=True, kw_only=True, tag="round.voided"):
    """The round has no result: every stake goes back."""

    kind: str
    by: str
    reason: str
    dealer: str | msgspec.UnsetType = msgspec.UNSET
    """Who dealt; left out where nobody was on duty by name."""


class RoundCorrected(Event, frozen=True, kw_only=True, tag="round.corrected"):
    """A published result was wrong; `corrects` is the id of the event that this one stands against."""

    corrects: str
    corrected_round: str
    by: list[str]
    reason: str
    outcome: str
    bets: dict[str, BetOutcome]
    hands: dict[str, HandOutcome] | None = None
    numbers: list[str] | None = None
    draws: dict[str, Any] | None = None


class ResultVoided(Event, frozen=True, kw_only=True, tag="round.result_voided"):
    """A published result does not count after all; `voids` is the id of the event that this one stands against."""

    voids: str
    voided_round: str
    by: list[str]
    reason: str


class ReSpin(Event, frozen=True, kw_only=True, tag="round.re_spin"):
    """No spin: the ball runs again in the same round. `attempt` is the number of the next one, the first being 1."""

    attempt: int
    kind: str
    by: str
    bets_open: bool


class ShoeRefilled(Event, frozen=True, kw_only=True, tag="shoe.refilled"):
    """The discards were shuffled and complete the round: so many cards went back into the shoe."""

    cards: int


class ShoeFlagged(Event, frozen=True, kw_only=True, tag="shoe.flagged"):
    """A count by identity is not the set: it is blocked, and the rounds dealt from it are in doubt."""

    card_set: str
    of_shoe: str | None
    rounds: list[str]
    missing: dict[str, int]
    surplus: dict[str, int]
    by: list[str]


class CardsInspected(Event, frozen=True, kw_only=True, tag="cards.inspected"):
    """A set of cards was counted by identity by two people and is whole."""

    card_set: str
    back: str
    by: list[str]


class DealerChanged(Event, frozen=True, kw_only=True, tag="table.dealer"):
    """Who deals from now on; None when nobody does."""

    dealer: str | None


class Inspected(Event, frozen=True, kw_only=True, tag="table.inspected"):
    """A pit boss has inspected a part of the table before it opens."""

    what: str
    by: str
    note: str


class ClockSet(Event, frozen=True, kw_only=True, tag="table.clock_set"):
    """The table's wall clock was set by `by_ms` (forward above 0): `utc` before and after it do not compare."""

    by_ms: int
    contract: int = 2


class DeviceLink(Event, frozen=True, kw_only=True, tag="device.link"):
    """The link to a device changed."""

    device: str
    state: str
    why: str


AnyEvent: TypeAlias = (
    TableOpened
    | TableClosed
    | TablePaused
    | TableResumed
    | ShoeLoaded
    | CardBurned
    | CutCardSeen
    | ShoeClosed
    | RoundOpened
    | BetsClosed
    | CardDealt
    | DecisionAwaited
    | DecisionTaken
    | BallDrawn
    | ValueEntered
    | RoundTold
    | RoundResult
    | RoundVoided
    | RoundCorrected
    | ResultVoided
    | ReSpin
    | ShoeRefilled
    | ShoeFlagged
    | CardsInspected
    | DealerChanged
    | Inspected
    | ClockSet
    | DeviceLink
)
