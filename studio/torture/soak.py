"""The soak: tables play very many rounds at speed, while the memory and the handles of every process are watched.

Everything stands as in a studio: tables, simulated devices and the backend are processes of their own, which meet on
pseudo-terminals and sockets; the dealers act on what the tables show.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

import msgspec

from devices.clock import Clock, SystemClock
from studio.rig.demo import Demo
from studio.rig.tally import DemoSummary

TABLES: Final = ("baccarat-1", "roulette-1", "baccarat-1", "roulette-1")
EVERY_S: Final = 5.0
STUCK_S: Final = 120.0
"""How long no round may end before the soak gives up."""
GROWTH: Final = 0.05
GROWTH_MIB: Final = 2.0
"""A process is flat when its memory grows by less than this share and this much together; see `Watched.flat`."""
LEAST_SAMPLES: Final = 8

_PAGE_MIB: Final = os.sysconf("SC_PAGE_SIZE") / 2**20


class Sample(msgspec.Struct, frozen=True):
    """A process at one moment: rounds of all tables until then, resident memory, open file descriptors."""

    rounds: int
    rss_mib: float
    handles: int


class Watched(msgspec.Struct, frozen=True):
    """One process over the soak."""

    name: str
    samples: list[Sample]

    def quarter(self, number: int) -> tuple[float, int]:
        """Median memory in MiB and most handles in that quarter of the samples, from 0."""
        length = len(self.samples) // 4
        part = self.samples[number * length : (number + 1) * length] or self.samples[-1:]
        return median(sample.rss_mib for sample in part), max(sample.handles for sample in part)

    @property
    def flat(self) -> bool | None:
        """Whether the last quarter of the samples has the second one's memory, but for 5 % and 2 MiB, and no handle
        more. The first quarter is left out: caches and histories fill in it. None with too few samples to say."""
        if len(self.samples) < LEAST_SAMPLES:
            return None
        (before, handles_before), (after, handles_after) = self.quarter(1), self.quarter(3)
        return after <= before * (1 + GROWTH) + GROWTH_MIB and handles_after <= handles_before

    @property
    def bytes_a_round(self) -> float:
        """How much the memory grew for each round, from the second quarter to the last, in bytes."""
        length = len(self.samples) // 4
        if not length:
            return 0.0
        rounds = median(s.rounds for s in self.samples[3 * length :]) - median(
            s.rounds for s in self.samples[length : 2 * length]
        )
        return (self.quarter(3)[0] - self.quarter(1)[0]) * 2**20 / rounds if rounds else 0.0


class SoakReport(msgspec.Struct, frozen=True, tag_field="type", tag="soak.report"):
    """What the soak came to."""

    wanted: int
    rounds: int
    seconds: float
    interrupted: bool
    processes: list[Watched]
    summary: DemoSummary

    @property
    def good(self) -> bool:
        """Every process flat as far as can be said, nothing lost or doubled, every replay the same."""
        return self.summary.good and not any(process.flat is False for process in self.processes)

    def in_words(self) -> str:
        """As a person reads it."""
        pace = self.rounds / self.seconds if self.seconds else 0.0
        ended = "interrupted after " if self.interrupted else ""
        lines = [
            f"{ended}{self.rounds} of {self.wanted} rounds in {self.seconds:.0f} s ({pace:.1f} a second); "
            f"{self.summary.events} events, {self.summary.voided} rounds void",
            f"lost {self.summary.lost}, doubled {self.summary.doubled}, "
            f"replay identical: {'yes' if self.summary.replay_identical else 'NO'}",
            f"{'process':<28}{'MiB: 1st quarter':>18}{'2nd':>8}{'3rd':>8}{'last':>8}{'bytes a round':>15}"
            f"{'handles':>10}  flat",
        ]
        flat = {True: "yes", False: "NO", None: "too short to say"}
        for process in self.processes:
            memory = [process.quarter(number)[0] for number in range(4)]
            handles = f"{process.quarter(1)[1]} > {process.quarter(3)[1]}"
            lines.append(
                f"{process.name:<28}{memory[0]:>18.1f}{memory[1]:>8.1f}{memory[2]:>8.1f}{memory[3]:>8.1f}"
                f"{process.bytes_a_round:>15.0f}{handles:>10}  {flat[process.flat]}"
            )
        lines.append(
            f"flat: memory in the last quarter at most {GROWTH:.0%} and {GROWTH_MIB:g} MiB above the second, and no "
            "more handles"
        )
        if self.summary.first_difference:
            lines.append(f"WRONG: {self.summary.first_difference}")
        return "\n".join(lines)


Told: TypeAlias = Callable[[int, Mapping[str, list[Sample]]], None]


class Stuck(Exception):  # noqa: N818 - it says what happened, as a log line would
    """No round ended for too long."""


class Soak:
    """`rounds` rounds in all, shared evenly by `tables`, in the folder `data`; `rig` is a folder with a short path."""

    def __init__(
        self, data: Path, rig: Path, *, rounds: int, seed: int, speed: float, tables: Sequence[str] = TABLES
    ) -> None:
        self.wanted = -(-rounds // len(tables)) * len(tables)
        self._demo = Demo(data, rig, seed, speed, self.wanted // len(tables), lambda _: None, tuple(tables), "warning")
        self._samples: dict[str, list[Sample]] = {}
        self._stopped = False
        self._clock: Clock = SystemClock()

    def stop(self) -> None:
        """End after the present moment; `run` then reports on what was played."""
        self._stopped = True
        self._demo.stop()

    async def run(self, told: Told, every_s: float = EVERY_S) -> SoakReport:
        """Play, and report. `told` is given the rounds so far and all samples, every `every_s` seconds.

        Raises Stuck, and what the demonstration raises when it does not come up.
        """
        began_s = self._clock.monotonic_s()
        playing = asyncio.create_task(self._demo.run())
        moved = (0, began_s)
        while not playing.done():
            await asyncio.wait([playing], timeout=every_s)
            rounds, now_s = self.rounds, self._clock.monotonic_s()
            if rounds != moved[0]:
                moved = (rounds, now_s)
            elif now_s - moved[1] > STUCK_S and not self._stopped:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                seen = {table.settings.table: table.view for table in self._demo.tables}
                raise Stuck(f"no round ended for {STUCK_S:g} s; last seen: {seen}")
            if 0 < rounds < self.wanted and not playing.done():
                self._take(rounds)
            told(rounds, self._samples)
            if rounds >= self.wanted or self._stopped:
                break
        seconds = moved[1] - began_s
        summary = await playing
        watched = [Watched(name, samples) for name, samples in self._samples.items()]
        return SoakReport(self.wanted, self.rounds, seconds, self._stopped, watched, summary)

    @property
    def rounds(self) -> int:
        """Rounds played so far, over all tables."""
        return sum(table.view.rounds_done for table in self._demo.tables if table.view is not None)

    def _take(self, rounds: int) -> None:
        for name, process in self._demo.processes.items():
            with contextlib.suppress(OSError):  # it has just ended
                of_process = Path("/proc") / str(process.pid)
                pages = int((of_process / "statm").read_text().split()[1])
                handles = len(list((of_process / "fd").iterdir()))
                self._samples.setdefault(name, []).append(Sample(rounds, pages * _PAGE_MIB, handles))
