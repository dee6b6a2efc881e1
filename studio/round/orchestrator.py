"""The orchestrator of one table: inputs go in, effects come out, and nothing else happens.

It holds the one request of the procedure that is open. A reading that satisfies it moves the procedure on; every other
reading is named by `judge` and holds the table by the house's rulings. Feeding the same inputs to a new orchestrator
gives the same effects, which is what recovery and proof rest on.
"""

from __future__ import annotations

from typing import Any, Literal

from devices.readings import (
    AnyReading,
    CardRead,
    CardUnreadable,
    CutCardOut,
    LinkChanged,
    LinkState,
    WheelPhase,
    WheelPhaseChanged,
    WheelRestarted,
    WheelStopped,
)
from studio.cards import Card
from studio.games.catalogue import family, rules_from_data
from studio.games.house import HouseRules, ShoeRules
from studio.games.procedure import (
    Agree,
    Announce,
    AnyRequest,
    BetsTaken,
    Burn,
    Confirm,
    Deal,
    Face,
    Procedure,
    Spin,
    TakeBets,
    Tell,
)
from studio.messages import events
from studio.messages.outcomes import Outcome
from studio.messages.telemetry import LastResult
from studio.round import commands, prompts
from studio.round.desk import Desk
from studio.round.effects import Answer, AnyEffect
from studio.round.hold import HOUSE_RULE, RELEASED_BY_LINK, Irregularity, word_request
from studio.round.inputs import AnyInput, CommandGiven, Configured, DeviceSaid, ProcessStarted, TimerEnded
from studio.round.judge import CloseBets, Facts, Hold, Take, Vouch, judge
from studio.round.shoe import Shoe, new_shoe
from studio.settings import DeskSettings, Ruling

Stage = Literal["idle", "shoe", "round"]
BETTING, BETWEEN = "betting", "between_rounds"
READY: frozenset[LinkState] = frozenset({"ready", "stale"})


