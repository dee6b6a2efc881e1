"""The door of a table: badges and PINs come in, are looked up and checked, and only whose they were goes on.

One attempt at a time: the next PIN is not looked at before the last one counts. A PIN is checked in a thread, so that
the table goes on dealing; neither it nor a badge is kept, logged or journaled.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import structlog

from devices.clock import Clock, TimerHandle
from studio.config_errors import ConfigError
from studio.duty_roster import DutyRoster
from studio.messages.bus import Admission, LogIn, LogOut, Reply
from studio.people import People, Person, load_people
from studio.pins import LONGEST_PIN, check_pin
from studio.round.effects import Admit
from studio.round.inputs import Configured, LoggedOut, LogInTried, Unlocked
from studio.round.log_in import LOCK_S, WHY, locked_until
from studio.table import Table

WAITING: Final = 8
"""Attempts that may wait for their turn."""
PAUSE_S: Final = 0.5
"""How long the door stays shut after an attempt that failed."""
LOOK_S: Final = 2.0
"""How often the list of people is looked at."""
REMEMBERED: Final = 64

_log = structlog.get_logger(__name__)


Answer: TypeAlias = Callable[[Admission | Reply], object]


@dataclass(frozen=True, slots=True)
class _Attempt:
    """Somebody at the door. `answer` is None at the table's own reader. Its `repr` shows no secret."""

    id: str
    answer: Answer | None
    place: str
    by: Literal["badge", "pin"]
    badge: str
    number: str
    pin: str
    role: Literal["", "dealer", "pit_boss", "technician"]
    once: bool

    def __repr__(self) -> str:
        return f"attempt {self.id} by {self.by} at {self.place}"


def digest_of(session: str) -> str:
    """How the table and its journal name a session: nobody can give an order by it."""
    return hashlib.blake2b(session.encode(), digest_size=16).hexdigest() if session else ""


