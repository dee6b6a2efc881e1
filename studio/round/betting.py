"""The betting window: opened with the round, closed by the table's timer, by the ball, or by trouble."""

from __future__ import annotations

from typing import Final, Literal

from studio.games.procedure import BetsTaken, TakeBets
from studio.messages import events
from studio.messages.commands import BoxesInPlay, OrderFreeHand
from studio.round.in_play import TableInPlay

BETTING: Final = "betting"
BOXES: Final = "boxes"

Why = Literal["timer", "ball_in_play", "irregularity"]


def open_bets(table: TableInPlay) -> None:
    """Open the round's betting window; a free hand has none (baccarat.md 2 "Free hands")."""
    betting_s = 0.0 if table.free_hand else table.settings.times.betting_s
    table.desk.publish(
        events.RoundOpened,
        game=table.rules.game,
        house=table.rules.house,
        variant=table.rules.variant,
        bets_close_after_s=betting_s,
        dealer=table.desk.dealer,
        free_hand=table.free_hand,
    )
    if table.free_hand:
        if table.shoe is not None:
            table.shoe.free_hands += 1
        table.take(BetsTaken(free_hand=True))
        return
    table.desk.start(BETTING, betting_s)
    table.ask_again()


def open_again(table: TableInPlay) -> None:
    """After a re-spin of a house where players may change their bets (roulette.md C12); the round stays the same."""
    table.bets_open_again = True
    table.desk.start(BETTING, table.settings.times.betting_s)
    table.desk.ask("bets_open")


def close_bets(table: TableInPlay, why: Why) -> None:
    """No more bets. Where the game is played in boxes, the backend's word on them is waited for."""
    table.desk.stop(BETTING)
    table.desk.publish(events.BetsClosed, why=why)
    table.desk.say("no_more_bets")
    request = table.request
    if table.bets_open_again:
        table.bets_open_again = False
        table.resume()
        return
    assert isinstance(request, TakeBets)
    boxes_or_wait(table, request)


def boxes_or_wait(table: TableInPlay, request: TakeBets) -> None:
    """After the close: the deal begins with the boxes that the backend has named, or they are waited for."""
    if not request.boxes:
        table.take(BetsTaken())
    elif table.boxes is not None:
        table.take(BetsTaken(boxes=table.boxes))
    else:
        table.desk.start(BOXES, table.settings.times.boxes_s)
        table.ask_again()


def why_not_boxes(table: TableInPlay, command: BoxesInPlay) -> str | None:
    """Why the backend's boxes are not taken."""
    if command.role != "backend":
        return "only the backend names the boxes in play"
    if command.round != table.desk.round_id:
        return f"round {command.round} is not in progress"
    if not (isinstance(table.request, TakeBets) and table.request.boxes):
        return "the boxes of this round are settled"
    seats = int(getattr(table.rules, "seats", 0))
    wrong = [box for box in command.boxes if not 1 <= box <= seats]
    if wrong:
        return f"box {wrong[0]}: this table has boxes 1 to {seats}"
    return "a box is named twice" if len(set(command.boxes)) < len(command.boxes) else None


def name_boxes(table: TableInPlay, command: BoxesInPlay) -> None:
    """Take the backend's word on the boxes; after the close the deal begins with it."""
    table.boxes = tuple(command.boxes)
    if not table.desk.runs(BETTING) and table.irregularity is None:
        table.desk.stop(BOXES)
        table.take(BetsTaken(boxes=table.boxes))


def why_not_free_hand(table: TableInPlay, command: OrderFreeHand) -> str | None:
    """Why no free hand can be ordered: counted by the shoe, none after the last hand (baccarat.md G6)."""
    allowed = int(getattr(table.rules, "free_hands_per_shoe", 0))
    if command.role != "pit_boss":
        return "only a pit boss orders a free hand"
    if not allowed:
        return "this house has no free hands"
    if table.stage == "round":
        return "a round is in progress"
    if table.shoe is None or table.shoe.spent:
        return "no shoe is in play"
    if table.shoe.free_hands >= allowed:
        return f"this shoe has had its {allowed} free hands"
    return "a free hand is ordered already" if table.free_hand else None
