"""Whether a frame shows the world: the same frame for ever, darkness. Pure.

A capture that is open proves nothing: a driver may go on handing out one frame (devices.md 5). A sensor's noise makes
two frames of the same scene differ, so frames that are the same to the byte for a second are a camera fault.
"""

from __future__ import annotations

from typing import Final

import msgspec

DARK_LEVEL: Final = 12.0
"""Mean brightness (of 255) below which nothing can be seen: a covered lens, or the lamp is off."""


class FaultTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`frozen_after_s`: the same frame for so long is a fault; `dark_after_s`: no light for so long is one."""

    frozen_after_s: float = 1.0
    dark_after_s: float = 1.0

    def __post_init__(self) -> None:
        if not (self.frozen_after_s > 0 and self.dark_after_s > 0):
            raise ValueError("frozen_after_s and dark_after_s must be above 0")


class FrameWatch:
    """Judges frames one by one. `fault`: what is wrong with the camera, in words; empty while it shows something."""

    def __init__(self, times: FaultTimes | None = None) -> None:
        self.times = times or FaultTimes()
        self.fault = ""
        self._print: str | None = None
        self._changed_s = self._lit_s = float("-inf")

    def begin(self, at_s: float) -> None:
        """The camera was opened: what was before does not count."""
        self.fault = ""
        self._print = None
        self._changed_s = self._lit_s = at_s

    def frame(self, at_s: float, fingerprint: str, level: float) -> bool:
        """A frame came: its time, a checksum of it, its mean brightness (0 to 255).

        True when it shows something: it differs from the one before, and is not dark.
        """
        same, dark = fingerprint == self._print, level < DARK_LEVEL
        self._print = fingerprint
        if not same:
            self._changed_s = at_s
        if not dark:
            self._lit_s = at_s
        if at_s - self._changed_s >= self.times.frozen_after_s:
            self.fault = f"camera fault: the same frame for {self.times.frozen_after_s:g} s"
        elif at_s - self._lit_s >= self.times.dark_after_s:
            self.fault = f"camera fault: no light for {self.times.dark_after_s:g} s (lens covered, or lamp off?)"
        elif not same and not dark:
            self.fault = ""
        return not same and not dark
