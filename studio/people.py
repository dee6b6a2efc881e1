"""Who works at the tables: names, roles, badges, PINs, and the games each is licensed to deal.

Models and look-ups alone. What a PIN is kept as: `studio.pins`. Who is let in, and what a wrong PIN leads to:
`studio.round.log_in`. What stands between the two and the world: `studio.door`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Final, Literal

import pydantic
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from studio.config_errors import ConfigError, explain, read_toml

PersonRole = Literal["dealer", "pit_boss", "technician"]
Badge = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{4,32}$")]
"""As a reader says it: 4 to 32 letters and digits."""
Number = Annotated[str, Field(pattern=r"^\d{1,6}$")]
PinHash = Annotated[str, Field(pattern=r"^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$")]


class Person(BaseModel):
    """One person. `licences` is a game to the last day on which it may be dealt."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    name: str = Field(min_length=1)
    roles: tuple[PersonRole, ...] = Field(min_length=1)
    number: Number | None = None
    """The staff number that goes with a PIN; in `people.toml` everybody has one."""
    badge: Badge | None = None
    pin: str | None = None
    """The PIN as an argon2id hash, as `studio people set-pin` makes it."""
    licences: dict[str, date] = {}
    unlocked_utc: datetime | None = None
    """What wrong PINs had locked before this time is open again (`studio people unlock`)."""

    @field_validator("pin")
    @classmethod
    def _is_a_hash(cls, pin: str | None) -> str | None:
        if pin is not None:
            try:
                _pin_hash.validate_python(pin)
            except pydantic.ValidationError:
                raise ValueError("not an argon2id hash; a PIN never stands in the file itself") from None
        return pin

    def without_secrets(self) -> Person:
        """As a table's rules and its journal know the person: no badge, no PIN, no staff number."""
        return Person(name=self.name, roles=self.roles, licences=self.licences)


_pin_hash: Final = pydantic.TypeAdapter(PinHash)


class People(BaseModel):
    """The file `people.toml`: a list `people`. No name, number or badge stands in it twice."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    people: tuple[Person, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _nobody_twice(self) -> People:
        for person in self.people:
            if person.number is None:
                raise ValueError(f'{person.name} has no staff number: number = "…", 1 to 6 digits')
        for key in ("name", "number", "badge"):
            seen = [value for person in self.people if (value := getattr(person, key)) is not None]
            twice = sorted({value for value in seen if seen.count(value) > 1})
            if twice:
                # A badge lets its bearer in: whose it is says enough.
                whose = " and ".join(person.name for person in self.people if getattr(person, key) == twice[0])
                what = f"badge of {whose}" if key == "badge" else f"{key} {twice[0]!r}"
                raise ValueError(f"{what} stands twice")
        return self

    def by_badge(self, badge: str) -> Person | None:
        """Who wears `badge`."""
        return next((person for person in self.people if person.badge == badge), None)

    def by_number(self, number: str) -> Person | None:
        """Who has the staff number."""
        return next((person for person in self.people if person.number == number), None)


def named(people: Iterable[Person], name: str) -> Person | None:
    """The person of that name."""
    return next((person for person in people if person.name == name), None)


def load_people(file: Path) -> People:
    """The people in `file`. Raises ConfigError."""
    data = read_toml(file)
    try:
        return People.model_validate(data)
    except pydantic.ValidationError as error:
        raise ConfigError(explain(file, error, People)) from None
