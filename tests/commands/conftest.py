from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .commanding import Studio


@pytest.fixture
def studio(monkeypatch: pytest.MonkeyPatch) -> Studio:
    """The `studio` command. It is imported here and not above: a plugin of the test runner must load Qt before it."""
    from .commanding import Studio

    return Studio(monkeypatch)
