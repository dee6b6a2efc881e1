"""`studio-dealer`: the dealer's touchscreen of one table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import Property, QObject, Signal, Slot

from dealer_ui import startup
from dealer_ui.desk import Desk, Gives
from dealer_ui.entrance import Admits, Entrance
from dealer_ui.facts import Facts, no_table, table_facts
from dealer_ui.link import TableLink
from dealer_ui.order_facts import seconds
from dealer_ui.places import Floor, Place, of_table
from dealer_ui.window import Shown, Ticker
from dealer_ui.words import Words, say
from studio.client import TableSilent
from studio.messages.bus import Admission
from studio.messages.commands import Role
from studio.messages.telemetry import TableView


class Link(Gives, Admits, Protocol):
    """What the screen reaches its table by: a `TableLink`, or a test's stand-in."""


class DealerScreen(QObject):
    """What stands behind the dealer's window: the table as shown, its commands, and who stands at it."""

    changed = Signal()

    def __init__(self, place: str, link: Link, words: Words, ticker: Ticker, person: str, role: Role) -> None:
        super().__init__()
        self.desk = Desk(place, link, person, role, ticker.now_ms, self)
        self.shown = Shown(self)
        self.shown.show(no_table(place) | {"seconds": []})
        self._silent = False
        self._view: TableView | None = None
        self.entrance = Entrance(link, "dealer", lambda: [] if self._silent else [place], self._let_in, self)
        self.desk.accepted.connect(self._done)
        self.desk.second_wanted.connect(lambda tag: self.entrance.ask_second(self.desk, tag))
        words.changed.connect(self._say_again)

    def given(self) -> dict[str, Any]:
        """What the window's root asks for."""
        return {"screen": self, "table": self.shown.map, "desk": self.desk}

    def see(self, _place: str, view: TableView | TableSilent) -> None:
        """The table has changed, or is silent."""
        if isinstance(view, TableSilent):
            self._silent = True
        else:
            self._silent, self._view = False, view
            self.shown.show(_facts(view))
            if view.log_in:
                # The table knows who is on duty; its screen speaks for that dealer, and starts again with the same.
                self.desk.sign(view.dealer or "")
        self.desk.show(self._view, vouched=not self._silent)
        self.changed.emit()

    def _say_again(self) -> None:
        if self._view is not None:
            self.shown.show(_facts(self._view))

    def _get_silent(self) -> bool:
        return self._silent

    silent = Property(bool, _get_silent, notify=changed)
    """Whether nothing is heard of the table: what stands on the screen may be old."""

    def _get_asks_who(self) -> bool:
        return self._view is not None and self._view.log_in and not self._view.dealer

    asksWho = Property(bool, _get_asks_who, notify=changed)  # noqa: N815 - named as QML names
    """Whether somebody must log in before anything else."""

    def _get_can_leave(self) -> bool:
        return self._view is not None and self._view.log_in and bool(self._view.dealer)

    canLeave = Property(bool, _get_can_leave, notify=changed)  # noqa: N815
    """Whether who stands here can give the table over to somebody else."""

    def _get_door(self) -> QObject:
        return self.entrance

    door = Property(QObject, _get_door, constant=True)
    """Where people log in."""

    @Slot()
    def leave(self) -> None:
        """Who stands here gives the table over: where people log in, to whoever does so next."""
        if self._view is not None and self._view.log_in:
            self.entrance.show()
        else:
            self.desk.goOffDuty()

    @Slot()
    def logOut(self) -> None:  # noqa: N802
        """Who stands here leaves, and nobody takes over yet."""
        self.desk.goOffDuty()

    def _let_in(self, _place: str, _admission: Admission) -> None:
        """The table's next view says who deals, or who takes over."""
        self.changed.emit()

    def _done(self, tag: str) -> None:
        if tag == "go_off_duty":
            self.entrance.back()


def _facts(view: TableView) -> Facts:
    return table_facts(view, say) | {"seconds": seconds(view, say)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the screen; returns the exit status. 2 for bad use."""
    parser = argparse.ArgumentParser(prog="studio-dealer", description="The dealer's touchscreen of one table.")
    parser.add_argument("--table", type=Path, metavar="FILE", help="the table's own file, as `studio run` takes it")
    parser.add_argument("--results", metavar="ENDPOINT", help="where the table takes commands")
    parser.add_argument("--telemetry", metavar="ENDPOINT", help="where the table shows itself")
    parser.add_argument("--person", default="dealer", metavar="NAME", help="who stands at the table")
    return startup.run(parser, argv, _floor, _make)


def _floor(args: argparse.Namespace) -> Floor:
    if args.table is not None and args.results is None and args.telemetry is None:
        return Floor("", [of_table(args.table)])
    if args.table is not None or args.results is None or args.telemetry is None:
        raise ValueError("say which table: --table FILE, or both --results and --telemetry")
    return Floor("", [Place("table", args.results, args.telemetry)])


def _make(args: argparse.Namespace, floor: Floor, link: TableLink, words: Words, ticker: Ticker) -> startup.Made:
    behind = DealerScreen(floor.places[0].name, link, words, ticker, args.person, "dealer")
    return "Dealer.qml", behind, behind.given()


if __name__ == "__main__":
    sys.exit(main())
