"""`studio run FILE`: a table, or all tables of a floor, until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from devices.clock import SystemClock
from studio import logs
from studio.config_errors import named_in, read_toml
from studio.journal.errors import JournalError
from studio.settings import load_table
from studio.table_process import TableProcess

HELP = "run a table, or all tables of a floor"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`run FILE [--data DIR] [--speed X] [--open [N]] [--replay-all] [--play-capture FILE]`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a table's TOML, or a floor's")
    parser.add_argument("--data", type=Path, default=Path("data"), metavar="DIR", help="journals lie here (./data)")
    parser.add_argument("--speed", type=positive, default=1.0, metavar="X", help="compress the table's times X-fold")
    parser.add_argument(
        "--open", type=int, nargs="?", const=0, metavar="N", help="open the table at the start, for N rounds if given"
    )
    parser.add_argument(
        "--play-capture", type=Path, metavar="FILE", help="play a recorded wheel into the table instead of its device"
    )
    parser.add_argument(
        "--rig-seed", type=int, metavar="S", help="for rigs: draw multipliers and bonus numbers from this seed"
    )
    parser.add_argument(
        "--replay-all",
        action="store_true",
        help="handle every input of the journal again at the start, as if it held no snapshot (slow when it is long)",
    )
    parser.add_argument(
        "--log", choices=("debug", "info", "warning", "error"), default="info", help="least level (info)"
    )


def run(args: argparse.Namespace) -> int:
    """Exit status 0 after a clean stop, 1 when the journal failed, 2 for bad configuration."""
    logs.configure(args.log)
    try:
        return asyncio.run(_floor(args) if "floor" in read_toml(args.file) else _table(args))
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1


async def _table(args: argparse.Namespace) -> int:
    settings = load_table(args.file)
    if args.open == 0:
        settings = settings.model_copy(update={"open_at_start": True})
    with named_in(args.file):
        process = TableProcess(
            settings,
            args.data,
            speed=args.speed,
            open_rounds=args.open or None,
            rig_seed=args.rig_seed,
            replay_all=args.replay_all,
            config_files=[args.file.resolve()],
        )
    on_stop_signals(process.stop)
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, process.check_software)
    return await (process.play(args.play_capture) if args.play_capture else process.run())


async def _floor(args: argparse.Namespace) -> int:
    from studio.floor import Floor

    extra = ["--speed", str(args.speed), "--log", args.log, *(["--replay-all"] if args.replay_all else [])]
    floor = Floor(args.file, args.data, SystemClock(), extra)
    on_stop_signals(floor.stop)
    return await floor.run()


def on_stop_signals(stop: Callable[[], None]) -> None:
    """Have Ctrl-C, SIGTERM and a closed terminal call `stop` on the running loop instead of tearing it down.

    Under `nohup`, which has a closed terminal ignored, it stays ignored.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            loop.add_signal_handler(number, stop)


def positive(text: str) -> float:
    """A number above 0, for argparse."""
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return value
