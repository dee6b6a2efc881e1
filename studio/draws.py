"""Which draws a house's game asks chance for, and how one is made: one place for all games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from studio.chance import Generator
from studio.games.house import HouseRules

if TYPE_CHECKING:
    from studio.games.baccarat_rules import BaccaratRules
    from studio.games.roulette_rules import RouletteRules

RED_ENVELOPE = "red_envelope"


def draw_names(rules: HouseRules) -> tuple[str, ...]:
    """The draws that a round of these rules asks for, in order, without the count that one may bear (`keys:5`)."""
    match rules.game:
        case "roulette":
            from studio.games.roulette_chance import draw_names as roulette_draw_names

            return roulette_draw_names(_as_roulette(rules))
        case "baccarat" if _as_baccarat(rules).red_envelope is not None:
            return (RED_ENVELOPE,)
        case _:
            return ()


def make_draw(rules: HouseRules, draw: str, randbelow: Callable[[int], int]) -> Any:
    """The draw that a `Chance` request of these rules names, as plain JSON values, by the house's own weights.

    `randbelow(n)` must give 0 to n - 1, each equally likely and independent of all before. Raises ValueError when these
    rules ask for no such draw.
    """
    if rules.game == "roulette":
        from studio.games.roulette_chance import draw_spec

        return Generator(randbelow).draw(draw_spec(_as_roulette(rules), draw))
    if rules.game == "baccarat" and draw == RED_ENVELOPE:
        from studio.games.side_bets.baccarat import draw_red_envelope

        envelope = _as_baccarat(rules).red_envelope
        if envelope is not None:
            return draw_red_envelope(envelope, randbelow)
    names = ", ".join(draw_names(rules)) or "none"
    raise ValueError(f"{rules.game} of {rules.house} asks for no draw {draw!r}; its draws are: {names}")


# What belongs to a game is loaded where it is played: these rules are loaded, or there would be none to ask about.


def _as_roulette(rules: HouseRules) -> RouletteRules:
    from studio.games.roulette_rules import RouletteRules

    assert isinstance(rules, RouletteRules)
    return rules


def _as_baccarat(rules: HouseRules) -> BaccaratRules:
    from studio.games.baccarat_rules import BaccaratRules

    assert isinstance(rules, BaccaratRules)
    return rules
