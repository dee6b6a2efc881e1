"""Stages for whole tables, struck after each test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from e2e.stage import Stage


@pytest.fixture
async def make_stage(tmp_path: Path) -> AsyncIterator[Callable[[str, str], Stage]]:
    """`make_stage(table, kind of its device)`: a stage in the test's own folder."""
    stages: list[Stage] = []

    def make(name: str, kind: str) -> Stage:
        stages.append(Stage(tmp_path, name, kind))
        return stages[-1]

    yield make
    for stage in stages:
        await stage.end()
