"""What the screens keep of finished rounds: outcomes, and where the ball fell. A correction corrects it too."""

from __future__ import annotations

from typing import Final

import msgspec

from studio.games.roulette_rules import RouletteRules
from studio.messages.outcomes import Outcome
from studio.round.in_play import TableInPlay
from studio.round.played import PlayedRound, round_shown
from studio.round.spins import SpinCount

OUTCOMES_KEPT: Final = 100


def finished(table: TableInPlay, round_id: str, outcome: Outcome) -> None:
    """A round has its result."""
    table.outcomes[round_id] = outcome.outcome
    if len(table.outcomes) > OUTCOMES_KEPT:
        del table.outcomes[next(iter(table.outcomes))]
    played = table.played[round_id]
    played.outcome, played.numbers = outcome.outcome, list(outcome.numbers or ())
    if isinstance(table.rules, RouletteRules):
        if table.spins is None or table.spins.wheel != table.rules.wheel:
            table.spins = SpinCount(table.rules.wheel)
        table.spins.fell(played.numbers)
    _show(round_id, played)


def corrected(table: TableInPlay, round_id: str, outcome: Outcome, detail: str) -> None:
    """A published result was another one."""
    played = table.played[round_id]
    numbers = list(outcome.numbers or ())
    if table.spins is not None:
        table.spins.instead(played.numbers, numbers)
    played.outcome, played.numbers = outcome.outcome, numbers
    _show(round_id, played)
    _change_last(table, round_id, outcome.outcome, detail)
    if round_id in table.outcomes:
        table.outcomes[round_id] = outcome.outcome


def voided(table: TableInPlay, round_id: str, detail: str) -> None:
    """A published result does not count; the ball fell where it fell."""
    _show(round_id, table.played[round_id])
    _change_last(table, round_id, "void", detail)
    table.outcomes.pop(round_id, None)


def _show(round_id: str, played: PlayedRound) -> None:
    played.shown = round_shown(round_id, played.outcome, played)


def _change_last(table: TableInPlay, round_id: str, outcome: str, detail: str) -> None:
    table.last_results = [
        msgspec.structs.replace(result, outcome=outcome, detail=detail) if result.round == round_id else result
        for result in table.last_results
    ]
