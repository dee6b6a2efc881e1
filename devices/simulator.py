"""One simulated device as a program: its bytes on a pseudo-terminal, its physical world by orders.

The driver opens the pseudo-terminal as it would a serial port. Orders (what a dealer's hand does: spin, draw) come
from standard input and from a Unix-domain socket, one a line, each answered by a line.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import signal
import socket
import sys
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Final, Protocol

from devices.clock import SystemClock
from devices.lines import LineSplitter
from devices.orders import listen_for_orders
from devices.shoe.simulator import SimulatedShoe
from devices.wheel.simulator import SimulatedWheel

READ_SIZE: Final = 4096
LOOK_FOR_HOST_EVERY_S: Final = 0.02
"""How often to look whether a host has opened the pseudo-terminal: nothing tells of it."""

_LONGEST_ORDER: Final = 200


class Simulated(Protocol):
    """A simulated device: pure, driven by time, host bytes and orders."""

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
    *,
    link_path: Path | None = None,
    control: Path | None = None,
    speed: float = 1.0,
    announce: Callable[[str], None] = print,
    orders: int | None = None,
    until_orders_end: bool = False,
) -> None:
    """Run `simulated` on a new pseudo-terminal until SIGINT or SIGTERM.

    `link_path`: a symlink to the terminal, put there in one step and removed at the end; `control`: the socket for
    orders; `speed`: simulated seconds in one of the wall clock; `announce` is given the terminal's path, and the
    answers to orders that came over `orders`, an open file descriptor (standard input). `until_orders_end`: end when
    that is closed, so that no simulator outlives who started it.

    What nobody reads is lost, as on a real line. Raises OSError when a path cannot be used, ValueError for a speed
    that is not positive.
    """
    with contextlib.ExitStack() as at_exit:
        shell = _Shell(simulated, SystemClock(speed), announce, at_exit, until_orders_end)
        if link_path is not None:
            _put_link(link_path, shell.port, at_exit)
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
        clock: SystemClock,
        announce: Callable[[str], None],
        at_exit: contextlib.ExitStack,
        until_orders_end: bool,
    ) -> None:
        self._simulated = simulated
        self._clock = clock
        self._announce = announce
        self._at_exit = at_exit
        self._until_orders_end = until_orders_end
        self._began_s = clock.monotonic_s()
        self._stopping = False
        self._sources: dict[int, _Orders] = {}
        at_exit.callback(self._close_sources)
        self._standard_orders: int | None = None
        self._listener: socket.socket | None = None
        self._poll = select.poll()
        self._master, slave = os.openpty()
        at_exit.callback(os.close, self._master)
        self.port = os.ttyname(slave)
        tty.setraw(slave)
        # The slave must not stay open here: a driver's exclusive claim would then outlive a driver that was killed.
        os.close(slave)
        os.set_blocking(self._master, False)
        self._attached = False
        self._wakened = at_exit.enter_context(_stop_signals(self._stop))
        self._poll.register(self._wakened, select.POLLIN)

    def _stop(self) -> None:
        self._stopping = True

    def _now_s(self) -> float:
        return (self._clock.monotonic_s() - self._began_s) * self._clock.speed

    # --- the loop ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        while not self._stopping:
            self._look_for_host()
            self._write(self._simulated.advance(self._now_s()))
            for fd, event in self._poll.poll(self._wait_ms()):
                if fd == self._master:
                    self._from_host(event)
                elif self._listener is not None and fd == self._listener.fileno():
                    self._accept(self._listener)
                elif fd in self._sources:
                    self._from_source(fd, self._sources[fd])

    def _wait_ms(self) -> float | None:
        """Until the next thing to do. Whole milliseconds, rounded up: else the end of each wait would spin."""
        due_s = self._simulated.next_event_s()
        waits_s = [] if due_s is None else [max(0.0, due_s - self._now_s()) / self._clock.speed]
        if not self._attached:
            waits_s.append(LOOK_FOR_HOST_EVERY_S)
        return int(min(waits_s) * 1000) + 1 if waits_s else None

    def _look_for_host(self) -> None:
        """A terminal that nobody has open hangs up without end: it is not polled until somebody opens it."""
        if self._attached:
            return
        look = select.poll()
        look.register(self._master, select.POLLIN)
        if any(event & select.POLLHUP for _, event in look.poll(0)):
            return
        self._attached = True
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
            self._write(self._simulated.receive(data))
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
        self._write(self._simulated.advance(self._now_s()))
        source.answer(self._simulated.order(text))
        self._write(self._simulated.advance(self._now_s()))


@contextlib.contextmanager
def _stop_signals(stop: Callable[[], None]) -> Iterator[socket.socket]:
    """Call `stop` on SIGINT and SIGTERM, and make the socket readable then, to end a poll at once.

    Signals go to the main thread alone; elsewhere the socket stays silent.
    """
    woken, waker = socket.socketpair()
    with woken, waker:
        if threading.current_thread() is not threading.main_thread():
            yield woken
            return
        waker.setblocking(False)

        def on_signal(_number: int, _frame: FrameType | None) -> None:
            stop()

        before = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
        before_fd = signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        try:
            yield woken
        finally:
            signal.set_wakeup_fd(before_fd)
            for number, handler in before.items():
                signal.signal(number, handler)


def _put_link(link_path: Path, port: str, at_exit: contextlib.ExitStack) -> None:
    """Point the symlink at `port` in one step: whoever opens it finds the old terminal or the new one."""
    if link_path.exists() and not link_path.is_symlink():
        raise FileExistsError(f"{link_path} is there and is no symlink: it is left alone; name another --link")
    link_path.parent.mkdir(parents=True, exist_ok=True)
    new = link_path.with_name(f".{link_path.name}.{os.getpid()}")
    new.symlink_to(port)
    new.replace(link_path)

    def remove() -> None:
        with contextlib.suppress(OSError):
            if link_path.readlink() == Path(port):
                link_path.unlink()

    at_exit.callback(remove)


# --- the command -------------------------------------------------------------------------------------------------


def main(argv: list[str] | None = None) -> int:
    """The program without the `studio` command around it; returns the exit status."""
    parser = argparse.ArgumentParser(prog="studio simulator")
    add_arguments(parser)
    return run(parser.parse_args(argv))


def run(arguments: argparse.Namespace) -> int:
    """Simulate until stopped: exit status 0 after an orderly end, 2 when it cannot begin."""
    try:
        simulated: Simulated
        if arguments.kind == "wheel":
            simulated = SimulatedWheel(arguments.seed, pockets=arguments.pockets, auto=arguments.auto)
        else:
            simulated = SimulatedShoe(
                arguments.seed,
                decks=arguments.decks,
                cut_from_back=arguments.cut_from_back,
                burn=arguments.burn,
                repeat=arguments.repeat,
            )
        serve(
            simulated,
            link_path=arguments.link,
            control=arguments.control,
            speed=arguments.speed,
            announce=lambda text: print(text, flush=True),
            orders=_standard_input(),
            until_orders_end=arguments.until_eof,
        )
    except (OSError, ValueError) as error:
        print(f"simulator {arguments.kind}: {error}", file=sys.stderr)
        return 2
    return 0


def _standard_input() -> int | None:
    """The file descriptor of standard input; None where there is none."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return None


