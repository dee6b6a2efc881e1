"""Commands are idempotent by their id: one is handed to the table once, and answered alike however often it comes."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import msgspec

from studio.messages.bus import Reply
from studio.messages.commands import AnyCommand

REMEMBERED: Final = 4096
"""Answered commands whose answers are kept for a repetition."""

WAITING: Final = 256
"""Commands that may wait for the table's answer at one time."""

ID_LONGEST: Final = 128


@dataclass(slots=True)
class _Waiting:
    sender: bytes
    digest: bytes


class CommandDesk:
    """Takes commands in, and finds the sender when the table answers."""

    def __init__(self) -> None:
        self._waiting: dict[str, _Waiting] = {}
        self._answered: OrderedDict[str, tuple[bytes, Reply]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """Commands that the table has not answered yet."""
        return len(self._waiting)

    def take(self, sender: bytes, command: AnyCommand) -> Reply | bool:
        """A command came. True: hand it to the table. False: it is there already. A `Reply`: answer with that."""
        if not 1 <= len(command.id) <= ID_LONGEST:
            return Reply(command.id[:ID_LONGEST], False, f"a command's id has 1 to {ID_LONGEST} characters")
        digest = blake2b(msgspec.json.encode(command), digest_size=16).digest()
        answered = self._answered.get(command.id)
        if answered is not None:
            known, reply = answered
            return reply if known == digest else _reused(command.id)
        waiting = self._waiting.get(command.id)
        if waiting is not None:
            if waiting.digest != digest:
                return _reused(command.id)
            waiting.sender = sender
            return False
        if len(self._waiting) >= WAITING:
            return Reply(command.id, False, "too many commands wait for this table; try again")
        self._waiting[command.id] = _Waiting(sender, digest)
        return True

    def settle(self, reply: Reply) -> bytes | None:
        """The table has answered: keep the answer, return whom to tell, or None when nobody waits for it."""
        waiting = self._waiting.pop(reply.id, None)
        if waiting is None:
            return None
        self._answered[reply.id] = (waiting.digest, reply)
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        return waiting.sender

    def forget(self, command_id: str) -> None:
        """The table could not take the command: a repetition is handed to it again."""
        self._waiting.pop(command_id, None)


def _reused(command_id: str) -> Reply:
    return Reply(command_id, False, "this id was used for another command")
