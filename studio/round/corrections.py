"""Published results that were wrong: corrected or voided by a new event that points to the first, never erased.

The corrected result is worked out by the same procedure, from what was really on the table. Two people, one of them a
pit boss, give the same order (roulette.md C13, field standards 5.3 and invariant 5).
"""

from __future__ import annotations

from typing import Any, Final

from studio.games.catalogue import family
from studio.games.procedure import Agree, Announce, AnyRequest, Chance, Procedure, Tell
from studio.messages import events
from studio.messages.commands import CorrectResult, VoidResult
from studio.messages.outcomes import Outcome
from studio.round import prompts, record, seconding
from studio.round.entries import read_entry
from studio.round.hold import word_request
from studio.round.in_play import TableInPlay
from studio.round.played import PlayedRound, place_of

REMEMBERED_ROUNDS: Final = 200


def remember(table: TableInPlay, event_id: str) -> str:
    """Keep the round that has just been published; returns its name."""
    round_id = table.desk.round_id
    assert round_id is not None
    table.played[round_id] = PlayedRound(event_id, list(table.answers))
    if len(table.played) > REMEMBERED_ROUNDS:
        del table.played[next(iter(table.played))]
    return round_id


def why_not_correct(table: TableInPlay, command: CorrectResult) -> str | None:
    """Why a correction is not taken: no such round, already void, or it does not make a round of this game."""
    refusal = _why_not_change(table, command)
    if refusal is not None:
        return refusal
    try:
        corrected_outcome(table, command)
    except ValueError as error:
        return str(error)
    return None


def why_not_void_result(table: TableInPlay, command: VoidResult) -> str | None:
    """Why a published result is not voided."""
    return _why_not_change(table, command)


def _why_not_change(table: TableInPlay, command: CorrectResult | VoidResult) -> str | None:
    if command.role not in ("pit_boss", "dealer"):
        return "a published result is changed by a pit boss and a second person"
    played = table.played.get(command.round)
    if played is None:
        return "no round has a result yet" if not table.played else f"no result of round {command.round} is known here"
    if played.voided:
        return f"round {command.round} is void already"
    if not command.reason.strip():
        return "a change of a published result needs a reason"
    return seconding.why_not_second(table, command)


def correct(table: TableInPlay, command: CorrectResult) -> None:
    """Publish the corrected result, when two people have given it alike."""
    people = seconding.seconded(table, command)
    if people is None:
        return
    played = table.played[command.round]
    outcome = corrected_outcome(table, command)
    event_id = table.desk.publish(
        events.RoundCorrected,
        corrects=played.corrections[-1] if played.corrections else played.event_id,
        corrected_round=command.round,
        by=people,
        reason=command.reason,
        outcome=outcome.outcome,
        bets=outcome.bets,
        hands=outcome.hands,
        numbers=outcome.numbers,
        draws=outcome.draws,
    )
    played.corrections.append(event_id)
    played.values |= command.values
    record.corrected(table, command.round, outcome, prompts.detail(outcome))


def void_result(table: TableInPlay, command: VoidResult) -> None:
    """Publish that a result does not count, when two people have said so."""
    people = seconding.seconded(table, command)
    if people is None:
        return
    played = table.played[command.round]
    played.voided = True
    table.desk.publish(
        events.ResultVoided,
        voids=played.corrections[-1] if played.corrections else played.event_id,
        voided_round=command.round,
        by=people,
        reason=command.reason,
    )
    record.voided(table, command.round, command.reason)


def corrected_outcome(table: TableInPlay, command: CorrectResult) -> Outcome:
    """What the round comes to with the values named in place of those that were read or corrected before.

    Raises ValueError, in words, when a card is due that neither the round nor the correction has, when a value is none,
    or when a place is named that this round does not have.
    """
    given = dict(command.values)
    played = table.played[command.round]
    procedure: Procedure[Outcome] = family(table.rules.game).round(table.rules)
    answer: Any = None
    try:
        while True:
            request = procedure.send(answer)
            answer = _answer(request, given, played)
    except StopIteration as end:
        if given:
            raise ValueError(f"round {command.round} has no place {next(iter(given))}") from None
        outcome: Outcome = end.value
        return outcome


def _answer(request: AnyRequest, given: dict[str, str], played: PlayedRound) -> Any:
    if isinstance(request, Announce | Tell | Agree):
        return None
    place = place_of(request)
    if place in given:
        return read_entry(request, given.pop(place))
    if place in played.values:
        return read_entry(request, played.values[place])
    for asked, answer in played.answers:
        if asked == request or (isinstance(request, Chance) and isinstance(asked, Chance)):
            return answer
    raise ValueError(f"the corrected round needs {word_request(request)}: name it as {place}=VALUE")
