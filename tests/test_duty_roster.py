"""Nobody deals at two tables (field standards 5.23)."""

from __future__ import annotations

from pathlib import Path

from studio.duty_roster import DutyRoster


def test_a_dealer_on_duty_at_one_table_is_refused_at_another_which_is_named(tmp_path: Path) -> None:
    first, second = DutyRoster(tmp_path, "baccarat-1"), DutyRoster(tmp_path, "roulette-1")
    assert first.take("Eva") is None
    assert first.take("Eva") is None, "twice at the same table is once"
    assert second.take("Eva") == "Eva is on duty at baccarat-1"
    assert second.take("Ida") is None
    first.keep_only(None)
    assert second.take("Eva") is None
    first.close()
    second.close()


def test_a_name_is_no_path(tmp_path: Path) -> None:
    roster = DutyRoster(tmp_path / "duty", "t1")
    assert roster.take("../Eva") is None
    assert [file.name for file in (tmp_path / "duty").iterdir()] == ["..%2FEva.on-duty"]
    roster.close()
