"""Every command that a table takes can be given from the command line, and reaches a running table as it was meant."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import tomlkit
from e2e.stage import Said, Stage

from studio import cli
from studio.commands.tell_orders import ORDERS
from studio.journal.store import Journal
from studio.messages.commands import AnyCommand, Command
from studio.round.inputs import CommandGiven

MakeStage = Callable[[str, str], Stage]


class Console:
    """`studio tell` in this process, at one table."""

    def __init__(self, stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
        self.stage = stage
        self.capsys = capsys

    async def tell(self, *words: str) -> Said:
        self.capsys.readouterr()
        status = await asyncio.to_thread(cli.main, ["tell", self.stage.results, *words])
        return Said(status, *self.capsys.readouterr())

    async def accepted(self, *words: str) -> str:
        said = await self.tell(*words)
        assert said.status == 0, said.err
        return said.out.strip()

    async def refused(self, *words: str) -> str:
        said = await self.tell(*words)
        assert said.status == 1, said
        return said.err.strip()


def test_no_command_is_without_a_word_and_no_word_without_its_command() -> None:
    assert {order.kind for order in ORDERS.values()} == set(get_args(AnyCommand))
    assert len({order.kind for order in ORDERS.values()}) == len(ORDERS)


@pytest.mark.parametrize("word", ORDERS)
def test_each_word_has_help_that_says_what_it_takes(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["tell", "tcp://127.0.0.1:1", word, "--help"])
    assert ended.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert ORDERS[word].help[1:] in told
    assert "without it, the one that gives such commands" in told
    assert f"where --role does not say: {ORDERS[word].role.replace('_', ' ')}." in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("count", "red", "--decks", "40"), "--decks 40: a set has 1 to 12"),
        (("count", "red", "--decks", "8", "--missing", "1h"), "--missing 1h: is no card"),
        (("count", "red", "--counts", "{folder}/none.json"), "none.json: "),
        (("count", "red", "--counts", "{folder}/bad.json"), "is no count: write cards with their copies"),
        (("correct", "r1", "banker-2", "--reason", "misread"), "'banker-2': write a place and what was there"),
    ],
)
async def test_what_makes_no_command_is_not_sent(
    make_stage: MakeStage, capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "bad.json").write_text('{"Ah": -1}')
    stage = make_stage("baccarat-1", "shoe")
    await stage.start_table()
    await stage.view_when(lambda view: view.state == "closed", "the table is up")
    answer = await Console(stage, capsys).tell(*(word.format(folder=tmp_path) for word in words))
    assert answer.status == 2
    assert said in answer.err
    assert commands_in(stage) == []


async def test_every_command_is_given_to_a_running_table(
    make_stage: MakeStage, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stage = make_stage("baccarat-1", "shoe")
    document: Any = tomlkit.parse(stage.file.read_text())
    document["result_channels"] = ["dealer"]
    document["manual_entry"] = ["deal"]
    document["inspections"] = ["shoe"]
    document["dealer_required"] = True
    document["recorder_silent_after_s"] = 3600
    document["card_sets"] = [{"name": "red", "back": "red"}]
    document["times"] = {"betting_s": 1, "between_rounds_s": 0}
    stage.file.write_text(tomlkit.dumps(document))
    await stage.start_simulator()
    await stage.start_table()
    await stage.view_when(lambda view: view.devices == {"shoe": "ready"}, "the shoe is there")
    at = Console(stage, capsys)

    assert "not inspected within 24 hours: shoe" in await at.refused("open")
    await at.accepted("inspected", "shoe", "--note", "new rails", "--as", "Ana")
    await at.accepted("on-duty", "--as", "Eva")
    await at.accepted("recorder-alive")
    await at.accepted("--as", "Ana", "open", "--rounds", "3")
    assert "noted" in await at.accepted("count", "red", "--decks", "8", "--as", "Eva", "--role", "dealer")
    whole = tmp_path / "counts.json"
    whole.write_text(json.dumps({rank + suit: 8 for rank in "A23456789TJQK" for suit in "shdc"}))
    assert await at.accepted("count", "red", "--counts", str(whole), "--as", "Ana") == "accepted"
    await at.accepted("shuffled", "red", "hand", "--as", "Eva")
    await at.accepted("cut", "red", "--as", "Eva")
    await at.accepted("confirm", "--as", "Eva", "--role", "dealer")
    assert "only the backend names" in await at.refused("boxes", "1", "3", "--role", "dealer")
    assert "round none is not in progress" not in await at.refused("boxes", "1", "3")
    await stage.view_when(lambda view: view.prompt.about.get("to") == "player-1", "the first card is due")
    assert "no decision is awaited" in await at.refused("decide", "hit", "--box", "2")
    assert "there is no device 'wheel' here: shoe" in await at.refused("wheel", "restart_game")
    assert "noted" not in await at.accepted("call", "--as", "Eva", "--role", "dealer")
    view = await stage.view_when(lambda view: any(alarm.what == "pit_boss_called" for alarm in view.alarms), "a call")
    called = next(alarm.id for alarm in view.alarms if alarm.what == "pit_boss_called")
    await at.accepted("acknowledge", called, "--as", "Ana")

    for card in ("9h", "2c", "Kd", "5s"):
        await at.accepted("enter", card, "--as", "Eva", "--role", "dealer")
        await at.accepted("enter", card, "--as", "Ana")
    await stage.view_when(lambda view: view.prompt.key == "agree", "the result is to be announced")
    await at.accepted("announce", "player", "--as", "Eva", "--role", "dealer")
    done = await stage.view_when(lambda view: view.rounds_done == 1, "a round is done")
    first = done.last_results[0].round

    await stage.view_when(lambda view: view.round not in (None, first), "the next round")
    await at.accepted("report", "card_on_floor", "--about", "under the shoe", "--as", "Eva", "--role", "dealer")
    held = await stage.view_when(lambda view: view.state == "held", "it is held")
    assert held.irregularity is not None
    assert held.irregularity.read == "under the shoe, by Eva"
    await at.accepted("rule", "count_shoe", "nobody saw it fall", "--as", "Ana")
    await at.accepted("void", "to be sure", "--as", "Ana")
    correction = ("correct", first.rpartition(":")[2], "banker-2=4s", "--reason", "misread")
    assert "noted" in await at.accepted(*correction, "--as", "Ana")
    assert await at.accepted(*correction, "--as", "Eva", "--role", "dealer") == "accepted"
    assert "noted" in await at.accepted("void-result", first, "wrong deck", "--as", "Ana")
    assert "only a pit boss orders a free hand" in await at.refused("free-hand", "--role", "dealer")
    assert "only a pit boss orders a shuffle" in await at.refused("shuffle-now", "sticky cards", "--role", "dealer")
    assert "hand-over is between two rounds only" in await at.refused("off-duty", "--as", "Eva")
    assert "only a pit boss relieves a dealer" in await at.refused("relieve", "break", "--role", "dealer")
    await at.accepted("close", "end of shift", "--as", "Ana")

    given = commands_in(stage)
    assert {type(command) for command in given} == set(get_args(AnyCommand))
    named = {command.__struct_config__.tag: command for command in given}
    assert named["boxes_in_play"].boxes == [1, 3]  # type: ignore[attr-defined]
    assert named["decide"].box == 2  # type: ignore[attr-defined]
    assert named["inspected"].note == "new rails"  # type: ignore[attr-defined]
    assert named["correct_result"].values == {"banker-2": "4s"}  # type: ignore[attr-defined]
    assert named["correct_result"].round == first  # type: ignore[attr-defined]
    assert {command.person for command in given} == {"Ana", "Eva", "console"}


def commands_in(stage: Stage) -> list[Command]:
    """The commands in the table's journal, in order."""
    journal = Journal.open_read_only(stage.journal)
    try:
        inputs = [entry.input() for entry in journal.entries()]
    finally:
        journal.close()
    return [given.command for given in inputs if isinstance(given, CommandGiven)]
