"""The consumer's end of the result socket: follows any number of tables, commits each event once, then acknowledges."""

from __future__ import annotations

import asyncio
import enum
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias

import msgspec
import structlog
import zmq

from devices.clock import Clock, SystemClock, TimerHandle, entropy
from studio.bus.backend_clock import answer
from studio.bus.errors import EventChanged, EventRejected
from studio.bus.wire import Sent, Wire, check_endpoints, dealer_options
from studio.keys.client import ClientKeys
from studio.messages import CONTRACT_VERSION
from studio.messages.bus import (
    Ack,
    Frame,
    Heartbeat,
    Hello,
    Look,
    Refused,
    Reject,
    RejectionCode,
    Reply,
    Resent,
    ToTable,
    View,
    Welcome,
)
from studio.messages.events import AnyEvent

HEARTBEAT_S: Final = 1.0
SILENT_AFTER_S: Final = 3.0

_TICK_S = 0.25
_AGAIN_S = 1.0
"""How soon an unanswered or refused hello is said again."""
_QUEUE = 256

_log = structlog.get_logger(__name__)

OnEvent: TypeAlias = Callable[[AnyEvent, bytes], None]
"""Called with an event that was applied for the first time, and its JSON as the table stored it."""


class ResultStore(Protocol):
    """Where a consumer keeps what it has applied. What `commit` returned for must survive a crash."""

    async def have_seq(self, table: str, epoch: str) -> int:
        """The last event of this table and epoch that is committed, 0 when there is none."""
        ...

    async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
        """Keep the event, durably, with all that follows from it; False when its id is there already.

        Called only with events at most one past `have_seq`. Raises `EventChanged` when the id is there with another
        body, `EventRejected` when its own books do not take it: the table is told why, holds it with all that follows,
        calls somebody, and offers it again each 10 s. Any other exception ends the consumer; the event was not
        acknowledged and will come again.
        """
        ...


class _Deliver(Frame, frozen=True, tag="deliver"):
    """`Deliver`, with the event's bytes left as they are."""

    event: msgspec.Raw
    attempt: int


class _Head(msgspec.Struct):
    """What every event has, also one of a type that is not known here."""

    id: str
    table: str
    seq: int


_FromTable: TypeAlias = Welcome | Refused | _Deliver | Resent | Reply | View | Heartbeat
_frame_decoder: Final = msgspec.json.Decoder(_FromTable)
_event_decoder: Final[msgspec.json.Decoder[AnyEvent]] = msgspec.json.Decoder(AnyEvent)
_encoder: Final = msgspec.json.Encoder()
_HEARTBEAT: Final = b'{"frame":"heartbeat"'


class ResultConsumer:
    """Follows the tables at `endpoints` under the consumer's `name`. Each table is in order; tables are independent."""

    def __init__(
        self,
        endpoints: Sequence[str],
        name: str,
        store: ResultStore,
        on_event: OnEvent | None = None,
        *,
        clock: Clock | None = None,
        keys: Sequence[ClientKeys] | None = None,
    ) -> None:
        """`keys` are one for each endpoint, None for plain sockets.

        Raises `EndpointRefused` when `endpoints` is empty or names one twice, ValueError for another number of keys.
        """
        check_endpoints(endpoints)
        if keys is not None and len(keys) != len(endpoints):
            raise ValueError(f"{len(endpoints)} endpoints and {len(keys)} keys: give the key of each table")
        self._keys = keys
        self._endpoints = list(endpoints)
        self._name = name
        self._store = store
        self._on_event = on_event
        self._clock = clock or SystemClock()
        self._links: list[_Link] = []

    async def run(self) -> None:
        """Follow the tables until cancelled. Raises `EndpointRefused`, or what the store or `on_event` raised."""
        context: zmq.SyncContext = zmq.Context(io_threads=1)
        try:
            for number, endpoint in enumerate(self._endpoints):
                curve = self._keys[number].options() if self._keys is not None else {}
                link = _Link(context, endpoint, self._name, self._store, self._on_event, self._clock, curve)
                self._links.append(link)
                link.connect()
            async with asyncio.TaskGroup() as group:
                for link in self._links:
                    group.create_task(link.run())
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        finally:
            for link in self._links:
                link.close()
            context.term()

    @property
    def live(self) -> int:
        """Tables that have welcomed this consumer and are being followed."""
        return sum(link.live for link in self._links)

    @property
    def duplicates(self) -> int:
        """Events that had been applied before and were only acknowledged again."""
        return sum(link.duplicates for link in self._links)

    @property
    def rejected(self) -> int:
        """How often an event was rejected; the same one counts each time that it comes again."""
        return sum(link.rejected for link in self._links)

    @property
    def gaps(self) -> int:
        """How often an event was missing before the one that came, and the table was asked to go back."""
        return sum(link.gaps for link in self._links)


