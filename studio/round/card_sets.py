"""Sets of cards of a table: received, inspected, shuffled, cut, live, spent; and nothing out of that order.

Two sets with different backs: one is shuffled while the other is dealt, and they are exchanged only between rounds.
A set is counted by identity when it comes and when it is spent, by two people; one that is short or over is blocked.
Source: baccarat.md 2 "Card check", field standards 5.12 to 5.14 and 4 cases 4, 8, 10, 11.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from studio.cards import Card, composition
from studio.games.procedure import Confirm
from studio.messages import events
from studio.messages.commands import CutCards, InspectCards, ShuffleCards
from studio.round import seconding
from studio.round.card_set import NEXT, CardSet, SetState
from studio.round.in_play import TableInPlay


def difference(table: TableInPlay, counts: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    """What is missing and what is too many in a count by identity, each as card to copies."""
    rules = table.shoe_rules
    assert rules is not None
    whole = composition(rules.decks, getattr(rules, "without_ranks", ""))
    found = Counter({Card.parse(code): count for code, count in counts.items()})
    return _spelled(whole - found), _spelled(found - whole)


def why_not_inspect(table: TableInPlay, command: InspectCards) -> str | None:
    """Why a count is not taken: not this set, not now, not these people, no cards."""
    card_set = table.card_sets.get(command.card_set)
    if card_set is None:
        return _no_such_set(table, command.card_set)
    if table.irregularity is not None and card_set is table.set_in_hand:
        return "the table is held: wait for the pit boss"
    if card_set.state not in ("received", "spent", "blocked"):
        return f"set {card_set.name} cannot be inspected now: {NEXT[card_set.state]}"
    unknown = [code for code in command.counts if Card.known(code) is None]
    if unknown:
        return f"{unknown[0]!r} is not a card"
    return seconding.why_not_second(table, command)


def inspect(table: TableInPlay, command: InspectCards) -> None:
    """Take a count that two people have given alike: the set is whole, or blocked and its rounds flagged."""
    people = seconding.seconded(table, command)
    if people is None:
        return
    card_set = table.card_sets[command.card_set]
    missing, surplus = difference(table, command.counts)
    if missing or surplus:
        card_set.state = "blocked"
        table.desk.publish(
            events.ShoeFlagged,
            card_set=card_set.name,
            of_shoe=card_set.last_shoe,
            rounds=card_set.rounds,
            missing=missing,
            surplus=surplus,
            by=people,
        )
        table.desk.alarm("high", "set_blocked", f"{card_set.name}: missing {missing}, too many {surplus}")
        return
    card_set.state, card_set.rounds = "inspected", []
    table.desk.publish(events.CardsInspected, card_set=card_set.name, back=card_set.back, by=people)
    _answer(table, card_set, "cards_inspected")


def why_not_shuffle(table: TableInPlay, command: ShuffleCards) -> str | None:
    """Why a shuffle is not taken."""
    return _why_not_step(table, command.card_set, "inspected", "shuffled")


def shuffle(table: TableInPlay, command: ShuffleCards) -> None:
    """The set has been shuffled, as `how` says: washed, by hand, or by machine."""
    _step(table, command.card_set, "shuffled")


def shuffled_by_machine(table: TableInPlay, card_set: CardSet) -> None:
    """The shuffler has shuffled and counted the set."""
    _step(table, card_set.name, "shuffled")


def why_not_cut(table: TableInPlay, command: CutCards) -> str | None:
    """Why a cut is not taken."""
    return _why_not_step(table, command.card_set, "shuffled", "cut")


def cut(table: TableInPlay, command: CutCards) -> None:
    """The set has been cut, and the cut card placed."""
    _step(table, command.card_set, "cut")


def _why_not_step(table: TableInPlay, name: str, due: SetState, what: str) -> str | None:
    card_set = table.card_sets.get(name)
    if card_set is None:
        return _no_such_set(table, name)
    if table.irregularity is not None and card_set is table.set_in_hand:
        return "the table is held: wait for the pit boss"
    return None if card_set.state == due else f"set {name} cannot be {what} now: {NEXT[card_set.state]}"


def _step(table: TableInPlay, name: str, state: Literal["shuffled", "cut"]) -> None:
    card_set = table.card_sets[name]
    card_set.state = state
    _answer(table, card_set, state)


def confirmed(table: TableInPlay, what: str) -> None:
    """The open step of the set that is being made ready was confirmed at the table."""
    card_set = table.set_in_hand
    if card_set is not None and what in ("shuffled", "cut"):
        card_set.state = "shuffled" if what == "shuffled" else "cut"


def _answer(table: TableInPlay, card_set: CardSet, what: str) -> None:
    if card_set is table.set_in_hand and isinstance(table.request, Confirm) and table.request.what == what:
        table.advance(None)
    elif table.stage == "idle":
        table.next()


def _no_such_set(table: TableInPlay, name: str) -> str:
    return f"this table has no set {name!r}: there are {', '.join(table.card_sets) or 'none'}"


def _spelled(cards: Counter[Card]) -> dict[str, int]:
    return {str(card): count for card, count in cards.items()}
