"""People at the table, inspections before it opens, and the video recorder: conditions for the next round.

Source: field standards 4 cases 5 to 7, requirements 23, 24 and 28; roulette.md 1 "Inspection before open".
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from studio.messages import events
from studio.messages.commands import GoOffDuty, GoOnDuty, RecordInspection, RelieveDealer
from studio.people import named
from studio.round.in_play import TableInPlay

RECORDER: Final = "recorder"
INSPECTION_GOOD_FOR: Final = timedelta(hours=24)


def why_not_on_duty(table: TableInPlay, command: GoOnDuty) -> str | None:
    """Why somebody may not take over the table as its dealer."""
    if table.stage != "idle":
        return "hand-over is between two rounds only"
    if table.desk.dealer == command.person:
        return f"{command.person} is on duty already"
    if table.desk.dealer is not None:
        return f"{table.desk.dealer} is on duty: hand over first"
    return why_not_deal(table, command.person)


def why_not_deal(table: TableInPlay, name: str) -> str | None:
    """Why this person may not deal this game today; None where the house keeps no list at its tables."""
    if not table.settings.people:
        return None
    person = named(table.settings.people, name)
    if person is None or "dealer" not in person.roles:
        return f"{name} is no dealer of this table"
    until = person.licences.get(table.rules.game)
    if until is None:
        return f"{name} has no licence for {table.rules.game}"
    today = table.desk.utc[:10]
    return None if today <= until.isoformat() else f"{name}'s licence for {table.rules.game} ended on {until}"


def why_not_role(table: TableInPlay, name: str, role: str) -> str | None:
    """Why a person may not act in a role, where the house keeps a list; the backend is no person."""
    if not table.settings.people or role == "backend":
        return None
    person = named(table.settings.people, name)
    return None if person is not None and role in person.roles else f"{name} is no {role.replace('_', ' ')} here"


def go_on_duty(table: TableInPlay, command: GoOnDuty) -> None:
    """The person is the dealer from now on."""
    change_dealer(table, command.person)


def why_not_off_duty(table: TableInPlay, command: GoOffDuty) -> str | None:
    """Why the dealer may not leave. Where people log in, a dealer may say so at any time and leaves after the round."""
    if table.stage != "idle" and not table.settings.log_in:
        return "hand-over is between two rounds only"
    if table.desk.dealer is None:
        return "nobody is on duty"
    others = table.settings.log_in and command.person != table.desk.dealer
    return "who deals leaves in his own name; a pit boss may relieve him" if others else None


def why_not_relieve(table: TableInPlay, command: RelieveDealer) -> str | None:
    """Why a dealer is not sent off."""
    if command.role != "pit_boss":
        return "only a pit boss relieves a dealer"
    if not command.reason.strip():
        return "a reason is needed"
    return None if table.desk.dealer is not None else "nobody is on duty"


def leave(table: TableInPlay, by: str) -> None:
    """The dealer leaves: now between two rounds, else after the round in progress."""
    if table.stage == "idle":
        change_dealer(table, None)
    else:
        table.desk.leaving = True
        table.desk.note(by, "the dealer leaves after this round")


def change_dealer(table: TableInPlay, name: str | None) -> None:
    """Who deals from now on, and what comes next at the table."""
    _hand_over(table, name)
    table.next()


def hand_over_if_due(table: TableInPlay) -> None:
    """Between two rounds: the relief takes over, or the dealer who wanted to leave does."""
    if table.desk.relief is not None:
        _hand_over(table, table.desk.relief)
    elif table.desk.leaving:
        _hand_over(table, None)


def _hand_over(table: TableInPlay, name: str | None) -> None:
    table.desk.dealer, table.desk.relief, table.desk.leaving = name, None, False
    if name is not None:
        table.new_dealer = True
    table.desk.publish(events.DealerChanged, dealer=name)


def dealt_by(table: TableInPlay) -> dict[str, str]:
    """The dealer's name as a field of a round's end; nothing where nobody was on duty by name."""
    return {} if table.desk.dealer is None else {"dealer": table.desk.dealer}


def why_not_inspection(table: TableInPlay, command: RecordInspection) -> str | None:
    """Why an inspection is not recorded."""
    if command.role != "pit_boss":
        return "a pit boss inspects"
    known = table.settings.inspections
    return None if command.what in known else f"{command.what!r} is not inspected here: {', '.join(known) or 'nothing'}"


def inspected(table: TableInPlay, command: RecordInspection) -> None:
    """Put an inspection on record, with person and time."""
    table.inspected_utc[command.what] = table.desk.utc
    table.desk.publish(events.Inspected, what=command.what, by=command.person, note=command.note)


def recorder_alive(table: TableInPlay) -> None:
    """The recorder has said that it records."""
    silent_after_s = table.settings.recorder_silent_after_s
    if silent_after_s is None:
        return
    was_silent = not table.recorder_runs
    table.recorder_runs = True
    table.desk.stop(RECORDER)
    table.desk.start(RECORDER, silent_after_s)
    if was_silent:
        table.next()


def recorder_silent(table: TableInPlay) -> None:
    """The recorder's heartbeat is missing: a round in progress is finished, the next one waits (standards.md 5.28)."""
    table.recorder_runs = False
    table.desk.alarm("high", "recorder_silent", "no heartbeat of the video recorder")


def missing(table: TableInPlay) -> str | None:
    """What keeps the next round from being opened, in words; None when nothing does."""
    settings = table.settings
    if settings.recorder_silent_after_s is not None and not table.recorder_runs:
        return "the video recorder is silent"
    if settings.dealer_required and table.desk.dealer is None:
        return "no dealer is on duty"
    return why_not_deal(table, table.desk.dealer) if table.desk.dealer is not None else None


def not_inspected(table: TableInPlay) -> str | None:
    """What must be inspected before the table may open; None when all has been within 24 hours."""
    now = datetime.fromisoformat(table.desk.utc)
    due = [what for what in table.settings.inspections if is_due(table, what, now)]
    return f"not inspected within 24 hours: {', '.join(due)}" if due else None


def is_due(table: TableInPlay, what: str, now: datetime) -> bool:
    """Whether `what` has not been inspected within 24 hours."""
    inspected = table.inspected_utc.get(what)
    return inspected is None or now - datetime.fromisoformat(inspected) > INSPECTION_GOOD_FOR
