"""A dry table: drives any procedure from what lies ready, with no hardware, no clock and no chance.

`studio deal` and `studio simulate` sit here. `play` brings a round to its outcome, `publish_round` to what a table
would publish of it; both take what they need from a `Material`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from studio.cards import Card
from studio.draws import RED_ENVELOPE
from studio.games.blackjack_totals import total_of
from studio.games.catalogue import family, rules_digest
from studio.games.house import HouseRules
from studio.games.procedure import (
    Action,
    Agree,
    Announce,
    AnyRequest,
    BetsTaken,
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
    Tell,
    TurnBonusWheel,
    TurnReel,
)
from studio.messages.events import (
    AnyEvent,
    BallDrawn,
    BetsClosed,
    CardBurned,
    CardDealt,
    DecisionTaken,
    RoundOpened,
    RoundResult,
    RoundTold,
)
from studio.messages.outcomes import Outcome

TABLE: Final = "desk"
EPOCH: Final = "dry"
NO_TIME: Final = "1970-01-01T00:00:00.000Z"
"""A dry table has no clock."""
BLACKJACK: Final = 21
NOTHING: Final[Iterator[Any]] = iter(())
UNANSWERED: Final = frozenset({Agree, Announce, Confirm, Tell})
"""Requests that a dry table need not answer."""
OFFERED: Final = (Action.INSURANCE, Action.EVEN_MONEY, Action.DECLINE)
"""What answers an offer; any other decision waits for the hand's turn."""


class DeskError(Exception):
    """The round cannot be played from what lies ready."""


class NotAnInput(DeskError):  # noqa: N818 - the name says what is wrong
    """Something that was given is no card, number, action or draw of this game."""


class RanOut(DeskError):  # noqa: N818
    """The procedure asked for more than was given."""


class NotAllowed(DeskError):  # noqa: N818
    """A decision that the house does not allow at that moment."""


def play(rules: HouseRules, material: Material, seen: Callable[[AnyRequest, Any], None] | None = None) -> Outcome:
    """The outcome of one round; `seen` is called with each request and its answer. Raises DeskError."""
    procedure = family(rules.game).round(rules)
    send, cards = procedure.send, material.cards
    answer: Any = None
    try:
        while True:
            request = send(answer)
            if type(request) is Deal:
                answer = next(cards, None)
                if answer is None:
                    raise RanOut(f"no card is left for {request.to}")
                if request.to[0] == "d":
                    material.dealer = (*material.dealer, answer)
            else:
                answer = None if type(request) in UNANSWERED else material.answer(request)
            if seen is not None:
                seen(request, answer)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    except ValueError as error:  # what rules say of a number or draw that they do not know
        raise NotAnInput(str(error)) from None


def publish_round(rules: HouseRules, material: Material, publish: Callable[[AnyEvent], None]) -> None:
    """Publish what a table would of one round, event by event, ending in its `round.result`.

    Raises DeskError where the round stops: also for decisions that are left over, before the result is published.
    """
    seq = 0

    def seen(request: AnyRequest, answer: Any) -> None:
        nonlocal seq
        for event, fields in _published(rules, request, answer):
            seq += 1
            publish(event(**_named(seq), **fields))

    outcome = play(rules, material, seen)
    material.refuse_leftovers()
    publish(result_event(rules, rules_digest(rules), outcome, seq + 1, free_hand=material.free_hand))


def result_event(
    rules: HouseRules, digest: str, outcome: Outcome, seq: int, round_number: int = 1, *, free_hand: bool = False
) -> RoundResult:
    """The `round.result` of an outcome."""
    return RoundResult(  # the names of `_named`, spelled out: a million results are made in a row
        id=f"{TABLE}:{EPOCH}:{seq}",
        table=TABLE,
        seq=seq,
        utc=NO_TIME,
        round=f"{TABLE}:{EPOCH}:r{round_number}",
        game=rules.game,
        house=rules.house,
        variant=rules.variant,
        rules_digest=digest,
        outcome=outcome.outcome,
        bets=outcome.bets,
        hands=outcome.hands,
        numbers=outcome.numbers,
        draws=outcome.draws,
        free_hand=free_hand,
    )


def _named(seq: int) -> dict[str, Any]:
    return {
        "id": f"{TABLE}:{EPOCH}:{seq}",
        "table": TABLE,
        "seq": seq,
        "utc": NO_TIME,
        "round": f"{TABLE}:{EPOCH}:r1",
    }


Published: TypeAlias = tuple[Callable[..., AnyEvent], dict[str, Any]]


