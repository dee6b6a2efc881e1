"""A real table whose backend refuses an event and whose clock is wrong: seen, on record, and over when it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from e2e.stage import Stage, until

from devices.clock import SystemClock
from studio.backend import BackendStore
from studio.client import EventRejected, ResultConsumer
from studio.journal.replay import replay
from studio.journal.store import Journal
from studio.messages.events import AnyEvent
from studio.messages.telemetry import AlarmView, TableView
from studio.round.inputs import Noticed, ResultAnswered
from studio.round.orchestrator import Orchestrator

MakeStage = Callable[[str, str], Stage]


class Books(BackendStore):
    """Books in which the day is not open yet."""

    shut = True

    async def commit(self, epoch: str, event: AnyEvent, body: bytes) -> bool:
        if self.shut:
            raise EventRejected("the day is not open in the books")
        return await super().commit(epoch, event, body)


class AheadClock(SystemClock):
    """A backend's clock that is 3 s ahead."""

    def utc_s(self) -> float:
        return super().utc_s() + 3.0


def alarm(view: TableView, what: str) -> AlarmView | None:
    return next((alarm for alarm in view.alarms if alarm.what == what), None)


async def test_a_rejected_event_and_a_wrong_clock_are_in_the_view_and_on_record_until_they_are_put_right(
    make_stage: MakeStage,
) -> None:
    stage = make_stage("roulette-1", "wheel")
    process = await stage.start_table("--open")
    books = Books()

    def follow(clock: SystemClock) -> asyncio.Task[None]:
        return asyncio.create_task(ResultConsumer([stage.results], "backend", books, clock=clock).run())

    consumer = follow(AheadClock())
    seen = await stage.view_when(
        lambda view: alarm(view, "result_rejected") is not None and alarm(view, "clock_drift") is not None,
        "both alarms",
    )
    assert seen.delivery.rejected == 1
    assert seen.delivery.unacknowledged >= 2
    assert seen.delivery.rejected_id == f"{seen.table}:{seen.epoch}:1"
    assert seen.delivery.rejected_why == "not_accepted: the day is not open in the books"
    refused, drift = alarm(seen, "result_rejected"), alarm(seen, "clock_drift")
    assert refused is not None
    assert drift is not None
    assert (refused.priority, refused.lasts, drift.lasts) == ("high", True, True)
    assert refused.detail.endswith("not_accepted: the day is not open in the books")
    offset, error = seen.delivery.clock_offset_ms, seen.delivery.clock_error_ms
    assert offset is not None
    assert error is not None
    assert abs(offset - 3000) <= error + 50

    consumer.cancel()
    await asyncio.gather(consumer, return_exceptions=True)
    books.shut = False
    consumer = follow(SystemClock())
    after = await stage.view_when(
        lambda view: view.delivery.unacknowledged == 0 and alarm(view, "clock_agrees") is not None, "all is right again"
    )
    assert (after.delivery.rejected, after.delivery.rejected_id) == (0, None)
    assert not any(one.lasts for one in after.alarms if one.what in ("result_rejected", "clock_drift"))
    consumer.cancel()
    await asyncio.gather(consumer, return_exceptions=True)
    process.terminate()
    await process.wait()
    await until(lambda: process.returncode is not None, "the table ends")

    journal = Journal.open_read_only(stage.journal)
    inputs = [given for _, given in journal.inputs()]
    told = [(given.outcome, given.event, given.why) for given in inputs if isinstance(given, ResultAnswered)]
    first = f"{seen.table}:{seen.epoch}:1"
    assert told[0] == ("rejected", first, "the day is not open in the books")
    assert ("acknowledged", first, "") in told
    assert [given.what for given in inputs if isinstance(given, Noticed)] == ["clock_drift", "clock_agrees"]
    assert replay(journal, Orchestrator).identical
    assert books.ids()[0] == first
    books.close()
