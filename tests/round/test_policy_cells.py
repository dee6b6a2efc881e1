"""Every cell of every house's table of irregularities, once: raised, shown, refused to the wrong people, and ruled.

A table is brought into the phase, the irregularity is raised as it arises there (by a reading, a report, a timer; where
none of them can raise it in that phase, by the orchestrator's own `hold`), and then each ruling of the cell is given
that can be carried out. Source: field standards 5.32, "missing cell = refuse to open; every cell exercised once".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from round import bench as benches
from round.bench import UTC, Bench

from devices.readings import (
    AnyReading,
    BallFellBack,
    BallRead,
    BallUnknown,
    CardOutsideGame,
    CardRead,
    CardSentAgain,
    CardUnreadable,
    CutCardOut,
    DrawerCounted,
    DrawerFault,
    LineNoisy,
    LinkChanged,
    RotorOutOfBand,
    ShoeFault,
    ShoeResult,
    ShoeStarted,
    WheelDisagreement,
    WheelRestarted,
    WheelResult,
    WheelStopped,
    WheelUnresolved,
    WheelWarningRaised,
)
from studio.cli import main
from studio.faults import FAULTS, Phase, phases_of
from studio.games.procedure import Agree, Chance, Deal, DrawBalls
from studio.houses import houses, load_rules
from studio.messages import events
from studio.messages.commands import AnnounceResult, BoxesInPlay, EnterValue, ReportIrregularity, TakeDecision
from studio.policy import RULINGS, Cell, Ruling, cell_for, problems
from studio.round import rulings
from studio.round.hold import RELEASED_BY_LINK, REPORTED_BY_PEOPLE
from studio.round.inputs import ChanceDrawn
from studio.settings import load_rulings

GAMES = ("baccarat", "blackjack", "roulette")
BY_HAND = ("deal", "burn", "spin", "draw_balls")
DRAWER = ("ball_missing", "ball_twice", "ball_missed", "ball_unknown", "ball_fell_back", "drawer_fault")
load_rulings = cache(load_rulings)
load_rules = cache(load_rules)
TABLES = [(house, game, kind) for house in houses() for game in GAMES for kind in load_rulings(house, game)]


@pytest.fixture(autouse=True)
def _files_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benches, "load_rulings", load_rulings)
    monkeypatch.setattr(benches, "load_rules", load_rules)


# --- a table in a phase -----------------------------------------------------------------------------------------------


def table_in(house: str, game: str, kind: str, phase: Phase) -> Bench:
    """A table of `house` in `phase`, as `kind` finds it."""
    more = {"manual_entry": BY_HAND}
    channels = ("dealer",) if phase == "result" else ()
    if game == "roulette":
        drawing = kind in DRAWER and phase == "dealing"
        rules = load_rules("totogaming", "roulette", "cocktail") if drawing else None
        launched = kind != "early_ball"
        bench = Bench(house, game, channels, rules=rules, launch_before_close=launched, more_settings=more)
        return _roulette(bench, phase, drawing=drawing)
    rules = load_rules(house, game)
    shoe = rules.shoe.model_copy(  # type: ignore[attr-defined]
        update={"decks": 1, "cut_from_back_cards": 7, "burn": "fixed", "burn_count": 2}
    )
    changes: dict[str, object] = {"shoe": shoe}
    if game == "baccarat":
        changes["red_envelope"] = None
    return _cards(Bench(house, game, channels, rules=rules.model_copy(update=changes), more_settings=more), phase)


def _cards(bench: Bench, phase: Phase) -> Bench:
    bench.open()
    bench.make_shoe()
    bench.read(CardRead("2c"))
    if phase == "shoe":
        return bench
    bench.read(CardRead("3h"))
    if bench.game == "blackjack":
        bench.command(BoxesInPlay, role="backend", round=bench.table.desk.round_id, boxes=[1])
    if phase == "betting":
        return bench
    bench.close_bets()
    bench.read(CardRead("Ah"))
    if phase == "dealing":
        return bench
    supply = iter(("9d", "7c", "Kd", "Ts", "Th", "8s", "5c"))
    while not isinstance(bench.request, Agree) and bench.table.stage == "round":
        if isinstance(bench.request, Deal):
            bench.read(CardRead(next(supply)))
        elif bench.view.prompt.key == "decide":
            bench.end_timer("decision")
        else:
            bench.make_shoe_from("hole_card_turned")
    return bench


def _roulette(bench: Bench, phase: Phase, *, drawing: bool) -> Bench:
    bench.open()
    bench.wheel("place_bets", 7)
    if phase == "betting":
        return bench
    bench.wheel("ball_in_rim", 7)
    bench.wheel("no_more_bets", 7)
    if isinstance(bench.request, Chance):
        bench.give(ChanceDrawn, draw=bench.request.draw, value={"17": "shaker", "4": 50, "22": 500}, generator="bench")
    if phase != "dealing" or drawing:
        bench.read(WheelResult("17", 7))
    return bench


# --- how an irregularity arises ---------------------------------------------------------------------------------------

Raise = Callable[[Bench], object]

READINGS: dict[str, tuple[AnyReading, ...]] = {
    "card_misplaced": (CardRead("5d", "player-9"),),
    "card_unexpected": (CardRead("5d"),),
    "early_card": (CardRead("5d"),),
    "card_unreadable": (CardUnreadable(1, "smeared"),),
    "card_outside_game": (CardOutsideGame("5d", "locked"),),
    "card_beyond_composition": (CardRead("2c"),),
    "shoe_restarted": (ShoeStarted(),),
    "shoe_fault": (ShoeFault(3, "lid open"),),
    "card_read_twice": (CardSentAgain("5d", "player-9"),),
    "cut_card_again": (CutCardOut(), CutCardOut()),
    "result_out_of_turn": (WheelResult("5", 6),),
    "wheel_disagreement": (WheelDisagreement("17", "5", 7),),
    "wheel_unresolved": (WheelUnresolved(7, None, 8),),
    "wheel_stopped": (WheelStopped(7, in_game=True),),
    "wheel_restarted": (WheelRestarted(in_game=True),),
    "wrong_direction": (WheelWarningRaised("wrong_direction", "ball_in_rim", 7, confirmed=True),),
    "component_fault": (WheelWarningRaised("component_fault", "ball_in_rim", 7, confirmed=True),),
    "ball_not_sensed": (WheelWarningRaised("ball_not_sensed", "ball_in_rim", 7, confirmed=True),),
    "failed_launch": (WheelWarningRaised("failed_launch", "ball_in_rim", 7, confirmed=True),),
    "rotor_out_of_band": (RotorOutOfBand(300, "ball_in_rim", 7),),
    "ball_unexpected": (BallRead("5", 1),),
    "ball_missing": (DrawerCounted(36, "set"),),
    "ball_twice": (BallRead("5", 1), BallRead("5", 2)),
    "ball_missed": (BallRead("5", 2),),
    "ball_unknown": (BallUnknown("77", "no such tag"),),
    "ball_fell_back": (BallRead("5", 1), BallFellBack("5")),
    "drawer_fault": (DrawerFault("jam"),),
    "link_down": (LinkChanged("lost"),),
    "line_noisy": (LineNoisy(9, 2),),
}


def how(bench: Bench, kind: str, phase: Phase) -> Raise | None:
    """How `kind` arises at this table in this phase; None where only the orchestrator itself could say so."""
    reported = kind in REPORTED_BY_PEOPLE
    match kind, phase:
        case "card_unexpected", "shoe" | "dealing":
            return None
        case "pocket_changed", "idle":
            return lambda at: at.read(WheelDisagreement("17", "5", 7))
        case "early_ball", _:
            return lambda at: at.wheel("ball_in_rim", 7)
        case "ball_not_settled", _:
            return lambda at: at.end_timer("settle")
        case "process_restarted", _:
            return lambda at: at.restart()
        case "result_disputed", "result":
            return lambda at: at.command(AnnounceResult, role="dealer", value="something else")
        case "result_disputed", _ if bench.game != "roulette":
            return lambda at: at.read(ShoeResult("tie", player_pair=False, banker_pair=False))
        case "contradiction", "dealing" if bench.game == "roulette":
            return lambda at: at.read(WheelResult("40", 7))
        case "boxes_missing", _ if bench.game == "blackjack":
            return _silent_backend
    if kind in READINGS:
        return lambda at: at.read(*READINGS[kind])
    return (lambda at: at.command(ReportIrregularity, role="dealer", kind=kind)) if reported else None


def _silent_backend(at: Bench) -> None:
    at.table.boxes = None
    at.close_bets()
    at.end_timer("boxes")


def raised(house: str, game: str, kind: str, phase: Phase) -> Bench:
    """A table at which the irregularity has just arisen."""
    bench = table_in(house, game, kind, phase)
    assert bench.table.phase == phase, f"{bench.table.phase}, {bench.request}"
    bench.effects.clear()
    arise = how(bench, kind, phase)
    if arise is None:
        bench.table.desk.begin(UTC)
        rulings.hold(bench.table, kind, "made to be so", None, _reading_of(kind))
        bench.effects.extend(bench.table.desk.effects)
        bench.table._note_state()
    else:
        arise(bench)
    return bench


def _reading_of(kind: str) -> AnyReading | None:
    return CardRead("5d") if kind == "card_unexpected" else None


# --- the cells --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("house", "game", "kind"), TABLES)
def test_every_cell_holds_the_table_says_what_to_do_and_takes_each_of_its_rulings(
    house: str, game: str, kind: str
) -> None:
    for phase in phases_of(game, kind):
        cell = cell_for(load_rulings(house, game), kind, phase)
        bench = raised(house, game, kind, phase)
        if bench.table.irregularity is None:
            assert ruled_by_itself(bench, cell, kind), f"{kind} in {phase} passed by unseen"
            continue
        offered = shown(bench, cell, kind, phase)
        refused_to_the_wrong_people(bench, cell)
        for ruling in offered:
            given(raised(house, game, kind, phase), cell, kind, ruling)


def ruled_by_itself(bench: Bench, cell: Cell, kind: str) -> bool:
    """Whether the house's own rule was given, and published."""
    if cell.automatic is None:
        return False
    return RULINGS[cell.automatic][1] in tags(bench)


