"""A bench for the orchestrator alone: say what happens, look at what follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from devices.readings import AnyReading, LinkChanged, WheelPhase, WheelPhaseChanged, WheelResult
from studio.cards import Card
from studio.games.catalogue import rules_data, rules_digest
from studio.games.house import HouseRules
from studio.games.procedure import Agree, Burn, Confirm, Deal, Spin
from studio.houses import load_rules
from studio.messages.commands import AnyCommand, ConfirmStep, GiveRuling, OpenTable
from studio.messages.events import AnyEvent, Event
from studio.messages.telemetry import Delivery, TableView
from studio.policy import Policy, overlaid
from studio.round.effects import Answer, AnyEffect, Publish
from studio.round.inputs import AnyInput, CommandGiven, Configured, DeviceSaid, ProcessStarted, TimerEnded
from studio.round.orchestrator import Orchestrator
from studio.round.view import table_view
from studio.settings import DeskSettings, Times, load_rulings

E = TypeVar("E", bound=Event)
UTC = "2026-11-30T12:00:00.000Z"


@dataclass
class Bench:
    """One orchestrator, everything it was told (`inputs`) and everything it did (`effects`)."""

    house: str = "pokerok"
    game: str = "baccarat"
    channels: tuple[str, ...] = ()
    overrides: Policy = field(default_factory=dict)
    rules: HouseRules | None = None
    launch_before_close: bool = True
    more_settings: dict[str, Any] = field(default_factory=dict)
    table: Orchestrator = field(default_factory=Orchestrator)
    inputs: list[AnyInput] = field(default_factory=list)
    effects: list[AnyEffect] = field(default_factory=list)
    commands_given: int = 0

    def __post_init__(self) -> None:
        rules = self.rules or load_rules(self.house, self.game)
        settings = DeskSettings(
            table="t1",
            game=self.game,  # type: ignore[arg-type]
            times=Times(),
            launch_before_close=self.launch_before_close,
            result_channels=self.channels,  # type: ignore[arg-type]
            devices={self.device: self.device},  # type: ignore[dict-item]
            **self.more_settings,
            irregularities=overlaid(load_rulings(self.house, self.game), self.overrides),
        )
        self.give(
            Configured,
            table="t1",
            epoch="e1",
            settings=settings.model_dump(mode="json"),
            rules=rules_data(rules),
            rules_digest=rules_digest(rules),
            software="bench",
        )

    @property
    def device(self) -> str:
        return "wheel" if self.game == "roulette" else "shoe"

    # --- what happens ---------------------------------------------------------------------------------------------

    def give(self, kind: type[Any], **fields: Any) -> list[AnyEffect]:
        given = kind(utc=UTC, monotonic_ns=len(self.inputs), **fields)
        self.inputs.append(given)
        effects = self.table.handle(given)
        self.effects.extend(effects)
        return effects

    def read(self, *readings: AnyReading) -> None:
        for reading in readings:
            self.give(DeviceSaid, device=self.device, reading=reading)

    def command(self, order: type[AnyCommand], /, role: str = "pit_boss", **fields: Any) -> Answer:
        self.commands_given += 1
        command = order(**{"id": f"c{self.commands_given}", "person": "Ana", "role": role, **fields})
        effects = self.give(CommandGiven, command=command)
        return next(effect for effect in effects if isinstance(effect, Answer))

    def end_timer(self, timer: str) -> None:
        self.give(TimerEnded, timer=timer, token=self.table.desk.timers[timer].token)

    def restart(self) -> None:
        self.give(ProcessStarted, software="bench")

    def rule(self, ruling: str, reason: str = "seen on video", **who: Any) -> Answer:
        held = self.table.irregularity
        return self.command(GiveRuling, irregularity=held.id if held else "", ruling=ruling, reason=reason, **who)

    # --- whole steps ----------------------------------------------------------------------------------------------

    def open(self, rounds: int | None = None) -> None:
        self.command(OpenTable, rounds=rounds)
        self.read(LinkChanged("ready"))

    def make_shoe(self) -> None:
        """Shuffle, cut and load; the burn is left to the test."""
        for what in ("shuffled", "cut", "shoe_loaded"):
            assert self.table.request == Confirm(what)  # type: ignore[arg-type]
            self.command(ConfirmStep, role="dealer", what=what)

    def make_shoe_from(self, what: str) -> None:
        """Confirm the last step of a shoe whose others have been done."""
        assert self.table.request == Confirm(what)  # type: ignore[arg-type]
        self.command(ConfirmStep, role="dealer", what=what)

    def close_bets(self) -> None:
        self.end_timer("betting")

    def wheel(self, phase: WheelPhase, spin: int) -> None:
        self.read(WheelPhaseChanged(phase, spin, 150, "clockwise"))

    def spin(self, spin: int, number: str) -> None:
        """A clean game from `place_bets` to its number."""
        self.wheel("place_bets", spin)
        if "between_rounds" in self.table.desk.timers:
            self.end_timer("between_rounds")
        self.wheel("ball_in_rim", spin)
        self.wheel("no_more_bets", spin)
        self.read(WheelResult(number, spin))

    def play_until_idle(self, cards: Iterable[str]) -> None:
        """Deal `cards` for as long as the procedure asks for any."""
        from devices.readings import CardRead

        supply = iter(cards)
        while isinstance(self.table.request, Deal | Burn):
            self.read(CardRead(next(supply)))

    # --- what followed --------------------------------------------------------------------------------------------

    @property
    def events(self) -> list[AnyEvent]:
        return [effect.event for effect in self.effects if isinstance(effect, Publish)]

    def published(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def request(self) -> object:
        return self.table.request

    @property
    def view(self) -> TableView:
        return table_view(self.table, len(self.inputs), Delivery())

    def replayed(self) -> list[AnyEffect]:
        """The effects of the same inputs in a fresh orchestrator."""
        again = Orchestrator()
        return [effect for given in self.inputs for effect in again.handle(given)]


__all__ = ["Agree", "Bench", "Burn", "Card", "Confirm", "Deal", "Spin"]
