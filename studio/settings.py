"""Typed models of the files under `config/`: floors, tables, and a house's rulings. Checked before anything starts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import pydantic
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from devices import catalogue
from studio.config_errors import ConfigError, explain, read_toml
from studio.faults import faults_of
from studio.houses import config_dir

Ruling = Literal["void", "go_on", "result_stands", "replace_shoe", "enter"]
"""void: no result, stakes back. go_on: as if it had not been, the open request stays open. result_stands: the result
that the system works out is right. replace_shoe: the shoe is spent, a new one is made ready. enter: two people type
what the device did not read."""

Seconds = Annotated[float, Field(ge=0, le=86_400)]
Model = TypeVar("Model", bound=BaseModel)


class Settings(BaseModel):
    """Base of everything read from `config/`: frozen, unknown keys refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class IrregularityRule(Settings):
    """What a house allows when an irregularity holds the table."""

    rulings: tuple[Ruling, ...] = Field(min_length=1)
    """What a pit boss may choose."""
    automatic: Ruling | None = None
    """The ruling that the house's own rule gives without a person; without it the table waits for one."""

    @model_validator(mode="after")
    def _automatic_is_allowed(self) -> IrregularityRule:
        if self.automatic is not None and self.automatic not in self.rulings:
            raise ValueError(f"automatic = {self.automatic!r} is not among rulings {list(self.rulings)}")
        return self


class HouseRulings(Settings):
    """One house's table of irregularities: game to kind to rule. A missing kind keeps the table closed."""

    house: str
    source: str
    games: dict[str, dict[str, IrregularityRule]]

    @field_validator("games")
    @classmethod
    def _kinds_are_known_and_complete(
        cls, games: dict[str, dict[str, IrregularityRule]]
    ) -> dict[str, dict[str, IrregularityRule]]:
        for game, rules in games.items():
            _refuse_unknown(game, rules)
            missing = [kind for kind in faults_of(game) if kind not in rules]
            if missing:
                raise ValueError(f"{game}: no rule for {', '.join(missing)}; a table without one stays closed")
        return games


def _refuse_unknown(game: str, rules: dict[str, IrregularityRule]) -> None:
    known = faults_of(game)
    unknown = [kind for kind in rules if kind not in known]
    if unknown:
        raise ValueError(f"{game}: no such irregularity: {', '.join(unknown)}; known: {', '.join(known)}")


class Times(Settings):
    """The table's own times, in seconds."""

    betting_s: Seconds = 15.0
    between_rounds_s: Seconds = 5.0
    boxes_s: Seconds = 5.0
    """How long the backend's word on the boxes is waited for after the close."""


DeviceKind = Literal["wheel", "shoe"]
ByHand = Literal["deal", "burn", "spin", "draw_balls", "turn_reel", "turn_bonus_wheel"]


class DeviceSettings(Settings):
    """One device: what it is for, how it speaks, where it is plugged."""

    kind: DeviceKind
    protocol: str
    port: str
    """A by-id path, the link of a simulator, or `socket://host:port` of a serial server."""
    baud: int | None = Field(default=None, ge=300, le=921_600)
    options: dict[str, Any] = {}

    @model_validator(mode="after")
    def _protocol_fits(self) -> DeviceSettings:
        driver = catalogue.driver(self.protocol)
        if driver.kind != self.kind:
            raise ValueError(f"protocol {self.protocol!r} speaks to a {driver.kind}, not to a {self.kind}")
        driver.build(self.options)
        return self


class BusSettings(Settings):
    """Where the table is reached. `consumer` is the one backend whose acknowledgement counts."""

    results: str = Field(pattern=r"^(tcp|ipc)://.+")
    telemetry: str = Field(pattern=r"^(tcp|ipc)://.+")
    consumer: str = "backend"


class TableSettings(Settings):
    """One table. `irregularities` overrides single rules of the house for this table."""

    table: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")
    house: str
    game: Literal["baccarat", "blackjack", "roulette"]
    variant: str = "classic"
    open_at_start: bool = False
    times: Times = Times()
    launch_before_close: bool = True
    """Roulette: the ball may be launched while bets are open (roulette.md C11)."""
    result_channels: tuple[Literal["shoe", "dealer"], ...] = ()
    """Second sources that must say the same result before it is published."""
    manual_entry: tuple[ByHand, ...] = ()
    """What two people may type where no device gives it; marked in the published result."""
    devices: dict[str, DeviceSettings] = Field(min_length=1)
    bus: BusSettings
    irregularities: dict[str, IrregularityRule] = {}

    @model_validator(mode="after")
    def _devices_and_rulings_fit_the_game(self) -> TableSettings:
        _refuse_unknown(self.game, self.irregularities)
        needed = "wheel" if self.game == "roulette" else "shoe"
        kinds: list[str] = [device.kind for device in self.devices.values()]
        if kinds.count(needed) != 1:
            raise ValueError(f"a {self.game} table has exactly one device of kind {needed!r}, here {kinds}")
        return self


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
    devices: dict[str, DeviceKind]
    irregularities: dict[str, IrregularityRule]


def load_table(file: Path) -> TableSettings:
    """The table described by `file`. Raises ConfigError."""
    return load(file, TableSettings)


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


def load_rulings(house: str, game: str) -> dict[str, IrregularityRule]:
    """What `house` rules on each irregularity at `game`. Raises ConfigError."""
    file = config_dir() / "houses" / house / "irregularities.toml"
    rulings = load(file, HouseRulings)
    if game not in rulings.games:
        raise ConfigError([f"{file}: games.{game}: missing; this house has {', '.join(rulings.games)}"])
    return rulings.games[game]


def desk_settings(table: TableSettings) -> DeskSettings:
    """What the orchestrator of `table` plays by: its settings and its house's rulings. Raises ConfigError."""
    return DeskSettings(
        table=table.table,
        game=table.game,
        times=table.times,
        launch_before_close=table.launch_before_close,
        result_channels=table.result_channels,
        manual_entry=table.manual_entry,
        devices={name: device.kind for name, device in table.devices.items()},
        irregularities=load_rulings(table.house, table.game) | table.irregularities,
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
