"""The benchmarks run and print their figures. How fast anything is, is not asserted: that is for a quiet machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import figures, rounds

ROOT = Path(__file__).resolve().parent.parent
FIGURE = r"p50 +[\d.,]+ \w+  p99 +[\d.,]+ \w+"


def run(tmp_path: Path, *arguments: str) -> str:
    """`python -m benchmarks ARGUMENTS` in a folder of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "STUDIO_CONFIG": str(ROOT / "config"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_latency_prints_both_figures_their_ratios_and_the_stages(tmp_path: Path) -> None:
    told = run(tmp_path, "latency", "--spins", "6", "--block", "3", "--pace-ms", "2")
    for what in ("floor", "floor, backend commits too", "product", "product beside the durable backend's floor"):
        (line,) = re.findall(rf"^{re.escape(what)} +{FIGURE}.*$", told, re.MULTILINE)
        assert "n      6" in line
        assert (" x p50" in line) == (what != "floor")
    assert "sent to acknowledged" in told
    assert list(tmp_path.iterdir()) == []


def test_delivery_prints_the_floor_and_the_product_beside_it_with_curve_and_without(tmp_path: Path) -> None:
    told = run(tmp_path, "delivery", "--rows", "4", "--block", "2", "--pace-ms", "1")
    for what in ("floor: pyzmq and sqlite3, CURVE", "product, CURVE", "product, plain"):
        (line,) = re.findall(rf"^{re.escape(what)} +{FIGURE}.*$", told, re.MULTILINE)
        assert "n      4" in line
        assert (" x p50" in line) == (not what.startswith("floor"))
    assert list(tmp_path.iterdir()) == []


def test_rounds_prints_rounds_a_second_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmarks.main(["rounds", "--batches", "2", "--rounds", "5"]) == 0
    told = capsys.readouterr().out
    for what in ("baccarat, orchestrated", "baccarat, bare procedure", "roulette, orchestrated"):
        assert re.search(rf"^{what} +[\d,]+ rounds/s   {FIGURE} a round", told, re.MULTILINE)


def test_the_orchestrated_rounds_have_the_results_of_the_bare_ones() -> None:
    from devices.clock import seeded

    for game in rounds.TABLES:
        table = rounds.OrchestratedTable(game, seeded("same"))
        table.play(20)
        assert table.table.rounds_done == 20
        assert table.table.irregularity is None
        assert all(result.outcome != "void" for result in table.table.last_results)
        assert table.journal.last_event_seq >= 3 * 20


def test_an_unknown_benchmark_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmarks.main(["speed"]) == 2
    assert "there are latency, " in capsys.readouterr().err


def test_percentiles_are_those_of_the_values() -> None:
    assert figures.p50_p99([float(value) for value in range(1, 101)]) == (51.0, 100.0)
    assert figures.p50_p99([3.0]) == (3.0, 3.0)
    with pytest.raises(ValueError, match="nothing was measured"):
        figures.p50_p99([])


def test_cold_start_leads_to_the_same_table_with_and_without_its_snapshot(tmp_path: Path) -> None:
    told = run(tmp_path, "cold-start", "--events", "700", "--starts", "1")
    for what in ("floor: open SQLite", "recovered from the snapshot", "ready: a process from its start"):
        assert re.search(rf"^{what}.* +{FIGURE}", told, re.MULTILINE), told
    assert "the table is the same, byte for byte" in told
    assert list(tmp_path.iterdir()) == []


def test_proof_prints_events_a_second_of_verification_and_replay(tmp_path: Path) -> None:
    told = run(tmp_path, "proof", "--events", "700", "--turns", "1")
    assert ", 2 snapshots, " in told
    for what in ("floor: read, SHA-256", "verified", "replayed"):
        assert re.search(rf"^{what} .* events/s .* x p50", told, re.MULTILINE), told
