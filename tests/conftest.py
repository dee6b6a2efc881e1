"""Shared by all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import hypothesis
import pydantic.fields  # noqa: F401 - Qt's import hook trips over pydantic when it meets it half imported
import pytest
import structlog

# A submission is judged by the same examples each time; at a desk every run looks for new ones.
hypothesis.settings.register_profile("ci", derandomize=True, deadline=None)
hypothesis.settings.register_profile("desk", deadline=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(autouse=True)
def logs_are_set_up_anew() -> Iterator[None]:
    """A command that a test ran in this process has set up logs onto a stream that is closed by now."""
    yield
    structlog.reset_defaults()
