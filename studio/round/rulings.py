"""Irregularities and the rulings on them: what holds a table, and how it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devices.readings import AnyReading, CardRead
from studio.cards import Card
from studio.games.procedure import Agree, Burn, Deal, Decide, Spin, TakeBets
from studio.messages import events
from studio.policy import Ruling, cell_for
from studio.round import betting, decisions, shoe_life
from studio.round.hold import HOUSE_RULE, RELEASED_BY_LINK, Irregularity, word_request

if TYPE_CHECKING:
    from studio.round.orchestrator import Orchestrator

SETTLE = "settle"


def hold(table: Orchestrator, kind: str, read: str, device: str | None, reading: AnyReading | None = None) -> None:
    """An irregularity: the house's own rule decides, or the table waits for a person."""
    cell = cell_for(table.settings.irregularities, kind, table.phase)
    if table.irregularity is not None:
        table.irregularity.also_read.append(f"{kind}: {read}")
        if cell.automatic == "void" and table.stage == "round":
            void(table, kind, HOUSE_RULE, read)
        return
    if cell.automatic == "go_on" and kind not in RELEASED_BY_LINK:
        table.desk.alarm("medium", kind, read)
        return
    expected = word_request(table.request)
    table.irregularities += 1
    held = Irregularity(table.desk.name("i", table.irregularities), kind, expected, read, device, cell, reading)
    if isinstance(table.request, TakeBets) and table.desk.runs(betting.BETTING) and cell.automatic != "void":
        betting.close_bets(table, "irregularity")
    for timer in (decisions.DECISION, SETTLE, betting.BETTING):
        table.desk.stop(timer)
    table.irregularity = held
    if cell.automatic is not None and cell.automatic in rulings_now(table, held):
        rule(table, cell.automatic, HOUSE_RULE, read)
        return
    table.desk.alarm("high", kind, read)
    table.desk.publish(events.TablePaused, kind=kind, expected=expected, read=read)
    table.desk.ask(f"held.{kind}", {"read": read, "expected": expected})


def rulings_now(table: Orchestrator, held: Irregularity) -> list[Ruling]:
    """The rulings of the house that can be carried out in the table's present state."""
    return [ruling for ruling in held.rule.rulings if _possible(table, held, ruling)]


def _possible(table: Orchestrator, held: Irregularity, ruling: Ruling) -> bool:
    card = card_of(held)
    match ruling:
        case "void":
            return table.stage == "round"
        case "go_on":
            # What the rules refused has ended the procedure: there is nothing to go on with.
            return table.devices_ready and (table.procedure is not None or table.stage == "idle")
        case "place":
            return card is not None and isinstance(table.request, Deal | Burn)
        case "next_card" | "burn":
            return card is not None and table.shoe is not None
        case "enter":
            return bool(table.settings.manual_entry) and table.request is not None
        case "result_stands":
            return isinstance(table.request, Agree)
        case "re_spin" | "re_spin_open":
            return isinstance(table.request, Spin | TakeBets)
        case "replace_shoe":
            return table.shoe_rules is not None and table.stage != "round"
        case "count_shoe" | "complete_from_discards":
            return table.shoe is not None


def card_of(held: Irregularity) -> Card | None:
    """The card whose reading held the table, if one did."""
    return Card.known(held.reading.card) if isinstance(held.reading, CardRead) else None


def rule(table: Orchestrator, ruling: Ruling, by: str, reason: str) -> None:
    """Carry out a ruling on the irregularity that holds the table."""
    held = table.irregularity
    assert held is not None
    if ruling == "void":
        void(table, held.kind, by, reason)
        return
    table.irregularity = None
    if ruling != "enter":
        table.desk.publish(events.TableResumed, kind=held.kind, ruling=ruling, by=by, reason=reason)
    card, shoe = card_of(held), table.shoe
    match ruling:
        case "place":
            table.take(card)
        case "next_card" if card is not None:
            table.kept_cards.append(card)
            table.resume()
        case "burn" if shoe is not None:
            shoe.burned += 1
            table.desk.publish(events.CardBurned, number=1, of=1, card=str(card))
            table.resume()
        case "result_stands":
            table.advance(None)
        case "re_spin" | "re_spin_open":
            _re_spin(table, held.kind, by, open_bets=ruling == "re_spin_open")
        case "replace_shoe":
            shoe_life.abandon(table, held.kind)
        case "count_shoe" if shoe is not None:
            shoe_life.end_after_this_round(table, must_be_counted=held.kind)
            table.resume()
        case "complete_from_discards" if shoe is not None:
            back = shoe.refill_from_discards(table.cards.values())
            table.desk.publish(events.ShoeRefilled, cards=back)
            table.resume()
        case _:
            table.resume()
    table.next()


def _re_spin(table: Orchestrator, kind: str, by: str, *, open_bets: bool) -> None:
    """No spin: the same round, the next attempt (roulette.md C12, G10)."""
    table.attempt += 1
    table.spin_in_motion = table.spin_at_open = None
    table.fresh_launch_due = True
    table.desk.publish(events.ReSpin, attempt=table.attempt, kind=kind, by=by, bets_open=open_bets)
    table.desk.say("no_spin")
    if open_bets:
        betting.open_again(table)
    else:
        table.resume()


def void(table: Orchestrator, kind: str, by: str, reason: str) -> None:
    """The round in progress has no result."""
    table.irregularity = None
    for timer in (betting.BETTING, betting.BOXES, decisions.DECISION, SETTLE):
        table.desk.stop(timer)
    table.drop_procedure()
    table.desk.publish(events.RoundVoided, kind=kind, by=by, reason=reason)
    table.desk.alarm("medium", "round_voided", f"{kind}: {reason}")
    table.end_round("void", kind)


def resume_waiting(table: Orchestrator) -> None:
    """What was waited for when the table was held is waited for again, with its whole time."""
    if isinstance(table.request, Decide):
        decisions.await_decision(table, table.request)
    elif isinstance(table.request, Spin) and table.spin_in_motion is not None:
        table.desk.start(SETTLE, table.settings.times.settle_s)
