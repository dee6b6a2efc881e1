"""A wheel in a process of its own, for `benchmarks.latency`: SlingShot 2 lines on pseudo-terminals, stamped.

Each stack (the product, the floors) has a terminal. A spin is fed line by line at a fixed pace; the next one waits
until the stack has said that the result of this one is acknowledged, as a real wheel's next spin is half a minute away.
All stamps are CLOCK_MONOTONIC in nanoseconds, which is one clock for all processes of a machine.
"""

from __future__ import annotations

import os
import struct
import time
import tty
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

STAMPS: Final = struct.Struct("<5q")
ACKNOWLEDGED_WITHIN_S: Final = 10.0
REPORT_EVERY_S: Final = 0.5
BETWEEN_ROUNDS_S: Final = 0.02
"""The product's pause between rounds: long enough that its end does not fall into the acknowledgement's way."""
POCKETS: Final = 37
SPINS_BEFORE_WRAP: Final = 256


class Spin(NamedTuple):
    """One result's way, in nanoseconds of CLOCK_MONOTONIC."""

    written: int
    """The feeder is about to write the result line."""
    read: int
    """The table has read it."""
    commit_begun: int
    committed: int
    ack_come: int
    """The acknowledgement is about to be stored."""
    ack_stored: int

    @property
    def ms(self) -> float:
        """From the result line written to its acknowledgement stored, in milliseconds."""
        return (self.ack_stored - self.written) / 1e6


class _Wheel:
    """One wheel on a terminal that stays open at both ends."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)
        self._game = 0
        self._number = 0
        self._last = b""
        self.show(2)

    def show(self, state: int) -> int:
        """Write a status line; returns when, the moment before."""
        spin = self._game % SPINS_BEFORE_WRAP + 1
        self._last = b"*X;%d;%03d;%2d;0;150;0\r\n" % (state, spin, self._number)
        return self.write(self._last)

    def repeat(self) -> None:
        self.write(self._last)

    def write(self, line: bytes) -> int:
        now_ns = time.monotonic_ns()
        os.write(self._master, line)
        return now_ns

    def drain(self) -> None:
        """Take what the host asks; a wheel that is busy does not answer."""
        try:
            os.read(self._master, 4096)
        except BlockingIOError:
            return

    def spin(self, acknowledged: Connection, pace_s: float) -> Spin:
        """One game from no more bets to the ready wheel. Raises TimeoutError when its result is not acknowledged."""
        for state in (3, 4):
            self.show(state)
            time.sleep(pace_s)
        self._number = (self._number + 5) % POCKETS
        self.write(b"%2d\r\n" % self._number)
        time.sleep(pace_s)
        written = self.show(5)
        if not acknowledged.poll(ACKNOWLEDGED_WITHIN_S):
            raise TimeoutError(f"no acknowledgement of game {self._game} within {ACKNOWLEDGED_WITHIN_S} s")
        stamps = STAMPS.unpack(acknowledged.recv_bytes())
        time.sleep(1.5 * BETWEEN_ROUNDS_S)
        self._game += 1
        self.show(2)
        time.sleep(pace_s)
        return Spin(written, *stamps)


def feed(orders: Connection, acknowledged: list[Connection], pace_s: float) -> None:
    """The process: sends the ports, then answers (stack, count) with that many `Spin`s until it is sent None."""
    wheels = [_Wheel() for _ in acknowledged]
    orders.send([wheel.port for wheel in wheels])
    while True:
        while not orders.poll(REPORT_EVERY_S):
            for wheel in wheels:
                wheel.drain()
                wheel.repeat()
        order = orders.recv()
        if order is None:
            return
        stack, count = order
        orders.send([wheels[stack].spin(acknowledged[stack], pace_s) for _ in range(count)])
