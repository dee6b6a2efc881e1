"""Pictures of cards on a table as a camera over the shoe's window takes them: for the simulated camera and benchmarks.

Pure but for numpy and OpenCV: what is left to chance comes from the generator that is handed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from devices.camera.decoding import Picture
from devices.camera.faces import HEIGHT_MM, WIDTH_MM

FRAME_WIDE: Final = 640
FRAME_HIGH: Final = 480
FACE_PX_PER_MM: Final = 8.0
"""Resolution at which faces are drawn before they are laid on the table."""
CARD_SHARE: Final = 0.62
"""Height of an upright card, of the height of the frame."""

_CAMERA_CARDS_AWAY: Final = 5.0
"""Distance of the camera, in heights of a card: how strong perspective is."""
_SKIN: Final = (120, 150, 205)
_GRAINS: Final = 6
_SHIFTS: Final = 32

Layer = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card lies: its middle in pixels, `turn` on the table and `tilt`s out of it in degrees."""

    x: float = FRAME_WIDE / 2
    y: float = FRAME_HIGH / 2
    turn: float = 0.0
    tilt_x: float = 0.0
    tilt_y: float = 0.0
    motion_x: float = 0.0
    motion_y: float = 0.0
    """How far it goes while the shutter is open, in pixels."""


@dataclass(frozen=True, slots=True)
class Light:
    """How well the camera sees.

    `blur`: standard deviation in pixels; `noise`: in levels of 255; `glare`: how bright the middle of a bright spot is,
    0 to 1, and where in the frame it lies, -1 to 1; `shade`: how much darker one side of the frame is, 0 to 1.
    """

    blur: float = 0.6
    noise: float = 4.0
    glare: float = 0.0
    shade: float = 0.0
    glare_x: float = 0.0
    glare_y: float = -0.2


@dataclass(frozen=True, slots=True)
class Finger:
    """A finger over the card: from the edge of the frame to its tip, in pixels."""

    from_x: float
    from_y: float
    tip_x: float
    tip_y: float
    wide: float = 46.0


