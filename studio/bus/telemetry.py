"""The table's telemetry socket: the whole view to all screens that are allowed, and to none that is so no longer."""

from __future__ import annotations

import contextlib
from typing import Final

import zmq

from studio.bus.errors import EndpointRefused
from studio.bus.gate import BusKeys, Gate
from studio.bus.wire import TO_TABLE_CUT_BYTES, Wire

_QUEUE: Final = 64


class Telemetry:
    """A PUB socket at `endpoint`, behind the `gate` where there are `keys`. Raises `EndpointRefused`."""

    def __init__(self, context: zmq.SyncContext, endpoint: str, keys: BusKeys | None, gate: Gate | None) -> None:
        self.endpoint = endpoint
        self._context = context
        self._keys = keys
        self._gate = gate
        self._wire: Wire | None = None
        self._revision = 0
        self._open()

    def send(self, frame: bytes) -> None:
        """To everybody who listens; one that is slow misses it."""
        if self._wire is not None:
            self._wire.send(frame)

    def renew(self) -> None:
        """When a key was revoked: all connections are closed, and those who are still allowed connect again."""
        if self._keys is None:
            return
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
        wire = Wire(self._context, zmq.PUB, options=options)
        if self._gate is not None:
            self._gate.watch(wire)
        try:
            self.endpoint = wire.bind(self.endpoint)
        except EndpointRefused:
            wire.close()
            raise
        self._wire = wire
        self._revision = self._keys.allowed.revision if self._keys is not None else 0
