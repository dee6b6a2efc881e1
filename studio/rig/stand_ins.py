"""Simulated devices in place of a table's own: its file with their ports, and the programs that must be started."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import tomlkit
import zmq

from devices.camera.options import DECKS
from devices.tables import find
from studio.config_errors import ConfigError
from studio.houses import config_dir, load_rules
from studio.rig import people
from studio.rig.dealer import Kind

CAMERA: Final = "camera"


@dataclass(frozen=True, slots=True)
class StandIn:
    """One simulated device: what it is to the dealer's hand, the arguments of its program, its control socket."""

    name: str
    kind: Kind
    arguments: tuple[str, ...]
    control: Path


@dataclass(frozen=True, slots=True)
class Staged:
    """A table's file for the rig, and what stands in for its devices."""

    file: Path
    devices: tuple[StandIn, ...]


def stage(
    name: str,
    data: Path,
    rig: Path,
    *,
    seed: int,
    speed: float,
    called: str | None = None,
    changes: Mapping[str, Any] | None = None,
    log_in: bool = True,
) -> Staged:
    """Write the file of table `name` into `data` with simulated devices, free endpoints and plain sockets.

    `called`: the name that the staged table has, where several are like one. `changes` are other keys of its file.
    Without `log_in` its people are believed by their names: it keeps no list, and has no badge reader.
    `rig` is a folder with a short path for links and control sockets. Raises ConfigError where the table's file is bad,
    or there is none of that name.
    """
    source = config_dir() / "tables" / f"{name}.toml"
    if not source.is_file():
        known = ", ".join(sorted(file.stem for file in source.parent.glob("*.toml")))
        raise ConfigError([f"{source}: no such table: there are {known}"])
    document: Any = tomlkit.parse(source.read_text(encoding="utf-8"))
    _merge(document, changes or {})
    if not log_in and "people" in document:
        del document["people"]
        for device in [name for name, settings in document["devices"].items() if settings["kind"] == "badge"]:
            del document["devices"][device]
    name = document["table"] = called or name
    rules = load_rules(document["house"], document["game"], document.get("variant", "classic"))
    shoe = getattr(rules, "shoe", None)
    stand_ins = []
    for device, settings in document["devices"].items():
        control = rig / f"{name}-{device}.control"
        common = ("--control", str(control), "--seed", str(seed), "--until-eof")
        if settings["protocol"] == CAMERA:
            port = free_port()
            settings["port"] = f"http://127.0.0.1:{port}/video"
            decks = find(settings["options"]["deck_table"], DECKS)
            arguments: tuple[str, ...] = ("camera", *common, "--table", str(decks), "--port", str(port))
        else:
            link = rig / f"{name}-{device}"
            settings["port"] = str(link)
            arguments = (_program(settings), *common, "--link", str(link), "--speed", str(speed), *_own(settings, shoe))
        stand_ins.append(StandIn(device, settings["kind"], arguments, control))
    document["bus"]["results"], document["bus"]["telemetry"] = free_endpoints(2)
    document["bus"]["plain"] = True
    document.pop("keys", None)
    if "people" in document:
        document["people"] = f"{name}-people.toml"
        people.write(data / document["people"], name, document["game"])
    file = data / f"{name}.toml"
    file.write_text(tomlkit.dumps(document), encoding="utf-8")
    return Staged(file, tuple(stand_ins))


def _merge(into: Any, changes: Mapping[str, Any]) -> None:
    for key, value in changes.items():
        if isinstance(value, Mapping) and key in into:
            _merge(into[key], value)
        else:
            into[key] = value


def _program(settings: Any) -> str:
    """The simulator that speaks the device's protocol: what types is a keyboard, what sends lines a scanner."""
    protocol = settings["protocol"]
    if protocol.endswith("-keys"):
        return "keys"
    return "scanner" if protocol.endswith("-lines") else str(settings["kind"])


def _own(settings: Any, shoe: Any) -> tuple[str, ...]:
    """What the simulated device must know of the house: the shoe its decks and burn, the drawer its balls."""
    match settings["kind"]:
        case "shoe" if shoe is not None:
            return ("--decks", str(shoe.decks), "--burn", shoe.burn if shoe.burn != "fixed" else "none")
        case "drawer":
            return ("--ball-set", settings["options"]["ball_set"])
        case _:
            return ()


def free_port() -> int:
    """A TCP port of the loopback that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def free_endpoints(count: int) -> list[str]:
    """So many endpoints on the loopback that are free now."""
    with zmq.Context() as context, contextlib.ExitStack() as stack:
        endpoints = []
        for _ in range(count):
            probe = stack.enter_context(context.socket(zmq.ROUTER))
            probe.bind("tcp://127.0.0.1:*")
            endpoints.append(probe.getsockopt_string(zmq.LAST_ENDPOINT))
    return endpoints


def compiled(folder: Path) -> dict[str, str]:
    """The environment for programs that run from compiled modules, as installed software does; they lie in `folder`.

    Where Python is told to write none, every start would compile the whole of the software again.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**environment, "PYTHONPYCACHEPREFIX": str(folder)}
