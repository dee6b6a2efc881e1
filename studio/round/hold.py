"""What holds a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from devices.readings import AnyReading
from studio.faults import REPORTED_BY_PEOPLE as REPORTED_BY_PEOPLE
from studio.games.procedure import (
    Agree,
    AnyRequest,
    Burn,
    Chance,
    Confirm,
    Deal,
    Decide,
    DrawBalls,
    Face,
    Peek,
    Spin,
    TakeBets,
    TurnBonusWheel,
    TurnReel,
)
from studio.policy import Cell

HOUSE_RULE: Final = "house rule"
RELEASED_BY_LINK: Final = frozenset({"link_down", "process_restarted", "wheel_not_approved", "wheel_muted"})
"""Irregularities that end by themselves, where the house allows it, once every device is ready again."""


@dataclass(slots=True)
class Irregularity:
    """One irregularity that is open. `expected` and `read` are in words; `also_read` is what came while held."""

    id: str
    kind: str
    expected: str
    read: str
    device: str | None
    rule: Cell
    reading: AnyReading | None = None
    """The reading that held the table, where a reading did."""
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
        case Decide(box=box, hand=hand):
            return f"the decision of box {box}, hand {hand}"
        case DrawBalls(count=count):
            return f"{count} balls"
        case TurnReel():
            return "the reel"
        case TurnBonusWheel(turn=turn):
            return f"turn {turn} of the bonus wheel"
        case Chance(draw=draw):
            return f"the draw {draw}"
        case Peek():
            return "the peek"
        case _:
            return str(request.__struct_config__.tag)
