"""`studio devices check TABLE.toml`: every device of a table opened as the table would, and what it says of itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

from devices import catalogue, technician
from devices.technician import Found
from studio.games.roulette_layout import POCKETS
from studio.games.roulette_rules import RouletteRules
from studio.houses import load_rules
from studio.settings import DeviceSettings, TableSettings, load_table


def check_table(file: Path, wait_s: float) -> int:
    """Print a line a device, and what is wrong with it; exit status 1 if anything is. Raises ConfigError."""
    table = load_table(file)
    needed = _pockets_of_the_game(table)
    found = asyncio.run(_examine(table, wait_s))
    wrong = False
    for (name, device), one in zip(table.devices.items(), found, strict=True):
        problems = _problems(device, one, needed)
        wrong = wrong or bool(problems)
        driver = catalogue.driver(device.protocol)
        what = ", ".join(
            (
                f"{driver.title} at {device.port}",
                *([f"version {one.version}"] if one.version is not None else []),
                *([f"{one.pockets} pockets"] if one.pockets is not None else []),
                f"{one.well_formed} good and {one.malformed} malformed frames",
                *(["trusted on paper only"] if driver.trust == "paper" else []),
            )
        )
        print(f"{'wrong' if problems else 'good'}  {name}: {what}")
        for problem in problems:
            print(f"       {problem}")
    return 1 if wrong else 0


def _pockets_of_the_game(table: TableSettings) -> int | None:
    rules = load_rules(table.house, table.game, table.variant)
    return len(POCKETS[rules.wheel]) if isinstance(rules, RouletteRules) else None


async def _examine(table: TableSettings, wait_s: float) -> list[Found]:
    return list(
        await asyncio.gather(
            *(
                technician.examine(
                    name, device.protocol, device.port, options=device.options, baud=device.baud, wait_s=wait_s
                )
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
        if declared != needed:
            problems.append(f"options.pockets is {declared}, the game has {needed}")
        if found.state == "ready" and found.pockets is None:
            problems.append("it has not said how many pockets it has")
        elif found.pockets not in (None, needed):
            problems.append(f"the wheel has {found.pockets} pockets, the game {needed}")
    return problems
