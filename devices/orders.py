"""Orders to a simulated device over a Unix-domain socket: one order a line, one answer a line."""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path
from typing import Final

READ_SIZE: Final = 4096
_LONGEST_SOCKET_PATH: Final = 107


def listen_for_orders(path: Path, at_exit: contextlib.ExitStack) -> socket.socket:
    """A listening Unix-domain socket at `path`, closed and removed by `at_exit`.

    A socket that a killed simulator left behind is replaced. Raises OSError when the path cannot be used, with a
    simulator alive at it among the reasons.
    """
    if len(os.fsencode(path)) > _LONGEST_SOCKET_PATH:
        raise OSError(
            f"{path} is longer than {_LONGEST_SOCKET_PATH} bytes, which no socket can be: name another --control"
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_socket():
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(os.fspath(path)) == 0:
                raise FileExistsError(f"another simulator takes orders at {path}: end it, or name another --control")
        path.unlink()  # left behind by one that was killed
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
    at_exit.callback(listener.close)
    listener.bind(os.fspath(path))
    at_exit.callback(path.unlink, missing_ok=True)
    listener.listen(8)
    return listener


def send_order(control: Path, order: str, timeout_s: float = 2.0) -> str:
    """Give `order` to the simulator whose socket is `control`; its answer (`ok: ...` or `refused: ...`).

    Blocks until the answer is there. Raises OSError (TimeoutError after `timeout_s`) when nobody answers.
    """
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(timeout_s)
        line.connect(os.fspath(control))
        line.sendall(order.encode() + b"\n")
        answer = bytearray()
        while not answer.endswith(b"\n"):
            data = line.recv(READ_SIZE)
            if not data:
                raise ConnectionError(f"the simulator at {control} closed the line before it answered {order!r}")
            answer += data
    return answer.decode().rstrip("\n")
