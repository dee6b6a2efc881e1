"""Throws nonsense at one socket: a program of its own, so that it does not wait for the table, nor the table for it.

    python -m studio.torture.thrower bytes|messages|subscriptions ENDPOINT --count N [--seed S] [--key K --table-key P]

Prints a line of JSON now and then: how many bytes or messages went out, and how many answers came.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import zmq

from devices.clock import seeded
from studio.keys.client import ClientKeys, client_keys
from studio.torture.nonsense import Nonsense

_EVERY: Final = 2_000
_PEERS: Final = 4
_PATIENCE_MS: Final = 10_000
"""How long a table may take nothing before it counts as dead."""
_BURST: Final = 1_000
"""Messages of somebody who does what it likes on a telemetry socket."""
_PAUSE_MS: Final = 60
_NEW_PEER_EVERY: Final = 50_000
"""Messages after which a peer is replaced by a new connection."""


class TableDead(Exception):  # noqa: N818 - it says what happened, as a log line would
    """The table takes nothing any more."""


def main() -> int:
    """Status 0 when everything went out, 1 when the table took nothing any more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("bytes", "messages", "subscriptions"))
    parser.add_argument("endpoint")
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--key", type=Path, action="append", default=[])
    parser.add_argument("--table-key", type=Path)
    args = parser.parse_args()
    nonsense = Nonsense(seeded(args.seed))
    keys = [client_keys(key, args.table_key) for key in args.key]
    ways: dict[str, Callable[[], Iterator[tuple[int, int]]]] = {
        "bytes": lambda: throw_bytes(args.endpoint, args.count, nonsense),
        "messages": lambda: throw_messages(args.endpoint, args.count, nonsense, keys),
        "subscriptions": lambda: throw_subscriptions(args.endpoint, args.count, nonsense, keys),
    }
    try:
        for sent, heard in ways[args.what]():
            print(json.dumps({"sent": sent, "heard": heard}), flush=True)
    except (TableDead, OSError) as error:
        print(json.dumps({"dead": str(error)}), flush=True)
        return 1
    return 0


def throw_bytes(endpoint: str, count: int, nonsense: Nonsense) -> Iterator[tuple[int, int]]:
    """`count` bytes over TCP, a connection for each piece; yields bytes sent and heard. Raises OSError."""
    host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
    sent = heard = connections = 0
    while sent < count:
        piece = nonsense.raw(min(count - sent, 32_768))
        link = socket.create_connection((host, int(port)), timeout=_PATIENCE_MS / 1000)
        with link, contextlib.suppress(OSError):
            link.settimeout(0.5)
            for at in range(0, len(piece), 4096):
                sent += link.send(piece[at : at + 4096])
            link.shutdown(socket.SHUT_WR)
            heard += len(link.recv(65_536))
        connections += 1
        if connections % 20 == 0:
            yield sent, heard
    yield sent, heard


def throw_messages(endpoint: str, count: int, nonsense: Nonsense, keys: list[ClientKeys]) -> Iterator[tuple[int, int]]:
    """`count` messages over a few connections that got through; yields messages sent, answers heard.

    Raises `TableDead`.
    """
    with zmq.Context() as context:
        peers = [_peer(context, zmq.DEALER, endpoint, keys[at % len(keys)] if keys else None) for at in range(_PEERS)]
        sent = heard = 0
        try:
            while sent < count:
                at = sent % _PEERS
                try:
                    peers[at].send_multipart(nonsense.message(), zmq.DONTWAIT)
                except zmq.Again:
                    if not peers[at].poll(_PATIENCE_MS, zmq.POLLIN | zmq.POLLOUT):
                        raise TableDead(f"{endpoint} took and said nothing for {_PATIENCE_MS / 1000:g} s") from None
                else:
                    sent += 1
                heard += _drain(peers[at])
                if sent % _NEW_PEER_EVERY == _NEW_PEER_EVERY - 1:
                    peers[at].close(linger=0)
                    peers[at] = _peer(context, zmq.DEALER, endpoint, keys[at % len(keys)] if keys else None)
                if sent % _EVERY == 0:
                    yield sent, heard
            for peer in peers:
                while peer.poll(500):
                    heard += _drain(peer)
            yield sent, heard
        finally:
            for peer in peers:
                peer.close(linger=0)


def throw_subscriptions(
    endpoint: str, count: int, nonsense: Nonsense, keys: list[ClientKeys]
) -> Iterator[tuple[int, int]]:
    """`count` messages to a publishing socket.

    The last key's bearer keeps to what is allowed, and subscribes to everything and to nothing over and over; each of
    the others then does what it likes until it is shown the door. Yields messages sent and views heard. Raises
    `TableDead`.
    """
    with zmq.Context() as context:
        sent = heard = 0
        for bearer in [keys[-1], *keys[:-1]] if keys else [None]:
            peer = _peer(context, zmq.XSUB, endpoint, bearer)
            try:
                peer.send(b"\x01")
                if not peer.poll(_PATIENCE_MS):
                    raise TableDead(f"{endpoint} showed nothing for {_PATIENCE_MS / 1000:g} s")
                good = bearer is None or bearer is keys[-1]
                last = count - (0 if not keys else _BURST * (len(keys) - 1)) if good else sent + _BURST
                while sent < last:
                    peer.send((b"\x01" if sent % 2 else b"\x00") if good else nonsense.subscription())
                    sent += 1
                    if sent % _EVERY == 0:
                        heard += _drain(peer)
                        yield sent, heard
                        if good:
                            # Nothing tells a subscriber that its messages were taken: not faster than they can be.
                            peer.poll(_PAUSE_MS)
                yield sent, heard
            finally:
                peer.close(linger=2_000)


def _peer(context: zmq.SyncContext, kind: int, endpoint: str, keys: ClientKeys | None) -> zmq.SyncSocket:
    peer = context.socket(kind)
    for option, value in (keys.options() if keys is not None else {}).items():
        peer.setsockopt(option, value)
    peer.setsockopt(zmq.IMMEDIATE, 1)
    if kind == zmq.XSUB:
        peer.setsockopt(zmq.SNDHWM, 0)  # else it drops what it cannot send at once
    peer.setsockopt(zmq.RECONNECT_IVL, 50)
    peer.connect(endpoint)
    return peer


def _drain(peer: zmq.SyncSocket) -> int:
    heard = 0
    while True:
        try:
            peer.recv_multipart(zmq.DONTWAIT)
        except zmq.Again:
            return heard
        heard += 1


if __name__ == "__main__":
    sys.exit(main())
