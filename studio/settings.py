"""Typed models of the files under `config/`: floors, tables, and a house's rulings. Checked before anything starts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import pydantic
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from devices import catalogue
from devices.line_settings import Parity
from studio.buttons import without_meaning
from studio.config_errors import ConfigError, explain, read_toml
from studio.houses import config_dir
from studio.people import Person, load_people
from studio.policy import HouseRulings, Policy, overlaid, problems

_LOOPBACK = ("tcp://127.0.0.1:", "tcp://[::1]:", "tcp://localhost:", "ipc://")
Seconds = Annotated[float, Field(ge=0, le=86_400)]
Model = TypeVar("Model", bound=BaseModel)


class Settings(BaseModel):
    """Base of everything read from `config/`: frozen, unknown keys refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Times(Settings):
    """The table's own times, in seconds."""

    betting_s: Seconds = 15.0
    between_rounds_s: Seconds = 5.0
    boxes_s: Seconds = 5.0
    """How long the backend's word on the boxes is waited for after the close."""
    settle_s: Seconds = 120.0
    """How long a ball may run after the close before somebody must look."""


DeviceKind = Literal["wheel", "shoe", "scanner", "drawer", "shuffler", "buttons", "badge"]
ByHand = Literal["deal", "burn", "spin", "draw_balls", "turn_reel", "turn_bonus_wheel"]


Inspectable = Literal["wheel", "ball", "shoe", "drawer"]


class CardSetSettings(Settings):
    """One set of cards: its name and the colour of its backs."""

    name: str
    back: str


class Recording(Settings):
    """All bytes of a device are kept as a capture: `data/captures/TABLE-DEVICE.tsv`, and `keep` files before it."""

    max_mb: int = Field(default=16, ge=1, le=4096)
    keep: int = Field(default=4, ge=0, le=999)


class DeviceSettings(Settings):
    """One device: what it is for, how it speaks, where it is plugged."""

    kind: DeviceKind
    protocol: str
    port: str
    """A by-id path, the link of a simulator, or `socket://host:port` of a serial server."""
    baud: int | None = Field(default=None, ge=300, le=921_600)
    line: str = Field(default="8N1", pattern=r"^[5-8][NEO](1|1\.5|2)$")
    """Data bits, parity and stop bits of a serial port, as technicians write them."""
    options: dict[str, Any] = {}
    approved: dict[str, str | int | float] = {}
    """What the device must say of itself on every connection, by the names that `studio devices check` shows."""
    commands: tuple[str, ...] = ()
    """The orders that this table may give the device; none where it is only read."""
    record: Recording | None = None
    """Whether all bytes are recorded, both ways, with their time."""

    @model_validator(mode="after")
    def _protocol_fits(self) -> DeviceSettings:
        driver = catalogue.driver(self.protocol)
        if driver.kind != self.kind:
            raise ValueError(f"protocol {self.protocol!r} speaks to a {driver.kind}, not to a {self.kind}")
        protocol = driver.build(self.options)
        if self.kind == "buttons" and (wrong := without_meaning(getattr(protocol, "buttons", frozenset()))) is not None:
            raise ValueError(wrong)
        if self.kind == "badge" and self.record is not None:
            raise ValueError("record: what a badge reader says lets its bearer in, and is kept nowhere")
        host = getattr(protocol, "host", None)
        self._named("approved", self.approved, [one.name for one in host.questions] if host is not None else [])
        self._named("commands", self.commands, list(host.orders) if host is not None else [])
        return self

    @property
    def bytesize(self) -> int:
        """Data bits of `line`."""
        return int(self.line[0])

    @property
    def parity(self) -> Parity:
        """Parity of `line`."""
        letters: dict[str, Parity] = {"N": "N", "E": "E", "O": "O"}
        return letters[self.line[1]]

    @property
    def stopbits(self) -> float:
        """Stop bits of `line`."""
        return float(self.line[2:])

    def _named(self, key: str, given: Iterable[str], known: list[str]) -> None:
        for name in given:
            if name not in known:
                allowed = ", ".join(known) or "nothing: this device is not asked"
                raise ValueError(f"{key}: {name!r} is unknown to {self.protocol}; it has {allowed}")


class BusSettings(Settings):
    """Where the table is reached. `consumer` is the one backend whose acknowledgement counts."""

    results: str = Field(pattern=r"^(tcp|ipc)://.+")
    telemetry: str = Field(pattern=r"^(tcp|ipc)://.+")
    consumer: str = "backend"
    plain: bool = False
    """Sockets without CURVE, on the loopback alone: for rigs and demonstrations."""
    clock_limit_ms: int = Field(default=500, ge=10, le=60_000)
    """By how much the backend's wall clock may differ from the table's before somebody is called."""

    @model_validator(mode="after")
    def _plain_stays_on_this_host(self) -> BusSettings:
        if self.plain:
            for endpoint in (self.results, self.telemetry):
                if not endpoint.startswith(_LOOPBACK):
                    raise ValueError(f"plain = true is for the loopback alone (tcp://127.0.0.1 or ipc), not {endpoint}")
        return self


