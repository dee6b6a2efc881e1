"""Who gets through: CURVE on every socket, and the table's list of keys, asked at each handshake (ZAP, RFC 27).

Runs on the table's own loop. While it stands, a connection whose key is not on the list is closed before its first
frame; when it has fallen, every connection is refused, since the sockets name a domain.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final, NamedTuple

import zmq
import zmq.utils.z85

from devices.clock import Clock
from studio.bus.wire import Wire
from studio.keys.allowed import AllowList

DOMAIN: Final = b"studio"
BARRED_FOR_S: Final = 60.0
_FAILED: Final = zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL


class BusKeys(NamedTuple):
    """The table's own CURVE pair (Z85), and who may connect."""

    pair: tuple[bytes, bytes]
    allowed: AllowList

    def options(self) -> dict[int, int | bytes]:
        """Options of a socket of the table."""
        public, secret = self.pair
        return {
            zmq.CURVE_SERVER: 1,
            zmq.CURVE_PUBLICKEY: public,
            zmq.CURVE_SECRETKEY: secret,
            zmq.ZAP_DOMAIN: DOMAIN,
        }


class Gate:
    """Answers the handshakes of a context's sockets. Made before they bind, closed after them.

    `on_refused` is told the reason: `stranger` (a key that is not on the list, or revoked), `barred` (see `bar`) or
    `no_key` (a handshake that is none of CURVE's), and from where.
    """

    def __init__(
        self, context: zmq.SyncContext, keys: BusKeys, clock: Clock, on_refused: Callable[[str, str], None]
    ) -> None:
        self._context = context
        self._clock = clock
        self._barred_until_s: dict[str, float] = {}
        self._allowed = keys.allowed
        self._on_refused = on_refused
        self._asked = Wire(context, zmq.ROUTER, self._on_request)
        self._asked.bind("inproc://zeromq.zap.01")
        self._watched: list[tuple[Wire, Wire]] = []
        self._sockets = 0

    def watch(self, wire: Wire) -> None:
        """Count the handshakes of a table's socket that fail before a key is known."""
        for gone in [pair for pair in self._watched if pair[0].closed]:
            gone[1].close()
            self._watched.remove(gone)
        self._sockets += 1
        endpoint = f"inproc://handshakes-{self._sockets}"
        wire.monitor(endpoint, _FAILED)
        ear = Wire(self._context, zmq.PAIR, lambda parts: self._on_event(parts))
        ear.connect(endpoint)
        self._watched.append((wire, ear))

    def bar(self, name: str) -> None:
        """Let the bearer of that name in no more for a minute, though the key is on the list."""
        self._barred_until_s[name] = self._clock.monotonic_s() + BARRED_FOR_S

    def close(self) -> None:
        """Close after the sockets that it guards."""
        for _, ear in self._watched:
            ear.close()
        self._watched.clear()
        self._asked.close()

    def _on_request(self, parts: list[bytes]) -> None:
        peer, _, version, request, domain, address, _, mechanism, *credentials = parts
        bearer = None
        if version == b"1.0" and domain == DOMAIN and mechanism == b"CURVE" and len(credentials) == 1:
            bearer = self._allowed.bearer(zmq.utils.z85.encode(credentials[0]).decode())
        barred = bearer is not None and self._clock.monotonic_s() < self._barred_until_s.get(bearer.name, 0.0)
        if bearer is None or barred:
            self._asked.send(peer, b"", b"1.0", request, b"400", b"not allowed here", b"", b"")
            self._on_refused("barred" if barred else "stranger", address.decode(errors="replace"))
        else:
            self._asked.send(peer, b"", b"1.0", request, b"200", b"OK", bearer.name.encode(), b"")

    def _on_event(self, parts: list[bytes]) -> None:
        if len(parts) == 2 and len(parts[0]) >= 6 and struct.unpack("=hi", parts[0][:6])[0] & _FAILED:
            self._on_refused("no_key", parts[1].decode(errors="replace"))
