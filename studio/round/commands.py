"""Commands of people and backend. May I, why not, do it: `why_not` is the one place where the rule stands."""

from __future__ import annotations

from typing import Final

from studio.games.procedure import Agree, Confirm
from studio.messages import events
from studio.messages.commands import (
    AcknowledgeAlarm,
    AnnounceResult,
    AnyCommand,
    BoxesInPlay,
    CallPitBoss,
    CloseTable,
    ConfirmStep,
    CorrectResult,
    CutCards,
    EnterValue,
    GiveRuling,
    GoOffDuty,
    GoOnDuty,
    InspectCards,
    OpenTable,
    OrderDevice,
    OrderFreeHand,
    OrderShuffle,
    RecorderAlive,
    RecordInspection,
    RelieveDealer,
    ReportIrregularity,
    ShuffleCards,
    TakeDecision,
    VoidResult,
    VoidRound,
)
from studio.round import (
    betting,
    card_sets,
    corrections,
    decisions,
    duty,
    entries,
    host_orders,
    log_in,
    rulings,
    seconding,
    shoe_life,
    shuffler,
)
from studio.round.answers import settle
from studio.round.effects import Answer
from studio.round.hold import REPORTED_BY_PEOPLE
from studio.round.in_play import TableInPlay

AT_THE_TABLE: Final = ("dealer", "pit_boss")


def obey(table: TableInPlay, command: AnyCommand, session: str = "") -> None:
    """Answer a command, and do it when it is allowed. A command seen before gets its first answer again.

    `session` names the log-in that it was given under, where people log in.
    """
    if command.id in table.host.waiting:
        return  # its device has not answered yet
    seen = table.answered.get(command.id)
    if seen is not None:
        table.desk.effects.append(seen)
        return
    refusal = log_in.why_not_person(table, command, session) or why_not(table, command)
    log_in.used(table, session)
    waiting = len(table.seconding)
    told = str(command.__struct_config__.tag).replace("_", " ")
    table.desk.note(command.person, told if refusal is None else f"{told}: refused, {refusal}")
    if refusal is None:
        _do(table, command)
    if command.id in table.host.waiting:
        return
    noted = seconding.NOTED if len(table.seconding) > waiting else ""
    settle(table, Answer(command.id, accepted=refusal is None, why=refusal or noted))


def why_not(table: TableInPlay, command: AnyCommand) -> str | None:
    """Why `command` is not allowed now, in words a dealer understands; None when it is."""
    match command:
        case OpenTable():
            return _why_not_open(table, command)
        case CloseTable():
            if command.role not in ("pit_boss", "backend"):
                return "only a pit boss or the backend closes a table"
            return None if table.open else "the table is closed already"
        case ConfirmStep():
            return _why_not_confirm(table, command)
        case AnnounceResult():
            if command.role not in AT_THE_TABLE:
                return "a result is announced at the table"
            if table.irregularity is not None:
                return "the table is held: wait for the pit boss"
            if not isinstance(table.request, Agree):
                return "no result is awaited now"
            return None if "dealer" in table.settings.result_channels else "this table takes no announced result"
        case BoxesInPlay():
            return betting.why_not_boxes(table, command)
        case TakeDecision():
            return decisions.why_not_decide(table, command)
        case EnterValue():
            return entries.why_not_enter(table, command)
        case ReportIrregularity(kind=kind):
            if command.role == "backend":
                return "an irregularity is reported by a person"
            known = [kind for kind in REPORTED_BY_PEOPLE if kind in table.settings.irregularities]
            if kind not in known:
                return f"{kind!r} cannot be reported here: {', '.join(known) or 'nothing'}"
            return "no shoe is in play" if kind == "card_exposed" and table.shoe is None else None
        case OrderFreeHand():
            return betting.why_not_free_hand(table, command)
        case OrderShuffle():
            if command.role != "pit_boss":
                return "only a pit boss orders a shuffle"
            return None if table.shoe is not None else "no shoe is in play"
        case GoOnDuty():
            return duty.why_not_on_duty(table, command)
        case GoOffDuty():
            return duty.why_not_off_duty(table, command)
        case RelieveDealer():
            return duty.why_not_relieve(table, command)
        case RecordInspection():
            return duty.why_not_inspection(table, command)
        case RecorderAlive():
            alive = command.role in ("technician", "backend")
            return None if alive else "only the recorder says that it records"
        case InspectCards():
            return card_sets.why_not_inspect(table, command)
        case ShuffleCards():
            by_hand = shuffler.why_not_by_hand(table, command.role, command.how)
            return by_hand or card_sets.why_not_shuffle(table, command)
        case CutCards():
            return card_sets.why_not_cut(table, command)
        case CorrectResult():
            return corrections.why_not_correct(table, command)
        case VoidResult():
            return corrections.why_not_void_result(table, command)
        case AcknowledgeAlarm(alarm=alarm):
            return None if any(known.id == alarm for known in table.desk.alarms) else f"no alarm is called {alarm}"
        case GiveRuling():
            return _why_not_rule(table, command)
        case OrderDevice():
            return host_orders.why_not_order(table, command)
        case VoidRound():
            if command.role != "pit_boss":
                return "only a pit boss voids a round"
            return None if table.stage == "round" else "no round is in progress"
        case CallPitBoss():
            return None


