"""What a round tells the backend on its way, what the peek says, what was drawn, and what the backend answered."""

from __future__ import annotations

from typing import Any

from studio.cards import Card
from studio.games.procedure import Chance
from studio.messages import events
from studio.round.in_play import TableInPlay
from studio.round.inputs import ResultAnswered


def tell(table: TableInPlay, what: str, value: Any) -> None:
    """Publish what the procedure tells; a split moves a card, a turned hole card is seen from now on."""
    match what:
        case "split":
            table.cards[value["to"]] = table.cards.pop(value["from"])
        case "hole_card":
            table.face_down.clear()
        case _:
            table.told[what] = value
    table.desk.publish(events.RoundTold, what=what, value=value)


def peeked(table: TableInPlay, falls: Card | None = None) -> bool | None:
    """What the peek would say, where a reader has seen the hole card: an ace and a card that counts ten.

    `falls` is a hole card that is not on the table yet.
    """
    hole, up = falls or table.cards.get("dealer-2"), table.cards.get("dealer-1")
    if hole is None or up is None:
        return None
    return {"A", "T"} == {"T" if card.rank in "TJQK" else card.rank for card in (hole, up)}


def drawn(table: TableInPlay, draw: str, value: Any, generator: str) -> None:
    """The generator has drawn: it counts for the open request, once the table is held no more."""
    if table.request != Chance(draw=draw):
        table.desk.alarm("medium", "reading_unexpected", f"{generator} drew {draw}, which nobody asked for")
    elif table.irregularity is not None:
        table.irregularity.also_read.append(f"{draw}: {value}")
        table.drawn = (draw, value)
    else:
        table.desk.note(generator, f"{draw}: {value}")
        table.take(value)


def clock_was_set(table: TableInPlay, by_ms: int) -> None:
    """The wall clock was set: the backend is told, since it shows the times of events to people."""
    way = "forward" if by_ms > 0 else "back"
    table.desk.alarm("medium", "clock_jumped", f"set {way} by {abs(by_ms) / 1000:.3f} s, to {table.desk.utc}")
    table.desk.publish(events.ClockSet, by_ms=by_ms)


def answered(table: TableInPlay, given: ResultAnswered) -> None:
    """An event was rejected, or nobody answered: somebody is called. The round goes on; the results wait in order."""
    match given.outcome:
        case "rejected":
            table.unanswered = "result_rejected"
            table.desk.alarm("high", table.unanswered, f"{given.event}: {given.code}: {given.why}")
        case "unconfirmed":
            table.unanswered = "result_unconfirmed"
            # Without the event's id, which the input has: each outage of a bad backend is the same alarm, counted.
            table.desk.alarm("medium", table.unanswered, "events were sent and the backend does not answer")
        case "acknowledged":
            table.unanswered = None
