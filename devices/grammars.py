"""Drivers that a grammar file describes, beside those that the catalogue knows by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from devices.device import DeviceProtocol
from devices.driver import O_, CatalogueError, Driver, Options, Timing
from devices.grammar.events import EventGrammar, EventGrammarFile
from devices.grammar.file import FOLDER, Grammar
from devices.shuffler.driver import GrammarShuffler
from devices.tables import Checked, TableError, find, load
from devices.wheel.grammar import GrammarWheel
from devices.wheel.grammar_file import WheelGrammarFile


class GrammarWheelOptions(Options, frozen=True):
    """As `devices.wheel.grammar.GrammarWheel` takes them, beside its file."""

    pockets: Literal[37, 38] | None = None
    rotor_band: tuple[int, int] | None = None


class NoOptions(Options, frozen=True):
    """A protocol without options."""


class _AnyGrammar(Grammar):
    """As much of a grammar as says which sort it is."""

    model_config = Checked.model_config | {"extra": "ignore"}


def driver(protocol: str, name: str) -> Driver[Any]:
    """The driver called `protocol`, made from the grammar `name`: a file, or the name of one in the configuration.

    Raises CatalogueError, which says what is wrong in the file.
    """
    try:
        file = find(name, FOLDER)
        if load(file, _AnyGrammar).kind == "wheel":
            wheel = load(file, WheelGrammarFile)
            return _driver(
                protocol,
                wheel,
                GrammarWheelOptions,
                lambda options: GrammarWheel(wheel, options.pockets, options.rotor_band),
            )
        events = load(file, EventGrammarFile)
    except TableError as error:
        raise CatalogueError(f"protocol {protocol}: {error}") from error
    make = GrammarShuffler if events.kind == "shuffler" else EventGrammar
    return _driver(protocol, events, NoOptions, lambda _: make(events))


def _driver(protocol: str, grammar: Grammar, options: type[O_], make: Callable[[O_], DeviceProtocol]) -> Driver[O_]:
    timing = grammar.timing
    return Driver(
        protocol=protocol,
        kind=grammar.kind,
        title=grammar.title,
        trust=grammar.trust,
        baud=grammar.line.baud,
        timing=Timing(timing.stale_after_s, timing.down_after_s, timing.ready_after_frames, timing.poll_every_s),
        options=options,
        make=make,
    )
