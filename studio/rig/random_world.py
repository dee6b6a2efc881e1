"""The world around a table that is played at random, and what is due in it.

It holds the cards that lie in the shoe (now and then a wrong one among them), the wheel and its counter, the balls in
the tube. It makes the input that the table waits for: a reading, an order of somebody who may give it, a timer's end.
"""

from __future__ import annotations

from typing import Any, Final

from devices.clock import Chance
from devices.readings import (
    AnyReading,
    BallRead,
    CardRead,
    CutCardOut,
    LinkChanged,
    ShoeResult,
    ShoeStarted,
    WheelResult,
)
from devices.readings import WheelPhaseChanged as Phase
from studio.cards import DECK, composition
from studio.draws import make_draw
from studio.games.procedure import (
    DOUBLE,
    Agree,
    Burn,
    Confirm,
    Deal,
    Decide,
    DrawBalls,
    Spin,
    TakeBets,
    TurnBonusWheel,
    TurnReel,
)
from studio.games.roulette_layout import numbers_of
from studio.messages import commands
from studio.round.effects import AnyEffect, DrawChance, Publish
from studio.round.in_play import BETWEEN, READY
from studio.round.inputs import ChanceDrawn, ProcessStarted, TimerEnded
from studio.round.orchestrator import Orchestrator
from studio.round.rulings import rulings_now

Step = AnyReading | commands.AnyCommand | TimerEnded | ProcessStarted | ChanceDrawn
NEVER: Final = -1
DEALERS: Final = ("Eva", "Ida")
PIT_BOSSES: Final = ("Ana", "Boris")


