"""Logging in at a screen: what is shown or typed goes to the table, and nothing of it stays here.

The table knows who people are and what their PINs are; the screen is told a name, and forgets what was typed as soon as
it is on its way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol
from uuid import uuid4

import msgspec
from PySide6.QtCore import Property, QObject, Signal, SignalInstance, Slot

from dealer_ui import phrases
from dealer_ui.desk import Desk
from dealer_ui.facts import milliseconds
from dealer_ui.words import say
from studio.messages.bus import Admission, LogIn

REASONS: Final = {
    "no_list": "nobody logs in here",
    "unknown": "not known here",
    "wrong_pin": "wrong PIN",
    "locked": "locked",
    "no_role": "not in this role",
    "no_licence": "no licence for this game",
    "elsewhere": "on duty at another table",
    "busy": "too many wait: try again",
}
"""Why somebody is not let in, as the screen says it."""


class Admits(Protocol):
    """What people log in through: a `TableLink`, or a test's stand-in."""

    @property
    def admitted(self) -> SignalInstance:
        """A place's name and its `Admission`; without a refusal and a person where the table did not answer."""
        ...

    def log_in(self, place: str, asked: LogIn) -> None:
        """Ask the table at `place`; its sessions are then that of the person, unless it is for one order."""
        ...

    def log_out(self, place: str) -> None:
        """End the session at `place`."""
        ...


class Entrance(QObject):
    """Where somebody logs in at one screen, or a second person confirms what a first has ordered.

    `places` says at which tables; the first is asked first, and the others only when it has let the person in, so that
    a wrong PIN counts once. `let_in` is told each admission to one of them.
    """

    changed = Signal()
    refused = Signal(str)
    """Why somebody is not let in, in the screen's language."""

    def __init__(
        self,
        link: Admits,
        role: Literal["dealer", "pit_boss"],
        places: Callable[[], Sequence[str]],
        let_in: Callable[[str, Admission], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._link = link
        self._role = role
        self._places = places
        self._let_in = let_in
        self._open = False
        self._second: Desk | None = None
        self._tag = ""
        self._locked_until_ms = 0.0
        self._asked: dict[str, _Asked] = {}
        self._attempt = ""
        link.admitted.connect(self._answered)

    # --- what the pane shows -----------------------------------------------------------------------------------------

    def _get_open(self) -> bool:
        return self._open or self._second is not None

    open = Property(bool, _get_open, notify=changed)
    """Whether somebody has called for the pane, or a second person is asked for."""

    def _get_second(self) -> bool:
        return self._second is not None

    second = Property(bool, _get_second, notify=changed)
    """Whether it is a second person who is asked for."""

    def _get_what(self) -> str:
        return say("LogIn", SECONDED.get(self._tag, "the same order")) if self._second is not None else ""

    what = Property(str, _get_what, notify=changed)
    """What the second person confirms."""

    def _get_waiting(self) -> bool:
        return self._attempt in self._asked

    waiting = Property(bool, _get_waiting, notify=changed)
    """Whether what was shown or typed is being looked at; further tables are asked behind that."""

    def _get_locked_until_ms(self) -> float:
        return self._locked_until_ms

    lockedUntilMs = Property(float, _get_locked_until_ms, notify=changed)  # noqa: N815 - named as QML names

    # --- what is done at it ------------------------------------------------------------------------------------------

    @Slot()
    def show(self) -> None:
        """Somebody wants to log in, or to take over."""
        self._open = True
        self.changed.emit()

    @Slot()
    def back(self) -> None:
        """Nobody does after all."""
        if self._second is not None:
            self._second.no_second()
        self._open, self._second, self._tag, self._locked_until_ms = False, None, "", 0.0
        self.changed.emit()

    def ask_second(self, desk: Desk, tag: str) -> None:
        """`desk` has an order of kind `tag` that a second person must confirm."""
        self._second, self._tag = desk, tag
        self.changed.emit()

    @Slot(str, str, str)
    def enter(self, badge: str, number: str, pin: str) -> None:
        """A badge was shown, or number and PIN were typed."""
        if self._get_waiting():
            return
        self._locked_until_ms = 0.0
        places = [self._second.place] if self._second is not None else list(self._places())
        if not places:
            self.refused.emit(say("LogIn", "no link to the table"))
            return
        once = self._second is not None
        asked = LogIn(str(uuid4()), "" if once else self._role, badge=badge, number=number, pin=pin, once=once)
        self._attempt = asked.id
        self._asked[asked.id] = _Asked(self._second, asked if len(places) > 1 else None, tuple(places[1:]))
        self.changed.emit()
        self._link.log_in(places[0], asked)

    def _answered(self, place: str, admission: Any) -> None:
        known = self._asked.pop(admission.id, None)
        if known is None:
            return
        if admission.id != self._attempt:
            # One of the further tables: who is not let in there is told so when he orders something.
            if admission.person is not None:
                self._let_in(place, admission)
        elif admission.person is None:
            until = admission.locked_until_utc
            self._locked_until_ms = milliseconds(until) if until else 0.0
            self.refused.emit(say("LogIn", REASONS.get(admission.refusal or "", "no link to the table")))
        elif known.second is not None and admission.person == known.second.person:
            self.refused.emit(phrases.sentence(say, "another person must give the same order"))
        elif known.second is not None:
            self._second, self._tag = None, ""
            known.second.give_second(admission)
        else:
            self._open = False
            self._let_in(place, admission)
            self._ask_further(known)
        self.changed.emit()

    def _ask_further(self, known: _Asked) -> None:
        for place in known.more:
            if known.again is not None:
                asked = msgspec.structs.replace(known.again, id=str(uuid4()))
                self._asked[asked.id] = _Asked(None, None, ())
                self._link.log_in(place, asked)


@dataclass(frozen=True, slots=True)
class _Asked:
    """An attempt on its way: for which second person's order, and what is asked of which further tables after it."""

    second: Desk | None
    again: LogIn | None
    more: tuple[str, ...]


SECONDED: Final = {
    "rule": "the ruling",
    "void_result": "to void the last result",
    "correct_result": "the correction",
    "enter": "the same value",
    "inspect_cards": "the same count",
}
"""What a second person confirms, by the tag of the command."""
