"""Runs a command as the command line would, with what it reads and what it printed."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from studio.cli import main


@dataclass
class Run:
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """The lines of its output as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def result(self) -> dict[str, Any]:
        """The last event, which is the round's result."""
        last = self.events[-1]
        assert last["type"] == "round.result"
        return last


class Studio:
    """The `studio` command, within this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: str, stdin: str = "") -> Run:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        with self._monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
            patched.setattr(sys, "stdout", out)
            patched.setattr(sys, "stderr", err)
            try:
                status = main(arguments)
            except SystemExit as exit_:
                status = int(exit_.code or 0)
            out.flush()
        buffer = out.buffer
        assert isinstance(buffer, io.BytesIO)
        return Run(status, buffer.getvalue().decode(), err.getvalue())