class _Stage(enum.Enum):
    LOOKING = enum.auto()
    GREETING = enum.auto()
    LIVE = enum.auto()


class _Link:
    """One table: look (which table, which epoch), hello (what we have), then event by event."""

    def __init__(
        self,
        context: zmq.SyncContext,
        endpoint: str,
        name: str,
        store: ResultStore,
        on_event: OnEvent | None,
        clock: Clock,
        curve: dict[int, int | bytes],
    ) -> None:
        self._endpoint = endpoint
        self._name = name
        self._store = store
        self._on_event = on_event
        self._clock = clock
        self._log = _log.bind(endpoint=endpoint, consumer=name)
        # Under a routing id of its own, a reconnected consumer is known to the table as the same one.
        options = {**dealer_options(), **curve, zmq.ROUTING_ID: f"{name}-{entropy(8)}".encode()[:255]}
        self._wire = Wire(context, zmq.DEALER, self._on_message, on_link=self._on_link, options=options)
        self._queue: deque[bytes] = deque()
        self._arrived = asyncio.Event()
        self._timer: TimerHandle | None = None
        self._stage = _Stage.LOOKING
        self._table = ""
        self._epoch = ""
        self._have = 0
        self._begun_s = self._heard_s = self._spoke_s = clock.monotonic_s()
        self._last_trouble = ""
        self._rejected_seq = 0
        self.duplicates = 0
        self.rejected = 0
        self.gaps = 0

    @property
    def live(self) -> bool:
        return self._stage is _Stage.LIVE

    def connect(self) -> None:
        self._wire.connect(self._endpoint)
        self._tick()

    async def run(self) -> None:
        while True:
            self._arrived.clear()
            while self._queue:
                await self._take(self._queue.popleft())
            self._wire.resume()
            await self._arrived.wait()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._stage = _Stage.LOOKING
        self._wire.close()

    # --- the link -----------------------------------------------------------------------------------------------

    def _on_message(self, parts: list[bytes]) -> None:
        self._heard_s = self._clock.monotonic_s()
        payload = parts[-1]
        if payload.startswith(_HEARTBEAT):
            # At once, and not after what waits: the table measures the difference of the clocks by it.
            self._on_heartbeat(payload)
            return
        self._queue.append(payload)
        self._arrived.set()
        if len(self._queue) >= _QUEUE:
            self._wire.pause()

    def _on_link(self, linked: bool) -> None:
        self._log.info("consumer.linked" if linked else "consumer.link_lost")
        if linked:
            self._begin()
        else:
            self._stage = _Stage.LOOKING

    def _on_heartbeat(self, payload: bytes) -> None:
        try:
            heartbeat = msgspec.json.decode(payload, type=Heartbeat)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return
        if heartbeat.n is not None and self.live:
            self._say(answer(heartbeat, self._clock))

    def _tick(self) -> None:
        """Heartbeats, and a new beginning after silence or without an answer; also during a long commit."""
        self._timer = self._clock.call_later_real(_TICK_S, self._tick)
        now_s = self._clock.monotonic_s()
        if not self._wire.linked:
            return
        if self.live and now_s - self._heard_s > SILENT_AFTER_S:
            self._log.warning("consumer.table_silent", table=self._table)
            self._begin()
        elif not self.live and now_s - self._begun_s >= _AGAIN_S:
            self._begin()
        elif self.live and now_s - self._spoke_s >= HEARTBEAT_S:
            self._say(Heartbeat())

    def _begin(self) -> None:
        self._stage = _Stage.LOOKING
        self._begun_s = self._clock.monotonic_s()
        self._say(Look())

    def _say(self, frame: ToTable) -> None:
        if self._wire.send(_encoder.encode(frame)) is Sent.OUT:
            self._spoke_s = self._clock.monotonic_s()

    # --- what the table says ------------------------------------------------------------------------------------

    async def _take(self, payload: bytes) -> None:
        try:
            frame = _frame_decoder.decode(payload)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._trouble("the table sent what this contract does not know", str(error))
            return
        match frame:
            case _Deliver(event, attempt):
                await self._on_deliver(bytes(event), attempt)
            case View(view) if self._stage is _Stage.LOOKING:
                self._table, self._epoch = view.table, view.epoch
                self._have = await self._store.have_seq(view.table, view.epoch)
                self._stage = _Stage.GREETING
                self._say(Hello(self._name, self._epoch, self._have))
            case Welcome() if self._stage is _Stage.GREETING:
                self._on_welcome(frame)
            case Refused():
                self._on_refused(frame)
            case _:
                pass

    def _on_welcome(self, welcome: Welcome) -> None:
        if (welcome.table, welcome.epoch) != (self._table, self._epoch):
            self._begin()
        elif welcome.next_seq > self._have + 1:
            self._trouble(
                "the table no longer holds events that are missing here",
                f"committed up to {self._have}, the table begins with {welcome.next_seq}",
            )
            self._stage = _Stage.LOOKING
        else:
            self._stage = _Stage.LIVE
            self._last_trouble = ""
            self._log.info("consumer.live", table=self._table, epoch=self._epoch, have_seq=self._have)

    def _on_refused(self, refused: Refused) -> None:
        if refused.code == "not_consumer" and self.live:
            self._begin()
        else:
            self._trouble(f"refused: {refused.code}", refused.why)

    async def _on_deliver(self, body: bytes, attempt: int) -> None:
        try:
            head = msgspec.json.decode(body, type=_Head)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._trouble("what is delivered is no event; it is not acknowledged", str(error))
            return
        if head.id != f"{self._table}:{self._epoch}:{head.seq}":
            self._trouble("an event of another table or epoch; it is not acknowledged", head.id)
            self._begin()
            return
        if head.seq > self._have + 1:
            if self.live and self._rejected_seq != self._have + 1:
                self.gaps += 1
                self._log.warning("consumer.gap", table=self._table, have_seq=self._have, came=head.seq)
                self._begin()
            return
        try:
            event = _event_decoder.decode(body)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._reject(head, "not_understood", str(error))
            return
        if event.contract > CONTRACT_VERSION:
            why = f"it has version {event.contract}, this is {CONTRACT_VERSION}: update the consumer"
            self._reject(head, "not_understood", why)
            return
        try:
            new = await self._store.commit(self._epoch, event, body)
        except EventChanged as error:
            self._reject(head, "changed", str(error))
            return
        except EventRejected as error:
            self._reject(head, "not_accepted", str(error))
            return
        self._say(Ack(event.table, event.seq, event.id))
        self._have = max(self._have, event.seq)
        if not new:
            self.duplicates += 1
            self._log.debug("consumer.duplicate", id=event.id, attempt=attempt)
        elif self._on_event is not None:
            self._on_event(event, body)

    def _reject(self, head: _Head, code: RejectionCode, why: str) -> None:
        """Tell the table that this event is not taken; what follows it is let go, and comes when it was taken."""
        self.rejected += 1
        self._rejected_seq = head.seq
        self._trouble(f"{head.id} is rejected: {code}", why)
        self._say(Reject(head.table, head.seq, head.id, code, why[:200]))

    def _trouble(self, what: str, why: str) -> None:
        text = f"{what}: {why}"
        if text != self._last_trouble:
            self._last_trouble = text
            self._log.error("consumer.trouble", table=self._table, what=what, why=why[:200])
