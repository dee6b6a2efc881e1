"""The way to the tables: clients on an event loop in a thread of their own, what they say handed to Qt.

A table may change a thousand times a second and a person sees twenty-five pictures: between two pictures only the
last view of each table is kept, and the first change after a quiet time is shown at once.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

from dealer_ui.places import Place
from studio.client import BusError, TableClient, TableSilent
from studio.messages.bus import Admission, LogIn, Reply
from studio.messages.commands import AnyCommand
from studio.messages.telemetry import TableView

PICTURE_MS: Final = 40
"""Least time between two pictures of one screen."""


class TableLink(QObject):
    """Follows tables and gives them commands. Lives in Qt's thread; `start` and `close` it there."""

    viewed = Signal(str, object)
    """The place's name, and the newest `TableView` or a `TableSilent`."""
    answered = Signal(str, bool, str)
    """A command's id, whether it was accepted, and why not. An empty id stands for a link that failed for good."""
    admitted = Signal(str, object)
    """The place's name and the `Admission` of somebody who has asked to log in there."""
    _woken = Signal()

    def __init__(self, places: Sequence[Place], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places = list(places)
        self._latest: dict[str, TableView | TableSilent] = {}
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended: asyncio.Event | None = None
        self._ready = threading.Event()
        self._clients: dict[str, TableClient] = {}
        self._since = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._show)
        self._woken.connect(self._soon, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._run, name="tables", daemon=True)

    def start(self) -> None:
        """Begin to follow the tables; they need not be there yet."""
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """End the clients and the thread."""
        self._timer.stop()
        if self._loop is not None and self._ended is not None:
            self._loop.call_soon_threadsafe(self._ended.set)
        if self._thread.is_alive():
            self._thread.join()

    def log_in(self, place: str, asked: LogIn) -> None:
        """Have somebody log in; `admitted` tells what became of it. Commands then bear the proof of it."""
        loop, client = self._loop, self._clients.get(place)
        if loop is None or client is None:
            self.admitted.emit(place, Admission(asked.id, None))
            return

        def done(future: Future[Admission]) -> None:
            try:
                self.admitted.emit(place, future.result())
            except (BusError, ValueError, CancelledError):
                self.admitted.emit(place, Admission(asked.id, None))

        asyncio.run_coroutine_threadsafe(client.log_in(asked), loop).add_done_callback(done)

    def log_out(self, place: str) -> None:
        """End the session there; a table that is not there will end it by itself."""
        loop, client = self._loop, self._clients.get(place)
        if loop is not None and client is not None:
            asyncio.run_coroutine_threadsafe(client.log_out(), loop).add_done_callback(_passed_over)

    def give(self, place: str, command: AnyCommand, session: str | None = None) -> None:
        """Give a command; `answered` tells what became of it. `session` is a second person's, for this one."""
        loop, client = self._loop, self._clients.get(place)
        if loop is None or client is None:
            self.answered.emit(command.id, False, "the table is not connected")
            return
        future = asyncio.run_coroutine_threadsafe(client.command(command, session=session), loop)
        future.add_done_callback(lambda done: self._answer(command.id, done))

    def _answer(self, command_id: str, done: Future[Reply]) -> None:
        try:
            reply = done.result()
        except (BusError, ValueError) as error:
            self.answered.emit(command_id, False, str(error))
        except CancelledError:
            return
        else:
            self.answered.emit(command_id, reply.accepted, reply.why)

    # --- Qt's thread -------------------------------------------------------------------------------------------------

    def _soon(self) -> None:
        if self._timer.isActive():
            return
        passed_ms = self._since.elapsed() if self._since.isValid() else PICTURE_MS
        self._timer.start(max(0, int(PICTURE_MS - passed_ms)))

    def _show(self) -> None:
        self._since.start()
        with self._lock:
            latest, self._latest = self._latest, {}
        for place, view in latest.items():
            self.viewed.emit(place, view)

    # --- the thread of the clients ---------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            asyncio.run(self._follow_all())
        except BusError as error:
            self.answered.emit("", False, str(error))
        finally:
            self._ready.set()

    async def _follow_all(self) -> None:
        self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
        following = []
        try:
            for place in self._places:
                client = TableClient(place.results, place.telemetry, person="screen", role="dealer", keys=place.keys)
                self._clients[place.name] = await client.__aenter__()
                following.append(asyncio.create_task(self._follow(place.name, client)))
            self._ready.set()
            await self._ended.wait()
        finally:
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)
            for client in self._clients.values():
                await client.__aexit__(None, None, None)
            self._loop = None

    async def _follow(self, name: str, client: TableClient) -> None:
        async for view in client.views():
            with self._lock:
                waiting = bool(self._latest)
                self._latest[name] = view
            if not waiting:
                self._woken.emit()


def _passed_over(done: Future[Reply]) -> None:
    """What became of something that nobody waits for."""
    if not done.cancelled():
        done.exception()
