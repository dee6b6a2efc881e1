"""Delivery of results to the one consumer, without sockets and without a clock: window, acknowledgement, resending.

Events leave in order and stay in flight until they are acknowledged; what is stored as acknowledged has no gaps. One
that the consumer rejects holds back whatever follows it. Time comes in as `now_s` (monotonic seconds).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from studio.bus.outbox import Outbox
from studio.bus.wire import Sent
from studio.journal.rows import OutboxRow

WINDOW: Final = 64
"""Events in flight at most."""

RESEND_FIRST_S: Final = 1.0
RESEND_LONGEST_S: Final = 10.0
UNCONFIRMED_AFTER_S: Final = 3.0
"""How long the oldest event in flight may be unanswered before that is told."""

Outcome: TypeAlias = Literal["unconfirmed", "rejected", "acknowledged"]
OnOutcome: TypeAlias = Callable[[Outcome, str, str, str], None]
"""Told when an event is rejected or remains unanswered, and when one of these is acknowledged after all: the outcome,
the event's id, and for a rejection its code and why."""


class Verdict(enum.Enum):
    """What an acknowledgement came to."""

    TAKEN = "taken"
    REPEATED = "repeated"
    """The event had been acknowledged before: nothing changes."""
    UNKNOWN = "unknown"
    """No such event was sent."""
    WRONG_ID = "wrong_id"
    """The event of that number has another id."""
    ACKNOWLEDGED = "already_acknowledged"
    """It is rejected after it was acknowledged: too late."""


class Outcomes(NamedTuple):
    """How many of the events that are not acknowledged wait, are sent, are unconfirmed, and are rejected."""

    waiting: int
    sent: int
    unconfirmed: int
    rejected: int


@dataclass(slots=True)
class _Flight:
    row: OutboxRow
    attempt: int
    sent_s: float
    acknowledged: bool = False
    overdue: bool = False
    """It was sent again since its answer did not come in time."""
    rejected: tuple[str, str] | None = None
    """The code and the reason with which the consumer last refused it."""


class _Trouble(NamedTuple):
    """What was told of an event, until it is acknowledged."""

    seq: int
    event_id: str
    rejected: tuple[str, str] | None = None


