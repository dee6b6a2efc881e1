"""The place of the one consumer at a table: who sits there, what it is sent, what it answers, how far off its clock is.

Without sockets: what goes out is handed to `Ways`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

import structlog

from devices.clock import Clock, TimerHandle
from studio.bus.again import asked_for
from studio.bus.backend_clock import BackendClock, OnClock, answer
from studio.bus.delivery import OnOutcome, ResultDelivery, Verdict, deliver_frame
from studio.bus.latency import Latencies
from studio.bus.outbox import Outbox
from studio.bus.wire import Sent
from studio.journal.rows import OutboxRow
from studio.messages.bus import Ack, FromTable, Heartbeat, Hello, RefusalCode, Reject, Resend, Resent, Welcome
from studio.messages.telemetry import Delivery

HEARTBEAT_S: Final = 1.0
SILENT_AFTER_S: Final = 3.0

_RETRY_S = 0.02
"""How soon a full queue is tried again."""

_log = structlog.get_logger(__name__)


class Refuse(Protocol):
    """Tells a peer that the table does not take its frame."""

    def __call__(self, sender: bytes, code: RefusalCode, why: str, *, about: str = "") -> None: ...


class Ways(NamedTuple):
    """How frames leave: `send` bytes to a peer, `tell` it a frame, `refuse` what it said; `counts` what is counted."""

    send: Callable[[bytes, bytes], Sent]
    tell: Callable[[bytes, FromTable], Sent]
    refuse: Refuse
    counts: Counter[str]


class Watchers(NamedTuple):
    """Who is told what of the consumer: see `TableBus`."""

    on_presence: Callable[[bool], None] | None = None
    on_outcome: OnOutcome | None = None
    on_clock: OnClock | None = None


class ConsumerSeat:
    """Serves the consumer called `consumer` with the outbox of `table` and `epoch`, and one of that name at a time."""

    def __init__(
        self,
        outbox: Outbox,
        *,
        table: str,
        epoch: str,
        consumer: str,
        clock: Clock,
        ways: Ways,
        watchers: Watchers,
        clock_limit_ms: float,
    ) -> None:
        self.latencies = Latencies()
        self.delivery = ResultDelivery(
            outbox, table=table, epoch=epoch, send=self._send, on_outcome=watchers.on_outcome
        )
        self._outbox = outbox
        self._table = table
        self._epoch = epoch
        self._consumer = consumer
        self._clock = clock
        self._ways = ways
        self._on_presence = watchers.on_presence
        self._backend_clock = BackendClock(clock, clock_limit_ms, watchers.on_clock)
        self._peer: bytes | None = None
        self._heard_s = 0.0
        self._told_s = 0.0
        self._present = False
        self._retry_handle: TimerHandle | None = None
        self._log = _log.bind(table=table, consumer=consumer)

    @property
    def present(self) -> bool:
        """The consumer has said hello and was heard within the last 3 s."""
        return self._peer is not None and self._clock.monotonic_s() - self._heard_s <= SILENT_AFTER_S

    def stats(self) -> Delivery:
        """How the results go out; latencies over the last 200 acknowledged events that were stamped, in ms."""
        taken_ms = self.latencies.percentiles_ms()
        rejected = self.delivery.rejected
        offset = self._backend_clock.offset
        return Delivery(
            published=self._outbox.last_event_seq,
            unacknowledged=self._outbox.last_event_seq - self._outbox.acknowledged_seq,
            consumer=self._consumer if self.present else None,
            latency_p50_ms=taken_ms[0] if taken_ms else None,
            latency_p99_ms=taken_ms[1] if taken_ms else None,
            **self.delivery.outcomes(consumer_present=self.present)._asdict(),
            rejected_id=rejected[0] if rejected else None,
            rejected_why=rejected[1] if rejected else None,
            clock_offset_ms=round(offset.offset_ms, 3) if offset else None,
            clock_error_ms=round(offset.error_ms, 3) if offset else None,
        )

    # --- time and the outbox ------------------------------------------------------------------------------------

    def notify(self, fresh: Sequence[OutboxRow] = ()) -> None:
        """The outbox has new events (`fresh` may hold them): send as far as the window allows."""
        if self._peer is not None:
            self._after_send(self.delivery.pump(self._clock.monotonic_s(), fresh))

    def tick(self, now_s: float) -> None:
        """Heartbeats, resending, presence; four times a second."""
        if self._peer is not None:
            if self._present and not self.present:
                self._log.warning("bus.consumer_silent")
            self._set_present(self.present)
            sent = self.delivery.resend(now_s, only_oldest=not self._present)
            if sent is Sent.OUT and (now_s - self._told_s >= HEARTBEAT_S or self._backend_clock.due):
                sent = self._ways.tell(self._peer, self._backend_clock.ask())
                self._told_s = now_s
            self._after_send(sent)
        self.delivery.look(now_s)

    def leave(self) -> None:
        """Nobody sits here any more: the sockets are closed."""
        if self._retry_handle is not None:
            self._retry_handle.cancel()
            self._retry_handle = None
        self._peer = None
        self._present = False

    # --- what comes in ------------------------------------------------------------------------------------------

    def heard(self, sender: bytes) -> None:
        """Something came from a peer, whatever it is."""
        if sender == self._peer:
            self._heard_s = self._clock.monotonic_s()

    def take(self, sender: bytes, frame: Hello | Ack | Reject | Resend | Heartbeat) -> None:
        """A frame of a consumer, or of somebody who would be one."""
        match frame:
            case Ack():
                self._on_ack(sender, frame)
            case Heartbeat():
                self._on_heartbeat(sender, frame)
            case Hello():
                self._on_hello(sender, frame)
            case Reject():
                self._on_reject(sender, frame)
            case Resend():
                self._on_resend(sender, frame)

    def _on_hello(self, sender: bytes, hello: Hello) -> None:
        if hello.consumer != self._consumer:
            why = f"this table's results go to {self._consumer!r} alone"
            self._ways.refuse(sender, "unknown_consumer", why, about=hello.consumer)
            return
        if sender != self._peer and self._is_taken():
            why = f"{self._consumer!r} is connected already; its place is free when it has gone or been silent for 3 s"
            self._ways.refuse(sender, "consumer_taken", why)
            return
        have_seq = hello.have_seq if hello.epoch == self._epoch else 0
        try:
            next_seq = self.delivery.begin(have_seq, self._clock.utc())
        except ValueError as error:
            self._ways.refuse(sender, "ahead_of_table", str(error))
            return
        if sender != self._peer:
            self._backend_clock.forget()
        self._peer = sender
        self._heard_s = self._clock.monotonic_s()
        self._set_present(True)
        self._log.info("bus.consumer_hello", next_seq=next_seq)
        self._ways.tell(sender, Welcome(self._table, self._epoch, next_seq))
        self.notify()

    def _is_taken(self) -> bool:
        """A peer sits here that is connected and was heard of lately."""
        return self.present and self._peer is not None and self._ways.tell(self._peer, Heartbeat()) is not Sent.GONE

    def _on_ack(self, sender: bytes, ack: Ack) -> None:
        if not self._is_about_us(sender, ack):
            return
        verdict = self.delivery.acknowledge(ack.seq, ack.id, self._clock.monotonic_s(), self._clock.utc())
        if verdict is Verdict.TAKEN:
            self.latencies.measure(self._outbox.acknowledged_seq, self._clock.monotonic_ns())
            self.notify()
        elif verdict is Verdict.REPEATED:
            self._ways.counts["repeated_acks"] += 1
        else:
            self._not_an_answer(sender, ack, verdict)

    def _on_reject(self, sender: bytes, reject: Reject) -> None:
        if not self._is_about_us(sender, reject):
            return
        why = reject.why[:200]
        verdict = self.delivery.reject(reject.seq, reject.id, (reject.code, why), self._clock.monotonic_s())
        if verdict is Verdict.TAKEN:
            self._log.error("bus.event_rejected", id=reject.id, code=reject.code, why=why)
            self._ways.counts["rejected"] += 1
        elif verdict is not Verdict.REPEATED:
            self._not_an_answer(sender, reject, verdict)

    def _is_about_us(self, sender: bytes, answered: Ack | Reject) -> bool:
        if sender != self._peer:
            why = "only the table's consumer answers: say hello"
            self._ways.refuse(sender, "not_consumer", why, about=answered.id)
        elif answered.table != self._table:
            why = f"this is table {self._table}, not {answered.table}"
            self._ways.refuse(sender, "unknown_event", why, about=answered.id)
        else:
            return True
        return False

    def _not_an_answer(self, sender: bytes, answered: Ack | Reject, verdict: Verdict) -> None:
        match verdict:
            case Verdict.WRONG_ID:
                why = f"event {answered.seq} has another id than {answered.id!r}"
                self._ways.refuse(sender, "wrong_id", why, about=answered.id)
            case Verdict.ACKNOWLEDGED:
                why = f"event {answered.seq} is acknowledged already; have its round voided or corrected"
                self._ways.refuse(sender, "already_acknowledged", why, about=answered.id)
            case _:
                why = f"event {answered.seq} was never sent"
                self._ways.refuse(sender, "unknown_event", why, about=answered.id)

    def _on_resend(self, sender: bytes, asked: Resend) -> None:
        self._ways.counts["resends_asked"] += 1
        again = asked_for(self._outbox, self._table, self._epoch, asked)
        if again.why_not is not None:
            self._ways.refuse(
                sender, "unknown_event", again.why_not, about=asked.id or f"{asked.epoch}:{asked.from_seq}"
            )
            return
        for row in again.rows:
            self._ways.send(sender, deliver_frame(row.body, 2))
        first, last = again.rows[0].seq, again.rows[-1].seq
        self._ways.tell(sender, Resent(self._table, self._epoch, first, last, self._outbox.last_event_seq))

    def _on_heartbeat(self, sender: bytes, heartbeat: Heartbeat) -> None:
        if sender != self._peer:
            self._ways.refuse(sender, "not_consumer", "the table does not know you as its consumer: say hello")
            return
        if heartbeat.answers is not None:
            self._backend_clock.answered(heartbeat)
        if heartbeat.n is not None:
            self._ways.tell(sender, answer(heartbeat, self._clock))

    # --- what goes out ------------------------------------------------------------------------------------------

    def _send(self, frame: bytes) -> Sent:
        if self._peer is None:
            return Sent.GONE
        sent = self._ways.send(self._peer, frame)
        if sent is Sent.OUT:
            self._told_s = self._clock.monotonic_s()
        return sent

    def _after_send(self, sent: Sent) -> None:
        if sent is Sent.GONE:
            self._log.warning("bus.consumer_gone")
            self._peer = None
            self._set_present(False)
        elif sent is Sent.FULL and self._retry_handle is None:
            self._retry_handle = self._clock.call_later_real(_RETRY_S, self._retry)

    def _retry(self) -> None:
        self._retry_handle = None
        self.notify()

    def _set_present(self, present: bool) -> None:
        if present != self._present:
            self._present = present
            if self._on_presence is not None:
                self._on_presence(present)
