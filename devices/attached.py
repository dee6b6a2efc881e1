"""A device at work: a link feeds a protocol, readings go out with their time, and health is the age of the last
valid frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from devices.clock import NS_PER_S, Clock, TimerHandle
from devices.device import DeviceProtocol
from devices.host import HostLine
from devices.readings import AnyReading, CommandAnswered, LineNoisy, LinkChanged, LinkState, MalformedFrame
from devices.transport import Link

OnReading: TypeAlias = Callable[[str, AnyReading, int, str], None]
"""Device name, reading, monotonic nanoseconds, UTC as ISO 8601."""

ABOUT_THE_LINE: Final = (MalformedFrame, LineNoisy, CommandAnswered)
"""What is told of a device that is not ready too: its line, and what became of an order that somebody waits for."""
EARLY_LIMIT: Final = 32
"""Readings kept until a device is ready: a handful of frames, each of which says two or three things at most."""
LATE_S: Final = 1e-6
"""An overdue answer is looked for so much later: woken a rounding too early, one would look again and again."""

_OPEN: Final = ("connecting", "ready", "stale", "down")


class AttachedDevice:
    """One device of a table.

    `stale_after_s`, `down_after_s`: age of the last valid frame, in seconds of the wall clock, after which the device
    is stale or down; None for a device that is silent by nature. `ready_after_frames`: valid frames that must come on
    an open port before it is ready; 0 makes an open port ready at once, for a device that nothing can be asked.
    `poll_every_s`: how often to ask for its state, None when it reports by itself; a device that went stale is asked
    once in any case. Every change of state is a `LinkChanged` reading, before the readings that came with it.

    Raises ValueError for timings that contradict each other.
    """

    def __init__(
        self,
        name: str,
        protocol: DeviceProtocol,
        link: Link,
        clock: Clock,
        on_reading: OnReading,
        *,
        stale_after_s: float | None = None,
        down_after_s: float | None = None,
        ready_after_frames: int = 1,
        poll_every_s: float | None = None,
    ) -> None:
        if stale_after_s is not None and down_after_s is not None and not 0 < stale_after_s <= down_after_s:
            raise ValueError(f"device {name}: stale_after_s {stale_after_s} must be above 0 and not after down_after_s")
        if ready_after_frames < 0 or (poll_every_s is not None and poll_every_s <= 0):
            raise ValueError(f"device {name}: ready_after_frames must not be below 0, poll_every_s must be above 0")
        self.name = name
        self.protocol = protocol
        self.link = link
        self.state: LinkState = "not_connected"
        self.why = ""
        self.bytes_read = 0
        self.readings_told = 0
        self.times_lost = 0
        self._clock = clock
        self._on_reading = on_reading
        self._stale_after_s = stale_after_s
        self._down_after_s = down_after_s
        self._ready_after_frames = ready_after_frames
        self._poll_every_s = poll_every_s
        self._good_frames = 0
        self._early: list[AnyReading] = []  # what frames said before there were enough of them
        self._heard_ns = 0  # the last valid frame, or the opening of the port
        self._watch_timer: TimerHandle | None = None
        self._poll_timer: TimerHandle | None = None
        self._host: HostLine | None = getattr(protocol, "host", None)
        self._host_timer: TimerHandle | None = None
        self._host_due_s: float | None = None
        self._state_told = False
        self._closed = False

    def start(self) -> None:
        """Open the link; readings come from now on."""
        self.link.start(self._on_bytes, self._on_link)

    def close(self) -> None:
        """Close the link and be silent. May be called again."""
        self._closed = True
        self._stop_timers()
        self.link.close()

    def send(self, data: bytes) -> bool:
        """Send a command to the device; False when the link is not open."""
        return self.link.send(data)

    def order(self, command: str, value: str = "") -> None:
        """Give the device an order by its name; what becomes of it is a `CommandAnswered` reading, once."""
        now_ns = self._clock.monotonic_ns()
        if self._host is None:
            why = "this device takes no orders"
            self._tell([CommandAnswered(command=command, value=value, outcome="not_sent", answer=why)], now_ns)
            return
        self._tell(self._host.give(command, value, now_ns / NS_PER_S), now_ns)
        self._serve_host()

    @property
    def age_s(self) -> float | None:
        """Seconds since the last valid frame (or since the port was opened); None when the port is not open."""
        return (self._clock.monotonic_ns() - self._heard_ns) / NS_PER_S if self.state in _OPEN else None

    def _on_bytes(self, data: bytes, monotonic_ns: int) -> None:
        if self._closed:
            return
        self.bytes_read += len(data)
        before = self.protocol.frames_well_formed
        readings = self.protocol.feed(data, monotonic_ns / NS_PER_S)
        good = self.protocol.frames_well_formed - before
        if good:
            self._heard_ns = monotonic_ns
            self._good_frames += good
            if self._watch_timer is None:
                self._watch_later()  # the watch ends when a device is down: nothing further can be learned by waiting
            if self.state != "ready" and self._good_frames >= self._ready_after_frames:
                if self._host is not None and self.state != "connecting":
                    self._host.read_again(monotonic_ns / NS_PER_S)  # it may have been off, or was replaced
                self._change("ready", "", monotonic_ns)
                readings = [*self._early, *readings]
                self._early = []
        if self.state == "ready":
            self._tell(readings, monotonic_ns)
        else:
            self._keep(readings, monotonic_ns)
        if self._host is not None:
            self._serve_host()
        if readings and any(isinstance(reading, LineNoisy) for reading in readings):
            # Before cable and device are blamed: has another program set the port anew?
            check_settings = getattr(self.link, "check_settings", None)
            if check_settings is not None:
                check_settings()

    def _keep(self, readings: list[AnyReading], monotonic_ns: int) -> None:
        """A device that is not ready is not believed yet: only what concerns the line itself is told at once."""
        self._tell([reading for reading in readings if isinstance(reading, ABOUT_THE_LINE)], monotonic_ns)
        self._early += [reading for reading in readings if not isinstance(reading, ABOUT_THE_LINE)]
        del self._early[:-EARLY_LIMIT]

    def _on_link(self, state: LinkState, why: str) -> None:
        if self._closed:
            return
        now_ns = self._clock.monotonic_ns()
        self._stop_timers()
        self._good_frames = 0
        self._early = []
        if state == "lost":
            self.times_lost += 1
        unanswered = self._host.link_closed() if self._host is not None else []
        self._change(state, why, now_ns)
        self._tell(unanswered, now_ns)
        if state != "connecting":
            return
        self._heard_ns = now_ns
        first = self.protocol.link_opened(now_ns / NS_PER_S)
        if self._ready_after_frames == 0:
            self._change("ready", why, now_ns)
        self._watch_later()
        self._poll_later()
        if first:
            self.link.send(first)
        if self._host is not None:
            self._serve_host()

    # --- the host's own side -------------------------------------------------------------------------------------

    def _serve_host(self) -> None:
        """Send what the host has to say, and look again when an answer is overdue."""
        host = self._host
        assert host is not None
        unsent = host.take_unsent()
        if unsent:
            self.link.send(unsent)
        if self._host_timer is not None:
            if host.due_s == self._host_due_s:
                return
            self._host_timer.cancel()
            self._host_timer = None
        self._host_due_s = host.due_s
        if host.due_s is not None and not self._closed:
            wait_s = max(0.0, host.due_s - self._clock.monotonic_s())
            self._host_timer = self._clock.call_later_real(wait_s + LATE_S, self._host_due)

    def _host_due(self) -> None:
        self._host_timer = None
        assert self._host is not None
        now_ns = self._clock.monotonic_ns()
        readings = self._host.on_time(now_ns / NS_PER_S)
        if self.state == "ready":
            self._tell(readings, now_ns)
        else:
            self._keep(readings, now_ns)
        self._serve_host()

    # --- health --------------------------------------------------------------------------------------------------

    def _watch_later(self) -> None:
        """Look again when the device would become stale, or down, if nothing came until then."""
        limits = (self._stale_after_s, self._down_after_s)
        age_s = (self._clock.monotonic_ns() - self._heard_ns) / NS_PER_S
        due_s = min((limit - age_s for limit in limits if limit is not None and limit > age_s), default=None)
        if due_s is not None:
            self._watch_timer = self._clock.call_later_real(due_s, self._watch)

    def _watch(self) -> None:
        self._watch_timer = None
        now_ns = self._clock.monotonic_ns()
        age_s = (now_ns - self._heard_ns) / NS_PER_S
        if self._down_after_s is not None and age_s >= self._down_after_s:
            self._silent("down", self._down_after_s, now_ns)
        elif self.state != "down" and self._stale_after_s is not None and age_s >= self._stale_after_s:
            self._silent("stale", self._stale_after_s, now_ns)
        if not self._closed and self._watch_timer is None and self.state in _OPEN:
            self._watch_later()

    def _silent(self, state: LinkState, limit_s: float, now_ns: int) -> None:
        if self.state == state:
            return
        self._good_frames = 0
        probe = self.protocol.poll(now_ns / NS_PER_S) if state == "stale" else b""
        self._change(state, f"no valid frame for {limit_s:g} s", now_ns)
        if probe:
            self.link.send(probe)
        if state == "stale" and self._host is not None:
            self._host.fell_silent(self.protocol.frames_well_formed - self._host.replies, now_ns / NS_PER_S)
            self._serve_host()

    def _poll_later(self) -> None:
        if self._poll_every_s is not None:
            self._poll_timer = self._clock.call_later(self._poll_every_s, self._poll)

    def _poll(self) -> None:
        self._poll_timer = None
        self._poll_later()
        request = self.protocol.poll(self._clock.monotonic_s())
        if request:
            self.link.send(request)

    def _stop_timers(self) -> None:
        for timer in (self._watch_timer, self._poll_timer, self._host_timer):
            if timer is not None:
                timer.cancel()
        self._watch_timer = self._poll_timer = self._host_timer = None

    # --- telling -------------------------------------------------------------------------------------------------

    def _change(self, state: LinkState, why: str, monotonic_ns: int) -> None:
        if state != self.state or not self._state_told:
            self.state, self.why, self._state_told = state, why, True
            self._tell([LinkChanged(state=state, why=why)], monotonic_ns)

    def _tell(self, readings: list[AnyReading], monotonic_ns: int) -> None:
        if not readings:
            return
        utc = self._clock.utc()
        for reading in readings:
            self.readings_told += 1
            self._on_reading(self.name, reading, monotonic_ns, utc)
