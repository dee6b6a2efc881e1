"""The delivery cases of the nearest peer (a bridge from a card shoe to a backend), each with the test that shows it.

A case is here by a sentence of what the house requires. `test_every_case_is_shown_by_a_test_that_exists` keeps the list
honest; what no other file shows is shown at the end of this one.
"""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bus.ends import Peer, Sockets, close_tables, open_table, until
from journal.dealing import BEGUN, EPOCH, TABLE, deal

from devices.catalogue import attach
from devices.clock import SteppedClock
from studio.backend import BackendStore
from studio.bus.consumer import ResultConsumer
from studio.bus.errors import EventRejected
from studio.client import TableClient
from studio.journal.store import Journal
from studio.messages.events import AnyEvent, RoundOpened, RoundResult

TESTS = Path(__file__).parents[1]

CASES: dict[str, tuple[str, ...]] = {
    "connected but without a byte is another state than lost, and than bytes that are no frame": (
        "devices/test_attached.py::test_a_port_that_never_says_a_word_goes_stale_and_down_too",
        "devices/test_attached.py::test_a_lost_link_is_told_with_its_reason_and_not_judged_by_age",
    ),
    "raw bytes are kept as they came, both ways, and can be decoded again": (
        "devices/test_recorder.py::test_a_shoes_bytes_are_recorded_both_ways_and_play_back_the_same",
    ),
    "a reading that could not be written is refused: nothing follows from it": (
        "test_table.py::test_an_input_that_cannot_be_written_halts_the_table_and_nothing_follows_from_it",
        "journal/test_full_disk.py::test_a_write_that_the_system_refuses_halts_the_table",
        "faults/test_disk.py::test_a_disk_that_takes_nothing_more_stops_the_table_clean_and_it_goes_on_when_there_is_room",
    ),
    "an event has one id for ever, made of no clock": (
        "faults/test_peer_cases.py::test_an_id_has_no_clock_in_it_and_is_the_same_after_a_restart",
    ),
    "order is kept for each consumer": (
        "bus/test_delivery.py::test_events_come_in_order_once_with_their_bytes_unchanged",
        "bus/test_window.py::test_the_consumer_has_everything_once_in_order_and_nothing_else_is_acknowledged",
    ),
    "what is not answered is tried again, more and more rarely": (
        "bus/test_window.py::test_the_time_to_resending_doubles_and_only_a_prompt_answer_shortens_it",
    ),
    "sent, acknowledged, rejected and unconfirmed are kept apart": (
        "bus/test_answers.py::test_a_rejected_event_is_kept_apart_told_with_its_reason_and_nothing_follows_it",
        "bus/test_answers.py::test_an_event_that_nobody_answers_is_unconfirmed_and_told_once_until_it_is_acknowledged",
        "round/test_delivery_on_record.py::test_a_rejected_event_calls_somebody_with_the_backends_own_reason",
    ),
    "what a killed process may have sent is unconfirmed, not unsent": (
        "bus/test_answers.py::test_what_the_former_process_may_have_sent_is_unconfirmed_and_what_came_after_it_waits",
    ),
    "a result is held until the start of its round was accepted": (
        "faults/test_peer_cases.py::test_a_result_is_held_while_the_start_of_its_round_is_rejected",
        "faults/test_peer_cases.py::test_a_result_is_applied_after_the_start_of_its_round_although_that_was_unconfirmed",
    ),
    "the backend may have an event again by its id, with the identity that is stored": (
        "bus/test_answers.py::test_an_event_is_sent_again_on_request_by_its_id_with_its_own_identity_and_bytes",
        "faults/test_peer_cases.py::test_an_event_asked_for_again_after_a_restart_is_the_one_that_is_stored",
    ),
    "the table only listens to a shoe: it sends nothing of its own accord": (
        "faults/test_peer_cases.py::test_a_shoe_is_listened_to_and_nothing_is_sent_to_it",
    ),
    "one process alone runs a table, and one backend alone is served": (
        "e2e/test_table_process.py::test_two_processes_never_run_one_table",
        "faults/test_backends.py::test_of_two_backends_at_once_one_is_served_and_the_other_waits",
    ),
    "the journal can be asked: rounds, one round, what the backend has of it": (
        "journal/test_page.py::test_each_event_says_whether_the_backend_has_it",
    ),
    "the journal proves itself": (
        "journal/test_damage.py::test_no_flipped_bit_anywhere_in_the_file_changes_what_is_read",
        "journal/test_signatures.py::test_verify_names_the_row_or_says_how_far_the_journal_is_signed",
    ),
    "a table that starts cold in the middle of a round goes on only from what it knows": (
        "e2e/test_table_process.py::test_a_table_killed_in_mid_round_goes_on_in_the_same_round_and_its_result_comes_once",
        "faults/test_torture.py::test_a_table_killed_at_each_step_of_a_result_comes_back_and_tells_it_once",
    ),
    "missing or damaged state fails closed": (
        "e2e/test_table_process.py::test_a_damaged_journal_is_refused_and_left_as_it_is",
        "journal/test_store.py::test_a_missing_journal_is_named_and_not_made",
        "faults/test_disk.py::test_a_truncated_journal_is_refused",
        "faults/test_disk.py::test_a_journal_with_a_flipped_bit_is_refused_and_the_row_is_named",
        "bus/test_delivery.py::test_a_consumer_that_has_more_than_the_table_published_is_refused",
    ),
}