def shown(bench: Bench, cell: Cell, kind: str, phase: Phase) -> list[Ruling]:
    """What the screen says of it; the rulings that it offers once every device is back."""
    held = bench.view.irregularity
    assert held is not None
    assert (held.kind, held.remedy) == (kind, cell.tell or FAULTS[kind].remedy)
    assert bench.view.state == "held"
    assert bench.view.prompt.key == f"held.{kind}"
    assert set(held.rulings) <= set(cell.rulings)
    assert any(alarm.what == kind for alarm in bench.view.alarms)
    paused = bench.published(events.TablePaused)
    assert [event.kind for event in paused] == [kind]
    if kind in RELEASED_BY_LINK:
        assert "go_on" not in held.rulings, "nothing goes on while a device is missing"
        bench.read(LinkChanged("ready"))
        if bench.view.irregularity is None:
            assert cell.automatic == "go_on"
            assert bench.published(events.TableResumed)[-1].by == "house rule"
            return [ruling for ruling in cell.rulings if ruling != "go_on" and bench.table.stage == "round"]
        held = bench.view.irregularity
    assert held is not None
    assert held.rulings, f"{kind} in {phase}: nobody can rule"
    return [ruling for ruling in cell.rulings if ruling in held.rulings]


def refused_to_the_wrong_people(bench: Bench, cell: Cell) -> None:
    """Nobody rules whom the house does not let rule, nor anything that it does not allow, nor without a reason."""
    if bench.table.irregularity is None:
        return
    ruling = cell.rulings[-1]
    for role in ("technician", "backend") if cell.by == "dealer" else ("dealer", "technician", "backend"):
        if cell.by == "both" and role == "dealer":
            continue
        assert not bench.rule(ruling, role=role).accepted
    never = next(known for known in RULINGS if known not in cell.rulings)
    assert "this house allows here" in bench.rule(never).why
    if ruling in rulings.rulings_now(bench.table, bench.table.irregularity):
        assert bench.rule(ruling, reason=" ").why == "a ruling needs a reason"
    assert bench.table.irregularity is not None


