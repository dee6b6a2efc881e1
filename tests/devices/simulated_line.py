"""A simulated device, its mischief and its driver on one clock that is moved by hand: the whole way, without a port."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from heard import Heard

from devices.catalogue import attach
from devices.clock import SteppedClock
from devices.faults.frames import Shape
from devices.faults.mischief import Mischief
from devices.readings import AnyReading
from devices.simulator_shell import Simulated
from devices.transport import OnBytes, OnLink

STEP_S = 0.05


class SimulatedLink:
    """A `devices.transport.Link` whose other end is a simulated device behind its mischief."""

    def __init__(self, simulated: Simulated, shape: Shape, clock: SteppedClock, seed: str = "0") -> None:
        self.simulated = simulated
        self.mischief = Mischief(shape, seed)
        self.clock = clock
        self._powered = self._plugged = True
        self._on_bytes: OnBytes | None = None
        self._on_link: OnLink | None = None

    def start(self, on_bytes: OnBytes, on_link: OnLink) -> None:
        self._on_bytes, self._on_link = on_bytes, on_link
        on_link("connecting", "plugged in")

    def send(self, data: bytes) -> bool:
        if self.mischief.mute:
            return self.mischief.plugged
        self._say(self.simulated.receive(data))
        return True

    def close(self) -> None:
        self._on_bytes = self._on_link = None

    def _say(self, data: bytes) -> None:
        if data:
            self.mischief.speak(data, self.clock.monotonic_s(), self.simulated.rounds)

    def step(self) -> None:
        """Move the clock on by a step, and everything with it."""
        self.clock.advance_by(STEP_S)
        now_s = self.clock.monotonic_s()
        self._say(self.simulated.advance(now_s))
        out = self.mischief.advance(now_s, self.simulated.rounds)
        assert self._on_link is not None
        assert self._on_bytes is not None
        if self.mischief.plugged != self._plugged:
            self._plugged = self.mischief.plugged
            self._on_link("connecting" if self._plugged else "lost", "")
        if self.mischief.powered != self._powered:
            self._powered = self.mischief.powered
            self.simulated.order("power on" if self._powered else "power off")
        if out and self._plugged:
            self._on_bytes(out, self.clock.monotonic_ns())


def play(
    simulated: Simulated,
    shape: Shape,
    protocol: str,
    script: Iterable[tuple[float, str]],
    until_s: float,
    *,
    fault: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[list[AnyReading], Heard]:
    """All readings of `protocol` while the orders of `script` are given at their times."""
    clock, heard = SteppedClock(), Heard()
    link = SimulatedLink(simulated, shape, clock)
    if fault is not None:
        link.mischief.add(fault)
    device = attach("device", protocol, link, clock, heard, options=options)
    device.start()
    orders = list(script)
    while clock.monotonic_s() < until_s:
        while orders and orders[0][0] <= clock.monotonic_s():
            simulated.order(orders.pop(0)[1])
        link.step()
    device.close()
    return heard.readings, heard
