"""The invariants of a table, watched input by input from outside: by its inputs, its effects and its state.

The watch keeps accounts of its own from what goes in and what is published; it believes nothing that the table says of
itself. Source: field standards, section 5, "Invariants for random testing".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from devices.readings import (
    CardOutsideGame,
    CardRead,
    CardSentAgain,
    CardUnreadable,
    DeviceMuted,
    DeviceParameters,
    LinkChanged,
    WheelPhaseChanged,
    WheelResult,
)
from studio.cards import Card, composition
from studio.messages import events
from studio.messages.commands import CorrectResult, VoidResult
from studio.messages.telemetry import Delivery
from studio.messages.wording import word_prompt
from studio.round.effects import Alarm, AnyEffect, Publish
from studio.round.inputs import AnyInput, CommandGiven, DeviceSaid
from studio.round.orchestrator import Orchestrator
from studio.round.rulings import rulings_now
from studio.round.view import table_view

INVARIANTS: Final[dict[str, str]] = {
    "conservation": "dealt, burned, discarded and still in the shoe are the whole shoe, by identity",
    "one_end": "a round has one final result or is void, exactly one of them",
    "nothing_early": "nothing is accepted between open and close without a recorded irregularity",
    "replay": "the same inputs give the same effects, byte for byte",
    "never_erased": "a correction points to the version that it stands against, and nothing follows a void",
    "two_people": "nothing that a dealer alone presses changes a published result",
    "nothing_unknown": "every card and number of a result was read by a device or typed by two people",
    "held": "a held table accepts nothing, and somebody can always rule",
    "sequence": "events are numbered without a gap, under names used once",
    "snapshot": "a table that goes on from a snapshot goes on as from all its inputs",
    "wording": "every prompt has words, and the screen can always be drawn",
    "alive": "no input breaks the table, and a table with everything in order goes on",
}
"""What is watched, in words; the first seven are those of the standards."""

ACCEPTED: Final = (
    events.CardDealt,
    events.DecisionAwaited,
    events.DecisionTaken,
    events.BallDrawn,
    events.RoundTold,
    events.RoundResult,
)
"""Events that say something of the outcome of a round."""


class InvariantError(Exception):
    """An invariant does not hold. `invariant` is a key of INVARIANTS."""

    def __init__(self, invariant: str, detail: str) -> None:
        super().__init__(f"{invariant}: {detail}")
        self.invariant = invariant
        self.detail = detail


class Watch:
    """Accounts of one table. `see` is called after each input with what followed from it."""

    def __init__(self, table: Orchestrator) -> None:
        self.table = table
        self.rounds_ended = 0
        self._seq = 0
        self._round: str | None = None
        self._ended: dict[str, str] = {}
        self._window_open = False
        self._versions: dict[str, str] = {}
        self._void: set[str] = set()
        self._orders: dict[tuple[str, str], set[tuple[str, str]]] = {}
        self._holds: Counter[Card] = Counter()
        self._out: Counter[Card] = Counter()
        self._unread = 0
        self._laid: Counter[Card] = Counter()
        self._on_table: list[Card] = []
        self._known: set[str] = set()
        self._in_motion: set[int] = set()
        self._beyond: Card | None = None
        self._repeated: Card | None = None
        self._repeat_held: Card | None = None
        self._whole: set[str] = set()
        self._held: str | None = None
        self._on_event: dict[type[Any], Callable[[Any], None]] = {
            events.RoundOpened: self._opened,
            events.BetsClosed: self._closed,
            events.ReSpin: self._re_spin,
            events.RoundResult: self._result,
            events.RoundVoided: self._voided,
            events.RoundCorrected: self._corrected,
            events.ResultVoided: self._result_voided,
            events.ShoeLoaded: self._shoe_loaded,
            events.ShoeRefilled: self._refilled,
            events.CardDealt: self._dealt,
            events.CardBurned: self._burned,
            events.ValueEntered: self._entered,
            events.CardsInspected: self._inspected,
            events.TablePaused: self._paused,
            events.TableResumed: self._resumed,
        }

    def see(self, given: AnyInput, effects: Iterable[AnyEffect], *, look: bool = False) -> None:
        """Take note of an input and its effects. `look` also counts the whole shoe and draws the screen, which is slow.

        Raises InvariantError.
        """
        held_before = self._held
        if isinstance(given, DeviceSaid):
            self._read(given)
        elif isinstance(given, CommandGiven):
            command = given.command
            if isinstance(command, CorrectResult | VoidResult):
                self._orders.setdefault((command.round, type(command).__name__), set()).add(
                    (command.person, command.role)
                )
        for effect in effects:
            if isinstance(effect, Publish):
                self._event(effect.event, given, held_before)
        held = self.table.irregularity
        self._held = held.id if held is not None else None
        if held is not None and self.table.devices_ready and not rulings_now(self.table, held):
            raise InvariantError(
                "held", f"{held.kind} in {self.table.stage}: nothing can be ruled, {held.rule.rulings}"
            )
        prompt = self.table.desk.prompt_key
        if (held is None) is prompt.startswith("held.") and prompt != "second_entry":
            raise InvariantError("held", f"the prompt is {prompt} while {self._held} holds the table")
        if self._beyond is not None:
            self._somebody_was_told(effects)
        if look:
            self._look()

    # --- one event ------------------------------------------------------------------------------------------------

    def _event(self, event: events.AnyEvent, given: AnyInput, held_before: str | None) -> None:
        self._seq += 1
        if event.seq != self._seq or event.id != f"{event.table}:{self.table.desk.epoch}:{self._seq}":
            raise InvariantError("sequence", f"{event.id} with number {event.seq} where number {self._seq} is due")
        if isinstance(event, ACCEPTED):
            if self._window_open:
                raise InvariantError("nothing_early", f"{type(event).__name__} between open and close of {self._round}")
            if self._round is None or event.round != self._round:
                raise InvariantError(
                    "one_end", f"{type(event).__name__} of {event.round} while {self._round} is in progress"
                )
            released = self.table.irregularity is None or self.table.irregularity.id != held_before
            if held_before is not None and not released:
                raise InvariantError("held", f"{type(event).__name__} while {held_before} holds the table")
            if held_before is not None and isinstance(given, DeviceSaid) and not _is_of_itself(given):
                raise InvariantError("held", f"{given.reading} let a held table go on")
        react = self._on_event.get(type(event))
        if react is not None:
            react(event)

    def _opened(self, event: events.RoundOpened) -> None:
        if self._round is not None:
            raise InvariantError("one_end", f"{event.round} opened while {self._round} is in progress")
        assert event.round is not None
        if event.round in self._ended:
            raise InvariantError("one_end", f"{event.round} opened again")
        self._round, self._window_open = event.round, not event.free_hand
        self._known = {word for word in self._known if Card.known(word) is not None}
        self._in_motion = set()

    def _closed(self, event: events.BetsClosed) -> None:
        if not self._window_open:
            raise InvariantError("nothing_early", f"bets of {event.round} closed although they were not open")
        self._window_open = False

    def _re_spin(self, event: events.ReSpin) -> None:
        self._window_open = event.bets_open
        self._known = {word for word in self._known if Card.known(word) is not None}
        self._in_motion = set()

    def _end(self, round_id: str | None, how: str) -> None:
        if round_id is None or round_id != self._round:
            raise InvariantError("one_end", f"{how} of {round_id} while {self._round} is in progress")
        if round_id in self._ended:
            raise InvariantError("one_end", f"{how} of {round_id}, which has ended: {self._ended[round_id]}")
        self._ended[round_id] = how
        self._round, self._window_open = None, False
        self._on_table = []
        self.rounds_ended += 1

    def _result(self, event: events.RoundResult) -> None:
        self._end(event.round, "result")
        assert event.round is not None
        self._versions[event.round] = event.id
        numbers = event.numbers or []
        cards = [card for hand in (event.hands or {}).values() for card in hand.cards]
        unknown = [value for value in (*numbers, *cards) if value not in self._known]
        if unknown:
            raise InvariantError(
                "nothing_unknown", f"{unknown[0]} in the result of {event.round}, which nothing has read"
            )

    def _voided(self, event: events.RoundVoided) -> None:
        self._end(event.round, "void")
        if not event.kind or not event.by:
            raise InvariantError("one_end", f"{event.round} is void without kind or person")

    def _corrected(self, event: events.RoundCorrected) -> None:
        self._follows(event.corrected_round, event.corrects, event.by, "CorrectResult")
        self._versions[event.corrected_round] = event.id

    def _result_voided(self, event: events.ResultVoided) -> None:
        self._follows(event.voided_round, event.voids, event.by, "VoidResult")
        self._void.add(event.voided_round)

    def _follows(self, round_id: str, points_to: str, by: list[str], order: str) -> None:
        if points_to != self._versions.get(round_id) or round_id in self._void:
            raise InvariantError(
                "never_erased", f"{order} of {round_id} points to {points_to}, not to its last version"
            )
        people = self._orders.get((round_id, order), set())
        roles = {role for person, role in people if person in by}
        if len(set(by)) != 2 or "pit_boss" not in roles:
            raise InvariantError("two_people", f"{order} of {round_id} by {by}, in the roles {sorted(roles)}")

    # --- cards ----------------------------------------------------------------------------------------------------

    def _read(self, given: DeviceSaid) -> None:
        match given.reading:
            case CardRead(card=code) | CardOutsideGame(card=code):
                card = Card.known(code)
                if self.table.shoe is None:
                    return
                self._known.add(code)
                if card is None:
                    self._unread += 1
                else:
                    self._out[card] += 1
                    if self._out[card] > self._holds[card]:
                        self._beyond = card
            case CardSentAgain(card=code):
                self._repeated = Card.known(code)
            case CardUnreadable() if self.table.shoe is not None:
                self._unread += 1
            case WheelPhaseChanged(phase="ball_in_rim" | "no_more_bets", spin=spin):
                self._in_motion.add(spin)
            case WheelResult(number=number, spin=spin) if spin in self._in_motion:
                self._known.add(number)

    def _paused(self, event: events.TablePaused) -> None:
        self._repeat_held = self._repeated if event.kind == "card_read_twice" else None

    def _resumed(self, event: events.TableResumed) -> None:
        """A repeat that was ruled to be a card that had been missed has left the shoe."""
        card = self._repeat_held
        if event.kind == "card_read_twice" and event.ruling == "place" and card is not None:
            self._known.add(str(card))
            self._out[card] += 1
            if self._out[card] > self._holds[card]:
                self._beyond = card

    def _entered(self, event: events.ValueEntered) -> None:
        self._known.update(event.value.split())
        card = Card.known(event.value)
        if card is not None and self.table.shoe is not None:
            self._out[card] += 1
            self._unread -= bool(self._unread)
        if len(set(event.by)) != 2:
            raise InvariantError("nothing_unknown", f"{event.value} was typed by {event.by}")

    def _inspected(self, event: events.CardsInspected) -> None:
        if len(set(event.by)) != 2:
            raise InvariantError("conservation", f"set {event.card_set} was counted by {event.by}")
        self._whole.add(event.card_set)

    def _shoe_loaded(self, event: events.ShoeLoaded) -> None:
        rules = self.table.shoe_rules
        assert rules is not None
        if event.card_set is not None and event.card_set not in self._whole:
            raise InvariantError("conservation", f"set {event.card_set} was loaded although it had not been counted")
        self._whole.discard(str(event.card_set))
        self._holds = composition(event.decks, getattr(rules, "without_ranks", ""))
        self._out, self._unread, self._laid, self._on_table = Counter(), 0, Counter(), []
        self._known = set()

    def _refilled(self, event: events.ShoeRefilled) -> None:
        out = self._out.total() + self._unread
        self._out, self._laid, self._unread = Counter(self._on_table), Counter(self._on_table), 0
        self._out.update([*self.table.kept_cards, *self.table.lying.values()])
        if event.cards != out - self._out.total():
            raise InvariantError("conservation", f"{event.cards} cards went back into the shoe, {out} were out")

    def _dealt(self, event: events.CardDealt) -> None:
        if event.card is not None:
            self._on_table.append(Card.parse(event.card))
            self._lay(event.card)
        elif (hidden := self.table.cards.get(event.position)) is not None:
            self._on_table.append(hidden)

    def _burned(self, event: events.CardBurned) -> None:
        if event.card is not None and event.shoe is not None:
            self._lay(event.card)

    def _lay(self, code: str) -> None:
        card = Card.parse(code)
        self._laid[card] += 1
        if self._laid[card] > self._out[card]:
            raise InvariantError(
                "conservation", f"{code} lies on the table {self._laid[card]} times, out are {self._out[card]}"
            )

    def _cards_add_up(self) -> None:
        shoe = self.table.shoe
        assert shoe is not None
        if shoe.seen != self._out or shoe.unseen != self._unread:
            wrong = (shoe.seen - self._out) or (self._out - shoe.seen)
            raise InvariantError(
                "conservation", f"the table's ledger differs: {wrong or 'cards face down'} of {shoe.id}"
            )
        if shoe.burned > shoe.cards_out:
            raise InvariantError("conservation", f"{shoe.burned} burned of {shoe.cards_out} that are out")

    def _somebody_was_told(self, effects: Iterable[AnyEffect]) -> None:
        """A copy too many has come out: it must hold the table, or be on its account while something else does."""
        card, self._beyond = self._beyond, None
        held = self.table.irregularity
        kind = "card_beyond_composition"
        told = any(isinstance(effect, Alarm | Publish) and kind in repr(effect) for effect in effects)
        on_account = held is not None and any(kind in line for line in held.also_read)
        if not told and not on_account:
            raise InvariantError("conservation", f"one {card} too many, and nobody was told")

    # --- the screen -----------------------------------------------------------------------------------------------

    def _look(self) -> None:
        if self.table.shoe is not None:
            self._cards_add_up()
        desk = self.table.desk
        try:
            if desk.prompt_key:
                word_prompt(desk.prompt_key, desk.prompt_about)
                table_view(self.table, self._seq, Delivery())
        except Exception as error:
            raise InvariantError("wording", f"prompt {desk.prompt_key} {desk.prompt_about}: {error!r}") from error


def _is_of_itself(given: DeviceSaid) -> bool:
    """Whether a device speaks of itself and its line: where it was unfit, that it is fit again may end a hold."""
    return isinstance(given.reading, LinkChanged | DeviceMuted | DeviceParameters)
