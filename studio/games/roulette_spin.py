"""What every roulette has in the middle of its round: one ball, one number, read alike by all and called."""

from __future__ import annotations

from studio.games.procedure import Agree, Announce, Procedure, Spin
from studio.games.roulette_pays import PayTable


def spin(table: PayTable) -> Procedure[str]:
    """The ball runs, every channel says the same number, the dealer announces it (roulette.md 1)."""
    number: str = yield Spin(ball=1)
    table.refuse_unknown(number)
    yield Agree(value=number)
    yield Announce(words="roulette.number")
    return number
