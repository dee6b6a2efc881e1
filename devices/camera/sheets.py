"""Sheets of cards to print: A4 pages of nine cards at their true size, each with its code twice and its name in words.

The codes are made by zxing-cpp's own writer, the library that reads them, and drawn as vector modules by reportlab,
which has made PDF for two decades, needs no system library, and can write the same file for the same input to the byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from devices.camera.codes import CUT_FACE, START_FACE, DeckTable
from devices.camera.faces import CODE_MARGIN_MM, CODE_MM, HEIGHT_MM, WIDTH_MM, modules, words
from devices.camera.options import Symbology

ACROSS: Final = 3
DOWN: Final = 3
CARDS_A_PAGE: Final = ACROSS * DOWN

_LEFT_MM: Final = (A4[0] / mm - ACROSS * WIDTH_MM) / 2
_BOTTOM_MM: Final = (A4[1] / mm - DOWN * HEIGHT_MM) / 2
_MARK_MM: Final = 4.0
_MARK_GAP_MM: Final = 1.0
_PIPS: Final = {"c": "\u2663", "d": "\u2666", "h": "\u2665", "s": "\u2660"}
_RED: Final = (0.75, 0.05, 0.1)


def cards_of(table: DeckTable) -> Iterator[tuple[str, str]]:
    """Code and face of everything that is printed: the start card and the cut cards first, then deck by deck."""
    yield table.start_card, START_FACE
    for code in table.cut_cards:
        yield code, CUT_FACE
    yield from table.cards.items()


def print_sheets(table: DeckTable, file: Path, symbology: Symbology = "datamatrix") -> int:
    """Write the sheets as PDF; the number of pages. Raises OSError when the file cannot be written."""
    cards = list(cards_of(table))
    pages = -(-len(cards) // CARDS_A_PAGE)
    canvas = Canvas(str(file), pagesize=A4, invariant=1, pageCompression=1)
    canvas.setTitle(f"Cards of set {table.deck_set}, {table.decks} decks")
    for page in range(pages):
        on_page = cards[page * CARDS_A_PAGE : (page + 1) * CARDS_A_PAGE]
        for place, (code, face) in enumerate(on_page):
            left = _LEFT_MM + place % ACROSS * WIDTH_MM
            bottom = _BOTTOM_MM + (DOWN - 1 - place // ACROSS) * HEIGHT_MM
            _card(canvas, left, bottom, code, face, symbology)
        _crop_marks(canvas)
        _foot(canvas, table, page + 1, pages, page * CARDS_A_PAGE + 1, len(on_page))
        canvas.showPage()
    canvas.save()
    return pages


def _card(canvas: Canvas, left_mm: float, bottom_mm: float, code: str, face: str, symbology: Symbology) -> None:
    canvas.saveState()
    canvas.translate(left_mm * mm, bottom_mm * mm)
    for half in range(2):
        if half:
            canvas.translate(WIDTH_MM * mm, HEIGHT_MM * mm)
            canvas.rotate(180)
        _code(canvas, code, symbology)
    canvas.restoreState()
    canvas.saveState()
    canvas.translate((left_mm + WIDTH_MM / 2) * mm, (bottom_mm + HEIGHT_MM / 2) * mm)
    _name(canvas, face, code)
    canvas.restoreState()


def _code(canvas: Canvas, code: str, symbology: Symbology) -> None:
    """The code in the upper half: dark modules, one rectangle for each run of them in a row."""
    square = modules(code, symbology)
    count = len(square)
    side = CODE_MM * mm / count
    left = (WIDTH_MM - CODE_MM) / 2 * mm
    top = (HEIGHT_MM - CODE_MARGIN_MM) * mm
    path = canvas.beginPath()
    for row in range(count):
        column = 0
        while column < count:
            begin = column
            while column < count and square[row][column] == 0:
                column += 1
            if column > begin:
                path.rect(left + begin * side, top - (row + 1) * side, (column - begin) * side, side)
            column += 1
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)


def _name(canvas: Canvas, face: str, code: str) -> None:
    """Name in words, rank and suit, and the code for a person to type, in the band between the two codes."""
    if face in (CUT_FACE, START_FACE):
        canvas.setFillGray(0)
        canvas.setFont("Helvetica-Bold", 15)
        canvas.drawCentredString(0, 1.2 * mm, words(face).upper())
    else:
        red = face[1] in "dh"
        canvas.setFillColorRGB(*(_RED if red else (0, 0, 0)))
        rank = "10" if face[0] == "T" else face[0]
        wide = canvas.stringWidth(rank, "Helvetica-Bold", 17)
        pip = canvas.stringWidth(_PIPS[face[1]], "ZapfDingbats", 17)
        canvas.setFont("Helvetica-Bold", 17)
        canvas.drawString(-(wide + pip) / 2, 2.2 * mm, rank)
        canvas.setFont("ZapfDingbats", 17)
        canvas.drawString((wide - pip) / 2, 2.2 * mm, _PIPS[face[1]])
        canvas.setFillGray(0)
        canvas.setFont("Helvetica", 9)
        canvas.drawCentredString(0, -1.8 * mm, words(face))
    canvas.setFillGray(0.35)
    canvas.setFont("Courier", 6.5)
    canvas.drawCentredString(0, -5.2 * mm, code)


def _crop_marks(canvas: Canvas) -> None:
    """At the end of every cut, outside the cards."""
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.25)
    right, top = _LEFT_MM + ACROSS * WIDTH_MM, _BOTTOM_MM + DOWN * HEIGHT_MM
    for column in range(ACROSS + 1):
        x = (_LEFT_MM + column * WIDTH_MM) * mm
        for edge, way in ((_BOTTOM_MM, -1), (top, 1)):
            canvas.line(x, (edge + way * _MARK_GAP_MM) * mm, x, (edge + way * (_MARK_GAP_MM + _MARK_MM)) * mm)
    for row in range(DOWN + 1):
        y = (_BOTTOM_MM + row * HEIGHT_MM) * mm
        for edge, way in ((_LEFT_MM, -1), (right, 1)):
            canvas.line((edge + way * _MARK_GAP_MM) * mm, y, (edge + way * (_MARK_GAP_MM + _MARK_MM)) * mm, y)


def _foot(canvas: Canvas, table: DeckTable, page: int, pages: int, first: int, count: int) -> None:
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", 8)
    y = (_BOTTOM_MM - 10) * mm
    canvas.drawString(
        _LEFT_MM * mm, y, f"set {table.deck_set}, {table.decks} decks: cards {first} to {first + count - 1}"
    )
    canvas.drawCentredString(A4[0] / 2, y, "print at 100 %: a card is 63 x 88 mm")
    canvas.drawRightString(A4[0] - _LEFT_MM * mm, y, f"page {page} of {pages}")