class ResultDelivery:
    """The way of the outbox of `table` and `epoch` to the consumer. `send` puts a frame on the wire or says why not."""

    def __init__(
        self,
        outbox: Outbox,
        *,
        table: str,
        epoch: str,
        send: Callable[[bytes], Sent],
        on_outcome: OnOutcome | None = None,
    ) -> None:
        self._outbox = outbox
        self._table = table
        self._epoch = epoch
        self._send = send
        self._flights: dict[int, _Flight] = {}
        self._attempts: dict[int, int] = {}
        self._sent_seq = 0
        self._timeout_s = RESEND_FIRST_S
        self._due_s: float | None = None
        self._on_outcome = on_outcome or (lambda *_: None)
        self._trouble: _Trouble | None = None
        self._doubtful_seq = outbox.last_event_seq
        """Up to here events may have been sent by the process before this one."""
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

    @property
    def rejected(self) -> tuple[str, str] | None:
        """The id of the event that the consumer will not take, and why; None when there is none."""
        if self._trouble is None or self._trouble.rejected is None:
            return None
        found = self._flights.get(self._trouble.seq)
        return (found.row.id, ": ".join(found.rejected)) if found is not None and found.rejected else None

    def outcomes(self, *, consumer_present: bool) -> Outcomes:
        """What became of the events that are not acknowledged; without its consumer nothing sent will be answered."""
        open_flights = [flight for flight in self._flights.values() if not flight.acknowledged]
        rejected = sum(flight.rejected is not None for flight in open_flights)
        sent = sum(consumer_present and not flight.overdue and flight.rejected is None for flight in open_flights)
        first_unsent = max(self._sent_seq, self._outbox.acknowledged_seq) + 1
        doubtful = max(self._doubtful_seq + 1 - first_unsent, 0)
        return Outcomes(
            waiting=self._outbox.last_event_seq + 1 - first_unsent - doubtful,
            sent=sent,
            unconfirmed=len(open_flights) - rejected - sent + doubtful,
            rejected=rejected,
        )

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
        self._doubtful_seq = 0
        self._sent_seq = have_seq
        self._timeout_s = RESEND_FIRST_S
        self._due_s = None
        if self._trouble is not None and self._trouble.seq <= have_seq:
            self._settle_trouble()
        return have_seq + 1

    def pump(self, now_s: float, fresh: Sequence[OutboxRow] = ()) -> Sent:
        """Send what has not been sent, as far as the window and the wire allow.

        `fresh` are rows just committed; they save reading them again when they are the next ones.
        """
        while self.behind and len(self._flights) < WINDOW and self.rejected is None:
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
                held = self._known_rejection(row.seq)
                self._flights[row.seq] = _Flight(row, attempt, now_s, rejected=held)
                self._sent_seq = row.seq
                self.resent += attempt > 1
                if self._due_s is None:
                    self._due_s = now_s + self._timeout_s
                if held is not None:
                    return Sent.OUT
        return Sent.OUT

    def _known_rejection(self, seq: int) -> tuple[str, str] | None:
        """Why the consumer refused this event before it said hello again: nothing follows it until it is taken."""
        trouble = self._trouble
        return trouble.rejected if trouble is not None and trouble.seq == seq else None

    def resend(self, now_s: float, *, only_oldest: bool) -> Sent:
        """Send again what is in flight, when it is due: after 1 s, then after twice as long each time, up to 10 s.

        `only_oldest` asks a consumer that has fallen silent with one event instead of burying it under a window; one
        that rejects an event is asked with that event alone, too.
        """
        if self._due_s is None or now_s < self._due_s:
            return Sent.OUT
        self._timeout_s = min(2 * self._timeout_s, RESEND_LONGEST_S)
        self._due_s = now_s + self._timeout_s
        waiting = [flight for flight in self._flights.values() if not flight.acknowledged]
        for flight in waiting[:1] if only_oldest or self.rejected else waiting:
            sent = self._send(deliver_frame(flight.row.body, flight.attempt + 1))
            if sent is not Sent.OUT:
                return sent
            flight.attempt += 1
            flight.overdue = True
            self.resent += 1
        return Sent.OUT

    def look(self, now_s: float) -> None:
        """Tell when the oldest event in flight has been without an answer for too long; once until it has one."""
        oldest = next((flight for flight in self._flights.values() if not flight.acknowledged), None)
        if oldest is None or self._trouble is not None or now_s - oldest.sent_s < UNCONFIRMED_AFTER_S:
            return
        oldest.overdue = True
        self._trouble = _Trouble(oldest.row.seq, oldest.row.id)
        self._on_outcome("unconfirmed", oldest.row.id, "", "")

    def reject(self, seq: int, event_id: str, reason: tuple[str, str], now_s: float) -> Verdict:
        """The consumer will not take event `seq`: `reason` is its code and why. It is offered again each 10 s."""
        flight = self._flights.get(seq)
        if not 1 <= seq <= self._sent_seq:
            return Verdict.UNKNOWN
        if event_id != (flight.row.id if flight else f"{self._table}:{self._epoch}:{seq}"):
            return Verdict.WRONG_ID
        if flight is None or flight.acknowledged:
            return Verdict.ACKNOWLEDGED
        self._timeout_s = RESEND_LONGEST_S
        self._due_s = now_s + RESEND_LONGEST_S
        if flight.rejected == reason:
            return Verdict.REPEATED
        flight.rejected = reason
        self._trouble = _Trouble(seq, event_id, reason)
        self._on_outcome("rejected", event_id, *reason)
        return Verdict.TAKEN

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
        held, flight.rejected = flight.rejected is not None, None
        if self._trouble is not None and self._trouble.seq == seq:
            self._settle_trouble()
        if held and self._flights:
            # The consumer let go of what followed it: that goes out again at once.
            self._timeout_s = RESEND_FIRST_S
            self._due_s = now_s
            self.resend(now_s, only_oldest=False)
            for following in self._flights.values():
                following.overdue, following.sent_s = False, now_s
        return Verdict.TAKEN

    def _settle_trouble(self) -> None:
        trouble, self._trouble = self._trouble, None
        if trouble is not None:
            self._on_outcome("acknowledged", trouble.event_id, "", "")

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
