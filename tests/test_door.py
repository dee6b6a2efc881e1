"""The door of a table: one attempt at a time, none of them on the table's own loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from devices.clock import SystemClock
from devices.readings import LinkChanged
from studio.bus.refusal import beginning
from studio.client import TableClient
from studio.door import WAITING, Door
from studio.duty_roster import DutyRoster
from studio.games.catalogue import rules_data, rules_digest
from studio.houses import load_rules
from studio.journal.memory import MemoryJournal
from studio.messages.bus import Admission, LogIn, LogOut, Order, Reply
from studio.messages.commands import CallPitBoss
from studio.people import load_people
from studio.pins import hash_pin
from studio.round.inputs import Configured, LogInTried
from studio.round.orchestrator import Orchestrator
from studio.round.snapshot import take_snapshot, take_up
from studio.settings import desk_settings, load_table
from studio.table import Table

CONFIG = Path(__file__).resolve().parents[1] / "config"
LIST = f"""
[[people]]
name = "Ana"
roles = ["pit_boss"]
number = "21"
pin = "{hash_pin("580297")}"
"""


class At:
    """A table in memory with its door; `check` stands where argon2 does."""

    def __init__(self, folder: Path, check: Callable[[str | None, str], bool]) -> None:
        self.file = folder / "people.toml"
        self.file.write_text(LIST)
        settings = load_table(CONFIG / "tables" / "roulette-1.toml").model_copy(update={"people": self.file})
        desk, rules, clock = desk_settings(settings), load_rules("pokerok", "roulette"), SystemClock()
        self.journal = MemoryJournal("roulette-1", "e1", "2026-11-30T12:00:00.000Z")
        self.table = Table(Orchestrator(), self.journal, clock, halted=lambda error: pytest.fail(str(error)))

        def told(people: tuple[object, ...]) -> Configured:
            return Configured(
                utc=clock.utc(),
                monotonic_ns=clock.monotonic_ns(),
                table="roulette-1",
                epoch="e1",
                settings=desk.model_copy(update={"people": people}).model_dump(mode="json"),
                rules=rules_data(rules),
                rules_digest=rules_digest(rules),
                software="test",
            )

        self.table.record(told(desk.people))
        self.door = Door(self.file, self.table, clock, DutyRoster(folder / "duty", "roulette-1"), told, check)
        self.table.on_admit = self.door.admit
        self.answers: list[Admission | Reply] = []

    def knock(self, attempt: str, sender: bytes = b"screen", pin: str = "580297") -> None:
        self.door.knock(LogIn(attempt, "pit_boss", number="21", pin=pin), "pit-1", sender, self.answers.append)

    async def answered(self, count: int) -> None:
        async with asyncio.timeout(30):
            while len(self.answers) < count:
                await asyncio.sleep(0.005)

    def tried(self) -> int:
        return sum(isinstance(given, LogInTried) for _, given in self.journal.inputs())


async def test_the_table_goes_on_while_a_pin_is_checked(tmp_path: Path) -> None:
    checking, go_on = threading.Event(), threading.Event()

    def slow(_hashed: str | None, _pin: str) -> bool:
        checking.set()
        return go_on.wait(30)

    at = At(tmp_path, slow)
    at.door.open()
    at.knock("a1")
    assert await asyncio.to_thread(checking.wait, 30), "the check has begun, on a thread of its own"
    before = at.journal.last_input_seq
    for number in range(500):
        state = "ready" if number % 2 else "stale"
        at.table.reading("wheel", LinkChanged(state), number, "2026-11-30T12:00:00.000Z")  # type: ignore[arg-type]
    await asyncio.sleep(0)
    assert at.journal.last_input_seq == before + 500
    assert at.answers == [], "what is not checked yet is not answered"
    go_on.set()
    await at.answered(1)
    assert at.answers[0].person == "Ana"  # type: ignore[union-attr]
    await at.door.close()


async def test_pins_sent_all_at_once_are_looked_at_one_after_the_other_and_no_sixth_one_is(tmp_path: Path) -> None:
    looked_at: list[str] = []

    def check(_hashed: str | None, pin: str) -> bool:
        looked_at.append(pin)
        return False

    at = At(tmp_path, check)
    at.door.open()
    for number in range(WAITING):
        at.knock(f"a{number}", pin=f"{number:06}")
    await at.answered(WAITING)
    assert len(looked_at) == 5
    refusals = [answer.refusal for answer in at.answers if isinstance(answer, Admission)]
    assert refusals == ["wrong_pin"] * 4 + ["locked"] * (WAITING - 4)
    await at.door.close()


async def test_more_than_can_wait_are_sent_away_and_count_for_nothing(tmp_path: Path) -> None:
    at = At(tmp_path, lambda hashed, pin: True)
    for number in range(WAITING + 3):
        at.knock(f"a{number}")
    assert [answer.refusal for answer in at.answers if isinstance(answer, Admission)] == ["busy"] * 3
    at.door.open()
    await at.answered(WAITING + 3)
    assert at.tried() == WAITING
    await at.door.close()


async def test_the_answer_to_an_attempt_is_told_again_to_its_own_connection_alone(tmp_path: Path) -> None:
    at = At(tmp_path, lambda hashed, pin: True)
    at.door.open()
    at.knock("a1")
    await at.answered(1)
    at.knock("a1")
    await at.answered(2)
    first, again = at.answers
    assert first == again
    assert at.tried() == 1
    at.door.knock(LogIn("a1", "pit_boss", number="21", pin="1"), "pit-2", b"another", at.answers.append)
    await at.answered(3)
    assert at.tried() == 2, "from another connection it is another attempt"
    await at.door.close()


async def test_a_list_that_cannot_be_read_lets_nobody_in_and_says_so(tmp_path: Path) -> None:
    at = At(tmp_path, lambda hashed, pin: hashed is not None)
    at.door.open()
    at.file.write_text("people = 7\n")
    at.knock("a1")
    await at.answered(1)
    assert at.answers[0].person is None  # type: ignore[union-attr]
    assert [alarm.what for alarm in at.table.orchestrator.desk.alarms] == ["people_unreadable"]
    at.file.write_text(LIST + "\n")
    at.knock("a2")
    await at.answered(2)
    assert at.answers[1].person == "Ana"  # type: ignore[union-attr]
    await at.door.close()


async def test_a_pin_is_not_sent_over_a_network_without_keys() -> None:
    async with TableClient("tcp://192.0.2.1:5500", person="Ana", role="pit_boss") as client:
        with pytest.raises(ValueError, match="with keys alone"):
            await client.log_in(LogIn("a1", "pit_boss", number="21", pin="580297"))


def test_what_a_refused_frame_begins_with_is_withheld_where_it_may_hold_a_secret() -> None:
    for frame in (
        LogIn("a1", "pit_boss", number="21", pin="580297"),
        LogIn("a1", "dealer", badge="B00SECRET"),
        LogOut("a2", "t0ken"),
        Order(CallPitBoss(id="c1", person="Ana", role="pit_boss"), "t0ken"),
    ):
        for whole in (msgspec.json.encode(frame), b"{" + msgspec.json.encode(frame)):
            assert beginning(whole) == "withheld"
    bare = msgspec.json.encode(Order(CallPitBoss(id="c1", person="Ana", role="pit_boss")))
    assert beginning(bare) == bare[:64].hex()
    assert beginning(b'{"frame": "look"') == b'{"frame": "look"'.hex()


async def test_sessions_and_locks_are_in_a_snapshot_of_the_table(tmp_path: Path) -> None:
    at = At(tmp_path, lambda hashed, pin: pin == "580297")
    at.door.open()
    at.knock("a1")
    for number in range(4):
        at.knock(f"b{number}", pin="111222")
    await at.answered(5)
    again = Orchestrator()
    take_up(again, take_snapshot(at.table.orchestrator))
    assert again.attendance == at.table.orchestrator.attendance
    assert [session.person for session in again.attendance.sessions.values()] == ["Ana"]
    assert again.attendance.wrong == {"Ana": 4}
    assert b"580297" not in take_snapshot(again)
    await at.door.close()


def test_what_is_said_of_an_attempt_shows_no_secret() -> None:
    shown = repr(LogIn("a1", "dealer", badge="B00SECRET", number="7", pin="580297"))
    shown += repr(LogOut("a2", "t0ken")) + repr(Admission("a1", "Ana", "pit_boss", "t0ken"))
    shown += repr(Order(CallPitBoss(id="c1", person="Ana", role="pit_boss"), "t0ken"))
    for secret in ("B00SECRET", "580297", "t0ken"):
        assert secret not in shown


def test_the_list_of_the_test_is_good(tmp_path: Path) -> None:
    file = tmp_path / "people.toml"
    file.write_text(LIST)
    assert load_people(file).people[0].name == "Ana"
