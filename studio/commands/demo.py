"""`studio demo`: tables on simulated hardware, with dealers and a backend, here and now."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
from rich.live import Live

from studio import logs
from studio.commands.run import on_stop_signals, positive
from studio.messages.events import AnyEvent, RoundResult, RoundVoided
from studio.rig import screenshots
from studio.rig.board import board
from studio.rig.demo import FAST_TABLES, TABLES, Demo
from studio.rig.tally import DemoSummary

HELP = "tables on simulated hardware, with dealers and a backend, here and now"
LOOK_EVERY_S = 0.1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`demo [--rounds N] [--speed X] [--json] [--seed S] [--data DIR] [--screens] [--screenshots DIR]`."""
    parser.add_argument("--rounds", type=int, metavar="N", help="end after N rounds a table (else on Ctrl-C)")
    parser.add_argument("--speed", type=positive, default=1.0, metavar="X", help="compress the physical times X-fold")
    parser.add_argument("--json", action="store_true", help="a line for each acknowledged event, and a summary")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same cards and numbers each time (1)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep journals, logs and the backend's store here")
    parser.add_argument(
        "--tables",
        nargs="+",
        metavar="NAME",
        help=f"tables of config/tables to play ({' '.join(TABLES)}; at more than real time without blackjack-1, whose "
        "camera cannot be hurried)",
    )
    parser.add_argument("--screens", action="store_true", help="open the dealers' screens and the monitor beside it")
    parser.add_argument(
        "--screenshots", type=Path, metavar="DIR", help="write pictures of the screens, and play nothing"
    )


def run(args: argparse.Namespace) -> int:
    """Exit status 0; 1 when anything was lost or doubled, differs on replay, or did not come up."""
    logs.configure("error")
    if args.rounds is not None and args.rounds < 1:
        print(f"--rounds {args.rounds}: play at least one", file=sys.stderr)
        return 2
    if args.screenshots is not None:
        return _take_pictures(args.screenshots)
    if args.screens and not screenshots.has_display():
        print("--screens: there is no display here; --screenshots DIR writes the pictures instead", file=sys.stderr)
        return 2
    with _folders(args.data) as (data, rig):
        try:
            summary = asyncio.run(_play(args, data, rig))
        except (TimeoutError, RuntimeError) as error:
            print(f"the demonstration did not run: {error or 'the tables did not come up'}", file=sys.stderr)
            for log in sorted((data / "logs").glob("*.log")):
                print(f"--- {log.name}\n{log.read_text()[-2000:]}", file=sys.stderr)
            return 1
    print(msgspec.json.encode(summary).decode() if args.json else in_words(summary))
    return 0 if summary.good else 1


async def _play(args: argparse.Namespace, data: Path, rig: Path) -> DemoSummary:
    live_view = sys.stdout.isatty() and not args.json
    show = (lambda line: print(line, flush=True)) if args.json else _ignore if live_view else _print_result
    demo = Demo(
        data,
        rig,
        args.seed,
        args.speed,
        args.rounds,
        show,
        tuple(args.tables or (TABLES if args.speed <= 1 else FAST_TABLES)),
    )
    on_stop_signals(demo.stop)
    playing = asyncio.create_task(demo.run())
    if args.screens:
        async with _screens(demo, playing):
            return await _shown(demo, playing, live_view, data)
    return await _shown(demo, playing, live_view, data)


@contextlib.asynccontextmanager
async def _screens(demo: Demo, playing: asyncio.Task[DemoSummary]) -> AsyncIterator[None]:
    """The screens beside the demonstration, from when its tables are known until it ends."""
    while not demo.tables and not playing.done():
        await asyncio.wait([playing], timeout=LOOK_EVERY_S)
    buses = {table.settings.table: table.settings.bus for table in demo.tables}
    opened = screenshots.open_screens({name: (bus.results, bus.telemetry) for name, bus in buses.items()})
    try:
        yield
    finally:
        screenshots.close_screens(opened)


def _take_pictures(folder: Path) -> int:
    try:
        for file in screenshots.take(folder):
            print(file)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _shown(demo: Demo, playing: asyncio.Task[DemoSummary], live_view: bool, data: Path) -> DemoSummary:
    if not live_view:
        return await playing
    footer = f"Ctrl-C ends.  Journals and logs: {data}"
    with Live(board([]), refresh_per_second=10) as live:
        while not playing.done():
            live.update(board([table.view for table in demo.tables], footer))
            await asyncio.wait([playing], timeout=LOOK_EVERY_S)
    return playing.result()


def _ignore(_: str) -> None:
    """The live view shows it already."""


def _print_result(line: str) -> None:
    event = msgspec.json.decode(line, type=AnyEvent)
    if isinstance(event, RoundResult):
        winners = ", ".join(bet for bet, outcome in event.bets.items() if outcome.result == "win")
        print(f"{event.utc}  {event.round}  {event.game}: {event.outcome}  wins: {winners}", flush=True)
    elif isinstance(event, RoundVoided):
        print(f"{event.utc}  {event.round}  void: {event.kind}: {event.reason}", flush=True)


def in_words(summary: DemoSummary) -> str:
    """The summary as a person reads it."""
    latencies = ", ".join(
        f"{table} p50 {p50:.1f} ms p99 {p99:.1f} ms"
        for table, p50 in summary.latency_p50_ms.items()
        if p50 is not None and (p99 := summary.latency_p99_ms[table]) is not None
    )
    replayed = "identical" if summary.replay_identical else f"DIFFERS\n{summary.first_difference}"
    return (
        f"{summary.rounds} rounds: {summary.results} results, {summary.acked} acknowledged, {summary.voided} void\n"
        f"{summary.events} events, {summary.waiting} still waiting, {summary.lost} lost, {summary.doubled} doubled; "
        f"replay {replayed}\n"
        f"reading to acknowledged: {latencies or 'not measured'}"
    )


@contextlib.contextmanager
def _folders(data: Path | None) -> Iterator[tuple[Path, Path]]:
    """The data folder (a passing one unless named), and a passing one with a short path for links and sockets."""
    with contextlib.ExitStack() as stack:
        rig = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="studio-rig-")))
        yield data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="studio-demo-"))), rig
