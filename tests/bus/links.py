"""A link that can be cut, and a table that says what it should not."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import zmq

from .ends import EPOCH, TABLE, Sockets, event, view


class Proxy:
    """A TCP link between a consumer and a table that can be cut, and can swallow what the consumer says."""

    def __init__(self, endpoint: str) -> None:
        self.port = int(endpoint.rsplit(":", 1)[1])
        self.links: set[asyncio.StreamWriter] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.swallows = False

    async def __aenter__(self) -> Proxy:
        self.server = await asyncio.start_server(self.join, "127.0.0.1", 0)
        host, port = self.server.sockets[0].getsockname()
        self.endpoint = f"tcp://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        self.cut()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.server.wait_closed()

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.links |= {writer, to_writer}
        for source, sink, inward in ((reader, to_writer, True), (to_reader, writer, False)):
            task = asyncio.create_task(self.pipe(source, sink, inward))
            self.tasks.add(task)

    async def pipe(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, inward: bool) -> None:
        try:
            while data := await source.read(65536):
                if not (inward and self.swallows):
                    sink.write(data)
        except ConnectionError:
            pass
        finally:
            sink.close()

    def cut(self) -> None:
        for link in self.links:
            link.transport.abort()
        self.links.clear()


class ScriptedTable:
    """A ROUTER that says what a table should not."""

    def __init__(self, sockets: Sockets) -> None:
        self.socket = sockets.open(zmq.ROUTER)
        port = self.socket.bind_to_random_port("tcp://127.0.0.1")
        self.endpoint = f"tcp://127.0.0.1:{port}"
        self.peer = b""

    async def hear(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(10):
            while True:
                self.peer, payload = await self.socket.recv_multipart()
                frame: dict[str, Any] = msgspec.json.decode(payload)
                if frame["frame"] == kind:
                    return frame

    async def say(self, **frame: Any) -> None:
        await self.socket.send_multipart([self.peer, msgspec.json.encode(frame)])

    async def deliver(self, seq: int, attempt: int = 1, **changed: Any) -> None:
        said = msgspec.to_builtins(event(seq)) | changed
        await self.say(frame="deliver", event=said, attempt=attempt)

    async def greet(self, have_seq: int = 0) -> None:
        await self.hear("look")
        await self.say(frame="view", view=view())
        hello = await self.hear("hello")
        assert (hello["epoch"], hello["have_seq"]) == (EPOCH, have_seq)
        await self.say(frame="welcome", table=TABLE, epoch=EPOCH, next_seq=have_seq + 1)
