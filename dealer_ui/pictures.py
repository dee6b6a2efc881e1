"""Pictures of the screens from scenes in a file, for people to look at: `python -m dealer_ui.pictures FILE DIR`.

A scene is an object with `name`, `screen` (`dealer` or `pit`), `views` (table views of the contract), `now_ms`, and
for the pit boss's monitor the table that is `open` whether the `ruling` dialog stands on it, which
`form` is open beside it, and how far it has been filled in (`filled`, by the form's own properties).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from PySide6.QtCore import QEventLoop, QMetaObject, QObject, QTimer, Signal

from dealer_ui.dealer import DealerScreen
from dealer_ui.desk import Desk
from dealer_ui.entrance import Entrance
from dealer_ui.pit import PitScreen
from dealer_ui.window import Screen, Ticker, application
from dealer_ui.words import Words
from studio.messages.bus import Admission, LogIn
from studio.messages.commands import AnyCommand
from studio.messages.telemetry import TableView

SIZES: Final[dict[tuple[int, int], float]] = {(1920, 1080): 1 / 0.248, (1280, 800): 1 / 0.2588}
"""Resolution to pixels a millimetre: a 21.5-inch and a 15.4-inch panel."""
LANGUAGES: Final = ("en", "ru")
SETTLE_MS: Final = 150
"""Until bindings, layouts and fonts have come to rest."""


class Scene(msgspec.Struct):
    """One picture to take, in every language and size."""

    name: str
    screen: Literal["dealer", "pit"]
    views: list[TableView]
    now_ms: float
    open: str = ""
    ruling: bool = False
    door: Literal["", "show", "second"] = ""
    """Whether the pane where people log in is called for, or a second person is asked for."""
    typed: tuple[str, str] = ("", "")
    """Staff number and PIN as they stand in it."""
    locked_until_utc: str = ""
    form: str = ""
    filled: dict[str, Any] = {}


class NoTables(QObject):
    """Stands where the link to the tables does; nobody hears what is given."""

    answered = Signal(str, bool, str)
    admitted = Signal(str, object)

    def give(self, place: str, command: AnyCommand, session: str | None = None) -> None:
        """There is nobody to give it to."""

    locked_until_utc = ""

    def log_in(self, place: str, asked: LogIn) -> None:
        """Nobody is let in, and why is said where the scene is about that."""
        if self.locked_until_utc:
            refused = Admission(asked.id, None, refusal="locked", why="locked", locked_until_utc=self.locked_until_utc)
            self.admitted.emit(place, refused)

    def log_out(self, place: str) -> None:
        """There is nobody who would know."""


def stage(scene: Scene, words: Words, size: tuple[int, int], mm: float, link: NoTables) -> tuple[Screen, QObject]:
    """The screen of a scene, shown; with it what stands behind it."""
    ticker = Ticker(lambda: scene.now_ms)
    if scene.screen == "dealer":
        view = scene.views[0]
        dealer = DealerScreen(view.table, link, words, ticker, view.dealer or "", "dealer")
        dealer.see(view.table, view)
        given = dealer.given()
        screen = Screen("Dealer.qml", given, words, mm=mm, size=size, ticker=ticker)
        _at_the_door(scene, screen, dealer.entrance, dealer.desk, link)
        return screen, dealer
    pit = PitScreen("Floor 1", [view.table for view in scene.views], link, words, ticker, "Davit S.")
    for view in scene.views:
        pit.see(view.table, view)
    given = pit.given()
    shown = Screen("Pit.qml", given, words, mm=mm, size=size, ticker=ticker)
    if scene.open:
        pit.open(scene.open)
    if scene.form:
        _fill(shown, scene)
    if scene.ruling:
        QMetaObject.invokeMethod(shown.window, "askForRuling")
    _at_the_door(scene, shown, pit.entrance, pit.desks[scene.open or scene.views[0].table], link)
    return shown, pit


def _at_the_door(scene: Scene, screen: Screen, entrance: Entrance, desk: Desk, link: NoTables) -> None:
    """Bring the pane where people log in to where the scene has it."""
    if scene.door == "show":
        entrance.show()
    elif scene.door == "second":
        entrance.ask_second(desk, "rule")
    if scene.locked_until_utc:
        link.locked_until_utc = scene.locked_until_utc
        entrance.enter("", *scene.typed)
        link.locked_until_utc = ""
    elif scene.typed[0]:
        for pane in screen.window.findChildren(QObject, "logInPane"):
            for name, value in zip(("number", "pin", "atPin"), (*scene.typed, True), strict=True):
                pane.setProperty(name, value)


def _fill(shown: Screen, scene: Scene) -> None:
    """Open the form of a scene, and fill it in as far as the scene says."""
    page = shown.window.findChild(QObject, "page")
    assert page is not None, "no table is opened"
    page.setProperty("form", scene.form)
    panel = page.findChild(QObject, "panel")
    assert panel is not None, f"there is no form {scene.form}"
    for name, value in scene.filled.items():
        panel.setProperty(name, value)


def settle(ms: int = SETTLE_MS) -> None:
    """Let Qt work for so long."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def take(scenes: Sequence[Scene], folder: Path, only: str = "") -> list[Path]:
    """Write every scene in every language and size; returns the files. Raises RuntimeError where QML complains."""
    application()
    folder.mkdir(parents=True, exist_ok=True)
    link, taken = NoTables(), []
    for language in LANGUAGES:
        words = Words(language)
        for size, mm in SIZES.items():
            for scene in scenes:
                if only not in scene.name:
                    continue
                screen, behind = stage(scene, words, size, mm, link)
                settle()
                file = folder / f"{scene.name}.{language}.{size[0]}x{size[1]}.png"
                screen.window.grabWindow().save(str(file))
                problems = list(screen.problems)
                screen.close()
                behind.deleteLater()
                if problems:
                    raise RuntimeError(f"{scene.name}: {problems[0]}")
                taken.append(file)
        words.speak("en")
    return taken


def main(argv: Sequence[str] | None = None) -> int:
    """Take the pictures of a file of scenes; prints each file."""
    parser = argparse.ArgumentParser(prog="dealer_ui.pictures", description="Pictures of the screens from scenes.")
    parser.add_argument("scenes", type=Path, metavar="FILE", help="a JSON list of scenes")
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the pictures go")
    parser.add_argument("--only", default="", metavar="NAME", help="only scenes whose name has this in it")
    args = parser.parse_args(argv)
    for file in take(msgspec.json.decode(args.scenes.read_bytes(), type=list[Scene]), args.folder, args.only):
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
