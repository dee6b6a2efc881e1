"""A house's table of irregularities as a person reads it: kind by kind, with what is told, ruled and published."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from studio.faults import FAULTS, faults_of
from studio.houses import config_dir
from studio.policy import RULINGS, Cell, HouseRulings, Policy
from studio.round.hold import RELEASED_BY_LINK, REPORTED_BY_PEOPLE
from studio.settings import load

WIDTH = 118
BY = {"dealer": "dealer or pit boss", "pit_boss": "pit boss", "both": "two people, one a pit boss"}


def tell_irregularities(house: str, game: str | None = None) -> str:
    """The table of `house`, of one game or of all. Raises ConfigError for a house or table that is none."""
    rulings = load(config_dir() / "houses" / house / "irregularities.toml", HouseRulings)
    lines = [f"Irregularities at {rulings.house}", *_wrapped(f"Source: {rulings.source}", "")]
    for name, policy in rulings.games.items():
        if game in (None, name):
            lines += ["", name, *_game(name, policy)]
    lines += ["", "Rulings, and the event by which the backend learns of each"]
    lines += [f"  {ruling:<23}{event:<19}{meaning}" for ruling, (meaning, event) in RULINGS.items()]
    return "\n".join(lines)


def _game(game: str, policy: Policy) -> Iterator[str]:
    for kind in faults_of(game):
        fault = FAULTS[kind]
        yield f"  {fault.number} {kind}: {fault.what}{', as a person reports it' if kind in REPORTED_BY_PEOPLE else ''}"
        for cell in policy.get(kind, ()):
            yield f"      {', '.join(cell.phases)}"
            yield from _wrapped(f"dealer:    {cell.tell or fault.remedy}", " " * 8)
            yield from _wrapped(f"rulings:   {_rulings(kind, cell)}", " " * 8)
            published = dict.fromkeys(RULINGS[ruling][1] for ruling in cell.rulings)
            yield from _wrapped(f"published: table.paused, then {' or '.join(published)}", " " * 8)


def _rulings(kind: str, cell: Cell) -> str:
    by = f"{', '.join(cell.rulings)}, by {BY[cell.by]}"
    if cell.automatic is None:
        return by
    when = "once every device is back" if kind in RELEASED_BY_LINK and cell.automatic == "go_on" else "at once"
    return f"{by}; the house itself rules {cell.automatic} {when}"


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + " " * 11)