def defined_in(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("case", CASES)
def test_every_case_is_shown_by_a_test_that_exists(case: str) -> None:
    for named in CASES[case]:
        file, _, test = named.partition("::")
        assert test in defined_in(TESTS / file), named


@pytest.fixture(autouse=True)
async def nothing_is_left_open() -> Any:
    yield
    close_tables()


@pytest.fixture
async def sockets() -> Any:
    opened = Sockets()
    yield opened
    opened.close()


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    """Two rounds on a real disk."""
    with Journal.create(tmp_path / "t.journal", TABLE, EPOCH, BEGUN) as journal:
        deal(journal, 8)
        yield journal


def bodies(journal: Journal) -> list[bytes]:
    return [row.body for row in journal.outbox_after(0, 1000)]


def test_an_id_has_no_clock_in_it_and_is_the_same_after_a_restart(journal: Journal) -> None:
    ids = [msgspec.json.decode(body)["id"] for body in bodies(journal)]
    assert ids == [f"{TABLE}:{EPOCH}:{seq}" for seq in range(1, len(ids) + 1)]
    journal.close()
    with Journal.open(journal.path) as again:
        assert [msgspec.json.decode(body)["id"] for body in bodies(again)] == ids


class Books(BackendStore):
    """A backend that knows which rounds are open in its books."""

    def __init__(self) -> None:
        super().__init__()
        self.shut = True
        self.rounds: set[str | None] = set()
        self.settled: list[str | None] = []

    async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
        if isinstance(event, RoundOpened):
            if self.shut and event.round == "r2":
                raise EventRejected("the day is not open in the books")
            self.rounds.add(event.round)
        if isinstance(event, RoundResult):
            assert event.round in self.rounds, "a result of a round that was never accepted"
            self.settled.append(event.round)
        return await super().commit(epoch, event, body)


async def test_a_result_is_held_while_the_start_of_its_round_is_rejected(journal: Journal) -> None:
    clock = SteppedClock()
    table = open_table(journal, clock=clock)  # type: ignore[arg-type]
    books = Books()
    work = asyncio.create_task(ResultConsumer([table.bus.results_endpoint], "backend", books).run())
    await until(lambda: table.bus.delivery_stats().rejected == 1)
    stats = table.bus.delivery_stats()
    assert stats.rejected_why == "not_accepted: the day is not open in the books"
    assert books.settled == ["r1"]
    for _ in range(30):
        clock.advance_by(1.0)
        await asyncio.sleep(0)
    assert books.settled == ["r1"]
    books.shut = False
    clock.advance_by(10.0)
    await until(lambda: journal.acknowledged_seq == journal.last_event_seq)
    assert books.settled == ["r1", "r2"]
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


async def test_a_result_is_applied_after_the_start_of_its_round_although_that_was_unconfirmed(
    journal: Journal, sockets: Sockets
) -> None:
    """The first backend took the start and died before it answered; nobody knows whether it had it."""
    table = open_table(journal)  # type: ignore[arg-type]
    peer = Peer(sockets, table.bus.results_endpoint)
    await peer.hello(epoch=EPOCH)
    assert (await peer.hear("deliver"))["event"]["type"] == "round.opened"
    peer.close()
    books = Books()
    books.shut = False
    work = asyncio.create_task(ResultConsumer([table.bus.results_endpoint], "backend", books).run())
    await until(lambda: journal.acknowledged_seq == journal.last_event_seq)
    assert books.settled == ["r1", "r2"]
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


async def test_an_event_asked_for_again_after_a_restart_is_the_one_that_is_stored(journal: Journal) -> None:
    stored = bodies(journal)
    journal.acknowledge(journal.last_event_seq, BEGUN)
    journal.close()
    with Journal.open(journal.path) as again:
        table = open_table(again)  # type: ignore[arg-type]
        async with TableClient(table.bus.results_endpoint, person="audit", role="backend") as client:
            one = await client.event_again(f"{TABLE}:{EPOCH}:3")
            assert msgspec.json.encode(one) == stored[2]
            everything = [event async for event in client.events_again(EPOCH)]
        assert [msgspec.json.encode(event) for event in everything] == stored


class _Line:
    """A port that is open, and notes what is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.on_bytes: Any = None

    def start(self, on_bytes: Any, on_link: Any) -> None:
        self.on_bytes = on_bytes
        on_link("connecting", "open")

    def send(self, data: bytes) -> bool:
        self.sent.append(data)
        return True

    def close(self) -> None: ...


def test_a_shoe_is_listened_to_and_nothing_is_sent_to_it() -> None:
    """As a table attaches it: through silence, and with cards; only a technician's own order would write."""
    clock, line, heard = SteppedClock(), _Line(), list[Any]()
    shoe = attach("shoe", "angel-eye", line, clock, lambda device, reading, *when: heard.append(reading))
    shoe.start()
    for _ in range(5):
        line.on_bytes(b"\x051P\x0362", clock.monotonic_ns())
        clock.advance_by(120.0)
    assert shoe.protocol.frames_well_formed == 5
    assert len(heard) > 1
    assert line.sent == []
    shoe.close()
