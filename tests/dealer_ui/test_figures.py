"""Roads, bias, numbers and alarm load: pure figures against examples worked by hand and against printed tables."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_ui import bias, numbers, roads, wheel
from dealer_ui.alarm_load import AlarmLoad
from dealer_ui.roads import Bead
from dealer_ui.sizes import px_per_mm
from studio.games import roulette_layout
from studio.rig import scenes
from studio.round import spins

LETTER = {"P": "player", "B": "banker", "T": "tie"}


def outcomes(letters: str) -> list[str]:
    return [LETTER[letter] for letter in letters]


def drawn(beads: list[Bead]) -> str:
    """A road as one sees it: a line a row, ties as a digit after the letter."""
    width = 1 + max(bead.column for bead in beads)
    rows = [["." for _ in range(width)] for _ in range(roads.ROWS)]
    for bead in beads:
        rows[bead.row][bead.column] = bead.winner[0].upper() + (str(bead.ties) if bead.ties else "")
    return "\n".join(" ".join(row) for row in rows)


def test_the_bead_plate_runs_down_each_column() -> None:
    beads = roads.bead_plate(outcomes("PBTPPBBP"))
    assert [(bead.column, bead.row, bead.winner[0]) for bead in beads] == [
        (0, 0, "p"), (0, 1, "b"), (0, 2, "t"), (0, 3, "p"), (0, 4, "p"), (0, 5, "b"), (1, 0, "b"), (1, 1, "p"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("letters", "picture"),
    [
        ("BBPB", "B P B\nB . .\n. . .\n. . .\n. . .\n. . ."),
        ("BTTBP", "B2 P\nB .\n. .\n. .\n. .\n. ."),
        ("TTP", "P2\n.\n.\n.\n.\n."),
        ("T", "T1\n.\n.\n.\n.\n."),
        # Eight of one turn right at the foot; the next run begins beside the head, and is barred by the tail.
        ("BBBBBBBBPPPPPPP", "B P . .\nB P . .\nB P . .\nB P . .\nB P P P\nB B B ."),
        # Drawn by hand: each run is barred by the tail before it and turns right one row higher, until a tail lies in
        # the first row and the next run begins beyond it.
        (
            "BBBBBBBBPPPPPPPBBBBBBPPPPBBBPPBTT",
            "B P B P B P P B2\nB P B P B B . .\nB P B P P . . .\nB P B B B . . .\nB P P P . . . .\nB B B . . . . .",
        ),
        ("BBBBBBP", "B P\nB .\nB .\nB .\nB .\nB ."),
    ],
)
def test_the_big_road(letters: str, picture: str) -> None:
    assert drawn(roads.big_road(outcomes(letters))) == picture


@given(st.text("PBT", max_size=120))
def test_no_two_beads_of_a_big_road_lie_on_one_place_and_every_round_is_in_it(letters: str) -> None:
    beads = roads.big_road(outcomes(letters))
    places = [(bead.column, bead.row) for bead in beads]
    assert len(set(places)) == len(places)
    assert all(0 <= row < roads.ROWS for _, row in places)
    winners = sum(bead.winner != "tie" for bead in beads)
    assert winners + sum(bead.ties for bead in beads) == len(letters)


def test_what_is_no_outcome_of_baccarat_is_refused() -> None:
    with pytest.raises(ValueError, match="'void' is no outcome"):
        roads.big_road(["player", "void"])


def test_the_last_columns_move_to_the_left_edge() -> None:
    beads = roads.last_columns(roads.big_road(outcomes("PBPBPB")), 2)
    assert [(bead.column, bead.winner) for bead in beads] == [(0, "player"), (1, "banker")]


@pytest.mark.parametrize(
    ("freedom", "chi_square", "chance"),
    # Critical values as every printed table of chi-square has them.
    [
        (1, 3.841, 0.05), (1, 6.635, 0.01), (2, 5.991, 0.05), (2, 9.210, 0.01), (5, 11.070, 0.05),
        (10, 18.307, 0.05), (10, 23.209, 0.01), (10, 3.940, 0.95), (30, 43.773, 0.05), (36, 50.998, 0.05),
        (37, 52.192, 0.05), (100, 124.342, 0.05),
    ],
)  # fmt: skip
def test_the_tail_of_chi_square_as_printed_tables_have_it(freedom: int, chi_square: float, chance: float) -> None:
    assert bias.chance_of(chi_square, freedom) == pytest.approx(chance, abs=5e-5)


def test_chi_square_of_a_die_by_hand() -> None:
    # 60 throws, ten of each are due: (25 + 4 + 1 + 4 + 0 + 36) / 10.
    figure = bias.chi_square_test([5, 8, 9, 12, 10, 16], [1] * 6)
    assert figure.chi_square == pytest.approx(7.0)
    assert figure.freedom == 5
    assert figure.chance == pytest.approx(0.2206, abs=5e-5)


def test_an_even_wheel_is_not_suspect_and_a_tilted_one_is() -> None:
    even = dict.fromkeys(wheel.EUROPEAN, 20)
    assert bias.pocket_bias(even).chi_square == 0
    assert not bias.pocket_bias(even).suspect
    tilted = even | dict.fromkeys(wheel.SECTORS["tiers"], 40)
    assert bias.pocket_bias(tilted).suspect
    assert bias.sector_bias(tilted).suspect


def test_too_few_spins_are_not_suspect_whatever_they_show() -> None:
    figure = bias.pocket_bias({"17": 30})
    assert figure.chance < 1e-6
    assert not figure.enough
    assert not figure.suspect


def test_hot_and_cold_numbers() -> None:
    hot, cold = numbers.hot_and_cold(["7", "7", "7", "12", "12", "5", "void", "5", "12"], 3)
    assert hot == ["12", "7", "5"]
    assert not {"7", "12", "5"} & set(cold)


def test_the_wheel_of_the_screens_is_the_wheel_of_the_rules() -> None:
    assert roulette_layout.POCKETS == {"european37": wheel.EUROPEAN, "american38": wheel.AMERICAN}
    assert roulette_layout.RED == wheel.RED
    assert sum(len(pockets) for pockets in wheel.SECTORS.values()) == 37
    assert len(wheel.RED) == 18


def test_the_alarm_load_counts_the_calls_of_all_tables_in_the_last_hour() -> None:
    load = AlarmLoad()
    load.see("t1", [0, 60])
    load.see("t2", [120])
    load.see("t2", [120])
    assert load.per_hour(120) == 3
    assert load.per_hour(3600) == 2
    assert load.per_hour(3721) == 0


def test_more_than_ten_calls_in_ten_minutes_are_a_flood_until_fewer_than_five_are_left() -> None:
    load = AlarmLoad()
    load.see("t1", [float(at) for at in range(10)])
    assert not load.in_flood(10)
    load.see("t1", [float(at) for at in range(11)])
    assert load.in_flood(10)
    assert load.in_flood(605), "five are left"
    assert not load.in_flood(607), "three are left"
    assert not load.in_flood(606), "it does not begin again with few"


def test_a_chance_that_is_next_to_nothing_is_not_called_nothing() -> None:
    assert bias.spelled_chance(0.00004) == "< 0.1 %"
    assert bias.spelled_chance(0.714) == "71.4 %"


def test_the_screen_and_the_table_work_out_the_same_figure() -> None:
    counts = Counter(scenes.ROULETTE.split())
    for over, cells in (("pocket", [(pocket,) for pocket in wheel.EUROPEAN]), ("sector", list(spins.SECTORS.values()))):
        figure = bias.pocket_bias(counts) if over == "pocket" else bias.sector_bias(counts)
        assert spins.chi_square(counts, cells) == pytest.approx(figure.chi_square)
    assert {name: frozenset(pockets) for name, pockets in spins.SECTORS.items()} == wheel.SECTORS


def test_a_millimetre_is_as_configured_and_else_as_the_screen_says() -> None:
    assert px_per_mm(0.25, None, 96) == 4
    assert px_per_mm(None, 254, 96) == 10
    assert px_per_mm(None, None, 127) == 5
    with pytest.raises(ValueError, match="as measured on the screen"):
        px_per_mm(None, None, 0)
    with pytest.raises(ValueError, match=r"0\.02 to 2 mm"):
        px_per_mm(40, None, 96)
