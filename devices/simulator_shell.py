"""A simulated device on a pseudo-terminal: its bytes, its physical world by orders, and the mischief on its line.

The driver opens the pseudo-terminal as it would a serial port. Orders (what a dealer's hand does: spin, draw) come
from standard input and from a Unix-domain socket, one a line, each answered by a line; those that begin with `fault` go
to the fault menu (`devices.faults`).
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import termios
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from devices.clock import SystemClock
from devices.faults.mischief import Mischief
from devices.lines import LineSplitter
from devices.orders import listen_for_orders
from devices.simulator_port import point, remove_link, stop_signals

READ_SIZE: Final = 4096
LOOK_FOR_HOST_EVERY_S: Final = 0.02
"""How often to look whether a host has opened the pseudo-terminal: nothing tells of it."""

READ_WITHIN_S: Final = 0.5
"""How long a host has to read the last that was said before the terminal is gone."""

_LONGEST_ORDER: Final = 200


class Simulated(Protocol):
    """A simulated device: pure, driven by time, host bytes and orders.

    `rounds`: how many are over, reckoned when the next is under way, so that a fault `after 3 rounds` meets the fourth
    in its middle. It takes the orders `power off` and `power on`.
    """

    rounds: int

    def next_event_s(self) -> float | None:
        """When `advance` will next have something to do, in simulated seconds; None while it waits for the world."""

    def advance(self, at_s: float) -> bytes:
        """What the device says by itself up to `at_s`."""

    def receive(self, data: bytes) -> bytes:
        """Bytes from the host; the answers."""

    def order(self, text: str) -> str:
        """An order of the physical world; the answer begins with `ok:` or `refused:`."""


def serve(
    simulated: Simulated,
    mischief: Mischief,
    *,
    link_path: Path | None = None,
    control: Path | None = None,
    speed: float = 1.0,
    announce: Callable[[str], None] = print,
    notice: Callable[[str], None] = print,
    orders: int | None = None,
    until_orders_end: bool = False,
    begin_with_host: bool = False,
    finished: Callable[[], bool] | None = None,
) -> None:
    """Run `simulated` on a new pseudo-terminal until SIGINT or SIGTERM.

    `link_path`: a symlink to the terminal, put there in one step and removed at the end; `control`: the socket for
    orders; `speed`: simulated seconds in one of the wall clock; `announce` is given the terminal's path, and the
    answers to orders that came over `orders`, an open file descriptor (standard input). `until_orders_end`: end when
    that is closed, so that no simulator outlives who started it. `mischief` is the stage that all bytes pass; when it
    unplugs the device the link is gone, when it plugs it in again the terminal is a new one behind the same link;
    `notice` is told of both. `begin_with_host`: time stands until somebody opens the terminal;
    `finished`: end soon after it says so.

    What nobody reads is lost, as on a real line. Raises OSError when a path cannot be used, ValueError for a speed
    that is not positive.
    """
    with contextlib.ExitStack() as at_exit:
        shell = _Shell(simulated, mischief, SystemClock(speed), announce, notice, at_exit, until_orders_end)
        shell.begin_with_host, shell.finished = begin_with_host, finished
        if link_path is not None:
            shell.put_link(link_path)
        if control is not None:
            shell.listen(control)
        if orders is not None:
            shell.take_orders(orders)
        announce(shell.port)
        shell.run()


class _Orders:
    """A source of orders: where it is read and where its answers go."""

    def __init__(self, answer: Callable[[str], None], close: Callable[[], None]) -> None:
        self.answer = answer
        self.close = close
        self.lines = LineSplitter(limit=_LONGEST_ORDER)


class _Shell:
    def __init__(
        self,
        simulated: Simulated,
        mischief: Mischief,
        clock: SystemClock,
        announce: Callable[[str], None],
        notice: Callable[[str], None],
        at_exit: contextlib.ExitStack,
        until_orders_end: bool,
    ) -> None:
        self.begin_with_host = False
        self.finished: Callable[[], bool] | None = None
        self._said_all_s: float | None = None
        self._simulated = simulated
        self._mischief = mischief
        self._powered = True
        self._link_path: Path | None = None
        self._clock = clock
        self._announce = announce
        self._notice = notice
        self._at_exit = at_exit
        self._until_orders_end = until_orders_end
        self._began_s = clock.monotonic_s()
        self._stopping = False
        self._sources: dict[int, _Orders] = {}
        at_exit.callback(self._close_sources)
        self._standard_orders: int | None = None
        self._listener: socket.socket | None = None
        self._poll = select.poll()
        self._attached = False
        self._master = -1
        self.port = ""
        at_exit.callback(self._unplug)
        self._plug_in()
        self._wakened = at_exit.enter_context(stop_signals(self._stop))
        self._poll.register(self._wakened, select.POLLIN)

    def _stop(self) -> None:
        self._stopping = True

    def _line_s(self) -> float:
        """Seconds of the line: those of the wall clock."""
        if self.begin_with_host:
            return 0.0
        return self._clock.monotonic_s() - self._began_s

    def _now_s(self) -> float:
        """Seconds of the simulated device."""
        return self._line_s() * self._clock.speed

    # --- the plug ------------------------------------------------------------------------------------------------

    def put_link(self, link_path: Path) -> None:
        """Have a symlink at `link_path` that names the terminal, whichever it is."""
        self._link_path = link_path
        point(link_path, self.port)
        self._at_exit.callback(remove_link, link_path, lambda: self.port)

    def _plug_in(self) -> None:
        """A new terminal. While it lasts, the system cannot give its name to another."""
        self._master, slave = os.openpty()
        self.port = os.ttyname(slave)
        tty.setraw(slave)
        # The slave must not stay open here: a driver's exclusive claim would then outlive a driver that was killed.
        os.close(slave)
        os.set_blocking(self._master, False)

    def _unplug(self) -> None:
        if self._master >= 0:
            self._detach()
            os.close(self._master)
            self._master = -1

    def _plug_as_told(self) -> None:
        if self._mischief.plugged == (self._master >= 0):
            return
        if self._mischief.plugged:
            name_before = self._spare_name()
            self._plug_in()
            if name_before is not None:
                os.close(name_before)
            if self._link_path is not None:
                point(self._link_path, self.port)
            self._notice(f"plugged in again as {self.port}")
        else:
            if self._link_path is not None:
                remove_link(self._link_path, lambda: self.port)  # its terminal's name may soon be another's
            self._unplug()
            self._notice("unplugged")

    def _spare_name(self) -> int | None:
        """Hold a terminal if it would have the name of the last one: a device comes back under another."""
        master, slave = os.openpty()
        same = os.ttyname(slave) == self.port
        os.close(slave)
        if same:
            return master
        os.close(master)
        return None

    # --- the loop ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        while not self._stopping:
            self._look_for_host()
            if not self.begin_with_host:
                self._move_on()
            if self._all_said():
                break
            for fd, event in self._poll.poll(self._wait_ms()):
                if fd == self._master:
                    self._from_host(event)
                elif self._listener is not None and fd == self._listener.fileno():
                    self._accept(self._listener)
                elif fd in self._sources:
                    self._from_source(fd, self._sources[fd])

    def _move_on(self) -> None:
        """The device says what it has to say by now, and of that the line carries what is due."""
        self._say(self._simulated.advance(self._now_s()))
        self._write(self._mischief.advance(self._line_s(), self._simulated.rounds))
        self._plug_as_told()
        if self._mischief.powered != self._powered:
            self._powered = self._mischief.powered
            self._simulated.order("power on" if self._powered else "power off")
            self._say(self._simulated.advance(self._now_s()))

    def _say(self, data: bytes) -> None:
        if data:
            self._mischief.speak(data, self._line_s(), self._simulated.rounds)

    def _all_said(self) -> bool:
        """Whether everything was said, and the host has had time to read it: what it has not is lost with the port."""
        if self.finished is None or not self.finished() or self._mischief.next_event_s() is not None:
            return False
        self._said_all_s = self._line_s() if self._said_all_s is None else self._said_all_s
        return self._line_s() - self._said_all_s >= READ_WITHIN_S

    def _wait_ms(self) -> float | None:
        """Until the next thing to do. Whole milliseconds, rounded up: else the end of each wait would spin."""
        due_s = self._simulated.next_event_s()
        waits_s = [] if due_s is None else [max(0.0, due_s - self._now_s()) / self._clock.speed]
        if (line_s := self._mischief.next_event_s()) is not None:
            waits_s.append(max(0.0, line_s - self._line_s()))
        if (not self._attached and self._master >= 0) or (self.finished is not None and self.finished()):
            waits_s.append(LOOK_FOR_HOST_EVERY_S)
        return int(min(waits_s) * 1000) + 1 if waits_s else None

    def _look_for_host(self) -> None:
        """A terminal that nobody has open hangs up without end: it is not polled until somebody opens it."""
        if self._attached or self._master < 0:
            return
        look = select.poll()
        look.register(self._master, select.POLLIN)
        if any(event & select.POLLHUP for _, event in look.poll(0)):
            return
        self._attached = True
        if self.begin_with_host:
            self.begin_with_host = False
            self._began_s = self._clock.monotonic_s()
        self._make_raw()
        self._poll.register(self._master, select.POLLIN)

    def _make_raw(self) -> None:
        """No echo: what the device says must not come back to it as commands of the host."""
        with contextlib.suppress(termios.error):
            tty.setraw(self._master, termios.TCSANOW)

    def _detach(self) -> None:
        if self._attached:
            self._attached = False
            self._poll.unregister(self._master)

    def _from_host(self, event: int) -> None:
        try:
            data = os.read(self._master, READ_SIZE)
        except BlockingIOError:
            return
        except OSError:  # EIO: the last one has closed it
            data = b""
        if data:
            if not self._mischief.mute:
                self._say(self._simulated.receive(data))
                self._move_on()
        elif event & select.POLLHUP or not data:
            self._detach()

    def _write(self, data: bytes) -> None:
        if not data:
            return
        self._look_for_host()  # it may have come since the last look, and the first word must not be lost on it
        if not self._attached:
            return
        try:
            os.write(self._master, data)  # what does not fit is lost
        except BlockingIOError:
            return
        except OSError:
            self._detach()

    # --- orders --------------------------------------------------------------------------------------------------

    def take_orders(self, fd: int) -> None:
        """Take orders from `fd`, answer by the announcer."""
        self._standard_orders = fd
        self._add_source(fd, _Orders(self._announce, lambda: None))

    def listen(self, path: Path) -> None:
        self._listener = listen_for_orders(path, self._at_exit)
        self._poll.register(self._listener, select.POLLIN)

    def _accept(self, listener: socket.socket) -> None:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        client.setblocking(False)

        def answer(text: str) -> None:
            with contextlib.suppress(OSError):  # whoever does not read the answer does without
                client.send(text.encode() + b"\n")

        self._add_source(client.fileno(), _Orders(answer, client.close))

    def _add_source(self, fd: int, source: _Orders) -> None:
        self._sources[fd] = source
        self._poll.register(fd, select.POLLIN)

    def _close_sources(self) -> None:
        for source in self._sources.values():
            source.close()

    def _from_source(self, fd: int, source: _Orders) -> None:
        try:
            data = os.read(fd, READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        for line in source.lines.feed(data):
            if isinstance(line, bytes):
                self._order(line.decode("utf-8", "replace").strip(), source)
            else:
                source.answer("refused: the line is too long for an order")
        if not data:
            self._poll.unregister(fd)
            del self._sources[fd]
            source.close()
            if fd == self._standard_orders and self._until_orders_end:
                self._stop()

    def _order(self, text: str, source: _Orders) -> None:
        if not text:
            return
        self._move_on()
        word, _, fault = text.partition(" ")
        source.answer(self._mischief.order(fault) if word == "fault" else self._simulated.order(text))
        self._move_on()
