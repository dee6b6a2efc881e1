"""What a technician asks of a port: what is there, what does it speak, what does it say, and record it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from devices import catalogue
from devices.attached import AttachedDevice, OnReading
from devices.catalogue import CatalogueError, Driver
from devices.clock import Clock, SystemClock
from devices.device import DeviceProtocol
from devices.grammar.file import FOLDER as GRAMMARS
from devices.readings import AnyReading, DeviceReply, LinkState
from devices.recorder import Recorder, RecordingLink
from devices.tables import TableError, find_all
from devices.transport import Link

PORT_FOLDERS: Final = ("/dev/serial/by-id", "/dev/serial/by-path", "/dev/input/by-id", "/dev/input/by-path")
_NOT_BY_LISTENING: Final = frozenset(("scanner-lines", "badge-lines"))
"""Protocols that take any line of text: that they fit proves nothing."""


def ports() -> list[tuple[Path, str]]:
    """The names that stay of the serial ports and keyboards that are plugged in, and where each leads now."""
    found: list[tuple[Path, str]] = []
    for folder in PORT_FOLDERS:
        place = Path(folder)
        names = sorted(place.iterdir()) if place.is_dir() else []
        found += [
            (name, str(name.resolve())) for name in names if "input" not in folder or name.name.endswith("event-kbd")
        ]
    return found


def protocols() -> Iterator[Driver[Any]]:
    """Every driver: the built-in ones and the grammars of the configuration."""
    yield from catalogue.DRIVERS.values()
    for file in find_all(GRAMMARS):
        yield catalogue.driver(f"{catalogue.GRAMMAR}{file.stem}")


# --- probing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a protocol fits what a port said at a line speed."""

    protocol: str
    baud: int
    well_formed: int
    malformed: int

    @property
    def fits(self) -> bool:
        """At least one frame that could be read for each that could not."""
        return self.well_formed > 0 and self.well_formed >= self.malformed


async def probe(port: str, *, wait_s: float = 3.0, ask: bool = False) -> list[Fit]:
    """What `port` speaks, judged by listening `wait_s` seconds at each line speed; the best first.

    With `ask`, each protocol's own status request is sent too. Raises OSError when the port cannot be opened.
    """
    candidates = list(_listeners())
    fits: list[Fit] = []
    for baud in sorted({driver.baud for driver, _ in candidates}, reverse=True):
        here = [(driver, protocol) for driver, protocol in candidates if driver.baud == baud]
        await _listen(port, baud, [protocol for _, protocol in here], wait_s, ask)
        fits += [
            Fit(driver.protocol, baud, protocol.frames_well_formed, protocol.frames_malformed)
            for driver, protocol in here
        ]
    return sorted(fits, key=lambda fit: (-fit.fits, fit.malformed, -fit.well_formed))


def _listeners() -> Iterator[tuple[Driver[Any], DeviceProtocol]]:
    for driver in protocols():
        if driver.protocol in _NOT_BY_LISTENING or driver.protocol.endswith("-keys"):
            continue
        sets = [file.stem for file in find_all("ballsets")] if driver.kind == "drawer" else []
        try:
            yield driver, driver.build({"ball_set": sets[0]} if sets else {})
        except (CatalogueError, TableError):
            continue


async def _listen(port: str, baud: int, listening: list[DeviceProtocol], wait_s: float, ask: bool) -> None:
    clock = SystemClock()
    link = catalogue.open_link(port, clock, baud)
    opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_link(state: LinkState, why: str) -> None:
        if opened.done():
            return
        if state == "connecting":
            opened.set_result(None)
        else:
            opened.set_exception(OSError(why))

    def on_bytes(data: bytes, monotonic_ns: int) -> None:
        for protocol in listening:
            protocol.feed(data, monotonic_ns / 1e9)

    link.start(on_bytes, on_link)
    try:
        await opened
        for protocol in listening:
            protocol.link_opened(clock.monotonic_s())
            if ask:
                link.send(protocol.poll(clock.monotonic_s()))
        await _pass(clock, wait_s)
    finally:
        link.close()


