"""The contract between a protocol (bytes to readings, pure) and what drives it (ports, clocks, files)."""

from __future__ import annotations

from typing import Protocol

from devices.readings import AnyReading


class DeviceProtocol(Protocol):
    """A wire protocol, sans I/O: bytes and the time go in, readings come out.

    A protocol of a device that takes orders also has `host`, a `devices.host.HostLine`.

    Whatever the bytes and however they are cut into pieces, a protocol never raises, holds a bounded amount of
    memory, and yields the same readings for every chunking (`docs/devices/README.md` lists the six properties).
    """

    name: str
    """The protocol's name in the catalogue and in configuration."""

    frames_well_formed: int
    frames_malformed: int

    def feed(self, data: bytes, at_s: float) -> list[AnyReading]:
        """Readings that `data` completes. `at_s` is monotonic time in seconds, non-decreasing."""

    def link_opened(self, at_s: float) -> bytes:
        """A (new) link: forget the partial frame, drop what comes before the first frame boundary.

        Returns the bytes to send first: identity check, request for the present state; may be empty.
        """

    def poll(self, at_s: float) -> bytes:
        """Bytes to send now that the line is quiet (a status request); empty when the device reports by itself."""
