"""A running table and its wheel, both ways: who it is, what the table orders of it, and what people order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tomlkit
from e2e.stage import Stage, until

from devices.capture import read_capture
from studio.journal.replay import replay
from studio.journal.store import Journal
from studio.round.effects import SendOrder
from studio.round.orchestrator import Orchestrator

MakeStage = Callable[[str, str], Stage]


def with_wheel(stage: Stage, **keys: Any) -> None:
    """Write more into the wheel's settings."""
    document: Any = tomlkit.parse(stage.file.read_text())
    document["devices"]["wheel"].update(keys)
    stage.file.write_text(tomlkit.dumps(document))


async def test_a_wheel_that_is_not_as_approved_keeps_the_table_shut_until_a_technician_has_mended_it(
    make_stage: MakeStage,
) -> None:
    stage = make_stage("roulette-1", "wheel")
    approved = {"firmware": "V2.50", "speed_change": 1.5}
    with_wheel(stage, approved=approved, commands=["set_parameter", "store_parameters"])
    await stage.start_simulator("--set", "m=20000.0")
    await stage.start_table("--open")
    shut = await stage.view_when(
        lambda view: any(alarm.what == "wheel_not_approved" for alarm in view.alarms), "the alarm"
    )
    told = "wheel: speed_change is 20000.0, approved is 1.5: order set_parameter and then store_parameters"
    assert shut.prompt.text.startswith(f"Wait: {told}")
    assert shut.state == "not_ready"

    refused = await stage.tell("wheel", "read_parameters")
    assert (refused.status, told in refused.err) == (1, True)
    refused = await stage.tell("wheel", "power_off")
    assert "this table's file does not allow power_off for wheel" in refused.err
    mended = await stage.tell("wheel", "set_parameter", "m", "1.5")
    assert (mended.status, mended.out) == (0, "accepted: wheel: *T OK\n")
    await stage.view_when(lambda view: view.state == "betting", "a round is opened by itself")
    assert (await stage.tell("wheel", "store_parameters")).err.startswith("refused: store_parameters is for between")


async def test_a_mis_spin_is_ended_by_one_order_that_is_on_the_wire_and_on_record(make_stage: MakeStage) -> None:
    stage = make_stage("roulette-1", "wheel")
    with_wheel(stage, record={"max_mb": 1})
    await stage.start_simulator()
    await stage.start_backend()
    await stage.start_table("--open", "1")
    betting = await stage.view_when(lambda view: view.state == "betting", "bets are open")
    assert (await stage.order("mis-spin")).startswith("ok")
    held = await stage.view_when(lambda view: view.irregularity is not None, "the mis-spin holds the table")
    assert held.irregularity is not None
    assert held.irregularity.kind == "wrong_direction"
    await stage.view_when(
        lambda view: any(entry.what == "restart_game: *R OK" for entry in view.time_line), "the wheel has answered"
    )
    assert "state 2" in await stage.order("status")
    assert (await stage.tell("rule", "re_spin", "seen")).status == 0
    await stage.view_when(lambda view: view.irregularity is None and view.prompt.key == "spin", "spin again")
    assert (await stage.order("spin 17")).startswith("ok")
    await until(lambda: bool(stage.delivered("table.closed")), "the round is played")
    [result] = stage.delivered("round.result")
    assert (result["outcome"], result["round"]) == ("17", betting.round)

    sent = [
        line.payload for line in read_capture(stage.data / "captures" / "roulette-1-wheel.tsv") if line.direction == ">"
    ]
    assert b"".join(sent).count(b"*R\r\n") == 1
    with Journal.open_read_only(stage.journal) as journal:
        ordered = [one for entry in journal.entries() for one in entry.effects() if isinstance(one, SendOrder)]
        assert ordered == [SendOrder("wheel", "restart_game")]
        assert replay(journal, Orchestrator).identical


async def test_a_wheel_that_somebody_muted_is_told_to_report_again(make_stage: MakeStage) -> None:
    stage = make_stage("roulette-1", "wheel")
    stage.speed = 1.0
    with_wheel(stage, commands=["mute", "unmute"])
    await stage.start_simulator()
    await stage.start_table()
    await stage.view_when(lambda view: view.devices["wheel"] == "ready", "the wheel is there")
    muted = await stage.tell("wheel", "mute")
    assert (muted.status, muted.out) == (0, "accepted: wheel: *q OK\n")
    assert (await stage.tell("open")).status == 0
    shut = await stage.view_when(lambda view: view.prompt.text == "Wait: wheel is muted", "muted, and not down")
    assert shut.devices["wheel"] == "ready"
    assert (await stage.tell("wheel", "unmute")).status == 0
    await stage.view_when(lambda view: view.state == "betting", "a round is opened")


async def test_a_port_whose_line_cannot_be_as_the_file_says_is_a_fault_with_its_remedy(make_stage: MakeStage) -> None:
    stage = make_stage("roulette-1", "wheel")
    with_wheel(stage, line="8E1")  # a pseudo-terminal has no parity, and says nothing of it when it is asked for
    await stage.start_simulator()
    await stage.start_table("--open")
    shut = await stage.view_when(lambda view: bool(view.alarms), "the alarm")
    [alarm] = shut.alarms
    assert alarm.what == "line_settings"
    assert "the line was to be 9600 8E1 and is 9600 8N1" in alarm.detail
    assert "use another adapter" in alarm.detail
    assert (shut.devices, shut.prompt.text) == ({"wheel": "line_wrong"}, "Wait: wheel line_wrong")
