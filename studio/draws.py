"""Which draws a house's game asks chance for, and how one is made: one place for all games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from studio.chance import Generator
from studio.games.baccarat_rules import BaccaratRules
from studio.games.house import HouseRules
from studio.games.roulette_chance import draw_names as roulette_draw_names
from studio.games.roulette_chance import draw_spec
from studio.games.roulette_rules import RouletteRules
from studio.games.side_bets.baccarat import draw_red_envelope

RED_ENVELOPE = "red_envelope"


def draw_names(rules: HouseRules) -> tuple[str, ...]:
    """The draws that a round of these rules asks for, in order, without the count that one may bear (`keys:5`)."""
    match rules:
        case RouletteRules():
            return roulette_draw_names(rules)
        case BaccaratRules(red_envelope=envelope) if envelope is not None:
            return (RED_ENVELOPE,)
        case _:
            return ()


def make_draw(rules: HouseRules, draw: str, randbelow: Callable[[int], int]) -> Any:
    """The draw that a `Chance` request of these rules names, as plain JSON values, by the house's own weights.

    `randbelow(n)` must give 0 to n - 1, each equally likely and independent of all before. Raises ValueError when these
    rules ask for no such draw.
    """
    match rules:
        case RouletteRules():
            return Generator(randbelow).draw(draw_spec(rules, draw))
        case BaccaratRules(red_envelope=envelope) if envelope is not None and draw == RED_ENVELOPE:
            return draw_red_envelope(envelope, randbelow)
        case _:
            names = ", ".join(draw_names(rules)) or "none"
            raise ValueError(f"{rules.game} of {rules.house} asks for no draw {draw!r}; its draws are: {names}")
