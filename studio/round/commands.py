"""Commands of people and backend. May I, why not, do it: `why_not` is the one place where the rule stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.games.procedure import Agree, Confirm
from studio.messages import events
from studio.messages.commands import (
    AnnounceResult,
    AnyCommand,
    CallPitBoss,
    CloseTable,
    ConfirmStep,
    GiveRuling,
    OpenTable,
    VoidRound,
)
from studio.round.effects import Answer
from studio.round.hold import Irregularity

if TYPE_CHECKING:
    from studio.round.orchestrator import Orchestrator

REMEMBERED = 1000
"""How many answered commands are remembered by id, so that a repeated one is answered alike and done once."""


def obey(table: Orchestrator, command: AnyCommand) -> None:
    """Answer a command, and do it when it is allowed. A command seen before gets its first answer again."""
    seen = table.answered.get(command.id)
    if seen is not None:
        table.desk.effects.append(seen)
        return
    refusal = why_not(table, command)
    answer = Answer(command.id, accepted=refusal is None, why=refusal or "")
    table.answered[command.id] = answer
    if len(table.answered) > REMEMBERED:
        del table.answered[next(iter(table.answered))]
    table.desk.effects.append(answer)
    if refusal is None:
        _do(table, command)


def why_not(table: Orchestrator, command: AnyCommand) -> str | None:
    """Why `command` is not allowed now, in words a dealer understands; None when it is."""
    match command:
        case OpenTable(rounds=rounds):
            if command.role not in ("pit_boss", "backend"):
                return "only a pit boss or the backend opens a table"
            if table.open:
                return "the table is open already"
            return "a table is opened for at least one round" if rounds is not None and rounds < 1 else None
        case CloseTable():
            if command.role not in ("pit_boss", "backend"):
                return "only a pit boss or the backend closes a table"
            return None if table.open else "the table is closed already"
        case ConfirmStep(what=what):
            return _why_not_confirm(table, what)
        case AnnounceResult():
            if not isinstance(table.request, Agree):
                return "no result is awaited now"
            return None if "dealer" in table.settings.result_channels else "this table takes no announced result"
        case GiveRuling():
            return _why_not_rule(table, command)
        case VoidRound():
            if command.role != "pit_boss":
                return "only a pit boss voids a round"
            return None if table.stage == "round" else "no round is in progress"
        case CallPitBoss():
            return None


def _why_not_confirm(table: Orchestrator, what: str) -> str | None:
    if table.irregularity is not None:
        return "the table is held: wait for the pit boss"
    if not isinstance(table.request, Confirm):
        return "nothing is to be confirmed now"
    return None if table.request.what == what else f"what is to be confirmed now is: {table.request.what}"


def _why_not_rule(table: Orchestrator, command: GiveRuling) -> str | None:
    held = table.irregularity
    if command.role != "pit_boss":
        return "only a pit boss rules"
    if held is None:
        return "nothing holds the table"
    if held.id != command.irregularity:
        return f"the table is held by {held.id} ({held.kind}), not by {command.irregularity}"
    allowed = rulings_now(table, held)
    if command.ruling not in allowed:
        return f"this house allows here: {', '.join(allowed) or 'nothing while a device is missing'}"
    if not command.reason.strip():
        return "a ruling needs a reason"
    return None


def rulings_now(table: Orchestrator, held: Irregularity) -> list[str]:
    """The rulings of the house that can be carried out in the table's present state."""
    possible = set()
    if table.stage == "round":
        possible.add("void")
    if table.devices_ready:
        possible.add("go_on")
    if isinstance(table.request, Agree):
        possible.add("result_stands")
    if table.shoe_rules is not None and table.stage != "round":
        possible.add("replace_shoe")
    return [ruling for ruling in held.rule.rulings if ruling in possible]


def _do(table: Orchestrator, command: AnyCommand) -> None:
    match command:
        case OpenTable(rounds=rounds):
            table.open, table.closing = True, None
            table.rounds_wanted = None if rounds is None else table.rounds_done + rounds
            table.desk.publish(
                events.TableOpened,
                game=table.rules.game,
                house=table.rules.house,
                rules_digest=table.desk.rules_digest,
            )
            table.next()
        case CloseTable(reason=reason):
            table.closing = reason
            if table.stage == "shoe" and table.irregularity is None:
                table.abandon_shoe(reason)
            table.desk.stop("between_rounds")
            table.next()
        case ConfirmStep():
            table.take(None)
        case AnnounceResult(value=value):
            expected = table.request
            assert isinstance(expected, Agree)
            if value == expected.value:
                table.vouch("dealer")
            else:
                read = f"the dealer announced {value}, the devices say {expected.value}"
                table.hold("result_disputed", read, device=None)
        case GiveRuling(ruling=ruling, person=person, reason=reason):
            held = table.irregularity
            assert held is not None
            table.rule(next(known for known in held.rule.rulings if known == ruling), person, reason)
        case VoidRound(person=person, reason=reason):
            table.void("ordered", person, reason)
        case CallPitBoss(person=person):
            table.desk.alarm("medium", "pit_boss_called", f"by {person}")
