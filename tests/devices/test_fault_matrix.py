"""Every kind of simulated device by every fault on its line: each cell of the matrix is played and held to its word."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from simulated_line import play

from devices.buttons.simulator import SimulatedBox
from devices.faults.matrix import MATRIX, matrix_text
from devices.faults.menu import MENU, FaultName
from devices.keys.simulator import SimulatedKeys
from devices.lottery.ball_set import load_ball_set
from devices.lottery.simulator import SimulatedDrawer
from devices.readings import (
    AnyReading,
    BallRead,
    ButtonPressed,
    CardRead,
    DrawerCounted,
    LinkChanged,
    ShufflerDone,
    WheelResult,
)
from devices.scanner.simulator import SimulatedLines
from devices.shoe.simulator import SimulatedShoe
from devices.shuffler.simulator import SimulatedShuffler
from devices.simulator import KINDS
from devices.simulator_shell import Simulated
from devices.wheel.simulator import SimulatedWheel
from studio.faults import FAULTS

Script = list[tuple[float, str]]


class Bench(NamedTuple):
    """A kind of device at work: what its hand does, for how long, and which readings are facts of the game."""

    make: Callable[[], Simulated]
    protocol: str
    options: Mapping[str, Any]
    script: Script
    until_s: float
    facts: tuple[type[AnyReading], ...]


def _every(seconds: float, orders: list[str], first_s: float = 2.0) -> Script:
    return [(first_s + seconds * turn, order) for turn, order in enumerate(orders)]


FACES = ["HQ", "H8", "H8", "ST", "D3", "C7", "SA", "H10", "DK", "C2", "S9", "H4"] * 2
PRESSES = ["1", "2", "1", "5", "8", "3", "3", "4", "6", "7", "1", "2"] * 2
BENCHES = {
    "wheel": Bench(
        lambda: SimulatedWheel(7),
        "ss2",
        {},
        _every(25, ["spin 17", "spin 17", "spin 0", "spin 36"]),
        105,
        (WheelResult,),
    ),
    "shoe": Bench(lambda: SimulatedShoe(7), "angel-eye", {}, _every(0.9, ["draw"] * 40), 45, (CardRead,)),
    "drawer": Bench(
        lambda: SimulatedDrawer(load_ball_set("simulated-1"), 7),
        "ball-tags",
        {"ball_set": "simulated-1"},
        [(2, "count"), (10, "draw 3"), (20, "count"), (28, "draw 3"), (38, "count"), (48, "draw 3"), (58, "count")],
        66,
        (BallRead, DrawerCounted),
    ),
    "shuffler": Bench(
        SimulatedShuffler,
        "grammar:shuffler",
        {},
        [
            *[(2, "load 416 red"), (4, "start"), (28, "take"), (31, "load 416 blue"), (33, "start"), (57, "take")],
            *[(60, "load 416 red"), (62, "start"), (86, "take")],
        ],
        90,
        (ShufflerDone,),
    ),
    "scanner": Bench(
        SimulatedLines,
        "scanner-lines",
        {"codes": "suit-rank"},
        _every(1.0, [f"scan {face}" for face in FACES]),
        30,
        (CardRead,),
    ),
    "buttons": Bench(
        SimulatedBox, "grammar:contact-box", {}, _every(1.0, [f"press {n}" for n in PRESSES]), 30, (ButtonPressed,)
    ),
    "keys": Bench(
        SimulatedKeys,
        "buttons-keys",
        {"buttons": "dealer-pad"},
        _every(1.0, [f"press KEY_KP{n}" for n in PRESSES if n != "8"]),
        30,
        (ButtonPressed,),
    ),
}
PLAYED: dict[FaultName, str] = {
    "drop": "drop 30",
    "split": "split 100",
    "join": "join 50",
    "noise": "noise 30",
    "delay": "delay 300 ms",
    "duplicate": "duplicate 3",
    "stuck": "stuck after 1 rounds for 12 s",
    "checksum": "checksum 30",
    "reorder": "reorder 30",
    "unplug": "unplug after 1 rounds for 5 s",
    "silence": "silence after 1 rounds for 6 s",
    "power cycle": "power cycle after 2 rounds for 6 s",
}
CELLS = [(kind, fault) for kind in MATRIX for fault in MENU]


def _facts(bench: Bench, readings: list[AnyReading]) -> list[AnyReading]:
    return [reading for reading in readings if isinstance(reading, bench.facts)]


def _within(part: list[str], whole: list[str]) -> bool:
    """Whether `part` is `whole` with some left out."""
    rest = iter(whole)
    return all(item in rest for item in part)


@pytest.fixture(scope="module")
def truths() -> dict[str, list[AnyReading]]:
    """What each bench tells on a line without faults."""
    found: dict[str, list[AnyReading]] = {}
    for kind, bench in BENCHES.items():
        readings, _ = play(
            bench.make(), KINDS[kind].shape, bench.protocol, bench.script, bench.until_s, options=bench.options
        )
        found[kind] = readings
    return found


def test_every_bench_has_its_facts_on_a_clean_line(truths: dict[str, list[AnyReading]]) -> None:
    counts = {kind: len(_facts(BENCHES[kind], readings)) for kind, readings in truths.items()}
    assert counts == {
        "wheel": 4,
        "shoe": 40,
        "drawer": 13,
        "shuffler": 3,
        "scanner": 24,
        "buttons": 24,
        "keys": 22,
    }
    assert not any(reading.__struct_config__.tag == "frame.malformed" for told in truths.values() for reading in told)


def test_no_cell_is_empty_and_every_simulator_has_its_row() -> None:
    assert set(MATRIX) == set(KINDS) == set(BENCHES)
    for kind, row in MATRIX.items():
        assert list(row) == list(MENU), kind
        for fault, cell in row.items():
            assert cell.driver.strip(), (kind, fault)
            assert cell.table.strip(), (kind, fault)


def test_every_irregularity_that_a_cell_names_is_in_the_houses_catalogue_of_faults() -> None:
    named = {word for row in MATRIX.values() for cell in row.values() for word in re.findall(r"\w+_\w+", cell.table)}
    assert {"link_down", "wheel_unresolved", "card_misplaced", "ball_unknown", "line_noisy"} <= named
    assert named <= set(FAULTS)


_INVENTS = {("scanner", "stuck")}
"""Where the line itself says what did not happen, in frames that cannot be told from true ones: the matrix says so."""
_OUT_OF_ORDER = {("shoe", "reorder"), ("scanner", "reorder"), ("drawer", "reorder"), ("buttons", "reorder")}
"""Where frames that overtook each other are told as they came."""


@pytest.mark.parametrize(("kind", "fault"), CELLS, ids=[f"{kind}-{fault}" for kind, fault in CELLS])
def test_a_cell_is_what_happens(kind: str, fault: FaultName, truths: dict[str, list[AnyReading]]) -> None:
    bench, cell = BENCHES[kind], MATRIX[kind][fault]
    readings, _ = play(
        bench.make(),
        KINDS[kind].shape,
        bench.protocol,
        bench.script,
        bench.until_s,
        fault=PLAYED[fault],
        options=bench.options,
    )
    told = {str(reading.__struct_config__.tag) for reading in readings}
    assert set(cell.tells) <= told, readings
    states = [reading.state for reading in readings if isinstance(reading, LinkChanged)]
    assert _within(list(cell.links), list(states)), states
    if not cell.links:
        assert not {"lost", "down"} & set(states), states
    facts = [_told(one) for one in _facts(bench, readings)]
    truth = [_told(one) for one in _facts(bench, truths[kind])]
    if (kind, fault) in _INVENTS:
        assert set(facts) <= set(truth)
    elif (kind, fault) in _OUT_OF_ORDER:
        assert all(facts.count(one) <= truth.count(one) for one in facts)
    elif fault == "power cycle" and kind in ("wheel", "shoe"):
        assert set(_faces(facts)) <= set(_faces(truth))
    else:
        assert _within(facts, truth), (facts, truth)
    if not cell.may_miss and (kind, fault) not in _INVENTS:
        assert facts == truth
    assert facts, "after the fault, or between its blows, the device is heard"


def _told(reading: AnyReading) -> str:
    return repr(reading)


def _faces(facts: list[str]) -> list[str]:
    """Facts without the places and counters that a power cycle begins anew."""
    return [fact.split(",")[0] for fact in facts]


def test_the_matrix_prints_as_a_table() -> None:
    text = matrix_text()
    assert max(len(line) for line in text.splitlines()) <= 118
    for kind in MATRIX:
        assert f"\n{kind} " in f"\n{text}"
    for name in MENU:
        assert text.count(f"\n{name} ") == len(MATRIX)
