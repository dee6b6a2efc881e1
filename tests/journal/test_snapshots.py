"""A start from a snapshot is a start from all inputs, only sooner; and a snapshot that does not fit is not used."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.journal import opening
from studio.journal.errors import JournalDamaged
from studio.journal.proof import prove
from studio.journal.replay import Takes, replay
from studio.journal.store import Journal
from studio.keys.signing import fingerprint
from studio.round.inputs import SnapshotTaken
from studio.round.orchestrator import Orchestrator
from studio.round.snapshot import NoSnapshot, take_snapshot, take_up

from .playing import SOFTWARE, UTC, Opened, Played

GAMES = ("baccarat", "blackjack", "roulette")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed journal with snapshots at two places, and a little after the second."""
    path = tmp_path / "t.journal"
    played = Played("baccarat", "one", path)
    played.play(200)
    played.keep()
    played.play(100)
    played.keep()
    played.play(25)
    played.close()
    return path


def snapshots_of(path: Path) -> list[int]:
    with sqlite3.connect(path) as connection:
        return [seq for (seq,) in connection.execute("SELECT input_seq FROM snapshots ORDER BY input_seq")]


def change(path: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute(statement, values).rowcount == 1


# --- the same table ---------------------------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 1_000_000),
    before=st.integers(1, 400),
    after=st.integers(0, 60),
    more=st.integers(1, 120),
)
def test_with_and_without_a_snapshot_a_table_is_the_same_and_goes_on_alike(
    game: str, seed: int, before: int, after: int, more: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("played") / "t.journal"
    played = Played(game, str(seed), path)
    played.play(before)
    kept = played.keep()
    played.play(after)
    played.close()
    quick, whole = Opened(path), Opened(path, snapshots=False)
    assert (quick.snapshot_seq, whole.snapshot_seq) == (kept, 0)
    assert quick.extent == whole.extent
    assert quick.state() == whole.state()
    played.journal = None
    for _ in range(more):
        given = played.world.next_input()
        played.give(given)
        played.world.after(played.effects)
        assert quick.table.handle(given) == whole.table.handle(given) == played.effects
    assert quick.state() == whole.state()


@pytest.mark.parametrize("game", GAMES)
def test_a_snapshot_taken_up_is_the_snapshot_that_was_taken(game: str) -> None:
    played = Played(game, "two")
    for _ in range(10):
        played.play(60)
        played.to_the_end_of_a_round()
        taken = take_snapshot(played.table)
        fresh = Orchestrator()
        take_up(fresh, taken)
        assert take_snapshot(fresh) == taken


def test_no_snapshot_is_taken_while_a_procedure_is_in_progress() -> None:
    played = Played("baccarat", "three")
    while played.table.procedure is None:
        played.play(1)
    with pytest.raises(NoSnapshot, match="in progress"):
        take_snapshot(played.table)


def test_what_cannot_be_written_down_is_named() -> None:
    played = Played("roulette", "four")
    played.to_the_end_of_a_round()
    played.table.desk.alarms.append(object())  # type: ignore[arg-type]
    with pytest.raises(NoSnapshot, match=r"table\.desk\.alarms holds a object"):
        take_snapshot(played.table)


@pytest.mark.parametrize("body", [b"", b"[]", b'{"desk": {"$": "os:system", "of": "true"}}', b'{"desk": {"$": 1}}'])
def test_what_is_no_snapshot_is_refused(body: bytes) -> None:
    fresh = Orchestrator()
    with pytest.raises(NoSnapshot):
        take_up(fresh, body)
    assert not hasattr(fresh, "desk")


# --- one that does not fit --------------------------------------------------------------------------------------------


def test_the_newest_snapshot_is_taken_up_and_only_two_are_kept(path: Path) -> None:
    kept = snapshots_of(path)
    assert Opened(path).snapshot_seq == kept[-1]
    played = Played("baccarat", "five", path.with_name("other.journal"))
    for _ in range(4):
        played.play(40)
        last = played.keep()
    played.close()
    kept = snapshots_of(path.with_name("other.journal"))
    assert (len(kept), kept[-1]) == (2, last)


@pytest.mark.parametrize("damage", ["body = zeroblob(9)", "body = body || ' '"])
def test_a_changed_snapshot_is_passed_over_for_the_one_before_it(path: Path, damage: str) -> None:
    before, last = snapshots_of(path)
    whole = Opened(path, snapshots=False)
    change(path, f"UPDATE snapshots SET {damage} WHERE input_seq = ?", last)
    opened = Opened(path)
    assert opened.snapshot_seq == before
    assert opened.passed_over == [f"the snapshot of input {last} is not what the journal says it was"]
    assert opened.state() == whole.state()


def test_without_a_good_snapshot_every_input_is_handled_again(path: Path) -> None:
    for seq in snapshots_of(path):
        change(path, "UPDATE snapshots SET body = zeroblob(9) WHERE input_seq = ?", seq)
    opened = Opened(path)
    assert (opened.snapshot_seq, len(opened.passed_over)) == (0, 2)
    assert opened.state() == Opened(path, snapshots=False).state()


def test_a_snapshot_of_other_software_is_passed_over(path: Path) -> None:
    opened = Opened(path, software="6" * 64)
    assert opened.snapshot_seq == 0
    assert all(why.endswith("was taken by other software") for why in opened.passed_over)


def test_a_snapshot_at_a_place_that_the_journal_does_not_name_is_passed_over(path: Path) -> None:
    before, last = snapshots_of(path)
    change(path, "UPDATE snapshots SET input_seq = ? WHERE input_seq = ?", last + 1, last)
    opened = Opened(path)
    assert opened.snapshot_seq == before
    assert opened.passed_over == [f"the snapshot of input {last + 1} is not named by the journal"]


def test_a_table_that_signs_takes_up_only_what_a_signature_covers(tmp_path: Path) -> None:
    path, key = tmp_path / "t.journal", Ed25519PrivateKey.generate()
    played = Played("roulette", "six", path)
    assert played.journal is not None
    played.play(100)
    signed = played.keep()
    played.journal.sign(key, UTC)
    played.play(50)
    unsigned = played.keep()
    played.close()
    signers = {fingerprint(key.public_key()): key.public_key()}
    opened = Opened(path, signers=signers)
    assert opened.snapshot_seq == signed
    assert opened.passed_over == [f"the snapshot of input {unsigned} is not covered by a signature"]
    assert Opened(path).snapshot_seq == unsigned


def test_a_forged_snapshot_with_its_place_in_the_chain_written_anew_is_refused(path: Path) -> None:
    *_, last = snapshots_of(path)
    change(path, "UPDATE inputs SET body = replace(body, 'snapshot', 'snapshoo') WHERE seq = ?", last)
    with pytest.raises(JournalDamaged, match=f"input {last}"):
        Opened(path)


# --- proof ------------------------------------------------------------------------------------------------------------


def test_replay_proves_the_digest_of_every_snapshot_also_of_those_gone(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM snapshots")
    report = replay(Journal.open_read_only(path), Orchestrator, Takes(SOFTWARE, take_snapshot))
    assert (report.identical, report.snapshots) == (True, 2)
    report = replay(Journal.open_read_only(path), Orchestrator, Takes("6" * 64, take_snapshot))
    assert (report.identical, report.snapshots) == (True, 0)


def test_replay_says_which_snapshot_is_not_the_state_to_which_the_inputs_lead(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    played = Played("baccarat", "seven", path)
    played.play(60)
    played.to_the_end_of_a_round()
    played.table.rounds_done += 1
    wrong = played.keep()
    played.close()
    report = replay(Journal.open_read_only(path), Orchestrator, Takes(SOFTWARE, take_snapshot))
    assert not report.identical
    assert report.first_difference is not None
    assert (report.first_difference.input_seq, report.first_difference.what) == (wrong, "the state before it")


def test_a_long_journal_is_proved_from_its_snapshot_on_and_the_rest_on_demand(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "PROVED_WHOLE_INPUTS", 10)
    with Journal.open(path) as journal:
        journal.acknowledge(journal.last_event_seq, UTC)
    *_, last = snapshots_of(path)
    whole = Opened(path, snapshots=False)
    change(path, "UPDATE inputs SET body = replace(body, '2026', '2025') WHERE seq = 7")
    opened = Opened(path)
    assert (opened.proved_after, opened.snapshot_seq) == (last - 1, last)
    assert (opened.extent, opened.acknowledged, opened.state()) == (whole.extent, whole.acknowledged, whole.state())
    with pytest.raises(JournalDamaged, match=r"input 7\b"):
        prove(path)
    change(path, "UPDATE inputs SET body = replace(body, '2026', '2025') WHERE seq = ?", last + 3)
    with pytest.raises(JournalDamaged, match=rf"input {last + 3}\b"):
        Opened(path)


def test_what_the_backend_still_lacks_is_proved_before_it_is_sent(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PROVED_WHOLE_INPUTS", 10)
    with Journal.open(path) as journal:
        journal.acknowledge(20, UTC)
    with sqlite3.connect(path) as connection:
        ((due,),) = connection.execute("SELECT input_seq FROM outbox WHERE seq = 21")
    assert Opened(path).proved_after == due - 1
    change(path, "UPDATE outbox SET body = replace(body, '2026', '2025') WHERE seq = 40")
    with pytest.raises(JournalDamaged, match=r"with its effects and event 40\b"):
        Opened(path)


def test_a_journal_of_a_day_is_proved_whole_at_every_start(path: Path) -> None:
    change(path, "UPDATE inputs SET body = replace(body, '2026', '2025') WHERE seq = 7")
    with pytest.raises(JournalDamaged, match=r"input 7\b"):
        Opened(path)


def test_the_input_that_names_a_snapshot_names_that_one(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "t.journal", "t", "e", UTC) as journal:
        named = SnapshotTaken(utc=UTC, monotonic_ns=0, digest="0" * 64, software=SOFTWARE)
        with pytest.raises(ValueError, match="another snapshot"):
            journal.keep(named, b"{}")
        assert journal.last_input_seq == 0
