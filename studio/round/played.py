"""A finished round, as it must be remembered so that its result can be corrected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from studio.games.procedure import AnyRequest, Deal, Decide, DrawBalls, Spin, TurnBonusWheel, TurnReel
from studio.messages.telemetry import PlayedView


@dataclass(slots=True)
class PlayedRound:
    """A finished round: which event published its result, and what was answered to each request."""

    event_id: str
    answers: list[tuple[AnyRequest, Any]]
    outcome: str = ""
    numbers: list[str] = field(default_factory=list)
    """Where the ball fell, as the result has it now."""
    corrections: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    """What the corrections have put in place of what was read, by place."""
    voided: bool = False
    shown: PlayedView | None = None


def round_shown(round_id: str, outcome: str, played: PlayedRound) -> PlayedView:
    """A round as a person corrects it: the values that were read, by place."""
    values = {
        place_of(asked): _spelled(answer) for asked, answer in played.answers if _is_read(asked) and answer is not None
    }
    return PlayedView(round_id, outcome, values | played.values, bool(played.corrections), played.voided)


def _is_read(asked: AnyRequest) -> bool:
    return isinstance(asked, Deal | Spin | DrawBalls | TurnReel | TurnBonusWheel)


def _spelled(answer: Any) -> str:
    return " ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)


def place_of(request: AnyRequest) -> str:
    """How a correction names what was asked for: a position, `ball-1`, or the kind of request."""
    match request:
        case Deal(to=to):
            return to
        case Spin(ball=ball):
            return f"ball-{ball}"
        case Decide(box=box, hand=hand):
            return f"decision-{box}.{hand}"
        case _:
            return str(request.__struct_config__.tag)
