"""What a dealer's button can be at a table: the one list, held against every file of buttons before a table starts."""

from __future__ import annotations

from typing import Final, get_args

from studio.faults import FAULTS, REPORTED_BY_PEOPLE
from studio.games.procedure import Action, Confirmable

CONFIRM: Final = "confirm"
CALL: Final = "call"
ANNOUNCES: Final = {f"announce_{result}": result for result in ("player", "banker", "tie")}
"""Button to the result that the dealer has announced, where the house takes the dealer's word as a second source."""
REPORTS: Final = {f"report_{kind}": kind for kind in REPORTED_BY_PEOPLE}
"""Button to the irregularity that the dealer reports."""
STEPS: Final[tuple[Confirmable, ...]] = get_args(Confirmable)
DECISIONS: Final = {action.value: action for action in Action}

MEANINGS: Final[dict[str, str]] = {
    CONFIRM: "what the prompt asks for is done, or the result on the screen was announced",
    CALL: "calls the pit boss",
    **{step: f"confirms that step alone: {step.replace('_', ' ')}" for step in STEPS},
    **{button: f"the dealer has announced: {result}" for button, result in ANNOUNCES.items()},
    **{action: f"the hand sign was: {action.replace('_', ' ')}" for action in DECISIONS},
    **{button: f"reports: {FAULTS[kind].what[0].lower()}{FAULTS[kind].what[1:]}" for button, kind in REPORTS.items()},
}
"""Every button that a table knows, and what a press of it does there."""


def without_meaning(buttons: frozenset[str]) -> str | None:
    """What is wrong with a device's buttons: those that no table knows, and what may be written instead."""
    unknown = sorted(buttons - set(MEANINGS))
    if not unknown:
        return None
    named = ", ".join(unknown)
    return f"no table knows a button called {named}; buttons are {', '.join(MEANINGS)}"
