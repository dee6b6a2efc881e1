"""What a driver is: a protocol of a kind of device, with the maker's line, the house's timing, and its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from devices.clock import Clock
from devices.device import DeviceProtocol
from devices.transport import Link

Kind: TypeAlias = Literal["wheel", "shoe", "drawer", "shuffler", "scanner", "buttons", "badge"]

Trust: TypeAlias = Literal["hardware", "captures", "paper"]
"""How far a driver can be trusted: verified on a device, on captures of one, or on paper only."""


class CatalogueError(ValueError):
    """A protocol, kind or option that the catalogue does not have; the text names those that it has."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the options of a protocol, as they stand in a table's settings."""


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
