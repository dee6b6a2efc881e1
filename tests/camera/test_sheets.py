"""`studio cards print`: the pages, the deck table, and a photograph of a page read in full."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest

from devices.camera.codes import DeckTable
from devices.camera.decoding import Decoder, Picture
from devices.camera.options import read_table
from devices.camera.sheets import CARDS_A_PAGE, cards_of, print_sheets
from studio.commands import cards


def command(*words: str) -> int:
    parser = argparse.ArgumentParser()
    cards.add_arguments(parser)
    return cards.run(parser.parse_args(words))


def render(file: Path, page: int, dpi: int = 150) -> Picture:
    document = pypdfium2.PdfDocument(file)
    picture: Any = document[page].render(scale=dpi / 72, grayscale=True).to_numpy()
    document.close()
    return np.ascontiguousarray(np.squeeze(picture))


def photograph(page: Picture, seed: int) -> Picture:
    """The page on a dark desk, from aside, a little out of focus, unevenly lit, in noise, as a JPEG."""
    chance = np.random.default_rng(seed)
    high, wide = page.shape
    corners = np.asarray([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    seen = (corners + np.asarray((120, 110)) + chance.uniform(-60, 60, (4, 2))).astype(np.float32)
    photo: Any = np.full((high + 220, wide + 240), 50, np.uint8)
    matrix = cv2.getPerspectiveTransform(corners, seen)
    size = (wide + 240, high + 220)
    photo = cv2.warpPerspective(page, matrix, size, dst=photo, borderMode=cv2.BORDER_TRANSPARENT)
    photo = photo * np.linspace(1.0, 0.6, size[0])[None, :]
    photo = cv2.GaussianBlur(photo.astype(np.float32), (0, 0), 1.2) + chance.normal(0, 8, photo.shape)
    coded: Any = cv2.imencode(".jpg", np.clip(photo, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 80])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)


@pytest.mark.parametrize("page", [0, 1, 11])
def test_a_photograph_of_a_page_is_read_in_full(table: DeckTable, tmp_path: Path, page: int) -> None:
    file = tmp_path / "cards.pdf"
    assert print_sheets(table, file) == 12
    printed = [code for code, _ in cards_of(table)][page * CARDS_A_PAGE : (page + 1) * CARDS_A_PAGE]
    texts = Decoder().texts(photograph(render(file, page), seed=page))
    assert sorted(texts) == sorted(printed)


def test_every_page_says_its_number_its_set_and_each_card_in_words(table: DeckTable, tmp_path: Path) -> None:
    file = tmp_path / "cards.pdf"
    pages = print_sheets(table, file)
    document = pypdfium2.PdfDocument(file)
    texts = [document[number].get_textpage().get_text_bounded() for number in range(pages)]
    document.close()
    assert all(f"page {number} of {pages}" in text for number, text in enumerate(texts, start=1))
    assert all(table.deck_set in text for text in texts)
    assert "START CARD" in texts[0]
    assert texts[0].count("CUT CARD") == 2
    assert "".join(texts).count("queen of hearts") == 2
    for code, _ in cards_of(table):
        assert sum(code in text for text in texts) == 1


def test_a_card_is_printed_at_its_true_size(table: DeckTable, tmp_path: Path) -> None:
    file = tmp_path / "cards.pdf"
    print_sheets(table, file)
    dpi = 254  # ten pixels a millimetre
    page = render(file, 1, dpi)
    marks = np.flatnonzero((page[120:150] < 220).all(axis=0))  # crop marks above the upper row
    groups = marks[np.insert(np.diff(marks) > 5, 0, True)]
    assert np.diff(groups) == pytest.approx([630, 630, 630], abs=2)


def test_eight_decks_are_printed_with_their_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cards.pdf"
    assert command("print", "--decks", "8", "--out", str(file)) == 0
    assert "47 pages" in capsys.readouterr().out
    table = read_table(file.with_suffix(".toml"))
    assert (len(table.cards), len(table.cut_cards)) == (416, 2)
    assert render(file, 46, 40).min() < 128


def test_the_same_seed_prints_the_same_bytes_and_none_prints_others(tmp_path: Path) -> None:
    for name, extra in (("a", ["--seed", "7"]), ("b", ["--seed", "7"]), ("c", [])):
        assert command("print", "--decks", "1", "--out", str(tmp_path / f"{name}.pdf"), *extra) == 0
    printed = [(tmp_path / f"{name}.pdf").read_bytes() for name in "abc"]
    assert printed[0] == printed[1] != printed[2]
    assert (tmp_path / "a.toml").read_text() == (tmp_path / "b.toml").read_text() != (tmp_path / "c.toml").read_text()


def test_a_table_that_is_there_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cards.pdf"
    assert command("print", "--decks", "1", "--out", str(file)) == 0
    before = file.with_suffix(".toml").read_text()
    assert command("print", "--decks", "1", "--out", str(file)) == 2
    assert "--again" in capsys.readouterr().err
    first = file.read_bytes()
    assert command("print", "--again", "--out", str(file)) == 0
    assert file.read_bytes() == first
    assert file.with_suffix(".toml").read_text() == before


@pytest.mark.parametrize("words", [["--decks", "13"], ["--cut-cards", "99"], ["--again"]])
def test_what_cannot_be_printed_is_refused_in_words(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("print", "--out", str(tmp_path / "cards.pdf"), *words) == 2
    assert capsys.readouterr().err.startswith("studio cards: ")
    assert list(tmp_path.iterdir()) == []
