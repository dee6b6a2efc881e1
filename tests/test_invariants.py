"""Random tables against the invariants of the field standards (section 5): 20,000 rounds a game, none broken.

And the watch itself is watched: a table that is made to do wrong must be found, and its inputs shrunk.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devices.clock import seeded
from devices.readings import CardRead
from studio.cards import DECK
from studio.cli import main
from studio.messages import events
from studio.rig.invariants import broken_by, configured, offering, play, session, shrunk
from studio.rig.watch import INVARIANTS, InvariantError
from studio.round import commands, corrections, entries, judge, reading, rulings, seconding, shoe, snapshot
from studio.round.desk import Desk
from studio.round.inputs import AnyInput, DeviceSaid
from studio.round.orchestrator import Orchestrator

ROUNDS = 20_000
PARTS = 8
"""Each part is a test of its own, so that they can be shared among processes."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", ["baccarat", "blackjack", "roulette"])
def test_random_tables_break_no_invariant(game: str, part: int) -> None:
    played, found = play(game, ROUNDS // PARTS, seed=2026 + part)
    assert found is None, f"{found.invariant}: {found.detail}; {found.house} {found.variant}, session {found.seed}"
    assert played >= ROUNDS // PARTS


def test_the_same_seed_plays_the_same_rounds() -> None:
    assert play("baccarat", 80, seed=5) == play("baccarat", 80, seed=5)


def test_the_work_can_be_shared_among_processes() -> None:
    played, found = play("roulette", 120, seed=3, jobs=2)
    assert (played >= 120, found) == (True, None)


def test_the_command_says_that_nothing_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "invariants", "--game", "roulette", "--rounds", "80", "--seed", "1", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.endswith("broken: 0\n")


def test_control_c_ends_the_play_with_what_there_was() -> None:
    command = [sys.executable, "-m", "studio", "check", "invariants", "--game", "roulette", "--rounds", "1000000"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as play_on:
        assert play_on.stderr is not None
        assert "of 1000000" in play_on.stderr.readline()
        os.killpg(play_on.pid, signal.SIGINT)
        out, err = play_on.communicate(timeout=60)
    assert play_on.returncode == 130
    assert "interrupted before 1,000,000" in out
    assert out.endswith("broken: 0\n")
    assert err == ""


def test_a_house_that_does_not_play_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "invariants", "--game", "roulette", "--house", "nowhere", "--rounds", "1"]) == 2
    assert "nowhere does not play roulette" in capsys.readouterr().err


# --- a table that does wrong is found ---------------------------------------------------------------------------------

Break = Callable[[pytest.MonkeyPatch], None]


def _loses_a_card(patch: pytest.MonkeyPatch) -> None:
    take_out = shoe.Shoe.take_out
    patch.setattr(shoe.Shoe, "take_out", lambda self, card: None if str(card) == "Ah" else take_out(self, card))


def _deals_on_while_held(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rulings, "hold", lambda table, *_, **__: table.desk.alarm("high", "ignored", ""))


def _ends_a_round_twice(patch: pytest.MonkeyPatch) -> None:
    remember = corrections.remember

    def twice(table: Orchestrator, event_id: str) -> str:
        round_id = remember(table, event_id)
        table.desk.publish(events.RoundVoided, kind="ordered", by="Ana", reason="again")
        return round_id

    patch.setattr(corrections, "remember", twice)


def _lets_a_dealer_second_a_dealer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seconding, "why_not_second", lambda table, command: None)


def _skips_a_number(patch: pytest.MonkeyPatch) -> None:
    publish = Desk.publish

    def skip(self: Desk, event: Any, **fields: Any) -> str:
        self.last_event_seq += event is events.BetsClosed
        return publish(self, event, **fields)

    patch.setattr(Desk, "publish", skip)


def _takes_early_cards(patch: pytest.MonkeyPatch) -> None:
    def early(table: Orchestrator, device: str, said: Any) -> None:
        if isinstance(said, CardRead) and table.phase == "betting" and table.desk.round_id:
            table.desk.publish(events.CardDealt, position="player-1", card=said.card)
        read(table, device, said)

    read = reading.read
    patch.setattr(reading, "read", early)


