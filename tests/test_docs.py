"""The pages for people say what the software says: every command, every fault, every ruling, and no dead link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from studio.cli import COMMANDS
from studio.faults import FAULTS
from studio.policy import RULINGS

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PIT_BOSS = (ROOT / "docs" / "dealer-and-pit-boss.md").read_text(encoding="utf-8")


def test_the_readme_names_every_command_and_no_other() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## Commands")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=lambda fault: f"{fault.number}-{fault.kind}")
def test_every_fault_stands_on_the_pit_bosss_page_with_its_number_and_remedy(fault: object) -> None:
    known = FAULTS[fault.kind]  # type: ignore[attr-defined]
    assert f"| {known.number} | `{known.kind}` | {known.what} | {known.remedy} |" in PIT_BOSS


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_stands_on_the_pit_bosss_page(ruling: str) -> None:
    meaning, event = RULINGS[ruling]  # type: ignore[index]
    assert f"| `{ruling}` | {meaning} | `{event}` |" in PIT_BOSS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_of_a_page_is_dead(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target, _, anchor in (link.partition("#") for link in re.findall(r"\]\(([^)\s:]+)\)", text)):
        place = page.parent / target if target else page
        assert place.exists(), f"{page.name} links to {target}"
        if anchor:
            heads = re.findall(r"^#+ (.*)$", place.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    pages = sorted(page.name for page in folder.glob("[0-9]*.md"))
    assert [name for name in pages if f"]({name})" not in listed] == []
    assert len({name[:4] for name in pages}) == len(pages)
