"""What a house allows when something goes wrong: a table by game, kind and phase, with no empty cell.

The same fault lawfully ends in different ways in different houses; this data, and no branch in the code, knows which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from studio.faults import Phase, faults_of, phases_of

Ruling = Literal[
    "void",
    "go_on",
    "place",
    "leave",
    "next_card",
    "burn",
    "enter",
    "result_stands",
    "re_spin",
    "re_spin_open",
    "replace_shoe",
    "count_shoe",
    "complete_from_discards",
]

RULINGS: Final[dict[Ruling, tuple[str, str]]] = {
    "void": ("the round has no result, every stake goes back", "round.voided"),
    "go_on": ("as if it had not been: what was due is still due", "table.resumed"),
    "place": ("the card that was read goes to the place that was due", "card.dealt"),
    "leave": ("nothing is moved: the card counts where it lies, the place due is dealt next", "table.resumed"),
    "next_card": ("the card is kept and is the next one dealt", "table.resumed"),
    "burn": ("the card is burned, what was due is still due", "shoe.card_burned"),
    "enter": ("two people type what the device did not read", "value.entered"),
    "result_stands": ("the result that the system works out is right", "round.result"),
    "re_spin": ("no spin: the ball runs again, bets stand", "round.re_spin"),
    "re_spin_open": ("no spin: bets open again, then the ball runs again", "round.re_spin"),
    "replace_shoe": ("the shoe is spent, another one is made ready", "shoe.closed"),
    "count_shoe": ("the round is finished, then the shoe ends and is counted", "table.resumed"),
    "complete_from_discards": ("the discards are shuffled and complete the round", "shoe.refilled"),
}
"""What each ruling means, and the event by which the backend learns of it."""

By = Literal["dealer", "pit_boss", "both"]


class Cell(BaseModel):
    """What a house allows for one kind of irregularity in some phases."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    phases: tuple[Phase, ...] = Field(min_length=1)
    rulings: tuple[Ruling, ...] = Field(min_length=1)
    """What may be ruled."""
    by: By = "pit_boss"
    """Who may rule: a dealer (or pit boss) alone, a pit boss, or two people one of whom is a pit boss."""
    automatic: Ruling | None = None
    """The ruling that the house's own rule gives without a person; without it the table waits for one."""
    tell: str = ""
    """What the dealer is told to do; empty for the remedy of the catalogue."""

    @model_validator(mode="after")
    def _automatic_is_allowed(self) -> Cell:
        if self.automatic is not None and self.automatic not in self.rulings:
            raise ValueError(f"automatic = {self.automatic!r} is not among rulings {list(self.rulings)}")
        return self


Policy: TypeAlias = dict[str, tuple[Cell, ...]]
"""Kind of irregularity to its cells; together they cover each phase in which it can arise once."""


class HouseRulings(BaseModel):
    """One house's table of irregularities, game by game."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    house: str
    source: str
    games: dict[str, Policy]

    @field_validator("games")
    @classmethod
    def _no_cell_is_empty(cls, games: dict[str, Policy]) -> dict[str, Policy]:
        wrong = [problem for game, policy in games.items() for problem in problems(game, policy)]
        if wrong:
            raise ValueError("; ".join(wrong))
        return games


def problems(game: str, policy: Mapping[str, tuple[Cell, ...]], *, complete: bool = True) -> Iterator[str]:
    """What is wrong with a policy: unknown kinds, phases that cannot be, cells twice or (if `complete`) missing."""
    known = faults_of(game)
    for kind, cells in policy.items():
        if kind not in known:
            yield f"{game}.{kind}: no such irregularity; known are {', '.join(known)}"
            continue
        possible = phases_of(game, kind)
        named = [phase for cell in cells for phase in cell.phases]
        for phase in sorted(set(named) - set(possible)):
            yield f"{game}.{kind}.{phase}: it cannot arise then; its phases are {', '.join(possible)}"
        for phase in sorted({phase for phase in named if named.count(phase) > 1}):
            yield f"{game}.{kind}.{phase}: there are two cells"
    if complete:
        for kind in known:
            covered = {phase for cell in policy.get(kind, ()) for phase in cell.phases}
            for phase in phases_of(game, kind):
                if phase not in covered:
                    yield f"{game}.{kind}.{phase}: the cell is missing; a table of this house stays closed without it"


def overlaid(policy: Policy, over: Policy) -> Policy:
    """`policy` with the cells of `over` in place of its own, phase by phase."""
    merged = dict(policy)
    for kind, cells in over.items():
        taken = {phase for cell in cells for phase in cell.phases}
        left = [
            cell.model_copy(update={"phases": tuple(phase for phase in cell.phases if phase not in taken)})
            for cell in policy.get(kind, ())
        ]
        merged[kind] = (*cells, *(cell for cell in left if cell.phases))
    return merged


def cell_for(policy: Policy, kind: str, phase: Phase) -> Cell:
    """The cell for `kind` in `phase`; what arises in a phase of its own has the cell of `reading_unexpected`."""
    for asked in (kind, "reading_unexpected"):
        for cell in policy.get(asked, ()):
            if phase in cell.phases:
                return cell
    raise LookupError(f"no cell for {kind} in {phase}, and none for reading_unexpected")