def _published(rules: HouseRules, request: AnyRequest, answer: Any) -> Iterator[Published]:
    """What a table publishes of one request and its answer."""
    match request:
        case TakeBets():
            game = {"game": rules.game, "house": rules.house, "variant": rules.variant}
            yield RoundOpened, {**game, "bets_close_after_s": 0.0, "free_hand": answer.free_hand}
            if not answer.free_hand:
                yield BetsClosed, {"why": "timer"}
        case Deal(to=to, face=face):
            yield CardDealt, {"position": to, "card": str(answer) if face is Face.UP else None}
        case Burn(number=number, of=of, face=face):
            yield CardBurned, {"number": number, "of": of, "card": str(answer) if face is Face.UP else None}
        case Decide(box=box, hand=hand):
            yield DecisionTaken, {"box": box, "hand": hand, "action": answer.value, "by": TABLE}
        case DrawBalls():
            for order, number in enumerate(answer, start=1):
                yield BallDrawn, {"order": order, "number": number}
        case Tell(what=what, value=value):
            yield RoundTold, {"what": what, "value": value}


# --- what lies ready ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision for a box; without `hand` for whichever of its hands is asked next."""

    box: int
    hand: int | None
    action: Action

    def __str__(self) -> str:
        return f"{self.box}{'' if self.hand is None else f'.{self.hand}'}:{self.action.value}"


@dataclass(slots=True)
class Material:
    """What was laid ready for one round. Each thing is given once, in order.

    A box for which no decision is left lets the time run out: the hand stands, and what is offered is declined.
    """

    cards: Iterator[Card] = NOTHING
    boxes: tuple[int, ...] = ()
    decisions: Sequence[Decision] = ()
    numbers: Iterator[str] = NOTHING
    balls: tuple[str, ...] = ()
    draws: Mapping[str, Any] | None = None
    """Draw to what came, by the draw's name without a count (`red_door.keys`), or "" for whichever is asked first."""
    reel: int | None = None
    bonus_wheel: Iterator[int | str] = NOTHING
    free_hand: bool = False
    dealer: tuple[Card, ...] = ()
    """The dealer's cards so far, the hole card among them: what a peek looks at."""

    def answer(self, request: AnyRequest) -> Any:
        """The answer to a request other than for a card to a hand.

        Raises RanOut when nothing is left for it, NotAllowed for a decision that is not allowed.
        """
        match request:
            case TakeBets():
                return BetsTaken(boxes=self.boxes, free_hand=self.free_hand)
            case Decide():
                return self._decision(request)
            case Spin(ball=ball):
                return self._next(self.numbers, f"the number of ball {ball}", "--number")
            case Chance(draw=draw):
                return self._draw(draw)
            case DrawBalls(count=count):
                if len(self.balls) < count:
                    raise RanOut(f"the drawer: {count} balls are drawn, {len(self.balls)} given: use --balls")
                return self.balls
            case Burn(number=number, of=of):
                burned = next(self.cards, None)
                if burned is None:
                    raise RanOut(f"no card is left to burn as {number} of {of}")
                return burned
            case Peek():
                return total_of(self.dealer) == BLACKJACK
            case TurnReel():
                if self.reel is None:
                    raise RanOut("the reel: no count is given: use --draws reel:5")
                return self.reel
            case TurnBonusWheel(turn=turn):
                return self._next(self.bonus_wheel, f"turn {turn} of the bonus wheel", "--draws wheel:40x")
            case _:
                return None

    def refuse_leftovers(self) -> None:
        """Raise NotAllowed for a decision that nobody asked for, NotAnInput for a number too many.

        To stand or decline is what the house did anyway. Cards that are left stay in the shoe.
        """
        for number in self.numbers:
            raise NotAnInput(f"{number!r}: a number too many: no ball is left to spin")
        for decision in self.decisions:
            if decision.action not in (Action.STAND, Action.DECLINE):
                raise NotAllowed(f"{decision}: not allowed: the hand is complete and was asked nothing more")

    def _next(self, left: Iterator[Any], what: str, option: str) -> Any:
        try:
            return next(left)
        except StopIteration:
            raise RanOut(f"{what} is not given: use {option}") from None

    def _draw(self, draw: str) -> Any:
        name = draw.partition(":")[0]
        if self.draws is not None:
            for given in (name, ""):
                if given in self.draws:
                    return self.draws[given]
        if name == RED_ENVELOPE:
            return {}
        raise RanOut(f"what chance drew as {name} is not given: use --draws")

    def _decision(self, asked: Decide) -> Action:
        for decision in self.decisions:
            if decision.box == asked.box and decision.hand in (None, asked.hand):
                break
        else:
            return Action.STAND if Action.STAND in asked.allowed else Action.DECLINE
        if decision.action not in asked.allowed:
            if Action.DECLINE in asked.allowed and decision.action not in OFFERED:
                return Action.DECLINE
            allowed = ", ".join(action.value for action in asked.allowed)
            raise NotAllowed(
                f"{decision}: not allowed now for hand {asked.hand} of box {asked.box}: allowed are {allowed}"
            )
        self.decisions = [other for other in self.decisions if other is not decision]
        return decision.action
