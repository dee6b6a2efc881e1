"""Somebody who sends more than is taken and then hangs up: with ZeroMQ's own heartbeats that ended the process."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, sys, zmq
from studio.bus.wire import Wire, dealer_options, router_options

async def main(end, other):
    context, taken = zmq.Context(), []
    wire = Wire(context, getattr(zmq, end), taken.append, options=router_options()
                if end == "ROUTER" else {**dealer_options(), zmq.RCVHWM: 64})
    far = zmq.Context()
    peer = far.socket(getattr(zmq, other))
    if end == "ROUTER":
        peer.connect(wire.bind("tcp://127.0.0.1:*"))
    else:
        port = peer.bind_to_random_port("tcp://127.0.0.1")
        wire.connect(f"tcp://127.0.0.1:{port}")
    wire.pause()
    for _ in range(300):
        try:
            while True:
                peer.send(bytes(200), zmq.DONTWAIT)
        except zmq.Again:
            await asyncio.sleep(0.005)
    peer.close(linger=0)
    far.term()
    await asyncio.sleep(2.5)  # ZeroMQ's heartbeats came each second
    wire.resume()
    while not taken:
        await asyncio.sleep(0.01)
    wire.close()
    context.term()
    print("alive")

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize(("end", "other"), [("ROUTER", "DEALER"), ("DEALER", "DEALER")])
def test_a_flood_that_breaks_off_while_nobody_takes_it_does_not_end_the_process(end: str, other: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, end, other], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr
