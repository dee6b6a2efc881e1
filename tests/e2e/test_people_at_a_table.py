"""People at a whole table: badges and PINs over the bus and at the table's own reader, and no trace of them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import tomlkit
from e2e.stage import Stage, until

from studio.client import TableClient
from studio.journal.store import Journal
from studio.messages.bus import Admission, LogIn
from studio.messages.commands import CallPitBoss, ConfirmStep, GoOffDuty, OpenTable, RelieveDealer, Role, VoidResult
from studio.pins import hash_pin
from studio.round.inputs import CommandGiven, LogInTried
from studio.round.seconding import NOTED

MakeStage = Callable[[str, str], Stage]
PINS = {"Eva": "402718", "Ida": "913465", "Ana": "580297", "Boris": "764103"}
NUMBERS = {"Eva": "11", "Ida": "12", "Ana": "21", "Boris": "22"}
BADGES = {"Eva": "EVA00SECRET11", "Ida": "IDA00SECRET12"}
HASHES = {name: hash_pin(pin) for name, pin in PINS.items()}


def write_people(file: Path, without: str = "", **more: dict[str, Any]) -> None:
    people = tomlkit.aot()
    for name, number in NUMBERS.items():
        if name == without:
            continue
        dealer = name in BADGES
        entry: dict[str, Any] = {"name": name, "roles": ["dealer" if dealer else "pit_boss"], "number": number}
        entry["pin"] = HASHES[name]
        if dealer:
            entry |= {"badge": BADGES[name], "licences": {"roulette": "2090-12-31", "baccarat": "2090-12-31"}}
        people.append(tomlkit.item(entry | more.get(name, {})))
    document = tomlkit.document()
    document["people"] = people
    file.write_text(tomlkit.dumps(document))


@pytest.fixture
def stage(make_stage: MakeStage) -> Stage:
    made = make_stage("roulette-1", "wheel")
    made.speed = 50.0
    write_people(made.data / "people.toml")
    document: Any = tomlkit.parse(made.file.read_text())
    made.file.write_text(tomlkit.dumps({"people": "people.toml", **document}))
    return made


def asked(name: str, role: Any = "", pin: str = "", once: bool = False) -> LogIn:
    return LogIn(str(uuid4()), role, number=NUMBERS[name], pin=pin or PINS[name], once=once)


def client(stage: Stage, role: Role = "pit_boss") -> TableClient:
    return TableClient(stage.results, stage.telemetry, person="nobody", role=role)


async def let_in(table: TableClient, wanted: LogIn) -> Admission:
    admission = await table.log_in(wanted, timeout_s=30.0)
    assert admission.person is not None, admission
    return admission


async def test_people_log_in_play_and_second_each_other_and_no_pin_is_anywhere(stage: Stage, tmp_path: Path) -> None:
    await stage.start_simulator()
    await stage.start_backend()
    await stage.start_table("--log", "debug")
    await stage.view_when(lambda view: view.devices == {"wheel": "ready"}, "the wheel is there")
    async with client(stage) as pit, client(stage, "dealer") as screen, client(stage) as stranger:
        assert (await pit.open_table()).why == "nobody is no pit boss here"
        admission = await let_in(pit, asked("Ana", "pit_boss"))
        assert (admission.role, bool(admission.session)) == ("pit_boss", True)
        assert (await pit.open_table()).accepted
        # A name is not enough, nor is another's session under it.
        forged = OpenTable(id="forged", person="Ana", role="pit_boss")
        assert "not logged in" in (await stranger.command(forged)).why
        other = OpenTable(id="forged-2", person="Boris", role="pit_boss")
        assert "Boris is not logged in" in (await stranger.command(other, session=admission.session)).why

        waiting = await stage.view_when(lambda view: view.prompt.key == "not_ready", "a dealer is waited for")
        assert waiting.prompt.about == {"devices": "no dealer is on duty"}
        assert (waiting.log_in, waiting.dealer) == (True, None)
        assert [(one.person, one.role) for one in waiting.present] == [("Ana", "pit_boss")]
        assert (await screen.log_in(asked("Eva", "dealer"))).person == "Eva"
        async with stage.dealer():
            await stage.view_when(lambda view: view.rounds_done >= 1 and view.dealer == "Eva", "Eva deals")
            # The relief comes within a round and takes over after it.
            await stage.view_when(lambda view: view.state in ("betting", "playing"), "a round")
            assert (await let_in(screen, asked("Ida", "dealer"))).role == "dealer"
            await stage.view_when(lambda view: view.dealer == "Ida" and view.relief is None, "Ida deals")
            changed = await stage.view_when(lambda view: view.rounds_done >= 3, "rounds of hers")
            # A result is voided by two: the second proves who he is, for this one order.
            order = {"round": changed.last_results[-1].round, "reason": "seen on video"}
            assert (await pit.order(VoidResult, **order)).why == NOTED
            boris = await pit.log_in(asked("Boris", once=True))
            assert (boris.person, boris.role) == ("Boris", "pit_boss")
            second = VoidResult(id="second", person="Boris", role="pit_boss", **order)
            assert (await pit.command(second, session=boris.session)).accepted
            again = OpenTable(id="again", person="Boris", role="pit_boss")
            assert "not logged in" in (await pit.command(again, session=boris.session)).why
            assert (await pit.order(RelieveDealer, reason="break")).accepted
            await stage.view_when(lambda view: view.dealer is None, "Ida is relieved")
        assert "Ida is on duty" not in (await screen.order(GoOffDuty)).why
        assert (await pit.log_out()).accepted
        assert "not logged in" in (await pit.close_table("end of shift")).why
    results = stage.delivered("round.result")
    dealers = [event["dealer"] for event in results]
    assert {dealers[0], dealers[-1]} == {"Eva", "Ida"}
    assert dealers == sorted(dealers), "one after the other, each by her name"
    assert len(stage.delivered("round.result_voided")[0]["by"]) == 2
    assert_nothing_secret(stage, [admission.session, boris.session])
    exported = await stage.say("export", str(stage.journal), "--round", results[0]["round"], "--out", str(tmp_path))
    assert exported.status == 0, exported.err
    assert any('"Eva"' in file.read_text() for file in tmp_path.rglob("*.json") if file != stage.data)


async def test_the_lock_after_five_wrong_pins_survives_a_restart_and_an_operator_opens_it(stage: Stage) -> None:
    process = await stage.start_table()
    await stage.view_when(lambda view: view.log_in, "the table is there")
    async with client(stage) as pit:
        refusals = [(await pit.log_in(asked("Ana", "pit_boss", pin="123987"), 30.0)).refusal for _ in range(5)]
        assert refusals == ["wrong_pin"] * 4 + ["locked"]
        view = await pit.look()
        assert [(alarm.what, alarm.priority) for alarm in view.alarms] == [("log_in_locked", "high")]
        process.kill()
        await process.wait()
        await stage.start_table()
        right = await pit.log_in(asked("Ana", "pit_boss"), 30.0)
        assert (right.refusal, right.person) == ("locked", None)
        assert right.locked_until_utc is not None
        assert (await pit.log_in(asked("Boris", "pit_boss"), 30.0)).person == "Boris"
        write_people(stage.data / "people.toml", Ana={"unlocked_utc": "2090-01-01T00:00:00Z"})
        admission = await pit.log_in(asked("Ana", "pit_boss"), 30.0)
        assert admission.person == "Ana"
        # Who is taken off the list is out at once, also where she is logged in.
        write_people(stage.data / "people.toml", without="Ana")
        await stage.view_when(lambda view: not any(one.person == "Ana" for one in view.present), "Ana is out", 30.0)
        assert "Ana is no pit boss here" in (await pit.open_table()).why
    assert_nothing_secret(stage, ["123987", admission.session])


async def test_a_wrong_pin_that_is_asked_again_over_a_slow_link_is_one_wrong_pin(stage: Stage) -> None:
    await stage.start_table()
    async with client(stage) as pit:
        wrong = asked("Ana", "pit_boss", pin="111999")
        answers = await asyncio.gather(*(pit.log_in(wrong, 30.0) for _ in range(4)))
        assert {answer.refusal for answer in answers} == {"wrong_pin"}
        assert (await pit.log_in(wrong, 30.0)).refusal == "wrong_pin"
    tried = [given for _, given in Journal.open_read_only(stage.journal).inputs() if isinstance(given, LogInTried)]
    assert len(tried) == 1


async def test_a_badge_at_the_tables_own_reader_starts_and_ends_a_dealers_duty(make_stage: MakeStage) -> None:
    stage = make_stage("baccarat-1", "shoe")
    write_people(stage.data / "people.toml")
    document: Any = tomlkit.parse(stage.file.read_text())
    reader, control = stage.rig / "reader", stage.rig / "reader.control"
    document["devices"]["reader"] = {"kind": "badge", "protocol": "badge-lines", "port": str(reader)}
    stage.file.write_text(tomlkit.dumps({"people": "people.toml", **document}))
    await stage.start("simulator", "scanner", "--link", str(reader), "--control", str(control))
    await stage.start_simulator()
    await until(control.exists, "the reader")
    await stage.start_table("--open")
    stage_control, stage.control = stage.control, control

    async def show(badge: str, who: str | None) -> None:
        """Held to the reader until it is taken, as people do: the first line after a port opens is dropped."""
        ends = asyncio.get_running_loop().time() + 30.0
        while asyncio.get_running_loop().time() < ends:
            await stage.order(f"scan {badge}")
            for _ in range(40):
                view = await stage.view_when(lambda _: True, "the table")
                if view.dealer == who:
                    return
                await asyncio.sleep(0.05)
        raise AssertionError(f"{who} is not on duty: {view}")

    view = await stage.view_when(lambda view: view.devices.get("reader") == "ready", "the reader is open")
    assert view.state != "closed", "the table's own settings have opened it, although people log in here"
    await show(BADGES["Eva"], "Eva")
    await stage.view_when(lambda view: view.prompt.key == "confirm.shuffled", "the table goes on")
    async with client(stage, "dealer") as screen:
        # The table's own screen speaks for whoever is on duty, without a session.
        step = ConfirmStep(id="shuffled", person="Eva", role="dealer", what="shuffled")
        assert (await screen.command(step)).accepted
        assert (await screen.order(CallPitBoss)).accepted
    stage.control = stage_control
    for secret in BADGES.values():
        assert_absent(secret, stage)
    given = [one for _, one in Journal.open_read_only(stage.journal).inputs()]
    opened = next(one for one in given if isinstance(one, CommandGiven) and isinstance(one.command, OpenTable))
    assert (opened.command.person, opened.command.role) == ("table settings", "backend")


async def test_an_order_from_the_command_line_is_given_with_number_and_pin(stage: Stage) -> None:
    await stage.start_table()
    await stage.view_when(lambda view: view.log_in, "the table is there")

    async def tell(typed: str, *words: str) -> tuple[int, str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "studio", "tell", stage.results, *words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        out, _ = await process.communicate(typed.encode())
        return process.returncode or 0, out.decode().strip()

    bare = await tell("", "--as", "Ana", "open")
    assert bare == (1, "refused: Ana is not logged in; here people log in: add --number N, or --badge")
    by_pin = ("--pin-stdin", "--number")
    assert await tell("000123\n", *by_pin, "21", "open") == (1, "refused: wrong PIN")
    assert await tell(f"{PINS['Ana']}\n", *by_pin, "21", "open") == (0, "accepted")
    assert await tell(f"{BADGES['Eva']}\n", "--pin-stdin", "--badge", "on-duty") == (0, "accepted")
    assert (await stage.view_when(lambda view: view.dealer is not None, "a dealer")).dealer == "Eva"
    # A dealer who is not on duty says nothing here but the second word of two.
    refused = await tell(f"{PINS['Ida']}\n", *by_pin, "12", "--role", "dealer", "off-duty")
    assert refused == (1, "refused: Eva is on duty, not Ida")
    assert await tell(f"{PINS['Boris']}\n", *by_pin, "22", "relieve", "break") == (0, "accepted")
    view = await stage.view_when(lambda view: view.dealer is None, "nobody")
    assert view.present == [], "nothing is left open behind an order"
    assert_nothing_secret(stage, ["000123"])


def assert_nothing_secret(stage: Stage, more: list[str]) -> None:
    """No PIN, badge, hash or session is in a journal, a log, a capture, or anything else that the table has written."""
    for secret in (*PINS.values(), *BADGES.values(), *HASHES.values(), *more):
        assert_absent(secret, stage)


def assert_absent(secret: str, stage: Stage) -> None:
    spelled = (secret.encode(), secret.encode().hex().encode())
    files = [file for file in stage.data.rglob("*") if file.is_file() and file.name != "people.toml"]
    assert any(file.suffix == ".journal" for file in files)
    for file in files:
        content = file.read_bytes()
        for form in spelled:
            assert form not in content, f"{file.name} has a secret in it"
