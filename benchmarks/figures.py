"""What the benchmarks share: percentiles, figures beside a floor, and the machine they were taken on."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that `percent` of `values` do not exceed. Raises ValueError when there are none."""
    if not values:
        raise ValueError("nothing was measured")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def p50_p99(values: Sequence[float]) -> tuple[float, float]:
    """Median and 99th percentile."""
    return percentile(values, 50), percentile(values, 99)


def row(what: str, values: Sequence[float], unit: str, floor: Sequence[float] | None = None) -> str:
    """One line: p50 and p99 of `values`, and how many times those of `floor` they are."""
    p50, p99 = p50_p99(values)
    line = f"{what:<44} p50 {p50:10.3f} {unit}  p99 {p99:10.3f} {unit}  n {len(values):>6}"
    if floor is not None:
        floor_p50, floor_p99 = p50_p99(floor)
        line += f"  {p50 / floor_p50:5.2f} x p50  {p99 / floor_p99:5.2f} x p99"
    return line


def machine() -> str:
    """What the figures were taken on, in a line."""
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
