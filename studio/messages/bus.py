"""The frames of the ROUTER/DEALER and PUB/SUB sockets. The pattern is described in `docs/contract.md`.

A frame's payload is one JSON object. On the result socket a consumer says `hello`, is sent `deliver`, answers `ack`
after its own commit, or `reject`; a backend may have events again by `resend`; anybody may send `order` (a command) and
`look` (for the present view), and is answered with `reply` and `view`. Where the house keeps a list of people, a screen
sends `log_in` and is answered with `admission`. On the telemetry socket every message is a `view`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from studio.messages.commands import AnyCommand, Role
from studio.messages.events import AnyEvent
from studio.messages.telemetry import TableView

EventSeq: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
"""The number of an event in its table and epoch; 0 stands before the first."""

RefusalCode = Literal[
    "malformed",
    "too_large",
    "unknown_consumer",
    "consumer_taken",
    "not_consumer",
    "unknown_event",
    "wrong_id",
    "already_acknowledged",
    "ahead_of_table",
    "not_allowed",
    "wrong_role",
    "internal",
]

RejectionCode = Literal["changed", "not_understood", "not_accepted"]
"""Why a consumer does not take an event: its id is there with another content; its type or version is not known; or
the consumer's own books do not take it, as `why` says."""


Refusal = Literal["no_list", "unknown", "wrong_pin", "locked", "no_role", "no_licence", "elsewhere", "busy"]
"""Why somebody is not let in: the table keeps no list; a badge of nobody; number and PIN that do not go together (or a
number of nobody); too many wrong PINs; not in this role; no licence for this game in date; on duty at another table;
too many wait at the door."""


class Frame(msgspec.Struct, frozen=True, tag_field="frame"):
    """Base of all frames."""


class Hello(Frame, frozen=True, tag="hello"):
    """A consumer takes up the table's results and says how far its own store goes.

    Everything after `have_seq` follows in order; what lies at or below it counts as acknowledged. With another
    `epoch` than the table's, or none, all that the journal holds follows.
    """

    consumer: str
    epoch: str = ""
    have_seq: EventSeq = 0


class Welcome(Frame, frozen=True, tag="welcome"):
    """The answer to `hello`. Within an epoch `seq` has no gaps; a new epoch begins a new journal."""

    table: str
    epoch: str
    next_seq: int
    """The first event that will be delivered."""


class Refused(Frame, frozen=True, tag="refused"):
    """The table did not take a frame: `code` for a program, `why` for a person. Nothing was changed by it."""

    code: RefusalCode
    why: str
    about: str = ""
    """The id of the event or command that the frame was about, where it could be read."""


class Deliver(Frame, frozen=True, tag="deliver"):
    """One event; `attempt` counts from 1 and is not part of its identity."""

    event: AnyEvent
    attempt: int


class Ack(Frame, frozen=True, tag="ack"):
    """The consumer has committed the event `id` of `table`."""

    table: str
    seq: EventSeq
    id: str


class Reject(Frame, frozen=True, tag="reject"):
    """The consumer will not take the event `id` of `table`, for the reason `code`, and in words `why`.

    It stays unacknowledged, nothing that follows it is sent, somebody is called, and it is offered again each 10 s.
    """

    table: str
    seq: EventSeq
    id: str
    code: RejectionCode
    why: str


class Resend(Frame, frozen=True, tag="resend", kw_only=True, omit_defaults=True):
    """Asks for events again, acknowledged or not: one by its `id`, or those of `epoch` from `from_seq` to `to_seq`.

    `to_seq` 0 stands for the last. Nothing is changed by it; what is in flight goes on beside it.
    """

    id: str = ""
    epoch: str = ""
    from_seq: EventSeq = 0
    to_seq: EventSeq = 0


class Resent(Frame, frozen=True, tag="resent"):
    """Ends the answer to `resend`: the `deliver` frames before it went from `from_seq` to `to_seq`.

    At most 64 are sent at a time; ask on from `to_seq` + 1. `last_seq` is the last event published.
    """

    table: str
    epoch: str
    from_seq: int
    to_seq: int
    last_seq: int


class Order(Frame, frozen=True, tag="order"):
    """A command for the table. `session` is what an `admission` gave: proof of who gives it."""

    command: AnyCommand
    session: str = ""

    def __repr__(self) -> str:
        return f"Order({self.command!r})"


class LogIn(Frame, frozen=True, tag="log_in"):
    """Somebody at a screen shows a badge, or types a staff number and a PIN; answered with `admission`.

    The sender draws `id`, as for a command: asked again under the same id it is the same attempt. With `once` the
    session is for one command: a second person confirms what a first has ordered. Its `repr` shows no secret.
    """

    id: str
    role: Literal["", "dealer", "pit_boss", "technician"] = ""
    """What the person comes as; empty: whatever the list says, a pit boss first."""
    badge: str = ""
    number: str = ""
    pin: str = ""
    once: bool = False

    def __repr__(self) -> str:
        return f"LogIn(id={self.id!r}, role={self.role!r}, by {'badge' if self.badge else 'PIN'}, once={self.once})"


class LogOut(Frame, frozen=True, tag="log_out"):
    """A session ends; answered with `reply`. A dealer leaves the table by the command `go_off_duty`."""

    id: str
    session: str

    def __repr__(self) -> str:
        return f"LogOut(id={self.id!r})"


class Reply(Frame, frozen=True, tag="reply"):
    """Whether the command `id` was accepted, and in words a dealer understands why not."""

    id: str
    accepted: bool
    why: str = ""


class Admission(Frame, frozen=True, tag="admission"):
    """The answer to `log_in`: who it is, or why nobody is let in."""

    id: str
    person: str | None
    """None when nobody is let in."""
    role: Role | None = None
    session: str = ""
    """What the person's orders bear from now on. A dealer on duty needs none: the table knows who deals."""
    refusal: Refusal | None = None
    why: str = ""
    """The refusal in words."""
    locked_until_utc: str | None = None

    def __repr__(self) -> str:
        return f"Admission(id={self.id!r}, person={self.person!r}, role={self.role!r}, refusal={self.refusal!r})"


class Look(Frame, frozen=True, tag="look"):
    """Asks for the present view: for a screen that joins late."""


class View(Frame, frozen=True, tag="view"):
    """The table as it is."""

    view: TableView


class Heartbeat(Frame, frozen=True, tag="heartbeat", kw_only=True, omit_defaults=True):
    """I am here. Sent both ways when nothing else was.

    One with `n` is answered at once by one with `answers` = `n`, `heard_us` and `sent_us`: when the question was heard
    and the answer sent, by the answering side's wall clock, in microseconds since 1970 (UTC). So the difference of the
    two clocks is measured, to within half of the round trip.
    """

    n: int | None = None
    answers: int | None = None
    heard_us: int | None = None
    sent_us: int | None = None


ToTable: TypeAlias = Hello | Ack | Reject | Resend | Order | Look | Heartbeat | LogIn | LogOut
FromTable: TypeAlias = Welcome | Refused | Deliver | Resent | Reply | View | Heartbeat | Admission
