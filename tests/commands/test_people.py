"""`studio people`: an operator keeps the list; a PIN is asked for, not shown, and stands in it as a hash."""

from __future__ import annotations

import io
import os
import pty
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from studio import cli
from studio.people import load_people
from studio.pins import check_pin

Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "people.toml"


@pytest.fixture
def say(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    """`say("add", …, typed=["580297", "580297"])`: the command, with what is typed where it does not show."""

    def run(*arguments: str, typed: tuple[str, ...] = ()) -> tuple[int, str, str]:
        answers = iter(typed)
        monkeypatch.setattr("getpass.getpass", lambda prompt: next(answers))
        capsys.readouterr()
        status = cli.main(["people", *arguments, "--file", str(file)])
        return status, *capsys.readouterr()

    return run


def add_ana(say: Say) -> None:
    status, out, err = say(
        "add", "Ana M.", "--number", "21", "--role", "pit_boss", "--role", "dealer", "--licence", "baccarat=2090-12-31",
        "--badge", typed=("0007A21F", "580297", "580297"),
    )  # fmt: skip
    assert (status, err) == (0, "")
    assert "Ana M. (21) is on the list as pit boss, dealer, with badge and PIN" in out


def test_a_list_is_begun_and_only_its_owner_can_read_it(say: Say, file: Path) -> None:
    add_ana(say)
    ana = load_people(file).people[0]
    assert check_pin(ana.pin, "580297")
    assert ana.badge == "0007A21F"
    assert "580297" not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["people.toml"]


def test_the_list_is_shown_without_a_badge_or_a_hash(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    add_ana(say)
    monkeypatch.setattr("sys.stdin", io.StringIO("913465\n"))
    say("add", "Old Hand", "--number", "3", "--role", "dealer", "--licence", "roulette=2020-01-01", "--pin-stdin")
    status, out, _ = say("list")
    assert status == 0
    assert "21      Ana M." in out
    assert "badge+PIN" in out
    assert "baccarat until 2090-12-31" in out
    assert "0007A21F" not in out
    assert "argon2" not in out


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("1234", "1234"), "count up or down"),
        (("0021", "0021"), "staff number"),
        (("77", "77"), "at least 4 digits"),
        (("580297", "580298"), "not the same"),
    ],
)
def test_a_weak_pin_and_one_that_was_mistyped_are_refused_and_nothing_is_changed(
    say: Say, file: Path, typed: tuple[str, ...], says: str
) -> None:
    add_ana(say)
    before = file.read_bytes()
    status, out, err = say("set-pin", "21", typed=typed)
    assert (status, out) == (1, "")
    assert says in err
    assert typed[0] not in err
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("add", "Ana M.", "--number", "22", "--role", "dealer"), 1, "Ana M. with number 21 is on the list already"),
        (("add", "Boris", "--number", "21", "--role", "dealer"), 1, "Ana M. with number 21 is on the list already"),
        (("add", "Boris", "--number", "22", "--role", "pit_boss", "--no-pin"), 1, "nobody is let in"),
        (("add", "Boris", "--number", "x", "--role", "pit_boss"), 2, "number"),
        (("set-pin", "Nina"), 2, "there are Ana M. (21)"),
        (("remove", "Ana M."), 2, "is the last one"),
    ],
)
def test_what_would_be_no_good_list_is_refused(
    say: Say, file: Path, arguments: tuple[str, ...], status: int, says: str
) -> None:
    add_ana(say)
    before = file.read_bytes()
    said = say(*arguments, typed=("764103", "764103"))
    assert said[0] == status
    assert says in said[2]
    assert file.read_bytes() == before


def test_two_people_do_not_wear_the_same_badge(say: Say) -> None:
    add_ana(say)
    status, _, err = say(
        "add", "Boris", "--number", "22", "--role", "pit_boss", "--badge", typed=("0007A21F", "764103", "764103")
    )
    assert status == 2
    assert "badge of Ana M. and Boris stands twice" in err
    assert "0007A21F" not in err


def test_pin_badge_licence_and_lock_are_changed_one_at_a_time_and_comments_stay(say: Say, file: Path) -> None:
    add_ana(say)
    file.write_text(file.read_text().replace("[[people]]", "# the first of us\n[[people]]"))
    assert say("set-pin", "Ana M.", typed=("913465", "913465"))[0] == 0
    assert say("set-badge", "21", typed=("0009B33C",))[0] == 0
    assert say("licence", "21", "roulette=2091-01-01")[0] == 0
    unlocked = load_people(file).people[0].unlocked_utc
    status, out, _ = say("unlock", "21")
    assert status == 0
    assert "is open" in out
    ana = load_people(file).people[0]
    assert check_pin(ana.pin, "913465")
    assert ana.badge == "0009B33C"
    assert sorted(ana.licences) == ["baccarat", "roulette"]
    assert ana.unlocked_utc is not None
    assert unlocked is not None
    assert ana.unlocked_utc >= unlocked
    assert "# the first of us" in file.read_text()


def test_somebody_is_taken_off_the_list(say: Say, file: Path) -> None:
    add_ana(say)
    say("add", "Boris", "--number", "22", "--role", "pit_boss", typed=("764103", "764103"))
    status, out, _ = say("remove", "22")
    assert status == 0
    assert "Boris is off the list" in out
    assert [person.name for person in load_people(file).people] == ["Ana M."]


def test_a_pin_that_is_typed_at_a_terminal_does_not_show_on_it(file: Path) -> None:
    """On a real terminal: what comes back from it is prompts and the answer, and never the PIN."""
    arguments = ["people", "add", "Ana", "--number", "21", "--role", "pit_boss", "--file", str(file)]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-m", "studio", *arguments])
    seen = b""
    for prompt in (b"PIN (not shown): ", b"The same again: "):
        while not seen.endswith(prompt):
            seen += os.read(terminal, 1024)
        os.write(terminal, b"580297\n")
    try:
        while chunk := os.read(terminal, 1024):
            seen += chunk
    except OSError:
        pass  # the terminal is gone with its program
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(terminal)
    assert b"Ana (21) is on the list" in seen
    assert b"580297" not in seen
    assert check_pin(load_people(file).people[0].pin, "580297")
