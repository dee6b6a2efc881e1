"""A table in play: what it remembers, and the moves by which the steps of a round drive it.

The steps (betting, rulings, shoes …) stand on this; the orchestrator stands on them and makes the moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, Literal

from devices.readings import LinkState, WheelPhase
from studio.cards import Card
from studio.faults import Phase
from studio.games.house import HouseRules, ShoeRules
from studio.games.procedure import Agree, AnyRequest, Procedure, TakeBets
from studio.messages.commands import AnyCommand
from studio.messages.telemetry import LastResult, TableState
from studio.round.attendance import Attendance
from studio.round.batch import Batches
from studio.round.card_set import CardSet
from studio.round.desk import Desk
from studio.round.effects import Answer
from studio.round.hold import Irregularity
from studio.round.host_side import HostSide
from studio.round.played import PlayedRound
from studio.round.prompts import Prompted
from studio.round.shoe import Shoe
from studio.round.spins import SpinCount
from studio.settings import DeskSettings

Stage = Literal["idle", "shoe", "round"]

BETWEEN: Final = "between_rounds"
"""The timer of the pause between two rounds."""

READY: Final[frozenset[LinkState]] = frozenset({"ready", "stale"})
"""The states in which a device can be relied on."""

BESIDE_THE_GAME: Final = frozenset({"shuffler", "buttons", "badge"})
"""Kinds of device without which a round goes on: another batch is dealt, the screen gives the same orders."""


class TableInPlay(ABC):
    """The state of one table, which the steps of a round read, change and move on. Only the orchestrator makes one."""

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
        self.state: TableState = "closed"
        self.procedure: Procedure[Any] | None = None
        self.begin: Callable[[], Procedure[Any]] | None = None
        self.sent: list[Any] = []
        self.foreseen: tuple[tuple[Any, ...], Prompted | None] | None = None
        self.request: AnyRequest | None = None
        self.shoe: Shoe | None = None
        self.cards: dict[str, Card] = {}
        self.face_down: set[str] = set()
        self.boxes: tuple[int, ...] | None = None
        self.free_hand = False
        self.balls: list[str] = []
        self.balls_in_drawer: int | None = None
        self.told: dict[str, Any] = {}
        self.vouched: set[str] = set()
        self.attempt = 1
        self.bets_open_again = False
        self.last_read: dict[str, str] = {}
        self.kept_cards: list[Card] = []
        self.lying: dict[str, Card] = {}
        self.burn_next = False
        self.drawn: tuple[str, Any] | None = None
        self.answers: list[tuple[AnyRequest, Any]] = []
        self.played: dict[str, PlayedRound] = {}
        self.seconding: dict[str, AnyCommand] = {}
        self.card_sets: dict[str, CardSet] = {}
        self.set_in_hand: CardSet | None = None
        self.batches = Batches()
        self.inspected_utc: dict[str, str] = {}
        self.recorder_runs = False
        self.new_dealer = False
        self.attendance = Attendance()
        self.first_entry: tuple[str, str, str] | None = None
        self.entered_by_hand = False
        self.devices: dict[str, LinkState] = {}
        self.host = HostSide()
        self.wheel_phase: WheelPhase | None = None
        self.wheel_spin: int | None = None
        self.spin_at_open: int | None = None
        self.spin_in_motion: int | None = None
        self.last_spin: int | None = None
        self.fresh_launch_due = False
        self.irregularity: Irregularity | None = None
        self.irregularities = 0
        self.last_results: list[LastResult] = []
        self.outcomes: dict[str, str] = {}
        self.spins: SpinCount | None = None
        self.answered: dict[str, Answer] = {}
        self.presses = 0
        self.unanswered: str | None = None
        """What was last said of the delivery, until the event in question is acknowledged: `result_rejected` …"""

    @property
    def phase(self) -> Phase:
        """The phase by which the house's table of irregularities is entered."""
        if self.stage != "round":
            return self.stage
        if isinstance(self.request, TakeBets) or self.bets_open_again:
            return "betting"
        return "result" if isinstance(self.request, Agree) else "dealing"

    @property
    def devices_ready(self) -> bool:
        """Whether every device that the game is read from can be relied on."""
        return not self.missing

    @property
    def missing_devices(self) -> dict[str, LinkState]:
        """The devices that the game is read from and that cannot be relied on, with the state of their links."""
        kinds = self.settings.devices
        return {
            name: state
            for name, state in self.devices.items()
            if state not in READY and kinds.get(name) not in BESIDE_THE_GAME
        }

    @property
    def missing(self) -> list[str]:
        """What of the devices keeps the game from being read, a device each."""
        missing = [f"{name} {state}" for name, state in self.missing_devices.items()]
        for name, state in self.devices.items():
            unfit = self.host.why_unfit(name, approved=bool(self.settings.approved.get(name)))
            if unfit is not None and state in READY:
                missing.append(unfit)
        return missing

    @property
    def shoe_rules(self) -> ShoeRules | None:
        """The house's rules for its shoe; None at a game without cards."""
        return getattr(self.rules, "shoe", None)

    # --- the moves -----------------------------------------------------------------------------------------------

    @abstractmethod
    def next(self) -> None:
        """When nothing is in progress: what comes next at this table."""

    @abstractmethod
    def close(self, why: str) -> None:
        """Close the table; only when nothing is in progress."""

    @abstractmethod
    def start(self, begin: Callable[[], Procedure[Any]]) -> None:
        """Begin a procedure; `begin` makes it, and could make it once more."""

    @abstractmethod
    def drop_procedure(self) -> None:
        """Leave the procedure where it is; nothing of it comes any more."""

    @abstractmethod
    def take(self, answer: Any) -> None:
        """The open request is satisfied: put it on record and go on."""

    @abstractmethod
    def advance(self, answer: Any) -> None:
        """Send the procedure its answer, and do what it asks for until it waits for somebody."""

    @abstractmethod
    def resume(self) -> None:
        """Wait for what is due: start its clock, prompt for it. What was drawn while the table was held counts now."""

    @abstractmethod
    def ask_again(self) -> None:
        """Prompt for the open request, or for the ruling while the table is held."""

    @abstractmethod
    def vouch(self, channel: str) -> None:
        """A second source has confirmed the result that is to be published."""

    @abstractmethod
    def end_round(self, outcome: str, detail: str) -> None:
        """The round is over, with its result or void: pause, or close where this was the last one wanted."""
