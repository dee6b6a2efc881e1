"""Codes in one frame: the window is cut out, smoothed, and handed to zxing-cpp; pyzbar is the second opinion for QR.

Measured on 160 degraded frames a symbology: DataMatrix by zxing-cpp is read where QR and linear codes fail, at 16 % of
the frame where QR needs 30 %; a window that is cut out and smoothed (5 x 5 Gaussian) is read in noise, one that is only
cut out is not; and a decoder must be told which symbology is sought, since all of them cost some five times as much.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from devices.camera.options import Roi, Symbology

Picture: TypeAlias = NDArray[np.uint8]
"""Height x width (grey) or height x width x 3 (blue, green, red)."""

LEAST_SIDE_PX: Final = 14
"""A code of 14 modules has at least so many pixels: what is smaller is a phantom (devices.md 5, pyzbar 43)."""

FORMATS: Final = {
    "datamatrix": zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.DataMatrix]),
    "qr": zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode]),
    "both": zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.DataMatrix, zxingcpp.BarcodeFormat.QRCode]),
}


def grey(picture: Picture) -> Picture:
    """One channel. A picture that has one already is handed through."""
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def cut_out(picture: Picture, roi: Roi | None) -> Picture:
    """The window of a picture; the part of it that lies inside. Raises ValueError when none does."""
    if roi is None:
        return picture
    left, top, width, height = roi
    window = picture[max(0, top) : top + height, max(0, left) : left + width]
    if window.size == 0:
        high, wide = picture.shape[:2]
        raise ValueError(f"the window {list(roi)} lies outside the frame of {wide} x {high} pixels")
    return window


def zxing_texts(window: Picture, formats: zxingcpp.BarcodeFormats) -> list[str]:
    """What zxing-cpp reads in a grey window, each text once."""
    found: list[str] = []
    for code in zxingcpp.read_barcodes(window, formats):
        if code.valid and code.text not in found and _side_px(code.position) >= LEAST_SIDE_PX:
            found.append(code.text)
    return found


def _side_px(position: zxingcpp.Position) -> float:
    a, b = position.top_left, position.bottom_right
    return math.hypot(b.x - a.x, b.y - a.y) / math.sqrt(2)


def load_pyzbar() -> Callable[[Picture], list[str]]:
    """pyzbar's reading of QR codes. Raises ValueError, naming the remedy, where the system's zbar is missing."""
    try:
        from pyzbar import pyzbar
    except ImportError as error:
        raise ValueError(
            f"the second opinion, pyzbar, needs the system's zbar library (Debian: libzbar0): {error}"
        ) from error

    def read(window: Picture) -> list[str]:
        codes = pyzbar.decode(window, symbols=[pyzbar.ZBarSymbol.QRCODE])
        big = (code for code in codes if min(code.rect.width, code.rect.height) >= LEAST_SIDE_PX)
        return list(dict.fromkeys(code.data.decode("ascii", "replace") for code in big))

    return read


class Decoder:
    """Reads the codes of one symbology in a window.

    When the smoothed window yields nothing and `worth_it`, the second try is the window at half size, which helps in
    noise, and for QR pyzbar. `second_opinion` False leaves pyzbar out, and then zbar need not be installed.
    """

    def __init__(self, symbology: Symbology = "datamatrix", *, second_opinion: bool = True) -> None:
        self.symbology = symbology
        self._formats = FORMATS[symbology]
        wants_pyzbar = symbology != "datamatrix" and second_opinion
        self._pyzbar = load_pyzbar() if wants_pyzbar else None

    def texts(self, window: Picture, *, worth_it: bool = True) -> tuple[str, ...]:
        """The texts in a grey window, in no order. `worth_it`: whether to try twice (there is paper in it)."""
        smooth: Any = cv2.GaussianBlur(window, (5, 5), 0)
        found = zxing_texts(smooth, self._formats)
        if not found and worth_it:
            found = self._second_try(window, smooth)
        return tuple(found)

    def _second_try(self, window: Picture, smooth: Picture) -> list[str]:
        if self.symbology != "qr":
            half: Any = cv2.resize(smooth, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            found = zxing_texts(half, FORMATS["datamatrix"])
            if found:
                return found
        return self._pyzbar(window) if self._pyzbar is not None else []


@dataclass(frozen=True, slots=True)
class Seen:
    """One frame as the pure part needs it. `fingerprint`: checksum of the window's bytes; `level`: mean brightness."""

    at_ns: int
    fingerprint: int
    level: float
    paper: float
    moving: bool
    texts: tuple[str, ...]


class FrameReader:
    """From frames to facts: motion gate, and codes where there is something to read.

    `paper_level`: brightness of 255 from which on a spot is as bright as paper; the ground under the window must be
    darker. `moving_level`: mean change of brightness between two frames, of the window shrunk to 32 x 32, from which on
    it moves. A window without paper is not searched for codes; one that moves is searched once, one that rests twice.
    """

    def __init__(
        self, decoder: Decoder, roi: Roi | None = None, *, paper_level: int = 150, moving_level: float = 6.0
    ) -> None:
        self._decoder = decoder
        self._roi = roi
        self._paper_level = paper_level
        self._moving_level = moving_level
        self._before: NDArray[np.int16] | None = None

    def read(self, picture: Picture, at_ns: int) -> Seen:
        """The facts of a frame taken at `at_ns`. Raises ValueError when the window lies outside the frame."""
        window = np.ascontiguousarray(grey(cut_out(picture, self._roi)))
        small = np.asarray(cv2.resize(window, (32, 32), interpolation=cv2.INTER_AREA), dtype=np.int16)
        moving = self._before is None or float(np.abs(small - self._before).mean()) > self._moving_level
        self._before = small
        paper = float((small >= self._paper_level).mean())
        level = float(small.mean())
        texts = self._decoder.texts(window, worth_it=not moving) if paper > 0 else ()
        return Seen(at_ns, zlib.crc32(window.data), level, paper, moving, texts)
