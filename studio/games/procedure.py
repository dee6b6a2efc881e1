"""What a procedure may ask for.

A procedure is a generator that reads like the house's rule book. It yields one request at a time and is sent what
came of it; it returns the outcome of the round. Whoever drives it (the orchestrator at a table, `studio deal` on a
command line, a test) holds the open request and sends the answer named beside it:

    | request        | is sent                                                        |
    | -------------- | -------------------------------------------------------------- |
    | TakeBets       | BetsTaken: the boxes in play, and whether it is a free hand    |
    | Deal           | Card; None for one face down that no reader saw                |
    | Burn           | Card, or None where the face is not read                       |
    | Spin           | the number as text                                             |
    | DrawBalls      | tuple of numbers as text, in order of the tube                 |
    | TurnReel       | the count of the reel                                          |
    | TurnBonusWheel | the sector: a multiplier, or DOUBLE                            |
    | Chance         | what the audited generator drew (msgspec-encodable)            |
    | Decide         | the Action taken; STAND when the time ran out                  |
    | Peek           | bool: whether the hole card makes a blackjack                  |
    | Confirm        | None                                                           |
    | Agree          | None: every channel named has said the same                    |
    | Announce, Tell | None, at once: they wait for nobody                            |

The type of an answer is fixed by its request, so a procedure annotates it: `card: Card = yield Deal(...)`.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from studio.messages.outcomes import BetOutcome

T = TypeVar("T")
Procedure: TypeAlias = Generator["AnyRequest", Any, T]

DOUBLE = "double"


class Face(Enum):
    """How a card lies on the table."""

    UP = "up"
    DOWN = "down"


class Action(Enum):
    """A player's decision at blackjack, and insurance's."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    TRIPLE = "triple"
    QUADRUPLE = "quadruple"
    SPLIT = "split"
    SURRENDER = "surrender"
    INSURANCE = "insurance"
    EVEN_MONEY = "even_money"
    DECLINE = "decline"


class Request(msgspec.Struct, frozen=True, tag_field="request", omit_defaults=True):
    """Base of all requests.

    `to`, where there is one, is a position: `player-1`, `banker-3`, `dealer-2`, `box-2.1.3` (box, hand, card).
    """


class TakeBets(Request, frozen=True, tag="take_bets"):
    """Open the betting window and close it again by the table's timer."""

    boxes: bool = False
    """Whether the backend must name the boxes in play at the close."""


class BetsTaken(msgspec.Struct, frozen=True):
    """The answer to `TakeBets`."""

    boxes: tuple[int, ...] = ()
    free_hand: bool = False


class Deal(Request, frozen=True, tag="deal"):
    """One card from the shoe to a position."""

    to: str
    face: Face = Face.UP


class Burn(Request, frozen=True, tag="burn"):
    """Burn the `number`th of `of` cards. Face down the card is counted; what a reader sees of it is only recorded."""

    number: int
    of: int
    face: Face = Face.DOWN


class Spin(Request, frozen=True, tag="spin"):
    """Spin, and read the number of `ball` (1, or 1 and 2 at Double Ball)."""

    ball: int = 1


class DrawBalls(Request, frozen=True, tag="draw_balls"):
    """Draw `count` different balls from the drawer."""

    count: int


class TurnReel(Request, frozen=True, tag="turn_reel"):
    """Turn the one-reel slot of Red Door: how many keys."""


class TurnBonusWheel(Request, frozen=True, tag="turn_bonus_wheel"):
    """Turn the bonus wheel of Red Door; `turn` counts from 1."""

    turn: int


class Chance(Request, frozen=True, tag="chance"):
    """A random draw by the audited generator outside the rules. `draw` names what; the rules check what comes."""

    draw: str


class Decide(Request, frozen=True, tag="decide"):
    """A player's decision for hand `hand` of box `box`, among `allowed`, within the table's time limit."""

    box: int
    hand: int
    allowed: tuple[Action, ...]


class Peek(Request, frozen=True, tag="peek"):
    """The dealer's hole card is looked at by the device, which says only whether it makes a blackjack."""


Confirmable = Literal["cards_inspected", "shuffled", "cut", "shoe_loaded", "ball_drawer_full", "hole_card_turned"]


class Confirm(Request, frozen=True, tag="confirm"):
    """A person confirms that `what` has been done."""

    what: Confirmable


class Agree(Request, frozen=True, tag="agree"):
    """Each second channel of the table (shoe's own result, dealer's announcement) must say `value` too."""

    value: str


class Announce(Request, frozen=True, tag="announce"):
    """Words that the house has the dealer say; `words` is a key of the wording catalogue."""

    words: str


class Tell(Request, frozen=True, tag="tell"):
    """Something that the backend must know before the round ends (draws, side bets decided early)."""

    what: str
    value: Any


AnyRequest: TypeAlias = (
    TakeBets
    | Deal
    | Burn
    | Spin
    | DrawBalls
    | TurnReel
    | TurnBonusWheel
    | Chance
    | Decide
    | Peek
    | Confirm
    | Agree
    | Announce
    | Tell
)

# --- what a round comes to ---------------------------------------------------------------------------------------


LOSE = BetOutcome("lose", "0:1")
PUSH = BetOutcome("push", "0:1")


def win(pays: Fraction | int) -> BetOutcome:
    """A winning bet that pays `pays` to one."""
    return BetOutcome("win", spell_odds(pays))


def spell_odds(pays: Fraction | int) -> str:
    """Exact odds as text: `Fraction(19, 20)` is `19:20`, 11 is `11:1`."""
    exact = Fraction(pays)
    return f"{exact.numerator}:{exact.denominator}"


def parse_odds(text: str) -> Fraction:
    """The fraction that `a:b` spells.

    Raises ValueError, naming `text`, when it is not two whole numbers with a positive second one.
    """
    profit, colon, stake = text.partition(":")
    if not (colon and profit.isdecimal() and stake.isdecimal() and int(stake) > 0):
        raise ValueError(f"{text!r} are not odds: write profit:stake in whole numbers, as in 11:1 or 19:20")
    return Fraction(int(profit), int(stake))
