"""A round as a person reads it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from studio.journal.errors import RoundUnknown
from studio.journal.memory import MemoryJournal
from studio.journal.page import tell_round
from studio.messages.events import RoundCorrected, RoundVoided
from studio.messages.outcomes import BetOutcome
from studio.round.effects import Alarm, Publish, Say, StopTimer
from studio.round.inputs import Configured, ProcessStarted, ResultAnswered, TimerEnded

from .dealing import BEGUN, EPOCH, TABLE, Dealing, deal, ruling, utc


@pytest.fixture
def journal() -> MemoryJournal:
    journal = MemoryJournal(TABLE, EPOCH, BEGUN)
    handler = deal(journal, 6)
    given = ruling(7)
    journal.append(given, handler.handle(given))
    deal(journal, 2, handler)
    deal(journal, 1, handler)
    journal.acknowledge(10, utc(20))
    return journal


def told(journal: MemoryJournal, round_id: str | None = None) -> list[str]:
    return tell_round(journal, round_id).splitlines()


def test_without_an_id_all_rounds_are_listed(journal: MemoryJournal) -> None:
    assert told(journal) == [
        f"Table {TABLE}, epoch {EPOCH}, journal begun {BEGUN}: 3 rounds",
        "",
        "round  shoe  opened                    ended                     outcome    delivery",
        f"r1     s1    {utc(1)}  {utc(4)}  banker     acknowledged",
        f"r2     s1    {utc(5)}  {utc(9)}  banker     not acknowledged from event 11",
        f"r3     s1    {utc(10)}  -                         not ended  not acknowledged from event 15",
    ]


def test_a_journal_without_a_round_says_so() -> None:
    assert told(MemoryJournal(TABLE, EPOCH, BEGUN)) == [
        f"Table {TABLE}, epoch {EPOCH}, journal begun {BEGUN}: 0 rounds"
    ]


def test_a_round_is_told_from_its_opening_to_its_result(journal: MemoryJournal) -> None:
    lines = told(journal, "r2")
    assert lines[0] == f"Round r2, table {TABLE}, epoch {EPOCH}"
    assert lines[1] == "baccarat, house oasis, shoe s1, dealer not named"
    said = [line for line in lines if re.match(r"2026-\S+  input", line)]
    assert said == [
        f"{utc(5)}  input 5  device    shoe-1 says card.read card=5d",
        f"{utc(6)}  input 6  device    shoe-1 says card.read card=Ah",
        f"{utc(7)}  input 7  command   anna (pit_boss) rule irregularity=i1 ruling=stand reason=seen by all",
        f"{utc(8)}  input 8  device    shoe-1 says card.read card=2c",
        f"{utc(9)}  input 9  device    shoe-1 says card.read card=9s",
    ]


def test_each_event_says_whether_the_backend_has_it(journal: MemoryJournal) -> None:
    page = tell_round(journal, "r2")
    assert f"event   8 card.dealt position=player-1 card=5d [acknowledged {utc(20)}]" in page
    assert "event   13 card.dealt position=player-4 card=9s [not acknowledged]" in page


def test_what_the_backend_did_not_take_stands_at_the_end_of_its_round_with_its_reason(journal: MemoryJournal) -> None:
    assert "What the backend answered" not in tell_round(journal, "r2")
    event = f"{TABLE}:{EPOCH}:13"
    reason = {"code": "not_accepted", "why": "round r2 is not open in the books"}
    for second, outcome, why in ((20, "unconfirmed", {}), (21, "rejected", reason), (30, "acknowledged", {})):
        given = ResultAnswered(utc=utc(second), monotonic_ns=second, outcome=outcome, event=event, **why)  # type: ignore[arg-type]
        journal.append(given, [])
    lines = told(journal, "r2")
    place = lines.index("What the backend answered")
    assert lines[place + 1 :] == [
        f"  {utc(20)}  event 13  unconfirmed   it was sent, and no answer came",
        f"  {utc(21)}  event 13  rejected      not_accepted: round r2 is not open in the books",
        f"  {utc(30)}  event 13  acknowledged  after that",
    ]
    assert "What the backend answered" not in tell_round(journal, "r1")


def test_prompts_timers_and_answers_stand_under_their_input(journal: MemoryJournal) -> None:
    lines = told(journal, "r2")
    place = next(number for number, line in enumerate(lines) if "input 6" in line)
    assert [line.strip() for line in lines[place + 1 : place + 4]] == [
        f"event   9 card.dealt position=player-2 card=Ah [acknowledged {utc(20)}]",
        "prompt  deal.card position=player-2",
        "timer   slow runs for 2.5 s",
    ]
    assert any(line.strip() == "answer  accepted" for line in lines)


def test_irregularities_and_rulings_stand_together(journal: MemoryJournal) -> None:
    lines = told(journal, "r2")
    place = lines.index("Irregularities and rulings")
    assert lines[place + 1 : place + 3] == [
        f"  {utc(7)}  held   card_out_of_turn: expected none, read Ah",
        f"  {utc(7)}  ruled  stand by anna (card_out_of_turn): seen by all",
    ]
    assert "No irregularity" in told(journal, "r1")


def test_the_result_names_the_hands_and_the_bets_that_win(journal: MemoryJournal) -> None:
    assert told(journal, "r1")[-3:] == [
        "Result: banker (event 6, acknowledged)",
        "  hand banker  9s Kh = 9, natural",
        "  bet banker   wins 19:20",
    ]


def test_a_round_that_has_not_ended_says_so(journal: MemoryJournal) -> None:
    assert told(journal, "r3")[-1] == "The round has not ended"


def test_a_round_that_is_not_there_is_refused_with_those_that_are(journal: MemoryJournal) -> None:
    with pytest.raises(RoundUnknown, match=r"holds no round r9\. The last rounds are r1, r2, r3"):
        tell_round(journal, "r9")


def test_void_and_correction_stand_beside_the_round() -> None:
    journal = MemoryJournal(TABLE, EPOCH, BEGUN)
    settings = Configured(
        utc=BEGUN, monotonic_ns=0, table=TABLE, epoch=EPOCH, settings={}, rules={}, rules_digest="d1", software="0.1.0"
    )
    journal.append(settings, [])
    handler = deal(journal, 5, Dealing())
    head: dict[str, Any] = {"table": TABLE, "shoe": "s1"}
    started = ProcessStarted(utc=utc(30), monotonic_ns=1, software="0.1.0")
    journal.append(started, [Alarm("high", "restarted", "in a round"), Say("please_wait"), StopTimer("slow", 4)])
    voided = RoundVoided(
        id=f"{TABLE}:{EPOCH}:9", seq=9, utc=utc(31), round="r2", kind="card_gone", by="anna", reason="torn", **head
    )
    journal.append(TimerEnded(utc=utc(31), monotonic_ns=2, timer="ruling", token=1), [Publish(voided)])
    corrected = RoundCorrected(
        id=f"{TABLE}:{EPOCH}:10",
        seq=10,
        utc=utc(32),
        round="r1",
        corrects=f"{TABLE}:{EPOCH}:6",
        corrected_round="r1",
        by=["anna", "bo"],
        reason="camera",
        outcome="tie",
        bets={"tie": BetOutcome("win", "8:1"), "player": BetOutcome("push", "0:1")},
        **head,
    )
    journal.append(TimerEnded(utc=utc(32), monotonic_ns=3, timer="review", token=2), [Publish(corrected)])
    assert handler.cards == 5

    listed = told(journal)
    assert "tie, corrected" in listed[3]
    assert "void: card_gone" in listed[4]
    void = tell_round(journal, "r2")
    assert "the process started again, software 0.1.0" in void
    assert "high: restarted (in a round)" in void
    assert "please_wait" in void
    assert "slow is stopped" in void
    assert void.endswith("Void: every stake goes back (event 9, not acknowledged)")
    right = told(journal, "r1")
    assert f"  {utc(32)}  corrected  {TABLE}:{EPOCH}:6 by anna, bo: camera" in right
    assert right[-3:] == [
        "Corrected: tie (event 10, not acknowledged)",
        "  bet tie     wins 8:1",
        "  bet player  gives back the stake",
    ]
    assert "Result: banker (event 6, not acknowledged)" in right
    assert not any("input 6" in line for line in right)
