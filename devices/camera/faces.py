"""What is printed on a card of a rig, in millimetres, and how it looks: the sheets and the simulated camera use this.

A card has its code twice, each half a turn from the other like the indices of a playing card, so that a finger on one
leaves the other; and its name in words between them, for people.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
import zxingcpp

from devices.camera.codes import CUT_FACE, START_FACE
from devices.camera.decoding import Picture
from devices.camera.options import Symbology

WIDTH_MM: Final = 63.0
HEIGHT_MM: Final = 88.0
CODE_MM: Final = 24.0
"""Side of the code, without its quiet zone."""
CODE_MARGIN_MM: Final = 8.0
"""From the edge of the card to the code: over three modules, where a DataMatrix wants one and a QR four of its own."""

RANK_WORDS: Final = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
SUIT_WORDS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def words(face: str) -> str:
    """The name of a face: `ace of spades`, `cut card`, `start card`."""
    if face == CUT_FACE:
        return "cut card"
    if face == START_FACE:
        return "start card"
    return f"{RANK_WORDS[face[0]]} of {SUIT_WORDS[face[1]]}"


def modules(text: str, symbology: Symbology = "datamatrix") -> Picture:
    """The code as a square of modules: 0 dark, 255 light; without a quiet zone."""
    if symbology == "qr":
        code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    else:
        code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.DataMatrix, force_square=True)
    picture: Any = np.array(code.to_image(1, False, False))
    return np.asarray(picture, dtype=np.uint8)


def draw_face(text: str, face: str, *, px_per_mm: float = 8.0, symbology: Symbology = "datamatrix") -> Picture:
    """A card as a grey picture, upright."""
    wide, high = round(WIDTH_MM * px_per_mm), round(HEIGHT_MM * px_per_mm)
    card = np.full((high, wide), 255, np.uint8)
    side = round(CODE_MM * px_per_mm)
    code: Any = cv2.resize(modules(text, symbology), (side, side), interpolation=cv2.INTER_NEAREST)
    left, top = (wide - side) // 2, round(CODE_MARGIN_MM * px_per_mm)
    card[top : top + side, left : left + side] = code
    card = np.minimum(card, card[::-1, ::-1])
    name = words(face)
    scale = px_per_mm / 12
    (name_wide, name_high), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
    cv2.putText(
        card,
        name,
        ((wide - name_wide) // 2, (high + name_high) // 2),
        cv2.FONT_HERSHEY_SIMPLEX,
        scale,
        0,
        2,
        cv2.LINE_AA,
    )
    return card
