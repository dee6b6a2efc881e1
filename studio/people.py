"""Who works at the tables: names, roles, badges, PINs, and the games each is licensed to deal.

Pure but for the reading of the file and the hashing: the time comes in, so that a lock can be tested and replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from studio.settings import load

PersonRole = Literal["dealer", "pit_boss", "technician"]
Refusal = Literal["unknown", "wrong_pin", "locked", "no_role", "no_licence"]

WRONG_UNTIL_LOCKED: Final = 5
LOCK_S: Final = 300.0
SHORTEST_PIN: Final = 4

_hasher: Final = PasswordHasher(type=Type.ID)


class Person(BaseModel):
    """One person. `licences` is a game to the last day on which it may be dealt."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    name: str = Field(min_length=1)
    roles: tuple[PersonRole, ...] = Field(min_length=1)
    number: Annotated[str, Field(pattern=r"^\d{1,6}$")]
    """The staff number that goes with a PIN."""
    badge: str | None = None
    pin: str | None = None
    """The PIN as an argon2 hash, as `hash_pin` makes it."""
    licences: dict[str, date] = {}

    @field_validator("pin")
    @classmethod
    def _is_a_hash(cls, pin: str | None) -> str | None:
        if pin is not None:
            try:
                _hasher.check_needs_rehash(pin)
            except InvalidHashError:
                raise ValueError("not an argon2 hash; a PIN never stands in the file itself") from None
        return pin


class People(BaseModel):
    """The file `people.toml`: a list `people`. No name, number or badge stands in it twice."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    people: tuple[Person, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _nobody_twice(self) -> People:
        for key in ("name", "number", "badge"):
            seen = [value for person in self.people if (value := getattr(person, key)) is not None]
            twice = sorted({value for value in seen if seen.count(value) > 1})
            if twice:
                raise ValueError(f"{key} {twice[0]!r} stands twice")
        return self


@dataclass(frozen=True, slots=True)
class Welcome:
    """Somebody is known. `refusal` says why they may still not do what they came for."""

    person: Person | None
    refusal: Refusal | None = None
    locked_until: datetime | None = None


@dataclass(slots=True)
class Door:
    """Lets people in by badge or PIN and counts wrong PINs. One door a table, or one a studio."""

    people: Sequence[Person]
    _wrong: dict[str, int] = field(default_factory=dict)
    _locked_until: dict[str, datetime] = field(default_factory=dict)

    def by_badge(self, badge: str, role: PersonRole, game: str | None, now: datetime) -> Welcome:
        """Who wears `badge`, if they may act as `role` (a dealer: deal `game`) on the day of `now`."""
        person = next((known for known in self.people if known.badge is not None and known.badge == badge), None)
        return _admitted(person, role, game, now) if person else Welcome(None, "unknown")

    def by_pin(self, number: str, pin: str, role: PersonRole, game: str | None, now: datetime) -> Welcome:
        """Who has the staff `number` and `pin`. Five wrong ones in a row lock that number, known or not, for five
        minutes; `locked_until` is set on the fifth, which is the moment for an alarm, and while it lasts."""
        until = self._locked_until.get(number)
        if until is not None and now < until:
            return Welcome(None, "locked", until)
        person = next((known for known in self.people if known.number == number), None)
        if check_pin(person.pin if person else None, pin) and person is not None:
            self._wrong.pop(number, None)
            self._locked_until.pop(number, None)
            return _admitted(person, role, game, now)
        self._wrong[number] = self._wrong.get(number, 0) + 1
        if self._wrong[number] >= WRONG_UNTIL_LOCKED:
            del self._wrong[number]
            self._locked_until[number] = datetime.fromtimestamp(now.timestamp() + LOCK_S, UTC)
            return Welcome(None, "locked", self._locked_until[number])
        return Welcome(None, "wrong_pin")


def _admitted(person: Person, role: PersonRole, game: str | None, now: datetime) -> Welcome:
    if role not in person.roles:
        return Welcome(person, "no_role")
    if role == "dealer" and game is not None:
        licensed_until = person.licences.get(game)
        if licensed_until is None or now.date() > licensed_until:
            return Welcome(person, "no_licence")
    return Welcome(person)


def hash_pin(pin: str) -> str:
    """The argon2id hash that stands in the file. Raises ValueError for fewer than four digits."""
    if len(pin) < SHORTEST_PIN or not pin.isdecimal():
        raise ValueError(f"a PIN has at least {SHORTEST_PIN} digits and nothing else")
    return _hasher.hash(pin)


def check_pin(hashed: str | None, pin: str) -> bool:
    """Whether `pin` is the one that was hashed. Without a hash it takes as long and is False."""
    try:
        return _hasher.verify(hashed or _nobodys_hash(), pin) and hashed is not None
    except (VerifyMismatchError, VerificationError):
        return False


@cache
def _nobodys_hash() -> str:
    return _hasher.hash("nobody's")


def load_people(file: Path) -> People:
    """The people in `file`. Raises ConfigError."""
    return load(file, People)
