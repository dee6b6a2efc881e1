"""Protocol name to driver: the only place where a studio meets one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from devices.attached import AttachedDevice, OnReading
from devices.clock import Clock
from devices.device import DeviceProtocol
from devices.shoe.angel_eye import AngelEye, BccSpan
from devices.shoe.simulator import SimulatedShoe
from devices.transport import Link, Parity, SerialLink
from devices.wheel.simulator import SimulatedWheel
from devices.wheel.slingshot2 import SlingShot2

Kind: TypeAlias = Literal["wheel", "shoe"]

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


class AngelEyeOptions(Options, frozen=True):
    """As `devices.shoe.angel_eye.AngelEye` takes them."""

    bcc_span: BccSpan = "without_start"


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a device counts as ready, stale and down: see `devices.attached.AttachedDevice`."""

    stale_after_s: float | None
    down_after_s: float | None
    ready_after_frames: int
    poll_every_s: float | None = None


O_ = TypeVar("O_", bound=Options)


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

    def build(self, options: Mapping[str, Any] | None = None) -> DeviceProtocol:
        """A new protocol object with `options`.

        Raises CatalogueError naming the option, its value and what is allowed.
        """
        given = dict(options or {})
        allowed = self.options.__struct_fields__
        for name in given:
            if name not in allowed:
                raise CatalogueError(f"protocol {self.protocol} has no option {name!r}; it has: {', '.join(allowed)}")
        try:
            return self.make(msgspec.convert(given, self.options))
        except (msgspec.ValidationError, ValueError) as error:
            raise CatalogueError(f"protocol {self.protocol}: {error} (given: {given})") from error


def _slingshot2(options: SlingShot2Options) -> DeviceProtocol:
    return SlingShot2(options.pockets, options.rotor_band, options.report_every_s)


def _angel_eye(options: AngelEyeOptions) -> DeviceProtocol:
    return AngelEye(options.bcc_span)


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
        # It is silent between cards and is only listened to: an open port is all that can be known.
        timing=Timing(stale_after_s=None, down_after_s=None, ready_after_frames=0),
        options=AngelEyeOptions,
        make=_angel_eye,
    ),
}

SIMULATORS: Final[dict[Kind, type[SimulatedWheel | SimulatedShoe]]] = {"wheel": SimulatedWheel, "shoe": SimulatedShoe}
"""Kind of device to the class that simulates one; `devices.simulator` is the program around it."""


def driver(protocol: str) -> Driver[Any]:
    """The driver of `protocol`. Raises CatalogueError naming those there are."""
    found = DRIVERS.get(protocol)
    if found is None:
        raise CatalogueError(f"protocol {protocol!r} is unknown; known are: {', '.join(DRIVERS)}")
    return found


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
    timing: Timing | None = None,
) -> AttachedDevice:
    """A device as a table declares it, not yet started.

    `port` is a device path, a symlink, `socket://host:port`, or a link that is there already (a capture); `baud` and
    `timing` replace the driver's own. Raises CatalogueError for the protocol or an option, ValueError for the line.
    """
    found = driver(protocol)
    link = (
        SerialLink(port, clock, baud=baud or found.baud, bytesize=bytesize, parity=parity)
        if isinstance(port, str)
        else port
    )
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
