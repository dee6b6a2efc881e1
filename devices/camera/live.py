"""The simulated camera as a program: a live source that a real `cv2.VideoCapture` opens, or a video, and the truth.

The live source is motion JPEG over HTTP on 127.0.0.1, what a network camera speaks: `multipart/x-mixed-replace`, one
JPEG a part. Orders (what a dealer's hand does) come from standard input and from a Unix-domain socket, one a line, each
answered by a line, as those of the other simulators do (`devices.simulator`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TextIO

import cv2
import msgspec
import numpy as np

from devices.camera.codes import table_text
from devices.camera.decoding import Picture
from devices.camera.menu import FPS, add_group
from devices.camera.options import read_table
from devices.camera.scene import FRAME_HIGH, FRAME_WIDE
from devices.camera.simulator import Shown, SimulatedCamera
from devices.clock import Clock, SystemClock
from devices.lines import LineSplitter
from devices.orders import READ_SIZE, listen_for_orders

PATH: Final = "/video"
JPEG_QUALITY: Final = 92
BOUNDARY: Final = "frame"
UNSENT_LIMIT: Final = 1 << 20
"""Bytes that may wait for a client; who takes no frame for so long misses the next ones."""
_LONGEST_ORDER: Final = 200


class LiveCamera:
    """Serves `camera` at `fps` frames a second of the wall clock. `announce` is given the URL, then the answers."""

    def __init__(
        self, camera: SimulatedCamera, clock: Clock, announce: Callable[[str], None], *, fps: int = FPS, port: int = 0
    ) -> None:
        self.camera = camera
        self.port = port
        self._clock = clock
        self._announce = announce
        self._fps = fps
        self._began_s = clock.monotonic_s()
        self._server: asyncio.Server | None = None
        self._clients: set[asyncio.StreamWriter] = set()
        self._serving: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()

    @property
    def url(self) -> str:
        """What a `cv2.VideoCapture` opens."""
        return f"http://127.0.0.1:{self.port}{PATH}"

    def stop(self) -> None:
        """End `run`."""
        self._stop.set()

    async def run(self, control: Path | None = None, orders: int | None = None, *, until_orders_end: bool) -> None:
        """Serve until stopped. Raises OSError when the port or the control socket cannot be used."""
        loop = asyncio.get_running_loop()
        with contextlib.ExitStack() as at_exit:
            await self._plug()
            at_exit.callback(self._unplug)
            if control is not None:
                listener = listen_for_orders(control, at_exit)
                loop.add_reader(listener, self._accept, listener)
                at_exit.callback(loop.remove_reader, listener)
            if orders is not None:
                self._take(orders, self._announce, self.stop if until_orders_end else lambda: None, at_exit)
            self._announce(self.url)
            await self._film()
            self._unplug()
            for task in self._serving:
                task.cancel()
            await asyncio.gather(*self._serving)

    async def _film(self) -> None:
        """A frame each 1/fps seconds; one that would come late is left out."""
        frame = 0
        while not self._stop.is_set():
            frame = max(frame + 1, int(self._now_s() * self._fps))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, frame / self._fps - self._now_s())):
                    await self._stop.wait()
            self.camera.advance(self._now_s())
            if self.camera.trouble("unplug"):
                self._unplug()
            else:
                await self._plug()
                self._send()

    def _now_s(self) -> float:
        return self._clock.monotonic_s() - self._began_s

    # --- frames --------------------------------------------------------------------------------------------------

    def _send(self) -> None:
        ready = [client for client in self._clients if client.transport.get_write_buffer_size() < UNSENT_LIMIT]
        picture = self.camera.frame(self._now_s()) if ready else None
        if picture is None:
            return
        jpeg = _jpeg(picture)
        head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
        for client in ready:
            client.write(head + jpeg + b"\r\n")

    async def _plug(self) -> None:
        if self._server is None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
            self.port = self._server.sockets[0].getsockname()[1]

    def _unplug(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for client in list(self._clients):
            client.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        try:
            request = await reader.readuntil(b"\r\n\r\n")
            if not request.startswith(f"GET {PATH} ".encode()):
                writer.write(b"HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                return
            writer.write(
                b"HTTP/1.0 200 OK\r\nCache-Control: no-store\r\n"
                + f"Content-Type: multipart/x-mixed-replace; boundary={BOUNDARY}\r\n\r\n".encode()
            )
            self._clients.add(writer)
            await reader.read()  # until the client is gone
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            return  # the client has gone, or the program ends
        finally:
            self._clients.discard(writer)
            writer.close()

    # --- orders --------------------------------------------------------------------------------------------------

    def _accept(self, listener: Any) -> None:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        client.setblocking(False)

        def answer(text: str) -> None:
            with contextlib.suppress(OSError):  # whoever does not read the answer does without
                client.send(text.encode() + b"\n")

        self._take(client.fileno(), answer, client.close, None)

    def _take(
        self, fd: int, answer: Callable[[str], None], ended: Callable[[], None], at_exit: contextlib.ExitStack | None
    ) -> None:
        """Take orders from `fd` until it ends."""
        loop = asyncio.get_running_loop()
        lines = LineSplitter(limit=_LONGEST_ORDER)

        def readable() -> None:
            try:
                data = os.read(fd, READ_SIZE)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            for line in lines.feed(data):
                if not isinstance(line, bytes):
                    answer("refused: the line is too long for an order")
                elif text := line.decode("utf-8", "replace").strip():
                    self.camera.advance(self._now_s())
                    answer(self.camera.order(text))
            if not data:
                loop.remove_reader(fd)
                ended()

        try:
            loop.add_reader(fd, readable)
        except OSError:  # a file as standard input: all of it is there
            while os.fstat(fd).st_size > os.lseek(fd, 0, os.SEEK_CUR):
                readable()
            return
        if at_exit is not None:
            at_exit.callback(loop.remove_reader, fd)


def _jpeg(picture: Picture) -> bytes:
    coded: Any = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return bytes(np.asarray(coded, np.uint8))


def film(camera: SimulatedCamera, file: Path, draws: int, *, fps: int = FPS) -> int:
    """Write a video of `draws` cards drawn one by one; the number of frames. Raises OSError when it cannot."""
    coded = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), fps, (FRAME_WIDE, FRAME_HIGH))
    if not coded.isOpened():
        raise OSError(f"{file}: no video can be written there (name an .avi file in a folder that exists)")
    frames, left = 0, draws
    while True:
        at_s = frames / fps
        camera.advance(at_s)
        if at_s > camera.busy_until_s + 0.25:
            if not left or camera.order("draw").startswith("refused"):
                break
            left -= 1
        picture = camera.frame(at_s)
        assert picture is not None, "nothing has ordered silence"
        coded.write(picture)
        frames += 1
    coded.release()
    return frames


# --- the command -------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` all arguments and the menu of orders."""
    parser.description = "A simulated camera: motion JPEG over HTTP (prints its URL), or a video file."
    parser.epilog = "orders of a camera:\n" + "\n".join(
        f"  {order:<18}{what}" for order, what in SimulatedCamera.ORDERS.items()
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--control", type=Path, metavar="PATH", help="Unix-domain socket on which to take orders too")
    parser.add_argument("--seed", default="0", help="the same seed gives the same cards and pictures (default 0)")
    parser.add_argument("--decks", type=int, default=8, metavar="N", help="decks of a new deck table (default 8)")
    parser.add_argument(
        "--cut-from-back", type=int, default=14, metavar="M", help="cards behind the cut card (default 14)"
    )
    parser.add_argument(
        "--fault", action="append", default=[], metavar="ORDER", help='an order to begin with, as in "light blur 3"'
    )
    parser.add_argument("--until-eof", action="store_true", help="end when standard input ends")
    add_group(parser)


def run(arguments: argparse.Namespace) -> int:
    """Simulate until stopped: exit status 0 after an orderly end, 2 when it cannot begin."""
    try:
        with contextlib.ExitStack() as at_exit:
            truth = at_exit.enter_context(arguments.truth.open("w")) if arguments.truth is not None else None
            camera = _camera(arguments, truth)
            for fault in arguments.fault:
                answer = camera.order(fault)
                if not answer.startswith("ok:"):
                    raise ValueError(f"--fault {fault!r}: {answer}")
            if arguments.video is not None:
                frames = film(camera, arguments.video, arguments.draws, fps=arguments.fps)
                print(f"{arguments.video}: {frames} frames", flush=True)
            else:
                asyncio.run(_live(arguments, camera))
    except (OSError, ValueError) as error:  # a TableError is a ValueError
        print(f"simulator camera: {error}", file=sys.stderr)
        return 2
    return 0


def _camera(arguments: argparse.Namespace, truth: TextIO | None) -> SimulatedCamera:
    if not 1 <= arguments.fps <= 120:
        raise ValueError(f"fps is {arguments.fps}: it must be within 1 to 120")

    def tell(shown: Shown) -> None:
        if truth is not None:
            truth.write(msgspec.json.encode(shown).decode() + "\n")
            truth.flush()

    file: Path | None = arguments.table
    camera = SimulatedCamera(
        arguments.seed,
        read_table(file) if file is not None and file.exists() else None,
        decks=arguments.decks,
        cut_from_back=arguments.cut_from_back,
        symbology=arguments.symbology,
        on_shown=tell,
    )
    if file is not None and not file.exists():
        file.write_text(table_text(camera.table), encoding="utf-8")
    return camera


async def _live(arguments: argparse.Namespace, camera: SimulatedCamera) -> None:
    live = LiveCamera(
        camera, SystemClock(), lambda text: print(text, flush=True), fps=arguments.fps, port=arguments.port
    )
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, live.stop)
    await live.run(arguments.control, _standard_input(), until_orders_end=arguments.until_eof)


def _standard_input() -> int | None:
    """The file descriptor of standard input; None where there is none."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return None


def main(argv: list[str] | None = None) -> int:
    """The program without the `studio` command around it; returns the exit status."""
    parser = argparse.ArgumentParser(prog="studio simulator camera")
    add_arguments(parser)
    return run(parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
