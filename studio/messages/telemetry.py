"""The table as a screen sees it. Every telemetry message carries the whole view, so that one message heals any gap."""

from __future__ import annotations

from typing import Literal

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
    """The rulings that this house allows for it, to be given by a pit boss."""


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
    alarms: list[str]
    delivery: Delivery
