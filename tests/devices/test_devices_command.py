"""`studio devices`: what a technician sees, on real pseudo-terminals."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from pathlib import Path

import pytest
import shoe_inputs
from heard import PATIENCE_S, Heard, SimulatorProgram
from wheel_inputs import CLEAN_GAME, DAMAGED

from devices import technician
from devices.capture import read_capture
from devices.catalogue import attach
from devices.clock import SystemClock
from devices.readings import WheelResult
from devices.recorder import Recorder
from devices.transport import SerialLink
from studio.cli import main

APPROVED = 'approved = { firmware = "V2.50", speed_change = 1.5 }'
CONFIG = Path(__file__).parents[2] / "config"


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_decode_gives_a_json_object_a_line_the_same_for_every_chunk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wheel.bin"
    file.write_bytes(CLEAN_GAME + DAMAGED)
    assert main(["devices", "decode", "ss2", str(file)]) == 0
    whole = capsys.readouterr().out
    assert {"kind": "wheel.result", "number": "29", "spin": 69} in objects(whole)
    malformed = [one for one in objects(whole) if one["kind"] == "frame.malformed"]
    assert malformed[0]["raw"] == b"6; 9;0;158;0".hex()
    for chunk in ("1", "2", "13", "4096"):
        assert main(["devices", "decode", "ss2", str(file), "--chunk", chunk]) == 0
        assert capsys.readouterr().out == whole
    assert main(["devices", "decode", f"grammar:{CONFIG / 'grammars' / 'slingshot2.toml'}", str(file)]) == 0
    assert capsys.readouterr().out == whole


def test_decode_reads_a_shoe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "shoe.bin"
    file.write_bytes(
        shoe_inputs.START + shoe_inputs.EIGHT_OF_SPADES * 3 + shoe_inputs.CUT_CARD + shoe_inputs.WRONG_CHECK
    )
    assert main(["devices", "decode", "angel-eye", str(file), "--option", "bcc_span=without_start"]) == 0
    said = objects(capsys.readouterr().out)
    assert said[:3] == [
        {"kind": "shoe.started"},
        {"kind": "card.read", "card": "8s", "position": "player-1"},
        {"kind": "cut_card.out"},
    ]
    assert said[3]["raw"] == shoe_inputs.WRONG_CHECK.hex()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["decode", "ss3", "x"], "protocol 'ss3' is unknown; known are: ss2, angel-eye"),
        (["decode", "ss2", "nowhere.bin"], "nowhere.bin"),
        (["decode", "ss2", "nowhere.bin", "--option", "pockets=36"], "pockets"),
        (["decode", "ss2", __file__, "--chunk", "0"], "chunk is 0"),
        (["monitor", "/dev/null"], "--protocol is missing"),
        (["probe", "/nowhere"], "/nowhere is not there"),
        (["check", "nowhere.toml"], "nowhere.toml: cannot be read"),
        (["monitor", "shoe", "--table", str(CONFIG / "tables" / "roulette-1.toml")], "there is no device 'shoe'"),
        (["record", "/nowhere", "x.bin"], "something.tsv"),
        (["play", "nowhere.tsv"], "nowhere.tsv"),
    ],
)
def test_what_cannot_be_done_is_said_with_its_reason(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["devices", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_an_option_is_key_and_value(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["devices", "decode", "ss2", "x", "--option", "pockets"])
    assert "is not KEY=VALUE" in capsys.readouterr().err


def test_list_names_every_protocol_and_how_far_it_can_be_trusted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "list"]) == 0
    text = capsys.readouterr().out
    for word in ("ss2", "angel-eye", "ball-tags", "grammar:slingshot2", "trusted on captures", "trusted on paper"):
        assert word in text
    assert main(["devices", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"protocol": "ss2", "kind": "wheel", "trust": "captures", "baud": 9600, "title": "Cammegh SlingShot 2"} in (
        listed["protocols"]
    )


def test_the_matrix_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "matrix"]) == 0
    assert "the driver" in capsys.readouterr().out


async def studio(*arguments: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "studio", "devices", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE_S * 2):
        out, errors = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), errors.decode()


@pytest.fixture
def table(tmp_path: Path) -> Path:
    text = (CONFIG / "tables" / "roulette-1.toml").read_text()
    file = tmp_path / "table.toml"
    text = text.replace('"/dev/serial/by-id/usb-wheel-roulette-1"', f'"{tmp_path / "wheel"}"')
    file.write_text(text.replace("# approved = ", "# ").replace("commands = ", f"{APPROVED}\ncommands = "))
    return file


async def test_check_says_what_a_table_has_and_what_is_wrong_with_it(tmp_path: Path, table: Path) -> None:
    program = await SimulatorProgram.start("wheel", tmp_path, "--speed", "5")
    try:
        status_code, out, _ = await studio("check", str(table), "--wait", "10")
        assert status_code == 0, out
        assert "good  wheel: Cammegh SlingShot 2" in out
        assert "version SlingShot 2, simulated" in out
        assert "37 pockets" in out
        assert "is open (9600 8N1, no low-latency setting)" in out
        assert re.search(r"^ +speed_change +1\.5 +approved: 1\.5$", out, re.MULTILINE)
        assert re.search(r"^ +games_per_hour +60 +not in the approved set$", out, re.MULTILINE)
        assert "may be ordered: restart_game, unmute" in out
        assert 'approved = { pockets = "37", firmware = "V2.50", version_text = "SlingShot 2, simulated"' in out
    finally:
        await program.end()
    status_code, out, _ = await studio("check", str(table), "--wait", "0.3")
    assert status_code == 1
    assert "it is not_connected" in out
    assert "is the device plugged in?" in out


async def test_check_compares_the_wheel_with_the_game(tmp_path: Path, table: Path) -> None:
    program = await SimulatorProgram.start("wheel", tmp_path, "--speed", "5", "--pockets", "38")
    try:
        status_code, out, _ = await studio("check", str(table), "--wait", "10")
        assert status_code == 1
        assert "the wheel has 38 pockets, the game 37" in out
    finally:
        await program.end()


async def test_check_names_the_parameter_that_is_not_as_approved_and_its_remedy(tmp_path: Path, table: Path) -> None:
    program = await SimulatorProgram.start("wheel", tmp_path, "--set", "m=20000.0")
    try:
        status_code, out, _ = await studio("check", str(table), "--wait", "10")
        assert status_code == 1
        assert "speed_change is 20000.0, approved is 1.5: order set_parameter and then store_parameters" in out
    finally:
        await program.end()


async def test_a_technician_gives_one_order_while_no_table_runs(tmp_path: Path, table: Path) -> None:
    program = await SimulatorProgram.start("wheel", tmp_path)
    port = str(tmp_path / "wheel")
    try:
        status_code, out, _ = await studio("order", port, "power_off", "--protocol", "ss2")
        assert (status_code, out) == (0, "done: *P OK\n")
        status_code, out, _ = await studio("order", port, "power_off", "--protocol", "grammar:slingshot2")
        await program.order("power off")
        status_code, out, _ = await studio("order", port, "power_off", "--protocol", "ss2", "--wait", "2")
        assert status_code == 1
        status_code, _, err = await studio("order", port, "explode", "--protocol", "ss2")
        assert status_code == 2
        assert "it has restart_game, start_game" in err
        status_code, _, err = await studio("order", "wheel", "power_off", "--table", str(table))
        assert status_code == 2
        assert "devices.wheel.commands does not allow power_off; allowed are restart_game, unmute" in err
    finally:
        await program.end()


async def test_what_a_wheel_says_of_itself_is_read_on_demand(tmp_path: Path, table: Path) -> None:
    program = await SimulatorProgram.start("wheel", tmp_path, "--set", "firmware=V2.51")
    try:
        status_code, out, _ = await studio("order", "wheel", "read_parameters", "--table", str(table))
        assert status_code == 0
        assert re.search(r"^firmware +V2\.51$", out, re.MULTILINE)
    finally:
        await program.end()


async def test_probe_finds_a_wheel_by_listening(tmp_path: Path) -> None:
    program = await SimulatorProgram.start("wheel", tmp_path, "--speed", "20")
    try:
        fits = await technician.probe(str(tmp_path / "wheel"), wait_s=0.3)
        assert [fit.protocol for fit in fits if fit.fits] == ["ss2", "grammar:slingshot2"]
        status_code, out, _ = await studio("probe", str(tmp_path / "wheel"), "--wait", "0.3", "--ask")
        assert status_code == 0
        assert "fits  ss2" in out
    finally:
        await program.end()


async def test_what_was_recorded_from_a_device_plays_as_the_same_device(tmp_path: Path) -> None:
    program = await SimulatorProgram.start("wheel", tmp_path, "--auto", "--seed", "3", "--speed", "50")
    heard, stopped = Heard(), asyncio.Event()
    recorder = Recorder(tmp_path / "wheel.tsv", SystemClock())
    recording = asyncio.create_task(
        technician.monitor("ss2", str(tmp_path / "wheel"), heard, recorder=recorder, stopped=stopped)
    )
    await heard.reading(WheelResult, 2)
    stopped.set()
    await recording
    await program.end()
    expected = heard.all(WheelResult)
    assert any(line.direction == ">" for line in read_capture(tmp_path / "wheel.tsv"))

    player = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "studio", "devices", "play", str(tmp_path / "wheel.tsv")),
        *("--link", str(tmp_path / "played"), "--speed", "2"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert player.stdout is not None
    assert (await player.stdout.readline()).startswith(b"/dev/")
    again, clock = Heard(), SystemClock()
    device = attach("wheel", "ss2", SerialLink(str(tmp_path / "played"), clock), clock, again)
    device.start()
    await again.state("lost")
    device.close()
    assert again.all(WheelResult) == expected
    assert b"lines played" in (await player.communicate())[0]


async def test_raw_bytes_are_recorded_without_a_word_to_the_device(tmp_path: Path) -> None:
    program = await SimulatorProgram.start("wheel", tmp_path, "--speed", "50")
    recorder = Recorder(tmp_path / "raw.tsv", SystemClock())
    await technician.record_raw(str(tmp_path / "wheel"), 9600, recorder, lambda *_: None, for_s=0.5)
    await program.end()
    lines = list(read_capture(tmp_path / "raw.tsv"))
    assert lines
    assert all(line.direction == "<" for line in lines)


async def test_monitor_and_record_run_from_the_command_line(tmp_path: Path, table: Path) -> None:
    program = await SimulatorProgram.start("wheel", tmp_path, "--speed", "50")
    try:
        code, out, _ = await studio("monitor", "wheel", "--table", str(table), "--for", "0.5")
        assert code == 0
        kinds = [one["kind"] for one in objects(out)]
        assert kinds[0] == "link"
        assert "device.reply" in kinds
        file = str(tmp_path / "rec.tsv")
        code, _, errors = await studio("record", str(tmp_path / "wheel"), file, "--for", "0.5")
        assert code == 0
        assert "is open" in errors
        code, _, _ = await studio("record", "wheel", file, "--table", str(table), "--for", "0.5")
        assert code == 0
        assert {line.direction for line in read_capture(Path(file))} == {"<", ">"}
    finally:
        await program.end()


def test_ports_have_lasting_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for folder, name in (("serial", "usb-wheel"), ("input", "usb-pad-event-kbd"), ("input", "usb-pad-event-mouse")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).symlink_to(os.devnull)
    monkeypatch.setattr(technician, "PORT_FOLDERS", (str(tmp_path / "serial"), str(tmp_path / "input"), "/nowhere"))
    assert [(path.name, now) for path, now in technician.ports()] == [
        ("usb-wheel", "/dev/null"),
        ("usb-pad-event-kbd", "/dev/null"),
    ]
