"""`studio devices order`: one order to a device whose table does not run, and what the device answers."""

from __future__ import annotations

import argparse
import asyncio
import functools
from pathlib import Path

from devices import catalogue, technician
from devices.attached import AttachedDevice, OnReading
from devices.clock import Clock
from devices.host import READ_PARAMETERS
from devices.readings import CommandAnswered
from studio.commands.devices_check import attach
from studio.config_errors import ConfigError
from studio.settings import load_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`order DEVICE|PORT ORDER [VALUE …]`."""
    parser.add_argument("device", metavar="DEVICE|PORT", help="a port, or with --table the name of one of its devices")
    parser.add_argument("order", metavar="ORDER", help="restart_game, power_off, self_test …: a refusal names all")
    parser.add_argument(
        "value", nargs="*", metavar="VALUE", help="where the order takes one, as in set_parameter m 1.5"
    )
    parser.add_argument("--table", type=Path, metavar="TABLE.toml", help="the table that has the device")
    parser.add_argument("--protocol", metavar="PROTOCOL", help="what the port speaks, where no table says so")
    parser.add_argument("--wait", type=float, default=5.0, metavar="S", help="wait so long for the device (5 s)")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when it was done, 1 when not. Raises ConfigError and ValueError for what cannot be ordered."""
    make = _of_table(args) if args.table is not None else _of_port(args)
    answer = asyncio.run(technician.order(make, args.order, " ".join(args.value), args.wait))
    if answer is None:
        print(f"{args.device}: nobody answered within {args.wait:g} s; `studio devices check` says why")
        return 1
    if isinstance(answer, CommandAnswered):
        print(f"{answer.outcome.replace('_', ' ')}: {answer.answer}")
        return 0 if answer.outcome == "done" else 1
    for name, value in answer.found.items():
        print(f"{name:<24}{value}")
    for name, why in answer.unanswered.items():
        print(f"{name:<24}not told ({why})")
    return 0 if answer.found else 1


def _of_table(args: argparse.Namespace) -> technician.Attach:
    devices = load_table(args.table).devices
    if args.device not in devices:
        raise ConfigError([f"{args.table}: there is no device {args.device!r}; there are {', '.join(devices)}"])
    device = devices[args.device]
    if args.order != READ_PARAMETERS and args.order not in device.commands:
        named = ", ".join((*device.commands, READ_PARAMETERS))
        raise ConfigError(
            [f"{args.table}: devices.{args.device}.commands does not allow {args.order}; allowed are {named}"]
        )
    return functools.partial(attach, args.device, device)


def _of_port(args: argparse.Namespace) -> technician.Attach:
    if args.protocol is None:
        raise ValueError("--protocol is missing: see `studio devices list`, or name the table with --table")

    def make(clock: Clock, hear: OnReading) -> AttachedDevice:
        return catalogue.attach("device", args.protocol, args.device, clock, hear)

    return make
