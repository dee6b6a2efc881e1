"""The pay table of a side bet: its winning rows and what each pays."""

from __future__ import annotations

from functools import cached_property

from studio.games.house import Rules
from studio.games.procedure import LOSE, win
from studio.messages.outcomes import BetOutcome


class PayTable(Rules):
    """Base of all pay tables: every field is a row, the highest first, and its value the row's odds.

    Only the highest row that the cards make is paid (blackjack.md G6).
    """

    @cached_property
    def winning(self) -> dict[str, BetOutcome]:
        """The outcome of each row."""
        return {row: win(getattr(self, row)) for row in type(self).model_fields}

    def outcome(self, row: str | None) -> BetOutcome:
        """The outcome of a bet whose cards make `row`, None where they make no row at all."""
        return LOSE if row is None else self.winning[row]
