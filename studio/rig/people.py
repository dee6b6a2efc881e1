"""The simulated people of a staged table that keeps a list: a dealer with a badge, a pit boss with a PIN.

Everybody can read their PINs here: they let in at tables of a demonstration, on the loopback, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final
from uuid import uuid4

from studio.client import TableClient
from studio.messages.bus import LogIn
from studio.people_file import PeopleFile
from studio.rig.hand import Hand

DEALER: Final = ("1", "1379")
PIT_BOSS: Final = ("2", "2468")
HASHES: Final = {
    DEALER: "$argon2id$v=19$m=65536,t=3,p=1$kk8pf76GPLt8VP3J9jkFGQ$nf6mEClGQiAt3RHR8UAp2MLp0CA7b9RD0Z6Jfnchj8g",
    PIT_BOSS: "$argon2id$v=19$m=65536,t=3,p=1$FurN19bk+OupJTxcNRVuww$P1i37mblRHeWra3mgfFMDkh4y9LK/i5fpb7Qc+MSVaM",
}
"""Made once: a hash costs up to a quarter of a second of a processor on purpose."""
BADGE: Final = "DEMO0001"
LAST_DAY: Final = date(2099, 12, 31)


@dataclass(frozen=True, slots=True)
class RigPeople:
    """Who stands at one staged table. The dealer is somebody else at each: nobody deals at two tables of a host."""

    dealer: str
    pit_boss: str = "Davit Demo"


def write(file: Path, table: str, game: str) -> RigPeople:
    """Write the list of a staged table. Raises ConfigError where it cannot be written."""
    people = RigPeople(f"Dealer of {table}")
    file.unlink(missing_ok=True)
    listed = PeopleFile(file)
    listed.add(
        {
            "name": people.dealer,
            "roles": ["dealer"],
            "number": DEALER[0],
            "badge": BADGE,
            "pin": HASHES[DEALER],
            "licences": {game: LAST_DAY},
        }
    )
    listed.add({"name": people.pit_boss, "roles": ["pit_boss"], "number": PIT_BOSS[0], "pin": HASHES[PIT_BOSS]})
    return people


async def let_pit_boss_in(client: TableClient) -> None:
    """The simulated pit boss logs in, where the table wants it. Raises as `TableClient.log_in`."""
    if (await client.look()).log_in:
        number, pin = PIT_BOSS
        await client.log_in(LogIn(str(uuid4()), "pit_boss", number=number, pin=pin))


def dealers_way_in(client: TableClient, reader: Hand | None) -> Callable[[], Awaitable[object]]:
    """How the simulated dealer logs in: with the badge where the table has a reader, else with the PIN."""
    if reader is not None:
        return lambda: reader.do(f"scan {BADGE}")
    number, pin = DEALER
    return lambda: client.log_in(LogIn(str(uuid4()), "dealer", number=number, pin=pin))
