"""Replay proves a journal, or says where the first difference is; recovery comes back to the same card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from studio.journal.errors import JournalDamaged, ReplayDiffers
from studio.journal.memory import MemoryJournal
from studio.journal.replay import Difference, ReplayReport, open_and_recover, recover, replay
from studio.journal.store import Journal
from studio.messages.events import CardDealt
from studio.round.effects import AnyEffect, Ask, Publish
from studio.round.inputs import AnyInput

from .dealing import BEGUN, EPOCH, TABLE, Dealing, contents, deal, dealt, utc

Change = Callable[[list[AnyEffect]], list[AnyEffect]]


class OtherRules(Dealing):
    """Deals as `Dealing` does, but for its fifth card."""

    change: Change

    def handle(self, given: AnyInput, /) -> list[AnyEffect]:
        effects = super().handle(given)
        return self.change(effects) if self.cards == 5 else effects


def other_rules(change: Change) -> type[OtherRules]:
    return type("Changed", (OtherRules,), {"change": staticmethod(change)})


def another_card(effects: list[AnyEffect]) -> list[AnyEffect]:
    def turned(effect: AnyEffect) -> AnyEffect:
        if isinstance(effect, Publish) and isinstance(effect.event, CardDealt):
            return Publish(msgspec.structs.replace(effect.event, card="Qs"))
        return effect

    return [turned(effect) for effect in effects]


def another_prompt(effects: list[AnyEffect]) -> list[AnyEffect]:
    return [Ask(e.step, "deal.other", e.about) if isinstance(e, Ask) else e for e in effects]


def fail(effects: list[AnyEffect]) -> list[AnyEffect]:
    raise LookupError(f"no rule for {len(effects)} effects")


@pytest.fixture
def journal() -> MemoryJournal:
    journal = MemoryJournal(TABLE, EPOCH, BEGUN)
    deal(journal, 10)
    return journal


def difference(journal: MemoryJournal, change: Change) -> Difference:
    report = replay(journal, other_rules(change))
    assert (report.inputs, report.events, report.identical) == (4, 6, False)
    found = report.first_difference
    assert found is not None
    assert (found.input_seq, found.input_kind, found.utc) == (5, "card.read from shoe-1", utc(5))
    return found


def test_the_same_rules_derive_the_same_events(journal: MemoryJournal) -> None:
    assert replay(journal, Dealing) == ReplayReport(10, 15, True, None)


def test_a_different_event_is_named_with_both_versions(journal: MemoryJournal) -> None:
    found = difference(journal, another_card)
    assert found.what == "event 8"
    assert '"card":"5d"' in found.stored
    assert '"card":"Qs"' in found.derived
    assert str(found) == (
        f"input 5 (card.read from shoe-1) of {utc(5)}: event 8 differs\n"
        f"  stored:  {found.stored}\n"
        f"  derived: {found.derived}"
    )


def test_a_different_prompt_is_named_by_its_place(journal: MemoryJournal) -> None:
    found = difference(journal, another_prompt)
    assert found.what == "effect 3"
    assert found.stored == '{"effect":"ask","step":8,"key":"deal.card","about":{"position":"player-1"}}'
    assert found.derived == '{"effect":"ask","step":8,"key":"deal.other","about":{"position":"player-1"}}'


def test_a_missing_effect_is_named(journal: MemoryJournal) -> None:
    found = difference(journal, lambda effects: effects[:-1])
    assert (found.what, found.derived) == ("effect 4", "nothing")


def test_an_effect_too_many_is_named(journal: MemoryJournal) -> None:
    found = difference(journal, lambda effects: [*effects, effects[-1]])
    assert (found.what, found.stored) == ("effect 5", "nothing")


def test_a_missing_event_is_named(journal: MemoryJournal) -> None:
    found = difference(journal, lambda effects: effects[:1])
    assert (found.what, found.derived) == ("event 8", "nothing")


def test_effects_in_another_order_differ(journal: MemoryJournal) -> None:
    assert difference(journal, lambda effects: [*effects[:2], effects[3], effects[2]]).what == "effect 3"


def test_rules_that_fail_where_the_others_did_not_differ(journal: MemoryJournal) -> None:
    found = difference(journal, fail)
    assert (found.what, found.derived) == ("the handling", "LookupError: no rule for 4 effects")


def test_recovery_feeds_every_input_and_carries_out_nothing(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 10)
    handler = Dealing()
    with Journal.open(path) as journal:
        assert recover(journal, handler) == 10
        assert (handler.cards, handler.events) == (10, 15)
        deal(journal, 1, handler)
    assert replay(Journal.open_read_only(path), Dealing).identical


def test_recovery_with_other_rules_is_refused_and_the_journal_left_as_it_is(tmp_path: Path) -> None:
    path = dealt(tmp_path / "t.journal", 10)
    before = contents(tmp_path)
    with pytest.raises(ReplayDiffers, match="input 5: event 8 is not what was stored: other rules") as refused:
        open_and_recover(path, other_rules(another_card)())
    assert '"card":"Qs"' in str(refused.value)
    assert contents(tmp_path) == before
    handler = Dealing()
    with open_and_recover(path, handler) as journal:
        assert handler.cards == journal.last_input_seq == 10


def test_replay_of_a_damaged_journal_names_the_row_and_blames_no_rule(tmp_path: Path) -> None:
    import sqlite3

    path = dealt(tmp_path / "t.journal", 10)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE outbox SET body = replace(body, 'Kh', 'Qs') WHERE seq = 6")
    connection.close()
    with pytest.raises(JournalDamaged, match="input 4: "):
        replay(Journal.open_read_only(path), Dealing)
