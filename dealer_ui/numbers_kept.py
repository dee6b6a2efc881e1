"""A wheel's numbers beyond the hundred that a view carries, kept over restarts where a folder is given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from dealer_ui.wheel import is_pocket
from studio.messages.telemetry import TableView

MOST: Final = 5000
"""Older numbers say little of the wheel as it is now."""


class KeptNumbers:
    """The numbers of each wheel, oldest first. One file a table: a number a line after the round count they reach to.

    What came while nobody listened is taken from the view's last hundred; a longer gap begins the count afresh, since
    a hole in the series would make its history wrong.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._numbers: dict[tuple[str, str], list[str]] = {}
        self._rounds: dict[tuple[str, str], int] = {}

    def see(self, view: TableView) -> None:
        """Take what is new in `view`."""
        key = (view.table, view.epoch)
        if key not in self._numbers:
            self._rounds[key], self._numbers[key] = self._read(view)
        fresh = view.rounds_done - self._rounds[key]
        if fresh == 0:
            return
        known = [number for number in view.outcomes if is_pocket(number)]
        if self._rounds[key] == 0 or not 0 < fresh <= len(known):
            self._numbers[key] = known
        else:
            self._numbers[key] = [*self._numbers[key], *known[-fresh:]][-MOST:]
        self._rounds[key] = view.rounds_done
        self._write(view, self._numbers[key])

    def of(self, view: TableView) -> Sequence[str]:
        """The numbers of the wheel at this table."""
        return self._numbers.get((view.table, view.epoch), [])

    def _file(self, view: TableView) -> Path | None:
        return self._folder / f"{view.table}.{view.epoch}.numbers" if self._folder else None

    def _read(self, view: TableView) -> tuple[int, list[str]]:
        file = self._file(view)
        if file is None or not file.exists():
            return 0, []
        rounds, *numbers = file.read_text(encoding="ascii").split()
        return int(rounds), numbers

    def _write(self, view: TableView, numbers: Sequence[str]) -> None:
        file = self._file(view)
        if file is None:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text("\n".join([str(view.rounds_done), *numbers, ""]), encoding="ascii")
        fresh.replace(file)
