"""Plays a scenario against the orchestrator alone, up to the first line that differs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from devices import readings as said
from devices.readings import AnyReading
from studio.games.catalogue import rules_data, rules_digest, rules_from_data
from studio.houses import load_rules
from studio.messages import commands
from studio.messages.events import AnyEvent
from studio.messages.telemetry import Delivery, TableView
from studio.messages.wording import ANNOUNCEMENTS
from studio.rig.scenario import AT_THE_DOOR, Scenario, Step
from studio.rig.scenario_hardware import reading_of
from studio.rig.scenario_orders import COMMANDS, Now, StageError, fields_of
from studio.round.effects import Admit, Alarm, Answer, Publish
from studio.round.inputs import (
    AnyInput,
    ChanceDrawn,
    CommandGiven,
    Configured,
    DeviceSaid,
    LoggedOut,
    LogInTried,
    ProcessStarted,
    TimerEnded,
)
from studio.round.orchestrator import Orchestrator
from studio.round.seconding import NOTED
from studio.round.view import table_view
from studio.settings import DeskSettings, Times, load_rulings

START: Final = "2026-11-30T12:00:00.000Z"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line of a scenario that did not come true."""

    line: int
    text: str
    expected: str
    actual: str


class ScenarioPlayer:
    """One table under one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.table = Orchestrator()
        self.device = "wheel" if scenario.game == "roulette" else "shoe"
        self.inputs: list[AnyInput] = []
        self.events: list[AnyEvent] = []
        self.since: list[AnyEvent] = []
        self.alarms: list[str] = []
        self.answer: Answer | None = None
        self.utc = START
        self._spin = 0
        self._command: commands.AnyCommand | None = None
        rules = rules_data(load_rules(scenario.house, scenario.game, scenario.variant))
        _merge(rules, scenario.rules)
        self.rules = rules_from_data(rules)
        settings: dict[str, Any] = {
            "table": "t1",
            "game": scenario.game,
            "times": Times().model_dump(),
            "launch_before_close": True,
            "result_channels": [],
            "devices": {self.device: self.device},
            "irregularities": load_rulings(scenario.house, scenario.game),
        }
        _merge(settings, scenario.settings)
        checked = DeskSettings.model_validate(settings)
        self._give(
            Configured,
            table="t1",
            epoch="e1",
            settings=checked.model_dump(mode="json"),
            rules=rules_data(self.rules),
            rules_digest=rules_digest(self.rules),
            software="rig",
        )

    def play(self, progress: Callable[[Step], None] = lambda _: None) -> Difference | None:
        """Play to the end; the first line that differs, or None."""
        steps = self.scenario.steps
        for place, step in enumerate(steps):
            progress(step)
            try:
                found = self._expect(step) if step.kind == "expect" else self._happen(step)
            except (StageError, ValueError) as error:
                return Difference(step.line, step.text, "that it can be done", str(error))
            if found is not None:
                return found
            following = steps[place + 1] if place + 1 < len(steps) else None
            refused = self.answer is not None and not self.answer.accepted
            if step.kind == "person" and refused and (following is None or following.what != "refused"):
                return Difference(step.line, step.text, "that it is taken", f"refused: {self.answer.why}")  # type: ignore[union-attr]
        return None

    def replays_alike(self) -> bool:
        """Whether a new orchestrator publishes the same from the same inputs."""
        again = Orchestrator()
        effects = [effect for given in self.inputs for effect in again.handle(given)]
        return [effect.event for effect in effects if isinstance(effect, Publish)] == self.events

    # --- what happens ---------------------------------------------------------------------------------------------

    def _give(self, kind: type[Any], **fields: Any) -> None:
        given = kind(utc=self.utc, monotonic_ns=len(self.inputs), **fields)
        self.inputs.append(given)
        for effect in self.table.handle(given):
            if isinstance(effect, Publish):
                self.events.append(effect.event)
                self.since.append(effect.event)
            elif isinstance(effect, Alarm):
                self.alarms.append(effect.what)
            elif isinstance(effect, Answer):
                self.answer = effect
            elif isinstance(effect, Admit):
                self.answer = Answer(effect.attempt, effect.person is not None, effect.why)

    def _read(self, *readings: AnyReading) -> None:
        for reading in readings:
            self._give(DeviceSaid, device=self._device_of(reading), reading=reading)

    def _device_of(self, reading: AnyReading) -> str:
        """The table's device that says such things; the one that the game is read from, where it is no other's."""
        kind = str(reading.__struct_config__.tag).partition(".")[0]
        kind = {"button": "buttons"}.get(kind, kind)
        return next((name for name, of in self.table.settings.devices.items() if of == kind), self.device)

    def _happen(self, step: Step) -> Difference | None:
        self.since, self.answer, self.alarms = [], None, []
        if step.kind == "person":
            self._order(step)
        else:
            self._hardware(step.what, step.about)
        return None

    def _hardware(self, what: str, about: Mapping[str, str]) -> None:
        match what:
            case "timer":
                self._timer(about["timer"].replace(" ", "_"))
            case "restart":
                self._give(ProcessStarted, software="rig")
            case "chance":
                draw = getattr(self.table.request, "draw", None)
                if draw is None:
                    raise StageError(f"no draw is due: {self.view.prompt.text}")
                self._give(ChanceDrawn, draw=draw, value=json.loads(about["value"]), generator="rig")
            case "now":
                self.utc = about["utc"].replace(" ", "T") + ":00.000Z"
            case "again":
                if self._command is None:
                    raise StageError("no command has been given")
                self._give(CommandGiven, command=self._command)
            case "link":
                self._give(DeviceSaid, device=about["device"], reading=said.LinkChanged(about["state"]))  # type: ignore[arg-type]
            case "cards":
                self._read(*(said.CardRead(card) for card in about["cards"].split()))
            case _:
                self._spin = int(about.get("spin", self._spin)) if what == "wheel_phase" else self._spin
                self._read(reading_of(what, about, self._spin))

    def _timer(self, timer: str) -> None:
        running = self.table.desk.timers.get(timer)
        if running is None:
            raise StageError(f"no such timer runs: running are {', '.join(self.table.desk.timers) or 'none'}")
        self._give(TimerEnded, timer=timer, token=running.token)

    # --- what people do -------------------------------------------------------------------------------------------

    def _order(self, step: Step) -> None:
        about = step.about
        if step.what in AT_THE_DOOR:
            self._at_the_door(step)
            return
        kind: type[Any] = COMMANDS[step.what]
        fields = fields_of(step.what, about, self._now)
        role = about["role"].replace(" ", "_")
        self._command = kind(id=f"line-{step.line}", person=about["person"], role=role, **fields)
        session = f"{about['person']} as {role}"
        known = session in self.table.attendance.sessions
        self._give(CommandGiven, command=self._command, session=session if known else "")

    def _at_the_door(self, step: Step) -> None:
        """Somebody logs in or out, or holds a badge to the table's own reader; a session is called by whose it is."""
        about = step.about
        person, role = about["person"], about["role"].replace(" ", "_")
        session = f"{person} as {role}"
        if step.what == "log_out":
            self._give(LoggedOut, session=session)
            return
        own = step.what == "reader"
        self._give(
            LogInTried,
            attempt="" if own else f"line-{step.line}",
            place="reader" if own else "screen",
            by="badge" if own else about["by"].lower(),
            person=person if any(known.name == person for known in self.table.settings.people) else None,
            right="wrong" not in about,
            role=role,
            session="" if own else session,
            once="once" in about,
        )

    @property
    def _now(self) -> Now:
        held, shoe = self.table.irregularity, getattr(self.rules, "shoe", None)
        return Now(
            round_id=self.table.desk.round_id or "none",
            irregularity=held.id if held is not None else "none",
            name="t1:e1",
            decks=shoe.decks if shoe is not None else None,
        )

    # --- what must follow -----------------------------------------------------------------------------------------

    @property
    def view(self) -> TableView:
        """The table as its screens see it."""
        return table_view(self.table, len(self.inputs), Delivery())

    def _expect(self, step: Step) -> Difference | None:
        value = step.about["value"]
        actual = self._actual(step.what, value)
        return None if actual is None else Difference(step.line, step.text, value, actual)

    def _actual(self, what: str, value: str) -> str | None:
        """None where it is as expected, else what is there instead."""
        view = self.view
        match what:
            case "prompt" | "held" | "allowed" | "state" | "cards":
                return seen_otherwise(view, what, value)
            case "published":
                kind, _, fields = value.partition(" ")
                return published_otherwise([msgspec.to_builtins(event) for event in self.since], kind, fields)
            case "nothing published":
                kinds = [_tag(event) for event in self.since]
                return f"published: {', '.join(kinds)}" if value in kinds else None
            case "in all":
                count, _, kind = value.partition(" ")
                found = sum(_tag(event) == kind for event in self.events)
                return None if count == str(found) else f"{found} {kind}"
            case "refused":
                if self.answer is None or self.answer.accepted:
                    return "it was taken" if self.answer is not None else "no command was given"
                return None if value in self.answer.why else self.answer.why
            case "noted":
                return None if self.answer is not None and self.answer.why == NOTED else str(self.answer)
            case "announced":
                words = ANNOUNCEMENTS.get(self.table.desk.announcement or "", "nothing")
                return None if words == value else words
            case "alarm":
                return None if value in self.alarms else ", ".join(self.alarms) or "no alarm"
            case "set":
                name, _, state = value.partition(" ")
                card_set = self.table.card_sets.get(name)
                now = card_set.state if card_set is not None else "no such set"
                return None if now == state else now
            case _:
                return f"{what}: nothing is known of it here"


