"""What a screen hears of a table: each newer view, and that nothing was heard."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Final

import msgspec
import structlog
import zmq

from devices.clock import Clock
from studio.bus.errors import EndpointRefused
from studio.bus.wire import Wire, subscriber_options
from studio.messages.bus import FromTable, View
from studio.messages.telemetry import TableView

SILENT_AFTER_S: Final = 3.0
_VIEWS = 64

_log = structlog.get_logger(__name__)
_decoder: Final = msgspec.json.Decoder(FromTable)


@dataclass(frozen=True, slots=True)
class TableSilent:
    """Nothing was heard of the table for `silent_s` seconds: what a screen shows may be old."""

    silent_s: float


class ViewStream:
    """The telemetry of a table at `endpoint`, filtered: `inbox` has only what is newer, and silence.

    `arrived` is set when something is put there. Raises `EndpointRefused` for a malformed endpoint.
    """

    def __init__(self, context: zmq.SyncContext, endpoint: str, clock: Clock, curve: dict[int, int | bytes]) -> None:
        self._wire = Wire(context, zmq.SUB, self._on_message, options={**subscriber_options(_VIEWS), **curve})
        try:
            self._wire.connect(endpoint)
        except EndpointRefused:
            self._wire.close()
            raise
        self._clock = clock
        self._heard_s = clock.monotonic_s()
        self._last: TableView | None = None
        self._broadcast_n = 0
        self._silent = False
        self.closed = False
        self.inbox: deque[TableView | TableSilent] = deque(maxlen=_VIEWS)
        self.arrived = asyncio.Event()

    def close(self) -> None:
        """Hear nothing more."""
        self.closed = True
        self._wire.close()
        self.arrived.set()

    def begin_afresh(self) -> None:
        """The table may have restarted: the next view is taken whatever its number."""
        self._last = None

    def check_silence(self, now_s: float) -> None:
        """Say so, once, when nothing was heard for 3 s."""
        if now_s - self._heard_s >= SILENT_AFTER_S:
            self.lose()

    def lose(self) -> None:
        """The table is silent, or has hung up: said once, until it is heard again."""
        if not self._silent:
            self._silent = True
            self._put(TableSilent(self._clock.monotonic_s() - self._heard_s))

    def offer(self, view: TableView, *, snapshot: bool) -> None:
        """A view came, over this socket or as the answer to `look` (`snapshot`): keep it when it is newer."""
        self._heard_s = self._clock.monotonic_s()
        last = self._last
        newer = last is None or view.epoch != last.epoch or view.n > last.n
        if not snapshot:
            # One connection keeps its order: a number that falls comes from a table that has restarted, and what
            # changed under the same number (how the results go out) is newer too.
            newer = newer or view.n < self._broadcast_n or (last is not None and view.n == last.n and view != last)
            self._broadcast_n = view.n
        if newer or self._silent:
            self._silent = False
            self._last = view
            self._put(view)

    def _on_message(self, parts: list[bytes]) -> None:
        try:
            frame = _decoder.decode(parts[-1])
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            _log.error("client.not_understood", why=str(error)[:200])
            return
        if isinstance(frame, View):
            self.offer(frame.view, snapshot=False)

    def _put(self, item: TableView | TableSilent) -> None:
        self.inbox.append(item)
        self.arrived.set()
