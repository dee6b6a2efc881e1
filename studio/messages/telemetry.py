"""The table as a screen sees it. Every telemetry message carries the whole view, so that one message heals any gap."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

TableState = Literal["closed", "not_ready", "shoe_change", "betting", "playing", "between_rounds", "held"]


class NextStep(msgspec.Struct, frozen=True):
    """What follows on the present prompt, as the procedure itself says: a prompt's key, or one of `FOLLOWS`."""

    key: str
    about: dict[str, str]
    text: str


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
    next: NextStep | None = None
    """What follows whatever comes now, or what decides it; None where nothing can be foretold."""


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
    also_read: list[str] = []
    """What else was read while the table was held, in words: on record, and taken for nothing."""


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
    """How the results go out. What is not acknowledged waits, is sent, is unconfirmed, or is rejected."""

    published: int = 0
    unacknowledged: int = 0
    consumer: str | None = None
    latency_p50_ms: float | None = None
    """Reading stamped to acknowledgement stored, over the last results."""
    latency_p99_ms: float | None = None
    waiting: int = 0
    """Not sent yet: the consumer is away, or a window is in flight, or a rejected event stands before it."""
    sent: int = 0
    """On the way, and its answer is not due yet."""
    unconfirmed: int = 0
    """Sent, and no answer came: nobody here knows whether the consumer has it."""
    rejected: int = 0
    """The consumer has it and will not take it."""
    rejected_id: str | None = None
    rejected_why: str | None = None
    clock_offset_ms: float | None = None
    """By how much the consumer's wall clock is ahead of the table's; None when it was not measured."""
    clock_error_ms: float | None = None
    """The offset is known to within so much: half of the round trip in which it was measured."""


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
    """An alarm whose cause lasts, or that nobody has seen yet. Repeated causes are one alarm with a `count`."""

    id: str
    first_utc: str
    last_utc: str
    priority: Literal["low", "medium", "high"]
    what: str
    detail: str
    count: int
    acknowledged_by: str | None
    acknowledged_utc: str | None
    lasts: bool = False
    """Whether the cause is still there. One that is gone leaves the view as soon as somebody has seen it."""


class TimeLineEntry(msgspec.Struct, frozen=True):
    """One thing that happened in the present round: `who` is a device, a person, the timer or the table itself."""

    utc: str
    who: str
    what: str


class CardSetView(msgspec.Struct, frozen=True):
    """A set of cards of this table and how far it is; `state` as in `card_sets.SetState`."""

    name: str
    back: str
    state: str
    decks: int = 0
    without_ranks: str = ""
    """What a whole set is: so many decks, without these ranks."""


class InspectionView(msgspec.Struct, frozen=True):
    """A part that a pit boss inspects before the table opens; `inspected_utc` is empty where nobody has."""

    what: str
    inspected_utc: str
    due: bool
    """Whether the table may not open before it is inspected anew."""


class PlayedView(msgspec.Struct, frozen=True):
    """A finished round that may still be corrected or voided, and what was read at each place."""

    round: str
    outcome: str
    values: dict[str, str]
    """Place to value, in the order in which they came: `banker-2` to `9d`, `ball-1` to `17`."""
    corrected: bool = False
    voided: bool = False


class AwaitedEntry(msgspec.Struct, frozen=True):
    """What two people may type by hand now, since no device gave it."""

    what: str
    """`deal`, `burn`, `spin`, `draw_balls`, `turn_reel` or `turn_bonus_wheel`."""
    count: int
    """How many values make one entry: more than one for lottery balls."""
    by: str
    """Who has typed it already; empty while nobody has. What was typed is nobody's business until both have."""


class AwaitedSecond(msgspec.Struct, frozen=True):
    """An order that counts when a second person has given it too: `content` is what that person must give alike."""

    command: str
    by: str
    role: str
    content: dict[str, Any]
    """The command's fields beside who and why; not the counts of a set, which two people find each alone."""
    reason: str = ""


class BiasPoint(msgspec.Struct, frozen=True):
    """Chi-square of all numbers of a wheel up to so many spins; over sectors where the wheel has one zero."""

    spins: int
    pockets: float
    sectors: float | None


class WheelRecord(msgspec.Struct, frozen=True):
    """Where the ball fell since the table's journal began, corrected where a result was."""

    spins: int
    pockets: dict[str, int]
    """Pocket to how often; one that never came is not named."""
    history: list[BiasPoint]
    """Oldest first, a point each fifty spins."""


class Present(msgspec.Struct, frozen=True):
    """Somebody who has logged in at a screen of the house and may order here."""

    person: str
    role: str
    since_utc: str


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
    trouble: dict[str, str] = {}
    """Device to the state in which it cannot go on without a person, by its own word: `jam`, `open`, `fault`."""
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
    announced_utc: list[str] = []
    """When alarms called for somebody: the last of them, oldest first. A repetition that nobody had seen calls once."""
    pit_may: list[str] = []
    """Commands that a pit boss may give now, by their tag; `pit_may_not` says of the others why not."""
    pit_may_not: dict[str, str] = {}
    entry: AwaitedEntry | None = None
    card_sets: list[CardSetView] = []
    inspections: list[InspectionView] = []
    played: list[PlayedView] = []
    """The last rounds with a result, oldest first."""
    seconds: list[AwaitedSecond] = []
    """Orders that wait for a second person."""
    wheel: WheelRecord | None = None
    log_in: bool = False
    """Whether people must log in here before they may order."""
    relief: str | None = None
    """Who takes over as the dealer after the round in progress."""
    leaving: bool = False
    """Whether the dealer leaves after the round in progress."""
    present: list[Present] = []
    """Who has logged in, beside the dealer on duty."""
