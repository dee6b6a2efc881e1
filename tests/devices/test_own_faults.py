"""A wheel's own faults: each row of the matrix is played, by both drivers, and does what stands there."""

from __future__ import annotations

import re

import pytest
from test_host_line import Bench

from devices.faults.matrix import MATRIX, matrix_text
from devices.faults.own import WHEEL
from devices.readings import CommandAnswered, DeviceParameters, LinkChanged, WheelResult
from studio.faults import FAULTS

LOST = ("other value", "firmware", "no parameters")
"""What shows on the next connection."""


@pytest.mark.parametrize("protocol", ["ss2", "grammar:slingshot2"])
@pytest.mark.parametrize("name", WHEEL)
def test_a_row_is_what_happens(name: str, protocol: str) -> None:
    fault = WHEEL[name]
    bench = Bench(protocol)
    bench.run(3)
    before = len(bench.readings)
    assert bench.wheel.order(fault.order).startswith("ok")
    if name in LOST:
        bench.link.mischief.add("unplug for 2 s")
    if name in ("refused", "no answer"):
        bench.told("restart_game")
    elif name == "self-test":
        bench.told("power_off")
        bench.told("self_test", within_s=5)
    bench.run(12)
    told = bench.readings[before:]
    assert set(fault.tells) <= {str(reading.__struct_config__.tag) for reading in told}, told
    assert not any(isinstance(reading, WheelResult) for reading in told)
    assert "down" not in [reading.state for reading in told if isinstance(reading, LinkChanged)]
    if name == "other value":
        assert [one.found["speed_change"] for one in told if isinstance(one, DeviceParameters)] == ["20000.0"]
    if name in ("refused", "no answer"):
        assert bench.sent.count(b"*R") == len([one for one in told if isinstance(one, CommandAnswered)]) == 1


def test_no_cell_is_empty_and_what_it_names_is_in_the_houses_catalogue() -> None:
    for name, fault in WHEEL.items():
        assert fault.driver.strip(), name
        assert fault.table.strip(), name
        assert fault.tells, name
    named = {word for fault in WHEEL.values() for word in re.findall(r"\w+_\w+", fault.table)}
    assert {"wheel_not_approved", "wheel_muted", "wrong_direction", "component_fault"} == named
    assert named <= set(FAULTS)


def test_they_are_printed_below_the_faults_of_the_lines() -> None:
    text = matrix_text()
    own = text.partition("\nwheel itself")[2]
    assert all(f"\n{name} " in own for name in WHEEL)
    assert not any(kind in own.splitlines() for kind in MATRIX)
