"""What a technician asks of a port: what is there, what does it speak, what does it say, and record it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from devices import catalogue
from devices.attached import AttachedDevice, OnReading
from devices.catalogue import CatalogueError, Driver
from devices.clock import Clock, SystemClock
from devices.device import DeviceProtocol
from devices.grammar.file import FOLDER as GRAMMARS
from devices.host import HostLine
from devices.readings import AnyReading, CommandAnswered, DeviceParameters, LinkChanged, LinkState
from devices.recorder import Recorder, RecordingLink
from devices.tables import TableError, find_all
from devices.transport import Link

Attach: TypeAlias = Callable[[Clock, OnReading], AttachedDevice]
"""Makes the device that is meant, not yet started."""

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


# --- checking and ordering ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class Found:
    """What was found of one device: its link's state and why, how its port was opened, what it says of itself, and how
    many of its frames could be read. `parameters` is None for a device that is not asked, or has not answered."""

    state: LinkState = "not_connected"
    why: str = ""
    line: str = ""
    parameters: DeviceParameters | None = None
    well_formed: int = 0
    malformed: int = 0

    def said(self, name: str) -> str | None:
        """One of its parameters."""
        return None if self.parameters is None else self.parameters.found.get(name)


async def examine(attach: Attach, wait_s: float) -> Found:
    """Open a device as a table would (`attach` makes it), and say what was found within `wait_s` seconds."""
    found = Found()
    known = asyncio.Event()

    def hear(_: str, reading: AnyReading, __: int, ___: str) -> None:
        if isinstance(reading, DeviceParameters):
            found.parameters = reading
        elif isinstance(reading, LinkChanged) and reading.state == "connecting":
            found.line = reading.why
        is_asked = host_of(device) is not None
        if device.state == "ready" and (not is_asked or found.parameters is not None):
            known.set()

    clock = SystemClock()
    device = attach(clock, hear)
    device.start()
    try:
        await _until(clock, wait_s, known)
        found.state, found.why = device.state, device.why
        found.well_formed, found.malformed = device.protocol.frames_well_formed, device.protocol.frames_malformed
    finally:
        device.close()
    return found


async def order(attach: Attach, command: str, value: str, wait_s: float) -> CommandAnswered | DeviceParameters | None:
    """Open a device, give it one order, and say what became of it; None when it is not there within `wait_s` seconds.

    The device itself is waited for as long as the order takes. Raises ValueError for an order that it does not have.
    """
    ended = asyncio.Event()
    answers: list[CommandAnswered | DeviceParameters] = []
    introduced = asyncio.Event()

    def hear(_: str, reading: AnyReading, __: int, ___: str) -> None:
        if isinstance(reading, CommandAnswered) or (isinstance(reading, DeviceParameters) and introduced.is_set()):
            answers.append(reading)
            ended.set()
        elif isinstance(reading, DeviceParameters):
            introduced.set()

    clock = SystemClock()
    device = attach(clock, hear)
    host = host_of(device)
    wrong = "this device takes no orders" if host is None else host.why_not(command, value)
    if host is None or wrong is not None:
        raise ValueError(wrong)
    device.start()
    try:
        await _until(clock, wait_s, introduced)
        if not introduced.is_set():
            return None
        device.order(command, value)
        known = host.orders.get(command)
        await _until(clock, wait_s + (known.within_s if known is not None else 0.0), ended)
        return answers[0] if answers else None
    finally:
        device.close()


def host_of(device: AttachedDevice) -> HostLine | None:
    """The host's side of a device; None for one that is only listened to."""
    host: HostLine | None = getattr(device.protocol, "host", None)
    return host
