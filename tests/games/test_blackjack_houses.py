"""The houses' files say what the comparison table says (blackjack.md 1 and 3), with the defaults of section 4."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pydantic
import pytest

from studio.games.blackjack_rules import BlackjackRules

from .blackjack_table import FILES, HOUSES, data_of, rules_of

VARIANTS = ["totogaming", "one", "infinite_free_bet", "power", "classic_free_bet"]

ROWS: list[tuple[str, str, Any, Any, Any]] = [
    # row of blackjack.md 1 or mark of section 4, key, A (pokerok), B (totogaming), C (oasis)
    ("Decks, G1", "shoe.decks", 8, 8, 6),
    ("Cut card, C2", "shoe.cut_from_back_cards", 208, 139, 104),
    ("Burn, G7", "shoe.burn", "none", "none", "none"),
    ("After the deal in which the cut card came", "shoe.last_hand", "current_round", "current_round", "current_round"),
    ("Seats", "seats", 7, 7, 7),
    ("One player 1-3 boxes", "boxes_per_player", None, 3, None),
    ("1-3 players per box", "bettors_per_box", 1, 1, 3),
    ("Bet Behind, C6", "bet_behind", False, True, False),
    ("Deal start, C16", "deal.first_box", "dealers_left", "dealers_left", "dealers_left"),
    ("Initial deal", "deal.up_card", "after_first_cards", "after_first_cards", "after_first_cards"),
    ("Hole card, C1", "deal.hole_card", True, False, False),
    ("Peek", "deal.peek_on", "A", "", ""),
    ("Dealer", "soft_17", "stand", "stand", "stand"),
    ("Blackjack", "blackjack_pays", Fraction(3, 2), Fraction(3, 2), Fraction(3, 2)),
    ("Blackjack at once, C14", "blackjack_paid_at_once", False, False, True),
    ("Double, G9", "double.totals", (), (), ()),
    ("Double after split, C11", "double.after_split", False, True, True),
    ("Doubles", "double.multiples", (2,), (2,), (2,)),
    ("Free doubles", "double.free_totals", (), (), ()),
    ("Split, C3", "split.by", "value", "rank", "rank"),
    ("Splits, C3", "split.max_splits", 1, 1, 3),
    ("Split dealing, C4", "split.deal", "both_first", "both_first", "one_by_one"),
    ("Split aces, C11", "split.aces_one_card", True, False, True),
    ("Free splits", "split.free_ranks", "", "", ""),
    ("Insurance pays", "insurance.pays", Fraction(2), Fraction(2), Fraction(2)),
    ("Insurance up to", "insurance.up_to", Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)),
    ("Insured blackjack", "insurance.with_blackjack", True, False, False),
    ("Even money", "even_money", False, True, True),
    ("Surrender, C5", "surrender", "off", "any", "not_vs_ace"),
    ("Charlie, C15", "charlie", "off", 7, "off"),
    ("Dealer's blackjack, G2, G4", "dealer_blackjack_takes", "all", "all", "all"),
    ("Dealer's 22", "dealer_22_pushes", False, False, False),
]

DIFFERENCES: dict[str, dict[str, Any]] = {
    "one": {"split.aces_one_card": True, "charlie": 6},
    "infinite_free_bet": {"charlie": 6, "double.free_totals": (9, 10, 11), "split.free_ranks": "A23456789"},
    "power": {
        "shoe.without_ranks": "9T",
        "shoe.cut_from_back_cards": 117,
        "deal.hole_card": True,
        "deal.peek_on": "AJQK",
        "double.multiples": (2, 3, 4),
    },
    "classic_free_bet": {
        "double.free_totals": (9, 10, 11),
        "split.free_ranks": "A23456789",
        "dealer_22_pushes": True,
    },
}
"""Where a variant differs from Totogaming's blackjack (blackjack.md 3)."""


def value(rules: Any, key: str) -> Any:
    for step in key.split("."):
        rules = getattr(rules, step)
    return rules


