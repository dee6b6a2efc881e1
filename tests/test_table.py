"""One table without sockets and disk: what it does with an input, and when it halts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from devices.clock import SteppedClock
from devices.readings import LinkChanged, WheelPhaseChanged
from studio.houses import config_dir, load_rules
from studio.journal.errors import JournalError, JournalHalted
from studio.journal.memory import MemoryJournal
from studio.messages.commands import OpenTable
from studio.round.orchestrator import Orchestrator
from studio.settings import desk_settings, load_table
from studio.table import Table
from studio.table_journal import configured


class Stand:
    """A roulette table, open, with its wheel ready; `halts` are the errors with which it halted."""

    def __init__(self) -> None:
        settings = load_table(config_dir() / "tables" / "roulette-1.toml")
        # Any wheel will do here: what it says of itself has tests of its own.
        wheel = settings.devices["wheel"].model_copy(update={"approved": {}})
        settings = settings.model_copy(update={"devices": {"wheel": wheel}})
        self.clock = SteppedClock()
        self.journal = MemoryJournal(settings.table, "e1", self.clock.utc())
        self.halts: list[JournalError] = []
        self.table = Table(Orchestrator(), self.journal, self.clock, halted=self.halts.append)
        rules = load_rules(settings.house, settings.game)
        self.table.record(configured("e1", desk_settings(settings), rules, self.clock))
        self.table.command(OpenTable(id="c1", person="Ana", role="pit_boss"))
        self.say(LinkChanged("ready"))

    def say(self, reading: Any) -> None:
        self.table.reading("wheel", reading, self.clock.monotonic_ns(), self.clock.utc())

    @property
    def state(self) -> str:
        return self.table.view().state


PLACE_BETS = WheelPhaseChanged("place_bets", 1, 150, "clockwise")


def test_the_tables_own_timers_end_its_betting_time() -> None:
    stand = Stand()
    stand.say(PLACE_BETS)
    assert stand.state == "betting"
    stand.clock.advance_by(14.9)
    assert stand.state == "betting"
    stand.clock.advance_by(0.2)
    assert stand.state == "playing"


def test_an_input_that_cannot_be_written_halts_the_table_and_nothing_follows_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stand = Stand()
    full = JournalHalted("t.journal", "input 4", "was not written (disk full)", "Free space")

    def refuse(*_: object) -> None:
        raise full

    before = stand.journal.last_event_seq
    monkeypatch.setattr(stand.journal, "append_all", refuse)
    stand.say(PLACE_BETS)
    assert stand.halts == [full]
    monkeypatch.undo()
    stand.say(PLACE_BETS)
    stand.clock.advance_by(3600)
    assert stand.journal.last_event_seq == before
    assert stand.halts == [full]


def in_turns(stand: Stand) -> list[Callable[[], None]]:
    """Have the table write once a turn; what is returned is what the loop would do in its next turn."""
    waiting: list[Callable[[], None]] = []
    stand.table._soon = waiting.append
    return waiting


def test_what_comes_in_one_turn_is_written_together_and_acted_on_only_then() -> None:
    stand = Stand()
    waiting = in_turns(stand)
    groups: list[int] = []
    append_all = stand.journal.append_all

    def counting(group: Any) -> Any:
        groups.append(len(group))
        return append_all(group)

    stand.journal.append_all = counting  # type: ignore[method-assign]
    before = stand.journal.last_input_seq
    stand.say(PLACE_BETS)
    stand.say(WheelPhaseChanged("place_bets", 1, 160, "clockwise"))
    assert (stand.journal.last_input_seq, stand.clock.next_timer_s()) == (before, None)
    assert len(waiting) == 1
    waiting.pop()()
    assert groups == [2]
    assert stand.journal.last_input_seq == before + 2
    assert stand.clock.next_timer_s() is not None


def test_a_view_shows_nothing_that_is_not_written() -> None:
    stand = Stand()
    waiting = in_turns(stand)
    before = stand.journal.last_input_seq
    stand.say(PLACE_BETS)
    assert stand.state == "betting"
    assert stand.journal.last_input_seq == before + 1
    waiting.pop()()
    assert stand.journal.last_input_seq == before + 1


def test_when_the_rules_stumble_what_came_before_in_the_same_turn_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    stand = Stand()
    in_turns(stand)
    before = stand.journal.last_input_seq
    stand.say(PLACE_BETS)

    def stumble(_: object) -> Any:
        raise AttributeError("no such rule")

    monkeypatch.setattr(stand.table.orchestrator, "handle", stumble)
    stand.say(PLACE_BETS)
    (halt,) = stand.halts
    assert f"it goes on after input {before + 1}" in str(halt)
    assert stand.journal.last_input_seq == before + 1


def test_a_fault_in_the_rules_halts_the_table_instead_of_leaving_it_half_way(monkeypatch: pytest.MonkeyPatch) -> None:
    stand = Stand()

    def stumble(_: object) -> Any:
        raise AttributeError("no such rule")

    before = stand.journal.last_input_seq
    monkeypatch.setattr(stand.table.orchestrator, "handle", stumble)
    stand.say(PLACE_BETS)
    (halt,) = stand.halts
    assert f"input {before + 1}: could not be handled (AttributeError: no such rule)" in str(halt)
    assert f"it goes on after input {before}" in str(halt)
    monkeypatch.undo()
    stand.say(PLACE_BETS)
    assert stand.journal.last_input_seq == before
