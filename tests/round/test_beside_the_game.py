"""Shuffler, buttons and badge reader stand beside the game: without them a round goes on, and people are told."""

from __future__ import annotations

import pytest
from round.bench import Bench

from devices.readings import LineNoisy, LinkChanged, ShufflerState
from studio.round.inputs import DeviceSaid


def table_with(kind: str) -> Bench:
    bench = Bench("pokerok", "roulette")
    bench.table.settings = bench.table.settings.model_copy(
        update={"devices": {**bench.table.settings.devices, "beside": kind}}
    )
    bench.table.devices["beside"] = "ready"
    bench.open()
    bench.wheel("place_bets", 7)
    return bench


@pytest.mark.parametrize("kind", ["shuffler", "buttons", "badge"])
@pytest.mark.parametrize("said", [LinkChanged("lost", "unplugged"), LineNoisy(9, 2)])
def test_its_line_holds_no_round_and_is_an_alarm(kind: str, said: LinkChanged | LineNoisy) -> None:
    bench = table_with(kind)
    bench.give(DeviceSaid, device="beside", reading=said)
    assert bench.view.state == "betting"
    assert bench.view.alarms[-1].what == ("link_down" if isinstance(said, LinkChanged) else "line_noisy")
    assert bench.view.alarms[-1].detail.startswith("beside")


@pytest.mark.parametrize("state", ["jam", "open", "fault"])
def test_a_shuffler_that_cannot_go_on_is_shown_as_that_on_the_screen(state: str) -> None:
    bench = table_with("shuffler")
    bench.give(DeviceSaid, device="beside", reading=ShufflerState(state))  # type: ignore[arg-type]
    assert bench.view.trouble == {"beside": state}
    assert bench.view.state == "betting"
    bench.give(DeviceSaid, device="beside", reading=ShufflerState("idle"))
    assert bench.view.trouble == {}
