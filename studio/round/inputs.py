"""Everything that can happen to a table. An input is in the journal before anything follows from it."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from devices.readings import AnyReading
from studio.messages.commands import AnyCommand


class Input(msgspec.Struct, frozen=True, kw_only=True, tag_field="input"):
    """Base of all inputs.

    `utc` (ISO 8601, milliseconds, `Z`) describes; `monotonic_ns` measures within one run of the process; the
    journal's own sequence number orders.
    """

    utc: str
    monotonic_ns: int


class Configured(Input, frozen=True, kw_only=True, tag="configured"):
    """The table's settings, as they were when the journal began or when they changed between rounds.

    `rules` and `settings` are the checked files as plain data: the journal alone is enough to replay.
    """

    table: str
    epoch: str
    settings: dict[str, Any]
    rules: dict[str, Any]
    rules_digest: str
    software: str


class ProcessStarted(Input, frozen=True, kw_only=True, tag="process_started"):
    """The table's process (re)started and has replayed the journal."""

    software: str


class DeviceSaid(Input, frozen=True, kw_only=True, tag="reading"):
    """A device's reading. `device` is its name in the table's settings."""

    device: str
    reading: AnyReading


class TimerEnded(Input, frozen=True, kw_only=True, tag="timer"):
    """A timer that the orchestrator had started came to its end; a stopped timer's `token` is no longer known."""

    timer: str
    token: int


class CommandGiven(Input, frozen=True, kw_only=True, tag="command"):
    """A command came in over the bus. `session` names the log-in it was given under, by its token's digest."""

    command: AnyCommand
    session: str = ""


class LogInTried(Input, frozen=True, kw_only=True, tag="log_in_tried"):
    """Somebody has shown a badge or typed a PIN. Neither stands here: only whose it was and whether it was right."""

    attempt: str
    """The id under which the answer goes out; empty where a badge was held to the table's own reader."""
    place: str
    """Where: the bearer of the screen's key, or the reader's name."""
    by: Literal["badge", "pin"]
    person: str | None
    """Whose badge or staff number it is; None for nobody's."""
    right: bool
    role: Literal["", "dealer", "pit_boss", "technician"]
    session: str = ""
    """The digest of the token that the person is given when let in."""
    once: bool = False
    elsewhere: str = ""
    """Where the dealer is on duty already, in words."""


class LoggedOut(Input, frozen=True, kw_only=True, tag="logged_out"):
    """The session of that digest has ended: somebody logged out."""

    session: str


class Unlocked(Input, frozen=True, kw_only=True, tag="unlocked"):
    """What wrong PINs had locked for a person is open again by the list of people."""

    person: str


class ChanceDrawn(Input, frozen=True, kw_only=True, tag="chance"):
    """What the audited generator drew for the open `Chance` request. `generator` names it."""

    draw: str
    value: Any
    generator: str


class Noticed(Input, frozen=True, kw_only=True, tag="noticed"):
    """The table's program noticed something about itself or its surroundings that somebody must look at.

    `what` is one of `wording.NOTICES`; nothing in the game follows from it.
    """

    priority: Literal["low", "medium", "high"]
    what: str
    detail: str


class ClockWasSet(Input, frozen=True, kw_only=True, tag="clock_set"):
    """The wall clock was set by `by_ms` against the monotonic one. `utc` is by the clock as it is now."""

    by_ms: int


class ResultAnswered(Input, frozen=True, kw_only=True, tag="result_answered"):
    """What became of a published event (`event`, its id) other than that it was acknowledged in time.

    `unconfirmed`: it was sent, and no answer came. `rejected`: the consumer will not take it (`code`, `why`).
    `acknowledged`: it was one of these, and has been acknowledged since. What nobody speaks of was acknowledged in
    time, or waits; the journal's acknowledgements say which.
    """

    outcome: Literal["unconfirmed", "rejected", "acknowledged"]
    event: str
    code: str = ""
    why: str = ""


class JournalFollows(Input, frozen=True, kw_only=True, tag="follows"):
    """This journal was begun where another one of the table was closed: `head` is the hash (hex) of all that is in it.

    Whoever has both can tell that none lies between them. `archive` is the name of the file that it went into.
    """

    epoch: str
    inputs: int
    events: int
    head: str
    archive: str


class SnapshotTaken(Input, frozen=True, kw_only=True, tag="snapshot"):
    """The table's state before this input was written down, while nothing was in progress.

    `digest` is the SHA-256 (hex) of the state's bytes, which lie beside the journal's chain: by standing here it is
    part of the chain. `software` is the digest of the software that took it, the only one that may go on from it.
    """

    digest: str
    software: str


AnyInput: TypeAlias = (
    Configured
    | ProcessStarted
    | DeviceSaid
    | TimerEnded
    | CommandGiven
    | ChanceDrawn
    | Noticed
    | ClockWasSet
    | ResultAnswered
    | LogInTried
    | LoggedOut
    | Unlocked
    | SnapshotTaken
    | JournalFollows
)
