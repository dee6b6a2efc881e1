"""A store of results on PostgreSQL for `studio.client.ResultConsumer`: one transaction an event, one row an event.

What follows from an event (here: that a round is settled) is in the same transaction as the event. After a crash the
consumer asks `have_seq` where it was; what the table sends again meets the unique key and changes nothing.
"""

from __future__ import annotations

from pathlib import Path

import psycopg

from studio.client import EventChanged, EventRejected
from studio.messages.events import AnyEvent, ResultVoided, RoundCorrected, RoundResult, RoundVoided

SCHEMA = Path(__file__).with_name("schema.sql")


class PostgresLedger:
    """A `studio.client.ResultStore`. Make it by `connect`."""

    def __init__(self, connection: psycopg.AsyncConnection) -> None:
        self._connection = connection

    @classmethod
    async def connect(cls, conninfo: str) -> PostgresLedger:
        """Connect and make the tables where they are absent. Raises `psycopg.Error`."""
        connection = await psycopg.AsyncConnection.connect(conninfo)
        async with connection.transaction():
            await connection.execute(SCHEMA.read_text(encoding="utf-8").encode())
        return cls(connection)

    async def have_seq(self, table: str, epoch: str) -> int:
        """The last event of this table and epoch that is committed, 0 when there is none."""
        question = "SELECT coalesce(max(seq), 0) FROM studio_event WHERE table_name = %s AND epoch = %s"
        async with self._connection.transaction():
            row = await (await self._connection.execute(question, (table, epoch))).fetchone()
        return int(row[0]) if row else 0

    async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
        """Keep the event and what follows from it; False when it is there.

        Raises `EventChanged`, `EventRejected`, `psycopg.Error`; then nothing was kept.
        """
        kind = str(event.__struct_config__.tag)
        row = (event.id, event.table, epoch, event.seq, kind, event.round, body)
        async with self._connection.transaction():
            done = await self._connection.execute(
                "INSERT INTO studio_event (id, table_name, epoch, seq, type, round, body)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO NOTHING",
                row,
            )
            if done.rowcount == 1:
                await self._settle(event)
                return True
            known = await self._connection.execute("SELECT body FROM studio_event WHERE id = %s", (event.id,))
            stored = await known.fetchone()
        if stored is None or bytes(stored[0]) != body:
            raise EventChanged(f"{event.id} is stored with another content than the table sent now")
        return False

    async def _settle(self, event: AnyEvent) -> None:
        """Here a real backend pays. It undoes what was paid before, where a correction says so.

        Raises `EventRejected` when there is nothing to undo: books and table do not agree, and a person must look.
        """
        match event:
            case RoundResult():
                settled = (event.round, event.id, event.outcome)
            case RoundVoided():
                settled = (event.round, event.id, "void")
            case RoundCorrected():
                await self._must_be_settled(event.corrected_round)
                settled = (event.corrected_round, event.id, event.outcome)
            case ResultVoided():
                await self._must_be_settled(event.voided_round)
                settled = (event.voided_round, event.id, "void")
            case _:
                return
        await self._connection.execute(
            "INSERT INTO studio_settlement (round, event_id, outcome) VALUES (%s, %s, %s)"
            " ON CONFLICT (round) DO UPDATE SET event_id = excluded.event_id, outcome = excluded.outcome",
            settled,
        )

    async def _must_be_settled(self, round_id: str) -> None:
        found = await self._connection.execute("SELECT 1 FROM studio_settlement WHERE round = %s", (round_id,))
        if await found.fetchone() is None:
            raise EventRejected(f"round {round_id} was never settled in these books")

    async def close(self) -> None:
        """Let go of the connection."""
        await self._connection.close()
