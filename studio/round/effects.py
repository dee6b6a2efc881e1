"""What the orchestrator wants done. Effects are derived from inputs alone, stored with them, and carried out after."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from studio.messages.bus import Refusal
from studio.messages.commands import Role
from studio.messages.events import AnyEvent


class Effect(msgspec.Struct, frozen=True, tag_field="effect"):
    """Base of all effects."""


class Publish(Effect, frozen=True, tag="publish"):
    """An event for the backend: it goes to the outbox in the transaction of its input."""

    event: AnyEvent


class Ask(Effect, frozen=True, tag="ask"):
    """The prompt on the dealer's screen changes."""

    step: int
    key: str
    about: dict[str, str]


class Say(Effect, frozen=True, tag="say"):
    """Words that the dealer announces; a key of the wording catalogue."""

    words: str


class StartTimer(Effect, frozen=True, tag="start_timer"):
    """Start the timer; it answers with `TimerEnded(timer, token)`."""

    timer: str
    token: int
    after_s: float


class StopTimer(Effect, frozen=True, tag="stop_timer"):
    """Stop the timer, if it still runs."""

    timer: str
    token: int


class Alarm(Effect, frozen=True, tag="alarm"):
    """Somebody must look. `what` is a key of the wording catalogue."""

    priority: Literal["low", "medium", "high"]
    what: str
    detail: str


class Answer(Effect, frozen=True, tag="answer"):
    """The answer to a command."""

    command_id: str
    accepted: bool
    why: str


class Admit(Effect, frozen=True, tag="admit"):
    """The answer to somebody who wanted to be let in. The token of the session is not here: the process has it."""

    attempt: str
    person: str | None
    role: Role | None = None
    refusal: Refusal | None = None
    why: str = ""
    locked_until_utc: str | None = None


class DrawChance(Effect, frozen=True, tag="draw_chance"):
    """Have the audited generator draw; it answers with `ChanceDrawn`."""

    draw: str


class SendOrder(Effect, frozen=True, tag="send_order"):
    """Give a device an order; it answers with a `CommandAnswered` reading (`read_parameters` with its parameters)."""

    device: str
    order: str
    value: str = ""


AnyEffect: TypeAlias = Publish | Ask | Say | StartTimer | StopTimer | Alarm | Answer | Admit | DrawChance | SendOrder
