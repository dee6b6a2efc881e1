"""A whole table with keys: CURVE on its sockets, signatures, its health, its copies, its software."""

from __future__ import annotations

import asyncio
import base64
import signal
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit
import zmq.utils.z85
from e2e.stage import Stage, until

from devices.clock import SystemClock, utc_text
from studio.client import CommandRefused, NoAnswer, TableClient, client_keys
from studio.journal.copy_folder import check_copy
from studio.journal.proof import prove
from studio.journal.store import Journal
from studio.keys.files import PrivateKey, Role, make, read_private
from studio.keys.signing import fingerprint
from studio.round.orchestrator import Orchestrator

MakeStage = Callable[[str, str], Stage]
UTC = "2026-01-01T00:00:00.000Z"


class Guarded:
    """A roulette table with keys, health and copies, whose wheel is not there."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.name = stage.name
        self.keys = stage.data / "keys"
        self.bearers: dict[str, Role] = {"dealer-1": "dealer_screen", "pit-1": "pit_screen", "backend-1": "backend"}
        make(self.keys, self.name, "table", UTC)
        for name, role in self.bearers.items():
            make(self.keys, name, role, UTC)
        (stage.data / "other-disk").mkdir()
        self.change(keys="keys", health_port=0)
        document: Any = tomlkit.parse(stage.file.read_text())
        document["bus"]["plain"] = False
        document["retention"] = {"archive": "archive", "second_copy": "other-disk"}
        stage.file.write_text(tomlkit.dumps(document))

    def change(self, **values: Any) -> None:
        document: Any = tomlkit.parse(self.stage.file.read_text())
        text = tomlkit.dumps({**values, **document})
        self.stage.file.write_text(text)

    def client(self, name: str) -> TableClient:
        role: Any = {"dealer-1": "dealer", "pit-1": "pit_boss", "backend-1": "backend"}[name]
        keys = client_keys(self.keys / f"{name}.key", self.keys / f"{self.name}.pub")
        return TableClient(self.stage.results, self.stage.telemetry, person="Ana", role=role, keys=keys)

    async def start(self) -> asyncio.subprocess.Process:
        process = await self.stage.start_table("--log", "info")
        await until(lambda: "table.running" in self.log, "the table runs")
        return process

    @property
    def log(self) -> str:
        return (self.stage.data / "run.log").read_text()

    async def ask(self, path: str) -> tuple[int, str]:
        port = self.log.rpartition('"port": ')[2].partition(",")[0]

        def get() -> tuple[int, str]:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
                    return answer.status, answer.read().decode()
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, error.read().decode()

        return await asyncio.to_thread(get)


@pytest.fixture
def guarded(make_stage: MakeStage) -> Guarded:
    return Guarded(make_stage("roulette-1", "wheel"))


async def stop(process: asyncio.subprocess.Process) -> None:
    process.terminate()
    assert await asyncio.wait_for(process.wait(), 20) == 0


async def test_a_table_with_keys_serves_their_bearers_in_their_roles_and_nobody_else(guarded: Guarded) -> None:
    process = await guarded.start()
    async with TableClient(guarded.stage.results, person="x", role="pit_boss") as stranger:
        with pytest.raises(NoAnswer):
            await stranger.look(timeout_s=1.5)
    async with guarded.client("pit-1") as pit:
        assert (await pit.open_table()).accepted
        view = await pit.look()
        assert [(alarm.what, alarm.detail.partition(":")[0]) for alarm in view.alarms] == [("bus_refused", "no_key")]
        assert (await pit.close_table("end of the test")).accepted
    async with guarded.client("dealer-1") as dealer:
        dealer._role = "pit_boss"
        with pytest.raises(CommandRefused, match="does not speak as pit_boss"):
            await dealer.open_table()
    told = ["tell", guarded.stage.results, "--key", str(guarded.keys / "pit-1.key")]
    told += ["--table-key", str(guarded.keys / "roulette-1.pub"), "open"]
    assert (await guarded.stage.say(*told)).out == "accepted\n"
    await stop(process)


async def test_the_closing_of_a_table_is_signed_and_a_signature_that_fails_keeps_it_from_starting(
    guarded: Guarded,
) -> None:
    process = await guarded.start()
    async with guarded.client("pit-1") as pit:
        await pit.open_table()
        await pit.close_table("end of day")
    public = guarded.keys / "roulette-1.pub"
    await stop(process)
    verified = await guarded.stage.say("verify", str(guarded.stage.journal), "--key", str(public))
    assert verified.status == 0, verified.err
    assert "1 signatures (proved)" in verified.out
    signer = read_private(guarded.keys / "roulette-1.key").signer
    assert signer is not None
    assert prove(guarded.stage.journal, {fingerprint(signer.public_key()): signer.public_key()}).unsigned_ends == []
    # Another key in the place of the table's own: its journal is not accepted.
    for half in ("key", "pub"):
        (guarded.keys / f"roulette-1.{half}").unlink()
    make(guarded.keys, "roulette-1", "table", UTC)
    again = await guarded.stage.start_table()
    assert await asyncio.wait_for(again.wait(), 20) == 1
    assert "by a key that is not given" in guarded.log


async def test_a_table_without_its_key_does_not_start_and_says_what_to_do(guarded: Guarded) -> None:
    (guarded.keys / "roulette-1.key").unlink()
    process = await guarded.stage.start_table()
    assert await asyncio.wait_for(process.wait(), 20) == 2
    assert "`studio keys new` makes keys" in guarded.log


async def test_the_tables_health_is_told_and_its_second_copy_is_whole(guarded: Guarded) -> None:
    process = await guarded.start()
    status, missing = await guarded.ask("/ready")
    assert status == 503
    assert "wheel is not_connected" in missing
    assert "the backend is not there" in missing
    status, told = await guarded.ask("/metrics")
    assert status == 200
    assert 'studio_software_good{table="roulette-1"} 1.0' in told
    await stop(process)
    (copied,) = (guarded.stage.data / "other-disk").glob("*.copy")
    assert check_copy(copied).inputs == prove(guarded.stage.journal).extent.inputs


async def test_a_configuration_that_changed_closes_the_table_which_stays_closed(guarded: Guarded) -> None:
    process = await guarded.start()
    async with guarded.client("pit-1") as pit:
        assert (await pit.open_table()).accepted
        guarded.stage.file.write_text(guarded.stage.file.read_text() + "\n# nobody told us\n")
        process.send_signal(signal.SIGHUP)
        async with asyncio.timeout(20):
            while (view := await pit.look()).state != "closed":
                await asyncio.sleep(0.05)
        assert [alarm.what for alarm in view.alarms] == ["software_changed"]
        assert "changed " in view.alarms[0].detail
        reply = await pit.open_table()
        assert not reply.accepted
        assert "restart the table" in reply.why
    assert "software or configuration changed" in (await guarded.ask("/ready"))[1]
    await stop(process)


async def test_yesterdays_journal_is_archived_at_the_start_once_everything_is_acknowledged(guarded: Guarded) -> None:
    process = await guarded.start()
    await stop(process)
    epoch = prove(guarded.stage.journal).epoch
    # The same inputs, in a journal that was begun two days ago.
    inputs = list(Journal.open_read_only(guarded.stage.journal).inputs())
    guarded.stage.journal.unlink()
    # The copy of the first journal would keep the other one of the same epoch from going.
    (guarded.stage.data / "other-disk" / f"roulette-1-{epoch}.copy").unlink()
    handler, begun = Orchestrator(), utc_text(SystemClock().utc_s() - 2 * 24 * 3600)
    with Journal.create(guarded.stage.journal, "roulette-1", epoch, begun) as journal:
        for _, given in inputs:
            journal.append(given, handler.handle(given))
        if journal.last_event_seq:
            journal.acknowledge(journal.last_event_seq, begun)
    process = await guarded.start()
    await until(lambda: "journal.archived" in guarded.log, "the old journal is archived")
    await stop(process)
    assert prove(guarded.stage.journal).epoch != epoch
    assert [file.name for file in (guarded.stage.data / "archive").glob("*.xz")] == [f"roulette-1-{epoch}.journal.xz"]


def forms_of(private: PrivateKey) -> Iterator[bytes]:
    """Every way in which a secret could have been written down."""
    curve = zmq.utils.z85.decode(private.curve_secret.encode())
    signing = bytes.fromhex(private.signing_secret)
    for secret in filter(None, (curve, signing)):
        yield from (secret, secret.hex().encode(), secret.hex().upper().encode(), repr(secret)[2:-1].encode())
        yield from (base64.b64encode(secret).rstrip(b"="), base64.urlsafe_b64encode(secret).rstrip(b"="))
    yield private.curve_secret.encode()


async def test_no_secret_is_in_any_log_journal_copy_setting_or_output(guarded: Guarded, tmp_path: Path) -> None:
    """A whole run at the lowest level of the log, with refusals, a revocation, and keys that are broken."""
    process = await guarded.stage.start_table("--log", "debug")
    await until(lambda: "table.running" in guarded.log, "the table runs")
    own = ("--key", str(guarded.keys / "backend-1.key"), "--table-key", str(guarded.keys / "roulette-1.pub"))
    backend = await guarded.stage.start(
        "backend", "--connect", guarded.stage.results, "--store", str(guarded.stage.store), "--json", *own
    )
    said = [await guarded.stage.say("keys", "list", "--keys", str(guarded.keys))]
    async with guarded.client("pit-1") as pit:
        await pit.open_table()
        assert (await pit.look()).table == "roulette-1"
    said.append(await guarded.stage.say("keys", "revoke", "pit-1", "--keys", str(guarded.keys)))
    told = ["tell", guarded.stage.results, "--table-key", str(guarded.keys / "roulette-1.pub")]
    for refused in ("dealer-1", "pit-1"):
        own = ("--key", str(guarded.keys / f"{refused}.key"), "--timeout", "2")
        said += [await guarded.stage.say(*told, *own, "open")]
    broken = tmp_path / "broken.key"
    broken.write_text((guarded.keys / "dealer-1.key").read_text().replace('role = "dealer_screen"', "role = 7"))
    broken.chmod(0o600)
    said.append(await guarded.stage.say(*told, "--key", str(broken), "open"))
    said.append(await guarded.stage.say("config", "check", str(guarded.stage.file)))
    status, metrics = await guarded.ask("/metrics")
    assert status == 200
    backend.terminate()
    await backend.wait()
    await stop(process)
    said.append(await guarded.stage.say("verify", str(guarded.stage.journal)))
    assert {one.status for one in said} > {0}, "some of it must have been refused"
    files = [file for file in tmp_path.rglob("*") if file.is_file() and file.suffix != ".key"]
    assert {"run.log", "roulette-1.journal", "roulette-1.toml"} <= {file.name for file in files}
    written = {str(file): file.read_bytes() for file in files}
    written |= {f"output {number}": (one.out + one.err).encode() for number, one in enumerate(said)}
    written["metrics"] = metrics.encode()
    for name in ("roulette-1", *guarded.bearers):
        private = read_private(guarded.keys / f"{name}.key")
        for secret in forms_of(private):
            assert [where for where, what in written.items() if secret in what] == [], f"a secret of {name}"
    # The search itself finds what there is to be found.
    key_file = (guarded.keys / "pit-1.key").read_bytes()
    assert any(secret in key_file for secret in forms_of(read_private(guarded.keys / "pit-1.key")))


def test_the_guarded_settings_name_no_secret(guarded: Guarded, tmp_path: Path) -> None:
    text = guarded.stage.file.read_text()
    assert read_private(guarded.keys / "roulette-1.key").curve_secret not in text
