"""The link to a camera: pictures are taken and looked at in threads of their own, and come out as a line a frame."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

import cv2

from devices.camera.capture import Capture
from devices.camera.decoding import Decoder, FrameReader, Picture
from devices.camera.options import CameraOptions
from devices.camera.protocol import fault_line, frame_line
from devices.clock import Clock
from devices.readings import LinkState
from devices.transport import OnBytes, OnLink

WAITING_LIMIT: Final = 90
"""Frames that may wait for the table, three seconds of them: more is a fault, since a card may be among those lost."""


class CameraLink:
    """A camera at `port` (see `devices.camera.capture.Capture`) as a `devices.transport.Link`.

    Bytes are stamped with the time at which their frame was taken. Must be started on a running asyncio loop. Raises
    ValueError for an empty port, and when pyzbar is wanted and the system has no zbar.
    """

    def __init__(self, port: str, clock: Clock, options: CameraOptions) -> None:
        self.capture = Capture(port, clock, self._on_frame, self._on_state, wanted=options.format)
        self._frames = FrameReader(
            Decoder(options.symbology, second_opinion=options.second_opinion),
            options.roi,
            paper_level=options.paper_level,
            moving_level=options.moving_level,
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._on_bytes: OnBytes | None = None
        self._on_link: OnLink | None = None
        self._opening: int | None = None  # number of the opening whose frames are let through
        self._waiting: deque[tuple[bytes, int, int]] = deque()
        self._lock = threading.Lock()
        self._overflowed = False
        self._closed = False

    def start(self, on_bytes: OnBytes, on_link: OnLink) -> None:
        """Open the camera. What it shows is called back from the loop."""
        self._on_bytes, self._on_link = on_bytes, on_link
        self._loop = asyncio.get_running_loop()
        self.capture.start()

    def send(self, data: bytes) -> bool:
        """A camera takes no commands: always False."""
        return False

    def close(self) -> None:
        """Close for good, without a word to the callbacks. May be called again."""
        self._closed = True
        self.capture.close()

    # --- in the capture's threads --------------------------------------------------------------------------------

    def _on_frame(self, picture: Picture, at_ns: int, opening: int) -> None:
        try:
            seen = self._frames.read(picture, at_ns)
            line = frame_line(seen.fingerprint, seen.level, seen.paper, seen.moving, seen.texts)
        except (ValueError, cv2.error) as error:
            line = fault_line(str(error))
        with self._lock:
            if len(self._waiting) >= WAITING_LIMIT:
                self._overflowed = True
                return
            self._waiting.append((line, at_ns, opening))
        self._call(self._hand_on)

    def _on_state(self, state: LinkState, why: str, _at_ns: int, opening: int) -> None:
        self._call(lambda: self._link(state, why, opening))

    def _call(self, what: Callable[[], None]) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(what)

    # --- on the loop ---------------------------------------------------------------------------------------------

    def _hand_on(self) -> None:
        with self._lock:
            line, at_ns, opening = self._waiting.popleft()
            overflowed = self._overflowed and not self._waiting
            if overflowed:
                self._overflowed = False
        if self._closed or opening != self._opening or self._on_bytes is None or self._on_link is None:
            return
        self._on_bytes(line, at_ns)
        if overflowed:
            self._on_link("lost", f"more than {WAITING_LIMIT} frames waited for the table, and others were lost")
            self._on_link("connecting", "frames are taken again")

    def _link(self, state: LinkState, why: str, opening: int) -> None:
        if self._closed or self._on_link is None:
            return
        self._opening = opening if state == "connecting" else None
        self._on_link(state, why)
