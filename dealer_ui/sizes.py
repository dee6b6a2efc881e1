"""Sizes in millimetres: what a finger needs does not depend on the resolution of the screen."""

from __future__ import annotations

from typing import Final

MM_PER_INCH: Final = 25.4
PRIMARY_MM: Final = 20.0
"""Least height of what a dealer presses most (Colle & Hiszem: below 20 mm standing people are slower and err more)."""
TARGET_MM: Final = 15.0
"""Least side of anything that can be pressed."""
LEGIBLE_MM: Final = 7.0
"""Least size of type on the dealer's screen: capitals of 5 mm, 8.8 minutes of arc at two metres, where 5 are the
limit of normal sight."""


def px_per_mm(mm_per_px: float | None, dpi: float | None, screen_dpi: float) -> float:
    """Pixels a millimetre: as configured, else as the screen says of itself. Raises ValueError for what is no size."""
    if mm_per_px is not None:
        if not 0.02 <= mm_per_px <= 2:
            raise ValueError(f"--mm-per-px {mm_per_px}: a pixel is 0.02 to 2 mm wide")
        return 1 / mm_per_px
    given = dpi if dpi is not None else screen_dpi
    if not MM_PER_INCH / 2 <= given <= MM_PER_INCH / 0.02:
        raise ValueError(f"{given:g} dots an inch: give --mm-per-px or --dpi as measured on the screen")
    return given / MM_PER_INCH
