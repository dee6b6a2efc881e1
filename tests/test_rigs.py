"""Every scenario under `tests/rigs` comes true, and what is wrong in one is shown by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.cli import main
from studio.config_errors import ConfigError
from studio.policy import RULINGS
from studio.rig.published_cases import CASES, NOT_PLAYED
from studio.rig.scenario import AT_THE_DOOR, EXPECTATIONS, HARDWARE, PEOPLE, parse_scenario, read_scenario, understood
from studio.rig.scenario_orders import COMMANDS
from studio.rig.scenario_player import ScenarioPlayer
from studio.rig.scenario_stage import play_on_hardware

RIGS = Path(__file__).parent / "rigs"
FILES = sorted(RIGS.glob("*.rig"))
ON_HARDWARE = [file for file in FILES if read_scenario(file).on == "hardware"]
ALONE = [file for file in FILES if file not in ON_HARDWARE]
HEADING = "title: t\nhouse: pokerok\ngame: baccarat\n\n"


@pytest.mark.parametrize("file", ON_HARDWARE, ids=lambda file: file.stem)
def test_the_scenario_comes_true_on_simulated_hardware(file: Path) -> None:
    assert play_on_hardware(read_scenario(file)) is None


def test_hardware_that_cannot_do_it_is_a_difference() -> None:
    scenario = parse_scenario(Path("x.rig"), HEADING.replace("\n\n", "\non: hardware\n\n") + "shoe is told: dance\n")
    different = play_on_hardware(scenario)
    assert different is not None
    assert "no order of a shoe" in different.actual


@pytest.mark.parametrize("file", ALONE, ids=lambda file: file.stem)
def test_the_scenario_comes_true_and_replays(file: Path) -> None:
    player = ScenarioPlayer(read_scenario(file))
    assert player.play() is None
    assert player.replays_alike()


def test_each_published_case_has_a_scenario_or_a_reason() -> None:
    played = {read_scenario(file).case for file in FILES} - {None}
    assert played | set(NOT_PLAYED) == set(CASES)
    assert not played & set(NOT_PLAYED)
    assert list(CASES) == list(range(1, 26))


def test_a_scenario_of_a_case_is_named_after_its_number() -> None:
    for file in FILES:
        case = read_scenario(file).case
        assert file.stem.startswith(f"case-{case:02}-") if case is not None else not file.stem.startswith("case-")


def test_every_ruling_is_given_in_a_scenario() -> None:
    texts = "".join(file.read_text() for file in FILES)
    given = {ruling for ruling in RULINGS if f"rules {ruling} because" in texts}
    assert set(RULINGS) - given <= {"enter", "place"}, "a value is entered, and a card placed, by the table of cells"


def test_the_list_names_each_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rig", "--list", str(RIGS)]) == 0
    told = capsys.readouterr().out
    assert "case-01-dealers-card-skipped.rig" in told
    assert all(f"{number:>3}  {what}" in told for number, what in CASES.items())
    assert "not here: a graphic is not the table's" in told


def test_all_of_them_are_played_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rig", str(RIGS)]) == 0
    assert capsys.readouterr().out.endswith(f"{len(FILES)} scenarios, 0 differ\n")


def test_the_first_line_that_differs_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.rig"
    file.write_text(HEADING + "Ana (pit boss) opens the table\nlink to shoe is ready\nprompt: Spin\nstate: betting\n")
    assert main(["rig", str(file)]) == 1
    told = capsys.readouterr().out
    assert f"{file}:7: prompt: Spin\n    expected: Spin\n    actual:   Shuffle, then confirm\n" in told
    assert "state: betting" not in told


def test_a_command_that_is_refused_unexpectedly_is_a_difference() -> None:
    scenario = parse_scenario(Path("x.rig"), HEADING + "Eva (dealer) opens the table\nstate: closed\n")
    different = ScenarioPlayer(scenario).play()
    assert different is not None
    assert different.actual == "refused: only a pit boss or the backend opens a table"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEADING + "shoe coughs\n", ["x.rig:5", "'shoe coughs'", "shoe reads CARD for POSITION"]),
        (HEADING + "Ana (pit boss) sings\n", ["x.rig:5", "a person does one of:", "rules RULING"]),
        (HEADING + "Ana (queen) rules void\n", ["x.rig:5", "dealer|pit boss|technician|backend"]),
        ("titel: t\n\nshoe starts\n", ["x.rig:1", "title, case, house"]),
        ("title: t\ngame: baccarat\n\nshoe starts\n", ["house: missing"]),
        (HEADING, ["no step"]),
        ("title: t\ntitle: u\nhouse: a\ngame: b\n\nshoe starts\n", ["x.rig:2", "stands in line 1 already"]),
        ("title: t\ncase: one\nhouse: a\ngame: b\n\nshoe starts\n", ["case: 'one'"]),
        ("title: t\nsetting: a b\nhouse: a\ngame: b\n\nshoe starts\n", ["x.rig:2", "manual_entry"]),
    ],
)
def test_a_line_that_is_not_understood_is_named_with_what_is(text: str, said: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_scenario(Path("x.rig"), text)
    for words in said:
        assert words in str(caught.value)


def test_what_is_understood_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rig", "--words"]) == 0
    assert capsys.readouterr().out.splitlines() == list(understood())
    assert set(COMMANDS) | AT_THE_DOOR == set(PEOPLE)
    assert len(list(understood())) == len(HARDWARE) + len(PEOPLE) + len(EXPECTATIONS)


def test_no_scenario_is_no_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rig", str(tmp_path)]) == 2
    assert "no scenario" in capsys.readouterr().err
