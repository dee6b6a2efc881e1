"""How a screen comes up and ends: arguments, keys, link, window, an end that is clean on Ctrl-C. Both screens' own."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import msgspec
from PySide6.QtGui import QGuiApplication

from dealer_ui.link import TableLink
from dealer_ui.places import Floor, PlaceError, reached
from dealer_ui.sizes import px_per_mm
from dealer_ui.window import Screen, Ticker, application
from dealer_ui.words import LANGUAGES, Words
from studio.client import KeysError, TableSilent
from studio.messages.telemetry import TableView


class Behind(Protocol):
    """What stands behind a window."""

    def see(self, place: str, view: TableView | TableSilent, /) -> None:
        """The table at `place` has changed, or is silent."""
        ...


Made: TypeAlias = tuple[str, Behind, Mapping[str, Any]]
"""The QML file of a screen, what stands behind it, and the properties that its root asks for."""
Make: TypeAlias = Callable[[argparse.Namespace, Floor, TableLink, Words, Ticker], Made]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What both screens can be told."""
    parser.add_argument("--key", type=Path, metavar="FILE", help="the screen's own private key")
    parser.add_argument(
        "--table-key",
        type=Path,
        metavar="PUB",
        help="the table's public key, or a folder with TABLE.pub of each; else where the table's file says",
    )
    parser.add_argument("--host", metavar="NAME", help="where the tables are reached, if not where their files say")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="en", help="language at the start (en)")
    parser.add_argument("--full-screen", action="store_true", help="cover the whole screen")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--mm-per-px", type=float, metavar="X", help="width of a pixel in mm, as measured on the screen")
    size.add_argument("--dpi", type=float, metavar="D", help="dots an inch, where the screen does not know itself")
    parser.add_argument("--geometry", type=_geometry, default=(1280, 800), metavar="WxH", help="window size (1280x800)")


def run(
    parser: argparse.ArgumentParser,
    argv: Sequence[str] | None,
    floor_of: Callable[[argparse.Namespace], Floor],
    make: Make,
) -> int:
    """Run a screen until it is closed; returns the exit status. 2 for bad use."""
    add_arguments(parser)
    args = parser.parse_args(argv)
    interruption = Interruption()
    try:
        app = application()
        floor = floor_of(args)
        places = reached(floor.places, host=args.host, own=args.key, table_keys=args.table_key)
        mm, words = millimetre(args, app), Words(args.language)
    except (PlaceError, KeysError, ValueError, RuntimeError, OSError, msgspec.MsgspecError) as error:
        parser.error(str(error))
    ticker, link = Ticker(), TableLink(places)
    qml, behind, given = make(args, Floor(floor.name, places), link, words, ticker)
    link.viewed.connect(behind.see)
    first = FirstPictures()
    link.viewed.connect(first.see)
    failed = _stop_when_failed(link, app)
    link.start()
    screen = Screen(qml, given, words, mm=mm, size=args.geometry, ticker=ticker, full_screen=args.full_screen)
    screen.window.frameSwapped.connect(first.drawn)
    if not failed:
        interruption.run_until_closed(app)
    link.close()
    screen.close()
    if failed:
        print(f"{parser.prog}: {failed[0]}", file=sys.stderr)
    return 2 if failed else 0


def millimetre(args: argparse.Namespace, app: QGuiApplication) -> float:
    """Pixels a millimetre for this screen. Raises ValueError for what is no size."""
    return px_per_mm(args.mm_per_px, args.dpi, app.primaryScreen().physicalDotsPerInch())


def _geometry(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r}: write it as 1920x1080")
    return int(width), int(height)


def _stop_when_failed(link: TableLink, app: QGuiApplication) -> list[str]:
    """Have a link that can never come up (a bad endpoint) end the application; the list then says why."""
    failed: list[str] = []

    def hear(command_id: str, _accepted: bool, why: str) -> None:
        if not command_id:
            failed.append(why)
            app.quit()

    link.answered.connect(hear)
    return failed


class FirstPictures:
    """Says on standard output, a JSON object a line, when a table is shown for the first time, or again after silence.

    So a technician, and whoever kills a screen to see it come back, knows what it shows.
    """

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._next: list[TableView] = []

    def see(self, place: str, view: TableView | TableSilent) -> None:
        """A table has changed, or is silent."""
        if isinstance(view, TableSilent):
            self._seen.discard(place)
        elif place not in self._seen:
            self._seen.add(place)
            self._next.append(view)

    def drawn(self) -> None:
        """A picture is on the screen, with all that was seen before it."""
        for view in self._next:
            said = {"screen": "shows", "table": view.table, "epoch": view.epoch, "n": view.n}
            print(msgspec.json.encode(said).decode(), flush=True)
        self._next.clear()


class Interruption:
    """Ctrl-C and SIGTERM, from the first moment on: before Qt's loop runs they keep it from starting, then they end it.

    The ticker gives Python its turn to hear of signals while Qt's loop runs.
    """

    def __init__(self) -> None:
        self.came = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._hear)

    def _hear(self, *_: object) -> None:
        self.came = True
        QGuiApplication.quit()

    def run_until_closed(self, app: QGuiApplication) -> None:
        """Run Qt's loop until the window is closed or a signal has come."""
        if not self.came:
            app.exec()
