"""The table's telemetry socket: the whole view to all screens that are allowed, and to none that is so no longer.

A screen subscribes to everything, once. ZeroMQ keeps whatever else is subscribed to as long as the connection lasts,
without a limit: whoever does that is shown the door, and the memory goes with the socket.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final

import zmq

from studio.bus.errors import EndpointRefused
from studio.bus.gate import BusKeys, Gate
from studio.bus.wire import TO_TABLE_CUT_BYTES, Wire

_QUEUE: Final = 64
_EVERYTHING: Final = ([b"\x01"], [b"\x00"])
"""Subscribed to everything, and no longer."""


class Telemetry:
    """A publishing socket at `endpoint`, behind the `gate` where there are `keys`. Raises `EndpointRefused`.

    `on_abuse` is told whose key sent what no screen sends (nothing on a plain socket), and how it begins.
    """

    def __init__(
        self,
        context: zmq.SyncContext,
        endpoint: str,
        keys: BusKeys | None,
        gate: Gate | None,
        on_abuse: Callable[[str, bytes], None],
    ) -> None:
        self.endpoint = endpoint
        self._context = context
        self._keys = keys
        self._gate = gate
        self._on_abuse = on_abuse
        self._wire: Wire | None = None
        self._revision = 0
        self.subscriptions = 0
        """What listeners have said: that they listen, that they do no longer, and what none should."""
        self._open()

    def send(self, frame: bytes) -> None:
        """To everybody who listens; one that is slow misses it."""
        if self._wire is not None:
            self._wire.send(frame)

    def renew(self) -> None:
        """When a key was revoked: all connections are closed, and those who are still allowed connect again."""
        if self._keys is not None:
            self._keys.allowed.read_again()
            if self._wire is not None and self._keys.allowed.revision != self._revision:
                self.close()
        if self._wire is None:
            with contextlib.suppress(EndpointRefused):  # not free yet: at the next call
                self._open()

    def close(self) -> None:
        """Close the socket at once."""
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def _open(self) -> None:
        curve = self._keys.options() if self._keys is not None else {}
        options = {zmq.SNDHWM: _QUEUE, zmq.MAXMSGSIZE: TO_TABLE_CUT_BYTES, **curve}
        wire = Wire(self._context, zmq.XPUB, self._on_message, options=options)
        if self._gate is not None:
            self._gate.watch(wire)
        try:
            self.endpoint = wire.bind(self.endpoint)
        except EndpointRefused:
            wire.close()
            raise
        self._wire = wire
        self._revision = self._keys.allowed.revision if self._keys is not None else 0

    def _on_message(self, parts: list[bytes]) -> None:
        self.subscriptions += 1
        if self._wire is None or parts in _EVERYTHING:
            return
        name = self._wire.peer_name
        self.close()  # opened again at the next `renew`, without what was piled up
        if self._gate is not None and name:
            self._gate.bar(name)
        self._on_abuse(name, parts[-1][:64])
