"""`studio devices`: the technician's tools, from bytes on a line to what a table would make of them."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from devices import catalogue, technician
from devices.capture import read_capture
from devices.clock import SystemClock
from devices.decoding import decode_file
from devices.faults.frames import LINES
from devices.faults.matrix import matrix_text
from devices.faults.mischief import Mischief
from devices.player import PlayedCapture
from devices.readings import AnyReading, LinkState
from devices.recorder import Recorder
from devices.simulator_shell import serve
from studio.commands import devices_order
from studio.commands.devices_check import check_table
from studio.commands.run import on_stop_signals, positive
from studio.config_errors import ConfigError
from studio.settings import load_table

HELP = "the technician's tools: list, probe, monitor, record, play, decode, check and order devices"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`devices ACTION …`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    listing = _action(actions, "list", _list, "what is plugged in, and which protocols there are")
    listing.add_argument("--json", action="store_true", help="one JSON object")
    probing = _action(actions, "probe", _probe, "which protocol a port speaks, judged by listening")
    probing.add_argument("port", metavar="PORT")
    probing.add_argument("--wait", type=positive, default=3.0, metavar="S", help="listen so long at each speed (3 s)")
    probing.add_argument("--ask", action="store_true", help="also send each protocol's own status request")
    monitoring = _action(actions, "monitor", _monitor, "what a device says: one JSON object a line")
    _target(monitoring)
    recording = _action(actions, "record", _record, "record a device's bytes in both directions")
    _target(recording)
    recording.add_argument("file", type=Path, metavar="FILE", help="something.tsv")
    recording.add_argument("--max-mb", type=positive, default=64.0, metavar="N", help="a new file after N MB (64)")
    recording.add_argument("--keep", type=int, default=4, metavar="N", help="keep N files before the last (4)")
    playing = _action(actions, "play", _play, "play a recording on a pseudo-terminal, when somebody opens it")
    playing.add_argument("file", type=Path, metavar="FILE", help="a capture (.tsv, .tsv.gz)")
    playing.add_argument("--link", type=Path, metavar="PATH", help="symlink to the pseudo-terminal")
    playing.add_argument("--control", type=Path, metavar="PATH", help="Unix-domain socket for orders (status, fault)")
    playing.add_argument("--speed", type=positive, default=1.0, metavar="X", help="play X times faster")
    playing.add_argument("--fault", action="append", default=[], metavar="TEXT", help="see `studio simulator --help`")
    playing.add_argument("--held", action="store_true", help="play nothing before the order `go`")
    playing.add_argument("--stay", action="store_true", help="leave the port open and silent at the end")
    decode = _action(actions, "decode", _decode, "a file of raw bytes or a capture to readings: a JSON object a line")
    decode.add_argument("protocol", metavar="PROTOCOL", help="ss2, angel-eye, grammar:FILE …: see `devices list`")
    decode.add_argument("file", type=Path, metavar="FILE", help="raw bytes, or a capture (.tsv, .tsv.gz)")
    decode.add_argument("--chunk", type=int, metavar="N", help="feed N bytes at a time; the output is the same")
    _options(decode)
    checking = _action(actions, "check", _check, "is everything there that a table needs, and is it what it should be")
    checking.add_argument("table", type=Path, metavar="TABLE.toml")
    checking.add_argument("--wait", type=positive, default=5.0, metavar="S", help="wait so long for a device (5 s)")
    ordering = _action(actions, "order", devices_order.run, "one order to a device, while its table does not run")
    devices_order.add_arguments(ordering)
    _action(actions, "matrix", _matrix, "what each kind of device and the table do about each fault of the line")


def run(args: argparse.Namespace) -> int:
    """Exit status of the action; 2 for bad use, bad configuration or a file or port that cannot be used."""
    try:
        return int(args.action(args))
    except BrokenPipeError:
        raise
    except OSError as error:
        named = f"{error.filename}: {error.strerror}" if error.filename is not None else str(error)
        print(f"studio devices: {named}", file=sys.stderr)
        return 2
    except (ConfigError, ValueError) as error:
        print(f"studio devices: {error}", file=sys.stderr)
        return 2


def _action(
    actions: Any, name: str, action: Callable[[argparse.Namespace], int], help_line: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=help_line, description=help_line[0].upper() + help_line[1:] + "."
    )
    parser.set_defaults(action=action)
    return parser


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option", action="append", type=_option, default=[], metavar="KEY=VALUE", help="of the protocol, as in TOML"
    )


def _option(text: str) -> tuple[str, Any]:
    """`pockets=38` as TOML would read it; text that is no TOML value is taken as text."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key, value


def _target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("device", metavar="DEVICE|PORT", help="a port, or with --table the name of one of its devices")
    parser.add_argument("--table", type=Path, metavar="TABLE.toml", help="the table that has the device")
    parser.add_argument("--protocol", metavar="PROTOCOL", help="what the port speaks (not asked for by record)")
    parser.add_argument("--baud", type=int, metavar="N", help="line speed, where it is not the protocol's own")
    parser.add_argument("--for", dest="for_s", type=positive, metavar="S", help="end after S seconds (else on Ctrl-C)")
    _options(parser)


