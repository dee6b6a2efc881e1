"""A table spoken to and read from the command line: `tell`, `journal show`, `replay`."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from e2e.stage import Said, Stage

from studio import cli
from studio.journal.chain import decode_effects
from studio.journal.store import Journal
from studio.round.effects import AnyEffect, Publish

MakeStage = Callable[[str, str], Stage]


async def test_a_card_drawn_too_early_is_ruled_on_from_the_command_line_and_stands_in_the_journal(
    make_stage: MakeStage, capsys: pytest.CaptureFixture[str]
) -> None:
    def say(*arguments: str) -> Said:
        capsys.readouterr()
        return Said(cli.main(arguments), *capsys.readouterr())

    stage = make_stage("baccarat-1", "shoe")
    stage.speed = 50.0
    await stage.start_simulator()
    await stage.start_backend()
    await stage.start_table()
    await stage.view_when(
        lambda view: view.state == "closed" and view.devices == {"shoe": "ready"}, "the shoe is there"
    )
    assert await stage.tell("void", "nothing to void") == (1, "", "refused: no round is in progress\n")
    refused = await stage.tell("--role", "dealer", "open")
    assert (refused.status, refused.out) == (1, "")
    assert "pit boss" in refused.err
    assert await stage.tell("open") == (0, "accepted\n", "")
    assert await stage.tell("open") == (1, "", "refused: the table is open already\n")

    async with stage.dealer():
        await stage.view_when(lambda view: view.rounds_done >= 1, "a round is played")
        betting = await stage.view_when(lambda view: view.state == "betting", "bets are open")
        answer = await stage.order("draw")
        card = answer.split()[1]
        held = await stage.view_when(lambda view: view.state == "held", "the table is held")
        assert held.irregularity is not None
        assert held.irregularity.kind == "early_card"
        assert card in held.irregularity.read
        assert held.round == betting.round

        nonsense = await stage.tell("rule", "double_the_stakes", "because")
        assert nonsense.status == 1
        assert "this house allows here: " + ", ".join(held.irregularity.rulings) in nonsense.err
        assert (await stage.tell("rule", "void", " ")).err == "refused: a ruling needs a reason\n"
        assert (await stage.tell("rule", "void", "the card was shown")).status == 0
        assert (await stage.tell("rule", "void", "again")).err == "refused: nothing holds the table\n"
        await stage.view_when(lambda view: view.state != "held" and view.round != held.round, "the next round")
        assert (await stage.tell("close", "end of the test")).status == 0
        await stage.view_when(lambda view: view.state == "closed", "it closes after the round")

    rounds = say("journal", "show", str(stage.journal))
    assert rounds.status == 0
    lines = {line.split()[0]: line for line in rounds.out.splitlines() if line.startswith("baccarat-1:")}
    assert len(lines) >= 3
    assert "void: early_card" in lines[str(held.round)]
    one = say("journal", "show", str(stage.journal), "--round", str(held.round))
    assert one.status == 0
    assert f"read {held.irregularity.read}" in one.out
    assert "early_card by Ana: the card was shown" in one.out
    assert "Void: every stake goes back" in one.out
    unknown = say("journal", "show", str(stage.journal), "--round", "r99")
    assert (unknown.status, unknown.out) == (2, "")
    assert "holds no round r99" in unknown.err
    again = say("replay", str(stage.journal))
    assert again.status == 0
    assert "byte for byte" in again.out


async def test_a_tampered_effect_is_the_first_difference_of_a_replay(
    make_stage: MakeStage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stage = make_stage("roulette-1", "wheel")
    stage.speed = 50.0
    await stage.start_simulator()
    await stage.start_table("--open", "1")
    async with stage.dealer():
        await stage.view_when(lambda view: view.rounds_done == 1 and view.state == "closed", "one round is played")
    stage.processes[-1].terminate()
    await stage.processes[-1].wait()

    forged = tmp_path / "forged.journal"
    row, told, altered = forge(Journal.open_read_only(stage.journal), forged)
    capsys.readouterr()
    assert cli.main(["replay", "--json", str(stage.journal), str(forged)]) == 1
    whole, differing = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert whole["identical"] is True
    assert whole["first_difference"] is None
    assert differing["identical"] is False
    assert differing["inputs"] == row - 1
    assert f"input {row} (wheel.result from wheel)" in differing["first_difference"]
    assert f'"outcome":"{altered}"' in differing["first_difference"]
    assert f'"outcome":"{told}"' in differing["first_difference"]

    # Whoever changes a row and cannot make the chain anew is found before that.
    crude = tmp_path / "crude.journal"
    shutil.copy(stage.journal, crude)
    with sqlite3.connect(crude) as database:
        database.execute(
            "UPDATE outbox SET body = replace(body, ?, ?)", (f'"outcome":"{told}"', f'"outcome":"{altered}"')
        )
    database.close()
    assert cli.main(["replay", str(crude)]) == 2
    assert f"{crude}: input {row}" in capsys.readouterr().err


def forge(journal: Journal, path: Path) -> tuple[int, str, str]:
    """A journal whose one result is another, with a chain that fits; returns its input, the result, and the forged."""
    forged = Journal.create(path, journal.table, journal.epoch, journal.created_utc)
    place = (0, "", "")
    for entry in journal.entries():
        effects = decode_effects(entry.name, entry.seq, entry.effects_json, [row.body for row in entry.outbox])
        changed: list[AnyEffect] = []
        for effect in effects:
            if isinstance(effect, Publish) and effect.event.__struct_config__.tag == "round.result":
                told = effect.event.outcome  # type: ignore[union-attr]
                altered = "17" if told != "17" else "18"
                place = (entry.seq, told, altered)
                effect = Publish(type(effect.event)(**{**fields(effect.event), "outcome": altered}))
            changed.append(effect)
        forged.append(entry.input(), changed)
    forged.close()
    return place


def fields(struct: object) -> dict[str, object]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}  # type: ignore[attr-defined]
