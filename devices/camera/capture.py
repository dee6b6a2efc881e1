"""A camera that is always drained: a thread takes every frame as it comes and keeps only the newest, another reads it.

`cv2.VideoCapture` hands out frames in the order in which they were taken, seconds late when they are not fetched, and
its buffer setting is ignored by some backends (devices.md 5: opencv issues 13145, 10671, pull 11047). So nobody but the
drain thread takes frames, and it does nothing else. At opening it throws away what had been waiting: a frame that was
handed out without a wait is an old one.
"""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np

from devices.camera.decoding import Picture
from devices.camera.options import CameraFormat
from devices.clock import NS_PER_S, Clock
from devices.readings import LinkState

OnFrame: TypeAlias = Callable[[Picture, int, int], None]
"""Frame, its time in monotonic nanoseconds, the number of the opening it belongs to; called in the reading thread."""

OnState: TypeAlias = Callable[[LinkState, str, int, int], None]
"""State (not_connected, connecting, lost) and why, when, and the number of the opening; called in the drain thread."""

OPEN_TIMEOUT_MS: Final = 3000
READ_TIMEOUT_MS: Final = 1500
BACKLOG_WAIT_S: Final = 0.004
"""A frame that came sooner than this was waiting: the next one of a running camera takes longer."""
BACKLOG_LIMIT: Final = 60


