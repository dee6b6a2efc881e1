"""What a backend or a screen uses to talk to a table: commands, views, and (for a backend) results.

    async with TableClient("tcp://127.0.0.1:5500", "tcp://127.0.0.1:5501", person="Ana", role="dealer") as table:
        reply = await table.confirm("spin")
        async for view in table.views():
            ...

A backend uses `ResultConsumer` with a store of its own (`studio.backend` is one), or with a `CursorStore` where its
books are elsewhere:

    async def settle(event: AnyEvent) -> None: ...  # once more after a crash: let event.id be a unique key

    await ResultConsumer(["tcp://10.0.0.5:5500"], "backend", CursorStore(Path("cursor.sqlite"), settle)).run()
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar, cast
from uuid import uuid4

import msgspec
import structlog
import zmq

from devices.clock import Clock, SystemClock, TimerHandle
from studio.bus.consumer import OnEvent, ResultConsumer, ResultStore
from studio.bus.cursor import CursorStore
from studio.bus.errors import (
    BusError,
    CommandRefused,
    EndpointRefused,
    EventChanged,
    EventRejected,
    NoAnswer,
    StoreRefused,
)
from studio.bus.view_stream import TableSilent, ViewStream
from studio.bus.wire import Wire, dealer_options
from studio.keys.client import ClientKeys, client_keys
from studio.keys.files import KeysError
from studio.messages.bus import (
    Admission,
    Deliver,
    FromTable,
    LogIn,
    LogOut,
    Look,
    Order,
    Refused,
    Reply,
    Resend,
    Resent,
    View,
)
from studio.messages.commands import (
    AnnounceResult,
    AnyCommand,
    CallPitBoss,
    CloseTable,
    Command,
    ConfirmStep,
    GiveRuling,
    OpenTable,
    Role,
    VoidRound,
)
from studio.messages.events import AnyEvent
from studio.messages.telemetry import TableView

__all__ = [
    "BusError",
    "ClientKeys",
    "CommandRefused",
    "CursorStore",
    "EndpointRefused",
    "EventChanged",
    "EventRejected",
    "KeysError",
    "NoAnswer",
    "OnEvent",
    "ResultConsumer",
    "ResultStore",
    "StoreRefused",
    "TableClient",
    "TableSilent",
    "client_keys",
]

LOOPBACK: Final = ("tcp://127.0.0.1:", "tcp://[::1]:", "tcp://localhost:", "ipc://", "inproc://")

_TICK_S = 0.25
_AGAIN_S = 1.0
"""How soon an unanswered question is asked again."""

_log = structlog.get_logger(__name__)
_T = TypeVar("_T")
_decoder: Final = msgspec.json.Decoder(FromTable)
_encoder: Final = msgspec.json.Encoder()


class TableClient:
    """One table, on behalf of one person in one role. Used as an async context manager, on one event loop.

    `keys` (`client_keys`) are what the table's CURVE sockets ask for; None for plain ones.
    """

    def __init__(
        self,
        results_endpoint: str,
        telemetry_endpoint: str | None = None,
        *,
        person: str,
        role: Role,
        clock: Clock | None = None,
        keys: ClientKeys | None = None,
    ) -> None:
        self._curve = keys.options() if keys is not None else {}
        self._results_endpoint = results_endpoint
        self._telemetry_endpoint = telemetry_endpoint
        self._person = person
        self._role = role
        self._clock = clock or SystemClock()
        self._context: zmq.SyncContext | None = None
        self._wire: Wire | None = None
        self._timer: TimerHandle | None = None
        self._session = ""
        self._replies: list[_Question[Reply]] = []
        self._admissions: list[_Question[Admission]] = []
        self._looks: list[_Question[TableView]] = []
        self._resends: list[_Question[Resent]] = []
        self._events: dict[int, AnyEvent] = {}
        self._streams: list[ViewStream] = []

    async def __aenter__(self) -> Self:
        """Begin to connect; the table need not be there yet. Raises `EndpointRefused`."""
        self._context = zmq.Context(io_threads=1)
        options = {**dealer_options(), **self._curve}
        self._wire = Wire(self._context, zmq.DEALER, self._on_message, on_link=self._on_link, options=options)
        try:
            self._wire.connect(self._results_endpoint)
        except BaseException:
            self._close()
            raise
        self._tick()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for stream in self._streams:
            stream.close()
        if self._wire is not None:
            self._wire.close()
        if self._context is not None:
            self._context.term()
        self._wire = self._context = self._timer = None

    # --- commands -----------------------------------------------------------------------------------------------

    async def command(self, command: AnyCommand, timeout_s: float = 5.0, session: str | None = None) -> Reply:
        """Give a command and wait for the answer, asking again with the same id each second and after a reconnection.

        It bears the proof of this client's log-in, or of another `session`.
        Raises `NoAnswer` after `timeout_s`, `CommandRefused` when the table could not take it.
        """
        order = Order(command, self._session if session is None else session)
        return await self._ask(self._replies, _Question(_encoder.encode(order), command.id), timeout_s)

    async def order(self, kind: type[Command], /, **fields: Any) -> Reply:
        """Give a command of that kind in this person's name, under a new id: `order(EnterValue, value="17")`.

        Raises as `command` does, and `TypeError` for fields that the command does not have.
        """
        return await self.command(cast(AnyCommand, kind(**self._signed(), **fields)))

    async def open_table(self, rounds: int | None = None) -> Reply:
        """Open for play, for so many `rounds` or until closed. This and the following raise as `command` does."""
        return await self.order(OpenTable, rounds=rounds)

    async def close_table(self, reason: str) -> Reply:
        """Close after the round in progress."""
        return await self.order(CloseTable, reason=reason)

    async def confirm(self, what: str) -> Reply:
        """What the prompt asked for is done."""
        return await self.order(ConfirmStep, what=what)

    async def announce_result(self, value: str) -> Reply:
        """The dealer's own announcement of the result."""
        return await self.order(AnnounceResult, value=value)

    async def call_pit_boss(self) -> Reply:
        """Ask for the pit boss."""
        return await self.order(CallPitBoss)

    async def rule(self, irregularity: str, ruling: str, reason: str) -> Reply:
        """Rule on the irregularity (its id in the view) that holds the table."""
        return await self.order(GiveRuling, irregularity=irregularity, ruling=ruling, reason=reason)

    async def void_round(self, reason: str) -> Reply:
        """Void the round in progress."""
        return await self.order(VoidRound, reason=reason)

    def _signed(self) -> dict[str, Any]:
        return {"id": str(uuid4()), "person": self._person, "role": self._role}

    # --- events again -------------------------------------------------------------------------------------------

    async def event_again(self, event_id: str, timeout_s: float = 5.0) -> AnyEvent:
        """One published event, by its id, acknowledged or not. For a backend's key; nothing is changed by it.

        Raises `NoAnswer` after `timeout_s`, `CommandRefused` when the table has no such event.
        """
        resent = await self._resend(Resend(id=event_id), event_id, timeout_s)
        return self._events.pop(resent.from_seq)

    async def events_again(
        self, epoch: str, from_seq: int = 1, to_seq: int = 0, timeout_s: float = 5.0
    ) -> AsyncGenerator[AnyEvent, None]:
        """Published events of `epoch` (see `look`) in order, up to the last one when `to_seq` is 0. As `event_again`.

        `timeout_s` is for each answer of 64 events.
        """
        from_seq = max(from_seq, 1)
        while True:
            asked = Resend(epoch=epoch, from_seq=from_seq, to_seq=to_seq)
            resent = await self._resend(asked, f"{epoch}:{from_seq}", timeout_s)
            for seq in range(resent.from_seq, resent.to_seq + 1):
                yield self._events.pop(seq)
            from_seq = resent.to_seq + 1
            if from_seq > (to_seq or resent.last_seq):
                return

    async def _resend(self, asked: Resend, about: str, timeout_s: float) -> Resent:
        if self._resends:
            raise ValueError("events are being sent again already: one request at a time")
        self._events.clear()
        return await self._ask(self._resends, _Question(_encoder.encode(asked), about), timeout_s)

    # --- people -------------------------------------------------------------------------------------------------

    async def log_in(self, asked: LogIn, timeout_s: float = 15.0) -> Admission:
        """Somebody shows a badge, or types number and PIN; who it is, or why nobody is let in.

        From then on the commands of this client are that person's, unless `asked.once` was said. Raises `NoAnswer`,
        `CommandRefused`, and `ValueError` where the PIN would go over a network in the clear.
        """
        if not self._curve and not self._results_endpoint.startswith(LOOPBACK):
            raise ValueError(f"{self._results_endpoint} is not on this host: a PIN goes there with keys alone")
        admission = await self._ask(self._admissions, _Question(_encoder.encode(asked), asked.id), timeout_s)
        if admission.person is not None and admission.role is not None and not asked.once:
            self._person, self._role, self._session = admission.person, admission.role, admission.session
        return admission

    def speak_as(self, person: str) -> None:
        """Give the following commands in the name of `person`: the table's own screen, of whoever is on duty."""
        self._person = person

    async def log_out(self, timeout_s: float = 5.0) -> Reply:
        """End this client's session. Raises as `command` does."""
        asked, self._session = LogOut(str(uuid4()), self._session), ""
        return await self._ask(self._replies, _Question(_encoder.encode(asked), asked.id), timeout_s)

    # --- views --------------------------------------------------------------------------------------------------

    async def look(self, timeout_s: float = 5.0) -> TableView:
        """The table as it is now. Raises `NoAnswer` after `timeout_s`."""
        return await self._ask(self._looks, _Question(_encoder.encode(Look())), timeout_s)

    async def views(self) -> AsyncGenerator[TableView | TableSilent, None]:
        """The present view, then each newer one; `TableSilent` once when the table has hung up or was silent for 3 s.

        A reader that is slow misses views, never the last one. After silence the next view comes in any case, also
        when nothing has changed. Raises `ValueError` when the client has no telemetry endpoint.
        """
        if self._telemetry_endpoint is None or self._context is None:
            raise ValueError("views need a telemetry endpoint and an entered client")
        stream = ViewStream(self._context, self._telemetry_endpoint, self._clock, self._curve)
        self._streams.append(stream)
        # Subscribed first, then the snapshot: what changes in between is not missed.
        self._looks.append(_Question(_encoder.encode(Look()), stream=stream))
        self._send(self._looks[-1])
        try:
            while True:
                while stream.inbox:
                    yield stream.inbox.popleft()
                if stream.closed:
                    return
                stream.arrived.clear()
                await stream.arrived.wait()
        finally:
            stream.close()
            self._streams.remove(stream)
            self._looks = [question for question in self._looks if question.stream is not stream]

    # --- the wire -----------------------------------------------------------------------------------------------

    async def _ask(self, asked: list[_Question[_T]], question: _Question[_T], timeout_s: float) -> _T:
        if self._wire is None:
            raise ValueError("the client is not entered: use it as `async with TableClient(…) as table`")
        asked.append(question)
        self._send(question)
        try:
            async with asyncio.timeout(timeout_s):
                return await question.answer
        except TimeoutError:
            raise NoAnswer(f"{self._results_endpoint} did not answer within {timeout_s} s") from None
        finally:
            if question in asked:
                asked.remove(question)

    def _asked(self) -> list[_Question[Any]]:
        return [*self._replies, *self._admissions, *self._looks, *self._resends]

    def _send(self, question: _Question[Any]) -> None:
        question.asked_s = self._clock.monotonic_s()
        if self._wire is not None and self._wire.linked:
            self._wire.send(question.frame)

    def _on_link(self, linked: bool) -> None:
        if not linked:
            for stream in self._streams:
                stream.lose()
            return
        for stream in self._streams:
            stream.begin_afresh()
            if not any(question.stream is stream for question in self._looks):
                self._looks.append(_Question(_encoder.encode(Look()), stream=stream))
        for question in self._asked():
            self._send(question)

    def _tick(self) -> None:
        self._timer = self._clock.call_later_real(_TICK_S, self._tick)
        now_s = self._clock.monotonic_s()
        for question in self._asked():
            if now_s - question.asked_s >= _AGAIN_S:
                self._send(question)
        for stream in self._streams:
            stream.check_silence(now_s)

    def _on_message(self, parts: list[bytes]) -> None:
        try:
            frame = _decoder.decode(parts[-1])
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            _log.error("client.not_understood", endpoint=self._results_endpoint, why=str(error)[:200])
            return
        match frame:
            case Reply(id):
                _answer([reply for reply in self._replies if reply.id == id], frame)
            case Admission(id):
                _answer([attempt for attempt in self._admissions if attempt.id == id], frame)
            case View(view):
                for looked in self._looks:
                    if looked.stream is not None:
                        looked.stream.offer(view, snapshot=True)
                _answer(self._looks, view)
                self._looks = [question for question in self._looks if question.stream is None]
            case Deliver(event):
                if self._resends:
                    self._events[event.seq] = event
            case Resent():
                # Asked twice, answered twice: what answers an earlier question, or came with a gap, is passed over.
                if all(seq in self._events for seq in range(frame.from_seq, frame.to_seq + 1)):
                    first = str(frame.from_seq)
                    _answer([asked for asked in self._resends if asked.id.rpartition(":")[2] == first], frame)
            case Refused(code, why, about):
                for question in self._asked():
                    if about and question.id == about and not question.answer.done():
                        question.answer.set_exception(CommandRefused(code, why))
            case _:
                pass


class _Question(Generic[_T]):
    """Something asked of the table, asked again until it is answered."""

    def __init__(self, frame: bytes, command_id: str = "", stream: ViewStream | None = None) -> None:
        self.frame = frame
        self.id = command_id
        self.stream = stream
        self.asked_s = 0.0
        self.answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()


def _answer(questions: list[_Question[_T]], answer: _T) -> None:
    for question in questions:
        if not question.answer.done():
            question.answer.set_result(answer)
