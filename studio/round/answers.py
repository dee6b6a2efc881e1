"""Answers to commands, remembered by the command's id: a repeated one is answered alike and done once."""

from __future__ import annotations

from typing import Final

from studio.round.effects import Answer
from studio.round.in_play import TableInPlay

REMEMBERED: Final = 1000
"""How many answered commands are remembered."""


def settle(table: TableInPlay, answer: Answer) -> None:
    """Answer a command."""
    table.answered[answer.command_id] = answer
    if len(table.answered) > REMEMBERED:
        del table.answered[next(iter(table.answered))]
    table.desk.effects.append(answer)
