"""A table's end of the bus that only shows itself, so many times a second, for `benchmarks.screens`.

`python -m benchmarks.screens_table RATE`: prints its two endpoints, then publishes until it is ended.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

import msgspec

from devices.clock import SystemClock
from studio import logs
from studio.bus.server import TableBus
from studio.journal.rows import OutboxRow
from studio.messages.commands import AnyCommand
from studio.messages.telemetry import HandView, Prompt, TableView
from studio.messages.wording import word_prompt
from studio.rig import scenes

PLACES = ("player-1", "banker-1", "player-2", "banker-2")
CARDS = ("7c", "Jh", "5d", "9s")


class NothingPublished:
    """An outbox without events."""

    last_event_seq = 0
    acknowledged_seq = 0

    def outbox_after(self, seq: int, limit: int) -> Sequence[OutboxRow]:
        """No events."""
        return ()

    def acknowledge(self, seq: int, utc: str) -> None:
        """Nothing to acknowledge."""


def view(n: int) -> TableView:
    """The n-th view: a deal that goes round and round, each with another card, prompt and step."""
    base = scenes.dealer_dealing()
    dealt = n % 5
    player = [CARDS[at] for at in (0, 2) if at < dealt]
    banker = [CARDS[at] for at in (1, 3) if at < dealt]
    about = {"to": PLACES[dealt % 4]}
    return msgspec.structs.replace(
        base,
        n=n,
        table="baccarat-1",
        prompt=Prompt(n, "deal", about, word_prompt("deal", about)),
        hands={"player": HandView(player, n % 10), "banker": HandView(banker, n // 10 % 10)},
        cards_out=n % 400,
        may=["confirm", "call_pit_boss"],
    )


async def serve(rate: float) -> None:
    """Publish `rate` views a second, in small bursts so that the pace is kept; a rate of 0 shows one view and waits."""
    shown = [view(1)]
    commands: list[AnyCommand] = []
    clock = SystemClock()
    bus = TableBus(
        "tcp://127.0.0.1:*",
        "tcp://127.0.0.1:*",
        table="baccarat-1",
        epoch="1addc1cb",
        outbox=NothingPublished(),
        consumer="backend",
        on_command=lambda command, _: commands.append(command),
        view=lambda: shown[0],
        clock=clock,
    )
    async with bus:
        print(bus.results_endpoint, bus.telemetry_endpoint, flush=True)
        began, n = clock.monotonic_s(), 1
        while True:
            await asyncio.sleep(0.005)
            while n < (clock.monotonic_s() - began) * rate:
                n += 1
                shown[0] = view(n)
                bus.publish_view(shown[0])


if __name__ == "__main__":
    logs.configure("error")
    asyncio.run(serve(float(sys.argv[1])))
