"""A signature stands for everything before it: who writes a journal anew, or cuts its end off, cannot sign it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from studio.cli import main
from studio.journal.errors import JournalDamaged
from studio.journal.proof import prove
from studio.journal.signatures import Signers
from studio.journal.store import Journal
from studio.keys.files import make, read_private
from studio.keys.signing import fingerprint
from studio.messages.events import ShoeClosed
from studio.round.effects import Publish

from .dealing import BEGUN, EPOCH, TABLE, Dealing, card, deal, utc

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
OTHER = Ed25519PrivateKey.from_private_bytes(b"o" * 32)


def signers(*keys: Ed25519PrivateKey) -> Signers:
    return {fingerprint(key.public_key()): key.public_key() for key in keys}


def end_shoe(journal: Journal, handler: Dealing) -> None:
    given = card(journal.last_input_seq + 1)
    head = handler._head(given, "r9")
    journal.append(given, [Publish(ShoeClosed(**head, rounds=1, cards_out=4, why="cut card"))])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Nine inputs; signed after the fourth and the eighth."""
    path = tmp_path / "t.journal"
    with Journal.create(path, TABLE, EPOCH, BEGUN) as journal:
        handler = deal(journal, 4)
        assert journal.sign(KEY, utc(4)) is not None
        deal(journal, 4, handler)
        assert journal.sign(KEY, utc(8)) is not None
        deal(journal, 1, handler)
    return path


def change(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_a_signed_journal_is_proved_with_its_tables_key(path: Path) -> None:
    proof = prove(path, signers(KEY))
    assert [signature.input_seq for signature in proof.signatures] == [4, 8]
    assert (proof.unsigned_inputs, proof.unsigned_ends) == (1, [])
    Journal.open(path, signers=signers(KEY, OTHER)).close()


def test_what_is_signed_is_not_signed_again(path: Path) -> None:
    with Journal.open(path) as journal:
        signed = journal.sign(KEY, utc(9))
        assert signed is not None
        assert (signed.input_seq, signed.head) == (9, journal.head)
        assert journal.sign(KEY, utc(10)) is None
        assert len(journal.signatures()) == 3
    with Journal.open(path) as journal:
        assert journal.sign(KEY, utc(11)) is None


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [
        ("UPDATE signatures SET signature = zeroblob(64) WHERE input_seq = 4", "changed or forged"),
        ("UPDATE signatures SET utc = '2026-02-02T00:00:00.000Z' WHERE input_seq = 4", "changed or forged"),
        ("UPDATE signatures SET head = zeroblob(32) WHERE input_seq = 4", "over another content"),
        ("UPDATE signatures SET key = 'ffff' WHERE input_seq = 4", "by a key that is not given"),
        ("UPDATE signatures SET input_seq = 5 WHERE input_seq = 4", "over another content"),
    ],
)
def test_a_changed_signature_is_named_and_the_table_does_not_start(path: Path, statement: str, wrong: str) -> None:
    change(path, statement)
    with pytest.raises(JournalDamaged, match=wrong) as error:
        prove(path, signers(KEY))
    assert error.value.row in ("signature after input 4", "signature after input 5")
    with pytest.raises(JournalDamaged, match=wrong):
        Journal.open(path, signers=signers(KEY))


def test_a_journal_written_anew_with_a_whole_chain_does_not_fit_its_signature(path: Path, tmp_path: Path) -> None:
    """Whoever can write the file can make a new chain, but not a signature over it."""
    forged = tmp_path / "f.journal"
    with Journal.create(forged, TABLE, EPOCH, BEGUN) as journal:
        handler = Dealing()
        for number in (5, 1, 2, 3, 4, 5, 6, 7, 8):
            given = card(number)
            journal.append(given, handler.handle(given))
        journal.sign(OTHER, utc(9))
    with pytest.raises(JournalDamaged, match="by a key that is not given"):
        prove(forged, signers(KEY))
    with sqlite3.connect(path) as connection:
        genuine = connection.execute("SELECT * FROM signatures").fetchall()
    connection.close()
    change(forged, "DELETE FROM signatures")
    with sqlite3.connect(forged) as connection:
        connection.executemany("INSERT INTO signatures VALUES (?, ?, ?, ?, ?)", genuine)
    connection.close()
    with pytest.raises(JournalDamaged, match="over another content"):
        prove(forged, signers(KEY))


def test_an_end_cut_off_below_a_signature_is_found_without_any_acknowledgement(path: Path) -> None:
    change(path, "DELETE FROM inputs WHERE seq > 6", "DELETE FROM outbox WHERE input_seq > 6")
    with pytest.raises(JournalDamaged, match="the end of the journal is lost") as error:
        prove(path)
    assert error.value.row == "signature after input 8"
    with pytest.raises(JournalDamaged):
        Journal.open(path)


def test_a_shoe_that_ended_unsigned_is_named(path: Path) -> None:
    with Journal.open(path) as journal:
        handler = Dealing()
        handler.events = journal.last_event_seq
        end_shoe(journal, handler)
    assert prove(path, signers(KEY)).unsigned_ends == [10]
    with Journal.open(path) as journal:
        journal.sign(KEY, utc(10))
    assert prove(path, signers(KEY)).unsigned_ends == []


def test_verify_names_the_row_or_says_how_far_the_journal_is_signed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = tmp_path / "keys"
    make(keys, "bac-1", "table", BEGUN)
    make(keys, "backend-1", "backend", BEGUN)
    signer = read_private(keys / "bac-1.key").signer
    assert signer is not None
    path, public = tmp_path / "t.journal", str(keys / "bac-1.pub")
    with Journal.create(path, TABLE, EPOCH, BEGUN) as journal:
        deal(journal, 4)
        journal.sign(signer, utc(4))
    assert main(["verify", str(path), "--key", public]) == 0
    assert "1 signatures (proved), the last over input 4" in capsys.readouterr().out
    assert main(["verify", str(path)]) == 0
    assert "not proved: give the table's public key" in capsys.readouterr().out
    assert main(["verify", str(path), "--key", str(keys / "backend-1.pub")]) == 2
    change(path, "UPDATE inputs SET body = replace(body, 'Td', 'Th') WHERE seq = 1")
    capsys.readouterr()
    assert main(["verify", str(path), "--key", public]) == 1
    assert "input 1: with its effects and events 1 to 2 is not what was written" in capsys.readouterr().err
    assert main(["verify", str(path), "--json"]) == 1
    assert '"row": "input 1"' in capsys.readouterr().out
