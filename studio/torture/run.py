"""The torture itself: at random moments one process after another is killed, while the links misbehave."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from devices.clock import seeded
from studio.torture.links import LinkFaults
from studio.torture.report import Back, TortureReport, compare
from studio.torture.stand import Stand, Victim, screens_are_installed

TABLES: Final = ("roulette-1", "baccarat-1")
LONGEST_PAUSE_S: Final = 0.8
"""How long at most the tables are left alone between two kills."""

_VICTIMS: Final[tuple[Victim, ...]] = ("table", "table", "table", "backend", "backend", "simulator", "screen")
"""Drawn from evenly: a table is killed three times as often as a device or a screen."""


async def torture(
    data: Path,
    rig: Path,
    *,
    kills: int,
    seed: int,
    speed: float = 50.0,
    tables: Sequence[str] = TABLES,
    faults: LinkFaults | None = None,
    screens: bool | None = None,
    on_kill: Callable[[Victim, str, Back], None] = lambda victim, table, back: None,
    stopped: Callable[[], bool] = lambda: False,
) -> TortureReport:
    """Kill `kills` times by the draws of `seed`, let everything come to rest, and compare.

    With `screens` each table has its dealer's screen; None: where they are installed.
    `on_kill` is told who was killed and how soon it served again; once `stopped` is true there are no more kills, and
    what there was is compared. Raises `NotBack`.
    """
    chance = seeded(seed)
    screens = screens_are_installed() if screens is None else screens
    victims = [victim for victim in _VICTIMS if screens or victim != "screen"]
    recoveries: dict[str, list[Back]] = {victim: [] for victim in victims}
    stand = Stand(data, rig, seed, speed, tuple(tables), chance, faults or LinkFaults(), with_screens=screens)
    async with stand:
        for _ in range(kills):
            if stopped():
                break
            await asyncio.sleep(chance.random() * LONGEST_PAUSE_S)
            victim, table = chance.choice(victims), chance.choice(stand.tables)
            back = await stand.kill(victim, table)
            recoveries[victim].append(back)
            on_kill(victim, table.name, back)
        await stand.finish()
        link = sum((table.link.counts for table in stand.tables), Counter())
        rulings = sum(table.people.rulings for table in stand.tables)
    return compare(
        [data / f"{name}.journal" for name in tables],
        [data / f"{name}.sqlite" for name in tables],
        [data / f"{name}.jsonl" for name in tables],
        seed=seed,
        recoveries=recoveries,
        link=link,
        rulings=rulings,
        seen_wrong=stand.seen_wrong,
        wanted=kills,
    )
