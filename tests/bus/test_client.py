"""Commands and views as a screen has them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

from devices.clock import SteppedClock
from studio.bus.desk import REMEMBERED, WAITING, CommandDesk
from studio.client import CommandRefused, EndpointRefused, NoAnswer, TableClient, TableSilent
from studio.messages.bus import Reply
from studio.messages.commands import ConfirmStep
from studio.messages.telemetry import Delivery, TableView

from .ends import FakeOutbox, Peer, Sockets, Table, open_table, until, view


def confirm(command_id: str, what: str = "spin") -> ConfirmStep:
    return ConfirmStep(id=command_id, person="Ana", role="dealer", what=what)


def order(command: ConfirmStep) -> dict[str, object]:
    return {"frame": "order", "command": msgspec.to_builtins(command)}


@pytest.fixture
async def client(table: Table) -> AsyncIterator[TableClient]:
    async with TableClient(
        table.bus.results_endpoint, table.bus.telemetry_endpoint, person="Ana", role="dealer"
    ) as entered:
        yield entered


async def test_a_command_is_answered_by_the_table(table: Table, client: TableClient) -> None:
    asked = asyncio.create_task(client.confirm("spin"))
    await until(lambda: len(table.commands) == 1)
    command = table.commands[0]
    assert isinstance(command, ConfirmStep)
    assert (command.person, command.role, command.what) == ("Ana", "dealer", "spin")
    assert not asked.done()
    table.bus.reply(Reply(command.id, False, "The ball is not in the rim"))
    assert await asked == Reply(command.id, False, "The ball is not in the rim")


async def test_every_command_has_its_own_id(table: Table, client: TableClient) -> None:
    calls = [
        client.open_table(3),
        client.close_table("end of day"),
        client.announce_result("17"),
        client.call_pit_boss(),
        client.rule("i1", "void", "two balls"),
        client.void_round("power"),
    ]
    asked = [asyncio.create_task(call) for call in calls]
    await until(lambda: len(table.commands) == len(calls))
    for command in table.commands:
        table.bus.reply(Reply(command.id, True))
    assert all(reply.accepted for reply in await asyncio.gather(*asked))
    assert len({command.id for command in table.commands}) == len(calls)


async def test_a_command_reaches_the_table_once_however_often_it_comes(table: Table, peer: Peer) -> None:
    for _ in range(3):
        await peer.say(order(confirm("c1")))
    await until(lambda: table.bus.counts.get("commands", 0) == 3)
    table.bus.reply(Reply("c1", True))
    assert (await peer.hear("reply"))["id"] == "c1"
    await peer.say(order(confirm("c1")))
    assert (await peer.hear("reply"))["accepted"] is True
    assert table.commands == [confirm("c1")]


async def test_an_id_used_for_another_command_is_not_accepted(table: Table, peer: Peer) -> None:
    await peer.say(order(confirm("c1")))
    await peer.say(order(confirm("c1", "something else")))
    reply = await peer.hear("reply")
    assert (reply["accepted"], reply["why"]) == (False, "this id was used for another command")
    assert table.commands == [confirm("c1")]


async def test_the_answer_goes_to_whoever_asked_last(table: Table, sockets: Sockets) -> None:
    before, after = (Peer(sockets, table.bus.results_endpoint) for _ in range(2))
    await before.say(order(confirm("c1")))
    await until(lambda: len(table.commands) == 1)
    before.close()
    await after.say(order(confirm("c1")))
    await until(lambda: table.bus.counts.get("commands", 0) == 2)
    table.bus.reply(Reply("c1", True))
    assert (await after.hear("reply"))["accepted"] is True


async def test_a_command_given_before_the_table_is_there_is_given_once_when_it_comes() -> None:
    first = open_table()
    endpoint = first.bus.results_endpoint
    first.bus.close()
    clock = SteppedClock()
    async with TableClient(endpoint, person="Ana", role="dealer", clock=clock) as client:
        asked = asyncio.create_task(client.command(confirm("c1"), timeout_s=10))
        for _ in range(20):
            await asyncio.sleep(0)
            clock.advance_by(1.0)
        table = open_table(FakeOutbox(), endpoint)
        await until(lambda: table.commands == [confirm("c1")])
        table.bus.reply(Reply("c1", True))
        assert (await asked).accepted
        assert table.bus.counts["commands"] == 1
        table.bus.close()


async def test_any_kind_of_command_is_given_in_the_persons_name(table: Table, client: TableClient) -> None:
    asked = asyncio.create_task(client.order(ConfirmStep, what="spin"))
    await until(lambda: len(table.commands) == 1)
    assert table.commands == [confirm(table.commands[0].id)]
    table.bus.reply(Reply(table.commands[0].id, True))
    await asked
    with pytest.raises(TypeError, match="value"):
        await client.order(ConfirmStep, value="17")


async def test_a_command_unanswered_by_a_table_that_died_is_repeated_to_its_successor(
    table: Table, client: TableClient
) -> None:
    asked = asyncio.create_task(client.command(confirm("c1"), timeout_s=10))
    await until(lambda: len(table.commands) == 1)
    table.bus.close()
    again = open_table(table.outbox, table.bus.results_endpoint)
    # The table knows by the id whether it was done before the restart, and answers.
    await until(lambda: again.commands == [confirm("c1")])
    again.bus.reply(Reply("c1", True, "done before the restart"))
    assert (await asked).why == "done before the restart"
    again.bus.close()


async def test_a_command_is_asked_again_each_second_with_the_same_id(table: Table) -> None:
    clock = SteppedClock()
    async with TableClient(table.bus.results_endpoint, person="Ana", role="dealer", clock=clock) as client:
        asked = asyncio.create_task(client.command(confirm("c1")))
        await until(lambda: len(table.commands) == 1)
        for _ in range(3):
            before = table.bus.counts["commands"]
            clock.advance_by(1.0)
            await until(lambda before=before: table.bus.counts["commands"] > before)  # type: ignore[misc]
        table.bus.reply(Reply("c1", True))
        assert (await asked).accepted
    assert table.commands == [confirm("c1")]


async def test_no_answer_is_told_as_such(table: Table, client: TableClient) -> None:
    with pytest.raises(NoAnswer, match=table.bus.results_endpoint):
        await client.command(confirm("c1"), timeout_s=0.05)


async def test_a_command_that_the_table_could_not_take_is_refused_and_may_be_repeated(table: Table) -> None:
    def fail(command: object, session: str) -> None:
        raise OSError("journal halted")

    taken, table.bus._on_command = table.bus._on_command, fail
    # The clock stands, so that a slow machine does not repeat the command by itself.
    async with TableClient(table.bus.results_endpoint, person="Ana", role="dealer", clock=SteppedClock()) as client:
        with pytest.raises(CommandRefused, match="journal halted"):
            await client.command(confirm("c1"))
        table.bus._on_command = taken
        asked = asyncio.create_task(client.command(confirm("c1")))
        await until(lambda: len(table.commands) == 1)
        table.bus.reply(Reply("c1", True))
        assert (await asked).accepted


def test_the_desk_is_bounded() -> None:
    desk = CommandDesk()
    for number in range(WAITING):
        assert desk.take(b"a", confirm(str(number))) is True
    busy = desk.take(b"a", confirm("one more"))
    assert isinstance(busy, Reply)
    assert not busy.accepted
    assert desk.settle(Reply("0", True)) == b"a"
    assert desk.take(b"a", confirm("one more")) is True
    for command_id in ("", "x" * 129):
        refused = desk.take(b"a", confirm(command_id))
        assert isinstance(refused, Reply)
        assert not refused.accepted
    assert desk.settle(Reply("never asked", True)) is None
    assert desk.waiting == WAITING
    desk.settle(Reply("one more", True))
    for number in range(REMEMBERED + 10):
        assert desk.take(b"a", confirm(f"old {number}")) is True
        desk.settle(Reply(f"old {number}", True))
    assert len(desk._answered) == REMEMBERED


async def test_look_gives_the_present_view(table: Table, client: TableClient) -> None:
    table.n = 17
    assert (await client.look()).n == 17


async def test_a_late_screen_gets_the_present_view_then_only_newer_ones(table: Table, client: TableClient) -> None:
    table.publish_view(41)
    stream = client.views()
    first = await anext(stream)
    assert isinstance(first, TableView)
    assert first.n == 41
    for n in (40, 41, 42, 42, 43):
        table.publish_view(n)
    got = [await anext(stream), await anext(stream)]
    assert [view.n for view in got if isinstance(view, TableView)] == [42, 43]
    await stream.aclose()


async def test_how_results_go_out_is_shown_also_when_nothing_else_changes(table: Table, client: TableClient) -> None:
    table.publish_view(5)
    stream = client.views()
    await anext(stream)
    changed = msgspec.structs.replace(view(5), delivery=Delivery(published=3, unacknowledged=3))
    table.bus.publish_view(changed)
    table.bus.publish_view(changed)
    table.publish_view(6)
    got = [await anext(stream) for _ in range(2)]
    assert [(shown.n, shown.delivery.published) for shown in got if isinstance(shown, TableView)] == [(5, 3), (6, 0)]
    await stream.aclose()


async def test_the_view_comes_again_by_itself_so_that_a_missed_one_is_healed(sockets: Sockets) -> None:
    clock = SteppedClock()
    table = open_table(clock=clock)
    async with TableClient(
        table.bus.results_endpoint, table.bus.telemetry_endpoint, person="Ana", role="dealer"
    ) as client:
        stream = client.views()
        await anext(stream)
        table.n = 2  # Changed, and the message of it lost.
        newer = asyncio.ensure_future(anext(stream))
        while not newer.done():
            clock.advance_by(1.25)
            await asyncio.sleep(0.01)
        view = newer.result()
        assert isinstance(view, TableView)
        assert view.n == 2
    table.bus.close()


async def test_silence_is_shown_and_a_restarted_table_with_lower_numbers_is_believed(table: Table) -> None:
    clock = SteppedClock()
    async with TableClient(
        table.bus.results_endpoint, table.bus.telemetry_endpoint, person="Ana", role="dealer", clock=clock
    ) as client:
        table.n = 100
        stream = client.views()
        await anext(stream)
        table.bus.close()
        clock.advance_by(3.25)
        silent = await anext(stream)
        assert isinstance(silent, TableSilent)
        assert silent.silent_s >= 3
        clock.advance_by(30)
        again = open_table(table.outbox, table.bus.results_endpoint, table.bus.telemetry_endpoint)
        back = await asyncio.wait_for(anext(stream), 10)
        assert isinstance(back, TableView)
        assert back.n == 1
        again.bus.close()


async def test_after_silence_the_view_comes_again_though_nothing_changed() -> None:
    table_clock, clock = SteppedClock(), SteppedClock()
    table = open_table(clock=table_clock)
    async with TableClient(
        table.bus.results_endpoint, table.bus.telemetry_endpoint, person="Ana", role="dealer", clock=clock
    ) as client:
        stream = client.views()
        table.publish_view(5)
        first = await anext(stream)
        clock.advance_by(3.25)
        assert isinstance(await anext(stream), TableSilent)
        again = asyncio.ensure_future(anext(stream))
        while not again.done():
            table_clock.advance_by(1.25)
            await asyncio.sleep(0.01)
        assert again.result() == first
        await stream.aclose()


async def test_a_number_that_falls_in_the_telemetry_is_believed(table: Table, client: TableClient) -> None:
    stream = client.views()
    await anext(stream)
    for n in (10, 3, 4):
        table.publish_view(n)
        shown = await asyncio.wait_for(anext(stream), 10)
        assert isinstance(shown, TableView)
        assert shown.n == n
    await stream.aclose()


async def test_a_new_epoch_begins_anew(table: Table, client: TableClient) -> None:
    table.publish_view(9)
    stream = client.views()
    await anext(stream)
    table.bus.close()
    again = open_table(FakeOutbox(epoch="e2"), table.bus.results_endpoint, table.bus.telemetry_endpoint)
    assert isinstance(await asyncio.wait_for(anext(stream), 10), TableSilent), "a table that hangs up is said at once"
    view = await asyncio.wait_for(anext(stream), 10)
    assert isinstance(view, TableView)
    assert (view.epoch, view.n) == ("e2", 1)
    await stream.aclose()
    again.bus.close()


async def test_a_screen_that_is_slow_misses_views_but_never_the_last(table: Table, client: TableClient) -> None:
    stream = client.views()
    await anext(stream)
    for n in range(2, 3000):
        table.publish_view(n)
        if n % 50 == 0:
            await asyncio.sleep(0)
    seen = 0
    while seen < 2999:
        view = await asyncio.wait_for(anext(stream), 10)
        assert isinstance(view, TableView)
        assert view.n > seen
        seen = view.n
    await stream.aclose()


async def test_an_unfinished_reader_of_views_does_not_keep_the_client_open(table: Table) -> None:
    async with TableClient(
        table.bus.results_endpoint, table.bus.telemetry_endpoint, person="Ana", role="dealer"
    ) as client:
        stream = client.views()
        await anext(stream)
    assert [view async for view in stream] == []


async def test_wrong_use_is_named(table: Table) -> None:
    with pytest.raises(EndpointRefused, match="nonsense"):
        async with TableClient("nonsense", person="Ana", role="dealer"):
            pass
    client = TableClient(table.bus.results_endpoint, person="Ana", role="dealer")
    with pytest.raises(ValueError, match="async with"):
        await client.look()
    async with client:
        with pytest.raises(ValueError, match="telemetry"):
            await anext(client.views())
