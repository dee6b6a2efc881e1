"""The table as a screen sees it. Every telemetry message carries the whole view, so that one message heals any gap."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

TableState = Literal["closed", "not_ready", "shoe_change", "betting", "playing", "between_rounds", "held"]


class Prompt(msgspec.Struct, frozen=True):
    """What the person at the table must do now.

    `step` grows with every prompt, also when the same thing is asked for again, so that whoever acts on prompts
    acts once.
    `key` is a key of the wording catalogue, `about` fills its blanks, `text` is the English wording.
    """

    step: int
    key: str
    about: dict[str, str]
    text: str


class OpenIrregularity(msgspec.Struct, frozen=True):
    """What holds the table."""

    id: str
    kind: str
    expected: str
    read: str
    remedy: str
    rulings: list[str]
    """The rulings that this house allows for it and that can be given now."""
    by: Literal["dealer", "pit_boss", "both"] = "pit_boss"
    """Who may rule: a dealer alone, a pit boss, or two people one of whom is a pit boss."""


class Countdown(msgspec.Struct, frozen=True):
    """A timer that a person can see: `ends_utc` by the table's clock."""

    what: str
    ends_utc: str
    length_s: float


class LastResult(msgspec.Struct, frozen=True):
    """A finished round; `outcome` is `void` for a voided one."""

    round: str
    outcome: str
    detail: str


class Delivery(msgspec.Struct, frozen=True):
    """How the results go out."""

    published: int = 0
    unacknowledged: int = 0
    consumer: str | None = None
    latency_p50_ms: float | None = None
    """Reading stamped to acknowledgement stored, over the last results."""
    latency_p99_ms: float | None = None


class HandView(msgspec.Struct, frozen=True):
    """A hand on the table: `player`, `banker`, `dealer`, `box-2.1`. A card face down is None."""

    cards: list[str | None]
    total: int
    note: str = ""
    """`natural`, `blackjack`, `soft`, `bust`, `doubled`, `split`, or nothing."""


class AwaitedDecision(msgspec.Struct, frozen=True):
    """A player's decision that is awaited until `ends_utc`; the hand stands when it does not come."""

    box: int
    hand: int
    allowed: list[str]
    ends_utc: str
    length_s: float


class AlarmView(msgspec.Struct, frozen=True):
    """An alarm that is not over. Repeated causes are one alarm with a `count`."""

    id: str
    first_utc: str
    last_utc: str
    priority: Literal["low", "medium", "high"]
    what: str
    detail: str
    count: int
    acknowledged_by: str | None
    acknowledged_utc: str | None


class TimeLineEntry(msgspec.Struct, frozen=True):
    """One thing that happened in the present round: `who` is a device, a person, the timer or the table itself."""

    utc: str
    who: str
    what: str


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment. `n` grows with every change within an `epoch`."""

    table: str
    epoch: str
    n: int
    game: str
    house: str
    state: TableState
    shoe: str | None
    round: str | None
    rounds_done: int
    prompt: Prompt
    announcement: str | None
    cards: dict[str, str]
    """Position to card, in the order in which they fell."""
    totals: dict[str, int]
    burned: int
    cards_out: int
    """Cards that have left the present shoe."""
    cut_card_out: bool
    last_results: list[LastResult]
    irregularity: OpenIrregularity | None
    countdown: Countdown | None
    devices: dict[str, str]
    """Device to the state of its link."""
    alarms: list[AlarmView]
    delivery: Delivery
    since_utc: str = ""
    """When the table came into its present state."""
    dealer: str | None = None
    hands: dict[str, HandView] = {}
    boxes: list[int] = []
    """Boxes in play."""
    decision: AwaitedDecision | None = None
    balls: list[str] = []
    """Lottery balls drawn in this round, in order of the tube."""
    told: dict[str, Any] = {}
    """What chance added to this round (multipliers, bonus numbers), by name."""
    outcomes: list[str] = []
    """Outcomes of the last hundred rounds, oldest first; a voided round is not among them."""
    cards_to_cut: int | None = None
    """Cards until the cut card, where the house's place for it is known."""
    time_line: list[TimeLineEntry] = []
    """The round in progress, or the last one until the next begins."""
    may: list[str] = []
    """Commands that a dealer may give now, by their tag; `may_not` says of the others why not."""
    may_not: dict[str, str] = {}
