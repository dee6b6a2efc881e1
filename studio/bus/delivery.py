"""Delivery of results to the one consumer, without sockets and without a clock: window, acknowledgement, resending.

Events leave in order and stay in flight until they are acknowledged; what is stored as acknowledged has no gaps. Time
comes in as `now_s` (monotonic seconds).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from studio.bus.outbox import Outbox
from studio.bus.wire import Sent
from studio.journal.rows import OutboxRow

WINDOW: Final = 64
"""Events in flight at most."""

RESEND_FIRST_S: Final = 1.0
RESEND_LONGEST_S: Final = 10.0


class Verdict(enum.Enum):
    """What an acknowledgement came to."""

    TAKEN = "taken"
    REPEATED = "repeated"
    """The event had been acknowledged before: nothing changes."""
    UNKNOWN = "unknown"
    """No such event was sent."""
    WRONG_ID = "wrong_id"
    """The event of that number has another id."""


@dataclass(slots=True)
class _Flight:
    row: OutboxRow
    attempt: int
    acknowledged: bool = False


class ResultDelivery:
    """The way of the outbox of `table` and `epoch` to the consumer. `send` puts a frame on the wire or says why not."""

    def __init__(self, outbox: Outbox, *, table: str, epoch: str, send: Callable[[bytes], Sent]) -> None:
        self._outbox = outbox
        self._table = table
        self._epoch = epoch
        self._send = send
        self._flights: dict[int, _Flight] = {}
        self._attempts: dict[int, int] = {}
        self._sent_seq = 0
        self._timeout_s = RESEND_FIRST_S
        self._due_s: float | None = None
        self.resent = 0
        """Deliveries beyond the first attempt since the start."""

    @property
    def in_flight(self) -> int:
        """Events sent and not yet acknowledged without a gap."""
        return len(self._flights)

    @property
    def behind(self) -> bool:
        """Events wait for their first sending."""
        return self._sent_seq < self._outbox.last_event_seq

    def begin(self, have_seq: int, utc: str) -> int:
        """Take up delivery after `have_seq`, which counts as acknowledged; return the first number to be sent.

        Raises `ValueError` when `have_seq` lies beyond what was published, and what the outbox raises.
        """
        if have_seq > self._outbox.last_event_seq:
            raise ValueError(
                f"the consumer has event {have_seq} of {self._table}:{self._epoch}, "
                f"but the last one published is {self._outbox.last_event_seq}"
            )
        if have_seq > self._outbox.acknowledged_seq:
            self._outbox.acknowledge(have_seq, utc)
        self._attempts = {seq: flight.attempt for seq, flight in self._flights.items() if seq > have_seq}
        self._flights.clear()
        self._sent_seq = have_seq
        self._timeout_s = RESEND_FIRST_S
        self._due_s = None
        return have_seq + 1

    def pump(self, now_s: float, fresh: Sequence[OutboxRow] = ()) -> Sent:
        """Send what has not been sent, as far as the window and the wire allow.

        `fresh` are rows just committed; they save reading them again when they are the next ones.
        """
        while self.behind and len(self._flights) < WINDOW:
            room = WINDOW - len(self._flights)
            rows = fresh[:room] if fresh and fresh[0].seq == self._sent_seq + 1 else None
            for row in rows or self._outbox.outbox_after(self._sent_seq, room):
                if row.seq != self._sent_seq + 1:
                    raise ValueError(f"the outbox of {self._table} has {row.seq} after {self._sent_seq}")
                attempt = self._attempts.get(row.seq, 0) + 1
                sent = self._send(deliver_frame(row.body, attempt))
                if sent is not Sent.OUT:
                    return sent
                self._attempts.pop(row.seq, None)
                self._flights[row.seq] = _Flight(row, attempt)
                self._sent_seq = row.seq
                self.resent += attempt > 1
                if self._due_s is None:
                    self._due_s = now_s + self._timeout_s
        return Sent.OUT

    def resend(self, now_s: float, *, only_oldest: bool) -> Sent:
        """Send again what is in flight, when it is due: after 1 s, then after twice as long each time, up to 10 s.

        `only_oldest` asks a consumer that has fallen silent with one event instead of burying it under a window.
        """
        if self._due_s is None or now_s < self._due_s:
            return Sent.OUT
        self._timeout_s = min(2 * self._timeout_s, RESEND_LONGEST_S)
        self._due_s = now_s + self._timeout_s
        waiting = [flight for flight in self._flights.values() if not flight.acknowledged]
        for flight in waiting[:1] if only_oldest else waiting:
            sent = self._send(deliver_frame(flight.row.body, flight.attempt + 1))
            if sent is not Sent.OUT:
                return sent
            flight.attempt += 1
            self.resent += 1
        return Sent.OUT

    def acknowledge(self, seq: int, event_id: str, now_s: float, utc: str) -> Verdict:
        """The consumer has committed event `seq`, it says. Raises what the outbox raises; then nothing has changed."""
        if not 1 <= seq <= self._sent_seq:
            return Verdict.UNKNOWN
        flight = self._flights.get(seq)
        if event_id != (flight.row.id if flight else f"{self._table}:{self._epoch}:{seq}"):
            return Verdict.WRONG_ID
        if flight is None or flight.acknowledged:
            return Verdict.REPEATED
        self._store(seq, utc)
        if flight.attempt == 1:
            # Only an answer to a first attempt shows that the consumer is quick again.
            self._timeout_s = RESEND_FIRST_S
        self._due_s = now_s + self._timeout_s if self._flights else None
        return Verdict.TAKEN

    def _store(self, seq: int, utc: str) -> None:
        settled = []
        for number, flight in self._flights.items():
            if number != seq and not flight.acknowledged:
                break
            settled.append(number)
        if settled and settled[-1] > self._outbox.acknowledged_seq:
            self._outbox.acknowledge(settled[-1], utc)
        self._flights[seq].acknowledged = True
        for number in settled:
            del self._flights[number]


def deliver_frame(body: bytes, attempt: int) -> bytes:
    """The `deliver` frame around an event's stored JSON, byte for byte as it was stored."""
    return b'{"frame":"deliver","event":%b,"attempt":%d}' % (body, attempt)