def _forgets_the_void(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(corrections, "_why_not_change", lambda table, command: _known_only(table, command))


def _known_only(table: Orchestrator, command: Any) -> str | None:
    known = command.round in table.played
    return seconding.why_not_second(table, command) if known else "no such round"


def _guesses_a_number(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(judge, "_wheel_result", lambda said, facts: judge.Take("17") if facts.in_round else judge.NOTE)


def _types_alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(entries, "why_not_enter", lambda table, command: "no" if not command.value.strip() else None)


def _announces_while_held(patch: pytest.MonkeyPatch) -> None:
    why_not = commands.why_not
    patch.setattr(
        commands,
        "why_not",
        lambda table, command: (
            None
            if isinstance(command, commands.AnnounceResult) and isinstance(table.request, commands.Agree)
            else why_not(table, command)
        ),
    )


def _depends_on_more_than_its_inputs(patch: pytest.MonkeyPatch) -> None:
    made: list[Orchestrator] = []
    configure = Orchestrator._configure

    def other(self: Orchestrator, given: Any) -> None:
        configure(self, given)
        made.append(self)
        if len(made) % 2 == 0:
            self.desk.last_event_seq += 1

    patch.setattr(Orchestrator, "_configure", other)


def _shares_a_list(patch: pytest.MonkeyPatch) -> None:
    def remember(table: Orchestrator, event_id: str) -> str:
        round_id = str(table.desk.round_id)
        table.played[round_id] = corrections.PlayedRound(event_id, table.answers)
        return round_id

    patch.setattr(corrections, "remember", remember)


def _forgets_what_was_answered(patch: pytest.MonkeyPatch) -> None:
    left_out = snapshot._NOT_STATE[Orchestrator] | {"answered"}
    patch.setattr(snapshot, "_NOT_STATE", {**snapshot._NOT_STATE, Orchestrator: left_out})


@pytest.mark.parametrize(
    ("game", "wrong", "invariants"),
    [
        ("baccarat", _loses_a_card, ("conservation",)),
        ("baccarat", _deals_on_while_held, ("conservation", "alive")),
        ("roulette", _ends_a_round_twice, ("one_end",)),
        ("roulette", _lets_a_dealer_second_a_dealer, ("two_people",)),
        ("roulette", _skips_a_number, ("sequence",)),
        ("baccarat", _takes_early_cards, ("nothing_early",)),
        ("roulette", _forgets_the_void, ("never_erased", "alive")),
        ("roulette", _guesses_a_number, ("nothing_unknown", "held")),
        ("baccarat", _announces_while_held, ("held",)),
        ("roulette", _depends_on_more_than_its_inputs, ("replay",)),
        ("roulette", _forgets_what_was_answered, ("replay", "alive")),
        ("baccarat", _shares_a_list, ("snapshot",)),
    ],
)
def test_a_table_that_does_wrong_is_found(
    game: str, wrong: Break, invariants: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong(monkeypatch)
    _, found = play(game, 4000, seed=1)
    assert found is not None
    assert found.invariant in invariants, found.detail
    assert len(found.inputs) <= found.first_found


def test_a_counter_example_is_shrunk_to_few_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    _ends_a_round_twice(monkeypatch)
    _, found = play("roulette", 400, seed=1)
    assert found is not None
    assert len(found.inputs) < 20
    broken = broken_by(found.inputs)
    assert broken is not None
    assert shrunk(found.inputs, broken) == found.inputs


def test_the_invariants_of_the_standards_are_all_watched() -> None:
    assert len(INVARIANTS) >= 7


# --- in small, where hypothesis shrinks ------------------------------------------------------------------------------


def _said(code: str, position: str | None) -> AnyInput:
    return DeviceSaid(utc="2026-11-30T12:00:00.000Z", monotonic_ns=0, device="shoe", reading=CardRead(code, position))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 10_000),
    cards=st.lists(
        st.tuples(
            st.sampled_from([str(card) for card in DECK]), st.sampled_from([None, "player-1", "banker-3", "burn"])
        ),
        max_size=40,
    ),
)
def test_cards_at_any_moment_break_nothing(seed: int, cards: list[tuple[str, str | None]]) -> None:
    first = configured(offering("baccarat", None)[0], seeded(seed))
    assert broken_by([first, *(_said(*card) for card in cards)]) is None


@settings(max_examples=25, deadline=None)
@given(game=st.sampled_from(["baccarat", "blackjack", "roulette"]), seed=st.integers(0, 1_000_000))
def test_any_session_breaks_nothing(game: str, seed: int) -> None:
    _, found = session(offering(game, None), f"any:{seed}", 8)
    assert found is None, found


def test_what_is_broken_is_said_in_words() -> None:
    assert str(InvariantError("held", "why")) == "held: why"
