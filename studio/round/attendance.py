"""Who has logged in at a table, and how often somebody could not: what the table remembers of its door."""

from __future__ import annotations

from dataclasses import dataclass, field

from studio.messages.commands import Role


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who has logged in at a screen."""

    person: str
    role: Role
    since_utc: str
    once: bool


@dataclass(slots=True)
class Attendance:
    """What the table knows of log-ins: sessions by their digest, wrong PINs and locks by name."""

    sessions: dict[str, Session] = field(default_factory=dict)
    wrong: dict[str, int] = field(default_factory=dict)
    locked_until_utc: dict[str, str] = field(default_factory=dict)
