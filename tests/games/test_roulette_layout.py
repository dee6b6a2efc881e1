"""The layout and the wheels, against the geometry of the table and the sectors that roulette.md prints."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from studio.games.roulette_layout import CALL_BETS, POCKETS, RED, Wheel, arc, call_bet, colour, layout, numbers_of

PLACE = {str(number): ((number - 1) // 3, (number - 1) % 3) for number in range(1, 37)}
"""Number to row and column on the table: three numbers a row, twelve rows."""
WHEELS: tuple[Wheel, ...] = ("european37", "american38")
SPOTS = {wheel: {spot.name: spot for spot in layout(wheel)} for wheel in WHEELS}


def block(rows: range, columns: range) -> frozenset[str]:
    return frozenset(number for number, (row, column) in PLACE.items() if row in rows and column in columns)


def of_kind(wheel: Wheel, kind: str) -> set[frozenset[str]]:
    """What the spots of a kind cover, without those that hold a zero."""
    found = {spot.numbers for spot in layout(wheel) if spot.kind == kind}
    return {numbers for numbers in found if not numbers & {"0", "00"}}


@pytest.mark.parametrize(
    ("wheel", "expected"),
    [
        (
            "european37",
            {"straight": 37, "split": 57 + 3, "street": 12 + 2, "corner": 22 + 1, "six_line": 11},
        ),
        (
            "american38",
            {"straight": 38, "split": 57 + 5, "street": 12 + 3, "corner": 22, "six_line": 11, "five_number": 1},
        ),
    ],
)
def test_the_layout_has_as_many_spots_as_the_table_has_places(wheel: Wheel, expected: dict[str, int]) -> None:
    outside = {"column": 3, "dozen": 3, "even_chance": 6}
    assert Counter(spot.kind for spot in layout(wheel)) == expected | outside
    assert len(SPOTS[wheel]) == len(layout(wheel))


@pytest.mark.parametrize("wheel", WHEELS)
def test_splits_streets_corners_and_lines_are_the_neighbours_on_the_table(wheel: Wheel) -> None:
    touching = {
        frozenset(pair)
        for pair in combinations(PLACE, 2)
        if sum(abs(one - other) for one, other in zip(PLACE[pair[0]], PLACE[pair[1]], strict=True)) == 1
    }
    assert of_kind(wheel, "split") == touching
    assert of_kind(wheel, "street") == {block(range(row, row + 1), range(3)) for row in range(12)}
    assert of_kind(wheel, "six_line") == {block(range(row, row + 2), range(3)) for row in range(11)}
    assert of_kind(wheel, "corner") == {
        block(range(row, row + 2), range(column, column + 2)) for row in range(11) for column in range(2)
    }


@pytest.mark.parametrize("wheel", WHEELS)
def test_outside_bets_cover_what_their_names_say(wheel: Wheel) -> None:
    spots = SPOTS[wheel]
    for third in range(3):
        assert spots[f"column:{third + 1}"].numbers == block(range(12), range(third, third + 1))
        assert spots[f"dozen:{third + 1}"].numbers == block(range(4 * third, 4 * third + 4), range(3))
    assert spots["low"].numbers == block(range(6), range(3))
    assert spots["high"].numbers == block(range(6, 12), range(3))
    for one, other in (("even", "odd"), ("red", "black"), ("low", "high")):
        assert spots[one].numbers | spots[other].numbers == frozenset(PLACE)
        assert len(spots[one].numbers) == len(spots[other].numbers) == 18
    assert {int(number) % 2 for number in spots["even"].numbers} == {0}


def test_red_is_odd_from_1_to_10_and_from_19_to_28_and_even_between() -> None:
    odd_is_red = {*range(1, 11), *range(19, 29)}
    for number in map(int, PLACE):
        assert (str(number) in RED) == ((number % 2 == 1) == (number in odd_is_red)), number
        assert colour(str(number)) in ("red", "black")
    assert colour("0") == colour("00") == "green"


def test_zero_spots_of_one_zero_are_those_printed_in_1_1() -> None:
    zero = {spot.name for spot in layout("european37") if "0" in spot.numbers}
    assert zero == {
        "straight:0",
        "split:0-1",
        "split:0-2",
        "split:0-3",
        "street:0-1-2",
        "street:0-2-3",
        "corner:0-1-2-3",
    }


def test_two_zeros_have_the_five_number_bet_and_no_first_four() -> None:
    assert SPOTS["american38"]["five_number"].numbers == {"0", "00", "1", "2", "3"}
    assert "corner:0-1-2-3" not in SPOTS["american38"]
    assert "five_number" not in SPOTS["european37"]


@pytest.mark.parametrize("wheel", WHEELS)
def test_names_spell_the_numbers_in_counting_order(wheel: Wheel) -> None:
    order = numbers_of(wheel)
    assert order[:3] == (("0", "00", "1") if wheel == "american38" else ("0", "1", "2"))
    for spot in layout(wheel):
        if spot.kind in ("straight", "split", "street", "corner", "six_line"):
            kind, _, numbers = spot.name.partition(":")
            assert kind == spot.kind
            assert numbers.split("-") == sorted(spot.numbers, key=order.index)


# --- the wheels (roulette.md 3.1) --------------------------------------------------------------------------------


@pytest.mark.parametrize("wheel", WHEELS)
def test_each_number_has_one_pocket(wheel: Wheel) -> None:
    zeros = {"0"} if wheel == "european37" else {"0", "00"}
    assert set(POCKETS[wheel]) == set(PLACE) | zeros
    assert len(POCKETS[wheel]) == len(set(POCKETS[wheel]))


def test_colours_alternate_round_the_single_zero_wheel() -> None:
    colours = [colour(number) for number in POCKETS["european37"][1:]]
    assert colours == ["red", "black"] * 18


def test_on_two_zeros_consecutive_numbers_lie_opposite() -> None:
    pockets = POCKETS["american38"]
    opposite = {frozenset((pockets[place], pockets[place + 19])) for place in range(19)}
    assert opposite == {frozenset(("0", "00"))} | {frozenset((str(odd), str(odd + 1))) for odd in range(1, 36, 2)}


def test_an_arc_goes_round_the_end_of_the_list_and_refuses_an_unknown_number() -> None:
    assert arc("european37", "0", 2, 1) == ("3", "26", "0", "32")
    assert arc("european37", "26", 1, 2) == ("3", "26", "0", "32")
    with pytest.raises(ValueError, match="'00' is not a pocket of european37"):
        arc("european37", "00", 1, 1)


# --- call bets (roulette.md 1.2) ---------------------------------------------------------------------------------


def covered(name: str) -> set[str]:
    return {number for spot in call_bet(name) for number in SPOTS["european37"][spot].numbers}


def from_to(first: str, last: str) -> set[str]:
    pockets = POCKETS["european37"]
    start, end = pockets.index(first), pockets.index(last)
    return set(pockets[start : end + 1] if start <= end else pockets[start:] + pockets[: end + 1])


@pytest.mark.parametrize(("name", "chips"), [("zero", 4), ("voisins", 9), ("orphelins", 5), ("tiers", 6)])
def test_each_series_has_its_number_of_chips_on_spots_of_the_layout(name: str, chips: int) -> None:
    assert sum(call_bet(name).values()) == chips
    assert set(call_bet(name)) <= set(SPOTS["european37"])


def test_the_series_cover_their_sectors_of_the_wheel() -> None:
    assert covered("voisins") == from_to("22", "25")
    assert len(covered("voisins")) == 17
    assert covered("tiers") == from_to("27", "33")
    assert len(covered("tiers")) == 12
    assert covered("orphelins") == from_to("17", "6") | from_to("1", "9")
    assert covered("orphelins") == {"17", "34", "6", "1", "20", "14", "31", "9"}
    assert covered("zero") == from_to("12", "15") == {"12", "35", "3", "26", "0", "32", "15"}


def test_voisins_tiers_and_orphelins_share_the_wheel_without_overlap() -> None:
    assert covered("voisins") | covered("tiers") | covered("orphelins") == set(POCKETS["european37"])
    assert 17 + 12 + 8 == 37


def test_voisins_lays_two_chips_on_the_trio_and_on_the_corner() -> None:
    assert call_bet("voisins") == {
        "street:0-2-3": 2,
        "split:4-7": 1,
        "split:12-15": 1,
        "split:18-21": 1,
        "split:19-22": 1,
        "corner:25-26-28-29": 2,
        "split:32-35": 1,
    }


def test_a_number_and_its_neighbours_are_five_pockets_side_by_side() -> None:
    for number in POCKETS["european37"]:
        chips = call_bet("neighbours", number)
        assert list(chips.values()) == [1] * 5
        names = [spot.removeprefix("straight:") for spot in chips]
        assert names[2] == number
        assert set(names) == from_to(names[0], names[-1])
    assert set(call_bet("neighbours", "0")) == {f"straight:{number}" for number in ("3", "26", "0", "32", "15")}


def test_an_unknown_call_bet_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'finale' is not a call bet: these are zero, voisins, orphelins, tiers"):
        call_bet("finale")
    with pytest.raises(ValueError, match="which number"):
        call_bet("neighbours")
    with pytest.raises(ValueError, match="'37' is not a pocket"):
        call_bet("neighbours", "37")
    assert len(CALL_BETS) == 4
