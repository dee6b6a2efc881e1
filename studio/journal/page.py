"""A round as a person reads it: who and what said something, what followed, and whether the backend has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from studio.journal.chain import decode_event
from studio.journal.errors import RoundUnknown
from studio.journal.rows import Entry, JournalStore
from studio.messages.events import (
    AnyEvent,
    RoundCorrected,
    RoundOpened,
    RoundResult,
    RoundVoided,
    TablePaused,
    TableResumed,
)
from studio.messages.outcomes import BetOutcome
from studio.round.effects import (
    Admit,
    Alarm,
    Answer,
    AnyEffect,
    Ask,
    DrawChance,
    Publish,
    Say,
    SendOrder,
    StartTimer,
    StopTimer,
)
from studio.round.inputs import (
    AnyInput,
    ChanceDrawn,
    ClockWasSet,
    CommandGiven,
    Configured,
    DeviceSaid,
    JournalFollows,
    LoggedOut,
    LogInTried,
    Noticed,
    ProcessStarted,
    ResultAnswered,
    SnapshotTaken,
    TimerEnded,
    Unlocked,
)

_SAID_ELSEWHERE = frozenset(
    {"id", "table", "seq", "utc", "shoe", "round", "contract", "person", "role", "bets", "hands"}
)
"""Fields that a line leaves out, because the page says them elsewhere."""

_ANSWERED = b'{"input":"result_answered"'


def tell_round(journal: JournalStore, round_id: str | None = None) -> str:
    """All rounds, one a line; or one round's time line, its irregularities and rulings, and its result. Plain text.

    Raises `RoundUnknown`, and `JournalDamaged` where the chain does not fit.
    """
    return _list_of_rounds(journal) if round_id is None else _time_line(journal, round_id)


class _Round:
    """What the list says of a round."""

    def __init__(self, opened: RoundOpened) -> None:
        self.opened = opened
        self.ended_utc = "-"
        self.outcome = "not ended"
        self.last_event = opened.seq

    def add(self, event: AnyEvent) -> None:
        self.last_event = event.seq
        if isinstance(event, RoundResult | RoundVoided):
            self.ended_utc = event.utc
        if isinstance(event, RoundResult | RoundCorrected):
            self.outcome = event.outcome + (", corrected" if isinstance(event, RoundCorrected) else "")
        elif isinstance(event, RoundVoided):
            self.outcome = f"void: {event.kind}"


def _list_of_rounds(journal: JournalStore) -> str:
    rounds: dict[str, _Round] = {}
    for entry in journal.entries():
        for event in _events(entry):
            if isinstance(event, RoundOpened):
                rounds[str(event.round)] = _Round(event)
            elif event.round in rounds:
                rounds[event.round].add(event)
    acknowledged = journal.acknowledged_seq
    lines = [("round", "shoe", "opened", "ended", "outcome", "delivery")]
    for name, told in rounds.items():
        left = max(acknowledged + 1, told.opened.seq)
        delivery = "acknowledged" if told.last_event <= acknowledged else f"not acknowledged from event {left}"
        lines.append((name, told.opened.shoe or "-", told.opened.utc, told.ended_utc, told.outcome, delivery))
    head = f"Table {journal.table}, epoch {journal.epoch}, journal begun {journal.created_utc}: {len(rounds)} rounds"
    return "\n".join([head, "", *_aligned(lines)]) if rounds else head


def _time_line(journal: JournalStore, round_id: str) -> str:
    opened: RoundOpened | None = None
    ended = False
    names: list[str] = []
    lines: list[tuple[str, str, str, str]] = []
    told: list[AnyEvent] = []
    answers: list[ResultAnswered] = []
    for entry in journal.entries():
        events = _events(entry)
        if entry.input_json.startswith(_ANSWERED) and isinstance(answer := entry.input(), ResultAnswered):
            answers.append(answer)
        for event in events:
            if isinstance(event, RoundOpened):
                names.append(str(event.round))
                opened = event if event.round == round_id else opened
        if opened is None or (ended and all(event.round != round_id for event in events)):
            continue
        lines += _lines_of(journal, entry)
        told += events
        ended = ended or any(isinstance(e, RoundResult | RoundVoided) and e.round == round_id for e in events)
    if opened is None:
        known = f"The last rounds are {', '.join(names[-3:])}" if names else "It holds no round yet"
        raise RoundUnknown(journal.name, None, f"holds no round {round_id}", f"{known}; without an id all are listed")
    head = [
        f"Round {round_id}, table {journal.table}, epoch {journal.epoch}",
        f"{opened.game}, house {opened.house}, shoe {opened.shoe or '-'}, dealer {opened.dealer or 'not named'}",
    ]
    return "\n".join(
        [
            *head,
            "",
            *_aligned(lines),
            "",
            *_irregularities(told),
            "",
            *_endings(round_id, told, journal.acknowledged_seq),
            *_answers({event.id for event in told if event.round == round_id}, answers),
        ]
    )


def _lines_of(journal: JournalStore, entry: Entry) -> list[tuple[str, str, str, str]]:
    given = entry.input()
    lines = [(given.utc, f"input {entry.seq}", *_input_in_words(given))]
    lines += [("", "", *_effect_in_words(journal, effect)) for effect in entry.effects()]
    return lines


def _input_in_words(given: AnyInput) -> tuple[str, str]:
    match given:
        case DeviceSaid():
            return "device", f"{given.device} says {_said(given.reading)}"
        case CommandGiven():
            command = given.command
            return "command", f"{command.person} ({command.role}) {_said(command)}"
        case TimerEnded():
            return "timer", f"{given.timer} ends"
        case ChanceDrawn():
            return "chance", f"{given.generator} drew {given.draw}: {given.value}"
        case Configured():
            return "settings", f"rules {given.rules_digest}, software {given.software}"
        case JournalFollows(epoch=epoch, inputs=inputs):
            return "program", f"goes on where the journal of epoch {epoch} was closed after {inputs} inputs"
        case SnapshotTaken(digest=digest):
            return "program", f"keeps the table's state, {digest[:12]}…"
        case Noticed():
            return "notice", f"{given.priority}: {given.what} ({given.detail})"
        case ClockWasSet():
            return "clock", f"the wall clock was set by {given.by_ms / 1000:+.3f} s"
        case ResultAnswered():
            return "delivery", f"{given.event} {given.outcome}{f': {given.code}: {given.why}' if given.why else ''}"
        case LogInTried():
            outcome = "right" if given.right else "wrong"
            return "log-in", f"{given.person or 'nobody known'} by {given.by} at {given.place}: {outcome}"
        case LoggedOut():
            return "log-out", "a session has ended"
        case Unlocked():
            return "people", f"{given.person} is unlocked"
        case ProcessStarted():
            return "start", f"the process started again, software {given.software}"


def _effect_in_words(journal: JournalStore, effect: AnyEffect) -> tuple[str, str]:
    match effect:
        case Publish():
            when = journal.acknowledged_at(effect.event.seq)
            delivery = f"acknowledged {when}" if when else "not acknowledged"
            return "  event", f"{effect.event.seq} {_said(effect.event)} [{delivery}]"
        case Ask():
            return "  prompt", f"{effect.key}{_pairs(effect.about.items())}"
        case Say():
            return "  dealer says", effect.words
        case StartTimer():
            return "  timer", f"{effect.timer} runs for {effect.after_s:g} s"
        case StopTimer():
            return "  timer", f"{effect.timer} is stopped"
        case Alarm():
            return "  alarm", f"{effect.priority}: {effect.what} ({effect.detail})"
        case DrawChance():
            return "  chance", f"{effect.draw} is to be drawn"
        case Admit():
            let_in = f"{effect.person} is let in as {effect.role}" if effect.person else f"not let in: {effect.why}"
            return "  log-in", let_in
        case SendOrder():
            return "  order", f"{effect.device}: {effect.order} {effect.value}".rstrip()
        case Answer():
            return "  answer", "accepted" if effect.accepted else f"refused: {effect.why}"


def _irregularities(events: Iterable[AnyEvent]) -> list[str]:
    lines: list[tuple[str, str, str]] = []
    for event in events:
        if isinstance(event, TablePaused):
            lines.append((event.utc, "held", f"{event.kind}: expected {event.expected}, read {event.read}"))
        elif isinstance(event, TableResumed):
            lines.append((event.utc, "ruled", f"{event.ruling} by {event.by} ({event.kind}): {event.reason}"))
        elif isinstance(event, RoundVoided):
            lines.append((event.utc, "voided", f"{event.kind} by {event.by}: {event.reason}"))
        elif isinstance(event, RoundCorrected):
            lines.append((event.utc, "corrected", f"{event.corrects} by {', '.join(event.by)}: {event.reason}"))
    return ["Irregularities and rulings", *_indented(lines)] if lines else ["No irregularity"]


def _answers(ids: set[str], answers: Iterable[ResultAnswered]) -> list[str]:
    """What the backend said of the round's events other than that it has them."""
    lines = [
        (given.utc, f"event {given.event.rpartition(':')[2]}", given.outcome, _why(given))
        for given in answers
        if given.event in ids
    ]
    return ["", "What the backend answered", *_indented(lines)] if lines else []