def given(bench: Bench, cell: Cell, kind: str, ruling: Ruling) -> None:
    """Give the ruling by those who may, and look at what was published."""
    if kind in RELEASED_BY_LINK and ruling == "go_on":
        bench.read(LinkChanged("ready"))
    bench.effects.clear()
    if ruling == "enter":
        value = {"spin": "17", "draw_balls": "3 17 22"}.get(bench.view.prompt.key, "17")
        request = bench.request
        value = "5d" if isinstance(request, Deal) else "3 17 22" if isinstance(request, DrawBalls) else value
        assert bench.command(EnterValue, person="Eva", role="dealer", value=value).accepted
        assert not bench.command(EnterValue, person="Eva", role="dealer", value=value).accepted, "one person alone"
        assert bench.command(EnterValue, person="Ana", value=value).accepted
    elif cell.by == "both":
        assert bench.rule(ruling, person="Eva", role="dealer").why.startswith("noted")
        assert not bench.rule(ruling, person="Eva", role="dealer").accepted, "one person alone"
        assert bench.rule(ruling, person="Ana").accepted
    else:
        assert bench.rule(ruling, role="dealer" if cell.by == "dealer" else "pit_boss").accepted
    if ruling == "burn" and kind == "card_exposed":
        assert bench.view.prompt.key in ("burn", "between_rounds"), "the card that lies face up is yet to be drawn"
        bench.read(CardRead("5d"))
    assert RULINGS[ruling][1] in tags(bench), f"{ruling} on {kind}: published was {tags(bench)}"
    if ruling not in ("void", "enter"):
        resumed = bench.published(events.TableResumed)[0]
        assert (resumed.kind, resumed.ruling) == (kind, ruling)
    assert bench.table.irregularity is None or bench.table.irregularity.kind != kind
    ends = {"round.result", "round.voided"} & set(tags(bench))
    assert len(ends) <= 1


