"""A bad link between a backend and a table: frames are lost, repeated and held back, and the whole link is cut."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from dataclasses import dataclass
from typing import Final, Protocol

import zmq

from devices.clock import Chance, Clock, TimerHandle
from studio.bus.wire import Sent, Wire, dealer_options, router_options

_BETWEEN_S: Final = 0.25
"""How often the link may go bad."""


@dataclass(frozen=True, slots=True)
class LinkFaults:
    """How bad a link is: probabilities for each frame, and for each quarter of a second."""

    lost: float = 0.01
    repeated: float = 0.05
    held_back: float = 0.10
    """In each quarter of a second: the link stands still for up to `longest_s`."""
    cut: float = 0.04
    """In each quarter of a second: both ends lose the connection, for up to `longest_s`."""
    longest_s: float = 0.4


GOOD: Final = LinkFaults(0.0, 0.0, 0.0, 0.0)


class BadLink(Protocol):
    """What a stand needs of a link, of whatever kind."""

    endpoint: str
    faults: LinkFaults
    counts: Counter[str]

    def drop_peers(self) -> None:
        """What the kernel does for a consumer that was killed: its connections close."""
        ...

    def close(self) -> None:
        """Take the link away."""
        ...


class StreamProxy:
    """The same for a link with CURVE, byte by byte: held back and cut; what repeats or loses a part of it, cuts it."""

    def __init__(self, back: str, chance: Chance, clock: Clock, faults: LinkFaults) -> None:
        self.faults = faults
        self.counts: Counter[str] = Counter()
        self.endpoint = ""
        host, _, port = back.removeprefix("tcp://").rpartition(":")
        self._back = (host, int(port))
        self._chance = chance
        self._clock = clock
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._still_until_s = self._cut_until_s = 0.0
        self._timer: TimerHandle | None = None

    async def open(self) -> None:
        """Listen on a free port of the loopback; `endpoint` is where."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.endpoint = f"tcp://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self._turn()

    def drop_peers(self) -> None:
        """Every connection is gone, without a word."""
        for writer in self._writers:
            writer.transport.abort()

    def close(self) -> None:
        """Take the link away."""
        if self._timer is not None:
            self._timer.cancel()
        if self._server is not None:
            self._server.close()
        self.drop_peers()

    def _turn(self) -> None:
        now_s = self._clock.monotonic_s()
        length_s = self._chance.random() * self.faults.longest_s
        if self._chance.random() < self.faults.cut:
            self.counts["cut"] += 1
            self._cut_until_s = now_s + length_s
            self.drop_peers()
        elif self._chance.random() < self.faults.held_back:
            self.counts["held back"] += 1
            self._still_until_s = now_s + length_s
        self._timer = self._clock.call_later_real(_BETWEEN_S, self._turn)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer]
        with contextlib.suppress(OSError):
            if self._clock.monotonic_s() >= self._cut_until_s:
                back_reader, back_writer = await asyncio.open_connection(*self._back)
                ends.append(back_writer)
                self._writers.update(ends)
                ways = [asyncio.create_task(self._flow(reader, back_writer))]
                ways.append(asyncio.create_task(self._flow(back_reader, writer)))
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        for end in ends:
            self._writers.discard(end)
            end.transport.abort()

    async def _flow(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            self.counts["pieces"] += 1
            while (wait_s := self._still_until_s - self._clock.monotonic_s()) > 0:
                await asyncio.sleep(wait_s)
            writer.write(data)
            await writer.drain()


class FrameProxy:
    """Stands between the consumers at `front` and the table at `back`, frame by frame; made and used on one loop.

    The order within a connection is kept, as TCP keeps it; what a cut swallowed is gone. `counts` says what it did.
    """

    def __init__(self, front: str, back: str, chance: Chance, clock: Clock, faults: LinkFaults) -> None:
        self.faults = faults
        self.counts: Counter[str] = Counter()
        self._back = back
        self._chance = chance
        self._clock = clock
        self._context: zmq.SyncContext = zmq.Context(io_threads=1)
        self._backs: dict[bytes, Wire] = {}
        self._held: deque[tuple[bool, bytes, bytes]] = deque()
        self._still_until_s = self._cut_until_s = 0.0
        self._front = Wire(self._context, zmq.ROUTER, self._from_front, options=router_options())
        self.endpoint = self._front.bind(front)
        self._timer: TimerHandle = clock.call_later_real(_BETWEEN_S, self._turn)

    def drop_peers(self) -> None:
        """What the kernel does for a consumer that was killed: its connections to the table close."""
        for wire in self._backs.values():
            wire.close()
        self._backs.clear()
        self._held.clear()

    def close(self) -> None:
        """Take the link away."""
        self._timer.cancel()
        self.drop_peers()
        self._front.close()
        self._context.term()

    def _turn(self) -> None:
        now_s = self._clock.monotonic_s()
        if now_s >= max(self._still_until_s, self._cut_until_s):
            if self._chance.random() < self.faults.cut:
                self.counts["cut"] += 1
                self._cut_until_s = now_s + self._chance.random() * self.faults.longest_s
                self.drop_peers()
            elif self._chance.random() < self.faults.held_back:
                self.counts["held back"] += 1
                length_s = self._chance.random() * self.faults.longest_s
                self._still_until_s = now_s + length_s
                self._clock.call_later_real(length_s, self._flow)
        self._timer = self._clock.call_later_real(_BETWEEN_S, self._turn)

    def _from_front(self, parts: list[bytes]) -> None:
        self._held.append((True, parts[0], parts[-1]))
        self._flow()

    def _flow(self) -> None:
        now_s = self._clock.monotonic_s()
        while self._held and now_s >= self._still_until_s:
            to_table, peer, payload = self._held.popleft()
            if now_s < self._cut_until_s or self._chance.random() < self.faults.lost:
                self.counts["lost"] += 1
                continue
            self._pass_on(to_table, peer, payload)
            if self._chance.random() < self.faults.repeated:
                self.counts["repeated"] += 1
                self._pass_on(to_table, peer, payload)

    def _pass_on(self, to_table: bool, peer: bytes, payload: bytes) -> None:
        self.counts["frames"] += 1
        if to_table:
            self._back_of(peer).send(payload)
        elif self._front.send(peer, payload) is Sent.GONE:
            wire = self._backs.pop(peer, None)
            if wire is not None:
                wire.close()

    def _back_of(self, peer: bytes) -> Wire:
        wire = self._backs.get(peer)
        if wire is None:

            def answered(parts: list[bytes]) -> None:
                self._held.append((False, peer, parts[-1]))
                self._flow()

            # Queued while it connects: to the consumer this link is up.
            options = {**dealer_options(), zmq.IMMEDIATE: 0, zmq.ROUTING_ID: peer}
            wire = self._backs[peer] = Wire(self._context, zmq.DEALER, answered, options=options)
            wire.connect(self._back)
        return wire
