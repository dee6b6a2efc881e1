"""Shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pydantic.fields  # noqa: F401 - Qt's import hook trips over pydantic when it meets it half imported
import pytest
import structlog


@pytest.fixture(autouse=True)
def logs_are_set_up_anew() -> Iterator[None]:
    """A command that a test ran in this process has set up logs onto a stream that is closed by now."""
    yield
    structlog.reset_defaults()
