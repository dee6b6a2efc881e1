"""The orchestrator of one table: inputs go in, effects come out, and nothing else happens.

It holds the one request of the procedure that is open. A reading that satisfies it moves the procedure on; every other
reading is named by `judge` and holds the table by the house's rulings. Feeding the same inputs to a new orchestrator
gives the same effects, which is what recovery and proof rest on.

This file keeps the flow of the procedure. The state, with what each move means, stands in `in_play`; what belongs to
links, readings, bets, decisions, shoes, entries by hand, rulings and commands stands in the files of those names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from devices.readings import (
    ButtonPressed,
    CommandAnswered,
    DeviceMuted,
    DeviceParameters,
    LinkChanged,
    SelfTested,
)
from studio.games.catalogue import family, rules_from_data
from studio.games.procedure import (
    Agree,
    Announce,
    Burn,
    Chance,
    Confirm,
    Deal,
    DrawBalls,
    Face,
    Peek,
    Procedure,
    Spin,
    TakeBets,
    Tell,
)
from studio.messages import events
from studio.messages.telemetry import LastResult, TableState
from studio.round import (
    betting,
    buttons,
    card_sets,
    commands,
    duty,
    ending,
    fitness,
    links,
    log_in,
    prompts,
    reading,
    rulings,
    shoe_life,
    shuffler,
    telling,
    timers,
)
from studio.round.card_set import CardSet
from studio.round.desk import Desk
from studio.round.effects import AnyEffect, DrawChance
from studio.round.in_play import BETWEEN, TableInPlay
from studio.round.inputs import (
    AnyInput,
    ChanceDrawn,
    ClockWasSet,
    CommandGiven,
    Configured,
    DeviceSaid,
    LoggedOut,
    LogInTried,
    Noticed,
    ProcessStarted,
    ResultAnswered,
    TimerEnded,
    Unlocked,
)
from studio.round.judge import BALLS_IN_DRAWER
from studio.settings import DeskSettings


class Orchestrator(TableInPlay):
    """One table, from its first `Configured` input on. `handle` is the only way in."""

    def handle(self, given: AnyInput) -> list[AnyEffect]:
        """Everything that follows from one input, in order. Raises ValueError for rules that are no rules."""
        if isinstance(given, Configured):
            self._configure(given)
        self.desk.begin(given.utc)
        match given:
            case DeviceSaid(device=device, reading=LinkChanged() as link):
                links.changed(self, device, link)
            case DeviceSaid(device=device, reading=ButtonPressed(button=button)):
                buttons.press(self, device, button)
            case DeviceSaid(device=device, reading=said) if isinstance(said, shuffler.READINGS):
                self.desk.note(device, reading.in_words(said))
                shuffler.said(self, said)
            case DeviceSaid(
                device=device,
                reading=(CommandAnswered() | DeviceMuted() | DeviceParameters() | SelfTested()) as of_itself,
            ):
                fitness.said(self, device, of_itself)
            case DeviceSaid(device=device, reading=said):
                reading.read(self, device, said)
            case TimerEnded(timer=timer, token=token):
                timers.ended(self, timer, token)
            case CommandGiven(command=command, session=session):
                commands.obey(self, command, session)
            case LogInTried() | LoggedOut() | Unlocked():
                log_in.happened(self, given)
            case ChanceDrawn(draw=draw, value=value, generator=generator):
                telling.drawn(self, draw, value, generator)
            case ProcessStarted():
                self.unanswered = None  # the new process asks the backend anew
                fitness.process_restarted(self)
                links.restarted(self)
            case Noticed(priority=priority, what=what, detail=detail):
                self.desk.alarm(priority, what, detail)
            case ClockWasSet(by_ms=by_ms):
                telling.clock_was_set(self, by_ms)
            case ResultAnswered():
                telling.answered(self, given)
            case Configured():
                self.next()
        self._note_state()
        return self.desk.effects

    def _configure(self, given: Configured) -> None:
        first = not hasattr(self, "desk")
        self.settings = DeskSettings.model_validate(given.settings)
        self.rules = rules_from_data(given.rules)
        if first:
            self.desk = Desk(given.table, given.epoch)
        self.desk.rules_digest = given.rules_digest
        self.devices = {name: self.devices.get(name, "not_connected") for name in self.settings.devices}
        for declared in self.settings.card_sets:
            self.card_sets.setdefault(declared.name, CardSet(declared.name, declared.back))
        log_in.drop_strangers(self)

    # --- what comes next -----------------------------------------------------------------------------------------

    def next(self) -> None:
        if self.stage != "idle" or self.irregularity is not None:
            return
        duty.hand_over_if_due(self)
        if self.desk.runs(BETWEEN):
            self.desk.ask("between_rounds", {"outcome": self.last_results[-1].outcome})
            return
        if not self.open:
            self.desk.ask("closed")
        elif self.closing is not None:
            self.close(self.closing)
        elif not self.devices_ready:
            self.desk.ask("not_ready", {"devices": ", ".join(self.missing)})
        elif (why := duty.missing(self)) is not None:
            self.desk.ask("not_ready", {"devices": why})
        elif shuffler.hold_overdue(self):
            pass
        elif shoe_life.cut_card_missing(self):
            rulings.hold(self, "cut_card_missing", f"{self.shoe.cards_out if self.shoe else 0} cards are out", None)
        elif self.shoe_rules is not None and (self.shoe is None or self.shoe.spent):
            shoe_life.change(self)
        elif (count := shoe_life.burns_due(self)) > 0:
            shoe_life.burn_before_round(self, count)
        elif self.burn_next:
            self.desk.ask(*prompts.BURN_EXPOSED)
        elif self.shoe_rules is None and self.wheel_phase != "place_bets":
            self.desk.ask("wait_for_wheel")
        else:
            self._open_round()

    def _open_round(self) -> None:
        self.rounds_opened += 1
        self.desk.open_round(self.desk.name("r", self.rounds_opened))
        if self.shoe is not None:
            self.shoe.rounds += 1
        if self.set_in_hand is not None and self.desk.round_id is not None:
            self.set_in_hand.rounds.append(self.desk.round_id)
        self.stage = "round"
        self.attempt, self.bets_open_again, self.answers, self.drawn = 1, False, [], None
        self.cards, self.face_down, self.boxes, self.lying = {}, set(), None, {}
        self.balls, self.told, self.vouched = [], {}, set()
        self.first_entry, self.entered_by_hand = None, False
        self.spin_at_open, self.spin_in_motion, self.fresh_launch_due = self.wheel_spin, None, False
        self.start(lambda: family(self.rules.game).round(self.rules))

    def close(self, why: str) -> None:
        self.open, self.closing, self.rounds_wanted = False, None, None
        self.desk.publish(events.TableClosed, why=why)
        self.desk.ask("closed")

    # --- the procedure -------------------------------------------------------------------------------------------

    def start(self, begin: Callable[[], Procedure[Any]]) -> None:
        self.begin, self.procedure, self.sent = begin, begin(), []
        self.advance(None)

    def drop_procedure(self) -> None:
        if self.procedure is not None:
            self.procedure.close()
        self.procedure = self.request = None
        self.bets_open_again = False
        self.stage = "idle"

    def take(self, answer: Any) -> None:
        match self.request:
            case Deal(to=to, face=face) if answer is not None:
                self.cards[to] = answer
                (self.face_down.discard if face is Face.UP else self.face_down.add)(to)
                self.desk.publish(events.CardDealt, position=to, card=str(answer) if face is Face.UP else None)
            case Confirm(what="shoe_loaded"):
                shoe_life.load(self)
                shuffler.loaded(self)
            case Confirm(what=what):
                card_sets.confirmed(self, what)
            case Burn(number=number, of=of, face=face):
                if self.shoe is not None:
                    self.shoe.burned += 1
                shown = str(answer) if face is Face.UP else None
                self.desk.publish(events.CardBurned, number=number, of=of, card=shown)
        self.first_entry = None
        if self.request is not None:
            self.answers.append((self.request, answer))
        self.advance(answer)

    def advance(self, answer: Any) -> None:
        assert self.procedure is not None
        try:
            while True:
                request = self.procedure.send(answer)
                self.sent.append(answer)
                answer = None
                match request:
                    case Announce(words=words):
                        self.desk.say(words)
                    case Agree() if not self.settings.result_channels:
                        pass
                    case Tell(what=what, value=value):
                        telling.tell(self, what, value)
                    case Peek() if (seen := telling.peeked(self)) is not None:
                        answer = seen
                    case _:
                        break
        except StopIteration as end:
            ending.finish(self, end.value)
            return
        except ValueError as impossible:
            # The rules refuse what chance or the devices gave: nobody knows what is true, so nothing is published.
            self.procedure = self.request = None
            rulings.hold(self, "contradiction", str(impossible), device=None)
            return
        self.request = request
        match request:
            case TakeBets():
                betting.open_bets(self)
                return
            case Confirm(what="shuffled") if shuffler.is_done(self):
                self.take(None)
                return
            case Deal(to=to) if to in self.lying:
                self.take(self.lying.pop(to))
                return
            case Deal() if self.kept_cards:
                self.take(self.kept_cards.pop(0))
                return
            case Deal() | Burn() if self.shoe is not None and self.shoe.cards_out >= self.shoe.size:
                rulings.hold(self, "shoe_out", f"all {self.shoe.size} cards are out", device=None)
                return
            case DrawBalls() if self.balls_in_drawer not in (None, BALLS_IN_DRAWER):
                rulings.hold(self, "ball_missing", f"{self.balls_in_drawer} balls in the drawer", device=None)
                return
        self.resume()

    def resume(self) -> None:
        if isinstance(self.request, TakeBets) and not self.desk.runs(betting.BETTING):
            betting.boxes_or_wait(self, self.request)
            return
        if isinstance(self.request, Chance):
            if self.drawn is not None:
                (_, value), self.drawn = self.drawn, None
                self.take(value)
                return
            self.desk.effects.append(DrawChance(self.request.draw))
        rulings.resume_waiting(self)
        self.ask_again()

    def ask_again(self) -> None:
        if self.irregularity is not None:
            rulings.ask_for_ruling(self, self.irregularity)
        elif self.burn_next:
            self.desk.ask(*prompts.BURN_EXPOSED)
        elif self.bets_open_again:
            self.desk.ask("bets_open")
        elif isinstance(self.request, Spin) and self.spin_in_motion is not None:
            self.desk.ask("ball_in_play")
        elif isinstance(self.request, TakeBets) and not self.desk.runs(betting.BETTING):
            self.desk.ask("wait_for_boxes")
        elif (at_shuffler := shuffler.prompt(self)) is not None:
            self.desk.ask(*at_shuffler)
        elif self.request is not None:
            self.desk.ask(*prompts.for_request(self.request))

    def vouch(self, channel: str) -> None:
        self.vouched.add(channel)
        if self.vouched >= set(self.settings.result_channels):
            self.advance(None)

    def end_round(self, outcome: str, detail: str) -> None:
        assert self.desk.round_id is not None
        self.last_results = [*self.last_results, LastResult(self.desk.round_id, outcome, detail)][-20:]
        self.desk.round_id = None
        self.desk.stop(rulings.SETTLE)
        self.last_spin, self.spin_in_motion = self.spin_in_motion, None
        self.free_hand = False
        if self.rounds_wanted is not None and self.rounds_done >= self.rounds_wanted:
            self.closing = self.closing or "the rounds asked for are played"
        if self.closing is None:
            self.desk.start(BETWEEN, self.settings.times.between_rounds_s)
        self.next()

    # --- timers and state ----------------------------------------------------------------------------------------

    def _note_state(self) -> None:
        state = self._present_state()
        if state != self.state:
            self.state, self.desk.since_utc = state, self.desk.utc

    def _present_state(self) -> TableState:
        if self.irregularity is not None:
            return "held"
        if self.stage == "shoe":
            return "shoe_change"
        if self.stage == "round":
            return "betting" if self.phase == "betting" else "playing"
        if not self.open:
            return "closed"
        return "between_rounds" if self.desk.runs(BETWEEN) else "not_ready"
