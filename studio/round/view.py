"""The table as a screen sees it, made from the orchestrator's state alone; what the process adds is handed in."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from studio.cards import Card
from studio.faults import FAULTS
from studio.games.baccarat_hand import VALUE
from studio.games.blackjack_totals import VALUE as BLACKJACK_VALUE
from studio.games.blackjack_totals import total_of
from studio.games.procedure import Agree, Confirm, Decide, DrawBalls
from studio.messages.commands import (
    AnnounceResult,
    AnyCommand,
    CallPitBoss,
    ConfirmStep,
    ReportIrregularity,
    TakeDecision,
)
from studio.messages.telemetry import (
    AwaitedDecision,
    AwaitedEntry,
    Countdown,
    Delivery,
    HandView,
    NextStep,
    OpenIrregularity,
    Present,
    Prompt,
    TableView,
)
from studio.messages.wording import ANNOUNCEMENTS, word_prompt
from studio.round import decisions, entries, log_in, orders, shuffler
from studio.round.commands import why_not
from studio.round.desk import RunningTimer
from studio.round.foresight import next_step
from studio.round.hold import REPORTED_BY_PEOPLE
from studio.round.in_play import TableInPlay
from studio.round.rulings import rulings_now
from studio.round.standing import alarms_standing

SHOWN_TIMERS = ("betting", "decision", "between_rounds")


def table_view(table: TableInPlay, n: int, delivery: Delivery) -> TableView:
    """The present view. `n` is the number of inputs handled in this epoch, so that a later view has a greater one."""
    desk, shoe = table.desk, table.shoe
    hands = _hands(table)
    commands, pit = dict(_may(table)), dict(orders.pit_may(table))
    return TableView(
        table=desk.table,
        epoch=desk.epoch,
        n=n,
        game=table.rules.game,
        house=table.rules.house,
        state=table.state,
        shoe=desk.shoe_id,
        round=desk.round_id,
        rounds_done=table.rounds_done,
        prompt=_prompt(table),
        announcement=ANNOUNCEMENTS.get(desk.announcement) if desk.announcement else None,
        cards={position: str(card) for position, card in table.cards.items() if position not in table.face_down},
        totals={name: hand.total for name, hand in hands.items()},
        burned=shoe.burned if shoe else 0,
        cards_out=shoe.cards_out if shoe else 0,
        cut_card_out=shoe.cut_card_out if shoe else False,
        last_results=table.last_results,
        irregularity=_irregularity(table),
        countdown=next((_countdown(desk.timers[name]) for name in SHOWN_TIMERS if name in desk.timers), None),
        devices=dict(table.devices),
        trouble=shuffler.trouble(table),
        alarms=alarms_standing(table),
        announced_utc=desk.announced_utc,
        delivery=delivery,
        since_utc=desk.since_utc,
        dealer=desk.dealer,
        hands=hands,
        boxes=list(table.boxes or ()),
        decision=_decision(table),
        balls=list(table.balls),
        told=table.told,
        outcomes=list(table.outcomes.values()),
        cards_to_cut=shoe.cards_to_cut if shoe else None,
        time_line=desk.time_line,
        may=[tag for tag, refusal in commands.items() if refusal is None],
        may_not={tag: refusal for tag, refusal in commands.items() if refusal is not None},
        pit_may=[tag for tag, refusal in pit.items() if refusal is None],
        pit_may_not={tag: refusal for tag, refusal in pit.items() if refusal is not None},
        entry=_entry(table),
        card_sets=orders.sets_shown(table),
        inspections=orders.inspections_shown(table),
        played=orders.rounds_shown(table),
        seconds=orders.seconds_shown(table),
        wheel=table.spins.shown() if table.spins is not None else None,
        log_in=table.settings.log_in,
        relief=desk.relief,
        leaving=desk.leaving,
        present=[Present(session.person, session.role, session.since_utc) for session in log_in.present(table)],
    )


def _prompt(table: TableInPlay) -> Prompt:
    desk, follows = table.desk, next_step(table)
    words = word_prompt(desk.prompt_key, desk.prompt_about)
    then = NextStep(*follows, word_prompt(*follows)) if follows is not None else None
    return Prompt(desk.step, desk.prompt_key, desk.prompt_about, words, then)


def _hands(table: TableInPlay) -> dict[str, HandView]:
    """The cards by hand, as they lie; positions are `HAND-NUMBER`, or `box-BOX.HAND.CARD`."""
    laid: dict[str, list[str | None]] = {}
    for position, card in table.cards.items():
        hand = position.rpartition("." if position.startswith("box-") else "-")[0]
        laid.setdefault(hand, []).append(None if position in table.face_down else str(card))
    return {hand: _hand(table.rules.game, cards) for hand, cards in laid.items()}


def _hand(game: str, cards: list[str | None]) -> HandView:
    seen = [card for card in cards if card is not None]
    if game == "baccarat":
        total = sum(VALUE[card[0]] for card in seen) % 10
        return HandView(cards, total, "natural" if total >= 8 and len(cards) == 2 else "")
    total = total_of(Card.parse(card) for card in seen)
    soft = total > sum(BLACKJACK_VALUE[card[0]] for card in seen)
    if total > 21:
        return HandView(cards, total, "bust")
    if total == 21 and len(cards) == 2:
        return HandView(cards, total, "blackjack")
    return HandView(cards, total, "soft" if soft else "")


def _decision(table: TableInPlay) -> AwaitedDecision | None:
    request, timer = table.request, table.desk.timers.get(decisions.DECISION)
    if not isinstance(request, Decide) or timer is None:
        return None
    allowed = [action.value for action in request.allowed]
    return AwaitedDecision(request.box, request.hand, allowed, _ends_utc(timer), timer.after_s)


def _may(table: TableInPlay) -> Iterator[tuple[str, str | None]]:
    """Each command of the dealer's screen, as it would be given now, and why it may not be."""
    request = table.request
    about: dict[str, Any] = {"id": "", "person": "", "role": "dealer"}
    reported = next((kind for kind in REPORTED_BY_PEOPLE if kind in table.settings.irregularities), "")
    box, hand = (request.box, request.hand) if isinstance(request, Decide) else (0, 0)
    action = request.allowed[0].value if isinstance(request, Decide) else ""
    given: tuple[AnyCommand, ...] = (
        ConfirmStep(**about, what=request.what if isinstance(request, Confirm) else ""),
        AnnounceResult(**about, value=request.value if isinstance(request, Agree) else ""),
        TakeDecision(**about, round=table.desk.round_id or "", box=box, hand=hand, action=action),
        ReportIrregularity(**about, kind=reported),
        CallPitBoss(**about),
    )
    for command in given:
        yield str(command.__struct_config__.tag), why_not(table, command)
    yield "enter", entries.why_not_now(table, "dealer")


def _entry(table: TableInPlay) -> AwaitedEntry | None:
    """What may be typed by hand now, and who has typed it already; never what."""
    if table.request is None or entries.why_not_now(table, "pit_boss") is not None:
        return None
    count = table.request.count if isinstance(table.request, DrawBalls) else 1
    return AwaitedEntry(
        str(table.request.__struct_config__.tag), count, table.first_entry[0] if table.first_entry else ""
    )


def _irregularity(table: TableInPlay) -> OpenIrregularity | None:
    held = table.irregularity
    if held is None:
        return None
    return OpenIrregularity(
        id=held.id,
        kind=held.kind,
        expected=held.expected,
        read=held.read,
        remedy=held.rule.tell or FAULTS[held.kind].remedy,
        rulings=list(rulings_now(table, held)),
        by=held.rule.by,
        also_read=list(held.also_read),
    )


def _countdown(timer: RunningTimer) -> Countdown:
    return Countdown(timer.timer, _ends_utc(timer), timer.after_s)


def _ends_utc(timer: RunningTimer) -> str:
    ends = datetime.fromisoformat(timer.started_utc) + timedelta(seconds=timer.after_s)
    return ends.isoformat(timespec="milliseconds").replace("+00:00", "Z")
