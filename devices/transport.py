"""Bytes in, bytes out, and whether the port is there: serial ports, pseudo-terminals and serial servers over TCP.

A link is lost when reading says so (an error, or end of file), never judged by "is it open": a port object goes on
saying that it is open after the plug was pulled (devices.md 0.9). Whether the device behind an open port lives is
judged above, by the age of its last valid frame (`devices.attached`).
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import socket
import termios
import urllib.parse
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

import serial

from devices import line_settings
from devices.clock import Clock, TimerHandle
from devices.line_settings import LineSettings, Parity
from devices.readings import LinkState

OnBytes: TypeAlias = Callable[[bytes, int], None]
"""Bytes that came, and when, in monotonic nanoseconds."""

OnLink: TypeAlias = Callable[[LinkState, str], None]
"""The port's state (not_connected, busy, line_wrong, connecting, lost) and why. `connecting`: open, nothing valid heard
yet; `line_wrong`: its settings cannot be what the device has."""

READ_SIZE: Final = 4096
UNSENT_LIMIT: Final = 4096
"""Bytes that may wait to be sent; commands are a dozen bytes, so more means that the device takes none."""

_BUSY: Final = frozenset((errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK))
_SOCKET_SCHEME: Final = "socket"


class Link(Protocol):
    """A line to a device, real, simulated or played from a capture."""

    def start(self, on_bytes: OnBytes, on_link: OnLink) -> None:
        """Open the line and keep it open: call back with what comes until `close`."""

    def send(self, data: bytes) -> bool:
        """Send `data`; False when the line is not open, and then nothing is kept to be sent later."""

    def close(self) -> None:
        """Close for good. May be called again."""


class SerialLink:
    """A serial port that is opened by name, and opened again by name when it was lost.

    `port`: a device path or a symlink (`/dev/serial/by-id/...`: numbers change, names do not), or
    `socket://host:port` for a serial server. `baud`, `bytesize`, `parity`, `stopbits` as the device has them; no flow
    control, since on a three-wire cable nobody drives the handshake lines. A port is taken exclusively, both against
    others that lock and against others that do not. `write_timeout_s`: bytes that the port has not taken by then make
    the link lost. What the port is set to is read back: an adapter that silently does something else is `line_wrong`,
    and `check_settings` looks again. It is opened again after `first_retry_s`, then twice that, and so on up to
    `last_retry_s`.

    Must be started on a running asyncio loop. Raises ValueError for line settings or a port that cannot be.
    """

    def __init__(
        self,
        port: str,
        clock: Clock,
        *,
        baud: int = 9600,
        bytesize: int = 8,
        parity: Parity = "N",
        stopbits: float = 1,
        write_timeout_s: float = 1.0,
        first_retry_s: float = 0.2,
        last_retry_s: float = 5.0,
    ) -> None:
        self.port = port
        self._clock = clock
        self._baud, self._bytesize, self._parity, self._stopbits = baud, bytesize, parity, stopbits
        self._asked = LineSettings(baud, bytesize, parity, stopbits)
        self._write_timeout_s = write_timeout_s
        self._first_retry_s = first_retry_s
        self._last_retry_s = last_retry_s
        self._address = _socket_address(port)
        if self._address is None:
            self._new_port()  # refuses impossible settings now and not in the middle of a game
        self._retry_s = first_retry_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._on_bytes: OnBytes | None = None
        self._on_link: OnLink | None = None
        self._told: tuple[LinkState, str] | None = None
        self._open: serial.Serial | socket.socket | None = None
        self._fd = -1
        self._unsent = bytearray()
        self._timer: TimerHandle | None = None
        self._write_timer: TimerHandle | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._closed = False

    def start(self, on_bytes: OnBytes, on_link: OnLink) -> None:
        """Open the port. What comes is called back from the loop."""
        self._on_bytes, self._on_link = on_bytes, on_link
        self._loop = asyncio.get_running_loop()
        self._try_open()

    def send(self, data: bytes) -> bool:
        """Send `data` without waiting; False when the link is not open."""
        if self._open is None:
            return False
        if not data:
            return True
        if len(self._unsent) + len(data) > UNSENT_LIMIT:
            self._lose("the port takes no more bytes")
            return False
        self._unsent += data
        self._write()
        return self._open is not None

    def close(self) -> None:
        """Close for good, without a word to the callbacks."""
        self._closed = True
        self._release()
        for timer in (self._timer, self._write_timer):
            if timer is not None:
                timer.cancel()
        if self._connecting is not None:
            self._connecting.cancel()

    # --- opening -------------------------------------------------------------------------------------------------

    def _try_open(self) -> None:
        self._timer = None
        if self._closed:
            return
        if self._address is not None:
            self._connecting = asyncio.get_running_loop().create_task(self._connect(*self._address))
            return
        port = self._new_port()
        try:
            port.open()
            _take_exclusively(port.fileno())
            wrong = line_settings.what_is_wrong(self.port, self._asked, line_settings.read_back(port.fileno()))
        except (OSError, termios.error) as error:  # SerialException is an OSError
            _close_quietly(port)
            number = error.args[0] if error.args and isinstance(error.args[0], int) else None
            if number in _BUSY:
                self._failed("busy", f"{self.port} is held by another process")
            else:
                self._failed("not_connected", _why_not(self.port, number, error))
            return
        if wrong is not None:
            _close_quietly(port)
            self._failed("line_wrong", wrong)
            return
        _make_quick(port)
        fd = port.fileno()
        quick = line_settings.latency_in_words(
            line_settings.is_low_latency(fd), line_settings.latency_timer_ms(self.port)
        )
        self._opened(port, fd, f" ({self._asked}, {quick})")

    async def _connect(self, host: str, port_number: int) -> None:
        loop = asyncio.get_running_loop()
        line: socket.socket | None = None
        try:
            async with asyncio.timeout(self._last_retry_s):
                found = await loop.getaddrinfo(host, port_number, type=socket.SOCK_STREAM)
                line = socket.socket(found[0][0], socket.SOCK_STREAM)
                line.setblocking(False)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                await loop.sock_connect(line, found[0][4])
        except (OSError, TimeoutError) as error:
            if line is not None:
                line.close()
            self._failed("not_connected", f"{self.port}: {error or 'no answer'}")
        except asyncio.CancelledError:
            if line is not None:
                line.close()
            raise
        else:
            self._opened(line, line.fileno())
        finally:
            self._connecting = None

    def _new_port(self) -> serial.Serial:
        port: serial.Serial = serial.serial_for_url(
            self.port,
            do_not_open=True,
            baudrate=self._baud,
            bytesize=self._bytesize,
            parity=self._parity,
            stopbits=self._stopbits,
            timeout=0,
            write_timeout=0,
            rtscts=False,
            dsrdtr=False,
            xonxoff=False,
            exclusive=True,
        )
        return port

    def _opened(self, line: serial.Serial | socket.socket, fd: int, about: str = "") -> None:
        self._open, self._fd = line, fd
        asyncio.get_running_loop().add_reader(fd, self._readable)
        self._tell("connecting", f"{self.port} is open{about}")

    def _failed(self, state: LinkState, why: str) -> None:
        self._tell(state, why)
        self._open_later()

    def _open_later(self) -> None:
        if self._closed:
            return
        self._timer = self._clock.call_later_real(self._retry_s, self._try_open)
        self._retry_s = min(self._retry_s * 2, self._last_retry_s)

    def check_settings(self) -> None:
        """Look whether the line is still what was asked for; if another set it, the link is lost and opened anew."""
        if not isinstance(self._open, serial.Serial):
            return
        try:
            wrong = line_settings.what_is_wrong(self.port, self._asked, line_settings.read_back(self._fd))
        except (OSError, termios.error) as error:
            wrong = f"{self.port}: {error}"
        if wrong is not None:
            self._lose(wrong)

    # --- while it is open ----------------------------------------------------------------------------------------

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, READ_SIZE)
        except BlockingIOError:
            return
        except OSError as error:
            self._lose(f"{self.port}: {error.strerror or error}")
            return
        if not data:
            self._lose(f"{self.port}: the other end is gone")
            return
        self._retry_s = self._first_retry_s
        if self._on_bytes is not None:
            self._on_bytes(data, self._clock.monotonic_ns())

    def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            sent = os.write(self._fd, self._unsent)
        except BlockingIOError:
            sent = 0
        except OSError as error:
            self._lose(f"{self.port}: {error.strerror or error}")
            return
        del self._unsent[:sent]
        if sent and self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
        if not self._unsent:
            loop.remove_writer(self._fd)
        elif self._write_timer is None:
            loop.add_writer(self._fd, self._write)
            self._write_timer = self._clock.call_later_real(self._write_timeout_s, self._write_timed_out)

    def _write_timed_out(self) -> None:
        self._write_timer = None
        self._lose(f"{self.port}: took no bytes for {self._write_timeout_s} s (is flow control on?)")

    def _lose(self, why: str) -> None:
        """The one way out of an open port; what comes after the first call changes nothing."""
        if self._open is None:
            return
        self._release()
        self._tell("lost", why)
        self._open_later()

    def _release(self) -> None:
        line, self._open = self._open, None
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
        self._unsent.clear()
        if line is None or self._loop is None:
            return
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        self._fd = -1
        _close_quietly(line)

    def _tell(self, state: LinkState, why: str) -> None:
        """Callbacks hear a state when it changes, not each failed attempt."""
        if self._closed or (state, why) == self._told:
            return
        self._told = (state, why)
        if self._on_link is not None:
            self._on_link(state, why)


def _socket_address(port: str) -> tuple[str, int] | None:
    """Host and port of `socket://host:port`, None for a device path. Raises ValueError for half of one."""
    if not port:
        raise ValueError("a port is a device path or socket://host:port, not an empty text")
    if "://" not in port:
        return None
    parts = urllib.parse.urlsplit(port)
    if parts.scheme != _SOCKET_SCHEME or not parts.hostname or parts.port is None:
        raise ValueError(f"port {port!r} is neither a device path nor socket://host:port")
    return parts.hostname, parts.port


def _take_exclusively(fd: int) -> None:
    """Keep out those who do not ask for the lock that pyserial takes (root still gets in)."""
    if os.isatty(fd):
        fcntl.ioctl(fd, termios.TIOCEXCL)


def _make_quick(port: serial.Serial) -> None:
    """Ask the adapter not to hold bytes back (16 ms with some chips); not every port knows how."""
    try:
        port.set_low_latency_mode(True)
    except (OSError, ValueError, NotImplementedError):
        return


def _close_quietly(line: serial.Serial | socket.socket) -> None:
    try:
        line.close()
    except (OSError, termios.error):
        return


def _why_not(port: str, number: int | None, error: Exception) -> str:
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return f"{port} is not there: is the device plugged in?"
    if number in (errno.EACCES, errno.EPERM):
        return f"{port}: permission denied; the user must be in the group that owns the port (often dialout)"
    return f"{port}: {os.strerror(number) if number is not None else error}"