def tags(bench: Bench) -> list[str]:
    return [str(event.__struct_config__.tag) for event in bench.events]


# --- no cell is empty -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("house", houses())
def test_each_cell_that_is_taken_out_is_named(house: str, game: str) -> None:
    policy = load_rulings(house, game)
    assert list(problems(game, policy)) == []
    for kind, cells in policy.items():
        for phase in phases_of(game, kind):
            left = tuple(
                cell.model_copy(update={"phases": rest})
                for cell in cells
                if (rest := tuple(other for other in cell.phases if other != phase))
            )
            named = list(problems(game, policy | {kind: left}))
            assert len(named) == 1
            assert named[0].startswith(f"{game}.{kind}.{phase}: the cell is missing")


def test_a_missing_cell_is_named_by_config_check_and_the_table_does_not_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import shutil

    from studio.houses import config_dir

    config = tmp_path / "config"
    shutil.copytree(config_dir(), config)
    file = config / "houses" / "oasis" / "irregularities.toml"
    line = 'early_card = [{ phases = ["betting"], rulings = ["burn", "void"] }]\n'
    assert line in file.read_text()
    file.write_text(file.read_text().replace(line, "", 1))
    monkeypatch.setenv("STUDIO_CONFIG", str(config))
    assert main(["config", "check", str(file)]) == 1
    assert "baccarat.early_card.betting: the cell is missing" in capsys.readouterr().err
    table = config / "tables" / "baccarat-1.toml"
    table.write_text(table.read_text().replace('house = "pokerok"', 'house = "oasis"'))
    assert main(["run", str(table), "--data", str(tmp_path)]) == 2
    assert "baccarat.early_card.betting" in capsys.readouterr().err


def test_a_decision_is_not_taken_while_the_table_is_held() -> None:
    bench = table_in("oasis", "blackjack", "shoe_fault", "dealing")
    bench.read(ShoeFault(3, "lid open"))
    about = {"round": bench.table.desk.round_id, "box": 1, "hand": 1, "action": "hit"}
    assert bench.command(TakeDecision, role="backend", **about).why == "the table is held"


def test_what_a_house_tells_its_dealers_stands_in_place_of_the_catalogues_remedy() -> None:
    cell = Cell(phases=("dealing",), rulings=("void",), tell="Cover the shoe")
    bench = Bench("pokerok", overrides={"card_skipped": (cell,)})
    bench.open()
    bench.make_shoe()
    bench.close_bets()
    bench.command(ReportIrregularity, role="dealer", kind="card_skipped")
    assert bench.view.irregularity is not None
    assert bench.view.irregularity.remedy == "Cover the shoe"
