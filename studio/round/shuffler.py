"""The shuffler at the table: its word confirms the shuffle and the count, and two batches take turns.

A batch with another number of cards than the shoe holds, or of the colour whose turn it is not, holds the table between
two rounds or while a shoe is made ready; a round of the other batch is finished first. A jam is a state of the machine:
the dealer is told what to do, and what was in it must be shuffled and counted again.
Source: field standards 633a.3 (two batches of different backs, one shuffling while one is dealt, strictly alternating)
and requirement 14; baccarat.md G5.
"""

from __future__ import annotations

from typing import Final

from devices.readings import AnyReading, ShufflerDone, ShufflerJam, ShufflerState, ShufflerWork
from studio.cards import composition
from studio.games.procedure import Confirm
from studio.messages.commands import Role
from studio.round import card_sets, rulings
from studio.round.card_set import NEXT, CardSet
from studio.round.in_play import READY, TableInPlay

READINGS: Final = (ShufflerState, ShufflerDone, ShufflerJam)
"""What a shuffler says."""

SHUFFLE: Final = Confirm("shuffled")
UNWELL: Final[frozenset[ShufflerWork]] = frozenset({"jam", "open", "fault"})


def declared(table: TableInPlay) -> str | None:
    """The name of the table's shuffler; None at a table without one."""
    return next((name for name, kind in table.settings.devices.items() if kind == "shuffler"), None)


def trouble(table: TableInPlay) -> dict[str, str]:
    """The shuffler and its state, while it cannot go on without a person."""
    name = declared(table)
    return {name: table.batches.work} if name is not None and table.batches.work in UNWELL else {}


def said(table: TableInPlay, reading: AnyReading) -> None:
    """The shuffler said something."""
    batches = table.batches
    match reading:
        case ShufflerState(state=state):
            if state == "fault" and batches.work != "fault":
                table.desk.alarm("medium", "shuffler_fault", "the shuffler reports a fault")
            batches.work = state
        case ShufflerJam(reason=reason):
            _jammed(table, reason)
        case ShufflerDone():
            batches.work = "done"
            _done(table, reading)
    ask_again(table)


def ask_again(table: TableInPlay) -> None:
    """While the shuffle is due, prompt for what is to be done at the shuffler now."""
    if table.request == SHUFFLE and table.irregularity is None:
        table.ask_again()


def why_not_by_hand(table: TableInPlay, role: Role, how: str = "hand") -> str | None:
    """Why a person may not say that the cards are shuffled; None where there is no shuffler."""
    if declared(table) is None or (role == "pit_boss" and how != "machine"):
        return None
    return "the shuffler says when the cards are shuffled; a shuffle by hand is confirmed by a pit boss"


def prompt(table: TableInPlay) -> tuple[str, dict[str, str]] | None:
    """What the dealer does at the shuffler while the shuffle is due; None where none is, or no shuffler."""
    name = declared(table)
    if name is None or table.request != SHUFFLE:
        return None
    if table.devices[name] not in READY:
        return "not_ready", {"devices": f"{name} {table.devices[name]}"}
    work = table.batches.work
    if work in UNWELL:
        return f"shuffler_{work}", {}
    if work == "shuffling":
        return "wait_for_shuffler", {}
    due = _colour_due(table)
    return ("load_shuffler", {}) if due is None else ("load_shuffler_batch", {"batch": due})


def is_done(table: TableInPlay) -> bool:
    """Whether the batch for the shoe that is being made ready was shuffled while the last one was dealt."""
    return table.batches.ready is not None and not table.card_sets


def loaded(table: TableInPlay) -> None:
    """A shoe was loaded: its batch is in play from now on."""
    batches, card_set = table.batches, table.set_in_hand
    if declared(table) is None:
        return
    shuffled = batches.ready.batch_colour if batches.ready is not None else None
    if card_set is not None:
        batches.in_play, batches.last_set = card_set.back, card_set.name
    else:
        batches.in_play = shuffled or _colour_due(table)
    if shuffled in (None, batches.in_play):
        batches.ready = None


