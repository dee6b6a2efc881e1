"""What can be asked of a simulated camera, and its options: the menu loads no picture library."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, get_args

from devices.camera.options import Symbology

FPS: Final = 30
"""Frames a second of a camera, unless asked for others."""

ORDERS: Final = {
    "draw": "draw the next card past the camera (or the cut card, when it is next)",
    "load": "put in a newly shuffled shoe, and show the start card",
    "next CARD": "let CARD (as in Td) be the next one drawn",
    "again": "show the last card once more",
    "misread": "let the next card drawn have its codes smudged",
    "foreign": "show a card of another set of decks",
    "hand": "hold a hand over the window for a second",
    "light WHAT X ...": "set blur (px), noise (levels), glare or shade (0 to 1)",
    "freeze [S]": "hand out the same frame, for S seconds or until cleared",
    "dark [S]": "cover the lens",
    "silence [S]": "send no frame, with the line open",
    "unplug [S]": "close the line and refuse others",
    "clear": "end freeze, dark, silence and unplug",
    "end": "end the round (a camera does nothing then)",
    "status": "say how the camera stands",
}


def add_group(parser: argparse.ArgumentParser) -> None:
    """Give `parser` what a camera has beside the arguments of every simulated device."""
    camera = parser.add_argument_group("camera")
    camera.add_argument("--table", type=Path, metavar="FILE", help="deck table of the cards; made anew if not there")
    camera.add_argument("--truth", type=Path, metavar="FILE", help="write what was shown, one JSON object a line")
    camera.add_argument("--port", type=int, default=0, metavar="N", help="TCP port of the stream (default: a free one)")
    camera.add_argument("--fps", type=int, default=FPS, metavar="N", help=f"frames a second (default {FPS})")
    camera.add_argument("--symbology", choices=get_args(Symbology)[:2], default="datamatrix", help="codes on the cards")
    camera.add_argument("--video", type=Path, metavar="FILE", help="write a video file (.avi) instead of being live")
    camera.add_argument("--draws", type=int, default=20, metavar="N", help="cards in the video (default 20)")
