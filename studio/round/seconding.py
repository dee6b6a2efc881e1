"""Orders that need two people, one of them a pit boss: the first is noted, the second makes it count."""

from __future__ import annotations

import msgspec

from studio.messages.commands import AnyCommand
from studio.round.in_play import TableInPlay

NOTED = "noted: a second person must give the same order"


def why_not_second(table: TableInPlay, command: AnyCommand) -> str | None:
    """Why this person cannot second what was ordered first; None for a first order too."""
    first = table.seconding.get(_key(command))
    if first is None:
        return None
    if first.person == command.person:
        return "another person must give the same order"
    return "one of the two must be a pit boss" if "pit_boss" not in (first.role, command.role) else None


def seconded(table: TableInPlay, command: AnyCommand) -> list[str] | None:
    """Both people when `command` is the second of its kind; None, and noted, when it is the first."""
    key = _key(command)
    first = table.seconding.pop(key, None)
    if first is None:
        table.seconding[key] = command
        return None
    return [first.person, command.person]


def _key(command: AnyCommand) -> str:
    """What is ordered, without who orders it and why. Two counts are the same in whatever order they name the cards."""
    content = msgspec.to_builtins(command)
    said = {name: value for name, value in content.items() if name not in _WHO_AND_WHY}
    return msgspec.json.encode(said, order="sorted").decode()


_WHO_AND_WHY = frozenset({"id", "person", "role", "reason"})
