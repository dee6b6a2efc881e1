"""The line-grammar wheel: the SlingShot 2 written as a grammar is the built-in driver, and a wrong file says where."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from feeding import Timed, feed, only
from hypothesis import given, settings
from hypothesis import strategies as st
from test_six_properties import games, wheel_bytes
from wheel_inputs import INPUTS, status

from devices.capture import read_capture
from devices.catalogue import CatalogueError, driver
from devices.readings import (
    DeviceReply,
    MalformedFrame,
    RotorOutOfBand,
    WheelPhaseChanged,
    WheelResult,
    WheelUnresolved,
    WheelWarningRaised,
)
from devices.tables import TableError, find, load, parse
from devices.wheel.grammar import GrammarWheel
from devices.wheel.grammar_file import WheelGrammarFile
from devices.wheel.slingshot2 import SlingShot2

FILE = Path(__file__).parents[2] / "config" / "grammars" / "slingshot2.toml"
SS2 = load(FILE, WheelGrammarFile)
CAPTURE = Path(__file__).parents[2] / ".." / "shared" / "field" / "captures" / "ss2-studio.tsv.gz"


@pytest.mark.parametrize("pockets", [37, 38])
@pytest.mark.parametrize("name", INPUTS)
def test_it_says_the_same_as_the_built_in_driver_on_the_twelve_inputs(name: str, pockets: int) -> None:
    built_in, grammar = SlingShot2(pockets, (140, 200)), GrammarWheel(SS2, pockets, (140, 200))
    assert feed(grammar, INPUTS[name]) == feed(built_in, INPUTS[name])
    assert (grammar.frames_well_formed, grammar.frames_malformed) == (
        built_in.frames_well_formed,
        built_in.frames_malformed,
    )


@pytest.mark.skipif(not CAPTURE.exists(), reason="the captures of a real wheel are kept outside of this repository")
def test_it_says_the_same_on_the_whole_log_of_a_live_wheel() -> None:
    built_in, grammar = SlingShot2(rotor_band=(140, 200)), GrammarWheel(SS2, rotor_band=(140, 200))
    results = 0
    for line in read_capture(CAPTURE):
        if line.direction == "<":
            said = built_in.feed(line.payload + line.end, line.at_ms / 1000)
            assert grammar.feed(line.payload + line.end, line.at_ms / 1000) == said
            results += len(only(WheelResult, said))
    assert results == 184


@given(st.lists(st.one_of(wheel_bytes, games()), max_size=40), st.lists(st.integers(1, 400), max_size=20))
@settings(max_examples=200)
def test_it_says_the_same_on_any_stream_however_it_is_cut(pieces: list[bytes], cuts: list[int]) -> None:
    sent: Timed = [(float(at), piece) for at, piece in enumerate(pieces)]
    built_in, grammar = SlingShot2(rotor_band=(140, 200)), GrammarWheel(SS2, rotor_band=(140, 200))
    assert built_in.link_opened(0.0) == grammar.link_opened(0.0)
    assert feed(grammar, sent, cuts) == feed(built_in, sent)
    assert grammar.frames_malformed == built_in.frames_malformed
    assert grammar.poll(0.0) == built_in.poll(0.0)


def test_it_knows_how_many_pockets_the_wheel_says_it_has() -> None:
    grammar = GrammarWheel(SS2)
    assert grammar.feed(b"*T z 38\r\n", 0.0) == [DeviceReply(command="T", text="z 38")]
    assert grammar.pockets_reported == 38


# --- a wheel that is not a SlingShot 2 ---------------------------------------------------------------------------

OTHER = """
grammar = "other"
kind = "wheel"
title = "a wheel that counts no spins and names its states"
trust = "paper"
[timing_of_wheel]
report_every_s = 1.0
[status]
pattern = '#(?P<state>[A-Z]+),(?P<number>\\d{0,2}),(?P<warning>[a-z]*),(?P<speed> *\\d+)'
rpm_x10_per_unit = 10
[states]
READY = "place_bets"
ROLL = "ball_in_rim"
FALL = "no_more_bets"
NUM = "winning_number"
OFF = "closed"
[numbers]
pockets = 37
written = "zero_padded"
none = ""
[warnings]
written = "texts"
none = ""
known.component_fault = { code = "sensor", confirmed_after_s = 0 }
known.ball_not_sensed = { code = "blind", confirmed_after_s = 3, phases = ["no_more_bets"] }
"""


def _other(text: str = OTHER) -> GrammarWheel:
    return GrammarWheel(parse(Path("other.toml"), tomllib.loads(text), WheelGrammarFile), rotor_band=(100, 300))


def test_another_wheel_is_a_file_and_its_spins_are_counted_for_it() -> None:
    wheel = _other()
    said = wheel.feed(
        b"#READY,,,15\r#ROLL,,,15\r#FALL,,,15\r#NUM,07,,15\r#READY,07,,15\r#ROLL,07,,15\r#FALL,07,,15\r#NUM,07,,15\r",
        0.0,
    )
    assert only(WheelResult, said) == [WheelResult("7", 1), WheelResult("7", 2)]
    assert only(WheelPhaseChanged, said)[0].rotor_rpm_x10 == 150
    assert not only(MalformedFrame, said)


def test_a_counted_spin_whose_result_was_not_heard_is_unresolved() -> None:
    said = _other().feed(b"#READY,03,,15\n#ROLL,03,,15\n#FALL,03,,15\n#READY,08,,15\n", 0.0)
    assert only(WheelUnresolved, said) == [WheelUnresolved(spin=1, device_says="8", next_spin=2)]
    assert not only(WheelResult, said)


def test_its_warnings_are_texts_with_their_own_times_and_its_speed_has_its_own_unit() -> None:
    wheel = _other()
    said = wheel.feed(b"#READY,03,sensor,15\n#FALL,03,blind,15\n#FALL,03,blind,15\n#FALL,03,blind,40\n", 0.0)
    raised = [(one.warning, one.confirmed) for one in only(WheelWarningRaised, said)]
    assert raised == [("component_fault", True), ("ball_not_sensed", False), ("ball_not_sensed", True)]
    assert only(RotorOutOfBand, said)[0].rotor_rpm_x10 == 400


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"#SPIN,,,15\n", "state 'SPIN' is not in the grammar"),
        (b"#READY,37,,15\n", "number '37' is not on this wheel"),
        (b"#READY,7,,15\n", "number '7' is not on this wheel"),
        (b"#NUM,,,15\n", "winning number without a number"),
        (b"#READY,07,broken,15\n", "warning 'broken' is not in the grammar"),
        (b"garbage\n", "no line of this wheel"),
    ],
)
def test_what_the_grammar_does_not_know_is_malformed_and_says_why(line: bytes, reason: str) -> None:
    said = _other().feed(line, 0.0)
    assert said == [MalformedFrame(raw=line.rstrip().hex(), reason=reason)]


# --- files that are wrong ----------------------------------------------------------------------------------------


def _changed(*keys: str, to: Any) -> dict[str, Any]:
    data = tomllib.loads(FILE.read_text())
    table = data
    for key in keys[:-1]:
        table = table[key]
    if to is None:
        del table[keys[-1]]
    else:
        table[keys[-1]] = to
    return data


@pytest.mark.parametrize(
    ("keys", "to", "words"),
    [
        (("kind",), "shoe", ["kind = 'shoe'", "'wheel'"]),
        (("trust",), "hope", ["trust = 'hope'", "'hardware', 'captures' or 'paper'"]),
        (("colour",), "red", ["colour: unknown key", "known are", "number_alone"]),
        (("status", "patern"), "x", ["status.patern: unknown key", "pattern, first_spin"]),
        (("status", "pattern"), "(", ["status.pattern = '('", "no regular expression"]),
        (("status", "pattern"), "(?P<state>.)", ["no group 'number'"]),
        (("status", "pattern"), "(?P<state>.)(?P<number>.)(?P<colour>.)", ["group 'colour'", "direction, number"]),
        (("status", "first_spin"), 300, ["first_spin 300 must be below last_spin 256"]),
        (("states", "5"), "closed", ["none means 'winning_number'"]),
        (("states", "5"), "rien_ne_va_plus", ["states.5 = 'rien_ne_va_plus'", "'winning_number'"]),
        (("numbers", "pockets"), 36, ["numbers.pockets = 36", "37 or 38"]),
        (("numbers", "none"), " 7", ["none = ' 7' is how 7 is written too"]),
        (("warnings", "known", "failed_launch", "code"), "3", ["failed_launch.code = '3'", "1, 2, 4, 8"]),
        (("warnings", "known", "failed_launch", "code"), "4", ["two warnings have the same code"]),
        (("warnings", "known", "vibration"), {"code": "16", "confirmed_after_s": 1}, ["vibration", "ball_not_sensed"]),
        (("directions",), {}, ["directions and a group `direction`"]),
        (("number_alone",), "(?P<spin>..)", ["number_alone: the pattern's groups must be number"]),
        (("line", "start"), None, ["recover_from_start needs line.start"]),
        (("line", "baud"), 1, ["line.baud = 1", "300"]),
        (("timing", "stale_after_s"), 9.0, ["stale_after_s 9.0 must not be after down_after_s 5.0"]),
        (("title",), None, ["title: missing"]),
    ],
)
def test_a_wrong_file_names_the_file_the_key_the_value_and_what_is_allowed(
    keys: tuple[str, ...], to: Any, words: list[str]
) -> None:
    with pytest.raises(TableError) as refused:
        parse(Path("wheel.toml"), _changed(*keys, to=to), WheelGrammarFile)
    assert str(refused.value).startswith("wheel.toml: ")
    for word in words:
        assert word in str(refused.value)


def test_the_catalogue_finds_a_grammar_by_name_and_by_path(tmp_path: Path) -> None:
    by_name = driver("grammar:slingshot2")
    assert (by_name.kind, by_name.trust, by_name.baud) == ("wheel", "captures", 9600)
    assert by_name.timing == driver("ss2").timing
    assert by_name.build({"pockets": 38, "rotor_band": [140, 200]}).feed(status(2, 1, "00"), 0.0)
    (tmp_path / "mine.toml").write_text(OTHER)
    assert driver(f"grammar:{tmp_path / 'mine.toml'}").trust == "paper"
    with pytest.raises(CatalogueError, match=r"grammar:nobody: nobody: no such file; looked for .*nobody\.toml"):
        driver("grammar:nobody")
    with pytest.raises(CatalogueError, match="no option 'report_every_s'"):
        by_name.build({"report_every_s": 1})
    (tmp_path / "mine.toml").write_text("kind = 'wheel'\n= 3")
    with pytest.raises(CatalogueError, match="is not TOML"):
        driver(f"grammar:{tmp_path / 'mine.toml'}")


def test_a_place_of_configuration_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars" / "house.toml").write_text(OTHER)
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path))
    assert find("house", "grammars") == tmp_path / "grammars" / "house.toml"
    with pytest.raises(TableError, match=re.escape(str(tmp_path))):
        find("slingshot2", "grammars")
