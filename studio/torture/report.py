"""What torture came to: the journals held against the backend's store, against themselves, and against replay."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from studio.journal.errors import JournalError
from studio.journal.proof import prove
from studio.journal.replay import replay
from studio.journal.store import Journal
from studio.round.orchestrator import Orchestrator

RECOVERY_AIM_S = 2.0


class Back(NamedTuple):
    """A process is back after a SIGKILL: a table answers, a device reads, a backend is welcome, a screen shows."""

    wall_s: float
    cpu_s: float
    """What the process had of a processor until then: how long it takes where nothing else wants one."""


class Recovery(msgspec.Struct, frozen=True):
    """Seconds from a SIGKILL until the process served again, on the wall and of a processor."""

    kills: int
    p50_s: float
    p99_s: float
    longest_s: float
    cpu_p50_s: float
    cpu_p99_s: float


class TortureReport(msgspec.Struct, frozen=True, tag_field="type", tag="torture.report"):
    """Everything that was asked for is 0 or true when `good`; the rest describes."""

    seed: int
    wanted: int
    kills: int
    rounds: int
    voided: int
    events: int
    lost: int
    """Events in a journal that the backend has not, or has with another content."""
    invented: int
    """Events that the backend has and no journal."""
    doubled: int
    """Events that the backend applied twice, and rounds with two results."""
    order_kept: bool
    journals_verify: bool
    replay_identical: bool
    rulings: int
    recovery: dict[str, Recovery]
    link: dict[str, int]
    wrong: list[str]
    load: float
    """Processes that wanted a processor at the end, over the last five minutes, for each processor there is."""

    @property
    def good(self) -> bool:
        """Nothing lost, doubled, invented or out of order, every journal whole, every replay identical."""
        proved = self.order_kept and self.journals_verify and self.replay_identical
        return proved and not (self.lost or self.doubled or self.invented or self.wrong)

    @property
    def recovered_in_time(self) -> bool:
        """Whether a table is back within 2 s, 99 times of 100."""
        return "table" not in self.recovery or self.recovery["table"].p99_s <= RECOVERY_AIM_S

    def in_words(self) -> str:
        """As a person reads it."""
        yes = {True: "yes", False: "NO"}
        lines = [
            f"{'' if self.kills == self.wanted else f'interrupted, {self.wanted} were wanted: '}"
            f"{self.kills} kills (seed {self.seed}): {self.rounds} rounds, {self.voided} of them void; "
            f"{self.events} events; {self.rulings} rulings",
            f"lost {self.lost}, doubled {self.doubled}, invented {self.invented}",
            f"order kept: {yes[self.order_kept]}   journals verify: {yes[self.journals_verify]}   "
            f"replay identical: {yes[self.replay_identical]}",
        ]
        lines += [
            f"{name + ' back after':<22} p50 {one.p50_s:.2f} s   p99 {one.p99_s:.2f} s   longest {one.longest_s:.2f} s"
            f"   processor p50 {one.cpu_p50_s:.2f} s p99 {one.cpu_p99_s:.2f} s   ({one.kills} kills)"
            for name, one in self.recovery.items()
        ]
        lines.append(f"load: {self.load:.1f} processes for each processor")
        lines.append("link: " + ", ".join(f"{count} {what}" for what, count in sorted(self.link.items())))
        lines += [f"WRONG: {wrong}" for wrong in self.wrong]
        if not self.recovered_in_time:
            lines.append(f"The aim of {RECOVERY_AIM_S:g} s for a table's recovery was missed")
        return "\n".join(lines)


def compare(
    journals: Sequence[Path],
    stores: Sequence[Path],
    printed: Sequence[Path],
    *,
    seed: int,
    recoveries: Mapping[str, Sequence[Back]],
    link: Mapping[str, int],
    rulings: int,
    seen_wrong: Sequence[str] = (),
    wanted: int | None = None,
) -> TortureReport:
    """Hold everything against everything. `printed` is what the backends said of each event when they applied it."""
    rows: list[tuple[str, int, str, bytes]] = []
    for store in stores:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
            rows += connection.execute("SELECT table_name, seq, id, body FROM event ORDER BY rowid")
    held = {event_id: body for _, _, event_id, body in rows}
    order: dict[str, list[int]] = defaultdict(list)
    for table, seq, _, _ in rows:
        order[table].append(seq)
    order_kept = all(seqs == list(range(1, len(seqs) + 1)) for seqs in order.values())
    wrong: list[str] = list(seen_wrong)
    lost = rounds = voided = events = 0
    published: set[str] = set()
    ends: Counter[tuple[str, str]] = Counter()
    verified = identical = True
    for file in journals:
        try:
            prove(file)
            journal = Journal.open_read_only(file)
            for row in journal.outbox_after(0, journal.last_event_seq):
                published.add(row.id)
                events += 1
                lost += held.get(row.id) != row.body
                event = msgspec.json.decode(row.body)
                if event["type"] in ("round.result", "round.voided"):
                    ends[(str(file), event["round"])] += 1
                    rounds += 1
                    voided += event["type"] == "round.voided"
            report = replay(journal, Orchestrator)
            if not report.identical:
                identical = False
                wrong.append(f"{file}: {report.first_difference}")
        except JournalError as error:
            verified = False
            wrong.append(str(error))
    kills = sum(map(len, recoveries.values()))
    lines = (line for file in printed for line in file.read_text().splitlines())
    said = Counter(json.loads(line)["id"] for line in lines if line.startswith("{") and line.endswith("}"))
    twice = [event_id for event_id, count in said.items() if count > 1]
    two_ends = [name for (_, name), count in ends.items() if count > 1]
    return TortureReport(
        seed=seed,
        wanted=kills if wanted is None else wanted,
        kills=kills,
        rounds=rounds,
        voided=voided,
        events=events,
        lost=lost,
        invented=len(held.keys() - published),
        doubled=len(twice) + len(two_ends),
        order_kept=order_kept,
        journals_verify=verified,
        replay_identical=identical,
        rulings=rulings,
        recovery={name: _recovery(times) for name, times in recoveries.items() if times},
        link=dict(link),
        wrong=wrong,
        load=os.getloadavg()[1] / (os.cpu_count() or 1),
    )


def _recovery(times: Sequence[Back]) -> Recovery:
    wall, cpu = (sorted(of) for of in zip(*times, strict=True))
    half, most = len(times) // 2, min(len(times) - 1, len(times) * 99 // 100)
    return Recovery(len(times), wall[half], wall[most], wall[-1], cpu[half], cpu[most])
