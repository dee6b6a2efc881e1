"""The next step in small is the procedure's own: what is foretold comes, at every game, whatever the cards are."""

from __future__ import annotations

import pytest
from round.bench import Bench

from devices.clock import seeded
from devices.readings import CardRead
from studio.houses import list_rules
from studio.messages.commands import BoxesInPlay
from studio.messages.events import RoundVoided
from studio.messages.telemetry import Delivery
from studio.messages.wording import FOLLOWS, PROMPTS
from studio.rig.invariants import configured
from studio.rig.random_table import RandomTable
from studio.round.effects import Answer, AnyEffect, Publish
from studio.round.foresight import next_step
from studio.round.inputs import CommandGiven
from studio.round.orchestrator import Orchestrator
from studio.round.view import table_view

INPUTS = 900
EVERY_RULES = [pytest.param(rules, id=f"{rules.house}-{rules.game}-{rules.variant}") for rules in list_rules()]
GENERIC = {
    "next.announced": {"agree"},
    "next.cards": {"deal", "deal_face_down", "between_rounds"},  # nobody bet
    "next.burn": {"burn"},
    "next.decide": {"decide"},
    "next.decisions": {"decide"},
    "next.round_ends": {"between_rounds", "closed"},
}
PASSING = ("chance", "ball_in_play", "deal_after_cut_card", "burn_after_cut_card")
"""Prompts that nobody at the table acts on, or that say the same once more."""


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_what_is_foretold_comes(rules: object) -> None:
    random = seeded("foretold")
    table = Orchestrator()
    table.handle(configured(rules, random))  # type: ignore[arg-type]
    world = RandomTable(table, random, 0.0)
    foretold: tuple[str, dict[str, str]] | None = None
    step, kept, undisturbed = table.desk.step, 0, True
    for _ in range(INPUTS):
        given = world.next_input()
        effects = table.handle(given)
        world.after(effects)
        undisturbed = undisturbed and not any(_voids(effect) for effect in effects)
        undisturbed = undisturbed and not (isinstance(given, CommandGiven) and _changes_the_course(given))
        if table.desk.step == step or table.desk.prompt_key in PASSING:
            foretold = next_step(table)
            continue
        key, about = table.desk.prompt_key, table.desk.prompt_about
        if foretold is not None and undisturbed and table.irregularity is None and not key.startswith("held."):
            said, blanks = foretold
            if said in PROMPTS:
                assert (key, about) == (said, blanks), f"{said} {blanks} was foretold, {key} {about} came"
                kept += 1
            elif said in GENERIC:
                assert key in GENERIC[said], f"{said} was foretold, {key} came"
                if said == "next.decide":
                    assert (about["box"], about["hand"]) == (blanks["box"], blanks["hand"])
                kept += 1
            else:
                assert said in FOLLOWS
        step, foretold, undisturbed = table.desk.step, next_step(table), True
    assert kept > 20


def _voids(effect: AnyEffect) -> bool:
    return isinstance(effect, Publish) and isinstance(effect.event, RoundVoided)


def _changes_the_course(given: CommandGiven) -> bool:
    tag = given.command.__struct_config__.tag
    return tag not in ("confirm", "boxes_in_play", "decide", "announce_result", "acknowledge_alarm", "call_pit_boss")


def test_looking_ahead_changes_nothing() -> None:
    seen, unseen = Orchestrator(), Orchestrator()
    random = seeded("looked")
    rules = next(rules for rules in list_rules() if rules.game == "blackjack")
    first = configured(rules, random)
    seen.handle(first), unseen.handle(first)
    world = RandomTable(seen, random, 0.1)
    for _ in range(400):
        given = world.next_input()
        effects = seen.handle(given)
        table_view(seen, 1, Delivery())
        assert unseen.handle(given) == effects
        world.after(effects)


def shown(bench: Bench) -> str:
    follows = bench.view.prompt.next
    return follows.text if follows else ""


def test_at_baccarat_the_cards_foretell_until_they_decide() -> None:
    bench = Bench()
    bench.open()
    assert shown(bench) == "Cut and place the cut card, then confirm"
    bench.make_shoe()
    bench.play_until_idle(["2h", *["9c"] * 12])
    assert (bench.view.prompt.key, shown(bench)) == ("bets_open", "Card to PLAYER 1")
    bench.close_bets()
    for card, follows in (("7c", "Card to PLAYER 2"), ("5d", "Card to BANKER 2"), ("Jh", "As the card falls")):
        bench.read(CardRead(card))
        assert shown(bench) == follows
    bench.read(CardRead("Th"))
    assert (bench.view.prompt.text, shown(bench)) == ("Card to BANKER 3", "The round ends")


def test_at_blackjack_the_boxes_that_the_backend_names_are_waited_for_and_then_known() -> None:
    bench = Bench(game="blackjack")
    bench.open()
    bench.make_shoe()
    bench.play_until_idle(["2h", *["9c"] * 12])
    assert (bench.view.prompt.key, shown(bench)) == ("bets_open", "Wait: the backend names the boxes")
    answer = bench.command(BoxesInPlay, role="backend", round=bench.view.round or "", boxes=[3])
    assert isinstance(answer, Answer)
    assert answer.accepted, answer.why
    assert shown(bench) == "Card to BOX 3.1.1"


def test_what_holds_the_table_foretells_nothing() -> None:
    bench = Bench()
    bench.open()
    bench.make_shoe()
    bench.play_until_idle(["2h", *["9c"] * 12])
    bench.read(CardRead("9h"))
    assert bench.view.state == "held"
    assert bench.view.prompt.next is None