class RetentionSettings(Settings):
    """What becomes of journals. Folders are relative to the table's file."""

    archive: Path | None = None
    """A journal of an earlier gaming day goes here at the start of the table, compressed, once it is acknowledged."""
    day_begins_hour: int = Field(default=6, ge=0, le=23)
    """When a gaming day begins, in UTC."""
    second_copy: Path | None = None
    """A folder on another disk, where each transaction is written a second time."""
    second_copy_postgres: str | None = None
    """How to connect to a PostgreSQL server where each is written too; the password comes from `PGPASSFILE`."""

    @field_validator("second_copy_postgres")
    @classmethod
    def _holds_no_password(cls, conninfo: str | None) -> str | None:
        if conninfo is not None and re.search(r"password\s*=|://[^/@]*:[^/@]*@", conninfo):
            raise ValueError("holds a password: leave it out, and put it into the file that PGPASSFILE names")
        return conninfo


class TableSettings(Settings):
    """One table. `irregularities` overrides single rules of the house for this table."""

    table: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")
    house: str
    game: Literal["baccarat", "blackjack", "roulette"]
    variant: str = "classic"
    open_at_start: bool = False
    times: Times = Field(default_factory=Times)
    launch_before_close: bool = True
    """Roulette: the ball may be launched while bets are open (roulette.md C11)."""
    result_channels: tuple[Literal["shoe", "dealer"], ...] = ()
    """Second sources that must say the same result before it is published."""
    manual_entry: tuple[ByHand, ...] = ()
    """What two people may type where no device gives it; marked in the published result."""
    inspections: tuple[Inspectable, ...] = ()
    """What a pit boss must have inspected within 24 hours before the table opens."""
    dealer_required: bool | None = None
    """No round is opened without a dealer on duty whose licence for this game is in date. Where nothing is said: so
    where the house keeps a list of people, not so elsewhere."""
    people: Path | None = None
    """The list of people (`studio people`), relative to the table's file: whoever orders must then have logged in by
    badge or PIN. Without it the house keeps no list here, and a name is believed."""
    recorder_silent_after_s: Seconds | None = None
    """The video recorder's heartbeat is a condition for the next round; None where it is watched elsewhere."""
    card_sets: tuple[CardSetSettings, ...] = ()
    """The sets of cards of this table; empty where they are accounted for elsewhere."""
    batches: tuple[str, ...] = ()
    """The back colours of the two batches that a shuffler shuffles in turn, where no `card_sets` say them."""
    devices: dict[str, DeviceSettings] = Field(min_length=1)
    bus: BusSettings
    keys: Path | None = None
    """The folder with the table's own key (`TABLE.key`) and the public keys of all who may connect; relative to the
    table's file. Without it the journal is not signed, and the sockets must be plain."""
    retention: RetentionSettings = Field(default_factory=RetentionSettings)
    health_port: int | None = Field(default=None, ge=0, le=65_535)
    """Where `/metrics` and `/ready` are served on 127.0.0.1; None serves neither, 0 takes a free port."""
    irregularities: Policy = {}

    @model_validator(mode="after")
    def _devices_and_rulings_fit_the_game(self) -> TableSettings:
        if self.keys is None and not self.bus.plain:
            raise ValueError("keys is missing: name the folder of keys (`studio keys new`), or set bus.plain = true")
        wrong = list(problems(self.game, self.irregularities, complete=False))
        if wrong:
            raise ValueError("; ".join(wrong))
        kinds = [device.kind for device in self.devices.values()]
        self._batches_fit(kinds)
        if "badge" in kinds and self.people is None:
            raise ValueError('a badge reader lets people in: name their list, as people = "../people.toml"')
        for needed in self._readers():
            if sum(kind in needed for kind in kinds) != 1:
                named = " or ".join(needed)
                raise ValueError(
                    f"a {self.variant} {self.game} table has exactly one device of kind {named}, not {kinds}"
                )
        return self

    def _batches_fit(self, kinds: list[DeviceKind]) -> None:
        shufflers = kinds.count("shuffler")
        if shufflers > 1 or (shufflers and self.game == "roulette"):
            raise ValueError(
                f"a {self.game} table has {'no' if self.game == 'roulette' else 'one'} shuffler, not {shufflers}"
            )
        if not self.batches:
            return
        if not shufflers or self.card_sets:
            raise ValueError("batches are for a table with a shuffler and without card_sets, whose backs say the same")
        if len(self.batches) != 2 or self.batches[0] == self.batches[1]:
            raise ValueError(f"batches = {list(self.batches)}: two different colours take turns, as in ['red', 'blue']")

    def _readers(self) -> tuple[tuple[str, ...], ...]:
        """What must be read at this game: kinds of device, one of each group."""
        if self.game != "roulette":
            return (("shoe", "scanner"),)
        return (("wheel",), ("drawer",)) if self.variant == "cocktail" else (("wheel",),)


