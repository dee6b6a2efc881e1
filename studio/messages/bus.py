"""The frames of the ROUTER/DEALER and PUB/SUB sockets. The pattern is described in `docs/contract.md`.

A frame's payload is one JSON object. On the result socket a consumer says `hello`, is sent `deliver`, answers `ack`
after its own commit; anybody may send `order` (a command) and `look` (for the present view), and is answered with
`reply` and `view`. On the telemetry socket every message is a `view`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from studio.messages.commands import AnyCommand
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
    "ahead_of_table",
    "not_allowed",
    "wrong_role",
    "internal",
]


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


class Order(Frame, frozen=True, tag="order"):
    """A command for the table."""

    command: AnyCommand


class Reply(Frame, frozen=True, tag="reply"):
    """Whether the command `id` was accepted, and in words a dealer understands why not."""

    id: str
    accepted: bool
    why: str = ""


class Look(Frame, frozen=True, tag="look"):
    """Asks for the present view: for a screen that joins late."""


class View(Frame, frozen=True, tag="view"):
    """The table as it is."""

    view: TableView


class Heartbeat(Frame, frozen=True, tag="heartbeat"):
    """I am here. Sent both ways when nothing else was."""


ToTable: TypeAlias = Hello | Ack | Order | Look | Heartbeat
FromTable: TypeAlias = Welcome | Refused | Deliver | Reply | View | Heartbeat
