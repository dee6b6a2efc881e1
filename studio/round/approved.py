"""Is a device set as it was approved? Compared by name, number by number, and each difference with its remedy."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Final

POCKETS: Final = "pockets"
SET_ELSEWHERE: Final[dict[str, str]] = {
    POCKETS: "the wheel must be changed, or the game",
    "firmware": "have the new firmware approved, and the table's file say so",
    "version_text": "have the new firmware approved, and the table's file say so",
    "mode": "order set_mode, or have the new value approved",
}
"""Remedies for what is no parameter that can be set and stored."""
_REMEDY: Final = "order set_parameter and then store_parameters, or have the new value approved"


def differences(
    approved: Mapping[str, str], found: Mapping[str, str], unanswered: Mapping[str, str]
) -> tuple[str, ...]:
    """What is not as approved: parameter, what was found, what is approved, and the remedy. Empty where all is."""
    wrong = []
    for name, wanted in approved.items():
        said = found.get(name)
        if said is not None and _same(said, wanted):
            continue
        is_now = f"is {said}" if said is not None else f"was not told ({unanswered.get(name, 'not asked')})"
        wrong.append(f"{name} {is_now}, approved is {wanted}: {SET_ELSEWHERE.get(name, _REMEDY)}")
    return tuple(wrong)


def _same(said: str, wanted: str) -> bool:
    try:
        return Decimal(said) == Decimal(wanted)
    except InvalidOperation:
        return said == wanted
