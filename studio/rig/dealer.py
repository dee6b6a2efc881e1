"""A simulated dealer: reads the prompts as a person reads the screen, and does with the hardware what they say."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Literal

import structlog

from devices.clock import Clock
from studio.client import BusError, TableClient, TableSilent
from studio.messages.telemetry import TableView
from studio.rig.hand import Hand

Kind = Literal["wheel", "shoe", "drawer", "badge"]

HAND_S: Final = {"draw": 0.9, "spin": 2.0, "load": 4.0, "end": 1.0, "confirm": 6.0}
"""How long the dealer's hands take, in seconds."""

LOG_IN_AGAIN_S: Final = 2.0
"""How long a badge is away from the reader before it is held to it again."""

DRAWS: Final = frozenset({"deal", "deal_after_cut_card", "burn_first", "burn", "burn_after_cut_card"})

_log = structlog.get_logger(__name__)


class SimulatedDealer:
    """Acts once on every prompt of one table. `hands` has a hand for each simulated device, by its kind."""

    def __init__(
        self,
        client: TableClient,
        hands: Mapping[Kind, Hand],
        clock: Clock,
        log_in: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self.view: TableView | None = None
        self.changed = asyncio.Event()
        self._client = client
        self._hands = hands
        self._clock = clock
        self._acted_on: tuple[str, int] | None = None
        self._log_in = log_in
        self._tried_s = -LOG_IN_AGAIN_S

    async def work(self) -> None:
        """Follow the table until cancelled."""
        async for view in self._client.views():
            if isinstance(view, TableSilent):
                continue
            self.view = view
            self.changed.set()
            if view.log_in:
                await self._come(view)
            prompt = (view.epoch, view.prompt.step)
            if prompt != self._acted_on:
                self._acted_on = prompt
                try:
                    await self._act(view)
                except (OSError, BusError) as error:
                    # A person would look up and try again at the next prompt; so does the simulated one.
                    _log.warning("dealer.could_not", table=view.table, prompt=view.prompt.key, why=str(error))
                    self._acted_on = None

    async def _come(self, view: TableView) -> None:
        """Log in where nobody is on duty, and again when that has not helped; orders are then in that name."""
        if view.dealer is not None:
            self._client.speak_as(view.dealer)
        elif self._log_in is not None and self._clock.monotonic_s() - self._tried_s >= LOG_IN_AGAIN_S:
            self._tried_s = self._clock.monotonic_s()
            try:
                await self._log_in()
            except (OSError, BusError) as error:
                _log.warning("dealer.not_let_in", table=view.table, why=str(error))

    async def _act(self, view: TableView) -> None:
        key = view.prompt.key
        if key in DRAWS:
            await self._do("shoe", "draw")
        elif key == "draw_balls":
            for _ in range(len(view.balls), int(view.prompt.about["count"])):
                await self._do("drawer", "draw")
        elif key == "spin":
            await self._do("wheel", "spin")
        elif key == "confirm.shoe_loaded":
            await self._do("shoe", "load")
        elif key.startswith("confirm."):
            await self._pause("confirm")
            await self._client.confirm(key.removeprefix("confirm."))
        elif key == "agree" and not self._hands.get("shoe"):
            await self._client.announce_result(view.prompt.about["value"])
        elif key == "between_rounds" and view.prompt.about["outcome"] == "void" and "shoe" in self._hands:
            await self._do("shoe", "end")

    async def _do(self, kind: Kind, order: str) -> None:
        await self._pause(order)
        answer = await self._hands[kind].do(order)
        _log.debug("dealer.did", order=order, answer=answer)

    async def _pause(self, doing: str) -> None:
        done = asyncio.Event()
        timer = self._clock.call_later(HAND_S[doing], done.set)
        try:
            await done.wait()
        finally:
            timer.cancel()
