"""One ZeroMQ socket on the running asyncio loop: a send goes out on the same loop turn, a message comes as a call."""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Callable, Sequence
from typing import Final

import zmq

from studio.bus.errors import EndpointRefused

TO_TABLE_MAX_BYTES: Final = 64 * 1024
"""A frame to a table larger than this is refused."""

TO_TABLE_CUT_BYTES: Final = 4 * TO_TABLE_MAX_BYTES
"""A frame to a table larger than this costs its sender the connection, before it costs the table the memory."""

TO_TABLE_QUEUE: Final = 256
"""Frames that wait for the table from one connection; the rest waits at the sender.

A consumer that keeps to the contract never has so many. The largest of them together are 64 MiB.
"""

FROM_TABLE_CUT_BYTES: Final = 16 * 1024 * 1024

_TURN = 64
"""Messages taken in one loop turn before everything else gets its turn."""

_COMMON_OPTIONS: Final[dict[int, int | bytes]] = {
    zmq.LINGER: 0,
    # A connection whose other end went without a word is closed, so that a DEALER or SUB connects again by itself. By
    # the kernel, and not by ZeroMQ's own heartbeats: up to 4.3.5 these end the process (`Assertion failed: !_io_error`)
    # when a connection breaks while more waits from it than may.
    zmq.TCP_KEEPALIVE: 1,
    zmq.TCP_KEEPALIVE_IDLE: 1,
    zmq.TCP_KEEPALIVE_INTVL: 1,
    zmq.TCP_KEEPALIVE_CNT: 2,
    zmq.TCP_MAXRT: 3000,
    zmq.RECONNECT_IVL: 50,
    zmq.RECONNECT_IVL_MAX: 200,
}


class Sent(enum.Enum):
    """What became of a send."""

    OUT = "out"
    FULL = "full"
    """The peer's queue is full, or nobody is connected: to be tried again."""
    GONE = "gone"
    """There is no such peer (any more)."""


