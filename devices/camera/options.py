"""Options of protocol `camera`, and its pure half made from them: nothing here loads the picture libraries."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from devices.camera.codes import DeckTable, parse_table
from devices.camera.health import FaultTimes
from devices.camera.presence import PresenceRules
from devices.camera.protocol import CameraProtocol
from devices.tables import TableError, find

Symbology = Literal["datamatrix", "qr", "both"]

Roi: TypeAlias = tuple[int, int, int, int]
"""The window in the frame: left, top, width, height, in pixels."""


class CameraFormat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to ask a camera for, in pixels and frames a second; None leaves it as it is. `exposure`: in the camera's own
    units (short, against motion blur); setting it turns automatic exposure off."""

    width: int | None = None
    height: int | None = None
    fps: int | None = None
    exposure: float | None = None


DECKS: Final = "decks"
"""The folder of the configuration in which deck tables are looked for by name."""


class CameraOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of protocol `camera` in a table's settings.

    `deck_table`: the file that `studio cards print` wrote for the cards in play, or its name in `config/decks`. `roi`:
    the window in the frame (left, top, width, height in pixels). `symbology`: what is printed on the cards.
    `second_opinion`: pyzbar reads a QR that zxing-cpp does not. `paper_level`, `moving_level`: see
    `devices.camera.decoding.FrameReader`.
    """

    deck_table: str
    roi: Roi | None = None
    symbology: Symbology = "datamatrix"
    second_opinion: bool = True
    paper_level: int = 150
    moving_level: float = 6.0
    format: CameraFormat = CameraFormat()
    rules: PresenceRules = PresenceRules()
    faults: FaultTimes = FaultTimes()


def read_table(name: str | Path) -> DeckTable:
    """The deck table called `name`. Raises TableError when there is none, and for what is in it."""
    file = find(str(name), DECKS)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TableError([f"{file}: cannot be read: {error}"]) from error
    return parse_table(text, str(file))


def make_protocol(options: CameraOptions) -> CameraProtocol:
    """The pure half. Raises TableError for the deck table."""
    return CameraProtocol(read_table(options.deck_table), options.rules, options.faults)
