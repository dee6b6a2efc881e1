"""Every scene as it is laid out: sizes in millimetres, names for those who do not see, nothing over anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication
from PySide6.QtQuick import QQuickItem
from screen_hands import Hands, is_ignored, name_of

from dealer_ui.facts import SIGNS
from dealer_ui.pictures import LANGUAGES, SIZES, NoTables, Scene, stage
from dealer_ui.sizes import LEGIBLE_MM, PRIMARY_MM, TARGET_MM
from dealer_ui.window import QML
from dealer_ui.words import Words
from studio.messages.telemetry import AwaitedDecision, AwaitedEntry, AwaitedSecond, HandView
from studio.rig import scenes

PANELS = {**SIZES, (1280, 801): 1 / 0.17}
"""The two panels of the pictures, and for the dealer a small one of 10.1 inches (a row higher, to have its own key)."""
MORE: dict[str, Any] = {
    "more-number": scenes.view(
        "roulette-1", "roulette", "playing", "agree", {"value": "17"}, may=["announce_result"], may_not={}
    ),
    "more-winner": scenes.view(
        "baccarat-2",
        "baccarat",
        "playing",
        "agree",
        {"value": "tie"},
        may=["announce_result"],
        may_not={},
        hands={"player": HandView(["2h", "3c", "Td"], 5), "banker": HandView(["Ts", "5d", "Jh"], 5)},
    ),
    "more-card": scenes.unread_card(),
    "more-balls": msgspec.structs.replace(
        scenes.cocktail_shaker(), may=["enter"], may_not={}, entry=AwaitedEntry("draw_balls", 3, "")
    ),
    "more-sector": msgspec.structs.replace(
        scenes.cocktail_shaker(), may=["enter"], may_not={}, entry=AwaitedEntry("turn_bonus_wheel", 1, "Ana M.")
    ),
    "more-second": msgspec.structs.replace(
        scenes.dealer_held(),
        seconds=[AwaitedSecond("rule", "Davit S.", "pit_boss", {"irregularity": "i1", "ruling": "go_on"}, "on video")],
        irregularity=msgspec.structs.replace(
            scenes.dealer_held().irregularity, by="both", also_read=["card.read 9h banker-2", "shoe.locked True"]
        ),
    ),
    "more-second-between": msgspec.structs.replace(scenes.baccarat_ordered(), may=["report", "call_pit_boss"]),
    "more-decisions": msgspec.structs.replace(
        scenes.blackjack_split(),
        decision=AwaitedDecision(3, 2, ["hit", "stand", "double", "split", "surrender"], scenes.at(-11), 15.0),
    ),
}
"""Keypads and a full set of decisions, beside the scenes of the pictures."""
NAMES = [*(scene["name"] for scene in scenes.scenes()), *MORE]
ROUNDING_MM = 0.05
PITS = ("pit", "ruling")
EVERY = [
    (name, size, language)
    for name in NAMES
    for size in PANELS
    for language in LANGUAGES
    if size in SIZES or not name.startswith(PITS)
]
DEALERS = [case for case in EVERY if not case[0].startswith(PITS)]


@pytest.fixture(scope="module")
def staged(
    app: QGuiApplication, all_scenes: list[Scene], request: pytest.FixtureRequest
) -> Iterator[tuple[Hands, float]]:
    name, size, language = request.param
    words = Words(language)
    more = [Scene(more, "dealer", [view], scenes.NOW.timestamp() * 1000) for more, view in MORE.items()]
    scene = next(scene for scene in [*all_scenes, *more] if scene.name == name)
    screen, _behind = stage(scene, words, size, PANELS[size], NoTables())
    yield Hands(screen, _behind), PANELS[size]
    screen.close()
    words.speak("en")


@pytest.mark.parametrize("staged", EVERY, indirect=True, ids=str)
def test_whatever_can_be_pressed_is_large_enough_and_wholly_on_the_screen(staged: tuple[Hands, float]) -> None:
    hands, mm = staged
    window = hands.screen.window
    targets = hands.targets()
    assert targets
    for item in targets:
        name = name_of(item)
        width, height = item.width() / mm, item.height() / mm
        assert min(width, height) >= TARGET_MM - ROUNDING_MM, f"{name}: {width:.1f} x {height:.1f} mm"
        if item.property("isPrimary"):
            assert height >= PRIMARY_MM - ROUNDING_MM, f"{name}: {height:.1f} mm high"
        left, top, right, bottom = hands.place(item)
        assert left >= -0.5, name
        assert top >= -0.5, name
        assert right <= window.width() + 0.5, f"{name} ends at {right} of {window.width()}"
        assert bottom <= window.height() + 0.5, f"{name} ends at {bottom} of {window.height()}"
    assert hands.screen.problems == []


@pytest.mark.parametrize("staged", EVERY, indirect=True, ids=str)
def test_nothing_that_can_be_pressed_lies_over_anything_else_that_can(staged: tuple[Hands, float]) -> None:
    hands, _ = staged
    targets = hands.targets()
    if hands.has("Hold to rule") or hands.has("Удерживать: решить"):
        return  # the dialog covers the page on purpose, and takes its taps
    for n, one in enumerate(targets):
        for other in targets[n + 1 :]:
            if one.isAncestorOf(other) or other.isAncestorOf(one):
                continue
            a, b = hands.place(one), hands.place(other)
            apart = a[2] <= b[0] + 0.5 or b[2] <= a[0] + 0.5 or a[3] <= b[1] + 0.5 or b[3] <= a[1] + 0.5
            assert apart, f"{name_of(one)} {a} and {name_of(other)} {b}"


@pytest.mark.parametrize("staged", EVERY, indirect=True, ids=str)
def test_whatever_carries_meaning_has_a_name_for_those_who_do_not_see_it(staged: tuple[Hands, float]) -> None:
    hands, _ = staged
    for item in hands.targets():
        assert name_of(item), item
    for item in hands.items():
        if not item.inherits("QQuickText") or not str(item.property("text")).strip():
            continue
        above = item
        while above is not None and (is_ignored(above) or not name_of(above)):
            above = above.parentItem()
        assert above is not None, f"{item.property('text')!r} has no name, nor has what it stands on"


@pytest.mark.parametrize("staged", DEALERS, indirect=True, ids=str)
def test_what_the_dealer_reads_is_whole_and_large_enough_for_two_metres(staged: tuple[Hands, float]) -> None:
    hands, mm = staged
    for item in hands.items():
        if not item.inherits("QQuickText") or not str(item.property("text")).strip():
            continue
        text = item.property("text")
        assert not item.property("truncated"), f"{text!r} is cut"
        size_mm = drawn_px(item) / mm
        words = item.metaObject().className().startswith(("Line_", "Fitted_"))
        if not words and hands.screen.window.height() not in (1080, 800):
            continue  # seven boxes on ten inches: a card's index may be smaller there than its total beside it
        least = LEGIBLE_MM * (0.63 if words else 0.6)
        assert size_mm >= least - ROUNDING_MM, f"{text!r} is {size_mm:.1f} mm"


def drawn_px(item: QQuickItem) -> float:
    """The size of type as drawn: a text that is fitted into its place may be smaller than its font says."""
    info = item.property("fontInfo")
    return float(info.property("pixelSize").toNumber())


def test_every_sign_of_the_screens_is_in_the_font(app: QGuiApplication) -> None:
    metrics = QFontMetrics(QFont("DejaVu Sans"))
    for sign in {*"".join(SIGNS.values()), *"♠♥♦♣■▲●✓✕▶◀▾○…«»“”χ²×·ЖёՀ"}:
        assert metrics.inFontUcs4(ord(sign)), f"{sign} U+{ord(sign):04X} would be a box"


@pytest.mark.parametrize("staged", [case for case in EVERY if case[0] == "pit-wall"], indirect=True, ids=str)
def test_everything_on_a_tile_of_the_wall_lies_within_it(staged: tuple[Hands, float]) -> None:
    hands, _ = staged
    tiles = [item for item in hands.items() if item.metaObject().className().startswith("WallTile")]
    assert len(tiles) == len(scenes.wall())
    for tile in tiles:
        left, top, right, bottom = hands.place(tile)
        for item in hands.items():
            if item.inherits("QQuickText") and tile.isAncestorOf(item):
                a = hands.place(item)
                assert a[0] >= left, item.property("text")
                assert a[1] >= top, item.property("text")
                assert a[2] <= right, item.property("text")
                assert a[3] <= bottom, item.property("text")


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2 has it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("ink", "paper", "least"),
    [
        *(("text", paper, 7.0) for paper in ("ground", "panel", "button", "pressed", "medium", "cardFace")),
        *(("quiet", paper, 5.5) for paper in ("ground", "panel")),
        *(("actionText", paper, 5.0) for paper in ("action", "high", "low", "pocketRed", "pocketBlack", "pocketGreen")),
        *(("high", paper, 4.0) for paper in ("ground", "panel")),
        ("suitRed", "cardFace", 4.5),
        ("greyedText", "greyed", 3.0),
    ],
)
def test_what_is_written_stands_out_from_what_it_is_written_on(ink: str, paper: str, least: float) -> None:
    theme = (QML / "Theme.qml").read_text()

    def colour(name: str) -> QColor:
        found = re.search(rf'property color {name}: "(#\w+)"', theme)
        assert found is not None, name
        return QColor(found.group(1))

    lighter, darker = sorted((luminance(colour(ink)), luminance(colour(paper))), reverse=True)
    contrast = (lighter + 0.05) / (darker + 0.05)
    assert contrast >= least, f"{ink} on {paper}: {contrast:.1f} to 1"