def _why_not_open(table: TableInPlay, command: OpenTable) -> str | None:
    if command.role not in ("pit_boss", "backend"):
        return "only a pit boss or the backend opens a table"
    if table.open:
        return "the table is open already"
    if command.rounds is not None and command.rounds < 1:
        return "a table is opened for at least one round"
    return duty.not_inspected(table)


def _why_not_confirm(table: TableInPlay, command: ConfirmStep) -> str | None:
    if command.role not in AT_THE_TABLE:
        return "a step is confirmed at the table, by dealer or pit boss"
    if table.irregularity is not None:
        return "the table is held: wait for the pit boss"
    if not isinstance(table.request, Confirm):
        return "nothing is to be confirmed now"
    if table.request.what == "cards_inspected" and table.set_in_hand is not None:
        return f"set {table.set_in_hand.name} is counted card by card, by two people"
    due = table.request.what
    if due == "shuffled" and (refusal := shuffler.why_not_by_hand(table, command.role)) is not None:
        return refusal
    return None if due == command.what else f"what is to be confirmed now is: {due}"


def _why_not_rule(table: TableInPlay, command: GiveRuling) -> str | None:
    held = table.irregularity
    if held is None:
        return "nothing holds the table"
    if command.role != "pit_boss" and (command.role != "dealer" or held.rule.by == "pit_boss"):
        return "only a pit boss rules"
    if held.id != command.irregularity:
        return f"the table is held by {held.id} ({held.kind}), not by {command.irregularity}"
    allowed = rulings.rulings_now(table, held)
    if command.ruling not in allowed:
        return f"this house allows here: {', '.join(allowed) or 'nothing while a device is missing'}"
    if not command.reason.strip():
        return "a ruling needs a reason"
    if command.ruling == "enter":
        return "enter the value itself, each of the two people"
    return seconding.why_not_second(table, command) if held.rule.by == "both" else None


def _do(table: TableInPlay, command: AnyCommand) -> None:
    match command:
        case OpenTable(rounds=rounds):
            _open(table, rounds)
        case CloseTable(reason=reason):
            table.closing = reason
            if table.stage == "shoe" and table.irregularity is None:
                shoe_life.abandon(table, reason)
            table.desk.stop("between_rounds")
            table.next()
        case ConfirmStep():
            table.take(None)
        case AnnounceResult(value=value):
            _announced(table, value)
        case BoxesInPlay():
            betting.name_boxes(table, command)
        case TakeDecision():
            decisions.decide(table, command)
        case EnterValue():
            entries.enter(table, command)
        case ReportIrregularity(kind=kind, person=person, about=about):
            rulings.hold(table, kind, f"{about or 'reported'}, by {person}", device=None)
        case OrderFreeHand():
            table.free_hand = True
        case OrderShuffle():
            if table.shoe is not None:
                table.shoe.last_round = table.shoe.rounds
            table.next()
        case GoOnDuty():
            duty.go_on_duty(table, command)
        case GoOffDuty(person=person) | RelieveDealer(person=person):
            duty.leave(table, person)
        case RecordInspection():
            duty.inspected(table, command)
        case RecorderAlive():
            duty.recorder_alive(table)
        case InspectCards():
            card_sets.inspect(table, command)
        case ShuffleCards():
            card_sets.shuffle(table, command)
        case CutCards():
            card_sets.cut(table, command)
        case CorrectResult():
            corrections.correct(table, command)
        case VoidResult():
            corrections.void_result(table, command)
        case AcknowledgeAlarm(alarm=alarm, person=person):
            table.desk.acknowledge(alarm, person)
        case GiveRuling(ruling=ruling, person=person, reason=reason):
            _rule(table, command, ruling, person, reason)
        case VoidRound(person=person, reason=reason):
            rulings.void(table, "ordered", person, reason)
        case OrderDevice():
            host_orders.order(table, command)
        case CallPitBoss(person=person):
            table.desk.alarm("medium", "pit_boss_called", f"by {person}")


def _rule(table: TableInPlay, command: GiveRuling, ruling: str, person: str, reason: str) -> None:
    held = table.irregularity
    assert held is not None
    if held.rule.by == "both":
        people = seconding.seconded(table, command)
        if people is None:
            return
        person = " and ".join(people)
    rulings.rule(table, next(known for known in held.rule.rulings if known == ruling), person, reason)


def _open(table: TableInPlay, rounds: int | None) -> None:
    table.open, table.closing = True, None
    table.rounds_wanted = None if rounds is None else table.rounds_done + rounds
    table.desk.publish(
        events.TableOpened,
        game=table.rules.game,
        house=table.rules.house,
        variant=table.rules.variant,
        rules_digest=table.desk.rules_digest,
    )
    table.next()


def _announced(table: TableInPlay, value: str) -> None:
    """The dealer's word on the result: agrees, or disputes it."""
    expected = table.request
    assert isinstance(expected, Agree)
    if value == expected.value:
        table.vouch("dealer")
    else:
        read = f"the dealer announced {value}, the devices say {expected.value}"
        rulings.hold(table, "result_disputed", read, device=None)