def hold_overdue(table: TableInPlay) -> bool:
    """Between two rounds: hold for the batch that was found wrong during the last one. Whether the table is held."""
    overdue, table.batches.overdue = table.batches.overdue, None
    if overdue is not None:
        rulings.hold(table, *overdue, declared(table))
    return table.irregularity is not None


def _jammed(table: TableInPlay, reason: str) -> None:
    batches = table.batches
    batches.work, batches.uncounted = "jam", True
    for card_set in table.card_sets.values():
        if batches.ready is not None and card_set.state == "shuffled" and card_set.back == batches.ready.batch_colour:
            card_set.state = "inspected"
    batches.ready = None
    table.desk.alarm("medium", "shuffler_jam", reason)


def _done(table: TableInPlay, done: ShufflerDone) -> None:
    wrong = _wrong_count(table, done) or _wrong_colour(table, done)
    held = table.irregularity
    if wrong is None:
        table.batches.uncounted = False
        _shuffled(table, done)
    elif held is not None or table.stage == "round" or not table.open:
        table.batches.overdue = wrong
        table.desk.alarm("high", *wrong)
    else:
        rulings.hold(table, *wrong, declared(table), done)


def _named(done: ShufflerDone) -> str:
    return f"the {done.batch_colour} batch" if done.batch_colour is not None else "the batch"


def _wrong_count(table: TableInPlay, done: ShufflerDone) -> tuple[str, str] | None:
    rules = table.shoe_rules
    if rules is None:
        return None
    due = composition(rules.decks, getattr(rules, "without_ranks", "")).total()
    if done.cards is None and table.batches.uncounted:
        return "batch_count_wrong", f"{_named(done)} was not counted after a jam, due are {due} cards"
    return (
        None if done.cards in (None, due) else ("batch_count_wrong", f"{_named(done)} has {done.cards} cards of {due}")
    )


def _wrong_colour(table: TableInPlay, done: ShufflerDone) -> tuple[str, str] | None:
    colour, kind = done.batch_colour, "batch_colour_wrong"
    known = _colours(table)
    if colour is None or not known:
        return None
    if colour not in known:
        return kind, f"{_named(done)}, this table has {' and '.join(known)}"
    if table.request == SHUFFLE and (due := _colour_due(table)) not in (None, colour):
        return kind, f"{_named(done)}, due is {due}"
    if table.shoe is not None and colour == table.batches.in_play:
        return kind, f"{_named(done)}, which is being dealt"
    return None


def _colours(table: TableInPlay) -> tuple[str, ...]:
    if table.card_sets:
        return tuple(dict.fromkeys(card_set.back for card_set in table.card_sets.values()))
    return table.settings.batches


def _colour_due(table: TableInPlay) -> str | None:
    """The colour whose turn it is; None before the first shoe, and where the colours are not known."""
    if table.set_in_hand is not None:
        return table.set_in_hand.back
    others = [colour for colour in table.settings.batches if colour != table.batches.in_play]
    return others[0] if len(others) == 1 else None


def _shuffled(table: TableInPlay, done: ShufflerDone) -> None:
    """The batch is right: it answers the shuffle that is due, or waits for its turn."""
    held = table.irregularity
    if held is not None and table.request == SHUFFLE:
        held.also_read.append(f"{_named(done)} was shuffled")
        return
    table.batches.ready = done
    if table.card_sets:
        card_set = _set_of(table, done)
        if card_set is None or card_set.state != "inspected":
            why = "no set of this table" if card_set is None else f"set {card_set.name}: {NEXT[card_set.state]}"
            table.desk.alarm("medium", "batch_not_taken", f"{_named(done)} was shuffled, {why}")
            return
        card_sets.shuffled_by_machine(table, card_set)
    elif table.request == SHUFFLE:
        table.take(None)


def _set_of(table: TableInPlay, done: ShufflerDone) -> CardSet | None:
    if table.request == SHUFFLE and table.set_in_hand is not None:
        return table.set_in_hand
    fitting = [one for one in table.card_sets.values() if done.batch_colour in (None, one.back)]
    return next((one for one in fitting if one.state == "inspected"), fitting[0] if len(fitting) == 1 else None)
