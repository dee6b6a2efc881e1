"""`studio-dealer`: the dealer's touchscreen of one table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from PySide6.QtCore import Property, QObject, Signal, Slot

from dealer_ui import startup
from dealer_ui.desk import Desk, Gives
from dealer_ui.facts import no_table, table_facts
from dealer_ui.link import TableLink
from dealer_ui.places import Floor, Place, of_table
from dealer_ui.window import Shown, Ticker
from dealer_ui.words import Words, say
from studio.client import TableSilent
from studio.messages.commands import Role
from studio.messages.telemetry import TableView

LogIn: TypeAlias = Callable[[str, str, str], tuple[str, str]]
"""Badge, staff number, PIN (what is not given is empty) to a name and, where refused, the reason in the language of
the wording: `wrong PIN`, `locked`, `not known here`, `no licence for this game`."""


class DealerScreen(QObject):
    """What stands behind the dealer's window: the table as shown, its commands, and who stands at it."""

    changed = Signal()
    loginRefused = Signal(str)  # noqa: N815 - named as QML names

    def __init__(
        self,
        place: str,
        link: Gives,
        words: Words,
        ticker: Ticker,
        person: str,
        role: Role,
        log_in: LogIn | None = None,
    ) -> None:
        super().__init__()
        self.desk = Desk(place, link, person, role, ticker.now_ms, self)
        self.shown = Shown(self)
        self.shown.show(no_table(place))
        self._log_in = log_in
        self._silent = False
        self._view: TableView | None = None
        self.desk.accepted.connect(self._done)
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
            self.shown.show(table_facts(view, say))
        self.desk.show(self._view, vouched=not self._silent)
        self.changed.emit()

    def _say_again(self) -> None:
        if self._view is not None:
            self.shown.show(table_facts(self._view, say))

    def _get_silent(self) -> bool:
        return self._silent

    silent = Property(bool, _get_silent, notify=changed)
    """Whether nothing is heard of the table: what stands on the screen may be old."""

    def _get_asks_who(self) -> bool:
        return self._log_in is not None and not self.desk.person

    asksWho = Property(bool, _get_asks_who, notify=changed)  # noqa: N815
    """Whether somebody must log in before anything else."""

    def _get_can_leave(self) -> bool:
        return self._log_in is not None and bool(self.desk.person)

    canLeave = Property(bool, _get_can_leave, notify=changed)  # noqa: N815
    """Whether who stands here can give the table over to somebody else."""

    @Slot(str, str, str)
    def logIn(self, badge: str, number: str, pin: str) -> None:  # noqa: N802
        """Somebody has shown a badge or typed number and PIN."""
        if self._log_in is None:
            return
        name, refusal = self._log_in(badge, number, pin)
        if refusal:
            self.loginRefused.emit(say("LogIn", refusal))
        else:
            self.desk.sign(name)
            self.desk.goOnDuty()
            self.changed.emit()

    @Slot()
    def logOut(self) -> None:  # noqa: N802
        """Who stands here leaves the table, which allows it between two rounds."""
        self.desk.goOffDuty()

    def _done(self, tag: str) -> None:
        if tag == "go_off_duty" and self._log_in is not None:
            self.desk.sign("")
            self.changed.emit()


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