class Table:
    """A dark table under a camera. `seed` fixes felt and noise."""

    def __init__(self, seed: int = 0, wide: int = FRAME_WIDE, high: int = FRAME_HIGH) -> None:
        self.wide, self.high = wide, high
        self._chance = np.random.default_rng(seed)
        weave: Any = cv2.GaussianBlur(self._chance.normal(0, 18, (high, wide)).astype(np.float32), (0, 0), 1.2)
        felt: Any = np.clip(np.asarray((46, 74, 30), np.float32) + weave[..., None], 0, 255).astype(np.uint8)
        cv2.rectangle(felt, (0, 0), (wide, round(high * 0.045)), (28, 28, 30), -1)  # the mouth of the shoe
        self._felt: Picture = felt
        shape = (high + _SHIFTS, wide + _SHIFTS)
        self._grains = [self._chance.normal(0, 1, shape).astype(np.float32) for _ in range(_GRAINS)]
        self._grained: tuple[float, list[NDArray[np.int16]]] = (0.0, [])
        across, down = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
        self._across, self._down = across.astype(np.float32), down.astype(np.float32)

    def picture(
        self, cards: list[tuple[Picture, Pose]], light: Light, fingers: tuple[Finger, ...] = (), dark: bool = False
    ) -> Picture:
        """A frame, blue-green-red. `cards`: faces (`faces.draw_face` at `FACE_PX_PER_MM`), the upper ones last."""
        frame: Any = self._felt.copy()
        for face, pose in cards:
            self._lay(frame, face, pose)
        for finger in fingers:
            _point(frame, finger)
        if light.shade:
            shade = np.asarray(256 * (1 - light.shade * (self._across + 1) / 2), np.uint16)
            frame = ((frame * shade[..., None]) >> 8).astype(np.uint8)
        if light.glare:
            frame = cv2.add(frame, self._glare(light))
        if light.blur > 0:
            frame = cv2.GaussianBlur(frame, (0, 0), light.blur)
        if dark:
            frame //= 100
        if light.noise > 0:
            frame = cv2.add(frame, self._grain(light.noise), dtype=cv2.CV_8U)
        return np.asarray(frame, np.uint8)

    def _grain(self, noise: float) -> NDArray[np.int16]:
        """A sensor's noise: one of a few, shifted, so that no two frames are the same."""
        if self._grained[0] != noise:
            scaled = (np.rint(grain * noise).astype(np.int16) for grain in self._grains)
            self._grained = noise, [np.repeat(grain[..., None], 3, axis=2) for grain in scaled]
        grain = self._grained[1][int(self._chance.integers(_GRAINS))]
        down, across = (int(value) for value in self._chance.integers(0, _SHIFTS, 2))
        return grain[down : down + self.high, across : across + self.wide]

    def _glare(self, light: Light) -> Picture:
        """A soft bright spot: a lamp in the gloss of a card."""
        near = ((self._across - light.glare_x) / 0.30) ** 2 + ((self._down - light.glare_y) / 0.22) ** 2
        spot = np.asarray(255 * light.glare * np.exp(-near), np.uint8)
        return np.repeat(spot[..., None], 3, axis=2)

    def _lay(self, frame: Picture, face: Picture, pose: Pose) -> None:
        """Put a card on the table. Only the part of the frame that it covers is worked on."""
        high, wide = face.shape
        to = card_corners(pose, self.high)
        spread = int(abs(pose.motion_x) + abs(pose.motion_y)) + 2
        left, top = (max(0, int(low) - spread) for low in to.min(axis=0))
        right, bottom = (int(most) + spread for most in to.max(axis=0))
        right, bottom = min(self.wide, right), min(self.high, bottom)
        if right <= left or bottom <= top:
            return
        matrix = cv2.getPerspectiveTransform(
            np.asarray([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32),
            (to - (left, top)).astype(np.float32),
        )
        size = (right - left, bottom - top)
        # Shrinking a face by half and more needs its pixels averaged first, as a lens does.
        card: Any = cv2.warpPerspective(cv2.blur(face, (3, 3)), matrix, size)
        mask: Any = cv2.warpPerspective(np.full_like(face, 255), matrix, size)
        if max(abs(pose.motion_x), abs(pose.motion_y)) >= 2:
            smear = _smear(pose.motion_x, pose.motion_y)
            card, mask = cv2.filter2D(card, -1, smear), cv2.filter2D(mask, -1, smear)
        under = frame[top:bottom, left:right]
        ground = (under * (255 - mask.astype(np.uint16))[..., None]) // 255
        laid = ground + (card.astype(np.uint16) * 15 // 16)[..., None]  # paper is not quite white
        frame[top:bottom, left:right] = np.minimum(laid, 255).astype(np.uint8)


def card_corners(pose: Pose, frame_high: int = FRAME_HIGH) -> NDArray[np.float64]:
    """The corners of a card in the frame, in pixels: upper left, upper right, lower right, lower left."""
    high = frame_high * CARD_SHARE
    wide = high * WIDTH_MM / HEIGHT_MM
    flat = np.asarray([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    turn, tilt_x, tilt_y = np.radians((pose.turn, pose.tilt_x, pose.tilt_y))
    x = flat[:, 0] * np.cos(turn) - flat[:, 1] * np.sin(turn)
    y = flat[:, 0] * np.sin(turn) + flat[:, 1] * np.cos(turn)
    depth = y * np.sin(tilt_x) + x * np.sin(tilt_y)
    nearness = 1 / (1 + depth / (high * _CAMERA_CARDS_AWAY))
    return np.stack((pose.x + x * np.cos(tilt_y) * nearness, pose.y + y * np.cos(tilt_x) * nearness), axis=1)


def _smear(x: float, y: float) -> Layer:
    size = int(max(abs(x), abs(y))) | 1
    kernel = np.zeros((size, size), np.float32)
    middle = size // 2
    across, down = (round(part / max(abs(x), abs(y)) * middle) for part in (x, y))
    cv2.line(kernel, (middle - across, middle - down), (middle + across, middle + down), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _point(frame: Picture, finger: Finger) -> None:
    start = (round(finger.from_x), round(finger.from_y))
    tip = (round(finger.tip_x), round(finger.tip_y))
    cv2.line(frame, start, tip, _SKIN, round(finger.wide), cv2.LINE_AA)
    cv2.circle(frame, tip, round(finger.wide / 2), tuple(0.94 * part for part in _SKIN), -1, cv2.LINE_AA)
    nail = (round(tip[0] + (start[0] - tip[0]) * 0.03), round(tip[1] + (start[1] - tip[1]) * 0.03))
    cv2.circle(frame, nail, round(finger.wide / 3.4), (165, 180, 225), -1, cv2.LINE_AA)