def _why(given: ResultAnswered) -> str:
    match given.outcome:
        case "rejected":
            return f"{given.code}: {given.why}"
        case "unconfirmed":
            return "it was sent, and no answer came"
        case "acknowledged":
            return "after that"


def _endings(round_id: str, events: Iterable[AnyEvent], acknowledged: int) -> list[str]:
    """The result, and every correction of it."""
    lines: list[str] = []
    for event in events:
        if event.round != round_id:
            continue
        delivery = "acknowledged" if event.seq <= acknowledged else "not acknowledged"
        if isinstance(event, RoundResult):
            lines += [f"Result: {event.outcome} (event {event.seq}, {delivery})", *_indented(_of_result(event))]
        elif isinstance(event, RoundCorrected):
            lines += [f"Corrected: {event.outcome} (event {event.seq}, {delivery})", *_indented(_bets(event.bets))]
        elif isinstance(event, RoundVoided):
            lines.append(f"Void: every stake goes back (event {event.seq}, {delivery})")
    return lines or ["The round has not ended"]


def _of_result(result: RoundResult) -> list[tuple[str, str]]:
    lines = [
        (f"hand {name}", f"{' '.join(hand.cards)} = {hand.total}{', natural' if hand.natural else ''}")
        for name, hand in (result.hands or {}).items()
    ]
    if result.numbers:
        lines.append(("numbers", " ".join(result.numbers)))
    lines += [(name, _value(value)) for name, value in (result.draws or {}).items()]
    return lines + _bets(result.bets)


def _bets(bets: dict[str, BetOutcome]) -> list[tuple[str, str]]:
    """The bets that win, and those that give a stake back."""
    won = [(f"bet {name}", f"wins {bet.pays}") for name, bet in bets.items() if bet.result == "win"]
    back = [
        (f"bet {name}", f"gives back {bet.returned or 'the stake'}")
        for name, bet in bets.items()
        if bet.result == "push"
    ]
    return won + back or [("bets", "none wins")]


def _events(entry: Entry) -> list[AnyEvent]:
    return [decode_event(entry.name, row.seq, row.body) for row in entry.outbox]


def _said(struct: msgspec.Struct) -> str:
    """The struct's tag and its fields, but for those that are said elsewhere and those that say nothing."""
    fields = ((name, getattr(struct, name)) for name in struct.__struct_fields__ if name not in _SAID_ELSEWHERE)
    return f"{struct.__struct_config__.tag}{_pairs(fields)}"


def _pairs(fields: Iterable[tuple[str, Any]]) -> str:
    return "".join(f" {name}={_value(value)}" for name, value in fields if value not in (None, "", msgspec.UNSET))


def _value(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as their widest cell, two blanks between them."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _indented(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"  {line}" for line in _aligned(rows)]
