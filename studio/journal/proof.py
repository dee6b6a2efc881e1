"""The whole proof of a journal: chain, acknowledgements, signatures, and which ends of shoes no signature covers."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from studio.journal import file, signatures
from studio.journal.chain import genesis
from studio.journal.rows import Extent, OutboxRow
from studio.journal.signatures import Signers
from studio.keys.signing import Signature

SIGNED_AFTER: Final = (b'{"type":"shoe.closed"', b'{"type":"table.closed"')
"""How the events begin after which a table signs: a shoe's end, and, where no shoe is dealt, the table's closing."""


class Proof(NamedTuple):
    """How far a journal goes, unbroken, and how far it is signed."""

    table: str
    epoch: str
    extent: Extent
    acknowledged: int
    signatures: list[Signature]
    unsigned_ends: list[int]
    """Inputs with which a shoe ended (or the table closed) that no signature covers."""

    @property
    def unsigned_inputs(self) -> int:
        """Inputs after the last signature."""
        return self.extent.inputs - (self.signatures[-1].input_seq if self.signatures else 0)


def ends_a_shoe(row: OutboxRow) -> bool:
    """Whether a table signs after the input that published this event."""
    return row.body.startswith(SIGNED_AFTER)


def prove(path: Path, signers: Signers | None = None) -> Proof:
    """Prove a journal at rest or in use, and leave it as it is.

    Raises `JournalDamaged` with the row at the first that does not fit, or at a signature that is not by one of the
    `signers` (None: their makers are not asked for), `JournalMissing`, `JournalTooNew`, `JournalUnreadable`.
    """
    with file.reading(path) as connection:
        meta = file.read_meta(path, connection)
        signed = signatures.read(connection)
        last_signed = max(signed, default=0)
        found, unsigned = Extent(0, 0, genesis(*meta)), []
        proved = file.proved(path, connection, meta)
        for entry in signatures.checked(str(path), meta.table, meta.epoch, proved, signed, signers):
            found = Extent(entry.seq, found.events + len(entry.outbox), entry.hash)
            if entry.seq > last_signed and any(map(ends_a_shoe, entry.outbox)):
                unsigned.append(entry.seq)
        acknowledged = file.check_acks(path, connection, meta.epoch, found.events)
    return Proof(meta.table, meta.epoch, found, acknowledged, list(signed.values()), unsigned)
