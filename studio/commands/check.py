"""`studio check invariants`: random tables against the invariants, to the first counter-example."""

from __future__ import annotations

import argparse
import os
import signal
from typing import Final

import msgspec

from studio.commands.progress import progress_bar
from studio.config_errors import ConfigError
from studio.games.catalogue import FAMILIES
from studio.rig.invariants import CounterExample, play
from studio.rig.watch import INVARIANTS

HELP: Final = "play tables at random against the invariants of a studio"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`check invariants --game G --rounds N --seed S [--house H]`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    check = actions.add_parser("invariants", help="random shoes, decisions, faults, rulings and people; exits 1 if any")
    check.add_argument("--game", required=True, choices=list(FAMILIES))
    check.add_argument("--rounds", type=_whole, default=20_000, metavar="N", help="how many rounds (20000)")
    check.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed, the same rounds (1)")
    check.add_argument("--house", help="the variants of this house only (all houses)")
    check.add_argument(
        "--jobs",
        type=_whole,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes to share it (all cores)",
    )


def _whole(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: write a whole number from 1")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Play, and print what was broken. Exit status 0 when nothing was, 1 with the first counter-example otherwise.

    Ctrl-C ends the play and prints what there was, with exit status 130.
    """
    stopping: list[int] = []
    former = signal.signal(signal.SIGINT, lambda number, frame: stopping.append(number))
    try:
        with progress_bar(args.rounds, f"{args.game}, seed {args.seed}") as tell:
            played, found = play(
                args.game,
                args.rounds,
                args.seed,
                args.house,
                jobs=args.jobs,
                progress=lambda done: tell(done, ""),
                stopped=lambda: bool(stopping),
            )
    except ValueError as error:
        raise ConfigError([str(error)]) from None
    finally:
        signal.signal(signal.SIGINT, former)
    interrupted = f", interrupted before {args.rounds:,}" if stopping else ""
    print(f"{args.game}, {args.house or 'all houses'}, seed {args.seed}: {played:,} rounds{interrupted}, each replayed")
    for invariant, words in INVARIANTS.items():
        broken = found is not None and found.invariant == invariant
        print(f"  {invariant:<16} {'BROKEN' if broken else 'holds':<8} {words}")
    if found is not None:
        print("\n".join(in_words(found)))
    print(f"broken: {0 if found is None else 1}")
    return 1 if found is not None else 130 if stopping else 0


def in_words(found: CounterExample) -> list[str]:
    """A counter-example as it can be put into a test: what broke, and the inputs that break it."""
    fewest = f"{len(found.inputs)} inputs of {found.first_found}"
    lines = [f"{found.invariant}: {found.detail}", f"{found.house}, {found.variant}, session {found.seed}, {fewest}:"]
    return lines + [f"  {number:>4} {_spell(given)}" for number, given in enumerate(found.inputs, start=1)]


def _spell(given: msgspec.Struct) -> str:
    if given.__struct_config__.tag == "configured":
        return "the table is configured"
    fields = msgspec.to_builtins(given)
    return " ".join(f"{key}={value}" for key, value in fields.items() if key not in ("utc", "monotonic_ns"))
