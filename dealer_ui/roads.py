"""Baccarat roads: how people read a shoe at a glance. Outcomes are `player`, `banker`, `tie`, oldest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

ROWS: Final = 6
"""Every road is six high."""
WINNERS: Final = ("player", "banker", "tie")


@dataclass(frozen=True, slots=True)
class Bead:
    """One place of a road, counted from the top left. `ties` are those that fell upon a winner of the big road."""

    column: int
    row: int
    winner: str
    ties: int = 0


def bead_plate(outcomes: Sequence[str]) -> list[Bead]:
    """Every round in its order, down each column. Raises ValueError for what is no outcome of baccarat."""
    _refuse_unknown(outcomes)
    return [Bead(n // ROWS, n % ROWS, winner) for n, winner in enumerate(outcomes)]


def big_road(outcomes: Sequence[str]) -> list[Bead]:
    """Runs of one winner down a column; a run that finds its way barred turns right (the dragon's tail).

    Ties lie upon the last winner; those before the first winner wait for it at the top left. Raises ValueError for
    what is no outcome of baccarat.
    """
    _refuse_unknown(outcomes)
    beads: list[Bead] = []
    taken: set[tuple[int, int]] = set()
    waiting = 0
    head = column = row = -1
    for winner in outcomes:
        if winner == "tie":
            if beads:
                beads[-1] = replace(beads[-1], ties=beads[-1].ties + 1)
            else:
                waiting += 1
            continue
        if not beads or beads[-1].winner != winner:
            head = next(free for free in range(head + 1, head + len(outcomes) + 2) if (free, 0) not in taken)
            column, row = head, 0
        elif row + 1 < ROWS and (column, row + 1) not in taken and column == head:
            row += 1
        else:
            column += 1
        taken.add((column, row))
        beads.append(Bead(column, row, winner, waiting))
        waiting = 0
    if waiting:
        beads.append(Bead(0, 0, "tie", waiting))
    return beads


def last_columns(beads: Sequence[Bead], columns: int) -> list[Bead]:
    """The last so many columns of a road, moved to the left edge."""
    first = max(0, max((bead.column for bead in beads), default=0) - columns + 1)
    return [replace(bead, column=bead.column - first) for bead in beads if bead.column >= first]


def _refuse_unknown(outcomes: Sequence[str]) -> None:
    for outcome in outcomes:
        if outcome not in WINNERS:
            raise ValueError(f"{outcome!r} is no outcome of baccarat: {', '.join(WINNERS)}")
