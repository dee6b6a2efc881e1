"""Plays a scenario on simulated hardware: the device, the table and its backend are processes, as in a studio.

`shoe is told: draw` is an order to the simulated device (`studio simulator KIND --help` lists them); people's lines are
commands over the bus; what must be published is what the backend has acknowledged. An expectation is waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final

from studio.client import BusError, TableClient
from studio.games.house import HouseRules
from studio.houses import load_rules
from studio.messages.bus import Reply
from studio.messages.telemetry import TableView
from studio.rig.hand import Hand
from studio.rig.scenario import AT_THE_DOOR, Scenario, Step
from studio.rig.scenario_orders import COMMANDS, Now, StageError, fields_of
from studio.rig.scenario_player import Difference, published_otherwise, seen_otherwise
from studio.rig.stand_ins import StandIn, stage
from studio.settings import load_table

WITHIN_S: Final = 60.0
"""How long a state is waited for: long enough for a machine that has much else to do."""
LOOK_EVERY_S: Final = 0.05
TABLES: Final = {"baccarat": "baccarat-1", "roulette": "roulette-1", "blackjack": "blackjack-2"}
"""Which table of `config/tables` a scenario without `table:` in its heading is played at."""


class StagePlayer:
    """One table on simulated hardware, in a folder of its own, under one scenario."""

    def __init__(self, scenario: Scenario, data: Path, rig: Path) -> None:
        self.scenario = scenario
        self.rules: HouseRules = load_rules(scenario.house, scenario.game, scenario.variant)
        self._data = data
        self._lines = data / "backend.jsonl"
        self._lines.touch()
        self._seen = 0
        self._reply: Reply | None = None
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        changes = {"house": scenario.house, "variant": scenario.variant, **scenario.settings}
        name = scenario.table or TABLES[scenario.game]
        self._staged = stage(name, data, rig, seed=1, speed=scenario.speed, changes=changes, log_in=False)
        self._devices = {device.name: device for device in self._staged.devices}
        bus = load_table(self._staged.file).bus
        self._results, self._telemetry = bus.results, bus.telemetry

    async def play(self, progress: Callable[[Step], None] = lambda _: None) -> Difference | None:
        """Play to the end; the first line that differs, or None."""
        try:
            try:
                await self._start_all()
            except TimeoutError:
                first = self.scenario.steps[0]
                return Difference(first.line, first.text, f"that the table is up within {WITHIN_S:g} s", "it is silent")
            steps = self.scenario.steps
            for place, step in enumerate(steps):
                progress(step)
                following = steps[place + 1] if place + 1 < len(steps) else None
                found = await self._step(step, following)
                if found is not None:
                    return found
            return None
        finally:
            await self._end()

    async def _step(self, step: Step, following: Step | None) -> Difference | None:
        try:
            if step.kind == "expect":
                return await self._expect(step)
            self._seen = len(self._delivered())
            if step.kind == "person":
                await self._order(step)
            else:
                await self._hardware(step)
        except (StageError, OSError, BusError) as error:
            return Difference(step.line, step.text, "that it can be done", str(error))
        refused = step.kind == "person" and self._reply is not None and not self._reply.accepted
        if refused and (following is None or following.what != "refused"):
            assert self._reply is not None
            return Difference(step.line, step.text, "that it is taken", f"refused: {self._reply.why}")
        return None

    # --- what happens ---------------------------------------------------------------------------------------------

    async def _hardware(self, step: Step) -> None:
        match step.what:
            case "told":
                hand = Hand(self._device(step.about["device"]).control)
                try:
                    answer = await hand.do(step.about["order"])
                finally:
                    hand.close()
                if answer.startswith("refused"):
                    raise StageError(answer)
            case "restart":
                self._processes["run"].kill()
                await self._processes["run"].wait()
                await self._start_table()
            case "link" if step.about["state"] == "lost":
                await self._stop(self._device(step.about["device"]).name)
            case "link":
                await self._start_simulator(self._device(step.about["device"]))
            case _:
                raise StageError("on simulated hardware a device is told what to do, as in `shoe is told: draw`")

    def _device(self, name: str) -> StandIn:
        if name not in self._devices:
            raise StageError(f"this table has no {name}: there are {', '.join(self._devices)}")
        return self._devices[name]

    async def _order(self, step: Step) -> None:
        view = await self._look()
        shoe = getattr(self.rules, "shoe", None)
        now = Now(
            round_id=view.round or "none",
            irregularity=view.irregularity.id if view.irregularity is not None else "none",
            name=f"{view.table}:{view.epoch}",
            decks=shoe.decks if shoe is not None else None,
        )
        role: Any = step.about["role"].replace(" ", "_")
        async with TableClient(self._results, self._telemetry, person=step.about["person"], role=role) as client:
            if step.what in AT_THE_DOOR:
                raise StageError("nobody logs in at a table on simulated hardware: play it without `on: hardware`")
            self._reply = await client.order(COMMANDS[step.what], **fields_of(step.what, step.about, now))

    # --- what must follow -----------------------------------------------------------------------------------------

    async def _expect(self, step: Step) -> Difference | None:
        value = step.about["value"]
        actual: str | None = "the table is silent"
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WITHIN_S):
                while True:
                    with contextlib.suppress(BusError):
                        actual = await self._actual(step.what, value)
                    if actual is None:
                        return None
                    await asyncio.sleep(LOOK_EVERY_S)
        return Difference(step.line, step.text, value, str(actual))

    async def _actual(self, what: str, value: str) -> str | None:
        match what:
            case "published":
                kind, _, fields = value.partition(" ")
                return published_otherwise(self._delivered()[self._seen :], kind, fields)
            case "in all":
                count, _, kind = value.partition(" ")
                found = sum(event["type"] == kind for event in self._delivered())
                return None if str(found) == count else f"{found} {kind}"
            case "refused":
                why = "" if self._reply is None or self._reply.accepted else self._reply.why
                return None if why and value in why else why or "it was taken"
            case "prompt" | "held" | "allowed" | "state" | "cards":
                return seen_otherwise(await self._look(), what, value)
            case _:
                raise StageError(f"{what}: is looked at against the orchestrator alone")

    async def _look(self) -> TableView:
        async with self._client() as client:
            return await client.look(timeout_s=5.0)

    @contextlib.asynccontextmanager
    async def _client(self) -> AsyncIterator[TableClient]:
        async with TableClient(self._results, self._telemetry, person="rig", role="technician") as client:
            yield client

    def _delivered(self) -> list[dict[str, Any]]:
        """What the backend has acknowledged, in order."""
        return [json.loads(line) for line in self._lines.read_text(encoding="utf-8").splitlines() if line.endswith("}")]

    # --- processes ------------------------------------------------------------------------------------------------

    async def _start_all(self) -> None:
        for device in self._staged.devices:
            await self._start_simulator(device)
        await self._start("backend", "--connect", self._results, "--store", str(self._data / "b.sqlite"), "--json")
        await self._start_table()
        async with asyncio.timeout(WITHIN_S):
            while True:
                with contextlib.suppress(BusError):
                    await self._look()
                    return

    async def _start_simulator(self, device: StandIn) -> None:
        device.control.unlink(missing_ok=True)
        await self._start("simulator", *device.arguments, name=device.name)
        async with asyncio.timeout(WITHIN_S):
            while not device.control.exists():
                await asyncio.sleep(LOOK_EVERY_S)

    async def _start_table(self) -> None:
        own = ("--data", str(self._data), "--speed", str(self.scenario.speed), "--log", "warning")
        await self._start("run", str(self._staged.file), *own)

    async def _start(self, command: str, *arguments: str, name: str = "") -> None:
        with (self._data / f"{name or command}.log").open("ab") as log, self._lines.open("ab") as lines:
            self._processes[name or command] = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "studio", command, *arguments),
                # A simulator ends with its standard input, should this process be killed.
                stdin=asyncio.subprocess.PIPE if command == "simulator" else asyncio.subprocess.DEVNULL,
                stdout=lines if command == "backend" else log,
                stderr=log,
            )

    async def _stop(self, command: str) -> None:
        process = self._processes.pop(command, None)
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), WITHIN_S)
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _end(self) -> None:
        for name in ("run", *self._devices, "backend"):
            await self._stop(name)


def play_on_hardware(scenario: Scenario, progress: Callable[[Step], None] = lambda _: None) -> Difference | None:
    """Play `scenario` on simulated hardware in a folder that is gone afterwards. Raises StageError."""
    with (
        tempfile.TemporaryDirectory(prefix="studio-rig-") as data,
        tempfile.TemporaryDirectory(prefix="rig-") as rig,
    ):
        return asyncio.run(StagePlayer(scenario, Path(data), Path(rig)).play(progress))
