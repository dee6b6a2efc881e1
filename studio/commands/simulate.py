"""`studio simulate`: many rounds from shuffled shoes and spun wheels, beside the exact odds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from devices.clock import seeded
from studio.commands.odds import FEW, kind_of
from studio.dry_table import DeskError
from studio.frequencies import Figure, Tally
from studio.games.catalogue import FAMILIES
from studio.games.exact.catalogue import exact_odds
from studio.games.exact.odds import GameOdds
from studio.houses import load_rules
from studio.shuffled import Simulation

HELP: Final = "many rounds from shuffled shoes against exact odds"

STEP: Final = 1000
"""Rounds between two looks at the progress bar."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `studio simulate`."""
    parser.add_argument("game", choices=list(FAMILIES))
    parser.add_argument("--house", required=True)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--rounds", type=_rounds, default=100_000, help="how many (100000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same rounds (1)")


def _rounds(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of rounds: write a whole number from 1")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Play, and print what came beside what is exact. Returns the exit status."""
    rules = load_rules(args.house, args.game, args.variant)
    simulation, tally = Simulation(rules, seeded(args.seed)), Tally(rules)
    try:
        for _ in _shown(args.rounds):
            tally.add(simulation.round())
    except DeskError as error:
        print(f"round {tally.rounds + 1}: {error}", file=sys.stderr)
        return 1
    print(f"{rules.title}, {rules.house} ({rules.game}, {rules.variant}): {tally.rounds:,} rounds, seed {args.seed}")
    print("\n".join(in_words(tally, exact_odds(rules))))
    return 0


def _shown(rounds: int) -> Iterator[int]:
    """Counts the rounds, on a terminal with a progress bar."""
    columns = (TextColumn("rounds"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("rounds", total=rounds)
        for number in range(rounds):
            yield number
            if number % STEP == STEP - 1:
                progress.update(bar, completed=number + 1)
        progress.update(bar, completed=rounds)


def in_words(tally: Tally, odds: GameOdds) -> Iterator[str]:
    """The tables: outcomes, wins, what the house kept. Of many spots of one kind, the one that lies farthest off."""
    figures: list[Figure] = []

    def table(title: str, rows: list[Figure], spell: Callable[[float], str]) -> Iterator[str]:
        if rows:
            yield ""
            yield f"  {title:<44}{'seen':>12}{'exact':>12}  standard errors"
        for row, of in _farthest_of_each_kind(rows):
            figures.append(row)
            yield f"  {row.name + of:<44}{spell(row.seen):>12}{spell(row.exact):>12}  {row.errors:+.2f}"

    yield from table("outcome", list(tally.outcome_figures(odds)), "{:.6f}".format)
    yield from table("bet: wins", list(tally.win_figures(odds)), "{:.6f}".format)
    yield from table("bet: kept by the house", list(tally.edge_figures(odds)), lambda edge: f"{100 * edge:.4f} %")
    if tally.main:
        edge, error = tally.main_edge()
        yield ""
        yield f"  main bet by basic strategy: {100 * edge:.3f} % kept by the house, standard error {100 * error:.3f} %"
    if figures:
        worst = max(figures, key=lambda figure: abs(figure.errors))
        yield ""
        yield f"Farthest off: {worst.name}, {abs(worst.errors):.2f} standard errors."


def _farthest_of_each_kind(rows: list[Figure]) -> Iterator[tuple[Figure, str]]:
    """Each row; where there are many, of each kind the one farthest off, and of how many."""
    if len(rows) <= 2 * FEW:
        yield from ((row, "") for row in rows)
        return
    kinds: dict[str, list[Figure]] = {}
    for row in rows:
        kinds.setdefault(kind_of(row.name) if ":" in row.name else "", []).append(row)
    for kind, of in kinds.items():
        if kind == "" and not of[0].name[0].isdecimal():
            yield from ((row, "") for row in of)
        else:
            yield max(of, key=lambda figure: abs(figure.errors)), f", farthest of {len(of)}"
