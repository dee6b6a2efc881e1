"""`studio-pit`: the pit boss's monitor of a floor."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import Property, QObject, Signal, Slot

from dealer_ui import startup
from dealer_ui.alarm_load import AIM_PER_HOUR, AlarmLoad
from dealer_ui.desk import Desk, Gives
from dealer_ui.entrance import Admits, Entrance
from dealer_ui.facts import milliseconds, no_table
from dealer_ui.link import TableLink
from dealer_ui.order_facts import NO_ORDERS
from dealer_ui.places import Floor, of_endpoints, of_floor
from dealer_ui.wall_facts import page_facts, tile_facts
from dealer_ui.wall_model import WallModel
from dealer_ui.window import Shown, Ticker
from dealer_ui.words import Words, say
from studio.client import TableSilent
from studio.messages.bus import Admission
from studio.messages.telemetry import TableView


class Link(Gives, Admits, Protocol):
    """What the monitor reaches its tables by: a `TableLink`, or a test's stand-in."""


class PitScreen(QObject):
    """What stands behind the pit boss's window: the wall, the table that is opened, and the alarm load."""

    changed = Signal()

    def __init__(
        self,
        floor: str,
        places: Sequence[str],
        link: Link,
        words: Words,
        ticker: Ticker,
        person: str,
    ) -> None:
        super().__init__()
        self.wall = WallModel(places, self)
        self.shown = Shown(self)
        self.desks = {place: Desk(place, link, person, "pit_boss", ticker.now_ms, self) for place in places}
        self.load = AlarmLoad()
        self._floor = floor
        self._person = person
        self._places = list(places)
        self._ticker = ticker
        self._views: dict[str, TableView | None] = dict.fromkeys(places)
        self._silent: set[str] = set()
        self._opened = ""
        self._link = link
        self._inside: dict[str, str] = {}
        self._seen_inside: set[str] = set()
        self.entrance = Entrance(link, "pit_boss", self._doors, self._let_in, self)
        for desk in self.desks.values():
            desk.nobody.connect(self.entrance.show)
            desk.second_wanted.connect(lambda tag, desk=desk: self.entrance.ask_second(desk, tag))
        self.shown.show(no_table("") | NO_ORDERS | _NO_PAGE)
        for place in places:
            self._show_tile(place)
        words.changed.connect(self._say_again)

    def given(self) -> dict[str, Any]:
        """What the window's root asks for."""
        return {"screen": self, "table": self.shown.map, "wall": self.wall}

    def see(self, place: str, view: TableView | TableSilent) -> None:
        """A table has changed, or is silent."""
        if isinstance(view, TableSilent):
            self._silent.add(place)
        else:
            self._silent.discard(place)
            self._views[place] = view
            self._note_who_is_inside(place, view)
            self.load.see(place, [milliseconds(utc) / 1000 for utc in view.announced_utc])
        self.desks[place].show(self._views[place], vouched=place not in self._silent)
        self._show_tile(place)
        if place == self._opened:
            self._show_page()
        self.changed.emit()

    def _show_tile(self, place: str) -> None:
        self.wall.show(tile_facts(place, self._views[place], place in self._silent, say))

    def _show_page(self) -> None:
        view = self._views.get(self._opened)
        if view is not None:
            self.shown.show(page_facts(view, say))

    def _say_again(self) -> None:
        for place in self._places:
            self._show_tile(place)
        self._show_page()
        self.changed.emit()

    @Slot(str)
    def open(self, place: str) -> None:
        """Open a table; an empty name goes back to the wall."""
        self._opened = place
        self._show_page()
        self.changed.emit()

    def _get_opened(self) -> str:
        return self._opened

    opened = Property(str, _get_opened, notify=changed)

    def _get_desk(self) -> QObject | None:
        return self.desks.get(self._opened)

    desk = Property(QObject, _get_desk, notify=changed)
    """The commands of the opened table; None on the wall."""

    @Slot(str, result=QObject)
    def deskOf(self, place: str) -> QObject:  # noqa: N802 - named as QML names
        """The commands of any table of the wall."""
        return self.desks[place]

    def _get_silent(self) -> bool:
        return self._opened in self._silent

    silent = Property(bool, _get_silent, notify=changed)
    """Whether nothing is heard of the opened table."""

    def _get_floor(self) -> str:
        return self._floor

    floor = Property(str, _get_floor, constant=True)

    # --- people ------------------------------------------------------------------------------------------------------

    def _doors(self) -> list[str]:
        """Where somebody logs in: the opened table first, then all others that keep a list and answer."""
        kept = [place for place, view in self._views.items() if view and view.log_in and place not in self._silent]
        return sorted(kept, key=lambda place: place != self._opened)

    def _let_in(self, place: str, admission: Admission) -> None:
        self._inside[place] = admission.person or ""
        self._seen_inside.discard(place)
        self.desks[place].sign(self._inside[place])
        self.changed.emit()

    def _note_who_is_inside(self, place: str, view: TableView) -> None:
        """A table may have ended a session: the person was taken off the list, or a new journal was begun."""
        if not view.log_in:
            return
        inside = self._inside.get(place, "")
        if any(one.person == inside and one.role == "pit_boss" for one in view.present):
            self._seen_inside.add(place)
        elif place in self._seen_inside:
            self._seen_inside.discard(place)
            del self._inside[place]
        self.desks[place].sign(self._inside.get(place, ""))

    def _get_door(self) -> QObject:
        return self.entrance

    door = Property(QObject, _get_door, constant=True)
    """Where people log in."""

    @Slot()
    def logIn(self) -> None:  # noqa: N802 - named as QML names
        """Somebody wants to log in."""
        self.entrance.show()

    @Slot()
    def logOut(self) -> None:  # noqa: N802
        """Whoever stands here leaves the monitor."""
        for place in list(self._inside):
            self._link.log_out(place)
            self.desks[place].sign("")
        self._inside.clear()
        self._seen_inside.clear()
        self.changed.emit()

    def _get_keeps_list(self) -> bool:
        return any(view is not None and view.log_in for view in self._views.values())

    keepsList = Property(bool, _get_keeps_list, notify=changed)  # noqa: N815
    """Whether people must log in at any table of the floor."""

    def _get_outside(self) -> bool:
        view = self._views.get(self._opened)
        return self._opened not in self._inside if view is not None and view.log_in else not self._inside

    outside = Property(bool, _get_outside, notify=changed)
    """Whether nobody has logged in: at the opened table, on the wall at any."""

    def _get_person(self) -> str:
        names = list(dict.fromkeys(self._inside.values()))
        return ", ".join(names) if self._get_keeps_list() else self._person

    person = Property(str, _get_person, notify=changed)

    def _get_alarms_an_hour(self) -> int:
        return self.load.per_hour(self._ticker.now_ms() / 1000)

    alarmsAnHour = Property(int, _get_alarms_an_hour, notify=changed)  # noqa: N815

    def _get_flood(self) -> bool:
        return self.load.in_flood(self._ticker.now_ms() / 1000)

    flood = Property(bool, _get_flood, notify=changed)

    def _get_aim(self) -> int:
        return AIM_PER_HOUR

    aim = Property(int, _get_aim, constant=True)


