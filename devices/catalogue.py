"""Protocol name to driver: the only place where a studio meets one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from devices.attached import AttachedDevice, OnReading
from devices.buttons.drivers import KeyboardBadge, KeyboardButtons, SerialBadge
from devices.buttons.table import load_buttons
from devices.camera.options import CameraOptions, make_protocol
from devices.camera.protocol import CameraProtocol
from devices.clock import Clock
from devices.device import DeviceProtocol
from devices.driver import CatalogueError, Driver, Kind, Options, Timing, Trust
from devices.keys.evdev_link import SCHEME as EVDEV
from devices.keys.evdev_link import EvdevLink
from devices.line_settings import Parity
from devices.lottery.ball_set import load_ball_set
from devices.lottery.tags import BallTags
from devices.recorder import Recorder, RecordingLink
from devices.scanner.codes import load_codes
from devices.scanner.scanners import KeyboardScanner, SerialScanner
from devices.shoe.angel_eye import AngelEye, BccSpan
from devices.transport import Link, SerialLink
from devices.wheel.slingshot2 import SlingShot2

__all__ = [
    "DRIVERS",
    "GRAMMAR",
    "CatalogueError",
    "Driver",
    "Kind",
    "Options",
    "Timing",
    "Trust",
    "attach",
    "driver",
    "open_link",
]


class SlingShot2Options(Options, frozen=True):
    """As `devices.wheel.slingshot2.SlingShot2` takes them. `rotor_band`: rpm x 10, lowest and highest."""

    pockets: Literal[37, 38] = 37
    rotor_band: tuple[int, int] | None = None
    report_every_s: float = 0.5
    also_read: tuple[str, ...] = ()
    """Letters of parameters beyond those that are public, to be read on every connection too."""


class AngelEyeOptions(Options, frozen=True):
    """As `devices.shoe.angel_eye.AngelEye` takes them."""

    bcc_span: BccSpan = "without_start"


class BallTagsOptions(Options, frozen=True):
    """`ball_set`: the file of the drawer's own set; `other_sets`: those of the house's others, to name a stray."""

    ball_set: str
    other_sets: tuple[str, ...] = ()
    presence_gap_s: float = 0.5


class ScannerOptions(Options, frozen=True):
    """`codes`: the file that says which code is on which card; `gap_s` as for `devices.scanner.presence.Presence`."""

    codes: str
    gap_s: float = 0.5


class ButtonsOptions(Options, frozen=True):
    """`buttons`: the file that says which key is which button."""

    buttons: str


class BadgeOptions(Options, frozen=True):
    """`gap_s` as for `devices.scanner.presence.Presence`."""

    gap_s: float = 1.0


def _slingshot2(options: SlingShot2Options) -> DeviceProtocol:
    return SlingShot2(options.pockets, options.rotor_band, options.report_every_s, options.also_read)


def _angel_eye(options: AngelEyeOptions) -> DeviceProtocol:
    return AngelEye(options.bcc_span)


def _ball_tags(options: BallTagsOptions) -> DeviceProtocol:
    others = [load_ball_set(name) for name in options.other_sets]
    return BallTags(load_ball_set(options.ball_set), others, options.presence_gap_s)


SILENT: Final = Timing(stale_after_s=None, down_after_s=None, ready_after_frames=0)
"""For what is silent by nature and is only listened to: an open port is all that can be known."""


def _camera_link(port: str, clock: Clock, options: CameraOptions) -> Link:
    from devices.camera.link import CameraLink  # the picture libraries are loaded where there is a camera

    return CameraLink(port, clock, options)


DRIVERS: Final[dict[str, Driver[Any]]] = {
    SlingShot2.name: Driver(
        protocol=SlingShot2.name,
        kind="wheel",
        title="Cammegh SlingShot 2",
        trust="captures",
        baud=9600,
        # It reports every 500 ms: two seconds are four lines missed.
        timing=Timing(stale_after_s=2.0, down_after_s=5.0, ready_after_frames=2),
        options=SlingShot2Options,
        make=_slingshot2,
    ),
    AngelEye.name: Driver(
        protocol=AngelEye.name,
        kind="shoe",
        title="Angel Eye II-EX",
        trust="paper",
        baud=4800,
        timing=SILENT,
        options=AngelEyeOptions,
        make=_angel_eye,
    ),
    CameraProtocol.name: Driver(
        protocol=CameraProtocol.name,
        kind="shoe",
        title="camera over the shoe's window",
        trust="paper",
        baud=9600,
        # Thirty frames a second: half a second is fifteen frames missed.
        timing=Timing(stale_after_s=0.5, down_after_s=1.0, ready_after_frames=3),
        options=CameraOptions,
        make=make_protocol,
        link=_camera_link,
    ),
    BallTags.name: Driver(
        protocol=BallTags.name,
        kind="drawer",
        title="lottery drawer: ball tags and pass counter",
        trust="paper",
        baud=9600,
        # The counter speaks every second.
        timing=Timing(stale_after_s=3.0, down_after_s=8.0, ready_after_frames=1),
        options=BallTagsOptions,
        make=_ball_tags,
    ),
    SerialScanner.name: Driver(
        protocol=SerialScanner.name,
        kind="scanner",
        title="barcode scanner on a serial line",
        trust="paper",
        baud=9600,
        timing=SILENT,
        options=ScannerOptions,
        make=lambda options: SerialScanner(load_codes(options.codes), options.gap_s),
    ),
    KeyboardScanner.name: Driver(
        protocol=KeyboardScanner.name,
        kind="scanner",
        title="barcode scanner that types",
        trust="paper",
        baud=9600,
        timing=SILENT,
        options=ScannerOptions,
        make=lambda options: KeyboardScanner(load_codes(options.codes), options.gap_s),
    ),
    KeyboardButtons.name: Driver(
        protocol=KeyboardButtons.name,
        kind="buttons",
        title="keypad or pedal",
        trust="paper",
        baud=9600,
        timing=SILENT,
        options=ButtonsOptions,
        make=lambda options: KeyboardButtons(load_buttons(options.buttons)),
    ),
    KeyboardBadge.name: Driver(
        protocol=KeyboardBadge.name,
        kind="badge",
        title="badge reader that types",
        trust="paper",
        baud=9600,
        timing=SILENT,
        options=BadgeOptions,
        make=lambda options: KeyboardBadge(options.gap_s),
    ),
    SerialBadge.name: Driver(
        protocol=SerialBadge.name,
        kind="badge",
        title="badge reader on a serial line",
        trust="paper",
        baud=9600,
        timing=SILENT,
        options=BadgeOptions,
        make=lambda options: SerialBadge(options.gap_s),
    ),
}

GRAMMAR: Final = "grammar:"
"""How a protocol is called that a grammar file describes: `grammar:slingshot2`, `grammar:/etc/studio/wheel.toml`."""


def driver(protocol: str) -> Driver[Any]:
    """The driver of `protocol`, which is one of `DRIVERS` or `grammar:FILE`.

    Raises CatalogueError naming those there are, or what is wrong in the grammar's file.
    """
    if protocol.startswith(GRAMMAR):
        return _by_grammar(protocol)
    found = DRIVERS.get(protocol)
    if found is None:
        raise CatalogueError(
            f"protocol {protocol!r} is unknown; known are: {', '.join(DRIVERS)}, and {GRAMMAR}FILE for a line grammar"
        )
    return found


def _by_grammar(protocol: str) -> Driver[Any]:
    from devices import grammars  # what reads grammars is loaded where there is one

    return grammars.driver(protocol, protocol.removeprefix(GRAMMAR))


def attach(
    name: str,
    protocol: str,
    port: str | Link,
    clock: Clock,
    on_reading: OnReading,
    *,
    options: Mapping[str, Any] | None = None,
    baud: int | None = None,
    bytesize: int = 8,
    parity: Parity = "N",
    stopbits: float = 1,
    timing: Timing | None = None,
    recorder: Recorder | None = None,
) -> AttachedDevice:
    """A device as a table declares it, not yet started.

    `port` is a device path, a symlink, `socket://host:port`, an input device (`/dev/input/by-id/…`), or a link that is
    there already (a capture); `baud` and `timing` replace the driver's own. `recorder` is given all bytes, both ways.
    Raises CatalogueError for the protocol or an option, ValueError for the line.
    """
    found = driver(protocol)
    if not isinstance(port, str):
        link = port
    elif found.link is not None:
        link = found.link(port, clock, found.read_options(options))
    else:
        link = open_link(port, clock, baud or found.baud, bytesize, parity, stopbits)
    if recorder is not None:
        link = RecordingLink(link, recorder)
    health = timing or found.timing
    return AttachedDevice(
        name,
        found.build(options),
        link,
        clock,
        on_reading,
        stale_after_s=health.stale_after_s,
        down_after_s=health.down_after_s,
        ready_after_frames=health.ready_after_frames,
        poll_every_s=health.poll_every_s,
    )


def open_link(port: str, clock: Clock, baud: int, bytesize: int = 8, parity: Parity = "N", stopbits: float = 1) -> Link:
    """The link to what `port` names, not yet started. Raises ValueError for a port or line settings that cannot be."""
    if port.startswith((EVDEV, "/dev/input/")):
        return EvdevLink(port, clock)
    return SerialLink(port, clock, baud=baud, bytesize=bytesize, parity=parity, stopbits=stopbits)
