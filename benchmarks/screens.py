"""The dealer's screen: start-up to its first correct picture beside a bare QML window, and frames and taps in a storm.

Off screen and in software: figures of the processor, without a graphics card. `python -m benchmarks screens
[--starts N] [--seconds S] [--rate R]`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

import msgspec

from benchmarks.figures import machine, p50_p99, row

FRAME_MS = 33.0
TAP_MS = 100.0
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}


class Storm(msgspec.Struct):
    """What a window has seen of a storm."""

    frames: list[float]
    own: list[float]
    """Processor time of the drawing thread from frame to frame: what the frames cost where nothing else runs."""
    taps: list[float]
    first: int
    last: int


@contextlib.contextmanager
def table(rate: float) -> Iterator[list[str]]:
    """A table that shows itself `rate` times a second; its two endpoints."""
    command = [sys.executable, "-m", "benchmarks.screens_table", str(rate)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()
        finally:
            process.terminate()


def window(*arguments: str) -> subprocess.Popen[str]:
    """A window in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.screens_window", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **OFFSCREEN})


def start_ms(*arguments: str) -> float:
    """From the start of the process to `shown`."""
    began = time.perf_counter()
    with window(*arguments) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        took = (time.perf_counter() - began) * 1000
    if line.strip() != "shown":
        raise RuntimeError(f"the window {arguments[0]} did not come up")
    return took


def main(argv: Sequence[str]) -> int:
    """Print the figures; status 1 when a frame or a tap at p99 is over what it may take."""
    parser = argparse.ArgumentParser(prog="benchmarks screens", description=__doc__)
    parser.add_argument("--starts", type=int, default=7, metavar="N", help="starts of each window, in turn (7)")
    parser.add_argument("--seconds", type=float, default=15.0, metavar="S", help="length of the storm (15)")
    parser.add_argument("--rate", type=float, default=1000.0, metavar="R", help="views a second (1000)")
    args = parser.parse_args(argv)
    print(machine())
    with table(0) as ends:
        start_ms("bare"), start_ms("dealer", *ends)  # the first start fills the caches of the disk
        pairs = [(start_ms("bare"), start_ms("dealer", *ends)) for _ in range(args.starts)]
    bare, dealer = [list(times) for times in zip(*pairs, strict=True)]
    print(row("start-up: bare QML window", bare, "ms"))
    print(row("start-up: dealer's first correct picture", dealer, "ms", bare))
    with table(args.rate) as ends, window("storm", *ends, str(args.seconds)) as process:
        assert process.stdout is not None
        storm = msgspec.json.decode(process.stdout.read(), type=Storm)
    rate = (storm.last - storm.first) / args.seconds
    print(row(f"frame to frame, {rate:.0f} views a second", storm.frames, "ms"))
    print(row("of that, the drawing thread's own time", storm.own, "ms"))
    print(row("tap to the picture that answers it", storm.taps, "ms"))
    frame_ms, tap_ms = p50_p99(storm.frames)[1], p50_p99(storm.taps)[1]
    good = frame_ms < FRAME_MS and tap_ms < TAP_MS
    verdict = "good" if good else "OVER"
    print(f"p99 frame {frame_ms:.1f} of {FRAME_MS:.0f} ms, tap {tap_ms:.1f} of {TAP_MS:.0f} ms: {verdict}")
    return 0 if good else 1