_NO_PAGE = {
    "timeLine": [], "alarms": [], "sinceMs": 0.0, "cut": "", "backend": "", "backendGood": True, "bead": [],
    "bigRoad": [], "hundred": [], "hot": [], "cold": [], "bias": {},
}  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Run the screen; returns the exit status. 2 for bad use."""
    parser = argparse.ArgumentParser(prog="studio-pit", description="The pit boss's monitor of a floor.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--floor", type=Path, metavar="FILE", help="the floor's file (TOML), or a list of tables (JSON)")
    which.add_argument(
        "--table", action="append", metavar="RESULTS,TELEMETRY", help="a table's two endpoints; as often as needed"
    )
    parser.add_argument("--person", default="pit boss", metavar="NAME", help="who stands at the monitor")
    return startup.run(parser, argv, _floor, _make)


def _floor(args: argparse.Namespace) -> Floor:
    return of_floor(args.floor) if args.floor is not None else of_endpoints(args.table)


def _make(args: argparse.Namespace, floor: Floor, link: TableLink, words: Words, ticker: Ticker) -> startup.Made:
    behind = PitScreen(floor.name, [place.name for place in floor.places], link, words, ticker, args.person)
    return "Pit.qml", behind, behind.given()


if __name__ == "__main__":
    sys.exit(main())
