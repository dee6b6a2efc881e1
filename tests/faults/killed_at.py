"""`studio`, which kills itself the first time it comes to a named step with a round's result. Run by a test:

python killed_at.py STEP run TABLE.toml …
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from devices.readings import WheelResult
from studio.bus.seat import ConsumerSeat
from studio.journal.store import Journal
from studio.messages.events import RoundResult
from studio.round.effects import Publish
from studio.round.inputs import DeviceSaid
from studio.table import Table

STEPS = (
    "after_read",
    "before_commit",
    "between_rows",
    "after_commit",
    "before_send",
    "after_send",
    "before_ack_stored",
    "after_ack_stored",
)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def around(owner: type, name: str, when: str, so: Callable[..., bool]) -> None:
    """Have `owner.name` end the process before or after it did its work, when `so` is true of its arguments."""
    original = getattr(owner, name)

    def watched(self: Any, *args: Any, **more: Any) -> Any:
        chosen = so(self, *args)
        if chosen and when == "before":
            die()
        result = original(self, *args, **more)
        if chosen and when == "after":
            die()
        return result

    setattr(owner, name, watched)


def publishes_result(_: Any, group: Any) -> bool:
    return any(
        isinstance(effect, Publish) and isinstance(effect.event, RoundResult)
        for _, effects in group
        for effect in effects
    )


def brings_more_than_a_result(journal: Journal, group: Any) -> bool:
    """A result that is written together with another input: then the process ends when the second is inserted."""
    if len(group) > 1 and publishes_result(journal, group):
        inserted: list[str] = []

        def stop_at_the_second(statement: str) -> None:
            inserted.extend([statement] if statement.startswith("INSERT INTO inputs") else [])
            if len(inserted) == 2:
                die()

        writer: Any = journal._writer
        writer._durable.set_trace_callback(stop_at_the_second)
    return False


def is_acknowledgement_of_result(journal: Journal, seq: int, utc: str) -> bool:
    rows = journal.outbox_after(journal.acknowledged_seq, seq - journal.acknowledged_seq)
    return any(row.body.startswith(b'{"type":"round.result"') for row in rows)


def arm(step: str) -> None:
    when, _, what = step.partition("_")
    match what:
        case "read":
            around(Table, "record", "before", lambda _, given: _is_result(given))
        case "commit":
            around(Journal, "append_all", when, publishes_result)
        case "rows":
            around(Journal, "append_all", when, brings_more_than_a_result)
        case "send":
            around(ConsumerSeat, "_send", when, lambda _, frame: b'"type":"round.result"' in frame)
        case "ack_stored":
            around(Journal, "acknowledge", when, is_acknowledgement_of_result)


def _is_result(given: Any) -> bool:
    return isinstance(given, DeviceSaid) and isinstance(given.reading, WheelResult)


if __name__ == "__main__":
    from studio.cli import main

    arm(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
