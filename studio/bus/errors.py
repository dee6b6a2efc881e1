"""What can go wrong between a table and those who talk to it. Each text says what, where, and what to do."""

# ruff: noqa: N818  (the names say what happened, as a log line would)
from __future__ import annotations

from studio.messages.bus import RefusalCode


class BusError(Exception):
    """Base of all errors of the bus and its clients."""


class EndpointRefused(BusError):
    """An endpoint cannot be bound or connected."""


class EventChanged(BusError):
    """An event came again under its id with another content. It is not acknowledged."""


class EventRejected(BusError):
    """The consumer's own books do not take an event, for the reason in the text. The table is told, and holds it."""


class StoreRefused(BusError):
    """A consumer's store cannot be used. The file is as it was."""


class NoAnswer(BusError, TimeoutError):
    """The table did not answer in time. A command may have been carried out: ask again with the same id."""


class CommandRefused(BusError):
    """The table did not take the command at all: `code` for a program, `why` for a person."""

    def __init__(self, code: RefusalCode, why: str) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code
        self.why = why
