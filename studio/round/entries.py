"""Values typed by hand, where the house allows it: no default, never blank, and two people who type the same.

Source: field standards 4 cases 15 and 19 and requirement 20 (two-person entry, marked in the published result).
"""

from __future__ import annotations

from typing import Any

from studio.cards import Card
from studio.games.procedure import DOUBLE, AnyRequest, Burn, Deal, DrawBalls, Spin, TurnBonusWheel, TurnReel
from studio.messages import events
from studio.messages.commands import EnterValue
from studio.round.hold import word_request
from studio.round.in_play import TableInPlay

ROULETTE_NUMBERS = frozenset(str(number) for number in range(37)) | {"00"}


def may_be_entered(table: TableInPlay) -> bool:
    """Whether this house takes what is due by hand."""
    request = table.request
    return request is not None and str(request.__struct_config__.tag) in table.settings.manual_entry


def why_not_now(table: TableInPlay, role: str) -> str | None:
    """Why nothing is taken by hand now from anybody in this role."""
    if not may_be_entered(table):
        return f"this house does not take {word_request(table.request)} by hand"
    if table.irregularity is not None and "enter" not in table.irregularity.rule.rulings:
        return "the table is held: wait for the pit boss"
    return None if role in ("dealer", "pit_boss") else "a value is entered by the dealer and the pit boss"


def why_not_enter(table: TableInPlay, command: EnterValue) -> str | None:
    """Why a value typed by hand is not taken."""
    request = table.request
    if (refusal := why_not_now(table, command.role)) is not None:
        return refusal
    try:
        value = read_entry(request, command.value)
    except ValueError as error:
        return str(error)
    if isinstance(value, Card) and table.shoe is not None and not table.shoe.can_hold(value):
        return f"every {value} of this shoe has been dealt"
    first = table.first_entry
    if first is None:
        return None
    if first[0] == command.person:
        return "another person must enter the same value"
    return "one of the two must be a pit boss" if "pit_boss" not in (first[1], command.role) else None


def enter(table: TableInPlay, command: EnterValue) -> None:
    """Note a first entry, or take the value when the second one is the same."""
    request, first = table.request, table.first_entry
    value = command.value.strip()
    table.desk.note(command.person, f"entered {value} for {word_request(request)}")
    if first is None:
        table.first_entry = (command.person, command.role, value)
        table.desk.ask("second_entry", {"request": word_request(request)})
        return
    if first[2] != value:
        table.first_entry = None
        table.desk.alarm("high", "entries_differ", f"{first[0]} entered {first[2]}, {command.person} {value}")
        table.ask_again()
        return
    table.entered_by_hand = True
    table.irregularity = None
    people = [first[0], command.person]
    table.desk.publish(events.ValueEntered, request=word_request(request), value=value, by=people)
    answer = read_entry(request, value)
    if isinstance(answer, Card) and table.shoe is not None:
        table.shoe.recognise(answer)
    table.take(answer)


def read_entry(request: AnyRequest | None, text: str) -> Any:
    """The answer that `text` gives to the request. Raises ValueError saying what is allowed; blank never is."""
    words = text.split()
    if not words:
        raise ValueError("nothing was typed: a value has no default")
    match request:
        case Deal() | Burn() if len(words) == 1:
            return Card.parse(words[0])
        case Spin() if len(words) == 1 and words[0] in ROULETTE_NUMBERS:
            return words[0]
        case TurnReel() if len(words) == 1 and words[0].isdecimal():
            return int(words[0])
        case TurnBonusWheel() if words in ([DOUBLE],) or (len(words) == 1 and words[0].isdecimal()):
            return DOUBLE if words[0] == DOUBLE else int(words[0])
        case DrawBalls(count=count) if len(set(words)) == count and ROULETTE_NUMBERS.issuperset(words):
            return tuple(words)
        case DrawBalls(count=count):
            raise ValueError(f"type {count} different ball numbers in order of the tube, as in 3 17 22")
    raise ValueError(f"{text!r} is no value for {word_request(request)}")
