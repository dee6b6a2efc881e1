"""The `studio` command: its help, its exit statuses, and how it ends when it is interrupted."""

from __future__ import annotations

import argparse
import importlib
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
import zmq

from studio import cli

WITHIN_S = 30.0
SAY_WHAT_THEY_ARE = {"game", "house", "variant"}


def start(*arguments: str, **options: object) -> subprocess.Popen[str]:
    """`studio ARGUMENTS` as a process of its own, with SIGINT as a shell leaves it to a program in the foreground."""
    return subprocess.Popen(
        [sys.executable, "-m", "studio", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **options,  # type: ignore[call-overload]
    )


def unexplained(parser: argparse.ArgumentParser, path: str) -> Iterator[str]:
    """Options without a help line, and arguments without one that the description of their command does not cover."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from unexplained(inner, f"{path} {name}")
        elif not action.help and (action.option_strings or not parser.description):
            yield f"{path}: {action.dest}"


def test_the_help_lists_every_command_with_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    for name, help_line in cli.COMMANDS.items():
        assert f"{name} {help_line}" in told


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_help_of_each_command_says_how_it_is_used(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([name, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage: studio {name}")
    assert len(told.split("\n\n")) >= 3, "a usage, a description, and the options"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_argument_of_each_command_is_explained(name: str) -> None:
    parser = argparse.ArgumentParser(description=cli.COMMANDS[name])
    importlib.import_module(f"studio.commands.{name}").add_arguments(parser)
    assert [what for what in unexplained(parser, name) if what.rpartition(" ")[2] not in SAY_WHAT_THEY_ARE] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["shuffle"], "invalid choice: 'shuffle' (choose from 'demo', 'run'"),
        ([], "the following arguments are required: COMMAND"),
        (["run"], "the following arguments are required: FILE"),
        (["run", "table.toml", "--speed", "0"], "argument --speed: 0 is not above 0"),
        (["tell", "tcp://127.0.0.1:1", "dance"], "invalid choice: 'dance'"),
    ],
)
def test_bad_use_ends_with_status_2_and_what_is_allowed(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_the_version_is_that_of_the_installed_software(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"studio {cli.version()}\n"


def test_a_table_that_does_not_answer_is_status_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tell", "tcp://127.0.0.1:1", "--timeout", "0.2", "void", "a test"]) == 3
    assert "tcp://127.0.0.1:1 did not answer" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["schema"], ["config", "check", "config/floor.toml"]], ids=["long", "short"])
def test_a_reader_that_goes_away_leaves_no_complaint(arguments: list[str]) -> None:
    process = start(*arguments)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    with process.stderr:
        assert process.stderr.read() == ""
    assert process.wait(WITHIN_S) == 141


def test_ctrl_c_ends_a_command_that_waits_with_status_130_and_no_traceback() -> None:
    with zmq.Context() as context, context.socket(zmq.ROUTER) as silent_table:
        silent_table.linger = 0
        port = silent_table.bind_to_random_port("tcp://127.0.0.1")
        endpoint = f"tcp://127.0.0.1:{port}"
        process = start("watch", endpoint, endpoint, "--json")
        assert silent_table.poll(WITHIN_S * 1000), "it asks the table for its view"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=WITHIN_S)
    assert (process.returncode, out, err) == (130, "", "")


def test_ctrl_c_ends_a_simulator_in_order() -> None:
    process = start("simulator", "wheel")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("/dev/")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=WITHIN_S)
    assert (process.returncode, out, err) == (0, "", "")
