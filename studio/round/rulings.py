"""Irregularities and the rulings on them: what holds a table, and how it goes on."""

from __future__ import annotations

from devices.readings import AnyReading, CardOutsideGame, CardRead, CardSentAgain
from studio.cards import Card
from studio.games.procedure import Agree, Announce, Burn, Deal, Decide, Spin, TakeBets, Tell
from studio.messages import events
from studio.policy import Ruling, cell_for
from studio.round import betting, decisions, duty, entries, host_orders, shoe_life
from studio.round.hold import HOUSE_RULE, RELEASED_BY_LINK, Irregularity, word_request
from studio.round.in_play import TableInPlay

SETTLE = "settle"


def hold(table: TableInPlay, kind: str, read: str, device: str | None, reading: AnyReading | None = None) -> None:
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
    bets_open = isinstance(table.request, TakeBets) or table.bets_open_again
    if bets_open and table.desk.runs(betting.BETTING) and cell.automatic != "void":
        betting.close_bets(table, "irregularity")
        if table.stage != "round":
            # No box was in play, so that the close has ended the round: it is an irregularity between two rounds.
            hold(table, kind, read, device, reading)
            return
    table.irregularities += 1
    held = Irregularity(table.desk.name("i", table.irregularities), kind, expected, read, device, cell, reading)
    for timer in (decisions.DECISION, SETTLE, betting.BETTING):
        table.desk.stop(timer)
    table.irregularity = held
    if host_orders.NO_SPIN.issuperset(cell.rulings):
        host_orders.end_spin(table, kind)
    if cell.automatic is not None and cell.automatic in rulings_now(table, held):
        rule(table, cell.automatic, HOUSE_RULE, read)
        return
    table.desk.alarm("high", kind, read)
    table.desk.publish(events.TablePaused, kind=kind, expected=expected, read=read)
    ask_for_ruling(table, held)


def ask_for_ruling(table: TableInPlay, held: Irregularity) -> None:
    """Prompt that the table is held, and by what."""
    table.desk.ask(f"held.{held.kind}", {"read": held.read, "expected": held.expected})


def rulings_now(table: TableInPlay, held: Irregularity) -> list[Ruling]:
    """The rulings of the house that can be carried out in the table's present state."""
    return [ruling for ruling in held.rule.rulings if _possible(table, held, ruling)]


def _possible(table: TableInPlay, held: Irregularity, ruling: Ruling) -> bool:
    card = card_of(held)
    match ruling:
        case "void":
            return table.stage == "round"
        case "go_on":
            # What the rules refused has ended the procedure: there is nothing to go on with.
            return table.devices_ready and (table.procedure is not None or table.stage == "idle")
        case "leave":
            return card is not None and place_of(held) is not None and isinstance(table.request, Deal)
        case "place":
            return card is not None and isinstance(table.request, Deal | Burn)
        case "next_card":
            return card is not None and table.shoe is not None
        case "burn":
            # A card that was seen to lie face up has yet to be drawn: it is the next to leave the shoe.
            return card is not None or (held.kind == "card_exposed" and table.shoe is not None)
        case "enter":
            return entries.may_be_entered(table)
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
    known = CardRead | CardOutsideGame | CardSentAgain
    return Card.known(held.reading.card) if isinstance(held.reading, known) else None


def place_of(held: Irregularity) -> str | None:
    """The place for which the card that held the table was read."""
    return held.reading.position if isinstance(held.reading, CardRead) else None


def rule(table: TableInPlay, ruling: Ruling, by: str, reason: str) -> None:
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
            if isinstance(held.reading, CardSentAgain) and shoe is not None:
                # A repeat is not counted by itself; ruled to be a card that was missed, it has left the shoe.
                shoe.take_out(card)
            table.take(card)
        case "leave" if card is not None and (place := place_of(held)) is not None:
            table.lying[place] = card
            table.resume()
        case "next_card" if card is not None:
            table.kept_cards.append(card)
            if isinstance(table.request, Deal):
                table.take(table.kept_cards.pop(0))
            else:
                table.resume()
        case "burn" if card is not None:
            shoe_life.burn_surplus(table, card)
            table.resume()
        case "burn":
            table.burn_next = True
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
            back = shoe.refill_from_discards([*table.cards.values(), *table.kept_cards, *table.lying.values()])
            table.desk.publish(events.ShoeRefilled, cards=back)
            table.resume()
        case _:
            table.resume()
    if table.irregularity is None and table.stage == "round" and shoe is not None and shoe.overfull:
        # It came while something else held the table; that being settled does not make the shoe a whole one.
        hold(table, "card_beyond_composition", shoe.too_many, held.device)
    table.next()


def _re_spin(table: TableInPlay, kind: str, by: str, *, open_bets: bool) -> None:
    """No spin: the same round, the next attempt (roulette.md C12, G10)."""
    host_orders.end_spin(table, kind)
    table.attempt += 1
    table.spin_in_motion = None
    if table.host.restart != "ready":
        # Where the wheel has made ready since it was restarted, the next ball is the one.
        table.spin_at_open, table.fresh_launch_due = None, True
    table.desk.publish(events.ReSpin, attempt=table.attempt, kind=kind, by=by, bets_open=open_bets)
    table.desk.say("no_spin")
    _both_balls_again(table)
    if open_bets:
        betting.open_again(table)
    else:
        table.resume()


def _both_balls_again(table: TableInPlay) -> None:
    """At Double Ball the number of the first ball fell in the spin that is none: the round is asked for it again."""
    before = [answered for answered in table.answers if not isinstance(answered[0], Spin)]
    if table.procedure is None or table.begin is None or len(before) == len(table.answers):
        return
    table.procedure.close()
    table.answers, left = before, list(before)
    table.procedure, table.sent = table.begin(), [None]
    request = table.procedure.send(None)
    while not isinstance(request, Spin):
        table.sent.append(None if isinstance(request, Announce | Tell | Agree) else left.pop(0)[1])
        request = table.procedure.send(table.sent[-1])
    table.request = request


def void(table: TableInPlay, kind: str, by: str, reason: str) -> None:
    """The round in progress has no result."""
    host_orders.end_spin(table, kind)
    table.irregularity = None
    for timer in (betting.BETTING, betting.BOXES, decisions.DECISION, SETTLE):
        table.desk.stop(timer)
    table.drop_procedure()
    if table.shoe is not None and table.shoe.overfull:
        shoe_life.end_after_this_round(table, must_be_counted=kind)
    table.desk.publish(events.RoundVoided, kind=kind, by=by, reason=reason, **duty.dealt_by(table))
    table.desk.alarm("medium", "round_voided", f"{kind}: {reason}")
    table.end_round("void", kind)


def resume_waiting(table: TableInPlay) -> None:
    """What was waited for when the table was held is waited for again, with its whole time."""
    if isinstance(table.request, Decide):
        decisions.await_decision(table, table.request)
    elif isinstance(table.request, Spin) and table.spin_in_motion is not None:
        table.desk.start(SETTLE, table.settings.times.settle_s)
    else:
        host_orders.start_if_due(table)
