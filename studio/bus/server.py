"""The table's end of the bus: one ROUTER for results and commands, one PUB for telemetry, on the table's event loop."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Final, Self

import msgspec
import structlog
import zmq

from devices.clock import Clock, TimerHandle
from studio.bus.delivery import ResultDelivery, Verdict
from studio.bus.desk import CommandDesk
from studio.bus.gate import BusKeys, Gate
from studio.bus.outbox import Outbox
from studio.bus.refusal import id_of, why_not
from studio.bus.telemetry import Telemetry
from studio.bus.wire import TO_TABLE_MAX_BYTES, Sent, Wire, router_options
from studio.journal.rows import OutboxRow
from studio.messages.bus import (
    Ack,
    FromTable,
    Heartbeat,
    Hello,
    Look,
    Order,
    RefusalCode,
    Refused,
    Reply,
    ToTable,
    View,
    Welcome,
)
from studio.messages.commands import AnyCommand
from studio.messages.telemetry import Delivery, TableView

HEARTBEAT_S: Final = 1.0
SILENT_AFTER_S: Final = 3.0

_TICK_S = 0.25
_RETRY_S = 0.02
"""How soon a full queue is tried again."""
_LATENCIES = 200
_STAMPS = 4096

_log = structlog.get_logger(__name__)


class TableBus:
    """Serves one consumer with the events of an outbox, and anybody with views and answers to commands.

    Timers run by `clock.call_later_real`: links keep the world's time where a demonstration compresses physical times.
    `on_command` is given each command once (in one run of the process); the table answers through `reply`.
    `on_presence` is told when the consumer comes and when it has been silent for 3 s.
    With `keys` both sockets have CURVE: only bearers of the keys on the list get through, and each in its role alone;
    without, they are plain, which is for the loopback. `on_refused` is told the code and the reason when
    something was refused, the first, second, fourth, eighth … time.
    """

    def __init__(
        self,
        results_endpoint: str,
        telemetry_endpoint: str,
        *,
        table: str,
        epoch: str,
        outbox: Outbox,
        consumer: str,
        on_command: Callable[[AnyCommand], None],
        view: Callable[[], TableView],
        clock: Clock,
        on_presence: Callable[[bool], None] | None = None,
        keys: BusKeys | None = None,
        on_refused: Callable[[str, str], None] | None = None,
    ) -> None:
        self.results_endpoint = results_endpoint
        """Where results are bound; once started, the endpoint that a wildcard came to be."""
        self.telemetry_endpoint = telemetry_endpoint
        self._table = table
        self._epoch = epoch
        self._outbox = outbox
        self._consumer = consumer
        self._on_command = on_command
        self._view = view
        self._clock = clock
        self._on_presence = on_presence
        self._keys = keys
        self._on_refused = on_refused
        self._gate: Gate | None = None
        self._delivery = ResultDelivery(outbox, table=table, epoch=epoch, send=self._send_to_consumer)
        self._desk = CommandDesk()
        self._counts: Counter[str] = Counter()
        self._context: zmq.SyncContext | None = None
        self._results: Wire | None = None
        self._telemetry: Telemetry | None = None
        self._peer: bytes | None = None
        self._heard_s = 0.0
        self._told_s = 0.0
        self._published_s = 0.0
        self._present = False
        self._tick_handle: TimerHandle | None = None
        self._retry_handle: TimerHandle | None = None
        self._stamps: OrderedDict[int, int] = OrderedDict()
        self._latencies: deque[float] = deque(maxlen=_LATENCIES)
        self._decoder = msgspec.json.Decoder(ToTable)
        self._encoder = msgspec.json.Encoder()
        self._log = _log.bind(table=table)

    # --- life ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Bind both sockets on the running loop. Raises `EndpointRefused`; then nothing is left open."""
        self._context = zmq.Context(io_threads=1)
        try:
            curve = self._keys.options() if self._keys is not None else {}
            if self._keys is not None:
                self._gate = Gate(self._context, self._keys, self._turned_away)
            self._results = Wire(self._context, zmq.ROUTER, self._on_message, options={**router_options(), **curve})
            self.results_endpoint = self._results.bind(self.results_endpoint)
            if self._gate is not None:
                self._gate.watch(self._results)
            self._telemetry = Telemetry(self._context, self.telemetry_endpoint, self._keys, self._gate)
            self.telemetry_endpoint = self._telemetry.endpoint
            self._log.info("bus.open", results=self.results_endpoint, telemetry=self.telemetry_endpoint)
            self._tick()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the sockets at once; what was on its way is in the outbox. May be called again."""
        for handle in (self._tick_handle, self._retry_handle):
            if handle is not None:
                handle.cancel()
        self._tick_handle = self._retry_handle = None
        for wire in (self._results, self._telemetry):
            if wire is not None:
                wire.close()
        if self._gate is not None:
            self._gate.close()
            self._gate = None
        if self._context is not None:
            self._context.term()
            self._context = None
        self._results = self._telemetry = None
        self._peer = None
        self._present = False

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- what the table tells -----------------------------------------------------------------------------------

    def notify(self, fresh: Sequence[OutboxRow] = ()) -> None:
        """The outbox has new events: they are on the wire when this returns, as far as the window allows.

        `fresh` may hold the rows just committed, which saves reading them again.
        """
        if self._peer is not None:
            self._after_send(self._delivery.pump(self._clock.monotonic_s(), fresh))

    def reply(self, reply: Reply) -> None:
        """The table's answer to a command: goes to whoever sent it last, and to whoever repeats it."""
        sender = self._desk.settle(reply)
        if sender is not None:
            self._tell(sender, reply)

    def publish_view(self, view: TableView) -> None:
        """Show the view to all screens. One that is slow misses some: the next carries everything again."""
        if self._telemetry is not None:
            self._published_s = self._clock.monotonic_s()
            self._telemetry.send(self._encoder.encode(View(view)))

    def stamp(self, seq: int, monotonic_ns: int) -> None:
        """The reading behind event `seq` came at `monotonic_ns` of the bus's clock: latency is measured from there."""
        self._stamps[seq] = monotonic_ns
        while len(self._stamps) > _STAMPS:
            self._stamps.popitem(last=False)

    # --- what the table asks ------------------------------------------------------------------------------------

    @property
    def consumer_present(self) -> bool:
        """The consumer has said hello and was heard within the last 3 s."""
        return self._peer is not None and self._clock.monotonic_s() - self._heard_s <= SILENT_AFTER_S

    @property
    def counts(self) -> Mapping[str, int]:
        """How often something was refused, by its code, and `repeated_acks`, `resent`, `views_asked`, `commands`."""
        return {**self._counts, "resent": self._delivery.resent}

    def delivery_stats(self) -> Delivery:
        """How the results go out; latencies over the last 200 acknowledged events that were stamped, in ms."""
        ordered = sorted(self._latencies)
        return Delivery(
            published=self._outbox.last_event_seq,
            unacknowledged=self._outbox.last_event_seq - self._outbox.acknowledged_seq,
            consumer=self._consumer if self.consumer_present else None,
            latency_p50_ms=ordered[len(ordered) // 2] if ordered else None,
            latency_p99_ms=ordered[len(ordered) * 99 // 100] if ordered else None,
        )

    # --- what comes in ------------------------------------------------------------------------------------------

    def _on_message(self, parts: list[bytes]) -> None:
        sender, payload = parts[0], parts[-1]
        if sender == self._peer:
            self._heard_s = self._clock.monotonic_s()
        if len(parts) != 2:
            self._refuse(sender, "malformed", f"a message has one part, this one has {len(parts) - 1}", payload=payload)
            return
        if len(payload) > TO_TABLE_MAX_BYTES:
            why = f"a frame has at most {TO_TABLE_MAX_BYTES} bytes, this one has {len(payload)}"
            self._refuse(sender, "too_large", why, payload=payload)
            return
        try:
            frame = self._decoder.decode(payload)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._refuse(sender, "malformed", str(error), about=id_of(payload), payload=payload)
            return
        about = frame.command.id if isinstance(frame, Order) else ""
        bearer = None
        if self._keys is not None and self._results is not None:
            bearer = self._keys.allowed.named(self._results.peer_name)
            if bearer is None:
                why = f"the key {self._results.peer_name} is revoked"
                self._refuse(sender, "not_allowed", why, about=about, payload=payload)
                return
        try:
            wrong = why_not(bearer, frame)
            if wrong is not None:
                self._refuse(sender, "wrong_role", wrong, about=about, payload=payload)
                return
            self._take(sender, frame)
        except Exception as error:
            self._log.exception("bus.frame_failed", frame=type(frame).__name__)
            self._refuse(sender, "internal", f"the table could not take it: {error}", about=about)

    def _take(self, sender: bytes, frame: ToTable) -> None:
        match frame:
            case Ack():
                self._on_ack(sender, frame)
            case Order(command):
                self._on_order(sender, command)
            case Look():
                self._counts["views_asked"] += 1
                self._tell(sender, View(self._view()))
            case Heartbeat():
                if sender != self._peer:
                    self._refuse(sender, "not_consumer", "the table does not know you as its consumer: say hello")
            case Hello():
                self._on_hello(sender, frame)

    def _on_hello(self, sender: bytes, hello: Hello) -> None:
        if hello.consumer != self._consumer:
            why = f"this table's results go to {self._consumer!r} alone"
            self._refuse(sender, "unknown_consumer", why, about=hello.consumer)
            return
        if sender != self._peer and self._seat_is_taken():
            why = f"{self._consumer!r} is connected already; its place is free when it has gone or been silent for 3 s"
            self._refuse(sender, "consumer_taken", why)
            return
        have_seq = hello.have_seq if hello.epoch == self._epoch else 0
        try:
            next_seq = self._delivery.begin(have_seq, self._clock.utc())
        except ValueError as error:
            self._refuse(sender, "ahead_of_table", str(error))
            return
        self._peer = sender
        self._heard_s = self._clock.monotonic_s()
        self._set_present(True)
        self._log.info("bus.consumer_hello", consumer=self._consumer, next_seq=next_seq)
        self._tell(sender, Welcome(self._table, self._epoch, next_seq))
        self.notify()

    def _seat_is_taken(self) -> bool:
        """The consumer's place is held by a peer that is connected and was heard of lately."""
        return self.consumer_present and self._send_to_consumer(self._encoder.encode(Heartbeat())) is not Sent.GONE

    def _on_ack(self, sender: bytes, ack: Ack) -> None:
        if sender != self._peer:
            self._refuse(sender, "not_consumer", "only the table's consumer acknowledges: say hello", about=ack.id)
            return
        if ack.table != self._table:
            self._refuse(sender, "unknown_event", f"this is table {self._table}, not {ack.table}", about=ack.id)
            return
        match self._delivery.acknowledge(ack.seq, ack.id, self._clock.monotonic_s(), self._clock.utc()):
            case Verdict.TAKEN:
                self._measure()
                self.notify()
            case Verdict.REPEATED:
                self._counts["repeated_acks"] += 1
            case Verdict.UNKNOWN:
                self._refuse(sender, "unknown_event", f"event {ack.seq} was never sent", about=ack.id)
            case Verdict.WRONG_ID:
                self._refuse(sender, "wrong_id", f"event {ack.seq} has another id than {ack.id!r}", about=ack.id)

    def _on_order(self, sender: bytes, command: AnyCommand) -> None:
        self._counts["commands"] += 1
        taken = self._desk.take(sender, command)
        if isinstance(taken, Reply):
            self._tell(sender, taken)
        elif taken:
            try:
                self._on_command(command)
            except BaseException:
                self._desk.forget(command.id)
                raise

    def _refuse(self, sender: bytes, code: RefusalCode, why: str, *, about: str = "", payload: bytes = b"") -> None:
        self._count_refusal(code, why[:200], payload)
        self._tell(sender, Refused(code, why[:200], about[:200]))

    def _turned_away(self, code: str, address: str) -> None:
        """The gate let somebody not in: nobody is there to be told."""
        self._count_refusal(code, f"from {address}", b"")

    def _count_refusal(self, code: str, why: str, payload: bytes) -> None:
        self._counts[code] += 1
        count = self._counts[code]
        if count & (count - 1) == 0:
            # The first, second, fourth, eighth … so that a flood does not become a flood in the log.
            self._log.warning("bus.refused", code=code, why=why, count=count, begins=payload[:64].hex())
            if self._on_refused is not None:
                self._on_refused(code, why)

    # --- what goes out ------------------------------------------------------------------------------------------

    def _tell(self, peer: bytes, frame: FromTable) -> None:
        """Answer a peer; when it does not read its answers or is gone, it will ask again."""
        if self._results is not None:
            self._results.send(peer, self._encoder.encode(frame))

    def _send_to_consumer(self, frame: bytes) -> Sent:
        if self._results is None or self._peer is None:
            return Sent.GONE
        sent = self._results.send(self._peer, frame)
        if sent is Sent.OUT:
            self._told_s = self._clock.monotonic_s()
        return sent

    def _after_send(self, sent: Sent) -> None:
        if sent is Sent.GONE:
            self._log.warning("bus.consumer_gone", consumer=self._consumer)
            self._peer = None
            self._set_present(False)
        elif sent is Sent.FULL and self._retry_handle is None:
            self._retry_handle = self._clock.call_later_real(_RETRY_S, self._retry)

    def _retry(self) -> None:
        self._retry_handle = None
        self.notify()

    def _measure(self) -> None:
        """Take the time of the stamped events whose acknowledgement is now stored."""
        now_ns = self._clock.monotonic_ns()
        while self._stamps and (seq := next(iter(self._stamps))) <= self._outbox.acknowledged_seq:
            self._latencies.append((now_ns - self._stamps.pop(seq)) / 1e6)

    def _set_present(self, present: bool) -> None:
        if present != self._present:
            self._present = present
            if self._on_presence is not None:
                self._on_presence(present)

    def _tick(self) -> None:
        """Heartbeats, resending, and the view again when all was quiet; four times a second."""
        self._tick_handle = self._clock.call_later_real(_TICK_S, self._tick)
        now_s = self._clock.monotonic_s()
        if self._telemetry is not None:
            self._telemetry.renew()
        if self._peer is not None:
            if self._present and not self.consumer_present:
                self._log.warning("bus.consumer_silent", consumer=self._consumer)
            self._set_present(self.consumer_present)
            sent = self._delivery.resend(now_s, only_oldest=not self._present)
            if sent is Sent.OUT and now_s - self._told_s >= HEARTBEAT_S:
                sent = self._send_to_consumer(self._encoder.encode(Heartbeat()))
            self._after_send(sent)
        if now_s - self._published_s >= HEARTBEAT_S:
            self.publish_view(self._view())
