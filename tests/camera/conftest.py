"""Settings of the property tests of this folder, and one set of cards for all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from devices.camera.codes import DeckTable, new_table, table_text
from devices.clock import seeded

# A busy machine is no defect of a reader.
settings.register_profile("camera", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60)
settings.load_profile("camera")


@pytest.fixture(scope="session")
def table() -> DeckTable:
    """Two decks."""
    return new_table(2, seeded("tests").randrange)


@pytest.fixture
def table_file(table: DeckTable, tmp_path: Path) -> Path:
    """The same, as a file."""
    file = tmp_path / "deck.toml"
    file.write_text(table_text(table), encoding="utf-8")
    return file
