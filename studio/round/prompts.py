"""From an open request to the prompt on the dealer's screen: a key of the wording, and what fills its blanks."""

from __future__ import annotations

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
from studio.messages.outcomes import Outcome

Prompted = tuple[str, dict[str, str]]

BURN_EXPOSED: Prompted = ("burn", {"number": "1", "of": "1"})
"""A card that lies face up in the shoe is burned before anything else is dealt."""


def for_request(request: AnyRequest) -> Prompted:
    """The prompt for a request."""
    match request:
        case TakeBets():
            return "bets_open", {}
        case Deal(to=to, face=Face.UP):
            return "deal", {"to": to}
        case Deal(to=to):
            return "deal_face_down", {"to": to}
        case Burn(face=Face.UP):
            return "burn_first", {}
        case Burn(number=number, of=of):
            return "burn", {"number": str(number), "of": str(of)}
        case Spin(ball=ball):
            return "spin", {"ball": str(ball)}
        case Confirm(what=what):
            return f"confirm.{what}", {}
        case Agree(value=value):
            return "agree", {"value": value}
        case Decide(box=box, hand=hand, allowed=allowed):
            words = ", ".join(action.value.replace("_", " ") for action in allowed)
            return "decide", {"box": str(box), "hand": str(hand), "allowed": words}
        case DrawBalls(count=count):
            return "draw_balls", {"count": str(count)}
        case TurnReel():
            return "turn_reel", {}
        case TurnBonusWheel(turn=turn):
            return "turn_bonus_wheel", {"turn": str(turn)}
        case Chance(draw=draw):
            return "chance", {"draw": draw}
        case Peek():
            return "peek", {}
        case _:
            raise ValueError(f"no prompt for {type(request).__name__}")


def after_cut_card(request: AnyRequest) -> Prompted:
    """The prompt for the same request once more, now that the cut card lies where a card was due."""
    key, about = for_request(request)
    return f"{key}_after_cut_card" if key in ("deal", "burn") else key, about


def detail(outcome: Outcome) -> str:
    """A finished round in a few words: `4-7`, or the number."""
    if outcome.hands is not None:
        return "-".join(str(hand.total) for hand in outcome.hands.values())
    return " ".join(outcome.numbers or ())
