"""`studio devices check TABLE.toml`: every device of a table opened as the table would, and what it says of itself."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Iterator
from pathlib import Path

from devices import catalogue, technician
from devices.attached import AttachedDevice, OnReading
from devices.clock import Clock
from devices.technician import Found
from studio.games.roulette_layout import POCKETS
from studio.games.roulette_rules import RouletteRules
from studio.houses import load_rules
from studio.round.approved import differences
from studio.settings import DeviceSettings, TableSettings, load_table


def check_table(file: Path, wait_s: float) -> int:
    """Print what each device is and what is wrong with it; exit status 1 if anything is. Raises ConfigError."""
    table = load_table(file)
    needed = _pockets_of_the_game(table)
    found = asyncio.run(_examine(table, wait_s))
    wrong = False
    for (name, device), one in zip(table.devices.items(), found, strict=True):
        problems = _problems(device, one, needed)
        wrong = wrong or bool(problems)
        print(f"{'wrong' if problems else 'good'}  {name}: {', '.join(_what(device, one))}")
        for line in (*problems, *_about(device, one)):
            print(f"       {line}")
    return 1 if wrong else 0


def attach(name: str, device: DeviceSettings, clock: Clock, hear: OnReading) -> AttachedDevice:
    """The device as the table would have it, not yet started."""
    return catalogue.attach(
        name,
        device.protocol,
        device.port,
        clock,
        hear,
        options=device.options,
        baud=device.baud,
        bytesize=device.bytesize,
        parity=device.parity,
        stopbits=device.stopbits,
    )


def _what(device: DeviceSettings, found: Found) -> Iterator[str]:
    driver = catalogue.driver(device.protocol)
    yield f"{driver.title} at {device.port}"
    for name, words in (("version_text", "version {}"), ("firmware", "firmware {}"), ("pockets", "{} pockets")):
        if (said := found.said(name)) is not None:
            yield words.format(said)
    yield f"{found.well_formed} good and {found.malformed} malformed frames"
    if driver.trust == "paper":
        yield "trusted on paper only"


def _pockets_of_the_game(table: TableSettings) -> int | None:
    rules = load_rules(table.house, table.game, table.variant)
    return len(POCKETS[rules.wheel]) if isinstance(rules, RouletteRules) else None


async def _examine(table: TableSettings, wait_s: float) -> list[Found]:
    return list(
        await asyncio.gather(
            *(
                technician.examine(functools.partial(attach, name, device), wait_s)
                for name, device in table.devices.items()
            )
        )
    )


def _problems(device: DeviceSettings, found: Found, needed: int | None) -> list[str]:
    problems = []
    if found.state != "ready":
        problems.append(f"it is {found.state}: {found.why}")
    if found.malformed > found.well_formed:
        problems.append("more of what it says cannot be read than can: check line speed and cable")
    if device.kind == "wheel" and needed is not None:
        declared = device.options.get("pockets", 37)
        pockets = found.said("pockets")
        if declared != needed:
            problems.append(f"options.pockets is {declared}, the game has {needed}")
        if found.state == "ready" and pockets is None:
            problems.append("it has not said how many pockets it has")
        elif pockets not in (None, str(needed)):
            problems.append(f"the wheel has {pockets} pockets, the game {needed}")
    if found.parameters is not None:
        approved = {name: str(value) for name, value in device.approved.items()}
        problems += differences(approved, found.parameters.found, found.parameters.unanswered)
    elif device.approved and found.state == "ready":
        problems.append("it has not said how it is set")
    return problems


def _about(device: DeviceSettings, found: Found) -> Iterator[str]:
    """Its line, every parameter beside what is approved, what it may be ordered, and what to write to approve it."""
    if found.line:
        yield f"line: {found.line}"
    read = found.parameters
    if read is None:
        return
    for name in (*read.found, *read.unanswered):
        said = read.found.get(name) or f"not told ({read.unanswered.get(name)})"
        approved = device.approved.get(name)
        yield f"{name:<24}{said:<28}{'not in the approved set' if approved is None else f'approved: {approved}'}"
    orders = ", ".join(device.commands) or "nothing: the table only reads it"
    yield f"may be ordered: {orders}"
    if {name: str(value) for name, value in device.approved.items()} != read.found:
        pairs = ", ".join(f"{name} = {_toml(value)}" for name, value in read.found.items())
        yield f"to approve all of it as it is: approved = {{ {pairs} }}"


def _toml(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