class FloorSettings(Settings):
    """Many tables on one host. Paths are relative to the floor's own file."""

    floor: str
    tables: tuple[Path, ...] = Field(min_length=1)


class DeskSettings(Settings):
    """What the orchestrator plays by, in one piece: it goes into the journal, so that replay needs no file."""

    table: str
    game: Literal["baccarat", "blackjack", "roulette"]
    times: Times
    launch_before_close: bool
    result_channels: tuple[Literal["shoe", "dealer"], ...]
    manual_entry: tuple[ByHand, ...] = ()
    inspections: tuple[Inspectable, ...] = ()
    dealer_required: bool = False
    people: tuple[Person, ...] = ()
    """Who may stand here, without badges and PINs."""
    log_in: bool = False
    """Whether people prove who they are before the table obeys them; in older journals, and in rigs, a name may do."""
    recorder_silent_after_s: Seconds | None = None
    card_sets: tuple[CardSetSettings, ...] = ()
    batches: tuple[str, ...] = ()
    devices: dict[str, DeviceKind]
    approved: dict[str, dict[str, str]] = {}
    """What each device must say of itself, where the table's file says so."""
    commands: dict[str, tuple[str, ...]] = {}
    """The orders that each device may be given."""
    irregularities: Policy


def load_table(file: Path) -> TableSettings:
    """The table described by `file`, its paths made absolute. Raises ConfigError."""
    table = load(file, TableSettings)

    def absolute(folder: Path | None) -> Path | None:
        return (file.parent / folder).resolve() if folder is not None else None

    retention = {name: absolute(getattr(table.retention, name)) for name in ("archive", "second_copy")}
    return table.model_copy(
        update={
            "keys": absolute(table.keys),
            "people": absolute(table.people),
            "retention": table.retention.model_copy(update=retention),
        }
    )


def load_floor(file: Path) -> FloorSettings:
    """The floor described by `file`. Raises ConfigError, also when two tables share a name or an endpoint."""
    floor = load(file, FloorSettings)
    taken: dict[str, Path] = {}
    for path in floor.tables:
        table = load_table(file.parent / path)
        for name in (table.table, table.bus.results, table.bus.telemetry):
            if name in taken:
                raise ConfigError([f"{file}: {path} and {taken[name]} both use {name!r}"])
            taken[name] = path
    return floor


def load_rulings(house: str, game: str) -> Policy:
    """What `house` rules on each irregularity at `game`. Raises ConfigError."""
    file = config_dir() / "houses" / house / "irregularities.toml"
    rulings = load(file, HouseRulings)
    if game not in rulings.games:
        raise ConfigError([f"{file}: games.{game}: missing; this house has {', '.join(rulings.games)}"])
    return rulings.games[game]


def desk_settings(table: TableSettings) -> DeskSettings:
    """What the orchestrator of `table` plays by: its settings, its house's rulings, its people. Raises ConfigError."""
    people = load_people(table.people).people if table.people is not None else ()
    return DeskSettings(
        table=table.table,
        game=table.game,
        times=table.times,
        launch_before_close=table.launch_before_close,
        result_channels=table.result_channels,
        manual_entry=table.manual_entry,
        inspections=table.inspections,
        dealer_required=bool(people) if table.dealer_required is None else table.dealer_required,
        people=tuple(person.without_secrets() for person in people),
        log_in=bool(people),
        recorder_silent_after_s=table.recorder_silent_after_s,
        card_sets=table.card_sets,
        batches=table.batches,
        devices={name: device.kind for name, device in table.devices.items()},
        approved={
            name: {what: str(value) for what, value in device.approved.items()}
            for name, device in table.devices.items()
            if device.approved
        },
        commands={name: device.commands for name, device in table.devices.items() if device.commands},
        irregularities=overlaid(load_rulings(table.house, table.game), table.irregularities),
    )


def load(file: Path, model: type[Model]) -> Model:
    """`file` as a `model`. Raises ConfigError, which names file, key, value and what is allowed."""
    return parse(file, read_toml(file), model)


def parse(file: Path, data: dict[str, Any], model: type[Model]) -> Model:
    """`data`, read from `file`, as a `model`. Raises ConfigError."""
    try:
        return model.model_validate(data)
    except pydantic.ValidationError as error:
        raise ConfigError(explain(file, error, model)) from None
