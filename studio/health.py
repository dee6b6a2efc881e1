"""Health over HTTP, on the loopback: `/metrics` for Prometheus, `/ready` for whoever starts and watches tables.

`/ready` answers 200 when the table can play: journal writable, software as it was, devices and backend there; else 503
with what is missing, a line each. No other path is served, and nothing can be changed here.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from studio.messages.telemetry import Delivery

if TYPE_CHECKING:
    from prometheus_client import Counter, Gauge

_LONGEST_REQUEST_BYTES: Final = 8192
_WITHIN_S: Final = 5.0
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


class TableHealth(NamedTuple):
    """A table at one moment, as numbers."""

    state: str
    inputs: int
    events: int
    acknowledged: int
    rounds: int
    consumer_present: bool
    devices: Mapping[str, str]
    alarms_open: int
    malformed_frames: int
    refused: Mapping[str, int]
    delivery: Delivery
    clock_jumps: int
    clock_offset_s: float
    software_good: bool
    copy_good: bool
    missing: list[str]
    """Why the table is not ready, in words; empty when it is."""


def metrics(table: str, health: TableHealth) -> bytes:
    """Everything as Prometheus reads it."""
    # Imported when first asked for: a table that comes back after a kill does not wait for it.
    from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

    registry = CollectorRegistry()

    def gauge(name: str, what: str, value: float, **labels: str) -> None:
        known = gauges.get(name)
        if known is None:
            known = gauges[name] = Gauge(f"studio_{name}", what, ["table", *labels], registry=registry)
        known.labels(table, *labels.values()).set(value)

    def count(name: str, what: str, value: float, **labels: str) -> None:
        known = counters.get(name)
        if known is None:
            known = counters[name] = Counter(f"studio_{name}", what, ["table", *labels], registry=registry)
        known.labels(table, *labels.values()).inc(value)

    gauges: dict[str, Gauge] = {}
    counters: dict[str, Counter] = {}
    count("inputs", "Inputs in the journal", health.inputs)
    count("events", "Events published", health.events)
    count("rounds", "Rounds since the journal began", health.rounds)
    count("malformed_frames", "Frames of devices that could not be read, since the start", health.malformed_frames)
    count("clock_jumps", "How often the wall clock was set, since the start", health.clock_jumps)
    for code, times in sorted(health.refused.items()):
        count("refused", "What the bus refused or counted, since the start", times, code=code)
    gauge("unacknowledged_events", "Events that the backend has not acknowledged", health.events - health.acknowledged)
    out = health.delivery
    for outcome, events in (
        ("waiting", out.waiting),
        ("sent", out.sent),
        ("unconfirmed", out.unconfirmed),
        ("rejected", out.rejected),
    ):
        gauge("delivery_events", "Events that are not acknowledged, by what became of them", events, outcome=outcome)
    gauge("consumer_present", "1 when the backend was heard within 3 s", health.consumer_present)
    gauge("alarms_open", "Alarms that nobody has seen yet", health.alarms_open)
    gauge("clock_offset_seconds", "Wall clock against monotonic clock since the start", health.clock_offset_s)
    if out.clock_offset_ms is not None and out.clock_error_ms is not None:
        gauge("backend_clock_offset_seconds", "How far the backend's clock is ahead", out.clock_offset_ms / 1000)
        gauge("backend_clock_error_seconds", "The offset is known to within this", out.clock_error_ms / 1000)
    gauge("software_good", "1 while software and configuration are those of the start", health.software_good)
    gauge("journal_copy_good", "1 while the second copy of the journal is written", health.copy_good)
    gauge("ready", "1 when the table can play", not health.missing)
    gauge("state", "1 for the table's present state", 1, state=health.state)
    for device, state in sorted(health.devices.items()):
        gauge("device", "1 for the state of the device's link", 1, device=device, state=state)
    for name, value in (("p50", out.latency_p50_ms), ("p99", out.latency_p99_ms)):
        if value is not None:
            gauge("delivery_seconds", "Reading to acknowledgement stored", value / 1000, quantile=name)
    return bytes(generate_latest(registry))


class HealthServer:
    """Serves `/metrics` and `/ready` of one table at 127.0.0.1:`port` (0 takes a free one), as a context manager."""

    def __init__(self, port: int, table: str, health: Callable[[], TableHealth]) -> None:
        self.port = port
        self._table = table
        self._health = health
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> HealthServer:
        """Bind. Raises OSError when the port is taken."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port, limit=_LONGEST_REQUEST_BYTES)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        broken = (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
        with contextlib.suppress(*broken):
            async with asyncio.timeout(_WITHIN_S):
                request = (await reader.readuntil(b"\r\n")).split()
                while (await reader.readuntil(b"\r\n")) != b"\r\n":
                    pass
                status, body = self._answer(request)
                head = f"HTTP/1.1 {status}\r\nContent-Type: {TEXT}\r\nContent-Length: {len(body)}\r\n"
                writer.write(f"{head}Connection: close\r\n\r\n".encode() + (b"" if request[:1] == [b"HEAD"] else body))
                await writer.drain()
        writer.close()

    def _answer(self, request: list[bytes]) -> tuple[str, bytes]:
        if len(request) != 3 or request[0] not in (b"GET", b"HEAD"):
            return "405 Method Not Allowed", b"GET /metrics or GET /ready\n"
        match request[1]:
            case b"/metrics":
                return "200 OK", metrics(self._table, self._health())
            case b"/ready":
                missing = self._health().missing
                if not missing:
                    return "200 OK", b"ready\n"
                return "503 Service Unavailable", "".join(f"{line}\n" for line in missing).encode()
            case _:
                return "404 Not Found", b"GET /metrics or GET /ready\n"
