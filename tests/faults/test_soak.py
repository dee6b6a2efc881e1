"""The soak: very many rounds at speed, every process watched. Here in short; `studio soak` is the long form."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from studio.torture.soak import Sample, Soak, Watched


def watched(memory: list[float], handles: list[int] | None = None) -> Watched:
    """A process whose samples were taken every ten rounds."""
    each = zip(memory, handles or [20] * len(memory), strict=True)
    return Watched("run t", [Sample(10 * at, rss, held) for at, (rss, held) in enumerate(each)])


def test_a_process_that_fills_its_caches_at_first_is_flat() -> None:
    process = watched([50, 60, 70, 71, 72, 72, 72, 72, 72, 72, 72, 72])
    assert process.flat is True
    assert process.bytes_a_round == 0


def test_a_process_that_grows_a_kilobyte_a_round_is_not_flat() -> None:
    process = watched([50 + 10_000 * at / 1024 for at in range(12)])
    assert process.flat is False
    assert process.bytes_a_round > 1000


def test_a_handle_more_is_not_flat() -> None:
    assert watched([50.0] * 12, [20] * 9 + [21] * 3).flat is False
    assert watched([50.0] * 12, [20] * 12).flat is True


def test_too_few_samples_say_nothing() -> None:
    assert watched([50.0, 90.0]).flat is None


@pytest.fixture
def rig() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="studio-faults-") as folder:
        yield Path(folder)


async def test_four_tables_play_at_speed_and_every_process_of_theirs_is_watched(tmp_path: Path, rig: Path) -> None:
    told: list[int] = []

    def hear(rounds: int, samples: Mapping[str, list[Sample]]) -> None:
        told.append(rounds)

    report = await Soak(tmp_path, rig, rounds=60, seed=1, speed=2000).run(hear, 0.1)
    print(report.in_words())
    assert report.good, report.in_words()
    assert report.rounds == report.summary.rounds == 60
    assert told == sorted(told)
    names = {process.name.split()[0] for process in report.processes}
    assert names == {"run", "simulator", "backend"}
    assert sum(process.name.startswith("run ") for process in report.processes) == 4
    assert all(sample.rss_mib > 10 and sample.handles > 3 for one in report.processes for sample in one.samples)


def test_control_c_ends_a_soak_with_a_report_of_what_was_played() -> None:
    command = [sys.executable, "-m", "studio", "soak", "--rounds", "100000", "--every", "0.2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ) as soak:
        assert soak.stderr is not None
        assert soak.stdout is not None
        said = b""
        while b"handles" not in said:
            piece = os.read(soak.stderr.fileno(), 65_536)
            assert piece, said
            said += piece
        soak.send_signal(signal.SIGINT)
        out, _ = soak.communicate(timeout=60)
    assert soak.returncode == 130
    assert b"interrupted after" in out
    assert b"lost 0, doubled 0, replay identical: yes" in out
