"""What a pit boss may order now, and what is known for it: sets of cards, inspections, past rounds, awaited seconds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import msgspec

from studio.games.procedure import Confirm
from studio.messages import commands
from studio.messages.commands import AnyCommand
from studio.messages.telemetry import AwaitedSecond, CardSetView, InspectionView, PlayedView
from studio.round import duty, entries
from studio.round.commands import why_not
from studio.round.hold import REPORTED_BY_PEOPLE
from studio.round.in_play import TableInPlay
from studio.round.rulings import rulings_now

SHOWN_ROUNDS: Final = 8
NOT_TOLD: Final = frozenset({"id", "person", "role", "reason", "counts"})
"""Two people count a set each for themselves: what the first has found is not shown to the second."""


def pit_may(table: TableInPlay) -> Iterator[tuple[str, str | None]]:
    """Each command of a pit boss, as it would be given now, and why it may not be."""
    about: dict[str, Any] = {"id": "", "person": "", "role": "pit_boss"}
    why: dict[str, Any] = about | {"reason": "given"}
    held, request = table.irregularity, table.request
    reported = next((kind for kind in REPORTED_BY_PEOPLE if kind in table.settings.irregularities), "")
    ruling = next((one for one in rulings_now(table, held) if one != "enter"), "") if held is not None else ""
    last = next(reversed(table.played), "")
    given: tuple[AnyCommand, ...] = (
        commands.OpenTable(**about),
        commands.CloseTable(**why),
        commands.ConfirmStep(**about, what=request.what if isinstance(request, Confirm) else ""),
        commands.GiveRuling(**why, irregularity=held.id if held is not None else "", ruling=ruling),
        commands.VoidRound(**why),
        commands.VoidResult(**why, round=last),
        commands.CorrectResult(**why, round=last, values={}),
        commands.OrderShuffle(**why),
        commands.OrderFreeHand(**about),
        commands.GoOffDuty(**about),
        commands.RelieveDealer(**why),
        commands.RecordInspection(**about, what=next(iter(table.settings.inspections), "")),
        commands.ReportIrregularity(**about, kind=reported),
    )
    for command in given:
        yield str(command.__struct_config__.tag), why_not(table, command)
    yield "enter", entries.why_not_now(table, "pit_boss")
    for name in ("inspect_cards", "shuffle_cards", "cut_cards"):
        yield name, _why_no_set(table, about, name)


def _why_no_set(table: TableInPlay, about: dict[str, Any], name: str) -> str | None:
    """Why nothing of the kind can be ordered for any set of the table."""
    refusals = [why_not(table, _about_set(about, name, card_set)) for card_set in table.card_sets]
    return None if None in refusals else next(iter(refusals), "this table keeps no sets of cards")


def _about_set(about: dict[str, Any], name: str, card_set: str) -> AnyCommand:
    match name:
        case "inspect_cards":
            return commands.InspectCards(**about, card_set=card_set, counts={})
        case "shuffle_cards":
            return commands.ShuffleCards(**about, card_set=card_set, how="machine")
        case _:
            return commands.CutCards(**about, card_set=card_set)


def sets_shown(table: TableInPlay) -> list[CardSetView]:
    """The sets of cards of the table."""
    rules = table.shoe_rules
    decks, without = (rules.decks, str(getattr(rules, "without_ranks", ""))) if rules is not None else (0, "")
    return [CardSetView(one.name, one.back, one.state, decks, without) for one in table.card_sets.values()]


def inspections_shown(table: TableInPlay) -> list[InspectionView]:
    """What is inspected before the table opens, and when it was."""
    if not table.settings.inspections:
        return []
    now = datetime.fromisoformat(table.desk.utc)
    return [
        InspectionView(what, table.inspected_utc.get(what, ""), duty.is_due(table, what, now))
        for what in table.settings.inspections
    ]


def rounds_shown(table: TableInPlay) -> list[PlayedView]:
    """The last rounds that may be corrected, oldest first."""
    shown = (played.shown for played in list(table.played.values())[-SHOWN_ROUNDS:])
    return [one for one in shown if one is not None]


def seconds_shown(table: TableInPlay) -> list[AwaitedSecond]:
    """Orders that a second person can still make count."""
    shown = []
    for first in table.seconding.values():
        as_another = msgspec.structs.replace(first, person="", role="pit_boss")
        if why_not(table, as_another) is not None:
            continue
        content = {name: value for name, value in msgspec.to_builtins(first).items() if name not in NOT_TOLD}
        tag = str(content.pop("command"))
        shown.append(AwaitedSecond(tag, first.person, first.role, content, str(getattr(first, "reason", ""))))
    return shown
