"""Irregularities and the rulings on them: what holds a table, and how it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.readings import AnyReading
from studio.games.procedure import Agree, Decide, TakeBets
from studio.messages import events
from studio.round import betting, decisions, shoe_life
from studio.round.hold import HOUSE_RULE, RELEASED_BY_LINK, Irregularity, word_request
from studio.settings import Ruling

if TYPE_CHECKING:
    from studio.round.orchestrator import Orchestrator


def hold(table: Orchestrator, kind: str, read: str, device: str | None, reading: AnyReading | None = None) -> None:
    """An irregularity: the house's own rule decides, or the table waits for a person."""
    rule = table.settings.irregularities[kind]
    if table.stage == "round" and rule.automatic == "void":
        void(table, kind, HOUSE_RULE, read)
        return
    if table.irregularity is not None:
        table.irregularity.also_read.append(f"{kind}: {read}")
        return
    if rule.automatic == "go_on" and kind not in RELEASED_BY_LINK:
        table.desk.alarm("medium", kind, read)
        return
    expected = word_request(table.request)
    table.irregularities += 1
    held = Irregularity(table.desk.name("i", table.irregularities), kind, expected, read, device, rule, reading)
    if isinstance(table.request, TakeBets) and table.desk.runs(betting.BETTING):
        betting.close_bets(table, "irregularity")
    table.desk.stop(decisions.DECISION)
    table.irregularity = held
    table.desk.alarm("high", kind, read)
    table.desk.publish(events.TablePaused, kind=kind, expected=expected, read=read)
    table.desk.ask(f"held.{kind}", {"read": read, "expected": expected})


def rulings_now(table: Orchestrator, held: Irregularity) -> list[Ruling]:
    """The rulings of the house that can be carried out in the table's present state."""
    possible: set[Ruling] = set()
    if table.stage == "round":
        possible.add("void")
    if table.devices_ready and (table.procedure is not None or table.stage == "idle"):
        possible.add("go_on")
    if isinstance(table.request, Agree):
        possible.add("result_stands")
    if table.shoe_rules is not None and table.stage != "round":
        possible.add("replace_shoe")
    return [ruling for ruling in held.rule.rulings if ruling in possible]


def rule(table: Orchestrator, ruling: Ruling, by: str, reason: str) -> None:
    """Carry out a ruling on the irregularity that holds the table."""
    held = table.irregularity
    assert held is not None
    if ruling == "void":
        void(table, held.kind, by, reason)
        return
    table.irregularity = None
    table.desk.publish(events.TableResumed, kind=held.kind, ruling=ruling, by=by, reason=reason)
    match ruling:
        case "replace_shoe":
            shoe_life.abandon(table, held.kind)
        case "result_stands":
            table.advance(None)
        case _:
            if isinstance(table.request, Decide):
                decisions.await_decision(table, table.request)
            table.ask_again()
    table.next()


def void(table: Orchestrator, kind: str, by: str, reason: str) -> None:
    """The round in progress has no result."""
    table.irregularity = None
    for timer in (betting.BETTING, betting.BOXES, decisions.DECISION):
        table.desk.stop(timer)
    table.drop_procedure()
    table.desk.publish(events.RoundVoided, kind=kind, by=by, reason=reason)
    table.desk.alarm("medium", "round_voided", f"{kind}: {reason}")
    table.end_round("void", kind)
