"""The dealer's buttons are the same orders as the screen's, under the same rule of who may do what when."""

from __future__ import annotations

from round.bench import Bench

from devices.readings import ButtonPressed
from studio.games.procedure import Confirm, TakeBets
from studio.messages import events


def test_confirm_confirms_what_is_asked_for_and_nothing_else() -> None:
    bench = Bench("pokerok")
    bench.open()
    for what in ("shuffled", "cut", "shoe_loaded"):
        assert bench.request == Confirm(what)  # type: ignore[arg-type]
        bench.read(ButtonPressed("confirm"))
    assert isinstance(bench.request, TakeBets)
    bench.read(ButtonPressed("confirm"))
    assert isinstance(bench.request, TakeBets), "there is nothing to confirm while bets are open"
    assert "refused, nothing is to be confirmed now" in bench.view.time_line[-1].what


def test_call_calls_the_pit_boss() -> None:
    bench = Bench("pokerok")
    bench.open()
    bench.read(ButtonPressed("call"))
    assert [alarm.what for alarm in bench.view.alarms] == ["pit_boss_called"]


def test_a_button_without_a_meaning_is_on_record_and_changes_nothing() -> None:
    bench = Bench("pokerok")
    bench.open()
    before = bench.request
    bench.read(ButtonPressed("void"))
    assert bench.request == before
    assert bench.published(events.RoundVoided) == []
    assert bench.view.alarms[-1].detail == "button void of shoe has no meaning at this table"


def test_presses_replay_alike() -> None:
    bench = Bench("pokerok")
    bench.open()
    bench.read(ButtonPressed("confirm"), ButtonPressed("call"), ButtonPressed("confirm"))
    assert bench.replayed() == bench.effects
