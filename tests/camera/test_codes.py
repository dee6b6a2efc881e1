"""The code on a card, and the table of a set of decks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.camera.codes import (
    ALPHABET,
    DECK,
    CardCode,
    Code,
    CutCode,
    DeckTable,
    Refused,
    StartCode,
    TableError,
    check_character,
    make_code,
    new_table,
    parse_code,
    parse_table,
    table_text,
)
from devices.clock import randbelow, seeded

CODES = st.sampled_from([make_code("7QX", card, serial) for card in DECK for serial in ("0F3", "ZZZ", "2A9")])


def test_the_check_character_is_that_of_the_standard() -> None:
    # ISO/IEC 7064 MOD 37,36: the example that the standard's own users give, A12425GABC1234002 with check M.
    assert check_character("A12425GABC1234002") == "M"


@given(CODES, st.data())
def test_one_wrong_character_is_always_found(code: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(code) - 1))
    wrong = data.draw(st.sampled_from([character for character in ALPHABET if character != code[at]]))
    assert isinstance(parse_code(code[:at] + wrong + code[at + 1 :]), str)


@given(st.text(max_size=40))
def test_no_text_breaks_the_table(text: str) -> None:
    table = new_table(1, seeded("broken").randrange)
    looked = table.look_up(text)
    assert isinstance(looked, Refused) == (
        text not in table.cards and text not in table.cut_cards and text != table.start_card
    )


@given(st.text(alphabet=ALPHABET, min_size=10, max_size=10))
def test_a_text_of_the_right_shape_that_is_not_in_the_table_is_refused(text: str) -> None:
    table = new_table(8, seeded("shape").randrange)
    assert isinstance(table.look_up(text), Refused) or text in (*table.cards, *table.cut_cards, table.start_card)


def test_a_code_says_its_set_its_card_and_its_serial() -> None:
    code = make_code("7QX", "Td", "0F3")
    assert len(code) == 10
    assert parse_code(code) == Code(code, "7QX", "Td", "0F3")


def test_each_card_of_a_set_has_its_own_code(table: DeckTable) -> None:
    assert len(table.cards) == 104
    assert sorted(table.cards.values()) == sorted(DECK * 2)
    assert len({code[6:9] for code in (*table.cards, *table.cut_cards, table.start_card)}) == 107


def test_the_table_knows_cards_cut_cards_and_the_start_card(table: DeckTable) -> None:
    code, card = next(iter(table.cards.items()))
    assert table.look_up(code) == CardCode(code, card)
    assert table.look_up(table.cut_cards[1]) == CutCode(table.cut_cards[1])
    assert table.look_up(table.start_card) == StartCode(table.start_card)


def test_a_card_of_another_set_is_named(table: DeckTable) -> None:
    looked = table.look_up(make_code("AAA", "Qh", "222"))
    assert isinstance(looked, Refused)
    assert looked.foreign
    assert "Qh of set AAA" in looked.reason


def test_a_table_is_the_same_after_it_was_written(table: DeckTable) -> None:
    assert parse_table(table_text(table)) == table


def test_sets_from_the_systems_generator_differ_and_seeded_ones_do_not() -> None:
    assert new_table(1, randbelow).cards != new_table(1, randbelow).cards
    assert new_table(1, seeded(4).randrange) == new_table(1, seeded(4).randrange)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace('"2c"', '"3c"', 1), "entered as 3c"),
        (lambda text: text.replace("decks = 2", "decks = 3"), "in 3 decks"),
        (lambda text: text.replace("format = 1", "format = 9"), "format"),
        (lambda text: text.replace("[cards]", "[card]"), "card"),
        (lambda text: text.replace('start_card = "K', 'start_card = "J'), "no code"),
        (lambda text: text + 'KAAA2C2224 = "2c"\n', "KAAA2C2224"),
        (lambda text: text[:-4], "deck.toml"),
    ],
)
def test_a_table_that_was_tampered_with_is_refused(table: DeckTable, change: object, says: str) -> None:
    assert callable(change)
    with pytest.raises(TableError, match=says):
        parse_table(change(table_text(table)), "deck.toml")


def test_two_cards_with_one_serial_are_refused(table: DeckTable) -> None:
    first, second = list(table.cards)[:2]
    twin = make_code(table.deck_set, table.cards[second], first[6:9])
    with pytest.raises(TableError, match="same serial"):
        parse_table(table_text(table).replace(second, twin), "deck.toml")


@pytest.mark.parametrize("decks", [0, 13])
def test_a_set_has_one_to_twelve_decks(decks: int) -> None:
    with pytest.raises(ValueError, match="1 to 12"):
        new_table(decks, randbelow)
