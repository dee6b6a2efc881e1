"""Who is let in, who is logged in, and what wrong PINs lead to. Pure: the time comes with the input.

A dealer who logs in is the dealer on duty, and the table's own screen and buttons speak for whoever is; anybody else
has a session, which each order names. A second person's session is for one order.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from studio.messages.bus import Refusal
from studio.messages.commands import (
    AnyCommand,
    CallPitBoss,
    CorrectResult,
    EnterValue,
    GiveRuling,
    GoOnDuty,
    InspectCards,
    RecorderAlive,
    Role,
    VoidResult,
)
from studio.people import Person, named
from studio.round import duty
from studio.round.attendance import Session
from studio.round.effects import Admit
from studio.round.in_play import TableInPlay
from studio.round.inputs import LoggedOut, LogInTried, Unlocked

WRONG_UNTIL_LOCKED: Final = 5
LOCK_S: Final = 300.0
LONGEST_SESSION: Final = timedelta(hours=14)
"""A session that nobody ended: longer than any shift."""
SESSIONS_KEPT: Final = 64
OF_TWO: Final = (CorrectResult, EnterValue, GiveRuling, InspectCards, VoidResult)
"""What a dealer who is not on duty may order: the word of the second of two."""
NOBODY: Final = ""
"""All staff numbers that nobody has share one count of wrong PINs: which they were is not kept, since a PIN may be
typed in the place of a number."""
BEST_FIRST: Final[tuple[Literal["pit_boss", "dealer", "technician"], ...]] = ("pit_boss", "dealer", "technician")

WHY: Final[dict[Refusal, str]] = {
    "no_list": "this table keeps no list of people",
    "unknown": "not known here",
    "wrong_pin": "wrong PIN",
    "locked": "locked",
    "no_role": "not in this role",
    "no_licence": "no licence for this game",
    "elsewhere": "on duty at another table",
    "busy": "too many wait to log in: try again",
}
"""Why somebody is not let in, in words that are the same for everybody."""


def locked_until(table: TableInPlay, who: str | None, utc: str) -> str | None:
    """Until when PINs of this person (None: of numbers that nobody has) are not looked at; None when they are."""
    until = table.attendance.locked_until_utc.get(who or NOBODY)
    return until if until is not None and utc < until else None


def happened(table: TableInPlay, given: LogInTried | LoggedOut | Unlocked) -> None:
    """Something at the door."""
    match given:
        case LogInTried():
            _tried(table, given)
        case LoggedOut():
            _logged_out(table, given)
        case Unlocked():
            _unlocked(table, given)


def _tried(table: TableInPlay, given: LogInTried) -> None:
    person = named(table.settings.people, given.person) if given.person is not None else None
    until = locked_until(table, given.person, given.utc) if given.by == "pin" else None
    if until is not None:
        _refuse(table, given, "locked", until)
    elif not given.right or person is None:
        _wrong(table, given)
    else:
        if given.by == "pin":
            table.attendance.wrong.pop(person.name, None)
            table.attendance.locked_until_utc.pop(person.name, None)
        _known(table, given, person)


def _logged_out(table: TableInPlay, given: LoggedOut) -> None:
    session = table.attendance.sessions.pop(given.session, None)
    if session is not None:
        table.desk.note(session.person, "logged out")


def _unlocked(table: TableInPlay, given: Unlocked) -> None:
    table.attendance.wrong.pop(given.person, None)
    if table.attendance.locked_until_utc.pop(given.person, None) is not None:
        table.desk.note(given.person, "unlocked")


def why_not_person(table: TableInPlay, command: AnyCommand, session: str) -> str | None:
    """Why this person may not order in this role; None where the house keeps no list, and for the backend."""
    why = duty.why_not_role(table, command.person, command.role)
    if not table.settings.log_in or command.role == "backend":
        return why
    if isinstance(command, CallPitBoss | RecorderAlive) and not session:
        # Whoever stands at the table may call for help; the recorder is a machine, and proves itself by its key.
        return None
    if why is not None:
        return why
    if isinstance(command, GoOnDuty):
        return "log in by badge or PIN"
    if session:
        known = _session(table, session)
        if known is None or (known.person, known.role) != (command.person, command.role):
            return f"{command.person} is not logged in: log in again"
        if command.role != "dealer" or isinstance(command, OF_TWO):
            return None
    if command.role != "dealer":
        return f"{command.person} is not logged in"
    if table.desk.dealer is None:
        return "nobody is on duty: log in by badge or PIN"
    return None if table.desk.dealer == command.person else f"{table.desk.dealer} is on duty, not {command.person}"


def used(table: TableInPlay, session: str) -> None:
    """An order was given under this session: one that was for one order is over."""
    known = table.attendance.sessions.get(session)
    if known is not None and known.once:
        del table.attendance.sessions[session]


def drop_strangers(table: TableInPlay) -> None:
    """The list of people has changed: sessions of those who are not on it any more, or not in that role, are over."""
    kept = {
        digest: session
        for digest, session in table.attendance.sessions.items()
        if duty.why_not_role(table, session.person, session.role) is None
    }
    table.attendance.sessions = kept


def present(table: TableInPlay) -> list[Session]:
    """Who has logged in, beside the dealer on duty: each once."""
    now = table.desk.utc
    sessions = [known for known in table.attendance.sessions.values() if not known.once and not _over(known, now)]
    return list({(session.person, session.role): session for session in sessions}.values())


# --- what follows from an attempt ---------------------------------------------------------------------------------


def _wrong(table: TableInPlay, given: LogInTried) -> None:
    who, desk, attendance = given.person or NOBODY, table.desk, table.attendance
    if given.by == "badge":
        desk.alarm("low", "badge_unknown", f"a badge of nobody at {given.place}")
        _refuse(table, given, "unknown")
        return
    attendance.wrong[who] = attendance.wrong.get(who, 0) + 1
    if attendance.wrong[who] < WRONG_UNTIL_LOCKED:
        _refuse(table, given, "wrong_pin")
        return
    del attendance.wrong[who]
    until = datetime.fromisoformat(given.utc) + timedelta(seconds=LOCK_S)
    locked = until.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    attendance.locked_until_utc[who] = locked
    whose = who or "staff numbers that nobody has"
    desk.alarm("high", "log_in_locked", f"{WRONG_UNTIL_LOCKED} wrong PINs of {whose} at {given.place}")
    _refuse(table, given, "locked", locked)


def _known(table: TableInPlay, given: LogInTried, person: Person) -> None:
    role = given.role or next(role for role in BEST_FIRST if role in person.roles)
    if role not in person.roles:
        _refuse(table, given, "no_role")
    elif role == "dealer" and not given.once:
        _dealer(table, given, person)
    elif not given.session:
        # The table's own reader opens no session: there is no screen to bear it.
        _refuse(table, given, "no_role")
    else:
        sessions = table.attendance.sessions
        sessions[given.session] = Session(person.name, role, given.utc, given.once)
        while len(sessions) > SESSIONS_KEPT:
            del sessions[next(iter(sessions))]
        _admit(table, given, person.name, role)


def _dealer(table: TableInPlay, given: LogInTried, person: Person) -> None:
    desk, name = table.desk, person.name
    at_own_reader = not given.attempt
    if at_own_reader and name in (desk.dealer, desk.relief):
        _again(table, given, name)
    elif duty.why_not_deal(table, name) is not None:
        _refuse(table, given, "no_licence")
    elif given.elsewhere and desk.dealer != name:
        _refuse(table, given, "elsewhere", why=given.elsewhere)
    else:
        _admit(table, given, name, "dealer")
        if desk.dealer == name:
            desk.leaving = False
        elif desk.dealer is None or table.stage == "idle":
            duty.change_dealer(table, name)
        else:
            desk.relief, desk.leaving = name, False
            desk.note(name, "takes over after this round")


def _again(table: TableInPlay, given: LogInTried, name: str) -> None:
    """A badge once more at the table's own reader: the dealer leaves, or the relief goes back."""
    desk = table.desk
    _admit(table, given, name, "dealer")
    if name == desk.relief:
        desk.relief = None
        desk.note(name, "does not take over")
    elif desk.leaving:
        desk.leaving = False
        desk.note(name, "stays")
    else:
        duty.leave(table, name)


def _admit(table: TableInPlay, given: LogInTried, name: str, role: Role) -> None:
    what = "confirms as second" if given.once else f"logged in as {role.replace('_', ' ')}"
    table.desk.note(name, f"{what} by {given.by} at {given.place}")
    table.desk.effects.append(Admit(given.attempt, name, role))


def _refuse(table: TableInPlay, given: LogInTried, refusal: Refusal, until: str | None = None, why: str = "") -> None:
    who = given.person or "somebody"
    table.desk.note(who, f"not let in at {given.place}: {WHY[refusal]}")
    table.desk.effects.append(Admit(given.attempt, None, None, refusal, why or WHY[refusal], until))


def _session(table: TableInPlay, digest: str) -> Session | None:
    known = table.attendance.sessions.get(digest)
    return None if known is None or _over(known, table.desk.utc) else known


def _over(session: Session, utc: str) -> bool:
    return datetime.fromisoformat(utc) - datetime.fromisoformat(session.since_utc) > LONGEST_SESSION
