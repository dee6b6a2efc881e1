"""The `studio` command. Each sub-command is a module of `studio.commands`, imported only when it is called for."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Final

from studio.config_errors import ConfigError

COMMANDS: Final[dict[str, str]] = {
    "demo": "tables on simulated hardware, with dealers and a backend, here and now",
    "run": "run a table, or all tables of a floor",
    "backend": "the reference consumer: acknowledges results and prints them",
    "simulator": "one simulated device on a pseudo-terminal",
    "cards": "print coded cards for a camera shoe",
    "devices": "the technician's tools: list, probe, monitor, record, play, decode and check devices",
    "dealer": "a simulated dealer, who reads a table's prompts and acts on simulated hardware",
    "tell": "give a running table a command: open, close, confirm, rule, void",
    "watch": "a running table in this terminal",
    "journal": "read a table's journal: its rounds, and one round as it went",
    "replay": "derive every event of a journal again and compare",
    "verify": "prove a journal's chain and signatures, or name the row that was changed",
    "export": "a round as evidence: JSON, and a page that a person can read",
    "keys": "make, list and revoke the keys of tables, backends, screens and technicians",
    "people": "keep the list of people: who may stand at the tables, with badge and PIN",
    "torture": "kill everything at random moments, and show that nothing is lost or doubled",
    "fuzz": "throw nonsense at every socket of a table, and show that nothing changes",
    "soak": "four tables play very many rounds at speed; memory and handles must stay flat",
    "config": "check configuration files",
    "schema": "the JSON Schema of the message contract",
    "rules": "the games and houses, and a house's rules in words",
    "deal": "the round that given cards or numbers make",
    "rig": "play scenarios of whole tables and show the first line that differs",
    "check": "play tables at random against the invariants of a studio",
    "simulate": "many rounds from shuffled shoes against exact odds",
    "odds": "exact probabilities and house edges",
}
"""Sub-command to what it is for, in the order of `studio --help`."""

UNUSED: Final[dict[str, tuple[str, ...]]] = {"run": ("rich",), "backend": ("rich",), "simulator": ("rich",)}
"""Libraries that a program which must be back soon after a kill never needs, and another library would load.

structlog loads rich for tracebacks in colour, a tenth of a table's start; without it they are plain.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `studio`; returns the exit status. 2 for bad use or bad configuration, 130 for Ctrl-C."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(
        prog="studio", description="The control system of a live-dealer studio.", epilog="studio COMMAND --help: more."
    )
    parser.add_argument("--version", action="version", version=f"studio {version()}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    modules: dict[str, ModuleType] = {}
    for name, help_line in COMMANDS.items():
        command = subparsers.add_parser(name, help=help_line, description=help_line[0].upper() + help_line[1:] + ".")
        command.set_defaults(command=name)
        if name == chosen:
            with _without(UNUSED.get(name, ())):
                modules[name] = importlib.import_module(f"studio.commands.{name}")
            modules[name].add_arguments(command)
    try:
        args = parser.parse_args(arguments)
        status = int(modules[args.command].run(args))
        sys.stdout.flush()  # here, where a reader that has gone is expected
        return status
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (as in `| head`): point stdout away so that its closing does not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


@contextlib.contextmanager
def _without(libraries: Sequence[str]) -> Iterator[None]:
    """Have an import of these fail as if they were not installed, where they are not loaded yet."""
    absent = [name for name in libraries if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]


def version() -> str:
    """The installed version of the software."""
    from importlib.metadata import version as installed

    return installed("studio-control")
