"""Which events a `resend` asks for, without sockets: from the outbox, with the identity that they have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from studio.bus.outbox import Outbox
from studio.journal.rows import OutboxRow
from studio.messages.bus import Resend

AT_MOST: Final = 64
"""Events in one answer."""

_FORMER: Final = "events of a former epoch are in the table's archive"


class Again(NamedTuple):
    """The events, in order; `why_not` says why there are none to be had."""

    rows: Sequence[OutboxRow]
    why_not: str | None = None


def asked_for(outbox: Outbox, table: str, epoch: str, asked: Resend) -> Again:
    """What the outbox of `table` and `epoch` has of it, 64 events at most. Raises what the outbox raises."""
    if asked.id:
        of_table, _, number = asked.id.rpartition(":")
        if of_table != f"{table}:{epoch}" or not (number.isascii() and number.isdecimal() and len(number) <= 15):
            return Again((), f"{asked.id[:100]} is no event of {table}:{epoch}; {_FORMER}")
        first = last = int(number)
    else:
        if asked.epoch != epoch:
            return Again((), f"the epoch of {table} is {epoch}, not {asked.epoch[:40]!r}; {_FORMER}")
        first = max(asked.from_seq, 1)
        last = asked.to_seq or outbox.last_event_seq
    if not 1 <= first <= last <= outbox.last_event_seq:
        return Again((), f"events {first} to {last} were not all published; the last is {outbox.last_event_seq}")
    return Again(outbox.outbox_after(first - 1, min(last - first + 1, AT_MOST)))
