"""A screen stands for a shift: what it does over and over costs no reference and leaves nothing behind."""

from __future__ import annotations

import sys

import msgspec
from conftest import OpenDealer
from PySide6.QtGui import QGuiApplication

from dealer_ui.window import refuse_leaking_binding
from studio.rig import scenes

PICTURES = 300


def test_the_binding_of_qt_keeps_count_of_none(app: QGuiApplication) -> None:
    refuse_leaking_binding(app)


def test_showing_a_table_over_and_over_loses_and_keeps_no_reference_to_none(
    app: QGuiApplication, open_dealer: OpenDealer, open_pit: OpenDealer
) -> None:
    moments = (scenes.dealer_betting(), scenes.dealer_dealing(), scenes.dealer_held(), scenes.blackjack_split())
    dealer, pit = open_dealer(moments[0]), open_pit(scenes.wall())
    pit.behind.open("baccarat-7")

    def show(number: int) -> None:
        dealer.behind.see("table", msgspec.structs.replace(moments[number % len(moments)], n=number))
        for view in scenes.wall():
            pit.behind.see(view.table, msgspec.structs.replace(view, rounds_done=number))
        app.processEvents()

    for number in range(20):
        show(number)
    before = sys.getrefcount(None)
    for number in range(PICTURES):
        show(number)
    assert abs(sys.getrefcount(None) - before) < PICTURES
