"""A second copy in a PostgreSQL server: one row a transaction and one an event, under unique keys, never changed.

The role that a table connects with needs SELECT and INSERT on three tables and nothing else, so that whoever has the
table's machine cannot change what is there. The password stands in no setting: `PGPASSFILE`, or a service file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from studio.journal.chain import genesis
from studio.journal.errors import JournalDamaged
from studio.journal.file import Meta, Row

if TYPE_CHECKING:
    import psycopg

CONNECT_WITHIN_S: Final = 5
ANSWER_WITHIN_MS: Final = 20_000
_PAGE: Final = 1000

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS studio_journal (
    table_name text NOT NULL, epoch text NOT NULL, created_utc text NOT NULL,
    PRIMARY KEY (table_name, epoch));
CREATE TABLE IF NOT EXISTS studio_journal_input (
    table_name text NOT NULL, epoch text NOT NULL, seq bigint NOT NULL,
    body bytea NOT NULL, effects bytea NOT NULL, hash bytea NOT NULL,
    PRIMARY KEY (table_name, epoch, seq),
    FOREIGN KEY (table_name, epoch) REFERENCES studio_journal);
CREATE TABLE IF NOT EXISTS studio_journal_event (
    table_name text NOT NULL, epoch text NOT NULL, seq bigint NOT NULL, input_seq bigint NOT NULL,
    id bytea NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (table_name, epoch, seq),
    FOREIGN KEY (table_name, epoch, input_seq) REFERENCES studio_journal_input);
"""
"""What the server must have; made at the first use, where the role may."""

_OF: Final = "WHERE table_name = %s AND epoch = %s"


class PostgresCopies:
    """A `CopyPlace`: the server and database that `conninfo` names. Raises OSError when psycopg is not installed."""

    def __init__(self, conninfo: str) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise OSError(f"psycopg is not installed ({error}): pip install 'studio-control[postgres]'") from error
        self._psycopg = psycopg
        self._conninfo = conninfo
        self._connection: psycopg.Connection[Any] | None = None

    @property
    def name(self) -> str:
        """The server and its database, without anything secret."""
        known = self._psycopg.conninfo.conninfo_to_dict(self._conninfo)
        shown = [f"{key}={known[key]}" for key in ("service", "host", "port", "dbname") if known.get(key)]
        return f"PostgreSQL {' '.join(shown)}".rstrip()

    def last(self, meta: Meta) -> tuple[int, bytes]:
        """See `CopyPlace`."""
        with self._at_work() as connection:
            made = connection.execute("SELECT to_regclass('studio_journal_event')").fetchone()
            if made is None or made[0] is None:
                connection.execute(SCHEMA.encode())
            known = connection.execute(f"SELECT created_utc FROM studio_journal {_OF}".encode(), meta[:2]).fetchone()
            if known is None:
                connection.execute("INSERT INTO studio_journal VALUES (%s, %s, %s)", meta)
            elif known[0] != meta.created_utc:
                raise JournalDamaged(self.name, None, "has another journal under this table and epoch", "Look at both")
            newest = f"SELECT seq, hash FROM studio_journal_input {_OF} ORDER BY seq DESC LIMIT 1".encode()
            row = connection.execute(newest, meta[:2]).fetchone()
        return (row[0], bytes(row[1])) if row else (0, genesis(*meta))

    def append(self, meta: Meta, rows: Sequence[Row]) -> None:
        """See `CopyPlace`."""
        of = meta[:2]
        with self._at_work() as connection, connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO studio_journal_input VALUES (%s, %s, %s, %s, %s, %s)",
                [(*of, row.seq, row.input_json, row.effects_json, row.hash) for row in rows],
            )
            cursor.executemany(
                "INSERT INTO studio_journal_event VALUES (%s, %s, %s, %s, %s, %s)",
                [(*of, seq, row.seq, name, body) for row in rows for seq, name, body in row.events],
            )

    def rows(self, meta: Meta) -> Iterator[Row]:
        """See `CopyPlace`."""
        seq = 0
        inputs = f"SELECT seq, body, effects, hash FROM studio_journal_input {_OF} AND seq > %s ORDER BY seq LIMIT %s"
        outbox = f"SELECT input_seq, seq, id, body FROM studio_journal_event {_OF} AND input_seq BETWEEN %s AND %s"
        while True:
            with self._at_work() as connection:
                page = connection.execute(inputs.encode(), (*meta[:2], seq, _PAGE)).fetchall()
                if not page:
                    return
                rows = [Row(n, bytes(body), bytes(effects), [], bytes(head)) for n, body, effects, head in page]
                events = f"{outbox} ORDER BY seq".encode()
                by_input = {row.seq: row for row in rows}
                for of, number, name, body in connection.execute(events, (*meta[:2], rows[0].seq, rows[-1].seq)):
                    if of in by_input:
                        by_input[of].events.append((number, bytes(name), bytes(body)))
            yield from rows
            seq = rows[-1].seq

    def close(self) -> None:
        """Let go of the server."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _at_work(self) -> Iterator[psycopg.Connection[Any]]:
        """One transaction; what the server says is an OSError, and the next one connects anew."""
        try:
            if self._connection is None:
                self._connection = self._psycopg.connect(
                    self._conninfo,
                    connect_timeout=CONNECT_WITHIN_S,
                    options=f"-c statement_timeout={ANSWER_WITHIN_MS}",
                    application_name="studio-table",
                )
            with self._connection.transaction():
                yield self._connection
        except self._psycopg.Error as error:
            self.close()
            raise OSError(" ".join(str(error).split()) or type(error).__name__) from error