class RandomWorld:
    """The surroundings of `table`; the same generator gives the same world."""

    def __init__(self, table: Orchestrator, random: Chance) -> None:
        self.table = table
        self.random = random
        self.device = next(iter(table.settings.devices))
        self.in_shoe: list[str] = []
        self.cut_at = NEVER
        self.wheel = "place_bets"
        self.spin = random.randrange(1, 240)
        self.commands = 0
        self.given: list[commands.AnyCommand] = []
        """The last commands, some of which are sent again."""
        self.waiting: list[Step] = []
        """What is going to happen next, whatever else does not."""

    def after(self, effects: list[AnyEffect]) -> None:
        """Note what the table did: a new shoe fills this world's shoe, a draw is awaited of the generator."""
        for effect in effects:
            if isinstance(effect, DrawChance):
                self.waiting.insert(0, self._drawn(effect.draw))
            elif isinstance(effect, Publish):
                tag = effect.event.__struct_config__.tag
                if tag == "shoe.loaded":
                    self._fill()
                elif tag == "shoe.refilled":
                    self._refill()

    def _fill(self) -> None:
        rules = self.table.shoe_rules
        assert rules is not None
        cards = [str(card) for card in composition(rules.decks, getattr(rules, "without_ranks", "")).elements()]
        self.random.shuffle(cards)
        oddity = self.random.random()
        if oddity < 0.06:
            cards[self.random.randrange(min(30, len(cards)))] = str(self.random.choice(DECK))
        elif oddity < 0.09:
            cards.sort()
        elif oddity < 0.12:
            del cards[-5:]
        self.in_shoe = cards
        missed = self.random.random() < 0.1
        self.cut_at = NEVER if missed else rules.cut_from_back_cards + self.random.randrange(-2, 3)

    def _refill(self) -> None:
        shoe = self.table.shoe
        assert shoe is not None
        left = composition(shoe.rules.decks, getattr(shoe.rules, "without_ranks", "")) - shoe.seen
        self.in_shoe = [str(card) for card in left.elements()]
        self.random.shuffle(self.in_shoe)

    def timer(self, name: str) -> TimerEnded:
        """The end of a timer that runs."""
        return TimerEnded(utc="", monotonic_ns=0, timer=name, token=self.table.desk.timers[name].token)

    def order(self, kind: type[Any], person: str, role: str, /, **fields: Any) -> commands.AnyCommand:
        """A command under a new id."""
        self.commands += 1
        command: commands.AnyCommand = kind(id=f"c{self.commands}", person=person, role=role, **fields)
        return command

    # --- what is due ----------------------------------------------------------------------------------------------

    def due(self) -> Step:
        table = self.table
        missing = [name for name, state in table.devices.items() if state not in READY]
        if missing:
            if table.settings.devices[self.device] == "wheel":
                self.waiting.append(self._phase(self.wheel))
            return LinkChanged("ready")
        if table.irregularity is not None:
            return self._ruling()
        if not table.open:
            return self._open()
        if (unready := self._unready()) is not None:
            return unready
        if table.desk.runs(BETWEEN):
            return self.timer(BETWEEN)
        if table.shoe_rules is None and (table.stage == "idle" or not isinstance(table.request, DrawBalls)):
            return self._roulette()
        return self._request()

    def _open(self) -> Step:
        due = [what for what in self.table.settings.inspections if what not in self.table.inspected_utc]
        if due:
            return self.order(commands.RecordInspection, "Ana", "pit_boss", what=due[0])
        return self.order(commands.OpenTable, "Ana", "pit_boss")

    def _unready(self) -> Step | None:
        table, settings = self.table, self.table.settings
        if settings.recorder_silent_after_s is not None and not table.recorder_runs:
            return self.order(commands.RecorderAlive, "recorder", "technician")
        if table.desk.dealer is None and settings.dealer_required and table.stage == "idle":
            return self.order(commands.GoOnDuty, "Eva", "dealer")
        if table.desk.prompt_key == "no_set_ready" or table.request == Confirm("cards_inspected"):
            states = ("received", "spent", "blocked")
            due = [name for name, card_set in table.card_sets.items() if card_set.state in states]
            if due:
                return self._count(self.random.choice(due))
        return None

    def _count(self, name: str) -> Step:
        rules = self.table.shoe_rules
        assert rules is not None
        whole = composition(rules.decks, getattr(rules, "without_ranks", ""))
        counts = {str(card): count for card, count in whole.items()}
        if self.random.random() < 0.1:
            counts[self.random.choice(list(counts))] -= 1
        self.waiting.append(
            self.order(commands.InspectCards, self.random.choice(PIT_BOSSES), "pit_boss", card_set=name, counts=counts)
        )
        dealer = self.random.choice(DEALERS)
        return self.order(commands.InspectCards, dealer, "dealer", card_set=name, counts=counts)

    def _ruling(self) -> Step:
        held = self.table.irregularity
        assert held is not None
        possible = rulings_now(self.table, held)
        if not possible:
            return self.order(commands.CallPitBoss, "Eva", "dealer")
        ruling = self.random.choice(possible)
        if ruling == "enter":
            return self._entry()
        about = {"irregularity": held.id, "ruling": ruling, "reason": "seen on video"}
        first, second = self.random.sample(PIT_BOSSES, 2)
        if held.rule.by == "both":
            self.waiting.append(self.order(commands.GiveRuling, second, "pit_boss", **about))
            return self.order(commands.GiveRuling, self.random.choice(DEALERS), "dealer", **about)
        if held.rule.by == "dealer" and self.random.random() < 0.5:
            return self.order(commands.GiveRuling, "Eva", "dealer", **about)
        return self.order(commands.GiveRuling, first, "pit_boss", **about)

    def _entry(self) -> Step:
        """Two people type a value; now and then it is not the same, or one person tries alone."""
        value = self.value()
        other = self.value() if self.random.random() < 0.1 else value
        boss = self.random.choice(PIT_BOSSES)
        self.waiting.append(self.order(commands.EnterValue, boss, "pit_boss", value=other))
        return self.order(commands.EnterValue, self.random.choice(DEALERS), "dealer", value=value)

    def value(self) -> str:
        """Something that could be typed for the open request."""
        match self.table.request:
            case Deal() | Burn():
                return str(self.random.choice(DECK))
            case Spin():
                return self.random.choice(self.numbers())
            case DrawBalls(count=count):
                return " ".join(self.random.sample(self.numbers(), count))
            case TurnReel():
                return str(self.random.randrange(2, 17))
            case TurnBonusWheel():
                door = getattr(self.table.rules, "red_door", None)
                values = [str(value) for value, _ in door.sectors] if door is not None else ["20"]
                return self.random.choice([DOUBLE, *values])
            case _:
                return self.random.choice(("", "17", "Ah"))

    def numbers(self) -> list[str]:
        """What can fall on this wheel."""
        return list(numbers_of(getattr(self.table.rules, "wheel", "european37")))

    def _request(self) -> Step:
        table, random = self.table, self.random
        match table.request:
            case TakeBets(boxes=boxes):
                if boxes and table.boxes is None and random.random() < 0.9:
                    return self._boxes()
                return self.timer("betting") if table.desk.runs("betting") else self._boxes()
            case Deal(to=to):
                return self.draw(to if random.random() < 0.3 else None)
            case Burn():
                return self.draw("burn" if random.random() < 0.3 else None)
            case Confirm(what="shoe_loaded") if random.random() < 0.5:
                return ShoeStarted()
            case Confirm(what=what):
                return self.order(commands.ConfirmStep, "Eva", "dealer", what=what)
            case Agree(value=value):
                said = value if random.random() < 0.9 else "tie"
                if "shoe" in table.settings.result_channels and "shoe" not in table.vouched:
                    return ShoeResult(said, False, False)  # type: ignore[arg-type]
                return self.order(commands.AnnounceResult, "Eva", "dealer", value=said)
            case Decide(box=box, hand=hand, allowed=allowed):
                if random.random() < 0.1 and table.desk.runs("decision"):
                    return self.timer("decision")
                action = random.choice(allowed).value
                about = {"round": table.desk.round_id or "", "box": box, "hand": hand, "action": action}
                return self.order(commands.TakeDecision, "backend", "backend", **about)
            case DrawBalls():
                left = [number for number in self.numbers() if number not in table.balls]
                return BallRead(random.choice(left), len(table.balls) + 1)
            case TurnReel() | TurnBonusWheel():
                return self._entry()
            case _:
                return self.order(commands.CallPitBoss, "Eva", "dealer")

    def _boxes(self) -> Step:
        seats = int(getattr(self.table.rules, "seats", 1))
        boxes = self.random.sample(range(1, seats + 1), self.random.randrange(0, min(seats, 4) + 1))
        about = {"round": self.table.desk.round_id or "", "boxes": boxes}
        return self.order(commands.BoxesInPlay, "backend", "backend", **about)

    def _drawn(self, draw: str) -> Step:
        """The generator draws at once when it is asked, unless the process is killed before it has."""
        if self.random.random() < 0.03:
            return ProcessStarted(utc="", monotonic_ns=0, software="rig")
        value = make_draw(self.table.rules, draw, self.random.randrange)
        return ChanceDrawn(utc="", monotonic_ns=0, draw=draw, value=value, generator="rig")

    def draw(self, position: str | None) -> Step:
        """A card leaves the shoe, or the cut card where it lies."""
        if self.cut_at != NEVER and len(self.in_shoe) <= self.cut_at:
            self.cut_at = NEVER
            return CutCardOut()
        if not self.in_shoe:
            return self.order(commands.ReportIrregularity, "Eva", "dealer", kind="shoe_out")
        return CardRead(self.in_shoe.pop(0), position)

    # --- the wheel ------------------------------------------------------------------------------------------------

    def _phase(self, phase: str) -> Phase:
        self.wheel = phase
        return Phase(phase, self.spin, 150, "clockwise")  # type: ignore[arg-type]

    def _roulette(self) -> Step:
        table = self.table
        betting = isinstance(table.request, TakeBets) or table.bets_open_again
        if table.stage == "idle" or betting:
            if self.wheel != "place_bets" or (table.stage == "idle" and table.wheel_phase != "place_bets"):
                return self._place_bets()
            if table.desk.runs("betting") and self.random.random() < 0.5:
                return self.timer("betting")
            launched = table.settings.launch_before_close and betting and self.random.random() < 0.5
            return self._phase("ball_in_rim") if launched else self._bets_over()
        if isinstance(table.request, Spin):
            return self._spin()
        return self._request()

    def _bets_over(self) -> Step:
        if self.table.desk.runs("betting"):
            return self.timer("betting")
        return self._phase("ball_in_rim")

    def _place_bets(self) -> Phase:
        self.spin = self.spin % 250 + 1
        return self._phase("place_bets")

    def _spin(self) -> Step:
        if self.wheel not in ("ball_in_rim", "no_more_bets"):
            stale = self.wheel != "place_bets" or self.table.wheel_phase != "place_bets"
            return self._place_bets() if stale else self._phase("ball_in_rim")
        if self.table.spin_in_motion is None and (self.table.fresh_launch_due or self.wheel == "no_more_bets"):
            return self._place_bets()
        if self.wheel == "ball_in_rim":
            return self._phase("no_more_bets")
        number = self.random.choice(self.numbers())
        double = getattr(self.table.rules, "variant", "") == "double_ball" and self.table.request == Spin(ball=1)
        if not double:
            self.waiting.append(self._phase("winning_number"))
        return WheelResult(number, self.spin)