class Orchestrator:
    """One table, from its first `Configured` input on. `handle` is the only way in."""

    settings: DeskSettings
    rules: HouseRules
    desk: Desk

    def __init__(self) -> None:
        self.open = False
        self.closing: str | None = None
        self.rounds_wanted: int | None = None
        self.rounds_done = 0
        self.rounds_opened = 0
        self.shoes_made = 0
        self.stage: Stage = "idle"
        self.procedure: Procedure[Any] | None = None
        self.request: AnyRequest | None = None
        self.shoe: Shoe | None = None
        self.cards: dict[str, Card] = {}
        self.vouched: set[str] = set()
        self.devices: dict[str, LinkState] = {}
        self.wheel_phase: WheelPhase | None = None
        self.wheel_spin: int | None = None
        self.spin_at_open: int | None = None
        self.spin_in_motion: int | None = None
        self.irregularity: Irregularity | None = None
        self.irregularities = 0
        self.last_results: list[LastResult] = []
        self.answered: dict[str, Answer] = {}

    def handle(self, given: AnyInput) -> list[AnyEffect]:
        """Everything that follows from one input, in order. Raises ValueError for rules that are no rules."""
        if isinstance(given, Configured):
            self._configure(given)
        self.desk.begin(given.utc)
        match given:
            case DeviceSaid(device=device, reading=LinkChanged() as link):
                self._link(device, link)
            case DeviceSaid(device=device, reading=reading):
                self._read(device, reading)
            case TimerEnded(timer=timer, token=token):
                self._timer(timer, token)
            case CommandGiven(command=command):
                commands.obey(self, command)
            case ProcessStarted():
                self._restarted()
            case Configured():
                self.next()
        return self.desk.effects

    # --- configuration and restart -------------------------------------------------------------------------------

    def _configure(self, given: Configured) -> None:
        first = not hasattr(self, "desk")
        self.settings = DeskSettings.model_validate(given.settings)
        self.rules = rules_from_data(given.rules)
        if first:
            self.desk = Desk(given.table, given.epoch)
        self.desk.rules_digest = given.rules_digest
        self.devices = {name: self.devices.get(name, "not_connected") for name in self.settings.devices}

    def _restarted(self) -> None:
        """A new process has no links yet, and what the devices said meanwhile is lost."""
        self.devices = dict.fromkeys(self.devices, "not_connected")
        if self.procedure is not None and self.irregularity is None:
            self.hold("process_restarted", "the program was started again", device=None)
        self.next()

    # --- devices ---------------------------------------------------------------------------------------------------

    def _link(self, device: str, link: LinkChanged) -> None:
        was_ready = self.devices[device] in READY
        self.devices[device] = link.state
        self.desk.publish(events.DeviceLink, device=device, state=link.state, why=link.why)
        if link.state in READY:
            self._release_by_link()
        elif was_ready:
            if link.state != "down" and self.settings.devices[device] == "wheel":
                self.wheel_phase = None
            what = f"{device} {link.state} {link.why}".rstrip()
            if self.procedure is not None:
                self.hold("link_down", what, device)
            else:
                self.desk.alarm("high", "link_down", what)
        self.next()

    @property
    def devices_ready(self) -> bool:
        return all(state in READY for state in self.devices.values())

    def _release_by_link(self) -> None:
        held = self.irregularity
        if held and held.kind in RELEASED_BY_LINK and self.devices_ready and held.rule.automatic == "go_on":
            self.rule("go_on", HOUSE_RULE, "all devices are ready again")

    def _read(self, device: str, reading: AnyReading) -> None:
        verdict = judge(
            reading,
            Facts(
                self.request,
                self.stage == "round",
                self.shoe,
                self.spin_at_open,
                self.spin_in_motion,
                self.settings.launch_before_close,
            ),
        )
        self._keep_count(reading)
        match verdict:
            case Hold(kind=kind, read=read) if self.open:
                self.hold(kind, read, device)
            case Hold(kind=kind, read=read):
                self.desk.alarm("low", kind, f"{read}, while the table is closed")
            case Take() | CloseBets() | Vouch() if self.irregularity is not None:
                self.irregularity.also_read.append(str(reading))
            case Take(answer=answer):
                self.take(answer)
            case CloseBets():
                self._close_bets("ball_in_play")
            case Vouch():
                self.vouch(self.settings.devices[device])
        if self.stage == "idle":
            self.next()

    def _keep_count(self, reading: AnyReading) -> None:
        """What a reading says of shoe and wheel holds whether or not it was asked for."""
        match reading:
            case CardRead(card=code) if self.shoe is not None:
                self.shoe.take_out(Card.known(code))
            case CardUnreadable() if self.shoe is not None:
                self.shoe.take_out(None)
            case CutCardOut() if self.shoe is not None and not self.shoe.cut_card_out:
                self._cut_card(self.shoe)
            case WheelPhaseChanged(phase=phase, spin=spin):
                self.wheel_phase, self.wheel_spin = phase, spin
                if self.stage == "round" and phase in ("ball_in_rim", "no_more_bets") and self.spin_in_motion is None:
                    self.spin_in_motion = spin
                    if self.irregularity is None and isinstance(self.request, Spin):
                        self.ask_again()
            case WheelStopped() | WheelRestarted():
                self.wheel_phase = "closed"

    def _cut_card(self, shoe: Shoe) -> None:
        shoe.see_cut_card(round_in_progress=self.stage == "round")
        self.desk.publish(events.CutCardSeen, rounds_left=shoe.rounds_left)
        self.desk.say("last_hand_before_shuffle" if shoe.rounds_left == 0 else "cut_card_out")
        if self.request is not None and self.irregularity is None:
            self.desk.ask(*prompts.after_cut_card(self.request))

    # --- the procedure -----------------------------------------------------------------------------------------

    def next(self) -> None:
        """When nothing is in progress: what comes next at this table."""
        if self.stage != "idle" or self.irregularity is not None or self.desk.runs(BETWEEN):
            return
        if not self.open:
            self.desk.ask("closed")
        elif self.closing is not None:
            self.close(self.closing)
        elif not self.devices_ready:
            missing = ", ".join(f"{name} {state}" for name, state in self.devices.items() if state not in READY)
            self.desk.ask("not_ready", {"devices": missing})
        elif self.shoe_rules is not None and (self.shoe is None or self.shoe.spent):
            self._change_shoe()
        elif self.shoe_rules is None and self.wheel_phase != "place_bets":
            self.desk.ask("wait_for_wheel")
        else:
            self._open_round()

    @property
    def shoe_rules(self) -> ShoeRules | None:
        """The house's rules for its shoe; None at a game without cards."""
        return getattr(self.rules, "shoe", None)

    def _change_shoe(self) -> None:
        assert self.shoe_rules is not None
        if self.shoe is not None:
            self.end_shoe("cut card")
        self.stage = "shoe"
        self._start(new_shoe(self.shoe_rules))

    def end_shoe(self, why: str) -> None:
        """The present shoe is spent."""
        if self.shoe is not None:
            self.desk.publish(events.ShoeClosed, rounds=self.shoe.rounds, cards_out=self.shoe.cards_out, why=why)
        self.shoe = None
        self.desk.shoe_id = None

    def _load_shoe(self) -> None:
        rules = self.shoe_rules
        assert rules is not None
        self.shoes_made += 1
        self.shoe = Shoe(self.desk.name("s", self.shoes_made), rules, getattr(rules, "without_ranks", ""))
        self.desk.shoe_id = self.shoe.id
        self.desk.publish(events.ShoeLoaded, decks=rules.decks, cut_from_back_cards=rules.cut_from_back_cards)

    def _open_round(self) -> None:
        self.rounds_opened += 1
        if self.shoe is not None:
            self.shoe.rounds += 1
        self.desk.round_id = self.desk.name("r", self.rounds_opened)
        self.stage = "round"
        self.cards, self.vouched = {}, set()
        self.spin_at_open, self.spin_in_motion = self.wheel_spin, None
        self._start(family(self.rules.game).round(self.rules))

    def _start(self, procedure: Procedure[Any]) -> None:
        self.procedure = procedure
        self._advance(None)

    def take(self, answer: Any) -> None:
        """The open request is satisfied: put it on record and go on."""
        match self.request:
            case Deal(to=to, face=face) if answer is not None:
                self.cards[to] = answer
                self.desk.publish(events.CardDealt, position=to, card=str(answer) if face is Face.UP else None)
            case Confirm(what="shoe_loaded"):
                self._load_shoe()
            case Burn(number=number, of=of, face=face):
                if self.shoe is not None:
                    self.shoe.burned += 1
                shown = str(answer) if face is Face.UP else None
                self.desk.publish(events.CardBurned, number=number, of=of, card=shown)
        self._advance(answer)

    def _advance(self, answer: Any) -> None:
        assert self.procedure is not None
        try:
            while True:
                request = self.procedure.send(answer)
                answer = None
                match request:
                    case Announce(words=words):
                        self.desk.say(words)
                    case Agree() if not self.settings.result_channels:
                        pass
                    case Tell(what=what, value=value):
                        self.desk.publish(events.RoundTold, what=what, value=value)
                    case _:
                        break
        except StopIteration as end:
            self._finish(end.value)
            return
        self.request = request
        if isinstance(request, TakeBets):
            betting_s = self.settings.times.betting_s
            self.desk.publish(
                events.RoundOpened, game=self.rules.game, house=self.rules.house, bets_close_after_s=betting_s
            )
            self.desk.start(BETTING, betting_s)
        self.ask_again()

    def ask_again(self) -> None:
        """Prompt for the open request."""
        if isinstance(self.request, Spin) and self.spin_in_motion is not None:
            self.desk.ask("ball_in_play")
        elif self.request is not None:
            self.desk.ask(*prompts.for_request(self.request))

    def _finish(self, outcome: Outcome | None) -> None:
        stage, self.stage = self.stage, "idle"
        self.procedure = self.request = None
        if stage == "shoe":
            self.next()
            return
        assert outcome is not None
        self.desk.publish(
            events.RoundResult,
            game=self.rules.game,
            house=self.rules.house,
            rules_digest=self.desk.rules_digest,
            outcome=outcome.outcome,
            bets=outcome.bets,
            hands=outcome.hands,
            numbers=outcome.numbers,
            draws=outcome.draws,
        )
        self.rounds_done += 1
        self._end_round(outcome.outcome, prompts.detail(outcome))

    def _end_round(self, outcome: str, detail: str) -> None:
        assert self.desk.round_id is not None
        self.last_results = [*self.last_results, LastResult(self.desk.round_id, outcome, detail)][-20:]
        self.desk.round_id = None
        self.spin_in_motion = None
        if self.rounds_wanted is not None and self.rounds_done >= self.rounds_wanted:
            self.closing = self.closing or "the rounds asked for are played"
        if self.closing is None:
            self.desk.start(BETWEEN, self.settings.times.between_rounds_s)
            self.desk.ask("between_rounds", {"outcome": outcome})
        self.next()

    def abandon_shoe(self, why: str) -> None:
        """Leave the making of a shoe unfinished; the next opening begins with a new one."""
        if self.procedure is not None:
            self._drop_procedure()
        self.end_shoe(why)

    def close(self, why: str) -> None:
        """Close the table; only when nothing is in progress."""
        self.open, self.closing, self.rounds_wanted = False, None, None
        self.desk.publish(events.TableClosed, why=why)
        self.desk.ask("closed")

    # --- bets and timers ------------------------------------------------------------------------------------------

    def _timer(self, timer: str, token: int) -> None:
        if not self.desk.ended(timer, token):
            return
        if timer == BETTING and isinstance(self.request, TakeBets):
            self._close_bets("timer")
        self.next()

    def _close_bets(self, why: Literal["timer", "ball_in_play", "irregularity"]) -> None:
        self.desk.stop(BETTING)
        self.desk.publish(events.BetsClosed, why=why)
        self.desk.say("no_more_bets")
        self.take(BetsTaken())

    def vouch(self, channel: str) -> None:
        """A second source has confirmed the result that is to be published."""
        self.vouched.add(channel)
        if self.vouched >= set(self.settings.result_channels):
            self._advance(None)

    # --- irregularities ------------------------------------------------------------------------------------------

    def hold(self, kind: str, read: str, device: str | None) -> None:
        """An irregularity: the house's own rule decides, or the table waits for a person."""
        rule = self.settings.irregularities[kind]
        if self.stage == "round" and rule.automatic == "void":
            self.void(kind, HOUSE_RULE, read)
            return
        if self.irregularity is not None:
            self.irregularity.also_read.append(f"{kind}: {read}")
            return
        if rule.automatic == "go_on" and kind not in RELEASED_BY_LINK:
            self.desk.alarm("medium", kind, read)
            return
        expected = word_request(self.request)
        if isinstance(self.request, TakeBets):
            self._close_bets("irregularity")
        self.irregularities += 1
        self.irregularity = Irregularity(self.desk.name("i", self.irregularities), kind, expected, read, device, rule)
        self.desk.alarm("high", kind, read)
        self.desk.publish(events.TablePaused, kind=kind, expected=expected, read=read)
        self.desk.ask(f"held.{kind}", {"read": read, "expected": expected})

    def rule(self, ruling: Ruling, by: str, reason: str) -> None:
        """Carry out a ruling on the irregularity that holds the table."""
        held = self.irregularity
        assert held is not None
        if ruling == "void":
            self.void(held.kind, by, reason)
            return
        self.irregularity = None
        self.desk.publish(events.TableResumed, kind=held.kind, ruling=ruling, by=by, reason=reason)
        if ruling == "replace_shoe":
            self.abandon_shoe(held.kind)
        elif ruling == "result_stands":
            self._advance(None)
        else:
            self.ask_again()
        self.next()

    def void(self, kind: str, by: str, reason: str) -> None:
        """The round in progress has no result."""
        self.irregularity = None
        self.desk.stop(BETTING)
        self._drop_procedure()
        self.desk.publish(events.RoundVoided, kind=kind, by=by, reason=reason)
        self.desk.alarm("medium", "round_voided", f"{kind}: {reason}")
        self._end_round("void", kind)

    def _drop_procedure(self) -> None:
        assert self.procedure is not None
        self.procedure.close()
        self.procedure = self.request = None
        self.stage = "idle"
