"""What a round comes to: the outcome of every hand and bet, as procedures return it and results carry it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class BetOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one bet.

    `pays` is the profit per unit staked as `a:b` (`11:1`, `19:20`); it is `0:1` unless the bet wins. A push gives the
    stake back, the part of it named in `returned` where it is not all (half under La Partage: `1:2`).
    """

    result: Literal["win", "lose", "push"]
    pays: str
    returned: str | None = None


class HandOutcome(msgspec.Struct, frozen=True):
    """A hand as it lies at the end of the round."""

    cards: list[str]
    total: int
    natural: bool = False


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round's procedure returns: enough for a backend that knows no rules to settle every bet.

    Card games fill `hands` and list every bet of the table; wheel games fill `numbers` and list every spot that wins
    or is returned. `draws` holds what chance added (multipliers, bonus numbers, lottery balls), by name.
    """

    outcome: str
    bets: dict[str, BetOutcome]
    hands: dict[str, HandOutcome] | None = None
    numbers: list[str] | None = None
    draws: dict[str, Any] | None = None
