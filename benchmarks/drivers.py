"""Bytes to readings: microseconds a frame of every driver, beside a bare split into lines in the same run.

The floor is what any reader must do: cut the bytes at the ends of frames. A driver also checks each frame, follows
the device's state and decides what changed. `--frames N` sets how many frames are fed, in reads of 256 bytes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Final

from benchmarks.figures import machine, p50_p99
from devices.catalogue import driver
from devices.clock import seeded
from devices.lottery.ball_set import load_ball_set
from devices.lottery.tags import tag_frame
from devices.shoe.angel_eye import bcc
from devices.shoe.angel_eye_messages import card_bytes

READ_SIZE: Final = 256
ROUNDS: Final = 7

_CHANCE = seeded("benchmark")


def _wheel(frames: int) -> list[bytes]:
    """Games as a wheel plays them: a state for seconds, a rotor that trembles, two numbers an hour the same."""
    lines: list[bytes] = []
    spin, last = 1, "  "
    while len(lines) < frames:
        number = f"{_CHANCE.randrange(37):2d}"
        for state, reports in ((2, 18), (3, 8), (4, 52), (5, 11)):
            shown = number if state == 5 else last
            if state == 5:
                lines.append(f"{number}\r\n".encode())
            speed = 150
            for _ in range(reports):
                speed += _CHANCE.choice((-1, 0, 0, 0, 1))
                lines.append(f"*X;{state};{spin:03d};{shown};0;{speed:03d};0\r\n".encode())
        spin, last = spin % 256 + 1, number
    return lines[:frames]


def _shoe(frames: int) -> list[bytes]:
    said = []
    for number in range(frames):
        card = _CHANCE.choice("A23456789TJQK") + _CHANCE.choice("shdc")
        body = b"\x05%d" % (number % 9 + 1) + b"D" + card_bytes(number % 2, number % 3 + 1, card) + b"\x03"
        said.append(body + bcc(body[1:]))
    return said


def _drawer(frames: int) -> list[bytes]:
    tags = list(load_ball_set("simulated-1").balls)
    said: list[bytes] = []
    while len(said) < frames:
        for order in range(1, 4):
            said += [tag_frame(_CHANCE.choice(tags))] * 8 + [b"P;%03d\r\n" % order]
        said.append(b"R;000\r\n")
    return said[:frames]


def _lines(*lines: bytes) -> Callable[[int], list[bytes]]:
    return lambda frames: [_CHANCE.choice(lines) for _ in range(frames)]


WORKLOADS: Final[dict[str, tuple[dict[str, object], Callable[[int], list[bytes]]]]] = {
    "ss2": ({"rotor_band": (140, 200)}, _wheel),
    "grammar:slingshot2": ({"rotor_band": (140, 200)}, _wheel),
    "angel-eye": ({}, _shoe),
    "ball-tags": ({"ball_set": "simulated-1"}, _drawer),
    "scanner-lines": ({"codes": "suit-rank", "gap_s": 0.0}, _lines(b"HQ\r\n", b"S10\r\n", b"C7\r\n")),
    "buttons-keys": ({"buttons": "dealer-pad"}, _lines(b"K 79 1\n", b"S\n", b"K 79 0\n", b"K 79 2\n")),
    "grammar:contact-box": ({}, _lines(*(b"I%d=%d\r\n" % (n, level) for n in range(1, 9) for level in (0, 1)))),
    "grammar:shuffler": ({}, _lines(b"S;2;---;R\r\n", b"S;2;---;R\r\n", b"S;3;416;R\r\n", b"S;0;---;-\r\n")),
}


def _reads(said: Sequence[bytes]) -> list[bytes]:
    data = b"".join(said)
    return [data[at : at + READ_SIZE] for at in range(0, len(data), READ_SIZE)]


ENDS: Final = {"angel-eye": b"\x03", "ball-tags": b"\x03"}
"""What ends a frame, where it is no line."""


def _bare_split(reads: Sequence[bytes], end: bytes) -> None:
    """The floor: frames out of pieces, with the tail carried over."""
    tail = b""
    for data in reads:
        *lines, tail = (tail + data).split(end)
        for line in lines:
            line.rstrip(b"\r")


def main(argv: Sequence[str]) -> int:
    """Measure every driver; exit status 0."""
    parser = argparse.ArgumentParser(prog="benchmarks drivers", description="Microseconds a frame, bytes to readings.")
    parser.add_argument("--frames", type=int, default=20_000, metavar="N", help="frames a run (20000)")
    args = parser.parse_args(argv)
    print(f"{machine()}; {args.frames} frames a run, {ROUNDS} runs, in reads of {READ_SIZE} bytes")
    print(f"{'protocol':<22}{'us a frame':>12}{'worst run':>12}{'bare split':>12}{'ratio':>9}{'readings':>11}")
    for protocol, (options, workload) in WORKLOADS.items():
        reads = _reads(workload(args.frames))
        times: list[float] = []
        floors: list[float] = []
        readings = 0
        for _ in range(ROUNDS):
            feed = driver(protocol).build(options).feed
            began = time.perf_counter_ns()
            readings = sum(len(feed(data, at * 0.01)) for at, data in enumerate(reads))
            times.append((time.perf_counter_ns() - began) / 1000 / args.frames)
            began = time.perf_counter_ns()
            _bare_split(reads, ENDS.get(protocol, b"\n"))
            floors.append((time.perf_counter_ns() - began) / 1000 / args.frames)
        middle, worst = p50_p99(times)
        floor = p50_p99(floors)[0]
        print(f"{protocol:<22}{middle:>12.2f}{worst:>12.2f}{floor:>12.3f}{middle / floor:>8.1f}x{readings:>11}")
    return 0
