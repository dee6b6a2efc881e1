"""`studio rig FILE|DIR…`: play scenarios of whole tables and show the first line that differs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from studio.config_errors import ConfigError
from studio.rig.published_cases import CASES, NOT_PLAYED
from studio.rig.scenario import Scenario, Step, read_scenario, understood
from studio.rig.scenario_player import Difference, ScenarioPlayer

HELP: Final = "play scenarios of whole tables and show the first line that differs"
ENDING: Final = "*.rig"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`rig FILE|DIR… [--list] [--words]`."""
    parser.add_argument("places", nargs="*", type=Path, metavar="FILE|DIR", help="scenarios, or folders of *.rig files")
    parser.add_argument("--list", action="store_true", help="list the scenarios and published cases, play nothing")
    parser.add_argument("--words", action="store_true", help="every form of a line that a scenario may have")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when every scenario came true, 1 when one differs, 2 for a file that is none."""
    if args.words:
        print("\n".join(understood()))
        return 0
    scenarios = [read_scenario(file) for file in files_in(args.places)]
    if args.list:
        print("\n".join(listed(scenarios)))
        return 0
    wrong = 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        for scenario in scenarios:
            task = bar.add_task(scenario.file.name, total=len(scenario.steps))
            different = _played(scenario, partial(_advance, bar, task))
            bar.remove_task(task)
            came = "differs" if different else "good"
            print(f"{came:<8} {_numbered(scenario):<8} {scenario.file.name}: {scenario.title}")
            if different is not None:
                wrong += 1
                print(in_words(scenario, different))
    print(f"{len(scenarios)} scenarios, {wrong} differ")
    return 1 if wrong else 0


def _played(scenario: Scenario, progress: Callable[[Step], None]) -> Difference | None:
    if scenario.on == "hardware":
        from studio.rig.scenario_orders import StageError
        from studio.rig.scenario_stage import play_on_hardware

        try:
            return play_on_hardware(scenario, progress)
        except StageError as error:
            raise ConfigError([f"{scenario.file}: {error}"]) from None
    return ScenarioPlayer(scenario).play(progress)


def _advance(bar: Progress, task: TaskID, _: Step) -> None:
    bar.advance(task)


def files_in(places: list[Path]) -> list[Path]:
    """The files named, and those in the folders named. Raises ConfigError when there are none."""
    found: list[Path] = []
    for place in places:
        found += sorted(place.glob(ENDING)) if place.is_dir() else [place]
    if not found:
        raise ConfigError([f"no scenario: name files, or a folder of {ENDING}"])
    return found


def listed(scenarios: list[Scenario]) -> Iterator[str]:
    """The published cases by number with their scenarios, or why a table does not play them; then the others."""
    yield "Published cases (field standards, section 4)"
    for number, what in CASES.items():
        playing = [scenario.file.name for scenario in scenarios if scenario.case == number]
        yield f"{number:>3}  {what}"
        yield f"     {', '.join(playing) if playing else 'not here: ' + NOT_PLAYED.get(number, 'no scenario')}"
    yield "Other scenarios"
    for scenario in scenarios:
        if scenario.case is None:
            yield f"     {scenario.file.name}: {scenario.title}"


def in_words(scenario: Scenario, different: Difference) -> str:
    """A difference as three lines."""
    where = f"{scenario.file}:{different.line}: {different.text}"
    return f"  {where}\n    expected: {different.expected}\n    actual:   {different.actual}"


def _numbered(scenario: Scenario) -> str:
    return "" if scenario.case is None else f"case {scenario.case}"
