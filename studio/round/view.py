"""The table as a screen sees it, made from the orchestrator's state alone; what the process adds is handed in."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from studio.faults import FAULTS
from studio.games.baccarat_hand import VALUE
from studio.games.procedure import TakeBets
from studio.messages.telemetry import Countdown, Delivery, OpenIrregularity, Prompt, TableState, TableView
from studio.messages.wording import ANNOUNCEMENTS, word_prompt
from studio.round.commands import rulings_now
from studio.round.desk import RunningTimer
from studio.round.orchestrator import Orchestrator

SHOWN_TIMERS = ("betting", "between_rounds")


def table_view(table: Orchestrator, n: int, delivery: Delivery) -> TableView:
    """The present view. `n` is the number of inputs handled in this epoch, so that a later view has a greater one."""
    desk, shoe = table.desk, table.shoe
    return TableView(
        table=desk.table,
        epoch=desk.epoch,
        n=n,
        game=table.rules.game,
        house=table.rules.house,
        state=table_state(table),
        shoe=desk.shoe_id,
        round=desk.round_id,
        rounds_done=table.rounds_done,
        prompt=Prompt(desk.step, desk.prompt_key, desk.prompt_about, word_prompt(desk.prompt_key, desk.prompt_about)),
        announcement=ANNOUNCEMENTS.get(desk.announcement) if desk.announcement else None,
        cards={position: str(card) for position, card in table.cards.items()},
        totals=_totals(table),
        burned=shoe.burned if shoe else 0,
        cards_out=shoe.cards_out if shoe else 0,
        cut_card_out=shoe.cut_card_out if shoe else False,
        last_results=table.last_results,
        irregularity=_irregularity(table),
        countdown=next((_countdown(desk.timers[name]) for name in SHOWN_TIMERS if name in desk.timers), None),
        devices=dict(table.devices),
        alarms=desk.alarms[-5:],
        delivery=delivery,
    )


def table_state(table: Orchestrator) -> TableState:
    """The one word for what a table is doing."""
    if table.irregularity is not None:
        return "held"
    if table.stage == "shoe":
        return "shoe_change"
    if table.stage == "round":
        return "betting" if isinstance(table.request, TakeBets) else "playing"
    if not table.open:
        return "closed"
    return "between_rounds" if table.desk.runs("between_rounds") else "not_ready"


def _totals(table: Orchestrator) -> dict[str, int]:
    if table.rules.game != "baccarat":
        return {}
    totals: Counter[str] = Counter()
    for position, card in table.cards.items():
        totals[position.partition("-")[0]] += VALUE[card.rank]
    return {hand: total % 10 for hand, total in totals.items()}


def _irregularity(table: Orchestrator) -> OpenIrregularity | None:
    held = table.irregularity
    if held is None:
        return None
    return OpenIrregularity(
        id=held.id,
        kind=held.kind,
        expected=held.expected,
        read=held.read,
        remedy=FAULTS[held.kind].remedy,
        rulings=list(rulings_now(table, held)),
    )


def _countdown(timer: RunningTimer) -> Countdown:
    ends = datetime.fromisoformat(timer.started_utc) + timedelta(seconds=timer.after_s)
    return Countdown(timer.timer, ends.isoformat(timespec="milliseconds").replace("+00:00", "Z"), timer.after_s)