async def _pass(clock: Clock, seconds: float) -> None:
    """Wait for so long: here time itself is what is waited for."""
    over = asyncio.Event()
    timer = clock.call_later_real(seconds, over.set)
    try:
        await over.wait()
    finally:
        timer.cancel()


# --- listening and recording -------------------------------------------------------------------------------------


async def monitor(
    protocol: str,
    port: str,
    on_reading: OnReading,
    *,
    options: Mapping[str, Any] | None = None,
    baud: int | None = None,
    recorder: Recorder | None = None,
    for_s: float | None = None,
    stopped: asyncio.Event | None = None,
) -> AttachedDevice:
    """Attach a device and tell what it says for `for_s` seconds, or until `stopped`; the device, closed."""
    clock = SystemClock()
    device = catalogue.attach(
        "device", protocol, port, clock, on_reading, options=options, baud=baud, recorder=recorder
    )
    device.start()
    try:
        await _until(clock, for_s, stopped)
    finally:
        device.close()
    return device


async def record_raw(
    port: str,
    baud: int,
    recorder: Recorder,
    on_link: Callable[[LinkState, str], None],
    *,
    for_s: float | None = None,
    stopped: asyncio.Event | None = None,
) -> None:
    """Record what `port` says, saying nothing to it."""
    clock = SystemClock()
    link: Link = RecordingLink(catalogue.open_link(port, clock, baud), recorder)
    link.start(lambda data, monotonic_ns: None, on_link)
    try:
        await _until(clock, for_s, stopped)
    finally:
        link.close()


async def _until(clock: Clock, for_s: float | None, stopped: asyncio.Event | None) -> None:
    ended = stopped or asyncio.Event()
    timer = None if for_s is None else clock.call_later_real(for_s, ended.set)
    try:
        await ended.wait()
    finally:
        if timer is not None:
            timer.cancel()


# --- checking ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Found:
    """What was found of one device: its link's state and why, what it says of itself, and the readings it made."""

    state: LinkState = "not_connected"
    why: str = ""
    version: str | None = None
    pockets: int | None = None
    well_formed: int = 0
    malformed: int = 0


VERSION_QUESTIONS: Final = {"ss2": b"*V\r\n"}
"""Protocol to what asks a device for its version: only for those whose maker says that it changes nothing."""


async def examine(
    name: str, protocol: str, port: str, *, options: Mapping[str, Any], baud: int | None, wait_s: float
) -> Found:
    """Open a device as a table would, ask what it is, and say what was found within `wait_s` seconds."""
    found = Found()
    answered = asyncio.Event()
    question = VERSION_QUESTIONS.get(protocol)

    def hear(_: str, reading: AnyReading, __: int, ___: str) -> None:
        if isinstance(reading, DeviceReply) and reading.command == "V":
            found.version = reading.text
        asks_pockets = hasattr(device.protocol, "pockets_reported")
        known = question is None or found.version is not None
        if device.state == "ready" and known and not (asks_pockets and pockets_of(device) is None):
            answered.set()
        elif device.state == "ready" and question is not None and found.version is None and not asked.is_set():
            asked.set()
            device.send(question)

    asked = asyncio.Event()
    clock = SystemClock()
    device = catalogue.attach(name, protocol, port, clock, hear, options=options, baud=baud)
    device.start()
    try:
        await _until(clock, wait_s, answered)
        found.state, found.why = device.state, device.why
        found.pockets = pockets_of(device)
        found.well_formed, found.malformed = device.protocol.frames_well_formed, device.protocol.frames_malformed
    finally:
        device.close()
    return found


def pockets_of(device: AttachedDevice) -> int | None:
    """How many pockets a wheel says that it has; None for what has none, or has not said."""
    reported: int | None = getattr(device.protocol, "pockets_reported", None)
    return reported
