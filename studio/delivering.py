"""A journal's events to the backend, without a table: what is left in a journal that no table will go on with.

A table whose rules or software changed in mid-round does not start on its journal. What the backend lacks of it is sent
all the same, as it was written; nothing is derived, and nothing can be ordered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from devices.clock import SystemClock
from studio.bus.gate import BusKeys
from studio.bus.server import TableBus
from studio.journal.store import Journal
from studio.messages.bus import Reply
from studio.messages.commands import AnyCommand
from studio.messages.telemetry import Delivery, Prompt, TableView
from studio.settings import TableSettings
from studio.table_keys import table_keys

NO_TABLE: Final = "no table runs here: a closed journal is being delivered"
LOOK_AGAIN_S: Final = 0.1


async def deliver(settings: TableSettings, path: Path, told: Callable[[int, int], None]) -> int:
    """Serve the journal at `path` on the table's sockets until the backend has everything; how many events it lacked.

    `told` is called with the last acknowledged event and the last event as they come. Raises JournalError, ConfigError.
    """
    keys = table_keys(settings)
    with Journal.open(path, signers=keys.signers if keys else None) as journal:
        lacked = journal.last_event_seq - journal.acknowledged_seq
        if lacked == 0:
            return 0
        bus_settings = settings.bus
        view = _closed(settings, journal)

        def refuse(command: AnyCommand, session: str) -> None:
            bus.reply(Reply(command.id, accepted=False, why=NO_TABLE))

        bus = TableBus(
            bus_settings.results,
            bus_settings.telemetry,
            table=journal.table,
            epoch=journal.epoch,
            outbox=journal,
            consumer=bus_settings.consumer,
            on_command=refuse,
            view=lambda: view,
            clock=SystemClock(),
            keys=BusKeys(keys.private.curve_pair, keys.allowed) if keys and not bus_settings.plain else None,
        )
        async with bus:
            while journal.acknowledged_seq < journal.last_event_seq:
                told(journal.acknowledged_seq, journal.last_event_seq)
                await asyncio.sleep(LOOK_AGAIN_S)
        told(journal.acknowledged_seq, journal.last_event_seq)
    return lacked


def _closed(settings: TableSettings, journal: Journal) -> TableView:
    """What a screen and a backend see meanwhile: a closed table of this epoch, without cards and without choices."""
    return TableView(
        table=journal.table,
        epoch=journal.epoch,
        n=journal.last_input_seq,
        game=settings.game,
        house=settings.house,
        state="closed",
        shoe=None,
        round=None,
        rounds_done=0,
        prompt=Prompt(0, "closed", {}, NO_TABLE),
        announcement=None,
        cards={},
        totals={},
        burned=0,
        cards_out=0,
        cut_card_out=False,
        last_results=[],
        irregularity=None,
        countdown=None,
        devices={},
        alarms=[],
        delivery=Delivery(),
    )
