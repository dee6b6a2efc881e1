"""What the bus needs of a journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from studio.journal.rows import OutboxRow


class Outbox(Protocol):
    """The published events of one table and epoch: numbered from 1 without gaps, all of them kept."""

    @property
    def last_event_seq(self) -> int:
        """The number of the last published event, 0 when there is none. Asked often: it must be cheap."""
        ...

    @property
    def acknowledged_seq(self) -> int:
        """Every event up to and including this one is acknowledged; 0 when none is. Asked often."""
        ...

    def outbox_after(self, seq: int, limit: int) -> Sequence[OutboxRow]:
        """At most `limit` events that follow event `seq`, in order, acknowledged or not."""
        ...

    def acknowledge(self, seq: int, utc: str) -> None:
        """Every event up to and including `seq` is acknowledged at `utc`. Raises when it could not be stored."""
        ...
