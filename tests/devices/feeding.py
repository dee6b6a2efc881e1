"""Feeding protocols in pieces, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from devices.device import DeviceProtocol
from devices.readings import AnyReading

R = TypeVar("R")

Timed = Sequence[tuple[float, bytes]]
Make = Callable[[], DeviceProtocol]


def feed(protocol: DeviceProtocol, timed: Timed, cuts: Iterable[int] | None = None) -> list[AnyReading]:
    """All readings of the timed pieces, each of them cut again at `cuts` (None: not at all)."""
    readings: list[AnyReading] = []
    for at_s, data in timed:
        places = sorted({cut for cut in cuts if 0 < cut < len(data)}) if cuts is not None else []
        for start, end in zip([0, *places], [*places, len(data)], strict=True):
            readings += protocol.feed(data[start:end], at_s)
    return readings


def readings_of(make: Make, data: bytes | Timed) -> list[AnyReading]:
    """The readings of `data`, fed whole; fed byte by byte they must be the same, and so must the counts."""
    timed: Timed = [(0.0, data)] if isinstance(data, bytes) else data
    whole, bytewise = make(), make()
    readings = feed(whole, timed)
    assert feed(bytewise, timed, range(1, 1 + max(len(piece) for _, piece in timed))) == readings
    assert bytewise.frames_well_formed == whole.frames_well_formed
    assert bytewise.frames_malformed == whole.frames_malformed
    return readings


def only(kind: type[R], readings: Iterable[object]) -> list[R]:
    """The readings of one kind, in order."""
    return [reading for reading in readings if isinstance(reading, kind)]