class Wire:
    """A socket of type `kind`. Made and used on a running loop; `close` before the context's `term`.

    `on_message` is called with the message's parts; while it is paused, messages wait in ZeroMQ's own bounded queue.
    `on_link` is called when a peer becomes reachable or ceases to be (for sockets that connect).
    """

    def __init__(
        self,
        context: zmq.SyncContext,
        kind: int,
        on_message: Callable[[list[bytes]], None] | None = None,
        *,
        on_link: Callable[[bool], None] | None = None,
        options: dict[int, int | bytes] | None = None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._named = bool((options or {}).get(zmq.CURVE_SERVER))
        self.peer_name = ""
        """Whose key the message has that is being handed on (for sockets with CURVE that bind)."""
        self._socket: zmq.SyncSocket = context.socket(kind)
        self._on_message = on_message
        self._on_link = on_link
        self._linked = False
        self._paused = False
        self._woken = False
        self._closed = False
        for option, value in {**_COMMON_OPTIONS, **(options or {})}.items():
            self._socket.setsockopt(option, value)
        self._fd = int(self._socket.getsockopt(zmq.FD))
        self._loop.add_reader(self._fd, self._drain)

    def bind(self, endpoint: str) -> str:
        """Bind, and return the endpoint that it came to be (`tcp://127.0.0.1:*` takes a free port).

        Raises `EndpointRefused`.
        """
        try:
            self._socket.bind(endpoint)
        except zmq.ZMQError as error:
            raise EndpointRefused(f"cannot bind {endpoint!r}: {error}; is another process using it?") from error
        self._wake()
        return str(self._socket.getsockopt_string(zmq.LAST_ENDPOINT))

    def connect(self, endpoint: str) -> None:
        """Begin to connect, now and whenever the connection is lost. Raises `EndpointRefused` for a malformed one."""
        try:
            self._socket.connect(endpoint)
        except zmq.ZMQError as error:
            raise EndpointRefused(
                f"cannot connect to {endpoint!r}: {error}; an endpoint looks like tcp://127.0.0.1:5500"
            ) from error
        self._wake()

    def send(self, *parts: bytes) -> Sent:
        """Hand a message to the network now, without waiting."""
        if self._closed:
            return Sent.GONE
        try:
            self._socket.send_multipart(parts, zmq.DONTWAIT)
        except zmq.Again:
            return Sent.FULL
        except zmq.ZMQError as error:
            if error.errno != zmq.EHOSTUNREACH:
                raise
            return Sent.GONE
        finally:
            self._events()
        return Sent.OUT

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    @property
    def linked(self) -> bool:
        """A peer was reachable at the last look (for sockets that connect)."""
        return self._linked

    def pause(self) -> None:
        """Take no further messages for now."""
        self._paused = True

    def resume(self) -> None:
        """Take messages again."""
        if self._paused:
            self._paused = False
            self._wake()

    def close(self) -> None:
        """Close the socket; what is still on its way out is dropped."""
        if not self._closed:
            self._closed = True
            self._loop.remove_reader(self._fd)
            self._socket.disable_monitor()
            self._socket.close(linger=0)

    def _wake(self) -> None:
        if not self._woken:
            self._woken = True
            self._loop.call_soon(self._drain)

    def _drain(self) -> None:
        self._woken = False
        taken = 0
        while not (self._closed or self._paused or self._on_message is None):
            if taken == _TURN:
                self._wake()
                break
            parts = self._receive()
            if parts is None:
                break
            taken += 1
            try:
                self._on_message(parts)
            except BaseException:
                self._wake()
                raise
        if not self._closed:
            self._look_at_link()

    def _events(self) -> int:
        """What the socket is ready for. Must follow each use of it outside `_drain`, and end `_drain` itself.

        The file descriptor tells of edges only, and any use of the socket, this one too, may have swallowed one.
        """
        events = int(self._socket.getsockopt(zmq.EVENTS))
        link_changed = self._on_link is not None and bool(events & zmq.POLLOUT) != self._linked
        if link_changed or (events & zmq.POLLIN and not self._paused):
            self._wake()
        return events

    def monitor(self, endpoint: str, events: int) -> None:
        """Have ZeroMQ tell of what becomes of connections, to a PAIR that connects to `endpoint`; ends with `close`."""
        self._socket.monitor(endpoint, events)

    def _receive(self) -> list[bytes] | None:
        try:
            if not self._named:
                return self._socket.recv_multipart(zmq.DONTWAIT)
            frames = self._socket.recv_multipart(zmq.DONTWAIT, copy=False)
        except zmq.Again:
            return None
        # The gate gave each connection the name of its key; without one nothing gets as far as this.
        try:
            self.peer_name = str(frames[-1].get("User-Id"))
        except zmq.ZMQError:  # what ZeroMQ itself says of a publishing socket whose listener has gone
            self.peer_name = ""
        return [frame.bytes for frame in frames]

    def _look_at_link(self) -> None:
        linked = bool(self._events() & zmq.POLLOUT)
        if self._on_link is not None and linked != self._linked:
            self._linked = linked
            self._on_link(linked)


def dealer_options() -> dict[int, int | bytes]:
    """Options of a socket that talks to a table.

    `IMMEDIATE`: nothing is queued for a table that is not there, so that no stale frame arrives when it comes back.
    """
    return {zmq.IMMEDIATE: 1, zmq.MAXMSGSIZE: FROM_TABLE_CUT_BYTES}


def subscriber_options(queue: int) -> dict[int, int | bytes]:
    """Options of a socket that hears everything a table shows, and keeps at most `queue` messages for a slow reader."""
    return {zmq.SUBSCRIBE: b"", zmq.RCVHWM: queue, zmq.MAXMSGSIZE: FROM_TABLE_CUT_BYTES}


def router_options() -> dict[int, int | bytes]:
    """Options of the table's result socket.

    `ROUTER_MANDATORY`: a send to a peer that is gone says so instead of vanishing. `ROUTER_HANDOVER`: a peer that
    reconnects under its own routing id before the old connection was missed gets its place back at once.
    """
    return {
        zmq.ROUTER_MANDATORY: 1,
        zmq.ROUTER_HANDOVER: 1,
        zmq.MAXMSGSIZE: TO_TABLE_CUT_BYTES,
        zmq.RCVHWM: TO_TABLE_QUEUE,
    }


def check_endpoints(endpoints: Sequence[str]) -> None:
    """Raise `EndpointRefused` for an empty list or for the same endpoint twice."""
    if not endpoints:
        raise EndpointRefused("no endpoint is given; name at least one table, such as tcp://127.0.0.1:5500")
    if len(set(endpoints)) != len(endpoints):
        raise EndpointRefused(f"an endpoint is given twice: {', '.join(endpoints)}")
