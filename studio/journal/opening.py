"""Going on with a journal: what is proved of it first, and from where a table that comes back is fed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from studio.journal import file, signatures, snapshots
from studio.journal.rows import Entry, Extent
from studio.journal.signatures import Signers
from studio.journal.snapshots import TakesUp

PROVED_WHOLE_INPUTS: Final = 20_000
"""A journal of so many inputs, a gaming day's, is proved whole at every start; a longer one from its snapshot on."""


class Proved(NamedTuple):
    """A journal as it was proved. `signed` is the last input that a signature covers, `snapshot` the input whose
    snapshot was taken up (0: none), `after` the input after which the chain was proved (0: all of it was)."""

    meta: file.Meta
    extent: Extent
    acknowledged: int
    signed: int
    snapshot: int
    after: int


def prove_to_go_on(
    path: Path, each: Callable[[Entry], None] | None, signers: Signers | None, takes_up: TakesUp | None
) -> Proved:
    """Prove a journal, feed `each` with what follows from the snapshot that was taken up; see `Journal.open`."""
    name = str(path)
    with file.reading(path) as connection:
        meta = file.read_meta(path, connection)
        signed = signatures.read(connection)
        snapshot = 0
        if takes_up is not None:
            snapshot = snapshots.taken_up(name, connection, signed if signers is not None else None, takes_up)
        extent = before = _left_unproved(path, connection, meta, snapshot)
        due = {seq: signature for seq, signature in signed.items() if seq > before.inputs}
        proved = file.proved(path, connection, meta, before)
        for entry in signatures.checked(name, meta.table, meta.epoch, proved, due, signers):
            extent = Extent(entry.seq, extent.events + len(entry.outbox), entry.hash)
            if each is not None and entry.seq >= snapshot:
                each(entry)
        acknowledged = file.check_acks(path, connection, meta.epoch, extent.events, last_only=before.inputs > 0)
    return Proved(meta, extent, acknowledged, max(signed, default=0), snapshot, before.inputs)


def _left_unproved(path: Path, connection: sqlite3.Connection, meta: file.Meta, snapshot: int) -> Extent:
    """The part of the journal that is not proved at this start: none, unless it is long and has a snapshot."""
    if snapshot == 0 or file.extent(connection, meta).inputs <= PROVED_WHOLE_INPUTS:
        return file.extent_before(path, connection, meta, 1)
    # What is still to be sent is proved before it goes out.
    unsent = file.input_of(connection, file.last_ack(connection) + 1)
    return file.extent_before(path, connection, meta, min(snapshot, unsent or snapshot))
