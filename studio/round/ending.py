"""The end of a procedure: a shoe that is ready, or a round's result."""

from __future__ import annotations

from studio.messages import events
from studio.messages.outcomes import Outcome
from studio.round import corrections, duty, prompts, record
from studio.round.in_play import TableInPlay


def finish(table: TableInPlay, outcome: Outcome | None) -> None:
    """The procedure has ended: a shoe is ready, or a round has its result, which is published."""
    stage, table.stage = table.stage, "idle"
    table.procedure = table.request = None
    if stage == "shoe":
        table.next()
        return
    assert outcome is not None
    for place, card in table.lying.items():
        table.desk.alarm("high", "card_unexpected", f"{card} lies at {place}, where none was due")
    event_id = table.desk.publish(
        events.RoundResult,
        game=table.rules.game,
        house=table.rules.house,
        variant=table.rules.variant,
        rules_digest=table.desk.rules_digest,
        outcome=outcome.outcome,
        bets=outcome.bets,
        hands=outcome.hands,
        numbers=outcome.numbers,
        draws=outcome.draws,
        free_hand=table.free_hand,
        entered_by_hand=table.entered_by_hand,
        **duty.dealt_by(table),
    )
    round_id = corrections.remember(table, event_id)
    record.finished(table, round_id, outcome)
    table.rounds_done += 1
    table.end_round(outcome.outcome, prompts.detail(outcome))
