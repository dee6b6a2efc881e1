"""When a line is more noise than frames: think of wrong line settings before a broken device. Pure."""

from __future__ import annotations

from collections import deque
from typing import Final

from devices.readings import LineNoisy

WINDOW_S: Final = 5.0
_SLOT_S: Final = 0.5
_SLOTS: Final = int(WINDOW_S / _SLOT_S)
_LEAST_MALFORMED: Final = 5
"""Fewer than this in the window are single faults, whatever their share."""


class NoiseWatch:
    """Counts frames by half seconds over the last five and speaks once an episode.

    An episode begins when more than half of the frames of five seconds are malformed, the line having been heard for
    that long (a burst after a silence is none), and ends when the share has fallen below a quarter.
    """

    def __init__(self) -> None:
        self._slots: deque[list[int]] = deque()  # [slot number, malformed, well formed]
        self._heard_since_s = 0.0
        self._noisy = False

    def record(self, at_s: float, malformed: int, well_formed: int) -> LineNoisy | None:
        """Count frames that came at `at_s` (monotonic seconds, non-decreasing); a reading when an episode begins."""
        slot = int(at_s // _SLOT_S)
        slots = self._slots
        while slots and slots[0][0] <= slot - _SLOTS:
            slots.popleft()
        if not slots:
            self._heard_since_s = at_s
            self._noisy = False
        if not slots or slots[-1][0] != slot:
            slots.append([slot, 0, 0])
        slots[-1][1] += malformed
        slots[-1][2] += well_formed
        if not malformed and not self._noisy:
            return None
        bad = sum(entry[1] for entry in slots)
        good = sum(entry[2] for entry in slots)
        if self._noisy:
            self._noisy = bad * 3 >= good
        elif bad > good and bad >= _LEAST_MALFORMED and at_s - self._heard_since_s >= WINDOW_S:
            self._noisy = True
            return LineNoisy(malformed=bad, well_formed=good)
        return None
