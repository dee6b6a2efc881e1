"""How long results take: from the reading to the stored acknowledgement of what follows from it."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Final

_KEPT: Final = 200
_STAMPS: Final = 4096


class Latencies:
    """Over the last 200 acknowledged events that were stamped."""

    def __init__(self) -> None:
        self._stamps: OrderedDict[int, int] = OrderedDict()
        self._taken_ms: deque[float] = deque(maxlen=_KEPT)

    def stamp(self, seq: int, monotonic_ns: int) -> None:
        """The reading behind event `seq` came at `monotonic_ns`."""
        self._stamps[seq] = monotonic_ns
        while len(self._stamps) > _STAMPS:
            self._stamps.popitem(last=False)

    def measure(self, acknowledged_seq: int, now_ns: int) -> None:
        """Events up to `acknowledged_seq` are stored as acknowledged, at `now_ns` of the same clock."""
        while self._stamps and (seq := next(iter(self._stamps))) <= acknowledged_seq:
            self._taken_ms.append((now_ns - self._stamps.pop(seq)) / 1e6)

    def percentiles_ms(self) -> tuple[float, float] | None:
        """p50 and p99; None when nothing was measured yet."""
        ordered = sorted(self._taken_ms)
        return (ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]) if ordered else None
