"""The table's end of the bus: one ROUTER for results and commands, one PUB for telemetry, on the table's event loop."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Final, Self

import msgspec
import structlog
import zmq

from devices.clock import Clock, TimerHandle
from studio.bus.backend_clock import OnClock
from studio.bus.delivery import OnOutcome
from studio.bus.desk import CommandDesk
from studio.bus.gate import BusKeys, Gate
from studio.bus.outbox import Outbox
from studio.bus.refusal import BusDoor, beginning, id_of, no_list, why_not
from studio.bus.seat import HEARTBEAT_S, ConsumerSeat, Watchers, Ways
from studio.bus.telemetry import Telemetry
from studio.bus.wire import TO_TABLE_MAX_BYTES, Sent, Wire, router_options
from studio.journal.rows import OutboxRow
from studio.messages.bus import FromTable, LogIn, LogOut, Look, Order, RefusalCode, Refused, Reply, ToTable, View
from studio.messages.commands import AnyCommand
from studio.messages.telemetry import Delivery, TableView

CLOCK_LIMIT_MS: Final = 500.0

_TICK_S = 0.25

_log = structlog.get_logger(__name__)


class TableBus:
    """Serves one consumer with the events of an outbox, and anybody with views and answers to commands.

    Timers run by `clock.call_later_real`: links keep the world's time where a demonstration compresses physical times.
    `on_command` is given each command once (in one run of the process); the table answers through `reply`.
    `on_presence` is told when the consumer comes and when it has been silent for 3 s.
    With `keys` both sockets have CURVE: only bearers of the keys on the list get through, and each in its role alone;
    without, they are plain, which is for the loopback. `door` lets people in where the house keeps a list of them; it
    also says which orders bear the proof of a log-in. `on_refused` is told the code and the reason when
    something was refused, the first, second, fourth, eighth … time. `on_outcome` is told what became of an event that
    was not acknowledged in time, `on_clock` when the backend's wall clock differs by more than `clock_limit_ms`.
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
        on_command: Callable[[AnyCommand, str], None],
        view: Callable[[], TableView],
        clock: Clock,
        on_presence: Callable[[bool], None] | None = None,
        keys: BusKeys | None = None,
        on_refused: Callable[[str, str], None] | None = None,
        on_outcome: OnOutcome | None = None,
        on_clock: OnClock | None = None,
        clock_limit_ms: float = CLOCK_LIMIT_MS,
        door: BusDoor | None = None,
    ) -> None:
        self.results_endpoint = results_endpoint
        """Where results are bound; once started, the endpoint that a wildcard came to be."""
        self.telemetry_endpoint = telemetry_endpoint
        self._on_command = on_command
        self._view = view
        self._clock = clock
        self._keys = keys
        self._on_refused = on_refused
        self._door = door
        self._gate: Gate | None = None
        self._desk = CommandDesk()
        self._counts: Counter[str] = Counter()
        self._seat = ConsumerSeat(
            outbox,
            table=table,
            epoch=epoch,
            consumer=consumer,
            clock=clock,
            ways=Ways(self._send, self._tell, self._refuse, self._counts),
            watchers=Watchers(on_presence, on_outcome, on_clock),
            clock_limit_ms=clock_limit_ms,
        )
        self._context: zmq.SyncContext | None = None
        self._results: Wire | None = None
        self._telemetry: Telemetry | None = None
        self._published_s = 0.0
        self._tick_handle: TimerHandle | None = None
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
                self._gate = Gate(self._context, self._keys, self._clock, self._turned_away)
            self._results = Wire(self._context, zmq.ROUTER, self._on_message, options={**router_options(), **curve})
            self.results_endpoint = self._results.bind(self.results_endpoint)
            if self._gate is not None:
                self._gate.watch(self._results)
            self._telemetry = Telemetry(
                self._context, self.telemetry_endpoint, self._keys, self._gate, self._telemetry_abused
            )
            self.telemetry_endpoint = self._telemetry.endpoint
            self._log.info("bus.open", results=self.results_endpoint, telemetry=self.telemetry_endpoint)
            self._tick()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the sockets at once; what was on its way is in the outbox. May be called again."""
        if self._tick_handle is not None:
            self._tick_handle.cancel()
            self._tick_handle = None
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
        self._seat.leave()

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
        self._seat.notify(fresh)

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
        self._seat.latencies.stamp(seq, monotonic_ns)

    # --- what the table asks ------------------------------------------------------------------------------------

    @property
    def consumer_present(self) -> bool:
        """The consumer has said hello and was heard within the last 3 s."""
        return self._seat.present

    @property
    def counts(self) -> Mapping[str, int]:
        """How often something was refused, by its code, and how often other things came that are worth counting."""
        heard = self._telemetry.subscriptions if self._telemetry is not None else 0
        return {**self._counts, "resent": self._seat.delivery.resent, "subscriptions": heard}

    def delivery_stats(self) -> Delivery:
        """How the results go out; latencies over the last 200 acknowledged events that were stamped, in ms."""
        return self._seat.stats()

    # --- what comes in ------------------------------------------------------------------------------------------

    def _on_message(self, parts: list[bytes]) -> None:
        sender, payload = parts[0], parts[-1]
        self._seat.heard(sender)
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
        about = frame.command.id if isinstance(frame, Order) else frame.id if isinstance(frame, LogIn | LogOut) else ""
        bearer = None
        if self._keys is not None and self._results is not None:
            bearer = self._keys.allowed.named(self._results.peer_name)
            if bearer is None:
                why = f"the key {self._results.peer_name} is revoked"
                self._refuse(sender, "not_allowed", why, about=about, payload=payload)
                return
        try:
            wrong = why_not(bearer, frame, proves_himself=self._door is not None)
            if wrong is not None:
                self._refuse(sender, "wrong_role", wrong, about=about, payload=payload)
                return
            self._take(sender, frame, bearer.name if bearer is not None else "a screen")
        except Exception as error:
            self._log.exception("bus.frame_failed", frame=type(frame).__name__)
            self._refuse(sender, "internal", f"the table could not take it: {error}", about=about)

    def _take(self, sender: bytes, frame: ToTable, bearer: str) -> None:
        match frame:
            case LogIn() | LogOut() if self._door is not None:
                self._door.knock(frame, bearer, sender, functools.partial(self._tell, sender))
            case LogIn() | LogOut():
                self._tell(sender, no_list(frame))
            case Order(command, session):
                self._on_order(sender, command, session)
            case Look():
                self._counts["views_asked"] += 1
                self._tell(sender, View(self._view()))
            case _:
                self._seat.take(sender, frame)

    def _on_order(self, sender: bytes, command: AnyCommand, session: str) -> None:
        self._counts["commands"] += 1
        taken = self._desk.take(sender, command)
        self._counts["repeated_commands"] += taken is not True
        if isinstance(taken, Reply):
            self._tell(sender, taken)
        elif taken:
            try:
                self._on_command(command, session)
            except BaseException:
                self._desk.forget(command.id)
                raise

    def _refuse(self, sender: bytes, code: RefusalCode, why: str, *, about: str = "", payload: bytes = b"") -> None:
        self._count_refusal(code, why[:200], payload)
        self._tell(sender, Refused(code, why[:200], about[:200]))

    def _telemetry_abused(self, name: str, begins: bytes) -> None:
        who = f"the key {name}" if name else "somebody"
        self._count_refusal("bad_subscription", f"{who} does more than listen on the telemetry socket", begins)

    def _turned_away(self, code: str, address: str) -> None:
        """The gate let somebody not in: nobody is there to be told."""
        self._count_refusal(code, f"from {address}", b"")

    def _count_refusal(self, code: str, why: str, payload: bytes) -> None:
        self._counts[code] += 1
        count = self._counts[code]
        if count & (count - 1) == 0:
            # The first, second, fourth, eighth … so that a flood does not become a flood in the log.
            self._log.warning("bus.refused", code=code, why=why, count=count, begins=beginning(payload))
            if self._on_refused is not None:
                self._on_refused(code, why)

    # --- what goes out ------------------------------------------------------------------------------------------

    def _tell(self, peer: bytes, frame: FromTable) -> Sent:
        """Answer a peer; when it does not read its answers or is gone, it will ask again."""
        return self._send(peer, self._encoder.encode(frame))

    def _send(self, peer: bytes, frame: bytes) -> Sent:
        return self._results.send(peer, frame) if self._results is not None else Sent.GONE

    def _tick(self) -> None:
        """Heartbeats, resending, and the view again when all was quiet; four times a second."""
        self._tick_handle = self._clock.call_later_real(_TICK_S, self._tick)
        now_s = self._clock.monotonic_s()
        if self._telemetry is not None:
            self._telemetry.renew()
        self._seat.tick(now_s)
        if now_s - self._published_s >= HEARTBEAT_S:
            self.publish_view(self._view())
