"""What holds a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from studio.games.procedure import Agree, AnyRequest, Burn, Confirm, Deal, Face, Spin, TakeBets
from studio.settings import IrregularityRule

HOUSE_RULE: Final = "house rule"
RELEASED_BY_LINK: Final = frozenset({"link_down", "process_restarted"})
"""Irregularities that end by themselves, where the house allows it, once every device is ready again."""


@dataclass(slots=True)
class Irregularity:
    """One irregularity that is open. `expected` and `read` are in words; `also_read` is what came while held."""

    id: str
    kind: str
    expected: str
    read: str
    device: str | None
    rule: IrregularityRule
    also_read: list[str] = field(default_factory=list)


def word_request(request: AnyRequest | None) -> str:
    """What was due, in words."""
    match request:
        case None:
            return "nothing"
        case TakeBets():
            return "bets"
        case Deal(to=to, face=face):
            return f"card to {to}" if face is Face.UP else f"card face down to {to}"
        case Burn(number=number, of=of):
            return f"burn card {number} of {of}"
        case Spin():
            return "the number of this spin"
        case Confirm(what=what):
            return what.replace("_", " ")
        case Agree(value=value):
            return f"agreement on {value}"
        case _:
            return type(request).__name__