class _Target(NamedTuple):
    port: str
    protocol: str | None
    options: dict[str, Any]
    baud: int | None


def _resolve(args: argparse.Namespace) -> _Target:
    """The port that is meant, and how it speaks. Raises ConfigError."""
    if args.table is None:
        return _Target(args.device, args.protocol, dict(args.option), args.baud)
    devices = load_table(args.table).devices
    if args.device not in devices:
        raise ConfigError([f"{args.table}: there is no device {args.device!r}; there are {', '.join(devices)}"])
    device = devices[args.device]
    return _Target(device.port, args.protocol or device.protocol, device.options | dict(args.option), device.baud)


# --- the actions -------------------------------------------------------------------------------------------------


def _list(args: argparse.Namespace) -> int:
    ports = technician.ports()
    drivers = list(technician.protocols())
    if args.json:
        listed = {
            "ports": [{"name": str(name), "now": now} for name, now in ports],
            "protocols": [
                {"protocol": one.protocol, "kind": one.kind, "trust": one.trust, "baud": one.baud, "title": one.title}
                for one in drivers
            ],
        }
        print(msgspec.json.encode(listed).decode())
        return 0
    print("ports:" if ports else "ports: none that has a lasting name")
    for name, now in ports:
        print(f"  {name}  (now {now})")
    print("protocols:")
    for one in drivers:
        print(f"  {one.protocol:<22}{one.kind:<10}trusted on {one.trust:<10}{one.baud:>6} baud  {one.title}")
    return 0


def _probe(args: argparse.Namespace) -> int:
    fits = asyncio.run(technician.probe(args.port, wait_s=args.wait, ask=args.ask))
    for fit in fits:
        if fit.well_formed or fit.malformed:
            print(
                f"{'fits' if fit.fits else 'no':<6}{fit.protocol:<22}{fit.baud:>6} baud"
                f"  {fit.well_formed} good, {fit.malformed} malformed frames"
            )
    if not any(fit.well_formed or fit.malformed for fit in fits):
        print(f"{args.port} said nothing: a device may be silent by nature; try --ask, or make it speak")
    return 0 if any(fit.fits for fit in fits) else 1


def _monitor(args: argparse.Namespace) -> int:
    target = _resolve(args)
    if target.protocol is None:
        raise ValueError("--protocol is missing: see `studio devices list`, or try `studio devices probe`")
    protocol = target.protocol
    _warn_of_paper(protocol)

    def tell(_: str, reading: AnyReading, __: int, utc: str) -> None:
        print(f'{{"utc":"{utc}",{msgspec.json.encode(reading).decode()[1:]}', flush=True)

    async def listen() -> None:
        stopped = asyncio.Event()
        on_stop_signals(stopped.set)
        await technician.monitor(
            protocol, target.port, tell, options=target.options, baud=target.baud, for_s=args.for_s, stopped=stopped
        )

    asyncio.run(listen())
    return 0


def _warn_of_paper(protocol: str) -> None:
    if catalogue.driver(protocol).trust == "paper":
        print(f"{protocol} is trusted on paper only: compare what it says with the device", file=sys.stderr)


def _record(args: argparse.Namespace) -> int:
    target = _resolve(args)
    recorder = Recorder(args.file, SystemClock(), max_bytes=int(args.max_mb * 2**20), keep=args.keep)

    async def record() -> None:
        stopped = asyncio.Event()
        on_stop_signals(stopped.set)
        if target.protocol is not None:
            await technician.monitor(
                target.protocol,
                target.port,
                lambda *_: None,
                options=target.options,
                baud=target.baud,
                recorder=recorder,
                for_s=args.for_s,
                stopped=stopped,
            )
            return

        def tell(state: LinkState, why: str) -> None:
            print(f"{state}: {why}", file=sys.stderr, flush=True)

        baud = target.baud or 9600
        await technician.record_raw(target.port, baud, recorder, tell, for_s=args.for_s, stopped=stopped)

    try:
        asyncio.run(record())
    finally:
        recorder.close()
    if recorder.failed is not None:
        print(recorder.failed, file=sys.stderr)
    return 0 if recorder.failed is None else 1


def _play(args: argparse.Namespace) -> int:
    player = PlayedCapture(read_capture(args.file), held=args.held)
    mischief = Mischief(LINES)
    for fault in args.fault:
        mischief.add(fault)
    serve(
        player,
        mischief,
        link_path=args.link,
        control=args.control,
        speed=args.speed,
        announce=lambda text: print(text, flush=True),
        notice=lambda text: print(text, file=sys.stderr, flush=True),
        begin_with_host=True,
        finished=None if args.stay else lambda: player.finished,
    )
    print(f"{player.lines_played} lines played")
    return 0


def _decode(args: argparse.Namespace) -> int:
    protocol = catalogue.driver(args.protocol).build(dict(args.option))
    for reading in decode_file(protocol, args.file, args.chunk):
        print(msgspec.json.encode(reading).decode())
    return 0


def _check(args: argparse.Namespace) -> int:
    return check_table(args.table, args.wait)


def _matrix(args: argparse.Namespace) -> int:
    print(matrix_text())
    return 0