def _orders_text(kind: str, orders: dict[str, str]) -> str:
    return f"orders of a {kind}:\n" + "\n".join(f"  {order:<16}{what}" for order, what in orders.items())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments and the menu of orders."""
    parser.description = (
        "One simulated device on a pseudo-terminal: prints its path and speaks the real protocol there."
    )
    parser.epilog = (
        "Orders are taken one a line from standard input and from the --control socket.\n\n"
        + _orders_text("wheel", SimulatedWheel.ORDERS)
        + "\n\n"
        + _orders_text("shoe", SimulatedShoe.ORDERS)
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "kind", choices=("wheel", "shoe"), metavar="KIND", help="wheel (SlingShot 2) or shoe (Angel Eye II-EX)"
    )
    parser.add_argument("--link", type=Path, metavar="PATH", help="symlink to the pseudo-terminal: a name that stays")
    parser.add_argument("--control", type=Path, metavar="PATH", help="Unix-domain socket on which to take orders too")
    parser.add_argument("--seed", default="0", help="the same seed gives the same numbers and cards (default 0)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="physical times run X times faster")
    parser.add_argument("--until-eof", action="store_true", help="end when standard input ends")
    wheel = parser.add_argument_group("wheel")
    wheel.add_argument("--pockets", type=int, default=37, choices=(37, 38), help="single or double zero (default 37)")
    wheel.add_argument("--auto", action="store_true", help="launch the ball by itself, game after game")
    shoe = parser.add_argument_group("shoe")
    shoe.add_argument("--decks", type=int, default=8, metavar="N", help="decks in the shoe (default 8)")
    shoe.add_argument(
        "--cut-from-back", type=int, default=14, metavar="M", help="cards behind the cut card (default 14)"
    )
    shoe.add_argument("--burn", default="none", choices=("none", "first_card_value"), help="burns after loading")
    shoe.add_argument("--repeat", type=int, default=1, metavar="N", help="send each frame N times (default 1)")


if __name__ == "__main__":
    sys.exit(main())