class Door:
    """Lets people in at one table by the list in `file`, which is read again whenever it changes.

    `reconfigured` is given the people of a changed list (without secrets) and makes the input that says so.
    """

    def __init__(
        self,
        file: Path,
        table: Table,
        clock: Clock,
        roster: DutyRoster,
        reconfigured: Callable[[tuple[Person, ...]], Configured],
        check: Callable[[str | None, str], bool] = check_pin,
    ) -> None:
        self._file = file
        self._table = table
        self._clock = clock
        self._roster = roster
        self._reconfigured = reconfigured
        self._check = check
        self._people: People | None = None
        self._seen: tuple[int, int] | None = None
        self._queue: asyncio.Queue[_Attempt] = asyncio.Queue(WAITING)
        self._asked: dict[str, tuple[bytes, Answer]] = {}
        self._tokens: dict[str, str] = {}
        self._answered: OrderedDict[tuple[bytes, str], Admission] = OrderedDict()
        self._turning: asyncio.Task[None] | None = None
        self._looking: TimerHandle | None = None
        self._last_admitted = False
        self._readings = 0
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pins")

    # --- life ---------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Read the list and begin, on the running loop."""
        self._look()
        self._turning = asyncio.create_task(self._turn())

    async def close(self) -> None:
        """Let nobody in any more."""
        if self._looking is not None:
            self._looking.cancel()
        if self._turning is not None:
            self._turning.cancel()
            await asyncio.gather(self._turning, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def read_again(self) -> None:
        """Look whether the list of people has changed, and take it over if so."""
        seen = _changed(self._file)
        if seen == self._seen:
            return
        self._seen = seen
        try:
            self._people = load_people(self._file)
        except ConfigError as error:
            self._people = None
            self._table.notice("high", "people_unreadable", str(error))
            return
        bare = tuple(person.without_secrets() for person in self._people.people)
        if bare != self._table.orchestrator.settings.people:
            self._table.record(self._reconfigured(bare))
        self._unlock(self._people)

    def _unlock(self, people: People) -> None:
        """Open what an operator has opened by the list, where it was locked before that."""
        locks = self._table.orchestrator.attendance.locked_until_utc
        for person in people.people:
            until, opened = locks.get(person.name), person.unlocked_utc
            if until is None or opened is None:
                continue
            if datetime.fromisoformat(until) - timedelta(seconds=LOCK_S) <= opened:
                self._table.record(Unlocked(**self._now(), person=person.name))

    def _look(self) -> None:
        self._looking = self._clock.call_later_real(LOOK_S, self._look)
        self.read_again()

    # --- who comes ----------------------------------------------------------------------------------------------------

    def knock(self, asked: LogIn | LogOut, bearer: str, sender: bytes, answer: Answer) -> None:
        """Somebody at the screen of `bearer` wants to log in or out."""
        if isinstance(asked, LogOut):
            self._log_out(asked, answer)
            return
        answered = self._answered.get((sender, asked.id))
        if answered is not None:
            answer(answered)
        elif asked.id not in self._asked:
            by: Literal["badge", "pin"] = "badge" if asked.badge else "pin"
            self._asked[asked.id] = (sender, answer)
            self._wait(
                _Attempt(asked.id, answer, bearer, by, asked.badge, asked.number, asked.pin, asked.role, asked.once)
            )

    def badge_read(self, device: str, badge: str) -> None:
        """A badge was held to the table's own reader: a dealer comes, goes, or takes over."""
        self._wait(_Attempt("", None, device, "badge", badge, "", "", "dealer", False))

    def _log_out(self, asked: LogOut, answer: Answer) -> None:
        session = digest_of(asked.session)
        known = session in self._table.orchestrator.attendance.sessions
        if known:
            self._table.record(LoggedOut(**self._now(), session=session))
            self._table.settle()
        answer(Reply(asked.id, known, "" if known else "nobody is logged in under this session"))

    def admit(self, effect: Admit) -> None:
        """The table has decided on an attempt."""
        self._last_admitted = effect.person is not None
        token = self._tokens.pop(effect.attempt, "")
        asked = self._asked.pop(effect.attempt, None)
        if asked is None:
            return
        sender, answer = asked
        admission = Admission(
            effect.attempt,
            effect.person,
            effect.role,
            token if effect.person is not None and effect.role is not None else "",
            effect.refusal,
            effect.why,
            effect.locked_until_utc,
        )
        self._answered[sender, effect.attempt] = admission
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        answer(admission)

    # --- one at a time ------------------------------------------------------------------------------------------------

    def _wait(self, attempt: _Attempt) -> None:
        try:
            self._queue.put_nowait(attempt)
        except asyncio.QueueFull:
            _log.warning("door.busy", place=attempt.place)
            self._asked.pop(attempt.id, None)
            if attempt.answer is not None:
                attempt.answer(Admission(attempt.id, None, refusal="busy", why=WHY["busy"]))

    async def _turn(self) -> None:
        while True:
            attempt = await self._queue.get()
            try:
                await self._try(attempt)
            except Exception as error:
                # Without its traceback's values: what was tried must not be told.
                _log.error("door.failed", error=type(error).__name__, place=attempt.place)
                self._asked.pop(attempt.id, None)
            if not self._last_admitted:
                await self._pause()

    async def _pause(self) -> None:
        over = asyncio.Event()
        timer = self._clock.call_later_real(PAUSE_S, over.set)
        try:
            await over.wait()
        finally:
            timer.cancel()

    async def _try(self, attempt: _Attempt) -> None:
        self.read_again()
        people, person = self._people, None
        if people is not None:
            by_badge = attempt.by == "badge"
            person = people.by_badge(attempt.badge) if by_badge else people.by_number(attempt.number)
        right = attempt.by == "badge" and person is not None
        name = person.name if person is not None else None
        if attempt.by == "pin" and locked_until(self._table.orchestrator, name, self._clock.utc()) is None:
            hashed = person.pin if person is not None else None
            pin = attempt.pin if len(attempt.pin) <= LONGEST_PIN else ""
            right = await asyncio.get_running_loop().run_in_executor(self._thread, self._check, hashed, pin)
        self._decide(attempt, name, right)

    def _decide(self, attempt: _Attempt, name: str | None, right: bool) -> None:
        elsewhere, session = "", ""
        dealer = attempt.role == "dealer" and not attempt.once
        if right and dealer and name is not None and name != self._table.orchestrator.desk.dealer:
            elsewhere = self._roster.take(name) or ""
        if right and not dealer and attempt.answer is not None:
            token = secrets.token_urlsafe(24)
            self._tokens[attempt.id], session = token, digest_of(token)
        self._last_admitted = False
        self._table.record(
            LogInTried(
                **self._now(),
                attempt=attempt.id,
                place=attempt.place,
                by=attempt.by,
                person=name,
                right=right,
                role=attempt.role,
                session=session,
                once=attempt.once,
                elsewhere=elsewhere,
            )
        )
        self._table.settle()

    def _now(self) -> dict[str, Any]:
        return {"utc": self._clock.utc(), "monotonic_ns": self._clock.monotonic_ns()}


def _changed(file: Path) -> tuple[int, int]:
    """What tells one state of a file from another."""
    try:
        stat = file.stat()
    except OSError:
        return (-1, -1)
    return (stat.st_mtime_ns, stat.st_size)
