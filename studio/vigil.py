"""What a table's process watches about itself: its software and configuration, the wall clock, and its watchdog.

All of it by a clock that is handed in. What is noticed is told to `notice`, and so becomes an alarm, on record.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import structlog

from devices.clock import Clock, TimerHandle
from studio.digests import Digests

Notice: TypeAlias = Callable[[Literal["low", "medium", "high"], str, str], None]

DIGESTS_EVERY_S: Final = 24 * 3600.0
CLOCK_EVERY_S: Final = 1.0
JUMP_S: Final = 0.25
"""The wall clock may drift from the monotonic one by this much between two looks before it counts as set."""

_log = structlog.get_logger(__name__)


class ClockWatch:
    """Compares the wall clock with the monotonic one each second. Numbers order events: a jump changes no order.

    `was_set` is told by how many ms the wall clock was set, forward above 0.
    """

    def __init__(self, clock: Clock, was_set: Callable[[int], None]) -> None:
        self._clock = clock
        self._was_set = was_set
        self.jumps = 0
        self.offset_s = 0.0
        """How far the wall clock has moved against the monotonic one since the start, in seconds."""
        self._difference_s = self._first_s = clock.utc_s() - clock.monotonic_s()
        self._timer: TimerHandle | None = None

    def start(self) -> None:
        """Look now and each second from now on."""
        self._timer = self._clock.call_later_real(CLOCK_EVERY_S, self._look)

    def stop(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        self.start()
        difference_s = self._clock.utc_s() - self._clock.monotonic_s()
        jump_s = difference_s - self._difference_s
        self._difference_s = difference_s
        self.offset_s = difference_s - self._first_s
        if abs(jump_s) >= JUMP_S:
            self.jumps += 1
            self._was_set(round(jump_s * 1000))


class SoftwareWatch:
    """Takes the digests again each 24 hours, and on demand; `changed` is called once when they differ from the start's.

    Reading all files takes a while: it is done in a thread beside the table's loop.
    """

    def __init__(
        self, take: Callable[[], Digests], clock: Clock, notice: Notice, changed: Callable[[str], None]
    ) -> None:
        self.digests = take()
        self.checks = 0
        self.good = True
        self._take = take
        self._clock = clock
        self._notice = notice
        self._changed = changed
        self._timer: TimerHandle | None = None
        self._checking: asyncio.Task[bool] | None = None

    def start(self) -> None:
        """Check each 24 hours from now on."""
        self._timer = self._clock.call_later_real(DIGESTS_EVERY_S, self._due)

    def stop(self) -> None:
        """Check no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._checking is not None:
            self._checking.cancel()

    def check_soon(self) -> None:
        """On demand: check now, beside the loop."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.get_running_loop().create_task(self.check())

    async def check(self) -> bool:
        """Whether software and configuration are what they were at the start."""
        now = await asyncio.to_thread(self._take)
        self.checks += 1
        differences = now.changed_since(self.digests)
        _log.info("software.checked", digest=now.total, files=len(now.files), different=len(differences))
        if differences and self.good:
            self.good = False
            told = "; ".join(differences[:5]) + (f" and {len(differences) - 5} more" if len(differences) > 5 else "")
            self._notice("high", "software_changed", told)
            self._changed(told)
        return not differences

    def _due(self) -> None:
        self.start()
        self.check_soon()


class Watchdog:
    """Tells systemd that the table is ready and alive, over the socket that it names; without one, nothing is done.

    Alive means that the loop turns: a table that hangs is killed and started again, and comes back to the same card.
    """

    def __init__(self, clock: Clock, environment: dict[str, str] | None = None) -> None:
        env = dict(os.environ) if environment is None else environment
        self._address = env.get("NOTIFY_SOCKET", "")
        self._every_s = int(env.get("WATCHDOG_USEC", "0")) / 1e6 / 3
        self._clock = clock
        self._timer: TimerHandle | None = None

    def ready(self, status: str) -> None:
        """The table serves: say so, and from now on that it lives."""
        self._say(f"READY=1\nSTATUS={status}")
        self._beat()

    def stopping(self) -> None:
        """The table ends as told."""
        if self._timer is not None:
            self._timer.cancel()
        self._say("STOPPING=1")

    def _beat(self) -> None:
        if self._every_s > 0:
            self._say("WATCHDOG=1")
            self._timer = self._clock.call_later_real(self._every_s, self._beat)

    def _say(self, words: str) -> None:
        if not self._address:
            return
        # An address that begins with @ lies in the abstract namespace.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.sendto(words.encode(), address)
        except OSError as error:
            _log.warning("watchdog.unheard", why=str(error))
