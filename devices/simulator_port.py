"""What a simulator program needs of the system: a symlink that names its terminal, and signals that end it."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType


@contextlib.contextmanager
def stop_signals(stop: Callable[[], None]) -> Iterator[socket.socket]:
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


def point(link_path: Path, port: str) -> None:
    """Point the symlink at `port` in one step: whoever opens it finds the old terminal or the new one."""
    if link_path.exists() and not link_path.is_symlink():
        raise FileExistsError(f"{link_path} is there and is no symlink: it is left alone; name another --link")
    link_path.parent.mkdir(parents=True, exist_ok=True)
    new = link_path.with_name(f".{link_path.name}.{os.getpid()}")
    new.symlink_to(port)
    new.replace(link_path)


def remove_link(link_path: Path, port: Callable[[], str]) -> None:
    """Remove the symlink, if it is still ours: it may name another's terminal by now."""
    with contextlib.suppress(OSError):
        if link_path.readlink() == Path(port()):
            link_path.unlink()
