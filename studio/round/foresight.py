"""What follows on what is due now, asked of the procedure itself: it is played on with everything that may come.

The procedure is begun anew, given all that it was given so far, and then each possible answer to what it asks for now.
Where all of them lead to the same, that is foretold; where they part, what decides it is named instead. An irregularity
or an order may still come between; nothing follows from what is foretold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from studio.cards import DECK, RANKS, Card
from studio.draws import make_draw
from studio.games.procedure import (
    DOUBLE,
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
    Procedure,
    Spin,
    TakeBets,
    Tell,
    TurnBonusWheel,
    TurnReel,
)
from studio.games.roulette_layout import POCKETS
from studio.games.roulette_rules import RouletteRules
from studio.round import duty, prompts, shoe_life, telling
from studio.round.betting import BETTING
from studio.round.card_set import ready_first
from studio.round.in_play import TableInPlay
from studio.round.prompts import Prompted
from studio.round.shoe import new_shoe

ROUND_ENDS: Final[Prompted] = ("next.round_ends", {})
_RANKS: Final = DECK[: len(RANKS)]
"""A card of each rank: the suit never decides what is asked for next."""
_REEL: Final = range(1, 40)
_SEVERAL: Final[dict[str, str]] = {
    "agree": "next.announced", "deal": "next.cards", "deal_face_down": "next.cards", "burn": "next.burn",
    "next.decide": "next.decisions",
}  # fmt: skip
"""How that is said which follows in any case, but not yet where or how much of it."""


class _UnknownError(Exception):
    """Nothing can be foretold."""


def next_step(table: TableInPlay) -> Prompted | None:
    """What follows on the present prompt; None where nothing can be foretold."""
    if table.irregularity is not None or table.kept_cards or table.lying or table.burn_next or table.bets_open_again:
        return None
    if table.request is None:
        return between_rounds(table) if table.desk.prompt_key == "between_rounds" else None
    if table.begin is None:
        return None
    if isinstance(table.request, TakeBets) and table.request.boxes and table.boxes is None and _betting(table):
        return "wait_for_boxes", {}
    key = (table.desk.step, len(table.sent), table.boxes)
    if table.foreseen is None or table.foreseen[0] != key:
        table.foreseen = (key, _foretold(table, table.request))
    follows = table.foreseen[1]
    if follows is not None and follows[0] == _READY:
        return between_rounds(table, loaded=table.shoe is None)
    return follows


_READY: Final = "ready"
"""The shoe is ready: what follows is for the table to say, not for the procedure."""


def between_rounds(table: TableInPlay, *, loaded: bool = False) -> Prompted | None:
    """What comes when the pause is over, as `Orchestrator.next` would have it; `loaded` when a new shoe lies ready."""
    if table.closing is not None or not table.open:
        return "closed", {}
    if not table.devices_ready or duty.missing(table) is not None:
        return None
    if table.shoe_rules is not None and not loaded and (table.shoe is None or table.shoe.spent):
        card_set = ready_first(table.card_sets, but=table.batches.last_set)
        if table.card_sets and card_set is None:
            return "no_set_ready", {}
        request = next(new_shoe(table.shoe_rules, card_set.state if card_set else "inspected"))
        return prompts.for_request(request)
    if (count := shoe_life.burns_due(table)) > 0:
        return "burn", {"number": "1", "of": str(count)}
    if table.shoe_rules is None and table.wheel_phase != "place_bets":
        return "wait_for_wheel", {}
    return "bets_open", {}


def _betting(table: TableInPlay) -> bool:
    return table.desk.runs(BETTING)


def _foretold(table: TableInPlay, request: AnyRequest) -> Prompted | None:
    try:
        found = list(_led_to(table, request))
    except _UnknownError:
        return None
    if not found:
        return None
    if all(follows == found[0] for follows in found):
        return found[0]
    if all(follows[0] == found[0][0] for follows in found) and found[0][0] in _SEVERAL:
        return _SEVERAL[found[0][0]], {}
    return _decided_by(request), {}


def _led_to(table: TableInPlay, request: AnyRequest) -> Iterator[Prompted]:
    """Where each possible answer leads; what the rules refuse leads nowhere."""
    for answer in _answers(table, request):
        try:
            yield _after(table, answer)
        except ValueError:
            continue


def _after(table: TableInPlay, answer: Any) -> Prompted:
    """What the procedure asks the dealer for next, when it is given `answer` now."""
    assert table.begin is not None
    procedure: Procedure[Any] = table.begin()
    try:
        for sent in table.sent:
            procedure.send(sent)
        request = procedure.send(answer)
        while (passed := _passes(table, request, answer)) is not None:
            request = procedure.send(passed[0])
    except StopIteration:
        return ROUND_ENDS if table.stage == "round" else (_READY, {})
    finally:
        procedure.close()
    if isinstance(request, Decide):
        return "next.decide", {"box": str(request.box), "hand": str(request.hand)}
    return prompts.for_request(request)


def _passes(table: TableInPlay, request: AnyRequest, answered: Any) -> tuple[Any] | None:
    """The answer that a request gets without anybody at the table; None where it waits for somebody."""
    match request:
        case Announce() | Tell():
            return (None,)
        case Agree() if not table.settings.result_channels:
            return (None,)
        case Chance(draw=draw):
            return (make_draw(table.rules, draw, _below()),)
        case Peek():
            from studio.games.blackjack import HOLE_CARD  # who peeks has loaded it already

            falls = answered if isinstance(answered, Card) and table.request == HOLE_CARD else None
            seen = telling.peeked(table, falls)
            return None if seen is None else (seen,)
        case _:
            return None


def _answers(table: TableInPlay, request: AnyRequest) -> Sequence[Any]:
    """Everything that may come as an answer, as far as it can lead to different things."""
    rules = table.rules
    match request:
        case TakeBets(boxes=False):
            return (BetsTaken(free_hand=table.free_hand),)
        case TakeBets():
            seats = int(getattr(rules, "seats", 1))
            return tuple(
                map(_bets, [table.boxes] if table.boxes is not None else [(1,), (seats,), tuple(range(1, seats + 1))])
            )
        case Deal(face=Face.DOWN):
            return (*_RANKS, None)
        case Deal() | Burn(face=Face.UP):
            return _RANKS
        case Burn() | Confirm() | Agree():
            return (None,)
        case Decide(allowed=allowed):
            return allowed
        case Peek():
            return (True, False)
        case Spin() if isinstance(rules, RouletteRules):
            return POCKETS[rules.wheel]
        case DrawBalls(count=count) if isinstance(rules, RouletteRules):
            return tuple(
                tuple([*table.balls, *(n for n in POCKETS[rules.wheel][at:] if n not in table.balls)][:count])
                for at in range(0, len(POCKETS[rules.wheel]) - count - 3, 3)
            )
        case TurnReel():
            return _REEL
        case TurnBonusWheel() if isinstance(rules, RouletteRules) and rules.red_door is not None:
            return (*dict.fromkeys(value for value, _ in rules.red_door.sectors), DOUBLE)
        case Chance(draw=draw):
            return tuple(make_draw(rules, draw, _below(start)) for start in range(3))
        case _:
            raise _UnknownError


def _bets(boxes: tuple[int, ...]) -> BetsTaken:
    return BetsTaken(boxes=boxes)


def _decided_by(request: AnyRequest) -> str:
    match request:
        case Spin() | DrawBalls():
            return "next.number_decides"
        case Decide():
            return "next.player_decides"
        case TurnBonusWheel() | TurnReel():
            return "next.turn_decides"
        case Peek():
            return "next.peek_decides"
        case _:
            return "next.card_decides"


def _below(start: int = 0) -> Callable[[int], int]:
    """A draw that the rules allow, always the same one: what was drawn never decides what is asked for next."""
    state = start

    def below(n: int) -> int:
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return (state >> 8) % n

    return below
