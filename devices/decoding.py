"""A file of a device's bytes to readings, as its driver would have told them. Files come in, readings go out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from devices.capture import is_capture, read_capture
from devices.device import DeviceProtocol
from devices.readings import AnyReading

WHOLE: Final = 65_536
"""Bytes fed at a time when nobody asks for less."""


def decode_file(protocol: DeviceProtocol, file: Path, chunk: int | None = None) -> Iterator[AnyReading]:
    """The readings of what `file` holds, fed `chunk` bytes at a time (None: in large pieces).

    A capture (`.tsv`, `.tsv.gz`) is played with the times that it was recorded at, and only what the device said is
    fed. Any other file is bytes without times, as if all had come at once: what a protocol judges by time (a noisy
    line, a tag that left the field) is then judged as if no time passed. How the bytes are cut changes nothing.

    Raises ValueError for a chunk below 1 or a capture that is none, OSError when the file cannot be read.
    """
    if chunk is not None and chunk < 1:
        raise ValueError(f"chunk is {chunk}: at least one byte is fed at a time")
    for data, at_s in _pieces(file):
        step = chunk or max(1, len(data))
        for start in range(0, len(data), step):
            yield from protocol.feed(data[start : start + step], at_s)


def _pieces(file: Path) -> Iterator[tuple[bytes, float]]:
    if is_capture(file):
        for line in read_capture(file):
            if line.direction == "<":
                yield line.payload + line.end, line.at_ms / 1000
        return
    with file.open("rb") as stream:
        while data := stream.read(WHOLE):
            yield data, 0.0