def seen_otherwise(view: TableView, what: str, value: str) -> str | None:
    """What the screen shows in place of `value`; None where it shows that."""
    held = view.irregularity
    match what:
        case "prompt":
            begins = value.endswith("…") and view.prompt.text.startswith(value[:-1])
            shown = value if begins else view.prompt.text
        case "held":
            shown = held.kind if held is not None else "nothing"
        case "allowed":
            shown = ", ".join(held.rulings) if held is not None else "nothing is held"
        case "state":
            shown = view.state.replace("_", " ")
        case _:
            shown = ", ".join(f"{place} {card}" for place, card in view.cards.items()) or "none"
    return None if shown == value else shown


def published_otherwise(since: list[dict[str, Any]], kind: str, fields: str) -> str | None:
    """What was published in place of an event of `kind` with these fields; None where it was."""
    wanted = dict(pair.strip().split(" ", 1) for pair in fields.split(",") if pair.strip())
    nearest = ", ".join(event["type"] for event in since) or "nothing"
    for event in since:
        if event["type"] != kind:
            continue
        shown = {key: spell(find(event, key)) for key in wanted}
        if shown == wanted:
            return None
        nearest = f"{kind} " + ", ".join(f"{key} {value}" for key, value in shown.items())
    return nearest


def find(content: Any, path: str) -> Any:
    """What stands in an event under `bets.player.result`; None where nothing does."""
    for key in path.split("."):
        content = content.get(key) if isinstance(content, dict) else None
    return content


def spell(value: Any) -> str:
    """A field of an event as a scenario has it."""
    if isinstance(value, dict):
        return " ".join(f"{key} {spell(held)}" for key, held in value.items()) or "nothing"
    if isinstance(value, list):
        return " ".join(map(spell, value)) or "nothing"
    if value is None:
        return "nothing"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _tag(event: AnyEvent) -> str:
    return str(event.__struct_config__.tag)


def _merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value
