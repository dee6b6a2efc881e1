"""What follows when a timer of the table has ended."""

from __future__ import annotations

from studio.games.procedure import Decide, Spin, TakeBets
from studio.round import betting, decisions, duty, rulings
from studio.round.in_play import TableInPlay


def ended(table: TableInPlay, timer: str, token: int) -> None:
    """A timer has ended; one that was stopped or started anew since is none."""
    if not table.desk.ended(timer, token):
        return
    match timer:
        case betting.BETTING if isinstance(table.request, TakeBets) or table.bets_open_again:
            betting.close_bets(table, "timer")
        case betting.BOXES if isinstance(table.request, TakeBets):
            rulings.hold(table, "boxes_missing", "the backend has not named the boxes in play", device=None)
        case rulings.SETTLE if isinstance(table.request, Spin):
            rulings.hold(table, "ball_not_settled", f"no number after {table.settings.times.settle_s:g} s", None)
        case duty.RECORDER:
            duty.recorder_silent(table)
        case decisions.DECISION if isinstance(table.request, Decide):
            decisions.time_out(table, table.request)
    table.next()
