"""Protocol name to driver: the only place where a studio meets one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from devices.attached import AttachedDevice, OnReading
from devices.buttons.drivers import KeyboardBadge, KeyboardButtons, SerialBadge
from devices.buttons.simulator import SimulatedBox
from devices.buttons.table import load_buttons
from devices.camera.options import CameraOptions, make_protocol
from devices.camera.protocol import CameraProtocol
from devices.clock import Clock
from devices.device import DeviceProtocol
from devices.grammar.events import EventGrammar, EventGrammarFile
from devices.grammar.file import FOLDER, Grammar
from devices.keys.evdev_link import SCHEME as EVDEV
from devices.keys.evdev_link import EvdevLink
from devices.line_settings import Parity
from devices.lottery.ball_set import load_ball_set
from devices.lottery.simulator import SimulatedDrawer
from devices.lottery.tags import BallTags
from devices.recorder import Recorder, RecordingLink
from devices.scanner.codes import load_codes
from devices.scanner.scanners import KeyboardScanner, SerialScanner
from devices.scanner.simulator import SimulatedLines
from devices.shoe.angel_eye import AngelEye, BccSpan
from devices.shoe.simulator import SimulatedShoe
from devices.shuffler.driver import GrammarShuffler
from devices.shuffler.simulator import SimulatedShuffler
from devices.tables import Checked, TableError, find, load
from devices.transport import Link, SerialLink
from devices.wheel.grammar import GrammarWheel
from devices.wheel.grammar_file import WheelGrammarFile
from devices.wheel.simulator import SimulatedWheel
from devices.wheel.slingshot2 import SlingShot2

Kind: TypeAlias = Literal["wheel", "shoe", "drawer", "shuffler", "scanner", "buttons", "badge"]

Trust: TypeAlias = Literal["hardware", "captures", "paper"]
"""How far a driver can be trusted: verified on a device, on captures of one, or on paper only."""


class CatalogueError(ValueError):
    """A protocol, kind or option that the catalogue does not have; the text names those that it has."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the options of a protocol, as they stand in a table's settings."""


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


class GrammarWheelOptions(Options, frozen=True):
    """As `devices.wheel.grammar.GrammarWheel` takes them, beside its file."""

    pockets: Literal[37, 38] | None = None
    rotor_band: tuple[int, int] | None = None


class NoOptions(Options, frozen=True):
    """A protocol without options."""


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


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a device counts as ready, stale and down: see `devices.attached.AttachedDevice`."""

    stale_after_s: float | None
    down_after_s: float | None
    ready_after_frames: int
    poll_every_s: float | None = None


O_ = TypeVar("O_", bound=msgspec.Struct)


class Driver(msgspec.Struct, Generic[O_], frozen=True):
    """A protocol that the house can drive.

    `baud` is the maker's default; `timing` the house's for this kind of device; `options` the type of its options.
    """

    protocol: str
    kind: Kind
    title: str
    trust: Trust
    baud: int
    timing: Timing
    options: type[O_]
    make: Callable[[O_], DeviceProtocol]
    link: Callable[[str, Clock, O_], Link] | None = None
    """The link that a protocol brings, where its port is no line of bytes (a camera)."""

    def build(self, options: Mapping[str, Any] | None = None) -> DeviceProtocol:
        """A new protocol object with `options`.

        Raises CatalogueError naming the option, its value and what is allowed.
        """
        chosen = self.read_options(options)
        try:
            return self.make(chosen)
        except ValueError as error:
            raise CatalogueError(f"protocol {self.protocol}: {error} (given: {dict(options or {})})") from error

    def read_options(self, options: Mapping[str, Any] | None = None) -> O_:
        """`options` as the protocol's own type. Raises CatalogueError as `build` does."""
        given = dict(options or {})
        allowed = self.options.__struct_fields__
        for name in given:
            if name not in allowed:
                raise CatalogueError(f"protocol {self.protocol} has no option {name!r}; it has: {', '.join(allowed)}")
        try:
            return msgspec.convert(given, self.options)
        except msgspec.ValidationError as error:
            raise CatalogueError(f"protocol {self.protocol}: {error} (given: {given})") from error


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

SIMULATORS: Final[dict[Kind, type]] = {
    "wheel": SimulatedWheel,
    "shoe": SimulatedShoe,
    "drawer": SimulatedDrawer,
    "shuffler": SimulatedShuffler,
    "scanner": SimulatedLines,
    "buttons": SimulatedBox,
    "badge": SimulatedLines,
}
"""Kind of device to the class that simulates one; `devices.simulator` is the program around it."""


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


class _AnyGrammar(Grammar):
    """As much of a grammar as says which sort it is."""

    model_config = Checked.model_config | {"extra": "ignore"}


def _by_grammar(protocol: str) -> Driver[Any]:
    try:
        file = find(protocol.removeprefix(GRAMMAR), FOLDER)
        if load(file, _AnyGrammar).kind == "wheel":
            wheel = load(file, WheelGrammarFile)
            return _grammar_driver(
                protocol,
                wheel,
                GrammarWheelOptions,
                lambda options: GrammarWheel(wheel, options.pockets, options.rotor_band),
            )
        events = load(file, EventGrammarFile)
    except TableError as error:
        raise CatalogueError(f"protocol {protocol}: {error}") from error
    make = GrammarShuffler if events.kind == "shuffler" else EventGrammar
    return _grammar_driver(protocol, events, NoOptions, lambda _: make(events))


def _grammar_driver(
    protocol: str, grammar: Grammar, options: type[O_], make: Callable[[O_], DeviceProtocol]
) -> Driver[O_]:
    timing = grammar.timing
    return Driver(
        protocol=protocol,
        kind=grammar.kind,
        title=grammar.title,
        trust=grammar.trust,
        baud=grammar.line.baud,
        timing=Timing(timing.stale_after_s, timing.down_after_s, timing.ready_after_frames, timing.poll_every_s),
        options=options,
        make=make,
    )


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
