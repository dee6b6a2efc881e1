"""Dealer and pit boss of a tortured table: they do what the screen says, try again, and rule until play goes on."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final, Literal

from devices.clock import Clock
from studio.client import BusError, TableClient, TableSilent
from studio.messages.commands import AnyCommand, GiveRuling, OrderShuffle, VoidRound
from studio.messages.telemetry import TableView
from studio.rig.dealer import DRAWS
from studio.rig.hand import Hand

AGAIN_S: Final = 1.0
"""How long the dealer waits for something to follow from what was done, before it is done again."""
STUCK_S: Final = 6.0
"""How long nothing may go on before the pit boss voids the round and has the shoe replaced."""
_LOOK_S: Final = 0.03


class People:
    """Everybody at one table. `pit` speaks as a pit boss, `dealer` as a dealer; `hand` works the simulated device."""

    def __init__(
        self, dealer: TableClient, pit: TableClient, hand: Hand, kind: Literal["wheel", "shoe"], clock: Clock
    ) -> None:
        self.view: TableView | None = None
        self.rulings = 0
        self.finishing = False
        self._dealer = dealer
        self._pit = pit
        self._hand = hand
        self._kind = kind
        self._clock = clock
        self._acted: tuple[object, ...] = ()
        self._acted_s = self._moved_s = clock.monotonic_s()
        self._moved: tuple[object, ...] = ()

    async def work(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._watch())
            group.create_task(self._play())

    async def _watch(self) -> None:
        async for view in self._dealer.views():
            if not isinstance(view, TableSilent):
                self.view = view

    async def _play(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            if self.view is not None:
                # The device or the table may just have been killed: then the same is tried again.
                with contextlib.suppress(BusError, OSError, TimeoutError):
                    async with asyncio.timeout(AGAIN_S):
                        await self._act(self.view)

    async def _act(self, view: TableView) -> None:
        now_s = self._clock.monotonic_s()
        moved = (view.epoch, view.prompt.step, view.state, view.rounds_done, tuple(view.devices.items()))
        if moved != self._moved:
            self._moved, self._moved_s = moved, now_s
        if view.state == "closed":
            if not self.finishing:
                await self._pit.open_table()
        elif view.irregularity is not None:
            await self._rule(view)
        elif now_s - self._moved_s > STUCK_S:
            self._moved_s = now_s
            await self._unstick()
        else:
            situation = (view.epoch, view.prompt.step, view.prompt.key)
            if situation != self._acted or now_s - self._acted_s > AGAIN_S:
                self._acted, self._acted_s = situation, now_s
                await self._do(view)

    async def _do(self, view: TableView) -> None:
        key = view.prompt.key
        if key in DRAWS:
            await self._hand.do("draw")
        elif key == "spin":
            await self._hand.do("spin")
        elif key == "confirm.shoe_loaded":
            await self._hand.do("load")
        elif key.startswith("confirm."):
            await self._dealer.confirm(key.removeprefix("confirm."))
        elif key == "between_rounds" and view.prompt.about.get("outcome") == "void" and self._kind == "shoe":
            await self._hand.do("end")

    async def _rule(self, view: TableView) -> None:
        held = view.irregularity
        if held is None:
            return
        now_s = self._clock.monotonic_s()
        for ruling in held.rulings:
            if ruling == "enter":
                continue  # two people with a keyboard: not at this table
            reply = await self._pit.order(GiveRuling, irregularity=held.id, ruling=ruling, reason="torture")
            if reply.accepted:
                self.rulings += 1
                self._moved_s = now_s
                return
        if now_s - self._moved_s > STUCK_S:
            self._moved_s = now_s
            await self._unstick()

    async def _unstick(self) -> None:
        """What a pit boss does when a device has forgotten what lies on the table."""
        orders: tuple[tuple[type[AnyCommand], str], ...] = (
            (VoidRound, "the table does not go on"),
            (OrderShuffle, "the table does not go on"),
        )
        for order, reason in orders:
            await self._pit.order(order, reason=reason)
        await self._hand.do("end" if self._kind == "shoe" else "status")
        if self._kind == "shoe":
            await self._hand.do("load")
