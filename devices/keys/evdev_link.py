"""A keyboard of the Linux input layer as a link: its events as lines (`devices.keys.events`), and whether it is there.

It is opened by a name that stays (`/dev/input/by-id/…-event-kbd`, `by-path` for two alike), taken for us alone, so that
it types into no window, and opened again by that name when it was pulled. Reading says when it is gone: errno 19.
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from devices.clock import Clock, TimerHandle
from devices.keys.events import Dropped, Event, Held, KeyEvent, PacketEnd, event_line
from devices.readings import LinkState
from devices.transport import OnBytes, OnLink

EV_SYN: Final = 0
EV_KEY: Final = 1
SYN_REPORT: Final = 0
SYN_DROPPED: Final = 3

SCHEME: Final = "evdev:"
_NUMBERED: Final = re.compile(r"/dev/input/event\d+")


class InputEvent(Protocol):
    """One event as the kernel has it."""

    @property
    def type(self) -> int:
        """EV_SYN, EV_KEY …"""

    @property
    def code(self) -> int:
        """Which key, or which kind of SYN."""

    @property
    def value(self) -> int:
        """1 pressed, 0 released, 2 repeated."""


class KeySource(Protocol):
    """What is used of an `evdev.InputDevice`, and what a test gives instead of one."""

    def fileno(self) -> int:
        """The file descriptor, not blocking."""

    def grab(self) -> None:
        """Take it for us alone. Raises OSError (EBUSY) when another has it."""

    def read(self) -> Iterable[InputEvent]:
        """The events that are there. Raises BlockingIOError when none is, OSError when the device is gone."""

    def active_keys(self) -> Iterable[int]:
        """The keys that are down now."""

    def close(self) -> None:
        """Let go of it."""


class _Evdev:
    """An `evdev.InputDevice` as a `KeySource`."""

    def __init__(self, path: str) -> None:
        import evdev  # only where there is such a port: the rest of a studio does without

        self._device = evdev.InputDevice(path)

    def fileno(self) -> int:
        return int(self._device.fileno())

    def grab(self) -> None:
        self._device.grab()

    def read(self) -> Iterable[InputEvent]:
        return list(self._device.read())

    def active_keys(self) -> Iterable[int]:
        return [int(code) for code in self._device.active_keys()]

    def close(self) -> None:
        self._device.close()


class EvdevLink:
    """The input device at `port` (a path, with or without `evdev:` before it) as a `devices.transport.Link`.

    Must be started on a running asyncio loop. Raises ValueError for a numbered port: numbers move when another device
    is plugged in, and the next one may be the keyboard of a window.
    """

    def __init__(
        self,
        port: str,
        clock: Clock,
        *,
        first_retry_s: float = 0.2,
        last_retry_s: float = 5.0,
        open_source: Callable[[str], KeySource] = _Evdev,
    ) -> None:
        self.port = port.removeprefix(SCHEME)
        if _NUMBERED.fullmatch(self.port):
            raise ValueError(
                f"port {port!r}: its number changes when something is plugged in; name it by /dev/input/by-id/ (or "
                "by-path, when two alike have no serial number)"
            )
        if not self.port:
            raise ValueError(f"port {port!r} names no input device")
        self._clock = clock
        self._first_retry_s, self._last_retry_s = first_retry_s, last_retry_s
        self._retry_s = first_retry_s
        self._open_source = open_source
        self._source: KeySource | None = None
        self._fd = -1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._on_bytes: OnBytes | None = None
        self._on_link: OnLink | None = None
        self._told: tuple[LinkState, str] | None = None
        self._timer: TimerHandle | None = None
        self._dropped = False
        self._closed = False

    def start(self, on_bytes: OnBytes, on_link: OnLink) -> None:
        """Open the device. What comes is called back from the loop."""
        self._on_bytes, self._on_link = on_bytes, on_link
        self._loop = asyncio.get_running_loop()
        self._try_open()

    def send(self, data: bytes) -> bool:
        """A keyboard is told nothing; whether it is there."""
        return self._source is not None

    def close(self) -> None:
        """Close for good, without a word to the callbacks."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._release()

    def _try_open(self) -> None:
        self._timer = None
        if self._closed or self._loop is None:
            return
        source: KeySource | None = None
        try:
            source = self._open_source(self.port)
            source.grab()
        except OSError as error:
            if source is not None:
                source.close()
            if error.errno == errno.EBUSY:
                self._failed("busy", f"{self.port} is held by another process")
            else:
                self._failed("not_connected", f"{self.port}: {os.strerror(error.errno) if error.errno else error}")
            return
        self._source, self._fd, self._dropped = source, source.fileno(), False
        self._loop.add_reader(self._fd, self._readable)
        self._tell("connecting", f"{self.port} is open")

    def _failed(self, state: LinkState, why: str) -> None:
        self._tell(state, why)
        self._open_later()

    def _open_later(self) -> None:
        if not self._closed:
            self._timer = self._clock.call_later_real(self._retry_s, self._try_open)
            self._retry_s = min(self._retry_s * 2, self._last_retry_s)

    def _readable(self) -> None:
        source = self._source
        if source is None:
            return
        try:
            events = self._events(source)
        except BlockingIOError:
            return
        except OSError as error:
            self._lose(f"{self.port}: {os.strerror(error.errno) if error.errno else error}")
            return
        self._retry_s = self._first_retry_s
        data = b"".join(event_line(event) for event in events)
        if data and self._on_bytes is not None:
            self._on_bytes(data, self._clock.monotonic_ns())

    def _events(self, source: KeySource) -> list[Event]:
        events: list[Event] = []
        for event in source.read():
            if event.type == EV_KEY:
                events.append(KeyEvent(event.code, event.value))
            elif event.type == EV_SYN and event.code == SYN_DROPPED:
                self._dropped = True
                events.append(Dropped())
            elif event.type == EV_SYN and event.code == SYN_REPORT:
                events.append(PacketEnd())
                if self._dropped:
                    self._dropped = False
                    events.append(Held(frozenset(source.active_keys())))
        return events

    def _lose(self, why: str) -> None:
        if self._source is None:
            return
        self._release()
        self._tell("lost", why)
        self._open_later()

    def _release(self) -> None:
        source, self._source = self._source, None
        if source is None or self._loop is None:
            return
        self._loop.remove_reader(self._fd)
        self._fd = -1
        try:
            source.close()  # which gives the keyboard back too
        except OSError:
            return

    def _tell(self, state: LinkState, why: str) -> None:
        if self._closed or (state, why) == self._told:
            return
        self._told = (state, why)
        if self._on_link is not None:
            self._on_link(state, why)
