"""How far a long command has come: a bar in a terminal, a line now and then where somebody reads a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from devices.clock import SystemClock

LINE_EVERY_S: Final = 30.0


@contextmanager
def progress_bar(total: int, description: str = "") -> Iterator[Callable[[int, str], None]]:
    """Give what is told how much of `total` is done, and what is going on, in a few words. On standard error."""
    if sys.stderr.isatty():
        with _bar(total, description) as tell:
            yield tell
    else:
        yield _Lines(total).tell


@contextmanager
def _bar(total: int, description: str) -> Iterator[Callable[[int, str], None]]:
    columns = (
        TextColumn("{task.description:<34}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task(description, total=total)
        yield lambda done, words: progress.update(bar, completed=done, description=words or description)


class _Lines:
    """A line at the first word, then one each half a minute."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._clock = SystemClock()
        self._began_s = self._clock.monotonic_s()
        self._due_s = self._began_s

    def tell(self, done: int, words: str) -> None:
        now_s = self._clock.monotonic_s()
        if now_s >= self._due_s:
            self._due_s = now_s + LINE_EVERY_S
            print(f"{done} of {self._total} after {now_s - self._began_s:.0f} s  {words}", file=sys.stderr, flush=True)
