"""What a stranger learns at a table's sockets: connects in every way that there is without an allowed key, and listens.

Each attempt goes through a relay that keeps every byte of the answer. A socket with CURVE says a greeting of ZMTP
(64 bytes: its version, and that it wants CURVE) and nothing else; to one who has the table's public key it also says a
WELCOME that holds nothing but an encrypted cookie, and perhaps that it was refused. Anything more has been learned.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import msgspec
import zmq
import zmq.asyncio

from studio.messages.bus import Hello, Look

_GREETING_BYTES: Final = 64
_LISTEN_S: Final = 1.5
_SAYS_NOTHING: Final = frozenset({"WELCOME", "ERROR"})
"""Commands of a CURVE handshake (RFC 26) that tell a stranger nothing."""

Prepare = Callable[[zmq.asyncio.Socket], None]


class Attempt(NamedTuple):
    """One way to connect: what was tried, what came back, what that says in words, and whether that is too much."""

    endpoint: str
    tried: str
    heard: bytes
    says: str
    learned: bool


async def probe(endpoint: str, table_key: bytes | None = None) -> list[Attempt]:
    """Try everything at `endpoint` (`tcp://host:port`); `table_key` is the table's public key (Z85), if it is known.

    Raises OSError when nobody listens there, ValueError for another kind of endpoint.
    """
    host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
    if not endpoint.startswith("tcp://") or not port.isdigit():
        raise ValueError(f"{endpoint!r} is no TCP endpoint; it looks like tcp://127.0.0.1:5500")
    address = (host, int(port))
    attempts = [
        _attempt(endpoint, "TCP, and silence", await _talk(address, b"")),
        _attempt(endpoint, "an HTTP request", await _talk(address, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")),
    ]
    ways: list[tuple[str, Prepare]] = [
        ("ZeroMQ without a key", lambda socket: None),
        ("ZeroMQ with a user's name and password", _plain),
        ("a key of its own, and a guess at the table's", lambda socket: _curve(socket, zmq.curve_keypair()[0])),
    ]
    if table_key is not None:
        ways.append(("a key of its own, and the table's public key", lambda socket: _curve(socket, table_key)))
    for tried, prepare in ways:
        for kind, name in ((zmq.DEALER, "asks"), (zmq.SUB, "listens")):
            attempts.append(_attempt(endpoint, f"{tried}, and {name}", await _by_zeromq(address, kind, prepare)))
    return attempts


def in_words(attempts: Iterable[Attempt]) -> str:
    """As a person reads it, with every byte that came."""
    lines = []
    for attempt in attempts:
        lines.append(f"{attempt.endpoint}  {attempt.tried}")
        lines.append(f"    {len(attempt.heard)} bytes: {attempt.heard[:96].hex(' ') or '-'}")
        lines.append(f"    {'LEARNED: ' if attempt.learned else ''}{attempt.says}")
    return "\n".join(lines)


def _attempt(endpoint: str, tried: str, heard: bytes) -> Attempt:
    says, learned = _read(heard)
    return Attempt(endpoint, tried, heard, says, learned)


def _read(heard: bytes) -> tuple[str, bool]:
    """What the bytes say, and whether a stranger should not know it."""
    if not heard:
        return "nothing", False
    if not (heard[:1] == b"\xff" and heard[9:10] == b"\x7f"):
        return f"something that is not ZeroMQ: {heard[:60]!r}", True
    if len(heard) < _GREETING_BYTES:
        return "that somebody there speaks ZeroMQ", False
    mechanism = heard[12:32].rstrip(b"\0").decode("ascii", "replace")
    if mechanism != "CURVE":
        return f"that somebody there speaks ZeroMQ, by {mechanism}, without keys", True
    frames = list(_frames(heard[_GREETING_BYTES:]))
    says = "that somebody there speaks ZeroMQ and wants CURVE"
    if frames:
        says += "; then " + ", ".join(frames)
    return says, any(frame not in _SAYS_NOTHING for frame in frames)


def _frames(rest: bytes) -> Iterable[str]:
    """The name of each command after the greeting; a message is called one (RFC 23, 37)."""
    at = 0
    while at < len(rest):
        flags, long = rest[at], rest[at] & 2
        size = struct.unpack_from(">Q", rest, at + 1)[0] if long else rest[at + 1] if at + 1 < len(rest) else 0
        at += 9 if long else 2
        body = rest[at : at + size]
        at += size
        yield body[1 : 1 + body[0]].decode("ascii", "replace") if flags & 4 and body else "a message"


async def _talk(address: tuple[str, int], said: bytes) -> bytes:
    reader, writer = await asyncio.open_connection(*address)
    heard = b""
    try:
        writer.write(said)
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(_LISTEN_S):
                while piece := await reader.read(65_536):
                    heard += piece
    finally:
        writer.close()
    return heard


async def _by_zeromq(address: tuple[str, int], kind: int, prepare: Prepare) -> bytes:
    """What came to a ZeroMQ socket that sends what it would send if it were allowed."""
    heard: list[bytes] = []
    closed = asyncio.Event()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            back_reader, back_writer = await asyncio.open_connection(*address)
            ways = [
                asyncio.create_task(_pass_on(reader, back_writer, [])),
                asyncio.create_task(_pass_on(back_reader, writer, heard)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            back_writer.transport.abort()
        writer.transport.abort()
        closed.set()

    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    context = zmq.asyncio.Context()
    socket = context.socket(kind)
    try:
        prepare(socket)
        socket.setsockopt(zmq.RECONNECT_IVL, -1)
        if kind == zmq.SUB:
            socket.setsockopt(zmq.SUBSCRIBE, b"")
        socket.connect(f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        if kind == zmq.DEALER:
            for frame in (Look(), Hello("backend")):
                with contextlib.suppress(zmq.Again):  # it was shown the door already
                    await socket.send(msgspec.json.encode(frame), zmq.DONTWAIT)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LISTEN_S):
                await closed.wait()
    finally:
        socket.close(linger=0)
        context.term()
        server.close()
    return b"".join(heard)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kept: list[bytes]) -> None:
    while piece := await reader.read(65_536):
        kept.append(piece)
        writer.write(piece)


def _plain(socket: zmq.asyncio.Socket) -> None:
    socket.setsockopt(zmq.PLAIN_USERNAME, b"admin")
    socket.setsockopt(zmq.PLAIN_PASSWORD, b"admin")


def _curve(socket: zmq.asyncio.Socket, server: bytes) -> None:
    public, secret = zmq.curve_keypair()
    for option, value in ((zmq.CURVE_SERVERKEY, server), (zmq.CURVE_PUBLICKEY, public), (zmq.CURVE_SECRETKEY, secret)):
        socket.setsockopt(option, value)