class Capture:
    """Opens `port`, keeps it open, and calls back with the newest frame.

    `port`: a device (`/dev/v4l/by-id/...`), a video file (played once, at its own pace), or a URL (`http:`, `rtsp:`).
    A device or stream that was lost is opened again after `first_retry_s`, then twice that, up to `last_retry_s`.
    `frames_taken` counts what the camera gave, `frames_skipped` what a newer one replaced before it was read.
    """

    def __init__(
        self,
        port: str,
        clock: Clock,
        on_frame: OnFrame,
        on_state: OnState,
        *,
        wanted: CameraFormat | None = None,
        first_retry_s: float = 0.2,
        last_retry_s: float = 5.0,
    ) -> None:
        if not port:
            raise ValueError("the port of a camera is a device, a video file or a URL, not an empty text")
        self.port = port
        self.frames_taken = 0
        self.frames_skipped = 0
        self.openings = 0
        self._clock = clock
        self._on_frame, self._on_state = on_frame, on_state
        self._wanted = wanted or CameraFormat()
        self._first_retry_s, self._last_retry_s = first_retry_s, last_retry_s
        self._stop = threading.Event()
        self._fresh = threading.Condition()
        self._newest: tuple[Picture, int, int] | None = None
        self._told: tuple[LinkState, str] | None = None
        self._threads = [
            threading.Thread(target=work, name=f"camera {what}", daemon=True)
            for what, work in (("drain", self._drain), ("read", self._read))
        ]

    @property
    def is_file(self) -> bool:
        """Whether the port is a recorded video."""
        return "://" not in self.port and Path(self.port).is_file()

    def start(self) -> None:
        """Open the camera; frames come from now on."""
        for thread in self._threads:
            thread.start()
        # A thread that is inside OpenCV when the interpreter ends would take the process down with it.
        atexit.register(self._end)

    def close(self) -> None:
        """Let both threads end, without waiting for a read that is under way. May be called again."""
        self._stop.set()
        with self._fresh:
            self._newest = None
            self._fresh.notify_all()

    def wait_closed(self, timeout_s: float) -> bool:
        """Whether both threads have ended, after `timeout_s` for each at most."""
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(timeout_s)
        if any(thread.is_alive() for thread in self._threads):
            return False
        atexit.unregister(self._end)
        return True

    def _end(self) -> None:
        self.close()
        self.wait_closed(2 * READ_TIMEOUT_MS / 1000)

    # --- the drain thread ----------------------------------------------------------------------------------------

    def _drain(self) -> None:
        retry_s = self._first_retry_s
        while not self._stop.is_set():
            opened = self._open()
            if isinstance(opened, str):
                self._tell("not_connected", opened)
            else:
                taken = self.frames_taken
                why = self._take_all(opened)
                opened.release()
                if self._stop.is_set():
                    return
                self._tell("lost", why)
                if self.is_file:
                    return
                if self.frames_taken > taken:
                    retry_s = self._first_retry_s
            self._stop.wait(retry_s)
            retry_s = min(retry_s * 2, self._last_retry_s)

    def _open(self) -> cv2.VideoCapture | str:
        """An open capture, or why there is none."""
        is_url = "://" in self.port
        if not is_url and not Path(self.port).exists():
            return f"{self.port} is not there: is the camera plugged in?"
        capture = cv2.VideoCapture()
        timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
        try:
            if is_url or self.is_file:
                good = capture.open(self.port, cv2.CAP_FFMPEG, timeouts if is_url else [])
            else:
                good = capture.open(str(Path(self.port).resolve()), cv2.CAP_V4L2)
        except cv2.error as error:
            good, why = False, f"{self.port}: {error.msg if hasattr(error, 'msg') else error}"
        else:
            why = f"{self.port} cannot be opened as a camera (does another program hold it?)"
        if not good:
            capture.release()
            return why
        self._ask_for_format(capture)
        return capture

    def _ask_for_format(self, capture: cv2.VideoCapture) -> None:
        """A camera may refuse any of it; what it does give is seen in its frames, not in its answers."""
        wanted = self._wanted
        for setting, value in (
            (cv2.CAP_PROP_FRAME_WIDTH, wanted.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, wanted.height),
            (cv2.CAP_PROP_FPS, wanted.fps),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
            (cv2.CAP_PROP_AUTO_EXPOSURE, 1 if wanted.exposure is not None else None),
            (cv2.CAP_PROP_EXPOSURE, wanted.exposure),
        ):
            if value is not None and not self.is_file:
                capture.set(setting, float(value))

    def _take_all(self, capture: cv2.VideoCapture) -> str:
        """Take frames until there are no more; the reason."""
        pace_s = self._pace_s(capture)
        if not self.is_file:
            self._skip_backlog(capture)
        self.openings += 1
        self._tell("connecting", f"{self.port} is open")
        due_s = self._clock.monotonic_s()
        while not self._stop.is_set():
            good, frame = capture.read()
            if not good or frame is None:
                return f"{self.port}: " + ("the video has ended" if self.is_file else "the camera gives no more frames")
            if pace_s:
                due_s += pace_s
                self._stop.wait(max(0.0, due_s - self._clock.monotonic_s()))
            self._put(np.asarray(frame, np.uint8), self._clock.monotonic_ns())
        return "closed"

    def _pace_s(self, capture: cv2.VideoCapture) -> float:
        """Seconds from frame to frame of a file; 0 for a camera, which paces itself."""
        fps: Any = capture.get(cv2.CAP_PROP_FPS) if self.is_file else 0
        return 1 / fps if fps and fps > 0 else 0.0

    def _skip_backlog(self, capture: cv2.VideoCapture) -> None:
        for _ in range(BACKLOG_LIMIT):
            before_ns = self._clock.monotonic_ns()
            if not capture.grab() or self._stop.is_set():
                return
            if self._clock.monotonic_ns() - before_ns >= BACKLOG_WAIT_S * NS_PER_S:
                return

    def _put(self, frame: Picture, at_ns: int) -> None:
        with self._fresh:
            self.frames_taken += 1
            if self._newest is not None:
                self.frames_skipped += 1
            self._newest = (frame, at_ns, self.openings)
            self._fresh.notify()

    def _tell(self, state: LinkState, why: str) -> None:
        """A state is told when it changes, not with each failed attempt."""
        if (state, why) != self._told:
            self._told = (state, why)
            with contextlib.suppress(RuntimeError):  # whoever listened has closed its loop
                self._on_state(state, why, self._clock.monotonic_ns(), self.openings)

    # --- the reading thread --------------------------------------------------------------------------------------

    def _read(self) -> None:
        while True:
            with self._fresh:
                while self._newest is None and not self._stop.is_set():
                    self._fresh.wait()
                taken, self._newest = self._newest, None
            if self._stop.is_set() or taken is None:
                return
            try:
                self._on_frame(*taken)
            except RuntimeError:  # whoever listened has closed its loop
                return
