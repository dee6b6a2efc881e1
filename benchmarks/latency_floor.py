"""The hand-written floor of `benchmarks.latency`: the least that a durable, acknowledged result can be.

One asyncio loop: a line read from the pseudo-terminal by `add_reader`, one commit to SQLite (WAL, synchronous FULL) in
which it is durable, one send over ZeroMQ ROUTER, and the acknowledgement stored (NORMAL, as in the product). No rules,
no hash, no log, no checks. The consumer is a blocking loop over DEALER; with `database` it commits before it
acknowledges.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import time
from multiprocessing.connection import Connection
from typing import Final

import zmq

from benchmarks.wheel_feeder import STAMPS

LINE: Final = re.compile(rb"\*X;([1-6]);(\d{3});([ \d]\d|  );([0-9A-F]);(\d{3});([01])")
BODY: Final = b'{"result":"%b","rest":"' + b"." * 1300 + b'"}'
"""As long as the product's `round.result`."""


def open_database(path: str, synchronous: str) -> sqlite3.Connection:
    """A connection to a table of rows at `path`, made when absent."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    for name in ("line", "ack"):
        connection.execute(f"CREATE TABLE IF NOT EXISTS {name} (seq INTEGER PRIMARY KEY, body BLOB NOT NULL)")
    return connection


class _Table:
    def __init__(self, port: str, endpoint: str, database: str, acknowledged: Connection) -> None:
        self._lines = open_database(database, "FULL")
        self._acks = open_database(database, "NORMAL")
        self._acknowledged = acknowledged
        self._seq = 0
        self._last = b""
        self._tail = b""
        self._peer: bytes | None = None
        self._stamps = (0, 0, 0)
        self._fd = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.ROUTER)
        self._socket.bind(endpoint)
        loop = asyncio.get_running_loop()
        loop.add_reader(self._fd, self._on_bytes)
        loop.add_reader(self._socket.getsockopt(zmq.FD), self._on_messages)
        loop.call_soon(self._on_messages)

    def _on_bytes(self) -> None:
        *lines, self._tail = (self._tail + os.read(self._fd, 4096)).split(b"\r\n")
        read = time.monotonic_ns()
        for line in lines:
            if line == self._last:
                continue
            self._last = line
            found = LINE.fullmatch(line)
            self._seq += 1
            begun = time.monotonic_ns()
            self._lines.execute("INSERT INTO line VALUES (?, ?)", (self._seq, line))
            committed = time.monotonic_ns()
            if found is not None and found[1] == b"5" and self._peer is not None:
                self._stamps = (read, begun, committed)
                self._socket.send_multipart((self._peer, b"%d" % self._seq, BODY % found[3]), zmq.DONTWAIT)
                self._on_messages()

    def _on_messages(self) -> None:
        while self._socket.getsockopt(zmq.EVENTS) & zmq.POLLIN:
            self._peer, said = self._socket.recv_multipart(zmq.DONTWAIT)
            if said == b"hello":
                self._acknowledged.send_bytes(b"hello")
                continue
            come = time.monotonic_ns()
            self._acks.execute("INSERT INTO ack VALUES (?, ?)", (int(said), said))
            self._acknowledged.send_bytes(STAMPS.pack(*self._stamps, come, time.monotonic_ns()))


def table(port: str, endpoint: str, database: str, acknowledged: Connection) -> None:
    """The table's process; tells `acknowledged` when the consumer has come, then of each result."""

    async def run() -> None:
        _Table(port, endpoint, database, acknowledged)
        await asyncio.Event().wait()

    asyncio.run(run())


def backend(endpoint: str, database: str | None, table_key: bytes | None = None) -> None:
    """The consumer's process: acknowledges, and commits before if `database` is given; with `table_key` by CURVE."""
    rows = None if database is None else open_database(database, "FULL")
    socket = zmq.Context().socket(zmq.DEALER)
    if table_key is not None:
        public, secret = zmq.curve_keypair()
        own = ((zmq.CURVE_SERVERKEY, table_key), (zmq.CURVE_PUBLICKEY, public), (zmq.CURVE_SECRETKEY, secret))
        for option, value in own:
            socket.setsockopt(option, value)
    socket.connect(endpoint)
    socket.send(b"hello")
    while True:
        seq, body = socket.recv_multipart()
        if rows is not None:
            rows.execute("INSERT INTO line VALUES (?, ?)", (int(seq), body))
        socket.send(seq)
