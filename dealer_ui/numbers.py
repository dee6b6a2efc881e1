"""The last hundred numbers of a wheel: which came often, which rarely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dealer_ui.wheel import AMERICAN, EUROPEAN


def counts(numbers: Sequence[str]) -> Counter[str]:
    """How often each pocket came; what is no pocket is left out."""
    return Counter(number for number in numbers if number in AMERICAN)


def hot_and_cold(numbers: Sequence[str], how_many: int, double_zero: bool = False) -> tuple[list[str], list[str]]:
    """The `how_many` most and least frequent pockets. Among equals the one that came last is hotter."""
    wheel = AMERICAN if double_zero else EUROPEAN
    often = counts(numbers)
    last_seen = {number: at for at, number in enumerate(numbers)}
    ranked = sorted(wheel, key=lambda pocket: (-often[pocket], -last_seen.get(pocket, -1), wheel.index(pocket)))
    return ranked[:how_many], ranked[-how_many:][::-1]