def flat(table: dict[str, Any], before: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, under in table.items():
        if isinstance(under, dict):
            found |= flat(under, f"{before}{key}.")
        else:
            found[before + key] = under
    return found


@pytest.mark.parametrize(("row", "key", "pokerok", "totogaming", "oasis"), ROWS, ids=[row[0] for row in ROWS])
def test_each_row_of_the_comparison_stands_in_the_houses_files(
    row: str, key: str, pokerok: Any, totogaming: Any, oasis: Any
) -> None:
    assert value(rules_of("pokerok"), key) == pokerok
    assert value(rules_of("totogaming"), key) == totogaming
    assert value(rules_of("oasis"), key) == oasis


@pytest.mark.parametrize("variant", DIFFERENCES)
def test_a_variant_differs_from_totogamings_blackjack_where_printed_and_nowhere_else(variant: str) -> None:
    told_apart = ("title", "source", "variant", "doubtful", "side_bets")
    classic = flat(rules_of("totogaming").model_dump(exclude=set(told_apart)))
    other = flat(rules_of(variant).model_dump(exclude=set(told_apart)))
    assert {key: other[key] for key in other if other[key] != classic[key]} == DIFFERENCES[variant]


def test_every_blackjack_file_is_one_of_those_tested() -> None:
    assert sorted(HOUSES.glob("*/blackjack*.toml")) == sorted(HOUSES / file for file in FILES.values())


@pytest.mark.parametrize("name", FILES)
def test_a_file_lies_with_its_house_under_its_variant_and_names_its_source(name: str) -> None:
    rules, file = rules_of(name), Path(FILES[name])
    assert rules.house == file.parent.name
    assert file.stem == ("blackjack" if rules.variant == "classic" else f"blackjack_{rules.variant}")
    source = {"pokerok": "004", "totogaming": "000", "oasis": "001"}[rules.house]
    assert f"({source})" in rules.source


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("pokerok", "C1 C2 C3 C4 C5 C11 C12 C15 G1 G2 G7 G8"),
        ("totogaming", "C1 C2 C3 C4 C5 C6 C7 C13 C15 C16 G4 G5 G6 G7 G8 G9"),
        ("one", "C1 C2 C3 C4 C5 C6 C7 C13 C15 C16 G4 G5 G6 G7 G8 G9"),
        ("infinite_free_bet", "C1 C2 C3 C4 C5 C6 C9 C10 C15 C16 G4 G7 G8 G9"),
        ("power", "C1 C2 C3 C4 C5 C6 C15 C16 G4 G7 G8 G9"),
        ("classic_free_bet", "C1 C2 C3 C4 C5 C6 C7 C8 C9 C13 C15 C16 G4 G5 G6 G7 G8 G9"),
        ("oasis", "C1 C2 C3 C4 C5 C14 C15 G3 G7 G8"),
    ],
)
def test_every_mark_that_bears_on_a_house_is_listed_with_the_reading_taken(name: str, marks: str) -> None:
    doubtful = rules_of(name).doubtful
    assert [mark.split()[0] for mark in doubtful if mark[0] in "CG" and mark[1].isdigit()] == marks.split()
    assert all(reading.endswith(".") for reading in doubtful.values())


def test_the_table_of_pokerok_bears_its_three_notices() -> None:
    assert rules_of("pokerok").notices == (
        "Dealer must draw to 16 and stand on 17",
        "Blackjack pays 3 to 2",
        "Insurance pays 2 to 1",
    )


def test_only_oasis_announces_a_boxs_blackjack() -> None:
    assert [name for name in FILES if "box_blackjack" in rules_of(name).announcements] == ["oasis"]


def test_side_bets_are_totogamings_alone_and_not_offered_where_the_variant_prints_none() -> None:
    offered = [name for name in FILES if rules_of(name).side_bets.hot_3 is not None]
    assert offered == ["totogaming", "one", "classic_free_bet"]
    pays = [rules_of(name).side_bets for name in offered]
    assert pays[0] == pays[1] == pays[2]


@pytest.mark.parametrize(
    ("bet", "pays"),
    [
        ("perfect_pairs", "25 12 6"),
        ("twenty_one_plus_three", "100 40 30 10 5"),
        ("suit_em_up", "60 10 5 3 2"),
        ("lucky_lucky", "200 100 50 30 15 3 2 2"),
        ("bust", "250 100 50 9 2"),
        ("crazy_7", "2000 500 150 25 5"),
        ("hot_3", "100 20 4 2 1"),
    ],
)
def test_side_bets_pay_as_printed_from_the_highest_row_down(bet: str, pays: str) -> None:
    """blackjack.md 2."""
    table = getattr(rules_of("totogaming").side_bets, bet)
    assert [str(getattr(table, row)) for row in type(table).model_fields] == pays.split()


@pytest.mark.parametrize("name", FILES)
def test_rules_survive_being_written_as_plain_data(name: str) -> None:
    rules = rules_of(name)
    assert BlackjackRules.model_validate_json(json.dumps(rules.model_dump(mode="json"))) == rules


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"split": {"max_split": 2}}, "max_split"),
        ({"surrender": "late"}, "surrender"),
        ({"charlie": 5}, "charlie"),
        ({"blackjack_pays": 1.5}, "profit:stake"),
        ({"deal": {"peek_on": "AX"}}, "letters of"),
        ({"deal": {"peek_on": "AA"}}, "at most once"),
        ({"deal": {"hole_card": False, "peek_on": "A"}}, "nothing to look at"),
        ({"double": {"multiples": [5]}}, "multiples"),
        ({"double": {"totals": [21]}}, "totals"),
        ({"shoe": {"cut_from_back_cards": 416}}, "holds 416 cards"),
        ({"shoe": {"decks": 8, "without_ranks": "9T", "cut_from_back_cards": 352}}, "holds 352 cards"),
        ({"side_bets": {"hot_3": {"any_777": "100:1"}}}, "suited_21"),
        ({"decision_time_s": None}, "decision_time_s"),
    ],
)
def test_what_no_house_can_mean_is_refused_by_name(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(pydantic.ValidationError, match=named):
        rules_of("pokerok", **changes)


def test_the_shoe_of_power_holds_352_cards() -> None:
    assert data_of("power")["shoe"]["cut_from_back_cards"] == 352 - round(352 * 2 / 3)
